// VertexLayout+Coding: vertex layouts as records in a capture.

import CaptureFile

extension VertexFormat: FieldCodable {
    package static var blank: VertexFormat { .float1 }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var kind: UInt8 = 0, component = VertexComponent.float32, count = 4, isSigned = false, isNormalized = false
        switch self {
        case .scaled(let type, let n): (kind, component, count) = (0, type, n)
        case .normalized(let type, let n): (kind, component, count) = (1, type, n)
        case .integer(let type, let n): (kind, component, count) = (2, type, n)
        case .packed1010102(let signed, let normalized): (kind, isSigned, isNormalized) = (3, signed, normalized)
        case .bgra8: (kind, component) = (4, .uint8)
        case .packedBGRA1010102(let signed): (kind, isSigned, isNormalized) = (5, signed, true)
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
        case 4: self = .bgra8
        case 5: self = .packedBGRA1010102(signed: isSigned)
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
/// A constant attribute of a vertex layout.
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
        // The constants are sorted, because equal layouts must have equal bytes.
        var list = constants.sorted { $0.key < $1.key }.map { RecordedConstant(name: $0.key, value: $0.value) }
        try c.code(&buffers)
        try c.code(&attributes)
        try c.code(&list)
        constants = Dictionary(list.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
