// ScriptRun+Resources: the uniforms and fixed-function matrices of a script, and the resources that are bound for a program.

import Raster
import Shading

extension ScriptRun {
    // MARK: Uniforms

    /// Executes commands such as `uniform vec4 color 0 1 0 1`, `uniform float w[2] 1` or `uniform int sampler 0`.
    func performUniform(_ arguments: inout ScriptArguments) throws {
        let program = try requireProgram()
        guard var typeName = arguments.word(), let name = arguments.word() else { throw Stop.malformed }
        // In "vec4[3]", the array size is ignored; the number of values determines the number of elements to set.
        if let open = typeName.firstIndex(of: "[") { typeName = String(typeName[..<open]) }
        guard let type = ElementType(typeName) else { throw Stop.skip("uniforms of type \(typeName) are not known to this runner") }
        let words = arguments.rest()
        guard !words.isEmpty, words.count % type.scalarCount == 0 else { throw Stop.malformed }
        let values = try words.map { text -> UInt32 in
            guard let word = ScriptNumber.word(text, type.scalar) else { throw Stop.malformed }
            return word
        }
        let interface = program.table.interface
        if let (uniform, first) = Self.element(name, of: interface.samplers.map(\.name) + interface.images.map(\.name)) {
            guard type == ElementType(.int) else { throw Stop.failure("'\(name)' is a sampler or an image and takes an int") }
            // The name "s" means "s[0]". If the command has several values, the values go to consecutive elements.
            for (index, value) in values.enumerated() { units["\(uniform)[\(first + index)]"] = Int(value) }
            return
        }
        switch uniforms?.set(name, type, values[...], blockElement: blockElement) {
        case .mismatch(let problem)?: throw Stop.failure(problem)
        case .notDeclared?: throw Stop.failure("the program has no uniform '\(name)'")
        case .set?, nil: break
        }
    }

    /// Returns the uniform and the array element for a name such as `lights[1].maps[0]`; nil if no uniform has the name.
    private static func element(_ name: String, of uniforms: [String]) -> (uniform: String, element: Int)? {
        if uniforms.contains(name) { return (name, 0) }
        guard name.hasSuffix("]"), let open = name.lastIndex(of: "["), let element = Int(name[name.index(after: open)...].dropLast()),
              (0..<1024).contains(element), uniforms.contains(String(name[..<open])) else { return nil }
        return (String(name[..<open]), element)
    }

    // MARK: Bindings

    /// Returns the resources that the script has bound for a program. A sampler or image without a uniform command has the unit of its
    /// layout qualifier, or unit 0.
    func boundResources(_ table: ProgramTable, _ uniforms: UniformState) throws -> ResourceBindings {
        var result = table.noResources
        result.uniformBuffers = try uniforms.makeBlockBuffers(device.device)
        func unit(_ name: String, _ element: Int, of uniform: some UnitUniform) -> Int {
            units["\(name)[\(element)]"] ?? uniform.initialUnit(ofElement: element)
        }
        for sampler in table.interface.samplers {
            for element in 0..<sampler.count { result.textures[sampler.unit + element] = textures[unit(sampler.name, element, of: sampler)] }
        }
        for image in table.interface.images {
            for element in 0..<image.count { result.images[image.unit + element] = images[unit(image.name, element, of: image)] }
        }
        for (index, block) in table.interface.storageBlocks.enumerated() {
            guard let buffer = block.isCounters ? counterBuffers[block.binding] : storageBuffers[block.binding] else { continue }
            // OpenGL lets a buffer be smaller than the block. Raster demands a buffer with all bytes of the block, so a longer copy of the
            // buffer is bound.
            let whole = buffer.byteCount >= block.byteCount ? buffer : try lengthened(buffer, to: block.byteCount)
            if block.isCounters { counterBuffers[block.binding] = whole } else { storageBuffers[block.binding] = whole }
            result.storageBuffers[index] = StorageBufferBinding(buffer: whole, offset: 0, byteCount: whole.byteCount)
        }
        return result
    }

    private func lengthened(_ buffer: Buffer, to byteCount: Int) throws -> Buffer {
        let bytes = try buffer.read(UInt8.self, at: 0, count: buffer.byteCount)
        return try device.device.makeBuffer(bytes + [UInt8](repeating: 0, count: byteCount - bytes.count))
    }

    /// Executes `ortho`, which sets a projection with one unit per pixel, or `ortho left right bottom top`.
    func performOrtho(_ arguments: inout ScriptArguments) throws {
        var v: [Float] = [0, Float(target.width), 0, Float(target.height)]
        if arguments.peek() != nil { v = try arguments.floats(4...4) }
        guard v[0] != v[1], v[2] != v[3] else { throw Stop.malformed }
        let (l, r, b, t) = (v[0], v[1], v[2], v[3])
        let matrix: [Float] = [2 / (r - l), 0, 0, 0, 0, 2 / (t - b), 0, 0, 0, 0, -1, 0, -(r + l) / (r - l), -(t + b) / (t - b), 0, 1]
        setProjection(matrix)
    }

    /// Executes `frustum left right bottom top near far`.
    func performFrustum(_ arguments: inout ScriptArguments) throws {
        let v = try arguments.floats(6...6)
        let (l, r, b, t, n, f) = (v[0], v[1], v[2], v[3], v[4], v[5])
        guard l != r, b != t, n != f else { throw Stop.malformed }
        setProjection([2 * n / (r - l), 0, 0, 0, 0, 2 * n / (t - b), 0, 0,
                       (r + l) / (r - l), (t + b) / (t - b), -(f + n) / (f - n), -1, 0, 0, -2 * f * n / (f - n), 0])
    }

    /// - Parameter matrix: The matrix, column by column. The model-view matrix remains the identity matrix.
    private func setProjection(_ matrix: [Float]) {
        let words = matrix.map(\.bitPattern)
        for name in ["gl_ModelViewProjectionMatrix", "gl_ProjectionMatrix"] {
            _ = uniforms?.set(name, ElementType(.float, columns: 4, rows: 4), words[...])
        }
    }
}
