// Lookups at one coordinate that are emitted together: their bits, their code, and the units that may share work.

import Kernel
import Raster
import Shading
import Testing

private func bindings(_ dimension: TextureDimension, _ formats: [PixelFormat], _ sampler: Sampler, levels: Int = 3) throws -> [TextureBinding] {
    try formats.enumerated().map { TextureBinding(try samplerTestTexture(dimension, $1, levels: levels, seed: UInt64($0) + 1), sampler) }
}
/// Checks that the units are alike. Then emits one lookup for each unit, all lookups together, and compares the lookups' results with the
/// results of the reference.
private func check(_ bindings: [TextureBinding], _ operation: TextureOperation, _ rows: LookupRows, _ what: String, extras: LookupExtras = [],
                   isFragment: Bool = true, instructionSet: KernelTarget.InstructionSet = .host, lanes: [Int]? = nil) throws {
    let units = Array(bindings.indices)
    #expect(AlikeUnits(bindings, groups: [units]) == AlikeUnits(units.map { _ in bindings[0] }, groups: [units]), "\(what)")
    var comparison = SamplerComparison(operation: operation, bindings: bindings, isFragment: isFragment, extras: extras, instructionSet: instructionSet)
    comparison.together = units
    try checkSampler(comparison, rows, what, lanes: lanes)
}

@Test("lookups that are emitted together give the reference's bits in every shape of texture",
      arguments: [TextureDimension.d2, .cube, .d2Array, .d3, .d1, .d1Array, .rectangle, .cubeArray])
func groupsInEveryShape(dimension: TextureDimension) throws {
    for (number, formats) in [[PixelFormat.rgba8, .srgb8Alpha8, .rgba8, .rgb10a2], [.rgba16Float, .rgba16], [.r8, .r8Uint]].enumerated() {
        let sampler = number == 2 ? Sampler.nearest : .trilinearRepeat
        let operation = TextureOperation(kind: .sample, dimension: dimension, unit: 0)
        let bindings = try bindings(dimension, number == 2 ? [.r8, .r8Snorm] : formats, sampler)
        try check(bindings, operation, samplerTestRows(dimension, 192), "\(dimension) \(formats)", lanes: number == 0 ? [4, 8, 16, 32] : nil)
    }
}

@Test("lookups that are emitted together give the reference's bits with every wrap mode, filter, level and footprint")
func groupsWithEverySampler() throws {
    let formats = [PixelFormat.srgb8Alpha8, .rgba8, .srgb8Alpha8]
    for (number, wrap) in samplerTestWraps.indices.enumerated() {
        var sampler = samplerTestSampler(wrap, .linear, number % 2 == 0 ? .linear : .nearest, number % 3 == 0 ? .linear : .nearest)
        if number == 1 { sampler.maxAnisotropy = 4 }
        if number == 2 { sampler.lodBias = 0.4; sampler.lodMin = 0.25; sampler.lodMax = 1.8 }
        for mode in [TextureOperation.LevelOfDetail.implicit, .bias, .explicit, .gradient] {
            var bindings = try bindings(.d2, formats, sampler)
            // The border colour changes only the texels, not their positions, so units with different border colours still share work.
            bindings[1].sampler.borderColor = SIMD4(0.9, 0.1, 0.4, 0.2)
            let operation = TextureOperation(kind: .sample, dimension: .d2, levelOfDetail: mode, unit: 0)
            try check(bindings, operation, samplerTestRows(.d2, 192), "wrap \(wrap) \(mode)", extras: number == 3 ? .offset : [], isFragment: number != 4)
        }
    }
}

@Test("lookups that are emitted together give the reference's bits on older instruction sets",
      arguments: [KernelTarget.InstructionSet.x86v1, .x86v2, .x86v3, .aarch64].filter { KernelTarget(lanes: 4, instructionSet: $0).runsHere })
func groupsOnOlderInstructionSets(set: KernelTarget.InstructionSet) throws {
    let operation = TextureOperation(kind: .sample, dimension: .d2, unit: 0)
    try check(bindings(.d2, [.rgba8, .srgb8Alpha8, .rgba8], .trilinearRepeat), operation, samplerTestRows(.d2, 256), "\(set)", instructionSet: set)
}

