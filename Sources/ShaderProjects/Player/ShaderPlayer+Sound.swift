// ShaderPlayer, sound: renders Shadertoy's sound pass. Each pixel of a block is one sample, as on Shadertoy's site.

import Raster
import Shading

extension ShaderPlayer {
    /// The side of a block of samples. The site renders blocks of 512 × 512.
    static let soundBlockSide = 512
    /// The maximum length of a sound in seconds. The site renders three minutes.
    public static let maximumSoundLength = 600.0

    /// Whether the project has a sound pass.
    public var hasSound: Bool { project.sound != nil }

    /// Renders the sound pass, 44,100 samples per second.
    /// - Parameter seconds: The length, 0…600.
    /// - Throws: `ShaderError` if the pass does not compile, and `RasterError` with `invalidArgument` if the project has no sound pass or
    ///   the length is out of range.
    public func sound(seconds: Double) throws -> ShaderSound {
        guard let text = soundText else {
            throw RasterError(.invalidArgument, "project '\(project.name)'", "has no sound pass", remedy: "name a project with mainSound")
        }
        guard seconds >= 0, seconds <= ShaderPlayer.maximumSoundLength else {
            throw RasterError(.invalidArgument, "a sound of \(seconds) s", "cannot be rendered", remedy: "use 0 to \(Int(ShaderPlayer.maximumSoundLength)) s")
        }
        var sound = ShaderSound(samples: [])
        let count = Int((seconds * Double(sound.rate)).rounded()), side = ShaderPlayer.soundBlockSide
        let run = try PassRun(device: device, pass: text.pass, compiled: PassProgram.compile(text, device: device, defines: defines), text: text)
        run.isStep = true
        let target = try device.makeFramebuffer(width: side, height: side, color: [.rgba32Float], label: "sound")
        let moment = ShaderMoment(time: 0), size = SIMD2(side, side)
        try channels.update(moment)
        while sound.samples.count < count {
            run.stepValues["shaderProjectSample"] = [Double(sound.samples.count)]
            var encoder = device.makeCommandEncoder(label: "sound")
            try draw(run, surroundings(run, moment, size: size, output: size, source: size, input: size), to: target, region: nil, face: nil, into: &encoder)
            try device.submit(encoder)
            let block = try target.readPixels().map { SIMD2($0.x, $0.y) }
            sound.samples += block.prefix(count - sound.samples.count)
        }
        return sound
    }
}
