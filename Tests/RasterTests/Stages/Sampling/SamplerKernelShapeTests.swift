// Compiled lookups that SamplerKernelTests do not cover: bias, explicit levels, gradients, anisotropy, offsets, comparison, gather,
// fetch, sizes, arrays of samplers, other instruction sets.

import Kernel
import Raster
import Shading
import Testing

private func limited(_ sampler: Sampler) -> Sampler {
    var sampler = sampler
    sampler.lodBias = 0.4; sampler.lodMin = 0.25; sampler.lodMax = 1.8
    return sampler
}
private let shapes: [TextureDimension] = [.d2, .cube, .d2Array, .d3, .d1, .d1Array, .rectangle, .cubeArray]

@Test("bias, explicit levels, gradients and limits of the level give the reference's bits", arguments: shapes)
func samplerKernelLevels(dimension: TextureDimension) throws {
    let texture = try samplerTestTexture(dimension, .rgba8, levels: 3)
    for mode in [TextureOperation.LevelOfDetail.implicit, .bias, .explicit, .gradient] {
        for (number, sampler) in [Sampler.trilinearRepeat, limited(.trilinear), limited(Sampler(min: .nearest, mag: .linear, mip: .nearest)),
                                  Sampler(min: .linear, mag: .nearest)].enumerated() {
            for isFragment in [true, false] where mode != .gradient || isFragment {
                let operation = TextureOperation(kind: .sample, dimension: dimension, levelOfDetail: mode, unit: 0)
                let levels = number == 2 && dimension != .rectangle ? 1...2 : nil
                let comparison = SamplerComparison(operation: operation, bindings: [TextureBinding(texture, sampler, levels: levels)],
                                                   isFragment: isFragment)
                try checkSampler(comparison, samplerTestRows(dimension, 256), "\(dimension) \(mode) \(isFragment ? "fragment" : "vertex") \(sampler)",
                                 lanes: isFragment && number == 0 ? [4, 8, 16, 32] : nil)
            }
        }
    }
}

@Test("anisotropic lookups give the reference's bits", arguments: shapes, [PixelFormat.rgba8, .srgb8Alpha8, .rg16Float])
func samplerKernelAnisotropy(dimension: TextureDimension, format: PixelFormat) throws {
    let texture = try samplerTestTexture(dimension, format, levels: 3)
    for (maximum, sampler) in [(16, Sampler.trilinearRepeat), (3, limited(.trilinear)),
                               (8, Sampler(min: .linear, mag: .nearest, wrap: .mirroredRepeat))] as [(Float, Sampler)] {
        var sampler = sampler
        sampler.maxAnisotropy = maximum
        for mode in [TextureOperation.LevelOfDetail.implicit, .gradient, .explicit] {
            let operation = TextureOperation(kind: .sample, dimension: dimension, levelOfDetail: mode, unit: 0)
            try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, sampler)]), samplerTestRows(dimension, 256),
                      "\(dimension) \(format) \(mode) \(maximum)")
        }
    }
}

@Test("offsets give the reference's bits for every wrap mode", arguments: [TextureDimension.d2, .d2Array, .d3, .d1, .d1Array, .rectangle],
      [PixelFormat.rgba8, .r32Float])
func samplerKernelOffsets(dimension: TextureDimension, format: PixelFormat) throws {
    let texture = try samplerTestTexture(dimension, format, levels: 2)
    for wrap in samplerTestWraps.indices {
        for filter in [FilterMode.nearest, .linear] {
            for extras in [LookupExtras.offset, .constantOffset] {
                let operation = TextureOperation(kind: .sample, dimension: dimension, unit: 0)
                let comparison = SamplerComparison(operation: operation, bindings: [TextureBinding(texture, samplerTestSampler(wrap, filter, filter, .none))],
                                                   extras: extras)
                try checkSampler(comparison, samplerTestRows(dimension, 256, wildOffsets: true), "\(dimension) \(format) wrap \(wrap) \(filter)",
                                 lanes: wrap == 0 ? [4, 8, 16, 32] : nil)
            }
        }
    }
}

@Test("lookups with comparison give the reference's bits", arguments: [TextureDimension.d2, .cube, .d2Array, .d1, .rectangle, .cubeArray],
      [PixelFormat.depth16, .depth24Stencil8, .depth32Float])
