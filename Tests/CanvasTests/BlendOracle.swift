// BlendOracle computes the formulas of the W3C's Compositing and Blending Level 1 in double precision: sections 9.1 (Porter and
// Duff's operators) and 10 (blend modes).

import Canvas

enum BlendOracle {
    /// Returns the result of blending a source with the given coverage over a backdrop. Both colours are premultiplied. The
    /// operator applies to the covered part of the pixel; the rest of the pixel keeps the backdrop.
    static func result(_ mode: BlendMode, source s: SIMD4<Double>, backdrop b: SIMD4<Double>, coverage: Double = 1) -> SIMD4<Double> {
        // The operator `plus` adds the source, multiplied by the coverage, to the backdrop. Two white shapes that each cover half of a
        // pixel therefore make the pixel white.
        if mode == .plus { return (s * coverage + b).clamped(lowerBound: .zero, upperBound: .one) }
        let whole = composited(mode, s, b)
        return whole * coverage + b * (1 - coverage)
    }
    private static func composited(_ mode: BlendMode, _ s: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
        func porterDuff(_ fa: Double, _ fb: Double) -> SIMD4<Double> { s * fa + b * fb }
        let sa = s.w, ba = b.w
        switch mode {
        case .clear: return .zero
        case .source: return s
        case .destination: return b
        case .sourceOver: return porterDuff(1, 1 - sa)
        case .destinationOver: return porterDuff(1 - ba, 1)
        case .sourceIn: return porterDuff(ba, 0)
        case .destinationIn: return porterDuff(0, sa)
        case .sourceOut: return porterDuff(1 - ba, 0)
        case .destinationOut: return porterDuff(0, 1 - sa)
        case .sourceAtop: return porterDuff(ba, 1 - sa)
        case .destinationAtop: return porterDuff(1 - ba, sa)
        case .xor: return porterDuff(1 - ba, 1 - sa)
        default: break
        }
        let cs = sa > 0 ? s / sa : .zero, cb = ba > 0 ? b / ba : .zero
        let mixed = blend(mode, SIMD3(cb.x, cb.y, cb.z), SIMD3(cs.x, cs.y, cs.z))
        let color = (1 - ba) * s + sa * ba * SIMD4(mixed, 0) + (1 - sa) * b
        return SIMD4(color.x, color.y, color.z, sa + ba * (1 - sa))
    }

    private static func blend(_ mode: BlendMode, _ b: SIMD3<Double>, _ s: SIMD3<Double>) -> SIMD3<Double> {
        func each(_ f: (Double, Double) -> Double) -> SIMD3<Double> { SIMD3(f(b.x, s.x), f(b.y, s.y), f(b.z, s.z)) }
        func multiply(_ b: Double, _ s: Double) -> Double { b * s }
        func screen(_ b: Double, _ s: Double) -> Double { b + s - b * s }
        func hardLight(_ b: Double, _ s: Double) -> Double { s <= 0.5 ? multiply(b, 2 * s) : screen(b, 2 * s - 1) }
        switch mode {
        case .multiply: return each(multiply)
        case .screen: return each(screen)
        case .overlay: return each { hardLight($1, $0) }
        case .darken: return each(min)
        case .lighten: return each(max)
        case .colorDodge: return each { b, s in b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s)) }
        case .colorBurn: return each { b, s in b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s) }
        case .hardLight: return each(hardLight)
        case .softLight: return each { b, s in
            if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
            let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
            return b + (2 * s - 1) * (d - b)
        }
        case .difference: return each { abs($0 - $1) }
        case .exclusion: return each { b, s in b + s - 2 * b * s }
        case .hue: return setLuminosity(setSaturation(s, saturation(b)), luminosity(b))
        case .saturation: return setLuminosity(setSaturation(b, saturation(s)), luminosity(b))
        case .color: return setLuminosity(s, luminosity(b))
        default: return setLuminosity(b, luminosity(s))
        }
    }
    private static func luminosity(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
    private static func saturation(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }
    private static func setLuminosity(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> {
        var c = c + (l - luminosity(c))
        let least = c.min(), most = c.max(), own = luminosity(c)
        if least < 0 { c = own + (c - own) * own / (own - least) }
        if most > 1 { c = own + (c - own) * (1 - own) / (most - own) }
        return c
    }
    private static func setSaturation(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
        let range = c.max() - c.min()
        return range > 0 ? (c - c.min()) * s / range : .zero
    }
}
