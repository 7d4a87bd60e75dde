// ShaderInputs: uniforms, blocks and textures with the names that `ShaderProgram` declares, as values.

import Raster
import SeededRandom

struct ShaderInputs {
    struct Image {
        /// The sampler's name, with an index in brackets if the sampler is an element of an array.
        var name: String
        var descriptor: TextureDescriptor
        /// The bytes of each level.
        var levels: [[UInt8]]
        var sampler: Sampler
        var swizzle = TextureSwizzle.identity
        /// `type`: the type with which the program reads the texture; nil if this type is the texture's own type. `layers`: the layers that
        /// the program reads; nil if the program reads all layers.
        var type: TextureType?, layers: Range<Int>?
        var readsStencil = false
        /// The sampler's name without an index. The program declares the sampler under this name.
        var samplerName: String { String(name.prefix { $0 != "[" }) }

        func makeView(on device: Device) throws -> TextureView {
            TextureView(try makeTexture(on: device), as: type, layers: layers, swizzle: swizzle, readsStencil: readsStencil)
        }
        private func makeTexture(on device: Device) throws -> Texture {
            if descriptor.type == .buffer { return try device.makeTexture(reading: try device.makeBuffer(levels[0]), as: descriptor.format) }
            let texture = try device.makeTexture(descriptor)
            // In `levels`, texels and samples have the same order as in the texture's storage.
            for (level, bytes) in levels.enumerated() { texture.storage.mutableBytes(ofLevel: level).copyBytes(from: bytes) }
            texture.hostVersion &+= 1
            return texture
        }
        /// Returns Swift code that makes the view with the given number.
        func lines(_ number: Int) -> [String] {
            let d = descriptor, view = "\(type.map { ", as: .\($0)" } ?? "")\(layers.map { ", layers: \($0)" } ?? "")"
                + ", swizzle: \(swizzle.code)\(readsStencil ? ", readsStencil: true" : "")"
            let made = d.type == .buffer ? ["let image\(number) = try stage.device.makeTexture(reading: try stage.device.makeBuffer(\(levels[0]) as [UInt8]), as: .\(d.format))"]
                : ["let image\(number) = try stage.device.makeTexture(TextureDescriptor(type: .\(d.type), format: .\(d.format), width: \(d.width), height: \(d.height), depth: \(d.depth), mipLevels: \(d.mipLevels), samples: \(d.samples)))"]
                + levels.enumerated().map { "image\(number).storage.mutableBytes(ofLevel: \($0)).copyBytes(from: \($1) as [UInt8])" }
                + ["image\(number).hostVersion &+= 1"]
            return made + ["let view\(number) = TextureView(image\(number)\(view))"]
        }
    }
    var images: [Image] = []
    /// The bytes of the uniform blocks; the keys are the names of the blocks.
    var blocks: [(name: String, bytes: [UInt8])] = []
    private let numbers: [Float]

