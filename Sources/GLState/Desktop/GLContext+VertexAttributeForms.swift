// VertexAttributeForms: glVertexAttrib in the types that OpenGL ES does not have (OpenGL 3.3 §2.7). Each function converts its arguments to
// floats or integers, and sets the current value of an attribute. Components that the call does not give are 0 for y and z, and 1 for w.

import Raster

extension GLContext {
    private func set(_ index: GLuint, _ x: Double, _ y: Double = 0, _ z: Double = 0, _ w: Double = 1) throws(GLError) {
        try glVertexAttrib4f(index, Float(x), Float(y), Float(z), Float(w))
    }
    /// Sets an attribute to numbers in memory. If `numbers` is nil, the function only checks the index.
    private func set<Number>(_ index: GLuint, _ numbers: UnsafePointer<Number>?, _ count: Int, _ convert: (Number) -> Float) throws(GLError) {
        guard let numbers else { return try checkAttribute(index) }
        var value = SIMD4<Float>(0, 0, 0, 1)
        for i in 0..<count { value[i] = convert(numbers[i]) }
        try glVertexAttrib4f(index, value.x, value.y, value.z, value.w)
    }
    private func setIntegers<Number: BinaryInteger>(_ index: GLuint, _ numbers: UnsafePointer<Number>?, _ count: Int = 4) throws(GLError) {
        guard let numbers else { return try checkAttribute(index) }
        var value = SIMD4<Int32>(0, 0, 0, 1)
        for i in 0..<count { value[i] = Int32(truncatingIfNeeded: numbers[i]) }
        try glVertexAttribI4i(index, value.x, value.y, value.z, value.w)
    }
    private func setUnsigned<Number: BinaryInteger>(_ index: GLuint, _ numbers: UnsafePointer<Number>?, _ count: Int = 4) throws(GLError) {
        guard let numbers else { return try checkAttribute(index) }
        var value = SIMD4<UInt32>(0, 0, 0, 1)
        for i in 0..<count { value[i] = UInt32(truncatingIfNeeded: numbers[i]) }
        try glVertexAttribI4ui(index, value.x, value.y, value.z, value.w)
    }

    // MARK: Floats from other numbers

    package func glVertexAttrib1d(_ index: GLuint, _ x: Double) throws(GLError) { try set(index, Double(x)) }
    package func glVertexAttrib2d(_ index: GLuint, _ x: Double, _ y: Double) throws(GLError) { try set(index, Double(x), Double(y)) }
    package func glVertexAttrib3d(_ index: GLuint, _ x: Double, _ y: Double, _ z: Double) throws(GLError) {
        try set(index, Double(x), Double(y), Double(z))
    }
    package func glVertexAttrib4d(_ index: GLuint, _ x: Double, _ y: Double, _ z: Double, _ w: Double) throws(GLError) {
        try set(index, Double(x), Double(y), Double(z), Double(w))
    }
    package func glVertexAttrib1dv(_ index: GLuint, _ v: UnsafePointer<Double>?) throws(GLError) { try set(index, v, 1) { Float($0) } }
    package func glVertexAttrib2dv(_ index: GLuint, _ v: UnsafePointer<Double>?) throws(GLError) { try set(index, v, 2) { Float($0) } }
    package func glVertexAttrib3dv(_ index: GLuint, _ v: UnsafePointer<Double>?) throws(GLError) { try set(index, v, 3) { Float($0) } }
    package func glVertexAttrib4dv(_ index: GLuint, _ v: UnsafePointer<Double>?) throws(GLError) { try set(index, v, 4) { Float($0) } }
    package func glVertexAttrib1s(_ index: GLuint, _ x: Int16) throws(GLError) { try set(index, Double(x)) }
    package func glVertexAttrib2s(_ index: GLuint, _ x: Int16, _ y: Int16) throws(GLError) { try set(index, Double(x), Double(y)) }
    package func glVertexAttrib3s(_ index: GLuint, _ x: Int16, _ y: Int16, _ z: Int16) throws(GLError) {
        try set(index, Double(x), Double(y), Double(z))
    }
    package func glVertexAttrib4s(_ index: GLuint, _ x: Int16, _ y: Int16, _ z: Int16, _ w: Int16) throws(GLError) {
        try set(index, Double(x), Double(y), Double(z), Double(w))
    }
    package func glVertexAttrib1sv(_ index: GLuint, _ v: UnsafePointer<Int16>?) throws(GLError) { try set(index, v, 1) { Float($0) } }
    package func glVertexAttrib2sv(_ index: GLuint, _ v: UnsafePointer<Int16>?) throws(GLError) { try set(index, v, 2) { Float($0) } }
    package func glVertexAttrib3sv(_ index: GLuint, _ v: UnsafePointer<Int16>?) throws(GLError) { try set(index, v, 3) { Float($0) } }
    package func glVertexAttrib4sv(_ index: GLuint, _ v: UnsafePointer<Int16>?) throws(GLError) { try set(index, v, 4) { Float($0) } }
    package func glVertexAttrib4bv(_ index: GLuint, _ v: UnsafePointer<Int8>?) throws(GLError) { try set(index, v, 4) { Float($0) } }
    package func glVertexAttrib4iv(_ index: GLuint, _ v: UnsafePointer<GLint>?) throws(GLError) { try set(index, v, 4) { Float($0) } }
    package func glVertexAttrib4ubv(_ index: GLuint, _ v: UnsafePointer<UInt8>?) throws(GLError) { try set(index, v, 4) { Float($0) } }
    package func glVertexAttrib4uiv(_ index: GLuint, _ v: UnsafePointer<GLuint>?) throws(GLError) { try set(index, v, 4) { Float($0) } }
    package func glVertexAttrib4usv(_ index: GLuint, _ v: UnsafePointer<UInt16>?) throws(GLError) { try set(index, v, 4) { Float($0) } }

