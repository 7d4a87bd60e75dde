// Vertex attributes and vertex array objects (OpenGL ES 3.0.6 §2.7 to §2.11).

import Raster

extension GLContext {
    // MARK: Vertex array objects

    package func glGenVertexArrays(_ n: GLsizei, _ arrays: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        try vertexArrays.generate(n, arrays)
    }
    package func glDeleteVertexArrays(_ n: GLsizei, _ arrays: UnsafePointer<GLuint>?) throws(GLError) {
        guard n >= 0 else { throw .invalidValue("the number of names is negative") }
        guard let arrays else { return }
        for i in 0..<Int(n) {
            let removed = vertexArrays.remove(arrays[i])
            if removed != nil, removed === vertexArray { vertexArray = defaultVertexArray }
        }
    }
    package func glIsVertexArray(_ array: GLuint) throws(GLError) -> GLboolean { GLboolean(vertexArrays[array] != nil) }
    package func glBindVertexArray(_ array: GLuint) throws(GLError) {
        if array == 0 {
            vertexArray = defaultVertexArray
        } else if let known = vertexArrays[array] {
            vertexArray = known
        } else {
            guard vertexArrays.isUsed(array) else { throw .invalidOperation("vertex array \(array) was not generated, or is deleted") }
            let made = VertexArrayObject(name: array)
            vertexArrays.insert(made, array)
            vertexArray = made
        }
    }

    // MARK: Arrays

    private func location(_ index: GLuint) throws(GLError) -> Int {
        guard index < GLuint(GLLimits.vertexAttributes) else {
            throw .invalidValue("attribute \(index) does not exist: there are \(GLLimits.vertexAttributes)")
        }
        return Int(index)
    }
    func checkAttribute(_ index: GLuint) throws(GLError) { _ = try location(index) }
    package func glEnableVertexAttribArray(_ index: GLuint) throws(GLError) {
        vertexArray.change(try location(index)) { $0.isEnabled = true }
    }
    package func glDisableVertexAttribArray(_ index: GLuint) throws(GLError) {
        vertexArray.change(try location(index)) { $0.isEnabled = false }
    }
    package func glVertexAttribDivisor(_ index: GLuint, _ divisor: GLuint) throws(GLError) {
        let location = try location(index)
        try checkBoundVertexArray()
        vertexArray.bind(location, to: location)
        vertexArray.changeBinding(location) { $0.divisor = Self.divisor(divisor) }
    }
    private static func divisor(_ number: GLuint) -> Int { Int(min(number, GLuint(Int32.max))) }
    /// Throws an error if no vertex array is bound in the core profile, which has no vertex array with the name 0 (OpenGL 3.3 §E.2.2).
    private func checkBoundVertexArray() throws(GLError) {
        if version.isDesktop, !version.allowsLegacy, vertexArray === defaultVertexArray { throw .invalidOperation("no vertex array object is bound") }
    }
    package func glVertexAttribPointer(_ index: GLuint, _ size: GLint, _ type: GLenum, _ normalized: GLboolean, _ stride: GLsizei,
                                       _ pointer: UnsafeRawPointer?) throws(GLError) {
        let isES3Type = [GL_INT, GL_UNSIGNED_INT, GL_HALF_FLOAT, GL_INT_2_10_10_10_REV, GL_UNSIGNED_INT_2_10_10_10_REV].contains(type)
        guard !isES3Type || version.hasES3 else { throw .invalidEnum("type", type) }
        try setArray(index, size, type, normalized != 0, stride, pointer, isInteger: false)
    }
    package func glVertexAttribIPointer(_ index: GLuint, _ size: GLint, _ type: GLenum, _ stride: GLsizei, _ pointer: UnsafeRawPointer?) throws(GLError) {
        try setArray(index, size, type, false, stride, pointer, isInteger: true)
    }
    private func setArray(_ index: GLuint, _ size: GLint, _ type: GLenum, _ isNormalized: Bool, _ stride: GLsizei, _ pointer: UnsafeRawPointer?,
                          isInteger: Bool) throws(GLError) {
        let location = try location(index)
        let form = try form(size, type, isNormalized, isInteger: isInteger)
        guard stride >= 0 else { throw .invalidValue("the stride \(stride) is negative") }
        guard stride <= GLLimits.vertexStride || version.isDesktop || !version.hasES31 else {
            throw .invalidValue("the stride \(stride) is larger than \(GLLimits.vertexStride)")
        }
        try checkBoundVertexArray()
        if buffers.array == nil, pointer != nil, vertexArray !== defaultVertexArray {
            throw .invalidOperation("a vertex array object cannot use the program's own memory: bind a buffer to GL_ARRAY_BUFFER")
        }
        vertexArray.change(location) { array in
            form.apply(to: &array)
            array.relativeOffset = 0
            array.givenStride = Int(stride)
            array.givenAddress = UInt(bitPattern: pointer)
        }
        vertexArray.bind(location, to: location)
        let buffer = buffers.array, step = stride == 0 ? vertexArray.arrays[location].sourceByteCount : Int(stride)
        vertexArray.changeBinding(location) { place in
            place.buffer = buffer
            place.offset = UInt(bitPattern: pointer)
            place.isMemory = buffer == nil
            place.stride = step
        }
    }

