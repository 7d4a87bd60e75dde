// Compiled texture lookups give the bits of TextureUnits.

import Kernel
import Raster
import Shading
import Testing

@Test("a compiled lookup gives the reference's bits for every shape, wrap mode and filter",
      arguments: [TextureDimension.d2, .cube, .d2Array, .d3], [PixelFormat.rgba8, .rgba16Float])
func samplerKernelFilters(dimension: TextureDimension, format: PixelFormat) throws {
    let texture = try samplerTestTexture(dimension, format, levels: 3)
    for wrap in samplerTestWraps.indices where dimension != .cube || wrap < 2 {
        for (min, mag, mip) in [(FilterMode.nearest, FilterMode.nearest, MipFilterMode.none), (.linear, .linear, .none), (.linear, .nearest, .nearest),
                                (.linear, .linear, .linear), (.nearest, .linear, .linear)] {
            var sampler = samplerTestSampler(wrap, min, mag, mip)
            if wrap == 1 { sampler.seamlessCube = false }
            let operation = TextureOperation(kind: .sample, dimension: dimension, unit: 0)
            try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, sampler)]),
                      samplerTestRows(dimension, seed: UInt64(wrap)),
                      "\(dimension) \(format) \(sampler)", lanes: wrap == 0 ? [4, 8, 16, 32] : nil)
        }
    }
}

@Test("a compiled lookup gives the reference's bits for every format", arguments: PixelFormat.allCases)
func samplerKernelFormats(format: PixelFormat) throws {
    let texture = try samplerTestTexture(.d2, format, levels: 2)
    for (wrap, filter) in [(0, FilterMode.linear), (3, .linear), (1, .nearest), (3, .nearest)] {
        let operation = TextureOperation(kind: .sample, dimension: .d2, resultType: samplerTestResult(format), unit: 0)
        try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, samplerTestSampler(wrap, filter, filter, .linear))]),
                  samplerTestRows(.d2, 192),
                  "\(format) wrap \(wrap) \(filter)", lanes: wrap == 0 ? [4, 8, 16, 32] : nil)
    }
}