func samplerKernelComparison(dimension: TextureDimension, format: PixelFormat) throws {
    let texture = try samplerTestTexture(dimension, format, levels: 2)
    // The code that compares does not depend on the format of the texture, so the formats share the functions.
    let share = format == .depth32Float ? nil : format == .depth16 ? 0 : 1
    for (number, compare) in CompareFunction.allCases.enumerated() where share == nil || number % 2 == share {
        for filter in [FilterMode.nearest, .linear] {
            var sampler = samplerTestSampler(number % samplerTestWraps.count, filter, filter, filter == .linear ? .linear : .none)
            sampler.compare = compare
            for kind in [TextureOperation.Kind.sample, .gather] {
                let operation = TextureOperation(kind: kind, dimension: dimension, isShadow: true, unit: 0)
                try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, sampler)]), samplerTestRows(dimension, 192),
                          "\(dimension) \(format) \(compare) \(filter)", lanes: number == 2 || number == 3 ? [4, 8, 16, 32] : nil)
            }
        }
    }
}

@Test("gathers give the reference's bits", arguments: [TextureDimension.d2, .cube, .d2Array, .rectangle, .cubeArray],
      [PixelFormat.rgba8, .rg8Int, .r16Float, .rgba32Uint])
func samplerKernelGather(dimension: TextureDimension, format: PixelFormat) throws {
    let texture = try samplerTestTexture(dimension, format, levels: 2)
    for component in 0..<4 {
        for extras in [LookupExtras.offset, []] {
            let operation = TextureOperation(kind: .gather, dimension: dimension, resultType: samplerTestResult(format), unit: 0, gatherComponent: component)
            let comparison = SamplerComparison(operation: operation,
                                               bindings: [TextureBinding(texture, samplerTestSampler(component, .linear, .linear, .linear))],
                                               extras: dimension == .cube || dimension == .cubeArray ? [] : extras)
            try checkSampler(comparison, samplerTestRows(dimension, 256), "\(dimension) \(format) component \(component)")
        }
    }
}

@Test("fetches and sizes give the reference's bits", arguments: shapes.filter { $0 != .cubeArray }, [PixelFormat.rgba8, .r8Uint, .rgb32Float])
func samplerKernelFetch(dimension: TextureDimension, format: PixelFormat) throws {
    for levels in [1, 3] {
        let texture = try samplerTestTexture(dimension, format, levels: levels)
        for extras in [LookupExtras.offset, []] {
            let operation = TextureOperation(kind: .fetch, dimension: dimension, resultType: samplerTestResult(format), levelOfDetail: .explicit, unit: 0)
            let comparison = SamplerComparison(operation: operation, bindings: [TextureBinding(texture, .nearest)], extras: dimension == .cube ? [] : extras)
            try checkSampler(comparison, samplerTestRows(dimension, 256, wildOffsets: true), "\(dimension) \(format) \(levels) levels")
            try checkSampler(comparison, samplerTestRows(dimension, 256), "size \(dimension) \(levels) levels", asksSize: true)
        }
    }
}

@Test("with arrays of samplers each lane reads its own unit, and quads with one unit share the footprint")
func samplerKernelArrays() throws {
    for dimension in [TextureDimension.d2, .cube] {
        let bindings: [TextureBinding?] = [
            nil, TextureBinding(try samplerTestTexture(dimension, .rgba8, levels: 3, seed: 1), .trilinearRepeat),
            TextureBinding(try samplerTestTexture(dimension, .rgba8, levels: 3, seed: 2), .trilinearRepeat), nil,
            TextureBinding(try samplerTestTexture(dimension, .rgba16Float, levels: 2, seed: 3), .linear),
        ]
        let operation = TextureOperation(kind: .sample, dimension: dimension, unit: 1, unitIndex: 0, unitCount: 6)
        let comparison = SamplerComparison(operation: operation, bindings: bindings, extras: .dynamicUnit)
        try checkSampler(comparison, samplerTestRows(dimension, 512, units: 6), "shared \(dimension)")
        try checkSampler(comparison, samplerTestRows(dimension, 512, units: 6, sharesUnit: false), "mixed \(dimension)")
        try checkSampler(comparison, samplerTestRows(dimension, 512, units: 6, sharesUnit: false), "sizes", asksSize: true)
    }
}

