// ScriptRun+Textures: the textures that a script makes, and their parameters.

import Raster

extension ScriptRun {
    private static let red = SIMD4<Float>(1, 0, 0, 1), green = SIMD4<Float>(0, 1, 0, 1), blue = SIMD4<Float>(0, 0, 1, 1), white = SIMD4<Float>(1, 1, 1, 1)
    private static func bits(_ color: SIMD4<Float>) -> SIMD4<UInt32> {
        SIMD4(color.x.bitPattern, color.y.bitPattern, color.z.bitPattern, color.w.bitPattern)
    }

    /// Makes a texture on a texture unit. Lookups read the nearest texel, and coordinates are clamped, until a command changes these
    /// settings.
    /// - Parameter texel: Returns the register bits of a texel: floats or integers, depending on the format.
    private func makeTexture(_ unit: Int, _ descriptor: TextureDescriptor, wrap: WrapMode = .clampToEdge,
                             _ texel: (_ level: Int, _ x: Int, _ y: Int, _ z: Int) -> SIMD4<UInt32>) throws {
        var descriptor = descriptor
        descriptor.mipLevels = min(descriptor.mipLevels, TextureDescriptor.fullMipLevelCount(width: descriptor.width, height: descriptor.height))
        let texture = try device.device.makeTexture(descriptor), format = descriptor.format
        for level in 0..<descriptor.mipLevels {
            let width = max(1, descriptor.width >> level), height = max(1, descriptor.height >> level)
            var bytes = [UInt8](repeating: 0, count: width * height * descriptor.depth * format.bytesPerTexel)
            bytes.withUnsafeMutableBytes { memory in
                var place = memory.baseAddress!
                for z in 0..<descriptor.depth {
                    for y in 0..<height {
                        for x in 0..<width {
                            PixelCodec.storeTexel(format, place, texel(level, x, y, z))
                            place += format.bytesPerTexel
                        }
                    }
                }
            }
            try texture.replace(level: level, bytes: bytes)
        }
        var sampler = Sampler(min: .nearest, mag: .nearest, mip: descriptor.mipLevels > 1 ? .nearest : MipFilterMode.none, wrap: wrap)
        // The scripts expect that a comparison passes if the reference is greater than the texel.
        if format.hasDepth { sampler.compare = .greater }
        textures[unit] = TextureBinding(TextureView(texture), sampler: sampler)
        lastUnit = unit
    }

    /// Executes `texture rgbw 0 (16, 16)`, `texture shadow2D 0 (4, 4)`, `texture checkerboard 0 0 (8, 8) (…) (…)` and others.
    func performTexture(_ arguments: inout ScriptArguments) throws {
        let unknown = Stop.skip("'\(arguments.command.text)' is not known to this runner")
        let sizes = 1...4096
        guard let kind = arguments.word() else { throw Stop.malformed }
        switch kind {
        case "rgbw" where arguments.peek().flatMap({ Int($0) }) == nil: try makeColoredShape(&arguments)
        case "rgbw":
            let unit = try textureUnit(&arguments), width = try arguments.integer(sizes), height = try arguments.integer(sizes)
            let format = try arguments.peek().map { _ in try ScriptNames.format(arguments.word()) } ?? .rgba8
            try makeTexture(unit, TextureDescriptor(format: format, width: width, height: height)) { _, x, y, _ in
                Self.bits(y < height / 2 ? (x < width / 2 ? Self.red : Self.green) : (x < width / 2 ? Self.blue : Self.white))
            }
        case "checkerboard":
            let unit = try textureUnit(&arguments)
            guard try arguments.integer(0...16) == 0 else { throw Stop.skip("checkerboards of other levels are not known to this runner") }
            let width = try arguments.integer(2...4096), height = try arguments.integer(2...4096)
            let v = try arguments.floats(8...8)
            let first = SIMD4(v[0], v[1], v[2], v[3]), second = SIMD4(v[4], v[5], v[6], v[7])
            try makeTexture(unit, TextureDescriptor(format: .rgba8, width: width, height: height), wrap: .repeat) { _, x, y, _ in
                Self.bits((x / (width / 2) + y / (height / 2)) % 2 == 0 ? first : second)
            }
        case "miptree":
            let descriptor = TextureDescriptor(format: .rgba8, width: 8, height: 8, mipLevels: 4)
            try makeTexture(textureUnit(&arguments), descriptor) { level, _, _, _ in Self.bits([Self.red, Self.green, Self.blue, Self.white][level]) }
        case "integer":
            let unit = try textureUnit(&arguments), width = try arguments.integer(sizes), height = try arguments.integer(sizes)
            let range = Int(Int32.min)...Int(UInt32.max), blue = try arguments.integer(range), alpha = try arguments.integer(range)
            let format = try ScriptNames.format(arguments.word())
            guard [.int, .uint].contains(format.kind) else { throw Stop.malformed }
            try makeTexture(unit, TextureDescriptor(format: format, width: width, height: height)) { _, x, y, _ in
                // The command gives four numbers for a texel. If the texture has fewer than four components, several numbers are added up
                // in one component.
                let values: [Int] = switch format.channelCount {
                case 1: [x + y * blue + alpha, 0, 0, 1]
                case 2: [x + blue, y + alpha, 0, 1]
                default: [x, y, blue, alpha]
                }
                return SIMD4(values.map { UInt32(truncatingIfNeeded: $0) })
            }
        case let name where name.hasPrefix("shadow"):
            guard let type = ScriptNames.textureTypes[String(name.dropFirst(6))] else { throw unknown }
            var descriptor = TextureDescriptor(type: type, format: .depth32Float, width: 1, height: 1)
            let unit = try textureUnit(&arguments)
            descriptor.width = try arguments.integer(sizes)
            if !type.hasOneRow { descriptor.height = try arguments.integer(sizes) }
            if type.isArray || type == .d3 { descriptor.depth = try arguments.integer(sizes) }
            let last = Float(max(1, descriptor.width - 1))
            try makeTexture(unit, descriptor) { _, x, _, _ in Self.bits(SIMD4(repeating: Float(x) / last)) }
        default: throw unknown
        }
    }