    // MARK: Functions that set formats and buffers separately (OpenGL ES 3.1 §10.3.1, §10.3.2)

    /// The number and the type of an attribute's components.
    private struct AttributeForm {
        var size: GLint, type: GLenum, isNormalized: Bool, isInteger: Bool
        var format: VertexFormat
        var conversion: ConvertedArray.Form?

        func apply(to array: inout VertexAttributeArray) {
            array.size = size; array.type = type; array.isNormalized = isNormalized; array.isInteger = isInteger
            array.format = format
            array.conversion = conversion
        }
    }
    private func form(_ size: GLint, _ type: GLenum, _ isNormalized: Bool, isInteger: Bool) throws(GLError) -> AttributeForm {
        let isBGRA = size == GLint(GL_BGRA_EXT) && version.isDesktop && !isInteger
        if isBGRA {
            guard type == GL_UNSIGNED_BYTE, isNormalized else { throw .invalidOperation("attributes in the order GL_BGRA must be normalised bytes") }
        }
        let size = isBGRA ? 4 : size, isDouble = type == GL_DOUBLE && version.isDesktop && !isInteger
        guard (1...4).contains(size) else { throw .invalidValue("an attribute has 1 to 4 components, not \(size)") }
        let known = VertexFormat(type: isDouble ? GL_FLOAT : type, size: size, isNormalized: isNormalized, isInteger: isInteger)
        guard let format = known else { throw .invalidEnum("type", type) }
        if case .packed1010102 = format, size != 4 { throw .invalidOperation("a packed attribute has 4 components, not \(size)") }
        return AttributeForm(size: size, type: type, isNormalized: isNormalized, isInteger: isInteger, format: format,
                             conversion: isBGRA ? .bgra : isDouble ? .doubles : nil)
    }
    package func glVertexAttribFormat(_ attribindex: GLuint, _ size: GLint, _ type: GLenum, _ normalized: GLboolean,
                                      _ relativeoffset: GLuint) throws(GLError) {
        try setFormat(attribindex, size, type, normalized != 0, relativeoffset, isInteger: false)
    }
    package func glVertexAttribIFormat(_ attribindex: GLuint, _ size: GLint, _ type: GLenum, _ relativeoffset: GLuint) throws(GLError) {
        try setFormat(attribindex, size, type, false, relativeoffset, isInteger: true)
    }
    private func setFormat(_ index: GLuint, _ size: GLint, _ type: GLenum, _ isNormalized: Bool, _ offset: GLuint, isInteger: Bool) throws(GLError) {
        let location = try location(index)
        let form = try form(size, type, isNormalized, isInteger: isInteger)
        guard offset <= GLuint(GLLimits.vertexRelativeOffset) else {
            throw .invalidValue("the offset \(offset) in an element is larger than \(GLLimits.vertexRelativeOffset)")
        }
        try checkNamedVertexArray()
        vertexArray.change(location) { array in
            form.apply(to: &array)
            array.relativeOffset = Int(offset)
        }
        vertexArray.bind(location, to: vertexArray.arrays[location].binding)
    }
    /// Throws an error if the vertex array with the name 0 is bound, because the functions that set formats and buffers separately work
    /// only on vertex arrays with other names. Contexts that accept features of older versions are an exception.
    private func checkNamedVertexArray() throws(GLError) {
        if vertexArray === defaultVertexArray, !version.allowsLegacy { throw .invalidOperation("no vertex array object is bound") }
    }
    private func bindingNumber(_ index: GLuint) throws(GLError) -> Int {
        guard index < GLuint(GLLimits.vertexBufferBindings) else {
            throw .invalidValue("binding \(index) does not exist: there are \(GLLimits.vertexBufferBindings)")
        }
        return Int(index)
    }
    package func glVertexAttribBinding(_ attribindex: GLuint, _ bindingindex: GLuint) throws(GLError) {
        let location = try location(attribindex), binding = try bindingNumber(bindingindex)
        try checkNamedVertexArray()
        vertexArray.bind(location, to: binding)
    }
    package func glVertexBindingDivisor(_ bindingindex: GLuint, _ divisor: GLuint) throws(GLError) {
        let binding = try bindingNumber(bindingindex)
        try checkNamedVertexArray()
        vertexArray.changeBinding(binding) { $0.divisor = Self.divisor(divisor) }
    }
    package func glBindVertexBuffer(_ bindingindex: GLuint, _ buffer: GLuint, _ offset: Int, _ stride: GLsizei) throws(GLError) {
        let binding = try bindingNumber(bindingindex)
        guard offset >= 0, stride >= 0, stride <= GLLimits.vertexStride else {
            throw .invalidValue("offset \(offset) or stride \(stride) is negative, or the stride is larger than \(GLLimits.vertexStride)")
        }
        try checkNamedVertexArray()
        guard buffer == 0 || share.buffers.isUsed(buffer) else { throw .invalidOperation("the name \(buffer) was not generated") }
        let object = bufferObject(buffer)
        vertexArray.changeBinding(binding) { place in
            place.buffer = object
            place.offset = UInt(offset)
            place.isMemory = false
            place.stride = Int(stride)
        }
    }

