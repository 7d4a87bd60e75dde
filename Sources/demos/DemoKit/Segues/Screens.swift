// Screens: two screens of an imaginary program, painted by formulas. The first screen shows an album's overview; the second shows
// the photo of the first card. The upper 12 % of both screens is a toolbar. Transitions lead from one screen to the other.

import Raster

package enum Screens {
    static let names = ["overview", "photo"]
    static func named(_ name: String, width: Int = 960, height: Int = 540) -> Image? {
        switch name {
        case "overview": overview(width: width, height: height)
        case "photo": photo(width: width, height: height)
        default: nil
        }
    }
    /// The toolbar's height as a fraction of the screen's height.
    static let toolbar: Float = 0.12
    /// The first card of the overview, as fractions of the screen's width and height. The zoom to the photo begins at this card.
    static let card: (x: Float, y: Float, width: Float, height: Float) = (0.08, 0.12, 0.26, 0.26)

    package static func overview(width: Int, height: Int) -> Image {
        let ratio = Float(width) / Float(height)
        let palette: [(UInt32, UInt32)] = [(0, 0), (0xF2709C, 0xFF9472), (0x43C6AC, 0x191654), (0x56CCF2, 0x2F80ED), (0xF7971E, 0xFFD200), (0xA770EF, 0xFDB99B)]
        let landscape = Landscape()
        return Image.painted(width: width, height: height) { x, y in
            var color = mix(rgb(0x232B3E), rgb(0x38455F), y)
            for index in 0..<6 {
                let left = card.x + Float(index % 3) * 0.29, low = card.y + Float(index / 3) * 0.37
                let p = SIMD2((x - left - card.width / 2) * ratio, y - low - card.height / 2)
                let half = SIMD2(card.width * ratio / 2, card.height / 2)
                color = mix(color, color * 0.55, 0.8 * (1 - smoothstep(-0.01, 0.035, box(p + SIMD2(0, 0.012), half, 0.02))))
                let u = (x - left) / card.width, v = (y - low) / card.height
                var face: SIMD3<Float>
                if index == 0 {
                    // The card shows the part of the photo below the toolbar, cropped to the card's proportions, because the zoom to the
                    // photo starts with this part.
                    face = landscape.color(u, v * (1 - toolbar), ratio)
                } else {
                    face = mix(rgb(palette[index].1), rgb(palette[index].0), clamp(0.3 * u + 0.7 * v))
                    let q = SIMD2((u - 0.5) * 1.8, v - 0.5), ring = abs((q * q).sum().squareRoot() - 0.12 - 0.03 * Float(index)) - 0.02
                    face = mix(face, SIMD3(repeating: 1), 0.55 * (1 - smoothstep(0, 0.02, ring)))
                }
                color = mix(color, face, 1 - smoothstep(-0.002, 0.002, box(p, half, 0.015)))
            }
            return bar(color, x, y, ratio, accent: rgb(0x56CCF2))
        }
    }

    package static func photo(width: Int, height: Int) -> Image {
        let ratio = Float(width) / Float(height), landscape = Landscape()
        return Image.painted(width: width, height: height) { x, y in bar(landscape.color(x, y, ratio), x, y, ratio, accent: rgb(0xFFB75E)) }
    }

    /// Returns the colour of a screen at a point: in the toolbar the toolbar's colour, otherwise `below`. The toolbar has a disc
    /// for going back, a title and two buttons.
    private static func bar(_ below: SIMD3<Float>, _ x: Float, _ y: Float, _ ratio: Float, accent: SIMD3<Float>) -> SIMD3<Float> {
        guard y > 1 - toolbar else { return below }
        var color = mix(below, rgb(0x0E1422), 0.82)
        if y < 1 - toolbar + 0.006 { color = mix(color, accent, 0.8) }
        let p = SIMD2(x * ratio, y - (1 - toolbar / 2))
        func ink(_ distance: Float, _ paint: SIMD3<Float>) { color = mix(color, paint, 1 - smoothstep(-0.002, 0.002, distance)) }
        ink(box(p - SIMD2(0.08, 0), SIMD2(0.028, 0.028), 0.028), accent)
        ink(box(p - SIMD2(ratio / 2, 0), SIMD2(0.22, 0.014), 0.014), rgb(0xE9EEF7))
        ink(box(p - SIMD2(ratio - 0.08, 0), SIMD2(0.028, 0.028), 0.008), rgb(0x8090AC))
        ink(box(p - SIMD2(ratio - 0.17, 0), SIMD2(0.028, 0.028), 0.008), rgb(0x8090AC))
        return color
    }
    /// Returns the distance of a point from a box with round corners.
    private static func box(_ p: SIMD2<Float>, _ half: SIMD2<Float>, _ round: Float) -> Float {
        let x = abs(p.x) - half.x + round, y = abs(p.y) - half.y + round
        let outside = SIMD2(max(x, 0), max(y, 0))
        return (outside * outside).sum().squareRoot() + min(max(x, y), 0) - round
    }

    /// Mountains in front of a low sun, and a lake.
    private struct Landscape {
        private let noise = ValueNoise(seed: 17)

        func color(_ x: Float, _ y: Float, _ ratio: Float) -> SIMD3<Float> {
            let shore: Float = 0.24
            guard y < shore else { return land(x, y, ratio) }
            // The lake reflects the land. The reflection is darker towards the viewer, and waves divide the reflection into bands.
            let depth = shore - y, wave = noise.value(x * 14, y * 160) - 0.5
            let mirrored = land(x + wave * 0.03 * (0.2 + depth * 4), shore + depth * 1.6, ratio)
            return mix(mirrored * SIMD3(0.72, 0.8, 0.92), rgb(0x0B2038), clamp(depth * 2.6)) + SIMD3(repeating: 0.03 * max(0, wave))
        }
        private func land(_ x: Float, _ y: Float, _ ratio: Float) -> SIMD3<Float> {
            var color = mix(mix(rgb(0xFFC27A), rgb(0xE77A6C), smoothstep(0.3, 0.55, y)), rgb(0x324B86), smoothstep(0.45, 1, y))
            let sun = SIMD2((x - 0.66) * ratio, y - 0.47), distance = (sun * sun).sum().squareRoot()
            color = mix(color, rgb(0xFFE9B8), 0.75 * (1 - smoothstep(0, 0.42, distance)))
            color = mix(color, rgb(0xFFF7E0), 1 - smoothstep(0.068, 0.074, distance))
            let layers: [(height: Float, rise: Float, step: Float, color: UInt32)] = [(0.4, 0.24, 3, 0x8A6E92), (0.33, 0.17, 5, 0x5B4A75),
                                                                                      (0.25, 0.1, 9, 0x2C2A4A)]
            for (index, layer) in layers.enumerated() {
                let shift = Float(index) * 7.3
                let ridge = layer.height + layer.rise * (noise.fractal(x * layer.step + shift, shift, octaves: 5) - 0.42)
                color = mix(color, mix(rgb(layer.color), rgb(0xFFB38A), 0.35 * clamp((ridge - y) * -1 + 0.3) * (y > ridge - 0.02 ? 1 : 0.4)),
                            1 - smoothstep(ridge - 0.002, ridge + 0.002, y))
            }
            return color
        }
    }
}