    // MARK: Fractions: the largest integer means 1 (OpenGL 3.3 §2.3.1)

    /// Converts an integer to a fraction (OpenGL 3.3 §2.1.5). With b bits, an unsigned number c represents c / (2ᵇ − 1), and a signed number
    /// c represents (2c + 1) / (2ᵇ − 1).
    private static func fraction<Number: FixedWidthInteger>(_ number: Number) -> Float {
        if Number.isSigned { return Float((2 * Double(number) + 1) / (Double(Number.max) * 2 + 1)) }
        return Float(Double(number) / Double(Number.max))
    }
    package func glVertexAttrib4Nub(_ index: GLuint, _ x: UInt8, _ y: UInt8, _ z: UInt8, _ w: UInt8) throws(GLError) {
        try glVertexAttrib4f(index, Self.fraction(x), Self.fraction(y), Self.fraction(z), Self.fraction(w))
    }
    package func glVertexAttrib4Nbv(_ index: GLuint, _ v: UnsafePointer<Int8>?) throws(GLError) { try set(index, v, 4, Self.fraction) }
    package func glVertexAttrib4Niv(_ index: GLuint, _ v: UnsafePointer<GLint>?) throws(GLError) { try set(index, v, 4, Self.fraction) }
    package func glVertexAttrib4Nsv(_ index: GLuint, _ v: UnsafePointer<Int16>?) throws(GLError) { try set(index, v, 4, Self.fraction) }
    package func glVertexAttrib4Nubv(_ index: GLuint, _ v: UnsafePointer<UInt8>?) throws(GLError) { try set(index, v, 4, Self.fraction) }
    package func glVertexAttrib4Nuiv(_ index: GLuint, _ v: UnsafePointer<GLuint>?) throws(GLError) { try set(index, v, 4, Self.fraction) }
    package func glVertexAttrib4Nusv(_ index: GLuint, _ v: UnsafePointer<UInt16>?) throws(GLError) { try set(index, v, 4, Self.fraction) }

    // MARK: Integers

