// Swizzles of lookups (OpenGL 3.3 §3.8.16): the rule, and the compiled code.

import Raster
import SeededRandom
import Shading
import Testing

private let swizzles: [TextureSwizzle] = [
    .luminance, TextureSwizzle(red: .alpha, green: .blue, blue: .green, alpha: .red), TextureSwizzle(red: .zero, green: .one, blue: .zero, alpha: .zero),
    TextureSwizzle(red: .green, green: .green, blue: .one, alpha: .blue), TextureSwizzle(red: .one, green: .red, blue: .alpha, alpha: .zero),
]

@Test("a swizzled lookup has the components of the plain lookup in the swizzle's order",
      arguments: [PixelFormat.rgba8, .rg8, .r16Float, .srgb8Alpha8, .rgba32Uint, .rg8Int, .depth24, .stencil8])
func swizzledComponents(format: PixelFormat) throws {
    let texture = try samplerTestTexture(.d2, format, levels: 3), type = samplerTestResult(format), rows = samplerTestRows(.d2, 128)
    let one = type == .float ? Float(1).bitPattern : 1
    func results(_ operation: TextureOperation, _ swizzle: TextureSwizzle) -> [[UInt32]] {
        let binding = TextureBinding(TextureView(texture, swizzle: swizzle), sampler: samplerTestSampler(3, .linear, .linear, .linear))
        return SamplerComparison(operation: operation, bindings: [binding]).expected(rows, asksSize: false)
    }
    func value(_ source: TextureSwizzle.Source, _ channel: (Int) -> UInt32) -> UInt32 {
        switch source { case .zero: 0; case .one: one; default: channel(Int(source.rawValue)) }
    }
    for swizzle in swizzles {
        for kind in [TextureOperation.Kind.sample, .fetch] {
            let operation = TextureOperation(kind: kind, dimension: .d2, resultType: type, unit: 0)
            for (plain, swizzled) in zip(results(operation, .identity), results(operation, swizzle)) {
                #expect(swizzled == (0..<4).map { value(swizzle[$0]) { plain[$0] } })
            }
        }
        for component in 0..<4 {
            func gather(_ component: Int) -> TextureOperation {
                TextureOperation(kind: .gather, dimension: .d2, resultType: type, unit: 0, gatherComponent: component)
            }
            let channels = (0..<4).map { results(gather($0), .identity) }, swizzled = results(gather(component), swizzle)
            for row in swizzled.indices {
                #expect(swizzled[row] == (0..<4).map { texel in value(swizzle[component]) { channels[$0][row][texel] } })
            }
        }
    }
}

@Test("compiled lookups with a swizzle give the reference's bits", arguments: [TextureDimension.d2, .cube, .d2Array, .d3])
func swizzledKernels(dimension: TextureDimension) throws {
    for (number, format) in [PixelFormat.rgba8, .rg8, .rgba16Float, .rgba16Uint, .rgb10a2].enumerated() {
        let texture = try samplerTestTexture(dimension, format, levels: 2), swizzle = swizzles[number % swizzles.count]
        let binding = TextureBinding(TextureView(texture, swizzle: swizzle), sampler: samplerTestSampler(number % 4, .linear, .nearest, .linear))
        for kind in [TextureOperation.Kind.sample, .fetch, .gather] where dimension == .d2 || (kind == .sample || (kind == .fetch) != (dimension == .cube)) {
            if kind == .gather && dimension == .d3 { continue }
            let operation = TextureOperation(kind: kind, dimension: dimension, resultType: samplerTestResult(format), unit: 0, gatherComponent: number % 4)
            try checkSampler(SamplerComparison(operation: operation, bindings: [binding]), samplerTestRows(dimension, 128), "\(kind) \(dimension) \(format)",
                             lanes: number == 0 ? [4, 8, 16] : nil)
        }
    }
}

@Test("a comparison's outcome is the red channel of the swizzle", arguments: swizzles)
func swizzledComparison(swizzle: TextureSwizzle) throws {
    let texture = try samplerTestTexture(.d2, .depth32Float, levels: 1), rows = samplerTestRows(.d2, 64)
    for kind in [TextureOperation.Kind.sample, .gather] {
        let operation = TextureOperation(kind: kind, dimension: .d2, isShadow: true, unit: 0)
        func comparison(_ swizzle: TextureSwizzle) -> SamplerComparison {
            SamplerComparison(operation: operation, bindings: [TextureBinding(TextureView(texture, swizzle: swizzle), sampler: Sampler(compare: .less))])
        }
        try checkSampler(comparison(swizzle), rows, "\(kind)", lanes: [8])
        let plain = comparison(.identity).expected(rows, asksSize: false), swizzled = comparison(swizzle).expected(rows, asksSize: false)
        for (plain, swizzled) in zip(plain, swizzled) {
            let one = Float(1).bitPattern
            switch swizzle.red {
            case .red: #expect(swizzled[0] == plain[0])
            case .green, .blue, .zero: #expect(swizzled[0] == 0)
            case .alpha, .one: #expect(swizzled[0] == one)
            }
        }
    }
}

@Test("an outcome that is repeated fills red, green and blue before the swizzle", arguments: swizzles + [.identity, TextureSwizzle(green: .zero, blue: .zero)])
func repeatedOutcome(swizzle: TextureSwizzle) throws {
    let texture = try samplerTestTexture(.d2, .depth32Float, levels: 1), rows = samplerTestRows(.d2, 64), one = Float(1).bitPattern
    var operation = TextureOperation(kind: .sample, dimension: .d2, isShadow: true, unit: 0)
    func comparison(_ swizzle: TextureSwizzle) -> SamplerComparison {
        SamplerComparison(operation: operation, bindings: [TextureBinding(TextureView(texture, swizzle: swizzle), sampler: Sampler(compare: .less))])
    }
    let outcomes = comparison(.identity).expected(rows, asksSize: false).map { $0[0] }
    operation.repeatsOutcome = true
    try checkSampler(comparison(swizzle), rows, "\(swizzle)", lanes: [8])
    for (outcome, result) in zip(outcomes, comparison(swizzle).expected(rows, asksSize: false)) {
        #expect(result == (0..<4).map { component in
            switch swizzle[component] {
            case .red, .green, .blue: outcome
            case .alpha, .one: one
            case .zero: 0
            }
        })
    }
}

@Test("the identity leaves key and record as they are without a view")
func identitySwizzle() throws {
    let texture = try samplerTestTexture(.d2, .rgba8, levels: 2)
    let plain = TextureBinding(texture, .trilinear), viewed = TextureBinding(TextureView(texture, swizzle: TextureSwizzle()), sampler: .trilinear)
    #expect(SamplerKey(plain) == SamplerKey(viewed))
    #expect(SamplerKey(plain) != SamplerKey(TextureBinding(TextureView(texture, swizzle: .luminance), sampler: .trilinear)))
}