    // MARK: Current values

    private func setCurrent(_ index: GLuint, _ value: AttributeValue) throws(GLError) {
        currentAttributes[try location(index)] = value
        drawCache.areAttributesDirty = true
    }
    package func glVertexAttrib1f(_ index: GLuint, _ x: GLfloat) throws(GLError) { try setCurrent(index, .float(SIMD4(x, 0, 0, 1))) }
    package func glVertexAttrib2f(_ index: GLuint, _ x: GLfloat, _ y: GLfloat) throws(GLError) { try setCurrent(index, .float(SIMD4(x, y, 0, 1))) }
    package func glVertexAttrib3f(_ index: GLuint, _ x: GLfloat, _ y: GLfloat, _ z: GLfloat) throws(GLError) {
        try setCurrent(index, .float(SIMD4(x, y, z, 1)))
    }
    package func glVertexAttrib4f(_ index: GLuint, _ x: GLfloat, _ y: GLfloat, _ z: GLfloat, _ w: GLfloat) throws(GLError) {
        try setCurrent(index, .float(SIMD4(x, y, z, w)))
    }
    package func glVertexAttrib1fv(_ index: GLuint, _ v: UnsafePointer<GLfloat>?) throws(GLError) {
        _ = try location(index)
        if let v { try glVertexAttrib1f(index, v[0]) }
    }
    package func glVertexAttrib2fv(_ index: GLuint, _ v: UnsafePointer<GLfloat>?) throws(GLError) {
        _ = try location(index)
        if let v { try glVertexAttrib2f(index, v[0], v[1]) }
    }
    package func glVertexAttrib3fv(_ index: GLuint, _ v: UnsafePointer<GLfloat>?) throws(GLError) {
        _ = try location(index)
        if let v { try glVertexAttrib3f(index, v[0], v[1], v[2]) }
    }
    package func glVertexAttrib4fv(_ index: GLuint, _ v: UnsafePointer<GLfloat>?) throws(GLError) {
        _ = try location(index)
        if let v { try glVertexAttrib4f(index, v[0], v[1], v[2], v[3]) }
    }
    package func glVertexAttribI4i(_ index: GLuint, _ x: GLint, _ y: GLint, _ z: GLint, _ w: GLint) throws(GLError) {
        try setCurrent(index, .int(SIMD4(x, y, z, w)))
    }
    package func glVertexAttribI4ui(_ index: GLuint, _ x: GLuint, _ y: GLuint, _ z: GLuint, _ w: GLuint) throws(GLError) {
        try setCurrent(index, .uint(SIMD4(x, y, z, w)))
    }
    package func glVertexAttribI4iv(_ index: GLuint, _ v: UnsafePointer<GLint>?) throws(GLError) {
        _ = try location(index)
        if let v { try glVertexAttribI4i(index, v[0], v[1], v[2], v[3]) }
    }
    package func glVertexAttribI4uiv(_ index: GLuint, _ v: UnsafePointer<GLuint>?) throws(GLError) {
        _ = try location(index)
        if let v { try glVertexAttribI4ui(index, v[0], v[1], v[2], v[3]) }
    }