    private func textureUnit(_ arguments: inout ScriptArguments) throws -> Int { try arguments.integer(0...63) }

    /// Makes `rgbw 1D 0`, `rgbw 3D 0`, `rgbw 1DArray 0 (4, 4)` or `rgbw 2DArray 0 (4, 4, 4)`. In a 1D or 3D texture, the texels have
    /// different colours; in an array, each layer has a single colour.
    private func makeColoredShape(_ arguments: inout ScriptArguments) throws {
        let colors = [Self.red, Self.green, Self.blue, Self.white, SIMD4(1, 1, 0, 1), SIMD4(1, 0, 1, 1), SIMD4(0, 1, 1, 1), SIMD4(0, 0, 0, 1)]
        func color(_ index: Int) -> SIMD4<UInt32> { Self.bits(colors[index]) }
        guard let type = arguments.word().flatMap({ ScriptNames.textureTypes[$0] }) else {
            throw Stop.skip("'\(arguments.command.text)' is not known to this runner")
        }
        let unit = try textureUnit(&arguments)
        switch type {
        case .d1: try makeTexture(unit, TextureDescriptor(type: type, format: .rgba8, width: 4, height: 1)) { _, x, _, _ in color(x) }
        case .d3:
            let descriptor = TextureDescriptor(type: type, format: .rgba8, width: 2, height: 2, depth: 2)
            try makeTexture(unit, descriptor) { _, x, y, z in color(4 * z + 2 * y + x) }
        case .d1Array, .d2Array:
            var descriptor = TextureDescriptor(type: type, format: .rgba8, width: try arguments.integer(1...4096), height: 1)
            if type == .d2Array { descriptor.height = try arguments.integer(1...4096) }
            descriptor.depth = try arguments.integer(1...4096)
            try makeTexture(unit, descriptor) { _, _, _, z in color(z % 4) }
        default: throw Stop.skip("'\(arguments.command.text)' is not known to this runner")
        }
    }

