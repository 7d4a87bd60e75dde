// BoundTexture: one texture unit of a draw, as a trivial struct of pointers, sizes and codes. A lookup therefore touches no class,
// array or reference count. TextureUnits owns the memory behind the pointers and the texel storage.

import Shading

/// One mip level that lookups may read.
struct SampledLevel {
    var base: UnsafeRawPointer
    var width: Int
    var height: Int
    /// The number of depth slices, layers or faces.
    var slices: Int
    var bytesPerRow: Int
    /// The number of bytes of one sample of a slice.
    var bytesPerPlane: Int
    var bytesPerSlice: Int
}

struct BoundTexture {
    /// The number of readable levels; 0 if no texture is bound.
    var levelCount = 0
    /// The readable levels. The first of these levels is GL's base level.
    var levels: UnsafePointer<SampledLevel>
    var format: PixelFormat
    /// The layout in which lookups read texels: the layout of the stencil alone if the view reads the stencil, else the format's layout.
    var layout: TexelLayout
    var dimension: TextureDimension
    var bytesPerTexel: Int
    /// The number of samples of a texel.
    var samples: Int
    /// The number of channels, 1…4, if the format has 8-bit unorm channels and is therefore filtered in fixed point (see TexelFiltering); 0
    /// for other formats.
    var fixedPointChannels = 0
    var wrapS: WrapMode, wrapT: WrapMode, wrapR: WrapMode
    var minFilter: FilterMode, magFilter: FilterMode, mipFilter: MipFilterMode
    var lodBias: Float, lodMin: Float, lodMax: Float
    /// The maximum number of probes of a lookup, 1…16; 1 means isotropic.
    var maxAnisotropy: Int
    var compare: CompareFunction
    /// Whether the reference value is clamped to 0…1. The value is clamped if the texture has fixed-point depth.
    var clampsReference: Bool
    /// Whether the texture is a cube with filtering across the edges of faces.
    var isSeamlessCube: Bool
    /// The border colour as register bits, limited to the range of the format. If the format lacks a colour channel, this channel of the
    /// border is 0; if the format lacks alpha, the border's alpha is 1.
    var border: SIMD4<UInt32>
    /// The border colour as 8-bit codes, for formats that are filtered in fixed point.
    var borderCodes: SIMD4<Int32>
    /// The source of each component of a lookup's result.
    var swizzle = TextureSwizzle.identity
    /// The number, within the texture, of the first layer or face that the view shows. The log needs this number.
    var firstLayer = 0
    /// The log that records the texels that lookups read, for debuggers; nil if these texels are not recorded. TextureUnits retains the
    /// log.
    var log: Unmanaged<TexelLog>?

    /// Makes an empty unit. `levels` of an empty unit is never read.
    init(emptyWith levels: UnsafePointer<SampledLevel>) {
        self.levels = levels
        format = .rgba8; layout = format.layout; dimension = .d2; bytesPerTexel = 4; samples = 1
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
        layout = binding.view.layout
        bytesPerTexel = texture.storage.bytesPerTexel
        samples = texture.storage.samples
        dimension = binding.view.dimension
        fixedPointChannels = format.byteChannelCount
        wrapS = dimension.wrap(sampler.wrapS, axis: 0); wrapT = dimension.wrap(sampler.wrapT, axis: 1); wrapR = sampler.wrapR
        // Formats without filtering are read with the filter `nearest`, even if the sampler has another filter.
        let filterable = texture.format.isFilterable && !binding.view.readsStencil
        minFilter = filterable ? sampler.minFilter : .nearest
        magFilter = filterable ? sampler.magFilter : .nearest
        mipFilter = !filterable && sampler.mipFilter == .linear ? .nearest : sampler.mipFilter
        lodBias = sampler.lodBias; lodMin = sampler.lodMin; lodMax = sampler.lodMax
        maxAnisotropy = sampler.maxAnisotropy >= 2 ? Int(min(sampler.maxAnisotropy, 16)) : 1
        compare = sampler.compare ?? .lessEqual
        clampsReference = format.hasFixedPointDepth
        isSeamlessCube = dimension.isCube && sampler.seamlessCube
        swizzle = binding.view.swizzle
        firstLayer = binding.view.layers.lowerBound
        border = BoundTexture.border(sampler, format, binding.view.readsStencil ? .stencil : format.kind)
        borderCodes = .zero
        if fixedPointChannels > 0 {
            for c in 0..<fixedPointChannels { borderCodes[c] = Int32(bitPattern: TexelEncoding.unorm(sampler.borderColor[c], 255)) }
            for c in 0..<fixedPointChannels { border[c] = (Float(borderCodes[c]) / 255).bitPattern }
        }
    }

    /// Returns the border colour as a texel of the format would hold the colour, because GL treats the border as texels of the texture's
    /// format (§3.8.7). Values are clamped, missing channels get defaults, and integer formats drop the fraction. The result is not
    /// quantised; the initialiser quantises it for 8-bit unorm formats.
    private static func border(_ sampler: Sampler, _ format: PixelFormat, _ kind: PixelFormat.ChannelKind) -> SIMD4<UInt32> {
        let channels = format.isColor ? format.channelCount : 1
        var result = format.isInteger || kind == .stencil ? SIMD4<UInt32>(0, 0, 0, 1) : SIMD4(0, 0, 0, Float(1).bitPattern)
        for c in 0..<channels {
            let v = sampler.borderColor[c]
            switch kind {
            case .int, .uint, .stencil:
                if let exact = sampler.integerBorderColor {
                    result[c] = UInt32(bitPattern: exact[c])
                    continue
                }
            default: break
            }
            switch kind {
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

/// Returns `v` limited to low…high. NaN gives low.
@inline(__always) func clamp(_ v: Float, _ low: Float, _ high: Float) -> Float {
    let above = v > low ? v : low
    return above < high ? above : high
}

extension TextureView {
    /// The layout in which lookups read texels.
    package var layout: TexelLayout { readsStencil ? texture.format.layout.ofStencil : texture.format.layout }
    /// The type of a lookup's results.
    package var resultType: ScalarType {
        switch layout.kind { case .int: .int; case .uint, .stencil: .uint; default: .float }
    }
    /// The dimension of the samplers that read the view.
    package var dimension: TextureDimension {
        let isMultisampled = texture.descriptor.samples > 1
        return switch type {
        case .d2: isMultisampled ? .d2Multisample : .d2
        case .d3: .d3
        case .cube: .cube
        case .d2Array: isMultisampled ? .d2MultisampleArray : .d2Array
        case .d1: .d1
        case .d1Array: .d1Array
        case .rectangle: .rectangle
        case .buffer: .buffer
        case .cubeArray: .cubeArray
        }
    }
}

extension TextureDimension {
    var isCube: Bool { self == .cube || self == .cubeArray }
    /// Returns the wrap mode that lookups use. A 1D texture has one row, and its coordinate t is clamped to this row. The coordinates of a
    /// rectangle texture are clamped, too.
    func wrap(_ mode: WrapMode, axis: Int) -> WrapMode {
        switch self {
        case .d1, .d1Array: axis == 0 ? mode : .clampToEdge
        case .rectangle: mode == .clampToBorder ? mode : .clampToEdge
        default: mode
        }
    }
    /// Whether the layer is the third coordinate.
    var hasLayers: Bool { self == .d1Array || self == .d2Array || self == .d2MultisampleArray }
}
