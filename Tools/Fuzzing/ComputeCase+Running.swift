// Runs a ComputeCase on any device.

import Raster
import SeededRandom
import Shading

extension ComputeCase {
    package func outcome(on device: Device) -> FuzzOutcome {
        FuzzOutcome.collect { outcome in
            let made = try programs.enumerated().map { number, program in
                try device.makeComputeProgram(ShaderSource(text: program.text, name: "program \(number)"))
            }
            let buffers = try contents(made).map { try device.makeBuffer($0) }
            let textures = try (0..<Self.textureCount).map { try form.makeTexture(on: device, bytes: texels(form, $0)) }
            let counts = try countForm.makeTexture(on: device, bytes: texels(countForm, Self.textureCount))
            let plan = try device.makeBuffer(Self.plan), shelf = try Self.shelf.map { try device.makeBuffer($0) }
            let gallery = try (0..<2).map { try Self.picture.makeTexture(on: device, bytes: texels(Self.picture, 10 + $0)) }
            var encoder = device.makeCommandEncoder()
            for range in passes {
                try encoder.compute { pass in
                    for step in steps[range] {
                        let program = made[step.program], table = program.table, images = images[step.program]
                        pass.setProgram(program)
                        try ShaderInputs(seed: seed).bind(to: &pass, table, device)
                        for (name, number) in [("Given", step.given), ("Own", step.own), ("Tally", step.tally)] where table.storageBlocks[name] != nil {
                            pass.setStorageBuffer(name, buffers[number], offset: step.offset, byteCount: step.byteCount(of: name, program, buffers[number]))
                        }
                        for number in 0..<2 where table.storageBlocks["Shelf[\(number)]"] != nil { pass.setStorageBuffer("Shelf[\(number)]", shelf[number]) }
                        for number in 0..<2 where table.images["gallery"] != nil { pass.setImage("gallery[\(number)]", gallery[number]) }
                        if table.storageBlocks["Plan"] != nil { pass.setStorageBuffer("Plan", plan) }
                        if table.samplers["earlier"] != nil && !step.isBare { pass.setTexture("earlier", textures[step.source], .nearest) }
                        for (image, number) in [(images.source, step.source), (images.own, step.target)] where table.images[image.name] != nil && !step.isBare {
                            pass.setImage(image.name, textures[number], level: step.level, layer: form.layer(of: image, step), format: image.format)
                        }
                        if table.images["counts"] != nil { pass.setImage("counts", counts, format: images.counts.format) }
                        if step.isIndirect { pass.dispatchIndirect(plan) } else { pass.dispatch(step.groups.x, step.groups.y, step.groups.z) }
                    }
                }
                if !isOneFrame {
                    try device.submit(encoder)
                    encoder = device.makeCommandEncoder()
                }
            }
            let target = try show.map { try draw($0, buffers[$0.buffer], textures[$0.texture], plan, device, &encoder) }
            try device.submit(encoder)
            for (number, buffer) in buffers.enumerated() { outcome.add(buffer, name: "buffer \(number)") }
            outcome.add(plan, name: "plan")
            for (number, texture) in (textures + [counts]).enumerated() { try outcome.add(texture, name: "texture \(number)") }
            for (index, attachment) in (target?.color ?? []).enumerated() { try outcome.add(attachment!.texture, name: "color \(index)") }
        }
    }

    /// For each pass, the range of the pass's steps in `steps`.
    var passes: [Range<Int>] {
        let starts = steps.indices.filter { $0 == 0 || steps[$0].beginsPass }
        return zip(starts, starts.dropFirst() + [steps.count]).map { $0..<$1 }
    }

    /// The first words of the buffer `Plan`: the work group counts of an indirect dispatch. An indirect draw also reads its counts and
    /// offsets from this buffer.
    static let plan: [UInt32] = [2, 1, 1, 0, 9]

    /// The contents of the blocks `Shelf`, and the form of the images `gallery`. Shaders only read these blocks and images.
    static let shelf: [[UInt32]] = [[0x3F80_0000, 0x4000_0000, 0, 7, 1, 2, 3, 4, 5], [0xBF00_0000, 0x7FC0_0000, 0x3E80_0000, 0x4100_0000, 9]]
    static let picture = Form(width: 5, height: 4)

