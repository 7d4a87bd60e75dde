// Blending: combines a fragment's colour with what is in the target (OpenGL 3.3 §4.1.7, §4.1.8).
//
// Formats with 8-bit unorm channels blend in integers: the source is first rounded to 8 bits, factors are 8 bits, and
//   add:      div255(s·fs + d·fd), reverse/subtract: div255(max(0, ±(s·fs − d·fd))), clamped to 255
// with one exact rounding, div255(v) = (v + 127) / 255. That is what fast renderers do, it keeps a constant destination
// constant, and it lies within half a step of the real result. All other formats blend in Float, s·fs + d·fd, unfused,
// in that order; unorm formats clamp source and factors to 0…1 first, sRGB formats blend linear values.

import Shading

struct Blender {
    let state: BlendState
    let isUnorm8: Bool
    /// Fixed-point formats clamp the source (§4.1.7).
    let clampsSource: Bool
    let constant: SIMD4<Float>

    init(state: BlendState, format: PixelFormat, constant: SIMD4<Float>) {
        self.state = state
        isUnorm8 = Blender.blendsInIntegers(format)
        clampsSource = format.kind == .unorm
        self.constant = clampsSource ? constant.clamped(lowerBound: .zero, upperBound: .one) : constant
    }
    static func blendsInIntegers(_ format: PixelFormat) -> Bool {
        switch format { case .r8, .rg8, .rgb8, .rgba8: true; default: false }
    }

    /// `source1` is the second source of dual-source blending.
    func blend(source: SIMD4<Float>, source1: SIMD4<Float>, destination: SIMD4<Float>) -> SIMD4<Float> {
        var s = source, s1 = source1
        if clampsSource { s = Blender.clamp(s); s1 = Blender.clamp(s1) }
        return isUnorm8 ? blendIntegers(s, s1, destination) : blendFloats(s, s1, destination)
    }

    /// NaN becomes 0.
    private static func clamp(_ v: SIMD4<Float>) -> SIMD4<Float> {
        var r = v
        for i in 0..<4 { r[i] = v[i] > 0 ? min(v[i], 1) : 0 }
        return r
    }

    private func blendFloats(_ s: SIMD4<Float>, _ s1: SIMD4<Float>, _ d: SIMD4<Float>) -> SIMD4<Float> {
        func factor(_ f: BlendFactor, _ i: Int) -> Float {
            switch f {
            case .zero: 0
            case .one: 1
            case .sourceColor: s[i]
            case .oneMinusSourceColor: 1 - s[i]
            case .destinationColor: d[i]
            case .oneMinusDestinationColor: 1 - d[i]
            case .sourceAlpha: s.w
            case .oneMinusSourceAlpha: 1 - s.w
            case .destinationAlpha: d.w
            case .oneMinusDestinationAlpha: 1 - d.w
            case .constantColor: constant[i]
            case .oneMinusConstantColor: 1 - constant[i]
            case .constantAlpha: constant.w
            case .oneMinusConstantAlpha: 1 - constant.w
            case .sourceAlphaSaturated: i == 3 ? 1 : min(s.w, 1 - d.w)
            case .source1Color: s1[i]
            case .oneMinusSource1Color: 1 - s1[i]
            case .source1Alpha: s1.w
            case .oneMinusSource1Alpha: 1 - s1.w
            }
        }
        var result = SIMD4<Float>.zero
        for i in 0..<4 {
            let isAlpha = i == 3
            let fs = factor(isAlpha ? state.alphaSource : state.colorSource, i)
            let fd = factor(isAlpha ? state.alphaDestination : state.colorDestination, i)
            switch isAlpha ? state.alphaEquation : state.colorEquation {
            case .add: result[i] = s[i] * fs + d[i] * fd
            case .subtract: result[i] = s[i] * fs - d[i] * fd
            case .reverseSubtract: result[i] = d[i] * fd - s[i] * fs
            case .min: result[i] = s[i] < d[i] ? s[i] : d[i]
            case .max: result[i] = s[i] > d[i] ? s[i] : d[i]
            }
        }
        return result
    }

    private func blendIntegers(_ sf: SIMD4<Float>, _ s1f: SIMD4<Float>, _ df: SIMD4<Float>) -> SIMD4<Float> {
        func bytes(_ v: SIMD4<Float>) -> SIMD4<Int32> { SIMD4<Int32>((v * 255).rounded(.toNearestOrEven)) }
        let s = bytes(sf), s1 = bytes(s1f), d = bytes(df), c = bytes(constant)
        func factor(_ f: BlendFactor, _ i: Int) -> Int32 {
            switch f {
            case .zero: 0
            case .one: 255
            case .sourceColor: s[i]
            case .oneMinusSourceColor: 255 - s[i]
            case .destinationColor: d[i]
            case .oneMinusDestinationColor: 255 - d[i]
            case .sourceAlpha: s.w
            case .oneMinusSourceAlpha: 255 - s.w
            case .destinationAlpha: d.w
            case .oneMinusDestinationAlpha: 255 - d.w
            case .constantColor: c[i]
            case .oneMinusConstantColor: 255 - c[i]
            case .constantAlpha: c.w
            case .oneMinusConstantAlpha: 255 - c.w
            case .sourceAlphaSaturated: i == 3 ? 255 : min(s.w, 255 - d.w)
            case .source1Color: s1[i]
            case .oneMinusSource1Color: 255 - s1[i]
            case .source1Alpha: s1.w
            case .oneMinusSource1Alpha: 255 - s1.w
            }
        }
        var result = SIMD4<Float>.zero
        for i in 0..<4 {
            let isAlpha = i == 3
            let fs = factor(isAlpha ? state.alphaSource : state.colorSource, i)
            let fd = factor(isAlpha ? state.alphaDestination : state.colorDestination, i)
            let value: Int32
            switch isAlpha ? state.alphaEquation : state.colorEquation {
            case .add: value = min(255, (s[i] * fs + d[i] * fd + 127) / 255)
            case .subtract: value = (max(0, s[i] * fs - d[i] * fd) + 127) / 255
            case .reverseSubtract: value = (max(0, d[i] * fd - s[i] * fs) + 127) / 255
            case .min: value = min(s[i], d[i])
            case .max: value = max(s[i], d[i])
            }
            result[i] = Float(value) / 255
        }
        return result
    }
}