@Test("an empty unit reads black and opaque")
func samplerKernelEmpty() throws {
    for type in [ScalarType.float, .int, .uint] {
        let operation = TextureOperation(kind: .sample, dimension: .d2, resultType: type, unit: 3)
        try checkSampler(SamplerComparison(operation: operation, bindings: [nil]), samplerTestRows(.d2, 32), "\(type)")
        try checkSampler(SamplerComparison(operation: operation, bindings: [nil]), samplerTestRows(.d2, 32), "\(type)", asksSize: true)
    }
    let texture = try samplerTestTexture(.d2, .rgba8, levels: 2)
    let operation = TextureOperation(kind: .sample, dimension: .d2, unit: 0)
    try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, .linear, levels: 5...7)]), samplerTestRows(.d2, 32), "no level")
}

/// Tests the instruction sets of this processor. Every x86-64 processor has at least the first of these instruction sets.
@Test("older instruction sets give the same bits",
      arguments: [KernelTarget.InstructionSet.x86v1, .x86v2, .x86v3, .aarch64].filter { KernelTarget(lanes: 4, instructionSet: $0).runsHere })
func samplerKernelInstructionSets(set: KernelTarget.InstructionSet) throws {
    for (dimension, format) in [(TextureDimension.d2, PixelFormat.rgba8), (.cube, .rgb8), (.d3, .r16Float), (.d2Array, .srgb8Alpha8)] {
        let texture = try samplerTestTexture(dimension, format, levels: 3)
        let operation = TextureOperation(kind: .sample, dimension: dimension, unit: 0)
        try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, .trilinearRepeat)], instructionSet: set),
                  samplerTestRows(dimension, 256), "\(dimension) \(format)")
    }
}

@Test("a level is minified exactly if its squared footprint exceeds 1")
func minificationThreshold() throws {
    // Most squared footprints are so close to 1 that rounding could move them across the threshold. At the place of this lookup, the
    // filters for minification and for magnification give different results.
    let texture = try samplerTestTexture(.d2, .rgba8, levels: 1)
    var rows = LookupRows()
    let near = (-40...40).map { Float(bitPattern: UInt32(Int(Float(1).bitPattern) + $0)) } + [0, .infinity, .nan, 0.5, 2]
    for value in near {
        let derivative = value / 13
        for d in [derivative.nextDown, derivative, derivative.nextUp] {
            rows.append { _ in [.s: Float(0.43).bitPattern, .t: Float(0.61).bitPattern, .dsdx: d.bitPattern] }
        }
    }
    while rows.count % 16 != 0 { rows.append { _ in [:] } }
    let operation = TextureOperation(kind: .sample, dimension: .d2, unit: 0)
    try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, Sampler(min: .linear, mag: .nearest))]), rows, "threshold")
}

@Test("just below and above a power of two of the footprint, both levels and their weight have the reference's bits", arguments: [FilterMode.linear, .nearest])
func levelThresholds(filter: FilterMode) throws {
    let texture = try samplerTestTexture(.d2, .rgba8, levels: 4)
    var rows = LookupRows()
    for exponent in -1...5 {
        // Near a power of two, rounding may turn the result of a polynomial of the mantissa into the next integer.
        for step in -48...48 {
            let footprint = Float(bitPattern: UInt32(Int(Float(sign: .plus, exponent: exponent, significand: 1).bitPattern) + step))
            for sign in [Float(1), -1] {
                rows.append { _ in [.s: Float(0.43).bitPattern, .t: Float(0.61).bitPattern, .dsdx: (sign * footprint / 13).bitPattern] }
            }
        }
    }
    while rows.count % 16 != 0 { rows.append { _ in [:] } }
    let operation = TextureOperation(kind: .sample, dimension: .d2, unit: 0)
    for mag in FilterMode.allCases {
        let sampler = Sampler(min: filter, mag: mag, mip: .linear)
        try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, sampler)]), rows, "\(mag)")
    }
}