    init(seed: UInt64) {
        var random = SeededGenerator(state: seed ^ 0x5555)
        func image(_ name: String, _ type: TextureType, _ format: PixelFormat, _ size: Int, depth: Int = 1, levels: Int = 1, samples: Int = 1,
                   _ sampler: Sampler) -> Image {
            let descriptor = TextureDescriptor(type: type, format: format, width: size, height: type.hasOneRow ? 1 : size, depth: depth, mipLevels: levels,
                                               samples: samples)
            let bytes = (0..<levels).map { level -> [UInt8] in
                let side = max(1, size >> level), slices = type.isCube ? 6 * depth : type == .d3 ? max(1, depth >> level) : depth
                let count = side * (type.hasOneRow ? 1 : side) * slices * samples
                switch format {
                case .rgba16Float: return (0..<count * 4).flatMap { _ in withUnsafeBytes(of: Float16(random.float(-0.5...1.5))) { [UInt8]($0) } }
                case .depth32Float: return (0..<count).flatMap { _ in withUnsafeBytes(of: min(max(random.float(-0.5...1.5), 0), 1)) { [UInt8]($0) } }
                default: return (0..<count * format.bytesPerTexel).map { _ in UInt8.random(in: 0...255, using: &random) }
                }
            }
            return Image(name: name, descriptor: descriptor, levels: bytes, sampler: sampler)
        }
        func sampler() -> Sampler {
            var result = Sampler(min: random.pick(FilterMode.allCases), mag: random.pick(FilterMode.allCases), mip: random.pick(MipFilterMode.allCases))
            result.wrapS = random.pick(WrapMode.allCases); result.wrapT = random.pick(WrapMode.allCases); result.wrapR = random.pick(WrapMode.allCases)
            result.borderColor = .init(0.2, 0.4, 0.6, 0.8)
            if random.once(in: 3) { result.lodBias = random.float(-2...2) }
            if random.once(in: 4) { result.lodMin = random.float(-1...2); result.lodMax = random.float(0...3) }
            if random.once(in: 5) { result.maxAnisotropy = random.pick([2, 4, 16]) }
            result.seamlessCube = !random.once(in: 3)
            return result
        }
        func shadow() -> Sampler {
            var result = sampler()
            result.compare = random.pick(CompareFunction.allCases)
            return result
        }
        let integers = Sampler(min: .nearest, mag: .nearest),
            colors: [PixelFormat] = [.rgba8, .rgba8, .rgba16Float, .srgb8Alpha8, .rg8, .rgb565, .rgb10a2, .r8Snorm, .rgb9e5]
        let words: [PixelFormat] = [.rgba32Uint, .rg8Uint, .rgb10a2Uint, .r16Uint], signs: [PixelFormat] = [.rgba32Int, .r8Int, .rgba16Int]
        images = [
            image("plain", .d2, random.pick(colors), 8, levels: random.pick([1, 4]), sampler()),
            image("cube", .cube, .rgba8, 4, levels: 3, sampler()),
            image("layers", .d2Array, .rgba8, 4, depth: 3, levels: 2, sampler()),
            image("volume", .d3, .rgba8, 4, depth: 4, levels: 3, sampler()),
            image("words", .d2, random.pick(words), 4, integers),
            image("signs", .d2, random.pick(signs), 4, integers),
            image("shadow", .d2, .depth32Float, 8, shadow()),
            image("cubeShadow", .cube, .depth32Float, 4, shadow()),
            image("layerShadow", .d2Array, .depth32Float, 4, depth: 2, shadow()),
            image("depths", .d2, random.pick([.depth32Float, .depth16]), 4, sampler()),
        ] + (0..<3).map { image("several[\($0)]", .d2, random.pick(colors), 4, levels: random.pick([1, 3]), sampler()) }
        for name in ["Block", "Rows", "Parts", "Many[0]", "Many[1]"] {
            blocks.append((name, (0..<64).flatMap { _ in withUnsafeBytes(of: random.float(-3...3)) { [UInt8]($0) } }))
        }
        numbers = (0..<24).map { _ in random.float(-2...2) }
        // The swizzles are chosen last, so that the choice of swizzles does not change the other inputs of a seed.
        for number in images.indices where random.once(in: 4) { images[number].swizzle = TextureSwizzle(&random) }
        // Returns a sampler for rectangle textures, which have one level and whose coordinates do not repeat.
        func exact(_ sampler: Sampler) -> Sampler {
            var result = sampler
            result.mipFilter = .none
            (result.wrapS, result.wrapT) = (random.pick([.clampToEdge, .clampToBorder]), random.pick([.clampToEdge, .clampToBorder]))
            return result
        }
        images += [
            image("line", .d1, random.pick(colors), 8, levels: 4, sampler()),
            image("lines", .d1Array, random.pick(colors), 8, depth: 3, levels: 2, sampler()),
            image("area", .rectangle, random.pick(colors), 7, exact(sampler())),
            image("texels", .buffer, random.pick([.rgba8, .rgba16Float, .rg8, .r16]), 21, integers),
            image("cubes", .cubeArray, .rgba8, 4, depth: 2, levels: 3, sampler()),
            image("fine", .d2, random.pick([.rgba8, .rg8, .rgb10a2]), 5, samples: 4, integers),
            image("fineLayers", .d2Array, .rgba8, 3, depth: 2, samples: 4, integers),
            image("stencils", .d2, .depth24Stencil8, 4, integers),
            image("slice", .d3, .rgba8, 4, depth: 4, sampler()),
            image("face", .cube, .rgba8, 4, levels: 2, sampler()),
            image("lineNumbers", .d1, .r16Int, 8, integers),
            image("texelWords", .buffer, random.pick([.r32Uint, .rgba8Uint]), 9, integers),
            image("lineShadow", .d1, .depth32Float, 8, shadow()),
            image("linesShadow", .d1Array, .depth32Float, 8, depth: 2, shadow()),
            image("areaShadow", .rectangle, .depth32Float, 5, exact(shadow())),
            image("cubesShadow", .cubeArray, .depth32Float, 4, depth: 2, shadow()),
        ]
        for number in images.indices {
            switch images[number].name {
            case "stencils": images[number].readsStencil = true
            case "slice": (images[number].type, images[number].layers) = (.d2, random.pick([0..<1, 2..<3]))
            case "face": (images[number].type, images[number].layers) = (.d2, random.pick([1..<2, 5..<6]))
            default: break
            }
        }
    }

