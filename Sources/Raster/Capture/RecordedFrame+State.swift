// RecordedFrame+State: the fields of the API's state types, as records in a capture.

import CaptureFile

extension PixelFormat: FieldCodable {
    package static var blank: PixelFormat { .r8 }
    /// Formats have no numbers, so a format is coded by name.
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var name = rawValue
        try c.code(&name)
        guard let format = PixelFormat(rawValue: name) else { throw c.failure("names the format '\(name)'") }
        self = format
    }
}
extension TextureDescriptor: FieldCodable {
    package static var blank: TextureDescriptor { TextureDescriptor(format: .r8, width: 1, height: 1) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&type)
        try c.code(&format)
        try c.code(&width)
        try c.code(&height)
        try c.code(&depth)
        try c.code(&mipLevels)
        try c.code(&samples)
        try c.code(&label)
    }
}
extension TextureRegion: FieldCodable {
    package static var blank: TextureRegion { TextureRegion(width: 0, height: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&x)
        try c.code(&y)
        try c.code(&z)
        try c.code(&width)
        try c.code(&height)
        try c.code(&depth)
    }
}
extension Sampler: FieldCodable {
    package static var blank: Sampler { Sampler() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&minFilter)
        try c.code(&magFilter)
        try c.code(&mipFilter)
        try c.code(&wrapS)
        try c.code(&wrapT)
        try c.code(&wrapR)
        try c.code(&borderColor)
        try c.code(&lodBias)
        try c.code(&lodMin)
        try c.code(&lodMax)
        try c.code(&maxAnisotropy)
        try c.code(&compare)
        try c.code(&seamlessCube)
    }
}
extension CompareFunction: FieldCodable {
    package static var blank: CompareFunction { .never }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var raw = rawValue
        try c.code(&raw)
        guard let known = CompareFunction(rawValue: raw) else { throw c.failure("has number \(raw) for a comparison") }
        self = known
    }
}
extension Viewport: FieldCodable {
    package static var blank: Viewport { Viewport(width: 0, height: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&x)
        try c.code(&y)
        try c.code(&width)
        try c.code(&height)
        try c.code(&depthNear)
        try c.code(&depthFar)
    }
}
extension PixelRect: FieldCodable {
    package static var blank: PixelRect { PixelRect(x: 0, y: 0, width: 0, height: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&x)
        try c.code(&y)
        try c.code(&width)
        try c.code(&height)
    }
}
extension ClearColor: FieldCodable {
    package static var blank: ClearColor { .float(.zero) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var kind: UInt8 = switch self { case .float: 0; case .int: 1; case .uint: 2 }
        var words: SIMD4<UInt32> = switch self {
        case .float(let v): unsafeBitCast(v, to: SIMD4<UInt32>.self)
        case .int(let v): SIMD4(truncatingIfNeeded: v)
        case .uint(let v): v
        }
        try c.code(&kind)
        try c.code(&words)
        switch kind {
        case 0: self = .float(unsafeBitCast(words, to: SIMD4<Float>.self))
        case 1: self = .int(SIMD4(truncatingIfNeeded: words))
        case 2: self = .uint(words)
        default: throw c.failure("has number \(kind) for a kind of colour")
        }
    }
}
extension ClearValues: FieldCodable {
    package static var blank: ClearValues { .none }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var list = colors.map(RecordedOptional.init), depths = [depth].compactMap { $0?.bitPattern }, stencils = [stencil].compactMap { $0 }
        try c.code(&list)
        try c.code(&allColors)
        try c.code(&depths)
        try c.code(&stencils)
        guard depths.count <= 1, stencils.count <= 1 else { throw c.failure("clears to \(depths.count) depths and \(stencils.count) stencil values") }
        colors = list.map(\.value); depth = depths.first.map { Float(bitPattern: $0) }; stencil = stencils.first
    }
}
extension VertexFormat: FieldCodable {
    package static var blank: VertexFormat { .float1 }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var kind: UInt8 = 0, component = VertexComponent.float32, count = 4, isSigned = false, isNormalized = false
        switch self {
        case .scaled(let type, let n): (kind, component, count) = (0, type, n)
        case .normalized(let type, let n): (kind, component, count) = (1, type, n)
        case .integer(let type, let n): (kind, component, count) = (2, type, n)
        case .packed1010102(let signed, let normalized): (kind, isSigned, isNormalized) = (3, signed, normalized)
        }
        try c.code(&kind)
        try c.code(&component)
        try c.code(&count)
        try c.code(&isSigned)
        try c.code(&isNormalized)
        guard (1...4).contains(count) else { throw c.failure("has an attribute of \(count) components") }
        switch kind {
        case 0: self = .scaled(component, count)
        case 1: self = .normalized(component, count)
        case 2: self = .integer(component, count)
        case 3: self = .packed1010102(signed: isSigned, normalized: isNormalized)
        default: throw c.failure("has number \(kind) for a vertex format")
        }
    }
}
extension VertexAttribute: FieldCodable {
    package static var blank: VertexAttribute { VertexAttribute("", .float1) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&name)
        try c.code(&format)
        try c.code(&offset)
        try c.code(&slot)
    }
}
extension VertexBufferLayout: FieldCodable {
    package static var blank: VertexBufferLayout { VertexBufferLayout(stride: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&stride)
        try c.code(&divisor)
    }
}
/// A vertex layout's constant attribute.
private struct RecordedConstant: FieldCodable {
    var name: String
    var value: SIMD4<Float>
    static var blank: RecordedConstant { RecordedConstant(name: "", value: .zero) }
    mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&name)
        try c.code(&value)
    }
}
extension VertexLayout: FieldCodable {
    package static var blank: VertexLayout { .none }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        // The constants are sorted, so that equal layouts have equal bytes.
        var list = constants.sorted { $0.key < $1.key }.map { RecordedConstant(name: $0.key, value: $0.value) }
        try c.code(&buffers)
        try c.code(&attributes)
        try c.code(&list)
        constants = Dictionary(list.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
extension DepthState: FieldCodable {
    package static var blank: DepthState { .less }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try compare.code(&c)
        try c.code(&writes)
    }
}
extension StencilFaceState: FieldCodable {
    package static var blank: StencilFaceState { StencilFaceState() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try compare.code(&c)
        try c.code(&stencilFail)
        try c.code(&depthFail)
        try c.code(&pass)
        try c.code(&readMask)
        try c.code(&writeMask)
    }
}
extension StencilState: FieldCodable {
    package static var blank: StencilState { StencilState(both: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&front)
        try c.code(&back)
    }
}
extension BlendState: FieldCodable {
    package static var blank: BlendState { .additive }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&colorEquation)
        try c.code(&colorSource)
        try c.code(&colorDestination)
        try c.code(&alphaEquation)
        try c.code(&alphaSource)
        try c.code(&alphaDestination)
    }
}
extension ColorTargetState: FieldCodable {
    package static var blank: ColorTargetState { ColorTargetState() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&blend)
        try c.code(&writeMask)
    }
}
extension RasterState: FieldCodable {
    package static var blank: RasterState { RasterState() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&cull)
        try c.code(&frontFace)
        try c.code(&polygonMode)
        try c.code(&provokingVertex)
        try c.code(&polygonOffset.factor)
        try c.code(&polygonOffset.units)
        try c.code(&depthClamp)
        try c.code(&lineWidth)
        try c.code(&pointSize)
        try c.code(&primitiveRestart)
        try c.code(&alphaToCoverage)
        try c.code(&sampleMask)
        try c.code(&depth)
        try c.code(&stencil)
        try c.code(&colorTargets)
    }
}
