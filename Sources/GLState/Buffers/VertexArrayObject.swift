import Raster

/// A vertex array object (OpenGL ES 3.0.6 §2.11): where the vertex attributes and the indices of draws lie.
package final class VertexArrayObject {
    package let name: GLuint
    package var label = ""
    /// The arrays by attribute location.
    package private(set) var arrays = Array(repeating: VertexAttributeArray(), count: GLLimits.vertexAttributes)
    package var elementBuffer: BufferObject?
    /// Grows with each change of a format, a stride, a divisor, or of the enabled arrays. A pipeline fits a draw as long as this number
    /// stays.
    package private(set) var layoutVersion = 0
    /// Grows with each change of an array.
    package private(set) var version = 0

    package init(name: GLuint) { self.name = name }

    /// Changes an array. Counts up `version`, and `layoutVersion` if the layout changes.
    package func change(_ location: Int, _ body: (inout VertexAttributeArray) -> Void) {
        let layout = arrays[location].layoutKey
        body(&arrays[location])
        version &+= 1
        if arrays[location].layoutKey != layout { layoutVersion &+= 1 }
    }
    /// Removes a deleted buffer from the arrays (OpenGL ES 3.0.6 appendix D.1.2).
    package func detach(_ buffer: BufferObject) {
        if elementBuffer === buffer { elementBuffer = nil }
        for location in arrays.indices where arrays[location].buffer === buffer {
            change(location) { array in
                array.buffer = nil
                array.address = 0
            }
        }
    }
}

/// One vertex attribute array (glVertexAttribPointer).
package struct VertexAttributeArray {
    package var isEnabled = false
    package var size: GLint = 4
    package var type = GL_FLOAT
    package var isNormalized = false
    package var isInteger = false
    /// The stride as the program gave it; 0 means that the elements follow one another.
    package var stride = 0
    package var divisor = 0
    /// The number of bytes from the start of `buffer`, or an address in the program's memory if `buffer` is nil.
    package var address: UInt = 0
    package var buffer: BufferObject?
    /// The format; always the format of `size`, `type`, `isNormalized` and `isInteger`.
    package var format = VertexFormat.float4
    /// The form of the numbers in the buffer, if Raster reads a copy in the form of `format`.
    var conversion: ConvertedArray.Form?

    /// The number of bytes from one element to the next.
    package var effectiveStride: Int { stride == 0 || conversion != nil ? format.byteCount : stride }
    /// The number of bytes from one element to the next in the program's buffer.
    var sourceStride: Int { stride != 0 ? stride : conversion == .doubles ? 8 * Int(size) : format.byteCount }

    /// All that a pipeline knows about the array, as a number. Two arrays with the same key have the same layout.
    package var layoutKey: UInt64 {
        if !isEnabled { return 0 }
        let kind = UInt64(type & 0xFFFF) << 8 | UInt64(size) << 4 | (isNormalized ? 4 : 0) | (isInteger ? 2 : 0) | 1
        return kind | UInt64(UInt32(truncatingIfNeeded: effectiveStride)) << 24 ^ UInt64(UInt32(truncatingIfNeeded: divisor)) << 40
    }
}

extension VertexFormat {
    /// Returns the format of the arguments of glVertexAttribPointer and glVertexAttribIPointer; nil if `type` is no type of an attribute.
    package init?(type: GLenum, size: GLint, isNormalized: Bool, isInteger: Bool) {
        let count = Int(size)
        let component: VertexComponent
        switch type {
        case GL_BYTE: component = .int8
        case GL_UNSIGNED_BYTE: component = .uint8
        case GL_SHORT: component = .int16
        case GL_UNSIGNED_SHORT: component = .uint16
        case GL_INT: component = .int32
        case GL_UNSIGNED_INT: component = .uint32
        case GL_FIXED: component = .fixed32
        case GL_FLOAT: component = .float32
        case GL_HALF_FLOAT, GL_HALF_FLOAT_OES: component = .float16
        case GL_INT_2_10_10_10_REV where !isInteger:
            self = .packed1010102(signed: true, normalized: isNormalized)
            return
        case GL_UNSIGNED_INT_2_10_10_10_REV where !isInteger:
            self = .packed1010102(signed: false, normalized: isNormalized)
            return
        default: return nil
        }
        if isInteger {
            guard component.isInteger else { return nil }
            self = .integer(component, count)
        } else {
            self = isNormalized && component.isInteger ? .normalized(component, count) : .scaled(component, count)
        }
    }
}
