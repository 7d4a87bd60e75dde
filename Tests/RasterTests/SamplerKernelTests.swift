// Compiled texture lookups give the bits of TextureUnits.

import Kernel
import Raster
import Shading
import Testing

private let device = Device(.reference)

/// Every wrap mode on each axis, next to another one on the other.
private let wraps: [(WrapMode, WrapMode, WrapMode)] = [
    (.repeat, .clampToEdge, .mirroredRepeat), (.clampToEdge, .repeat, .clampToBorder), (.mirroredRepeat, .clampToBorder, .repeat),
    (.clampToBorder, .mirrorClampToEdge, .clampToEdge), (.mirrorClampToEdge, .mirroredRepeat, .mirrorClampToEdge), (.clampToEdge, .clampToEdge, .clampToEdge),
]
private func sampler(_ wrap: Int, _ min: FilterMode, _ mag: FilterMode, _ mip: MipFilterMode) -> Sampler {
    var result = Sampler(min: min, mag: mag, mip: mip)
    (result.wrapS, result.wrapT, result.wrapR) = wraps[wrap]
    result.borderColor = SIMD4(0.3, 1.5, -0.25, 0.7)
    return result
}
private func type(_ dimension: TextureDimension) -> TextureType {
    switch dimension { case .d2: .d2; case .d3: .d3; case .cube: .cube; case .d2Array: .d2Array }
}
private func resultType(_ format: PixelFormat) -> ScalarType {
    format.kind == .int ? .int : format.kind == .uint || format.kind == .stencil ? .uint : .float
}
private func size(_ dimension: TextureDimension) -> (Int, Int, Int) {
    switch dimension { case .d2: (13, 7, 1); case .d3: (6, 9, 5); case .cube: (11, 11, 1); case .d2Array: (12, 8, 3) }
}
private func texture(_ dimension: TextureDimension, _ format: PixelFormat, levels: Int, seed: UInt64 = 1) throws -> Texture {
    var random = SeededGenerator(state: seed)
    let (w, h, d) = size(dimension)
    return try randomTexture(device, type(dimension), format, w, h, d, mipLevels: levels, using: &random)
}
private func rows(_ dimension: TextureDimension, _ count: Int = 384, seed: UInt64 = 9, wildOffsets: Bool = false, units: Int = 1, sharesUnit: Bool = true) -> LookupRows {
    var generator = LookupGenerator(random: SeededGenerator(state: seed), size: size(dimension), dimension: dimension, unitCount: units, wildOffsets: wildOffsets)
    return generator.rows(count, sharesUnit: sharesUnit)
}
private func check(_ comparison: SamplerComparison, _ rows: LookupRows, _ what: String, asksSize: Bool = false, lanes: [Int] = [4, 8, 16]) throws {
    let found = try comparison.differences(rows, asksSize: asksSize, lanes: lanes)
    #expect(found.isEmpty, "\(what): \(found.joined(separator: "\n"))")
}

@Test("a compiled lookup gives the reference's bits for every shape, wrap mode and filter",
      arguments: [TextureDimension.d2, .cube, .d2Array, .d3], [PixelFormat.rgba8, .rgba16Float])
func samplerKernelFilters(dimension: TextureDimension, format: PixelFormat) throws {
    let texture = try texture(dimension, format, levels: 3)
    for wrap in wraps.indices where dimension != .cube || wrap < 2 {
        for (min, mag, mip) in [(FilterMode.nearest, FilterMode.nearest, MipFilterMode.none), (.linear, .linear, .none), (.linear, .nearest, .nearest),
                                (.linear, .linear, .linear), (.nearest, .linear, .linear)] {
            var sampler = sampler(wrap, min, mag, mip)
            if wrap == 1 { sampler.seamlessCube = false }
            let operation = TextureOperation(kind: .sample, dimension: dimension, unit: 0)
            try check(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, sampler)]), rows(dimension, seed: UInt64(wrap)),
                      "\(dimension) \(format) \(sampler)")
        }
    }
}

@Test("a compiled lookup gives the reference's bits for every format", arguments: PixelFormat.allCases)
func samplerKernelFormats(format: PixelFormat) throws {
    let texture = try texture(.d2, format, levels: 2)
    for (wrap, filter) in [(0, FilterMode.linear), (3, .linear), (1, .nearest), (3, .nearest)] {
        let operation = TextureOperation(kind: .sample, dimension: .d2, resultType: resultType(format), unit: 0)
        try check(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, sampler(wrap, filter, filter, .linear))]), rows(.d2, 192),
                  "\(format) wrap \(wrap) \(filter)", lanes: wrap == 0 ? [4, 8, 16] : [8])
    }
}