    /// Executes commands such as `texparameter 2D min linear` for the last created texture.
    func performTextureParameter(_ arguments: inout ScriptArguments) throws {
        guard let type = arguments.word().flatMap({ ScriptNames.textureTypes[$0] }), let unit = lastUnit, var binding = textures[unit],
              binding.texture.descriptor.type == type, let parameter = arguments.word() else {
            throw Stop.skip("'\(arguments.command.text)' is not known to this runner")
        }
        func value<Value>(_ known: [String: Value]) throws -> Value {
            guard let word = arguments.word(), let found = known[word] else { throw Stop.malformed }
            return found
        }
        let wraps: [String: WrapMode] = ["repeat": .repeat, "clamp_to_edge": .clampToEdge, "clamp_to_border": .clampToBorder,
                                         "mirrored_repeat": .mirroredRepeat]
        switch parameter {
        case "min":
            let filters: [String: (FilterMode, MipFilterMode)] = [
                "nearest": (.nearest, .none), "linear": (.linear, .none), "nearest_mipmap_nearest": (.nearest, .nearest),
                "linear_mipmap_nearest": (.linear, .nearest), "nearest_mipmap_linear": (.nearest, .linear), "linear_mipmap_linear": (.linear, .linear)]
            (binding.sampler.minFilter, binding.sampler.mipFilter) = try value(filters)
        case "mag": binding.sampler.magFilter = try value(["nearest": FilterMode.nearest, "linear": .linear])
        case "wrap_s": binding.sampler.wrapS = try value(wraps)
        case "wrap_t": binding.sampler.wrapT = try value(wraps)
        case "wrap_r": binding.sampler.wrapR = try value(wraps)
        case "lod_bias": binding.sampler.lodBias = try arguments.floats(1...1)[0]
        case "compare_func":
            binding.sampler.compare = try ScriptNames.compare(arguments.word())
        case "depth_mode":
            binding.view.swizzle = try value(["luminance": TextureSwizzle.luminance, "red": TextureSwizzle(green: .zero, blue: .zero, alpha: .one),
                                              "intensity": TextureSwizzle(red: .red, green: .red, blue: .red, alpha: .red),
                                              "alpha": TextureSwizzle(red: .zero, green: .zero, blue: .zero, alpha: .red)])
        case "base_level", "max_level":
            let level = try arguments.integer(0...1000), last = binding.texture.descriptor.mipLevels - 1
            let first = parameter == "base_level" ? level : binding.view.levels.lowerBound
            let end = parameter == "max_level" ? min(level, last) : binding.view.levels.upperBound
            guard first <= end else { throw Stop.skip("a texture without levels cannot be read") }
            binding.view.levels = first...end
        case let name where name.hasPrefix("swizzle_"):
            let channels: [String: WritableKeyPath<TextureSwizzle, TextureSwizzle.Source>] = ["r": \.red, "g": \.green, "b": \.blue, "a": \.alpha]
            guard let channel = channels[String(name.dropFirst(8))] else { throw Stop.malformed }
            binding.view.swizzle[keyPath: channel] = try value(["red": .red, "green": .green, "blue": .blue, "alpha": .alpha, "zero": .zero, "one": .one])
        case "border_color":
            let v = try arguments.floats(4...4)
            binding.sampler.borderColor = SIMD4(v[0], v[1], v[2], v[3])
        default: throw Stop.skip("'\(arguments.command.text)' is not known to this runner")
        }
        textures[unit] = binding
    }
}

extension ScriptNames {
    static let textureTypes: [String: TextureType] = ["1D": .d1, "2D": .d2, "3D": .d3, "Rect": .rectangle, "Cube": .cube, "1DArray": .d1Array,
                                                      "2DArray": .d2Array, "CubeArray": .cubeArray]

    static func format(_ name: String?) throws -> PixelFormat {
        let known: [String: PixelFormat] = [
            "GL_RGBA": .rgba8, "GL_RGBA8": .rgba8, "GL_RGBA16": .rgba16, "GL_RGBA16F": .rgba16Float, "GL_RGBA32F": .rgba32Float, "GL_R8": .r8,
            "GL_RG8": .rg8, "GL_R16F": .r16Float, "GL_R32F": .r32Float, "GL_RG32F": .rg32Float, "GL_R8I": .r8Int, "GL_R8UI": .r8Uint,
            "GL_R16I": .r16Int, "GL_R16UI": .r16Uint, "GL_R32I": .r32Int, "GL_R32UI": .r32Uint, "GL_RG32I": .rg32Int, "GL_RG32UI": .rg32Uint,
            "GL_RGBA8I": .rgba8Int, "GL_RGBA8UI": .rgba8Uint, "GL_RGBA16I": .rgba16Int, "GL_RGBA16UI": .rgba16Uint, "GL_RGBA32I": .rgba32Int,
            "GL_RGBA32UI": .rgba32Uint]
        guard let name else { throw ScriptRun.Stop.malformed }
        guard let found = known[name] else { throw ScriptRun.Stop.skip("textures of format \(name) are not known to this runner") }
        return found
    }
}
