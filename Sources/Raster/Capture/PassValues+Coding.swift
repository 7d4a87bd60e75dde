// PassValues+Coding: viewports, rectangles and clear values as records in a capture.

import CaptureFile

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
extension ClearMask: FieldCodable {
    package static var blank: ClearMask { .all }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var list = colors.map(\.rawValue)
        try c.code(&list)
        try c.code(&allColors)
        try c.code(&stencil)
        colors = list.map(ColorWriteMask.init)
    }
}
