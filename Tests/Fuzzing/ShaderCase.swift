// ShaderCase: a random program over a few triangles that overlap, with every input that the program may read.

import Raster
import SeededRandom
import Shading

package struct ShaderCase: FuzzCase {
    package let seed: UInt64
    package var program: ShaderProgram
    var samples: Int
    var triangles: Int

    package init(seed: UInt64) {
        self.seed = seed
        program = ShaderProgram(seed: seed)
        var random = SeededGenerator(state: seed ^ 0xABCD)
        samples = random.once(in: 5) ? 4 : 1
        triangles = random.int(1...4)
    }

    package var description: String {
        "// shader case, seed \(seed): \(triangles) triangles, \(samples) samples\n// vertex\n\(program.vertexText)\n// fragment\n\(program.fragmentText)"
    }

    package var reductions: [ShaderCase] {
        var result: [ShaderCase] = []
        if samples > 1 { var copy = self; copy.samples = 1; result.append(copy) }
        if triangles > 1 { var copy = self; copy.triangles -= 1; result.append(copy) }
        return result + program.reductions.map { var copy = self; copy.program = $0; return copy }
    }

    package func outcome(on device: Device) -> FuzzOutcome {
        FuzzOutcome.collect { outcome in
            let program = try device.makeProgram(vertex: program.vertexText, fragment: program.fragmentText)
            let target = try device.makeFramebuffer(width: 20, height: 14, color: [.rgba32Float, .rgba32Uint], samples: samples)
            let layout = VertexLayout(stride: 32, VertexAttribute("position", .float4), VertexAttribute("paint", .float4, offset: 16))
            let pipeline = try device.makePipeline(program: program, vertexLayout: layout, state: RasterState())
            let vertices = try device.makeBuffer(vertices), inputs = try ShaderInputs(device, seed: seed)
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target, clear: ClearValues(colors: [.float(.init(0.5, 0.25, 0, 1)), .uint(.init(9, 8, 7, 6))])) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                inputs.bind(to: &pass, program)
                pass.draw(count: 3 * triangles)
            }
            try device.submit(encoder)
            for (index, attachment) in target.color.enumerated() { try outcome.add(attachment!.texture, name: "color \(index)") }
        }
    }

    /// The first triangle covers the whole target.
    private var vertices: [Float] {
        var random = SeededGenerator(state: seed ^ 0x7777)
        var result: [Float] = [-1, -1, 0, 1, 0, 0.5, -2, 1, 3, -1, 0.5, 1, 1, 40, 0.25, 1, -1, 3, 0, 1, 0.5, -3, 8, 0]
        for _ in 0..<9 {
            let w = random.float(0.5...2)
            result += [random.float(-1.2...1.2) * w, random.float(-1.2...1.2) * w, random.float(-1...1) * w, w]
            result += (0..<4).map { _ in random.float(-4...4) }
        }
        return result
    }
}

/// Uniforms and textures under the names that `ShaderProgram` declares.
struct ShaderInputs {
    let textures: [(name: String, texture: Texture, sampler: Sampler)]
    let block: Buffer
    let numbers: [Float]

    init(_ device: Device, seed: UInt64) throws {
        var random = SeededGenerator(state: seed ^ 0x5555)
        func texture(_ type: TextureType, _ format: PixelFormat, _ size: Int, depth: Int = 1, levels: Int) throws -> Texture {
            let texture = try device.makeTexture(TextureDescriptor(type: type, format: format, width: size, height: size, depth: depth, mipLevels: levels))
            for (number, level) in texture.storage.levels.enumerated() {
                let count = level.width * level.height * level.slices
                if format == .depth32Float || format == .rgba16Float {
                    let values = (0..<count * 4).map { _ in random.float(-0.5...1.5) }
                    if format == .rgba16Float { try texture.replace(level: number, bytes: values.map { Float16($0) }) }
                    else { try texture.replace(level: number, bytes: values.map { min(max($0, 0), 1) }) }
                } else { try texture.replace(level: number, bytes: (0..<count * format.bytesPerTexel).map { _ in UInt8.random(in: 0...255, using: &random) }) }
            }
            return texture
        }
        func sampler() -> Sampler {
            var result = Sampler(min: random.pick(FilterMode.allCases), mag: random.pick(FilterMode.allCases), mip: random.pick(MipFilterMode.allCases))
            result.wrapS = random.pick(WrapMode.allCases); result.wrapT = random.pick(WrapMode.allCases); result.wrapR = random.pick(WrapMode.allCases)
            result.borderColor = .init(0.2, 0.4, 0.6, 0.8)
            if random.once(in: 3) { result.lodBias = random.float(-2...2) }
            if random.once(in: 5) { result.maxAnisotropy = random.pick([2, 4, 16]) }
            return result
        }
        let integers = Sampler(min: .nearest, mag: .nearest)
        var shadow = sampler()
        shadow.compare = random.pick(CompareFunction.allCases)
        textures = [
            ("plain", try texture(.d2, random.pick([.rgba8, .rgba8, .rgba16Float, .srgb8Alpha8, .rg8]), 8, levels: random.pick([1, 4])), sampler()),
            ("cube", try texture(.cube, .rgba8, 4, levels: 3), sampler()),
            ("layers", try texture(.d2Array, .rgba8, 4, depth: 3, levels: 2), sampler()),
            ("volume", try texture(.d3, .rgba8, 4, depth: 4, levels: 3), sampler()),
            ("words", try texture(.d2, .rgba32Uint, 4, levels: 1), integers),
            ("shadow", try texture(.d2, .depth32Float, 8, levels: 1), shadow),
        ]
        block = try device.makeBuffer((0..<24).map { _ in random.float(-3...3) })
        numbers = (0..<24).map { _ in random.float(-2...2) }
    }

    func bind(to pass: inout RenderPass, _ program: Program) {
        // A program need not have textures and blocks that it does not use.
        for (name, texture, sampler) in textures where program.samplers[name] != nil { pass.setTexture(name, texture, sampler) }
        if program.blocks["Block"] != nil { pass.setUniformBuffer("Block", block) }
        func set<Value: UniformValue>(_ name: String, _ value: Value) {
            if program.uniforms[name] != nil { pass.setUniform(name, value) }
        }
        set("k", Int32(1))
        set("word", UInt32(0x8000_0005))
        set("u", numbers[0])
        set("weights", (0..<3).map { SIMD4<Float>(numbers[$0], numbers[$0 + 3], numbers[$0 + 6], numbers[$0 + 9]) })
        set("turn", Matrix3(.init(numbers[12], numbers[13], 0.5), .init(0, numbers[14], 1), .init(numbers[15], -1, numbers[16])))
    }
}