    /// Returns the initial bytes of the buffers: floats, small integers, and sometimes random bits.
    func contents(_ programs: [ComputeProgram]) -> [[UInt8]] {
        let needed = programs.flatMap { $0.interface.storageBlocks.map(\.byteCount) }.max() ?? 0
        let offset = steps.map(\.offset).max() ?? 0
        var random = SeededGenerator(state: seed ^ 0xB0F)
        return byteCounts.enumerated().map { number, size in
            let count = max(size, needed + offset) / 4 * 4
            // The buffers for the block `Tally` contain zeros at first.
            if number >= Self.dataBufferCount { return [UInt8](repeating: 0, count: count) }
            return (0..<count / 4).flatMap { _ -> [UInt8] in
                let word: UInt32 = switch random.int(0...9) {
                case 0...4: random.float(-4...4).bitPattern
                case 5...7: UInt32(random.int(0...9))
                case 8: UInt32(bitPattern: Int32(random.int(-3...100)))
                default: UInt32(truncatingIfNeeded: random.next())
                }
                return withUnsafeBytes(of: word) { [UInt8]($0) }
            }
        }
    }
    private func texels(_ form: Form, _ number: Int) -> [UInt8] {
        var random = SeededGenerator(state: seed ^ 0x7E8 &+ UInt64(number))
        return (0..<form.texelCount * form.format.bytesPerTexel).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func draw(_ show: Show, _ buffer: Buffer, _ texture: Texture, _ plan: Buffer, _ device: Device,
                      _ encoder: inout CommandEncoder) throws -> Framebuffer {
        let target = try device.makeFramebuffer(width: 24, height: 16, color: [.rgba32Float, .rgba32Uint])
        let program = try device.makeProgram(vertex: Self.showVertex, fragment: showFragment)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, state: RasterState())
        encoder.render(to: target, clear: Self.clear) { pass in
            pass.setPipeline(pipeline)
            pass.setStorageBuffer("Words", buffer)
            pass.setTexture("earlier", texture, .nearest)
            switch show.way {
            case .plain: pass.draw(count: 15)
            case .indexed: pass.drawIndexed(buffer, type: .uint16, count: min(24, buffer.byteCount / 2))
            case .indirect: pass.drawIndirect(plan, offset: 0)
            }
        }
        return target
    }
    static let clear = ClearValues(colors: [.float(.init(0.5, 0.25, 0, 1)), .uint(.init(9, 8, 7, 6))])
    static let showVertex = """
        #version 450
        layout(std430) readonly buffer Words { uint words[]; };
        out vec4 tint; flat out uvec2 seen;
        void main() {
            uint n = uint(gl_VertexID) * 3u;
            vec4 corner = unpackSnorm4x8(words[n]);
            gl_Position = vec4(corner.xy * 1.5, corner.z, 1.0);
            tint = unpackUnorm4x8(words[n + 1u]);
            seen = uvec2(words[n + 2u], uint(words.length()));
        }
        """
    /// The fragment shader of the draw: it reads texels of the texture, which the dispatches may have written.
    var showFragment: String {
        let sampler = form.sampler, place = ["", "at.x", "at.xy", "ivec3(at, at.x & 1)"][sampler.shape.texelCount]
        let direction = "vec3(gl_FragCoord.xy * 0.1 - 1.0, 0.7)"
        let texel = sampler.shape == .cube ? "texture(earlier, \(direction))" : sampler.shape == .cubeArray ? "texture(earlier, vec4(\(direction), 1.0))"
            : sampler.shape.hasLevels || sampler.shape.isMultisampled ? "texelFetch(earlier, \(place), at.y & 1)" : "texelFetch(earlier, \(place))"
        return """
            #version 450
            \(sampler.declaration)
            in vec4 tint; flat in uvec2 seen;
            layout(location = 0) out vec4 color; layout(location = 1) out uvec4 bits;
            void main() {
                ivec2 at = ivec2(gl_FragCoord.xy) - 2;
                \(sampler.type) texel = \(texel);
                color = tint + vec4(texel);
                bits = uvec4(seen, \(sampler.prefix.isEmpty ? "floatBitsToUint(texel.xw)" : "uvec2(texel.xw)"));
            }
            """
    }
}

extension ComputeCase.Step {
    /// Returns the number of bytes that a block may use; nil if the block may use the rest of the buffer.
    fileprivate func byteCount(of name: String, _ program: ComputeProgram, _ buffer: Buffer) -> Int? {
        guard let room, name != "Tally", let number = program.table.storageBlocks[name] else { return nil }
        return min(buffer.byteCount - offset, program.interface.storageBlocks[number].byteCount + room)
    }
}

extension ComputeCase.Form {
    /// Makes a texture whose texels are the bytes.
    fileprivate func makeTexture(on device: Device, bytes: [UInt8]) throws -> Texture {
        if type == .buffer { return try device.makeTexture(reading: try device.makeBuffer(Array(bytes.prefix(width * format.bytesPerTexel))), as: format) }
        let texture = try device.makeTexture(descriptor)
        var rest = bytes[...]
        for level in texture.storage.levels.indices {
            let target = texture.storage.mutableBytes(ofLevel: level)
            target.copyBytes(from: rest.prefix(target.count))
            rest = rest.dropFirst(target.count)
        }
        texture.hostVersion &+= 1
        return texture
    }
    /// Returns the index of the layer if the image is a single layer of the texture; nil if the image is the whole level.
    func layer(of image: ImageDeclaration, _ step: ComputeCase.Step) -> Int? { image.shape == shape ? nil : step.layer }
}
