import Raster
import Shading

/// The values of uniforms (OpenGL ES 3.0.6 §2.12.6). Programs call these functions before most draws, so the functions neither search nor
/// allocate: a location is an index into `ProgramExecutable.places`.
extension GLContext {
    /// Returns the uniform or array element at a location. Returns nil for location −1; setters then do nothing.
    @inline(__always)
    private func place(_ executable: ProgramExecutable?, _ location: GLint, _ count: GLsizei) throws(GLError)
        -> (executable: ProgramExecutable, place: UniformPlace)? {
        guard let executable else { throw .invalidOperation("no program is current") }
        guard count >= 0 else { throw .invalidValue("the number of elements is negative") }
        guard executable.places.indices.contains(Int(location)) else {
            if location == -1 { return nil }
            throw .invalidOperation("the program has no uniform location \(location)")
        }
        let place = executable.places[Int(location)]
        guard count <= 1 || place.isArray else { throw .invalidOperation("the uniform is not an array, but \(count) elements are given") }
        return (executable, place)
    }

    /// The program whose uniforms glUniform sets: the current program, or, without a current program, the active program of the pipeline object.
    @inline(__always)
    private var uniformExecutable: ProgramExecutable? { program == nil ? pipeline?.activeProgram?.executable : program?.executable }

    /// Sets scalars or vectors. `form` is the type of the values; a uniform of bools accepts values of every type.
    @inline(__always)
    func setUniform(_ location: GLint, _ count: GLsizei, _ form: UniformForm, _ values: UnsafeRawPointer?) throws(GLError) {
        try setUniform(uniformExecutable, location, count, form, values)
    }
    @inline(__always)
    func setUniform(_ executable: ProgramExecutable?, _ location: GLint, _ count: GLsizei, _ form: UniformForm, _ values: UnsafeRawPointer?) throws(GLError) {
        guard let (executable, place) = try place(executable, location, count) else { return }
        guard place.form == form else { return try convertUniform(executable, place, count, form, values) }
        guard let values else { return }
        executable.write(values, at: place.first, count: min(Int(count), place.elementCount) * form.count)
    }

    /// Sets a uniform whose type differs from the type of the values: a sampler or bools.
    @inline(never)
    private func convertUniform(_ executable: ProgramExecutable, _ place: UniformPlace, _ count: GLsizei, _ form: UniformForm,
                                _ values: UnsafeRawPointer?) throws(GLError) {
        if place.form == .unused { return }
        guard place.form != .none else { throw .invalidOperation("the program has no such uniform location") }
        let elementCount = min(Int(count), place.elementCount)
        if place.form == UniformForm(.sampler, 1), form == UniformForm(.int, 1) {
            guard let values else { return }
            return try setSamplers(executable, place, elementCount, values)
        }
        if place.form == UniformForm(.image, 1), form == UniformForm(.int, 1), version.isDesktop {
            guard let values else { return }
            return try setImages(executable, place, elementCount, values)
        }
        guard place.form.kind == .bool, form.kind != .bool, place.form.count == form.count else {
            throw .invalidOperation(place.form.kind == .sampler ? "samplers take only single integers"
                : place.form.kind == .image ? "the shader states the unit of the image" : "the uniform has another type")
        }
        guard let values else { return }
        for k in 0 ..< elementCount * form.count {
            let word = values.loadUnaligned(fromByteOffset: 4 * k, as: UInt32.self)
            let isTrue = form.kind == .float ? Float(bitPattern: word) != 0 : word != 0
            executable.uniforms[place.first + k] = isTrue ? 0xFFFF_FFFF : 0
        }
    }

    private func setSamplers(_ executable: ProgramExecutable, _ place: UniformPlace, _ count: Int, _ values: UnsafeRawPointer) throws(GLError) {
        func unit(_ k: Int) -> Int { Int(values.loadUnaligned(fromByteOffset: 4 * k, as: Int32.self)) }
        for k in 0..<count where !(0..<GLLimits.combinedTextureUnits).contains(unit(k)) { throw .invalidValue("there is no texture unit \(unit(k))") }
        for k in 0..<count where executable.textureUnits[place.first + k] != unit(k) {
            executable.textureUnits[place.first + k] = unit(k)
            executable.bindingVersion += 1
        }
    }

    /// Sets the units of images. Only desktop OpenGL lets programs set the units; in OpenGL ES, only the text of a shader states the units.
    private func setImages(_ executable: ProgramExecutable, _ place: UniformPlace, _ count: Int, _ values: UnsafeRawPointer) throws(GLError) {
        func unit(_ k: Int) -> Int { Int(values.loadUnaligned(fromByteOffset: 4 * k, as: Int32.self)) }
        for k in 0..<count where !(0..<GLLimits.imageUnits).contains(unit(k)) { throw .invalidValue("there is no image unit \(unit(k))") }
        for k in 0..<count { executable.imageUnits[place.first + k] = unit(k) }
        executable.bindingVersion += 1
    }

    /// Sets matrices. Before OpenGL ES 3.0, setters cannot transpose matrices (OpenGL ES 2.0.25 §2.10.4).
    @inline(__always)
    func setMatrix(_ location: GLint, _ count: GLsizei, _ transpose: GLboolean, columns: Int, rows: Int, _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        try setMatrix(uniformExecutable, location, count, transpose, columns: columns, rows: rows, values)
    }
    @inline(__always)
    func setMatrix(_ executable: ProgramExecutable?, _ location: GLint, _ count: GLsizei, _ transpose: GLboolean, columns: Int, rows: Int,
                   _ values: UnsafePointer<GLfloat>?) throws(GLError) {
        guard let (executable, place) = try place(executable, location, count) else {
            if transpose != 0, !version.hasES3 { throw .invalidValue("transpose must be GL_FALSE") }
            return
        }
        if transpose != 0, !version.hasES3 { throw .invalidValue("transpose must be GL_FALSE") }
        if place.form == .unused { return }
        guard place.form == UniformForm(columns: columns, rows: rows) else { throw .invalidOperation("the uniform has another type") }
        guard let values else { return }
        let elementCount = min(Int(count), place.elementCount)
        if transpose == 0 {
            executable.write(values, at: place.first, count: elementCount * columns * rows)
        } else {
            executable.writeTransposed(values, at: place.first, count: elementCount, columns: columns, rows: rows)
        }
    }
}

extension ProgramExecutable {
    /// Writes words, unless they equal the present words. Recorded draws share the array of words, so a write copies the whole array; the
    /// comparison avoids this copy.
    @inline(__always)
    func write(_ values: UnsafeRawPointer, at first: Int, count: Int) {
        let isSame = uniforms.withUnsafeBufferPointer { words in
            for k in 0..<count where words[first + k] != values.loadUnaligned(fromByteOffset: 4 * k, as: UInt32.self) { return false }
            return true
        }
        if isSame { return }
        uniforms.withUnsafeMutableBufferPointer { words in
            for k in 0..<count { words[first + k] = values.loadUnaligned(fromByteOffset: 4 * k, as: UInt32.self) }
        }
    }
    func writeTransposed(_ values: UnsafeRawPointer, at first: Int, count: Int, columns: Int, rows: Int) {
        var word = first
        for element in 0..<count {
            for column in 0..<columns {
                for row in 0..<rows {
                    uniforms[word] = values.loadUnaligned(fromByteOffset: 4 * (element * columns * rows + row * columns + column), as: UInt32.self)
                    word += 1
                }
            }
        }
    }
}