    package func glVertexAttribI1i(_ index: GLuint, _ x: GLint) throws(GLError) { try glVertexAttribI4i(index, x, 0, 0, 1) }
    package func glVertexAttribI2i(_ index: GLuint, _ x: GLint, _ y: GLint) throws(GLError) { try glVertexAttribI4i(index, x, y, 0, 1) }
    package func glVertexAttribI3i(_ index: GLuint, _ x: GLint, _ y: GLint, _ z: GLint) throws(GLError) { try glVertexAttribI4i(index, x, y, z, 1) }
    package func glVertexAttribI1ui(_ index: GLuint, _ x: GLuint) throws(GLError) { try glVertexAttribI4ui(index, x, 0, 0, 1) }
    package func glVertexAttribI2ui(_ index: GLuint, _ x: GLuint, _ y: GLuint) throws(GLError) { try glVertexAttribI4ui(index, x, y, 0, 1) }
    package func glVertexAttribI3ui(_ index: GLuint, _ x: GLuint, _ y: GLuint, _ z: GLuint) throws(GLError) { try glVertexAttribI4ui(index, x, y, z, 1) }
    package func glVertexAttribI1iv(_ index: GLuint, _ v: UnsafePointer<GLint>?) throws(GLError) { try setIntegers(index, v, 1) }
    package func glVertexAttribI1uiv(_ index: GLuint, _ v: UnsafePointer<GLuint>?) throws(GLError) { try setUnsigned(index, v, 1) }
    package func glVertexAttribI2iv(_ index: GLuint, _ v: UnsafePointer<GLint>?) throws(GLError) { try setIntegers(index, v, 2) }
    package func glVertexAttribI2uiv(_ index: GLuint, _ v: UnsafePointer<GLuint>?) throws(GLError) { try setUnsigned(index, v, 2) }
    package func glVertexAttribI3iv(_ index: GLuint, _ v: UnsafePointer<GLint>?) throws(GLError) { try setIntegers(index, v, 3) }
    package func glVertexAttribI3uiv(_ index: GLuint, _ v: UnsafePointer<GLuint>?) throws(GLError) { try setUnsigned(index, v, 3) }
    package func glVertexAttribI4bv(_ index: GLuint, _ v: UnsafePointer<Int8>?) throws(GLError) { try setIntegers(index, v) }
    package func glVertexAttribI4sv(_ index: GLuint, _ v: UnsafePointer<Int16>?) throws(GLError) { try setIntegers(index, v) }
    package func glVertexAttribI4ubv(_ index: GLuint, _ v: UnsafePointer<UInt8>?) throws(GLError) { try setUnsigned(index, v) }
    package func glVertexAttribI4usv(_ index: GLuint, _ v: UnsafePointer<UInt16>?) throws(GLError) { try setUnsigned(index, v) }

    // MARK: Packed numbers: three of 10 bits and one of 2 bits

    private func setPacked(_ index: GLuint, _ type: GLenum, _ isNormalized: GLboolean, _ value: GLuint, _ count: Int) throws(GLError) {
        guard type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV else { throw .invalidEnum("type", type) }
        var result = SIMD4<Float>(0, 0, 0, 1)
        for i in 0..<count {
            let bits: UInt32 = i == 3 ? 2 : 10, code = (value >> (10 * UInt32(i))) & (1 << bits - 1)
            if type == GL_UNSIGNED_INT_2_10_10_10_REV {
                result[i] = isNormalized == 0 ? Float(code) : Float(code) / Float(1 << bits - 1)
            } else {
                let signed = Int32(bitPattern: code << (32 - bits)) >> Int32(32 - bits)
                result[i] = isNormalized == 0 ? Float(signed) : Float(2 * signed + 1) / Float(1 << bits - 1)
            }
        }
        try glVertexAttrib4f(index, result.x, result.y, result.z, result.w)
    }
    package func glVertexAttribP1ui(_ index: GLuint, _ type: GLenum, _ normalized: GLboolean, _ value: GLuint) throws(GLError) {
        try setPacked(index, type, normalized, value, 1)
    }
    package func glVertexAttribP1uiv(_ index: GLuint, _ type: GLenum, _ normalized: GLboolean, _ value: UnsafePointer<GLuint>?) throws(GLError) {
        if let value { try setPacked(index, type, normalized, value.pointee, 1) } else { try checkAttribute(index) }
    }
    package func glVertexAttribP2ui(_ index: GLuint, _ type: GLenum, _ normalized: GLboolean, _ value: GLuint) throws(GLError) {
        try setPacked(index, type, normalized, value, 2)
    }
    package func glVertexAttribP2uiv(_ index: GLuint, _ type: GLenum, _ normalized: GLboolean, _ value: UnsafePointer<GLuint>?) throws(GLError) {
        if let value { try setPacked(index, type, normalized, value.pointee, 2) } else { try checkAttribute(index) }
    }
    package func glVertexAttribP3ui(_ index: GLuint, _ type: GLenum, _ normalized: GLboolean, _ value: GLuint) throws(GLError) {
        try setPacked(index, type, normalized, value, 3)
    }
    package func glVertexAttribP3uiv(_ index: GLuint, _ type: GLenum, _ normalized: GLboolean, _ value: UnsafePointer<GLuint>?) throws(GLError) {
        if let value { try setPacked(index, type, normalized, value.pointee, 3) } else { try checkAttribute(index) }
    }
    package func glVertexAttribP4ui(_ index: GLuint, _ type: GLenum, _ normalized: GLboolean, _ value: GLuint) throws(GLError) {
        try setPacked(index, type, normalized, value, 4)
    }
    package func glVertexAttribP4uiv(_ index: GLuint, _ type: GLenum, _ normalized: GLboolean, _ value: UnsafePointer<GLuint>?) throws(GLError) {
        if let value { try setPacked(index, type, normalized, value.pointee, 4) } else { try checkAttribute(index) }
    }
}