@Test("lookups that are emitted together branch as often as one lookup")
func groupsShareWork() throws {
    let operation = TextureOperation(kind: .sample, dimension: .d2, unit: 0)
    var comparison = SamplerComparison(operation: operation, bindings: try bindings(.d2, [.rgba8, .rgba8, .rgba8], .trilinearRepeat))
    let alone = try comparison.branchCount(lanes: 16)
    comparison.together = [0, 1, 2]
    #expect(try comparison.branchCount(lanes: 16) == alone)
}

@Test("units are alike if their textures have one shape and their samplers are equal; formats, borders and channels may differ")
func alikeUnits() throws {
    let plain = Sampler.trilinearRepeat, device = Device(.reference)
    func texture(_ format: PixelFormat = .rgba8, _ width: Int = 16, _ height: Int = 8, levels: Int = 4, type: TextureType = .d2,
                 depth: Int = 1) throws -> Texture {
        try device.makeTexture(TextureDescriptor(type: type, format: format, width: width, height: height, depth: depth, mipLevels: levels))
    }
    func alike(_ other: TextureBinding?, to first: TextureBinding? = nil) throws -> Bool {
        let first = try first ?? TextureBinding(texture(), plain), found = AlikeUnits([first, nil, other], groups: [[0, 1, 2]])
        let both = AlikeUnits([first, nil, first], groups: [[0, 1, 2]]), neither = AlikeUnits([], groups: [])
        #expect(both != neither && (found == both || found == neither))
        return found == both
    }
    func sampler(_ change: (inout Sampler) -> Void) -> Sampler {
        var result = plain
        change(&result)
        return result
    }
    for format in [PixelFormat.rgba8, .srgb8Alpha8, .rgb10a2, .rg16Float, .r32Float] { #expect(try alike(TextureBinding(texture(format), plain)), "\(format)") }
    #expect(try alike(TextureBinding(texture(), sampler { $0.borderColor = SIMD4(1, 0, 0, 1) })))
    #expect(try alike(TextureBinding(TextureView(texture(), swizzle: TextureSwizzle(red: .blue)), sampler: plain)))
    #expect(try alike(TextureBinding(texture(levels: 5), plain, levels: 0...3)))
    // Wrap modes have no effect on cubes, because lookups filter across the edges of faces.
    let cube = try texture(.rgba8, 8, 8, type: .cube)
    #expect(try alike(TextureBinding(texture(.srgb8Alpha8, 8, 8, type: .cube), .trilinear), to: TextureBinding(cube, plain)))

    for format in [PixelFormat.r8, .rg8, .rgba16Float, .rgba8Uint, .rgba32Float] { #expect(try !alike(TextureBinding(texture(format), plain)), "\(format)") }
    let others = try [TextureBinding(texture(.rgba8, 8), plain), TextureBinding(texture(.rgba8, 16, 16), plain), TextureBinding(texture(levels: 3), plain),
                      TextureBinding(texture(), plain, levels: 1...3), TextureBinding(texture(type: .d2Array, depth: 2), plain)]
    for (number, other) in others.enumerated() { #expect(try !alike(other), "\(number)") }
    let changes: [(inout Sampler) -> Void] = [
        { $0.wrapS = .clampToEdge }, { $0.wrapT = .mirroredRepeat }, { $0.minFilter = .nearest }, { $0.magFilter = .nearest }, { $0.mipFilter = .nearest },
        { $0.lodBias = 0.5 }, { $0.lodMin = 1 }, { $0.lodMax = 2 }, { $0.maxAnisotropy = 4 },
    ]
    for (number, change) in changes.enumerated() { #expect(try !alike(TextureBinding(texture(), sampler(change))), "\(number)") }
    // A limit of 1 and a limit of 2 change the code in the same way, but the units are not alike, because the values differ.
    let limited = try TextureBinding(texture(), sampler { $0.lodMin = 1 })
    #expect(try !alike(TextureBinding(texture(), sampler { $0.lodMin = 2 }), to: limited))
    #expect(try !alike(nil))
    #expect(AlikeUnits([limited, limited], groups: []) == AlikeUnits([limited, nil], groups: [[0, 1]]))
}
