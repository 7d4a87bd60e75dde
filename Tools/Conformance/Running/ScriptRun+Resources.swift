// ScriptRun+Resources: uniforms, fixed-function matrices, and textures of a script.

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
        if let (sampler, first) = Self.element(name, of: program.interface.samplers) {
            guard type == ElementType(.int) else { throw Stop.failure("sampler '\(name)' takes an int") }
            // The name "s" means "s[0]"; further values go to the next elements.
            for (index, value) in values.enumerated() { samplerUnits["\(sampler)[\(first + index)]"] = Int(value) }
            return
        }
        switch uniforms?.set(name, type, values[...], blockElement: blockElement) {
        case .mismatch(let problem)?: throw Stop.failure(problem)
        case .notDeclared?: throw Stop.failure("the program has no uniform '\(name)'")
        case .set?, nil: break
        }
    }

    /// Returns the sampler uniform and the array element for a name such as `lights[1].maps[0]`; nil without such a sampler.
    private static func element(_ name: String, of samplers: [SamplerUniform]) -> (sampler: String, element: Int)? {
        if samplers.contains(where: { $0.name == name }) { return (name, 0) }
        guard name.hasSuffix("]"), let open = name.lastIndex(of: "["), let element = Int(name[name.index(after: open)...].dropLast()),
              (0..<1024).contains(element), samplers.contains(where: { $0.name == name[..<open] }) else { return nil }
        return (String(name[..<open]), element)
    }

    /// Executes `ortho`, which has one unit per pixel, or `ortho left right bottom top`.
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

    // MARK: Textures

    /// Returns the textures for the program's samplers. A sampler without a uniform command reads unit 0.
    func boundTextures(_ program: Program) throws -> [TextureBinding?] {
        var result = [TextureBinding?](repeating: nil, count: program.interface.textureUnitCount)
        for sampler in program.interface.samplers {
            for element in 0..<sampler.count { result[sampler.unit + element] = textures[samplerUnits["\(sampler.name)[\(element)]"] ?? 0] }
        }
        return result
    }

    private func makeTexture(_ unit: Int, width: Int, height: Int, levels: Int = 1, wrap: WrapMode = .clampToEdge,
                             _ texel: (_ level: Int, _ x: Int, _ y: Int) -> SIMD4<Float>) throws {
        let full = TextureDescriptor.fullMipLevelCount(width: width, height: height)
        let texture = try device.device.makeTexture(TextureDescriptor(format: .rgba8, width: width, height: height, mipLevels: min(levels, full)))
        for level in 0..<min(levels, full) {
            let size = (width: max(1, width >> level), height: max(1, height >> level))
            var bytes: [UInt8] = []
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let value = texel(level, x, y)
                    for channel in 0..<4 { bytes.append(UInt8(min(max(value[channel], 0), 1) * 255 + 0.5)) }
                }
            }
            try texture.replace(level: level, bytes: bytes)
        }
        var sampler = Sampler(min: .nearest, mag: .nearest, mip: levels > 1 ? .nearest : MipFilterMode.none, wrap: wrap)
        sampler.lodMax = 1000
        textures[unit] = TextureBinding(TextureView(texture), sampler: sampler)
        lastUnit = unit
    }

    /// Executes `texture rgbw 0 (16, 16)`, `texture checkerboard 0 0 (8, 8) (…) (…)` or `texture miptree 0`.
    func performTexture(_ arguments: inout ScriptArguments) throws {
        let red = SIMD4<Float>(1, 0, 0, 1), green = SIMD4<Float>(0, 1, 0, 1), blue = SIMD4<Float>(0, 0, 1, 1), white = SIMD4<Float>(1, 1, 1, 1)
        let kind = arguments.word()
        // "texture rgbw 2DArray 0 …" has a shape in place of the unit; such shapes are not supported.
        guard let unit = arguments.word().flatMap({ Int($0) }), ["rgbw", "checkerboard", "miptree"].contains(kind) else {
            throw Stop.skip("'\(arguments.command.text)' is not known to this runner")
        }
        guard (0..<64).contains(unit) else { throw Stop.malformed }
        switch kind {
        case "rgbw":
            let width = try arguments.integer(1...4096), height = try arguments.integer(1...4096)
            if let format = arguments.word(), !["GL_RGBA", "GL_RGBA8"].contains(format) {
                throw Stop.skip("textures of format \(format) are not known to this runner")
            }
            try makeTexture(unit, width: width, height: height) { _, x, y in
                y < height / 2 ? (x < width / 2 ? red : green) : (x < width / 2 ? blue : white)
            }
        case "checkerboard":
            guard try arguments.integer(0...16) == 0 else { throw Stop.skip("checkerboards of other levels are not known to this runner") }
            let width = try arguments.integer(2...4096), height = try arguments.integer(2...4096)
            let v = try arguments.floats(8...8)
            let first = SIMD4(v[0], v[1], v[2], v[3]), second = SIMD4(v[4], v[5], v[6], v[7])
            try makeTexture(unit, width: width, height: height, wrap: .repeat) { _, x, y in (x / (width / 2) + y / (height / 2)) % 2 == 0 ? first : second }
        default:
            try makeTexture(unit, width: 8, height: 8, levels: 4) { level, _, _ in [red, green, blue, white][level] }
        }
    }

    /// Executes commands such as `texparameter 2D min linear` for the last created texture.
    func performTextureParameter(_ arguments: inout ScriptArguments) throws {
        guard arguments.word() == "2D", let unit = lastUnit, let parameter = arguments.word() else {
            throw Stop.skip("'\(arguments.command.text)' is not known to this runner")
        }
        func value<Value>(_ known: [String: Value]) throws -> Value {
            guard let word = arguments.word(), let found = known[word] else { throw Stop.malformed }
            return found
        }
        let wraps: [String: WrapMode] = ["repeat": .repeat, "clamp_to_edge": .clampToEdge, "clamp_to_border": .clampToBorder,
                                         "mirrored_repeat": .mirroredRepeat]
        var sampler = textures[unit]!.sampler
        switch parameter {
        case "min":
            let filters: [String: (FilterMode, MipFilterMode)] = [
                "nearest": (.nearest, .none), "linear": (.linear, .none), "nearest_mipmap_nearest": (.nearest, .nearest),
                "linear_mipmap_nearest": (.linear, .nearest), "nearest_mipmap_linear": (.nearest, .linear), "linear_mipmap_linear": (.linear, .linear)]
            (sampler.minFilter, sampler.mipFilter) = try value(filters)
        case "mag": sampler.magFilter = try value(["nearest": FilterMode.nearest, "linear": .linear])
        case "wrap_s": sampler.wrapS = try value(wraps)
        case "wrap_t": sampler.wrapT = try value(wraps)
        case "lod_bias": sampler.lodBias = try arguments.floats(1...1)[0]
        case "border_color":
            let v = try arguments.floats(4...4)
            sampler.borderColor = SIMD4(v[0], v[1], v[2], v[3])
        default: throw Stop.skip("'\(arguments.command.text)' is not known to this runner")
        }
        textures[unit]!.sampler = sampler
    }
}