@Test("fetches of samples give the reference's bits, and zeros for samples that do not exist", arguments: [TextureDimension.d2Multisample, .d2MultisampleArray])
func samplerKernelSamples(dimension: TextureDimension) throws {
    let device = Device(.reference), isArray = dimension == .d2MultisampleArray
    let texture = try device.makeTexture(TextureDescriptor(type: samplerTestType(dimension), format: .rgba8, width: isArray ? 12 : 13, height: isArray ? 8 : 7,
                                                           depth: isArray ? 3 : 1, samples: 4))
    let bytes = texture.storage.mutableBytes(ofLevel: 0)
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index * 37 + index / 256) }
    let operation = TextureOperation(kind: .fetch, dimension: dimension, levelOfDetail: .explicit, unit: 0)
    let comparison = SamplerComparison(operation: operation, bindings: [TextureBinding(texture, .nearest)])
    try checkSampler(comparison, samplerTestRows(dimension), "\(dimension)", lanes: [4, 8, 16, 32])
    try checkSampler(comparison, samplerTestRows(dimension, 64), "size \(dimension)", asksSize: true)
    let none = samplerTestRows(dimension).columns[LookupRows.Field.sample.rawValue].firstIndex { Int32(bitPattern: $0) < 0 || $0 > 3 }!
    #expect(comparison.expected(samplerTestRows(dimension), asksSize: false)[none] == [0, 0, 0, 0])
    let count = TextureOperation(kind: .sampleCount, dimension: dimension, resultType: .int, unit: 0)
    try checkSampler(SamplerComparison(operation: count, bindings: [TextureBinding(texture, .nearest)]), samplerTestRows(dimension, 64), "samples")
    #expect(TextureUnits(bindings: [TextureBinding(texture, .nearest)]).sample(count, TextureRequest(), isFragment: true).x == QuadUInt(repeating: 4))
}

@Test("fetches from buffers give the reference's bits, and zeros out of range",
      arguments: [PixelFormat.rgba8, .r16Int, .rgb32Float, .rgb32Int, .rgb32Uint, .rgba32Uint])
func samplerKernelBuffers(format: PixelFormat) throws {
    let device = Device(.reference), buffer = try device.makeBuffer((0..<240).map { UInt8($0) })
    let texture = try device.makeTexture(reading: buffer, as: format, offset: 16, byteCount: 13 * format.bytesPerTexel + 1)
    let operation = TextureOperation(kind: .fetch, dimension: .buffer, resultType: samplerTestResult(format), levelOfDetail: .explicit, unit: 0)
    let comparison = SamplerComparison(operation: operation, bindings: [TextureBinding(texture, .nearest)])
    try checkSampler(comparison, samplerTestRows(.buffer), "\(format)", lanes: [4, 8, 16, 32])
    try checkSampler(comparison, samplerTestRows(.buffer, 64), "size", asksSize: true)
    var request = TextureRequest()
    request.i = QuadInt(0, 12, 13, -1)
    let found = TextureUnits(bindings: [TextureBinding(texture, .nearest)]).sample(operation, request, isFragment: true)
    #expect(found.x[2] == 0 && found.x[3] == 0 && found.x[1] != 0)
}

@Test("queries of levels give the reference's bits", arguments: shapes)
func samplerKernelQueries(dimension: TextureDimension) throws {
    let texture = try samplerTestTexture(dimension, .rgba8, levels: 3)
    let operation = TextureOperation(kind: .levelOfDetail, dimension: dimension, unit: 0)
    let anisotropic = Sampler(mip: .linear, maxAnisotropy: 16)
    for (number, sampler) in [Sampler.trilinear, limited(.trilinear), limited(Sampler(min: .nearest, mag: .linear, mip: .nearest)), .linear,
                              anisotropic, limited(anisotropic)].enumerated() {
        for isFragment in [true, false] {
            try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, sampler)], isFragment: isFragment),
                             samplerTestRows(dimension, 256), "\(dimension) \(number)")
        }
    }
    let count = TextureOperation(kind: .levelCount, dimension: dimension, resultType: .int, unit: 0)
    try checkSampler(SamplerComparison(operation: count, bindings: [TextureBinding(texture, .linear)]), samplerTestRows(dimension, 64), "levels")
}

@Test("lookups in stencil, and borders of exact integers, give the reference's bits", arguments: [PixelFormat.depth24Stencil8, .depth32FloatStencil8])
func samplerKernelStencil(format: PixelFormat) throws {
    let texture = try samplerTestTexture(.d2, format, levels: 1)
    var sampler = Sampler(wrap: .clampToBorder)
    sampler.integerBorderColor = SIMD4(16_777_217, 2, 3, 4)
    for kind in [TextureOperation.Kind.sample, .fetch, .gather] {
        let operation = TextureOperation(kind: kind, dimension: .d2, resultType: .uint, levelOfDetail: kind == .fetch ? .explicit : .implicit, unit: 0)
        try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(TextureView(texture, readsStencil: true), sampler: sampler)]),
                         samplerTestRows(.d2, 256), "\(kind)")
    }
}
