// TransitionSamples: the code of the page about transitions, and its picture.

import Effects
import Raster
import Shading

/// A transition in a few lines, as the page shows it.
private let softSource = """
    // Author: you
    uniform float softness; // = 0.2

    vec4 transition(vec2 uv) {
        float edge = progress * (1.0 + softness);
        return mix(getToColor(uv), getFromColor(uv), smoothstep(edge - softness, edge, uv.x));
    }
    """

extension SampleStage {
    /// Returns a picture of six transitions half way through, side by side.
    func transitions() throws -> Image {
        let home = try device.makeTexture(from: screen([0.93, 0.55, 0.32], [0.55, 0.2, 0.4])),
            photo = try device.makeTexture(from: screen([0.3, 0.62, 0.8], [0.1, 0.25, 0.45]))
        let own = try GLTransition(device: device, source: ShaderSource(text: softSource, name: "own.glsl"))
        try own.set("softness", to: 0.5)
        let shown: [any Transition] = [
            CubeTransition(device: device), try TransitionLibrary.make("page-curl", device: device), try ClothTransition(device: device),
            DoorsTransition(device: device), try TransitionLibrary.make("swirl", device: device), own,
        ]
        let width = 144, height = 81
        let target = try device.makeFramebuffer(width: width, height: height, depth: .depth32Float)
        var sheet = Image(width: 3 * width, height: 2 * height)
        for (index, transition) in shown.enumerated() {
            var encoder = device.makeCommandEncoder()
            try transition.draw(TransitionFrame(source: home, destination: photo, target: target, progress: 0.45), into: &encoder)
            try device.submit(encoder)
            let frame = try target.readImage()
            for row in 0..<height {
                let start = ((index / 3 * height + row) * sheet.width + index % 3 * width) * 4
                sheet.bytes.replaceSubrange(start..<start + width * 4, with: frame.bytes[row * width * 4..<(row + 1) * width * 4])
            }
        }
        return sheet
    }
    /// Returns a picture of cards on a background of two colours.
    private func screen(_ upper: SIMD3<Float>, _ lower: SIMD3<Float>) -> Image {
        var image = Image(width: 160, height: 90)
        for y in 0..<90 {
            for x in 0..<160 {
                let isCard = x % 52 > 8 && x % 52 < 46 && y % 42 > 10 && y % 42 < 38
                let share = Float(y) / 90
                let color = (upper * (1 - share) + lower * share) * (isCard ? 1.2 : 0.85) * 255
                image[x, y] = SIMD4(UInt8(min(255, color.x)), UInt8(min(255, color.y)), UInt8(min(255, color.z)), 255)
            }
        }
        return image
    }
}

/// Plays a transition between two views. The page "Transitions" shows this code.
package func playBetween(_ home: View, _ photo: View, to target: Framebuffer, on device: Device, at time: Double) throws -> Double {
    let player = try TransitionPlayer(CubeTransition(device: device, direction: .left), from: .view(home), to: .view(photo))
    try player.play(at: 0)

    var encoder = device.makeCommandEncoder()
    try player.draw(at: time, to: target, into: &encoder)
    try device.submit(encoder)

    try player.beginDrag(at: time)
    try player.drag(by: 0.1)
    try player.endDrag(at: time, velocity: 0)
    return try player.progress(at: time)
}