    private var weights: [SIMD4<Float>] { (0..<3).map { SIMD4(numbers[$0], numbers[$0 + 3], numbers[$0 + 6], numbers[$0 + 9]) } }
    private var turn: Matrix3 { Matrix3(.init(numbers[12], numbers[13], 0.5), .init(0, numbers[14], 1), .init(numbers[15], -1, numbers[16])) }

    /// Sets the inputs that a program uses.
    func bind(to pass: inout some ShaderInputReceiver & ~Copyable, _ table: ProgramTable, _ device: Device) throws {
        // A program whose shaders do not use the input may have no input of this name.
        for image in images where table.samplers[image.samplerName] != nil { pass.setTexture(image.name, try image.makeView(on: device), image.sampler) }
        for (name, bytes) in blocks where table.blocks[name] != nil {
            pass.setUniformBuffer(name, try device.makeBuffer(bytes), offset: 0, byteCount: nil)
        }
        func set<Value: UniformValue>(_ name: String, _ value: Value) {
            if table.uniforms[name] != nil { pass.setUniform(name, value) }
        }
        set("k", Int32(1))
        set("word", UInt32(0x8000_0005))
        set("u", numbers[0])
        set("weights", weights)
        set("turn", turn)
    }

    /// Returns Swift code that sets the inputs that occur in a text.
    func lines(usedBy text: String) -> [String] {
        let words = text.codeWords, names = Set(words.map(\.text))
        func isUsed(_ name: String) -> Bool { names.contains(Substring(name)) }
        var result: [String] = []
        for (number, image) in images.enumerated() where isUsed(image.samplerName) {
            let s = image.sampler
            result += image.lines(number)
            result.append("var sampler\(number) = Sampler(min: .\(s.minFilter), mag: .\(s.magFilter), mip: .\(s.mipFilter), maxAnisotropy: \(s.maxAnisotropy), compare: \(s.compare.map { ".\($0)" } ?? "nil"))")
            result.append("(sampler\(number).wrapS, sampler\(number).wrapT, sampler\(number).wrapR) = (.\(s.wrapS), .\(s.wrapT), .\(s.wrapR))")
            result.append("sampler\(number).borderColor = .init(\(s.borderColor.x), \(s.borderColor.y), \(s.borderColor.z), \(s.borderColor.w)); sampler\(number).seamlessCube = \(s.seamlessCube)")
            result.append("(sampler\(number).lodBias, sampler\(number).lodMin, sampler\(number).lodMax) = (\(s.lodBias), \(s.lodMin), \(s.lodMax))")
            result.append("pass.setTexture(\"\(image.name)\", view\(number), sampler\(number))")
        }
        let uses = ["Block": ["block"], "Rows": ["rows"], "Parts": ["parts", "count"], "Many[0]": ["many"], "Many[1]": ["many"]]
        for (name, bytes) in blocks where uses[name]!.contains(where: isUsed) {
            result.append("pass.setUniformBuffer(\"\(name)\", try stage.device.makeBuffer(\(bytes) as [UInt8]))")
        }
        if isUsed("k") { result.append("pass.setUniform(\"k\", Int32(1))") }
        if isUsed("word") { result.append("pass.setUniform(\"word\", UInt32(0x8000_0005))") }
        if isUsed("u") { result.append("pass.setUniform(\"u\", Float(\(numbers[0])))") }
        if isUsed("weights") {
            result.append("pass.setUniform(\"weights\", \(weights.map { "SIMD4<Float>(\($0.x), \($0.y), \($0.z), \($0.w))" }.joined(separator: ", ").bracketed))")
        }
        if words.contains(where: { $0.text == "turn" && !$0.followsDot }) {
            result.append("pass.setUniform(\"turn\", Matrix3(\((0..<3).map { ".init(\(turn[column: $0].x), \(turn[column: $0].y), \(turn[column: $0].z))" }.joined(separator: ", "))))")
        }
        return result
    }
}

