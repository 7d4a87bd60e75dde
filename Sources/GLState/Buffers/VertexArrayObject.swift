import Raster

/// A vertex array object (OpenGL ES 3.1 §10.3): the places of the vertex attributes and of the indices that draws read.
package final class VertexArrayObject {
    package let name: GLuint
    package var label = ""
    /// The arrays by attribute location.
    package private(set) var arrays = (0..<GLLimits.vertexAttributes).map { VertexAttributeArray(binding: $0) }
    /// The buffers of the arrays, by binding. Each array contains a copy of the values of the array's binding, so that draws need only the
    /// arrays.
    private(set) var bindings = Array(repeating: VertexBufferPlace(), count: GLLimits.vertexBufferBindings)
    package var elementBuffer: BufferObject?
    /// A number that grows with each change of a format, a stride, a divisor, or of the enabled arrays. A pipeline remains valid for draws
    /// as long as this number does not change.
    package private(set) var layoutVersion = 0
    /// A number that grows with each change of an array.
    package private(set) var version = 0

    package init(name: GLuint) { self.name = name }

    /// Changes an array. Counts up `version`, and `layoutVersion` if the layout changes.
    package func change(_ location: Int, _ body: (inout VertexAttributeArray) -> Void) {
        let layout = arrays[location].layoutKey
        body(&arrays[location])
        version &+= 1
        if arrays[location].layoutKey != layout { layoutVersion &+= 1 }
    }
    /// Changes a binding, and all arrays that use the binding.
    func changeBinding(_ binding: Int, _ body: (inout VertexBufferPlace) -> Void) {
        body(&bindings[binding])
        for location in arrays.indices where arrays[location].binding == binding { change(location) { $0.read(bindings[binding]) } }
    }
    /// Lets an array use a binding.
    func bind(_ location: Int, to binding: Int) {
        change(location) { array in
            array.binding = binding
            array.read(bindings[binding])
        }
    }
    /// Removes a deleted buffer from the bindings (OpenGL ES 3.0.6 appendix D.1.2).
    package func detach(_ buffer: BufferObject) {
        if elementBuffer === buffer { elementBuffer = nil }
        for binding in bindings.indices where bindings[binding].buffer === buffer {
            changeBinding(binding) { place in
                place.buffer = nil
                place.offset = 0
            }
        }
    }
}

/// The buffer from which vertex attributes are read (glBindVertexBuffer, OpenGL ES 3.1 §10.3.1).
struct VertexBufferPlace {
    var buffer: BufferObject?
    /// The number of bytes from the start of `buffer`, or an address in the program's memory if `isMemory` is set.
    var offset: UInt = 0
    /// Whether the vertices lie in the program's memory. Only glVertexAttribPointer can set this property.
    var isMemory = false
    /// The number of bytes from one element to the next. If this number is 0, all vertices read the same element.
    var stride = 16
    var divisor = 0
}

/// One vertex attribute array (glVertexAttribPointer).
package struct VertexAttributeArray {
    package var isEnabled = false
    package var size: GLint = 4
    package var type = GL_FLOAT
    package var isNormalized = false
    package var isInteger = false
    /// `givenStride` is the stride, and `givenAddress` is the address, that the program passed to glVertexAttribPointer. Only queries read
    /// these values.
    var givenStride = 0, givenAddress: UInt = 0
    /// `binding` is the binding whose buffer contains the vertices. `relativeOffset` is the number of bytes from the start of an element to
    /// the attribute.
    fileprivate(set) var binding: Int
    var relativeOffset = 0

    // The following properties are copies of the values of the array's binding.
    private var stride = 16
    package private(set) var divisor = 0
    /// The number of bytes from the start of `buffer`, or an address in the program's memory if `buffer` is nil; 0 if the array has neither
    /// a buffer nor such memory.
    package private(set) var address: UInt = 0
    package private(set) var buffer: BufferObject?
    /// The format that follows from `size`, `type`, `isNormalized` and `isInteger`.
    package var format = VertexFormat.float4
    /// The form of the numbers in the program's buffer, if Raster reads a converted copy in the form of `format`; nil if Raster reads the
    /// program's numbers themselves.
    var conversion: ConvertedArray.Form?

    init(binding: Int) { self.binding = binding }

    /// Copies the values of the binding into the array. If the binding has no buffer, and the vertices do not lie in the program's memory,
    /// the attribute reads zeros.
    fileprivate mutating func read(_ place: VertexBufferPlace) {
        stride = place.stride
        divisor = place.divisor
        buffer = place.buffer
        address = place.buffer == nil && !place.isMemory ? 0 : place.offset &+ UInt(relativeOffset)
    }

    /// The number of bytes of one element in the program's buffer.
    var sourceByteCount: Int { conversion == .doubles ? 8 * Int(size) : format.byteCount }
    /// The number of bytes from one element to the next.
    package var effectiveStride: Int { conversion == nil ? stride : format.byteCount }
    /// The number of bytes from one element to the next in the program's buffer.
    var sourceStride: Int { stride }

    /// The properties that affect a pipeline. Disabled arrays have equal keys.
    package struct LayoutKey: Hashable {
        fileprivate var kind: UInt32, stride: UInt32, divisor: UInt32
    }
    package var layoutKey: LayoutKey {
        if !isEnabled { return LayoutKey(kind: 0, stride: 0, divisor: 0) }
        let kind = UInt32(type & 0xFFFF) << 8 | UInt32(size) << 4 | (isNormalized ? 4 : 0) | (isInteger ? 2 : 0) | 1
        return LayoutKey(kind: kind, stride: UInt32(truncatingIfNeeded: effectiveStride), divisor: UInt32(truncatingIfNeeded: divisor))
    }
}

extension VertexFormat {
    /// Makes the format that the arguments of glVertexAttribPointer or glVertexAttribIPointer describe; nil if vertex attributes cannot
    /// have the type `type`.
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
