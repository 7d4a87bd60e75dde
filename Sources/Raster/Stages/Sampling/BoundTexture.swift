// BoundTexture: one texture unit of a draw, flattened into a trivial struct of pointers, sizes and codes, so that a lookup
// touches no class, array or reference count. TextureUnits owns the memory behind the pointers and the texel storage.

import Shading

/// One mip level that may be read.
struct SampledLevel {
    var base: UnsafeRawPointer
    var width: Int
    var height: Int
    /// Depth slices, layers or faces.
    var slices: Int
    var bytesPerRow: Int
    var bytesPerSlice: Int
}

struct BoundTexture {
    /// 0 when nothing is bound.
    var levelCount = 0
    /// The readable levels; the first is GL's base level.
    var levels: UnsafePointer<SampledLevel>
    var format: PixelFormat
    var dimension: TextureDimension
    var bytesPerTexel: Int
    /// 1…4 for the 8-bit unorm formats, which are filtered in fixed point (see TexelFiltering), else 0.
    var fixedPointChannels = 0
    var wrapS: WrapMode, wrapT: WrapMode, wrapR: WrapMode
    var minFilter: FilterMode, magFilter: FilterMode, mipFilter: MipFilterMode
    var lodBias: Float, lodMin: Float, lodMax: Float
    /// 1…16.
    var maxAnisotropy: Int
    var compare: CompareFunction
    /// Fixed-point depth: the reference value is clamped to 0…1.
    var clampsReference: Bool
    /// A cube whose filter crosses the edges of faces.
    var isSeamlessCube: Bool
    /// Register bits, already what a texel of the format could hold: channels it lacks are 0, alpha one.
    var border: SIMD4<UInt32>
    /// The border colour as codes, for fixed-point formats.
    var borderCodes: SIMD4<Int32>
    /// Sees the texels that are taken, for debuggers; nil for nobody. TextureUnits keeps it.
    var log: Unmanaged<TexelLog>?

    /// Reads as nothing. `levels` must point to at least one level, which is not read.
    init(emptyWith levels: UnsafePointer<SampledLevel>) {
        self.levels = levels
        format = .rgba8; dimension = .d2; bytesPerTexel = 4
        wrapS = .clampToEdge; wrapT = .clampToEdge; wrapR = .clampToEdge
        minFilter = .nearest; magFilter = .nearest; mipFilter = .none
        lodBias = 0; lodMin = 0; lodMax = 0; maxAnisotropy = 1
        compare = .never; clampsReference = true; isSeamlessCube = false
        border = .zero; borderCodes = .zero
    }

    init(_ binding: TextureBinding, levels: UnsafePointer<SampledLevel>, levelCount: Int) {
        let texture = binding.texture, sampler = binding.sampler
        self.levels = levels
        self.levelCount = levelCount
        format = texture.format
        bytesPerTexel = texture.storage.bytesPerTexel
        dimension = switch texture.descriptor.type { case .d2: .d2; case .d3: .d3; case .cube: .cube; case .d2Array: .d2Array }
        fixedPointChannels = format.byteChannelCount
        wrapS = sampler.wrapS; wrapT = sampler.wrapT; wrapR = sampler.wrapR
        // Formats without filtering are read with nearest, whatever the sampler says.
        let filterable = texture.format.isFilterable
        minFilter = filterable ? sampler.minFilter : .nearest
        magFilter = filterable ? sampler.magFilter : .nearest
        mipFilter = !filterable && sampler.mipFilter == .linear ? .nearest : sampler.mipFilter
        lodBias = sampler.lodBias; lodMin = sampler.lodMin; lodMax = sampler.lodMax
        maxAnisotropy = sampler.maxAnisotropy >= 2 ? Int(min(sampler.maxAnisotropy, 16)) : 1
        compare = sampler.compare ?? .lessEqual
        clampsReference = format.hasFixedPointDepth
        isSeamlessCube = dimension == .cube && sampler.seamlessCube
        border = BoundTexture.border(sampler.borderColor, format)
        borderCodes = .zero
        if fixedPointChannels > 0 {
            for c in 0..<fixedPointChannels { borderCodes[c] = Int32(bitPattern: TexelEncoding.unorm(sampler.borderColor[c], 255)) }
            for c in 0..<fixedPointChannels { border[c] = (Float(borderCodes[c]) / 255).bitPattern }
        }
    }

    /// The border colour as the format would hold it (GL stores it in the texture's format, §3.8.7): clamped, its missing
    /// channels filled in; integers take the whole part. Only 8-bit unorm formats also quantise it.
    private static func border(_ color: SIMD4<Float>, _ format: PixelFormat) -> SIMD4<UInt32> {
        let channels = format.isColor ? format.channelCount : 1
        var result = format.isInteger || format.kind == .stencil ? SIMD4<UInt32>(0, 0, 0, 1) : SIMD4(0, 0, 0, Float(1).bitPattern)
        for c in 0..<channels {
            let v = color[c]
            switch format.kind {
            case .unorm: result[c] = clamp(v, 0, 1).bitPattern
            case .snorm: result[c] = clamp(v, -1, 1).bitPattern
            case .float: result[c] = v.bitPattern
            case .depth, .depthStencil: result[c] = (format.hasFixedPointDepth ? clamp(v, 0, 1) : v).bitPattern
            case .int: result[c] = UInt32(bitPattern: Int32(clamp(v, -2_147_483_648, 2_147_483_520)))
            case .uint, .stencil: result[c] = UInt32(clamp(v, 0, 4_294_967_040))
            }
        }
        return result
    }
}

/// `v` held in low…high; NaN gives low.
@inline(__always) func clamp(_ v: Float, _ low: Float, _ high: Float) -> Float {
    let above = v > low ? v : low
    return above < high ? above : high
}