/// A pass of draws or of dispatches.
protocol ShaderInputReceiver: ~Copyable {
    mutating func setTexture(_ name: String, _ view: TextureView, _ sampler: Sampler)
    mutating func setUniformBuffer(_ name: String, _ buffer: Buffer, offset: Int, byteCount: Int?)
    mutating func setUniform<Value: UniformValue>(_ name: String, _ value: Value)
}
extension RenderPass: ShaderInputReceiver {}
extension ComputePass: ShaderInputReceiver {}

extension NamedTexture {
    /// The textures that `ShaderProgram.fragmentInterface` declares.
    static let former = [
        NamedTexture(name: "cube", shape: .cube), NamedTexture(name: "layers", shape: .d2Array), NamedTexture(name: "volume", shape: .d3),
        NamedTexture(name: "words", shape: .d2, prefix: "u"), NamedTexture(name: "signs", shape: .d2, prefix: "i"),
        NamedTexture(name: "shadow", shape: .d2, isShadow: true), NamedTexture(name: "depths", shape: .d2),
        NamedTexture(name: "layerShadow", shape: .d2Array, isShadow: true), NamedTexture(name: "cubeShadow", shape: .cube, isShadow: true),
    ]
    /// Textures of further kinds. A program declares some of these textures.
    static let further = [
        NamedTexture(name: "line", shape: .d1), NamedTexture(name: "lines", shape: .d1Array), NamedTexture(name: "area", shape: .rectangle),
        NamedTexture(name: "texels", shape: .buffer), NamedTexture(name: "cubes", shape: .cubeArray), NamedTexture(name: "fine", shape: .multisample),
        NamedTexture(name: "fineLayers", shape: .multisampleArray), NamedTexture(name: "stencils", shape: .d2, prefix: "u"),
        NamedTexture(name: "slice", shape: .d2), NamedTexture(name: "face", shape: .d2), NamedTexture(name: "lineNumbers", shape: .d1, prefix: "i"),
        NamedTexture(name: "texelWords", shape: .buffer, prefix: "u"), NamedTexture(name: "lineShadow", shape: .d1, isShadow: true),
        NamedTexture(name: "linesShadow", shape: .d1Array, isShadow: true), NamedTexture(name: "areaShadow", shape: .rectangle, isShadow: true),
        NamedTexture(name: "cubesShadow", shape: .cubeArray, isShadow: true),
    ]
    /// The texture that `ShaderProgram.plainUniforms` declares.
    static let plain = NamedTexture(name: "plain", shape: .d2)
}

extension String {
    fileprivate var bracketed: String { "[\(self)]" }
}