/// The picture that the command line names: a built-in picture or a file.
enum NamedPicture {
    static let names = Screens.names + Patterns.names + ["clouds", "spiral"]
    static func read(_ name: String) throws -> Image {
        try Suggestion.withSuggestions(for: name, builtIn: names) {
            if let picture = Screens.named(name) ?? Patterns.named(name) { return picture }
            switch name {
            case "clouds": return clouds()
            case "spiral": return spiral()
            default: return try PictureReading.read(name)
            }
        }
    }
    /// Returns a picture of soft clouds.
    private static func clouds(size: Int = 128) -> Image {
        let noise = ValueNoise(seed: 29)
        return Image.painted(size: size) { x, y in SIMD3(repeating: smoothstep(0.25, 0.75, noise.fractal(x * 4, y * 4, octaves: 4, period: 4))) }
    }
    /// Returns a picture of a spiral band from the middle to the corners. The band gets brighter outwards.
    private static func spiral(size: Int = 512, windings: Float = 3) -> Image {
        let reach = Float(0.5).squareRoot()
        return Image.painted(size: size) { x, y in
            let turn = Float(PortableMath.arctangent(Double(y - 0.5), Double(x - 0.5)) / (2 * .pi)) + 0.5
            let distance = ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)).squareRoot() / reach * windings
            // The brightness is the number of windings from the band's beginning, divided by the number of all windings.
            return SIMD3(repeating: clamp(((distance - turn).rounded() + turn) / windings))
        }
    }
}