    // MARK: Queries (OpenGL ES 3.0.6 §6.1.12)

    private func value(of index: GLuint, _ name: GLenum) throws(GLError) -> StateValue {
        let location = try location(index), array = vertexArray.arrays[location]
        switch name {
        case GL_VERTEX_ATTRIB_ARRAY_ENABLED: return .bool(array.isEnabled)
        case GL_VERTEX_ATTRIB_ARRAY_SIZE: return .int(array.conversion == .bgra ? Int(GL_BGRA_EXT) : Int(array.size))
        case GL_VERTEX_ATTRIB_ARRAY_STRIDE: return .int(array.givenStride)
        case GL_VERTEX_ATTRIB_ARRAY_TYPE: return .enumeration(array.type)
        case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED: return .bool(array.isNormalized)
        case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING: return .int(Int(array.buffer?.name ?? 0))
        case GL_VERTEX_ATTRIB_ARRAY_DIVISOR: return .int(array.divisor)
        case GL_VERTEX_ATTRIB_ARRAY_INTEGER where version.hasES3: return .bool(array.isInteger)
        case GL_VERTEX_ATTRIB_BINDING where version.hasES31: return .int(array.binding)
        case GL_VERTEX_ATTRIB_RELATIVE_OFFSET where version.hasES31: return .int(array.relativeOffset)
        case GL_CURRENT_VERTEX_ATTRIB:
            switch currentAttributes[location] {
            case .float(let value): return .floats([value.x, value.y, value.z, value.w])
            case .int(let value): return .ints([Int(value.x), Int(value.y), Int(value.z), Int(value.w)])
            case .uint(let value): return .ints([Int(value.x), Int(value.y), Int(value.z), Int(value.w)])
            }
        default: throw .invalidEnum("pname", name)
        }
    }
    package func glGetVertexAttribfv(_ index: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLfloat>?) throws(GLError) {
        try value(of: index, pname).write(to: params)
    }
    package func glGetVertexAttribiv(_ index: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        try value(of: index, pname).write(to: params)
    }
    package func glGetVertexAttribdv(_ index: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<Double>?) throws(GLError) {
        try value(of: index, pname).write(to: params)
    }
    package func glGetVertexAttribIiv(_ index: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        try value(of: index, pname).write(to: params)
    }
    package func glGetVertexAttribIuiv(_ index: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        try value(of: index, pname).write(to: params)
    }
    package func glGetVertexAttribPointerv(_ index: GLuint, _ pname: GLenum, _ pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) throws(GLError) {
        guard pname == GL_VERTEX_ATTRIB_ARRAY_POINTER else { throw .invalidEnum("pname", pname) }
        let array = vertexArray.arrays[try location(index)]
        pointer?.pointee = UnsafeMutableRawPointer(bitPattern: array.givenAddress)
    }
}
