// Capture targets: open and inspect files of captured frames, and draw the frames that need little work.

import CaptureFile
import FrameCapture
import Glibc
import Raster
import Shading

enum CaptureTargets {
    private static func path(_ name: String) -> String {
        (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/fuzz-\(name)-\(getpid()).rcap"
    }
    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        defer { fclose(file) }
        return fwrite(bytes, 1, bytes.count, file) == bytes.count
    }
    private static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    static func file(_ bytes: [UInt8]) {
        let path = path("capture")
        defer { unlink(path) }
        guard write(bytes, to: path), let capture = try? Capture(contentsOf: path) else { return }
        try? capture.check()
        for frame in capture.frames {
            for draw in frame.draws {
                guard let state = try? capture.state(of: draw, in: frame) else { continue }
                precondition(state.differences(from: state).isEmpty, "a state differs from itself")
            }
            for program in frame.programs { _ = try? capture.shader(program.number, .fragment, in: frame, isPreprocessed: true) }
            // Frames that need much work are not drawn, because slow drawing is not a defect.
            if isSmall(frame) { draw(frame, capture) }
        }
    }
    private static func isSmall(_ frame: CapturedFrame) -> Bool {
        let texels = frame.table.textures.reduce(0.0) { $0 + Double($1.descriptor.width) * Double($1.descriptor.height) * Double(max(1, $1.descriptor.depth)) }
        let vertices = frame.draws.reduce(0.0) { $0 + Double($1.count) * Double($1.instanceCount) }
        // A work group has at most a few thousand invocations, so a limit for the number of work groups also limits the number of
        // invocations.
        let workGroups = frame.dispatches.reduce(0.0) { $0 + Double($1.groups.x) * Double($1.groups.y) * Double($1.groups.z) }
        return texels < 100_000 && vertices < 10_000 && workGroups < 100
            && frame.events.count < 1000 && frame.table.buffers.allSatisfy { $0.byteCount < 1 << 20 }
    }
    private static func draw(_ frame: CapturedFrame, _ capture: Capture) {
        var options = Device.Options()
        options.shaderStepLimit = 1000
        let device = Device(.reference, options: options)
        guard let replayer = try? Replayer(frame, of: capture, on: device), (try? replayer.run()) != nil else { return }
        _ = try? replayer.result()
        guard let history = try? capture.history(x: 1, y: 1, in: frame, on: device) else { return }
        precondition(history.isProven, "one renderer differs from itself")
        _ = history.verdict
        _ = history.rows(limit: 2)
        _ = try? capture.explanation(x: 1, y: 1, in: frame, on: device)
    }

    /// Changes the payload of one chunk and corrects all checksums; returns nil if `bytes` are not a capture.
    static func mutated(_ bytes: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        let source = path("source"), target = path("target")
        defer { unlink(source); unlink(target) }
        guard write(bytes, to: source), let reader = try? CaptureReader(path: source), let writer = try? CaptureWriter(path: target),
              !reader.chunks.isEmpty else { return nil }
        let chosen = random.below(reader.chunks.count)
        for (number, chunk) in reader.chunks.enumerated() where chunk.header.type != .index {
            guard var payload = try? reader.payload(of: chunk) else { continue }
            if number == chosen, !payload.isEmpty {
                for _ in 0...random.below(3) {
                    payload[random.below(payload.count)] = random.below(3) == 0 ? [0, 1, 0x7F, 0x80, 0xFF][random.below(5)] : UInt8(random.below(256))
                }
            }
            if chunk.header.type == .blob {
                // The blob is stored under its old hash, so that references to the blob find the changed contents.
                _ = try? payload.withUnsafeBytes { _ = try writer.blob($0, hash: chunk.header.hash, frame: Int(chunk.header.frame)) }
            } else {
                try? writer.append(chunk.header.type, frame: Int(chunk.header.frame), isRequired: chunk.header.flags.contains(.required), payload)
            }
        }
        try? writer.finish()
        return read(target)
    }

    static func seeds() throws -> [[UInt8]] { try drawSeeds() + [computeSeed()] }

    /// Captures a frame with two dispatches and a draw. The dispatches write a buffer and an image. The second dispatch is indirect: its
    /// work group counts are in a buffer. The draw reads the results of the dispatches.
    private static func computeSeed() throws -> [UInt8] {
        let path = path("seed"), device = Device(.reference)
        defer { unlink(path) }
        let program = try device.makeComputeProgram("""
            #version 430
            layout(local_size_x = 4) in;
            layout(std430) buffer B { uint groups[3]; float values[]; };
            layout(rgba8) writeonly uniform image2D i;
            uniform float scale;
            void main() {
                values[gl_GlobalInvocationID.x] += scale;
                if (gl_GlobalInvocationID.x == 0u) atomicMax(groups[0], 2u);
                imageStore(i, ivec2(gl_GlobalInvocationID.x, 0), vec4(scale));
            }
            """)
        let show = try device.makeProgram(
            vertex: "#version 430\nlayout(std430) readonly buffer B { uint groups[3]; float values[]; };\n"
                + "void main() { gl_Position = vec4(values[gl_VertexID], values[gl_VertexID + 1], 0.0, 1.0); }",
            fragment: "#version 430\nuniform sampler2D t; out vec4 o; void main() { o = texelFetch(t, ivec2(1, 0), 0); }")
        let pipeline = try device.makePipeline(program: show, vertexLayout: .none), target = try device.makeFramebuffer(width: 8, height: 8)
        let buffer = try device.makeBuffer([1, 1, 1] + [Float](repeating: 0.5, count: 9).map(\.bitPattern))
        let image = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 2))
        try device.captureNextFrame(to: path)
        var frame = device.makeCommandEncoder()
        frame.compute(label: "c") { pass in
            pass.setProgram(program)
            pass.setStorageBuffer("B", buffer)
            pass.setImage("i", image)
            pass.setUniform("scale", Float(0.25))
            pass.dispatch(2)
            pass.dispatchIndirect(buffer)
        }
        frame.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.setStorageBuffer("B", buffer)
            pass.setTexture("t", image)
            pass.draw(count: 3)
        }
        try device.submit(frame)
        return read(path)
    }

    private static func drawSeeds() throws -> [[UInt8]] {
        try [(1, false), (4, true)].map { samples, hasBlock in
            let path = path("seed"), device = Device(.reference)
            defer { unlink(path) }
            let target = try device.makeFramebuffer(width: 8, height: 8, depth: .depth24Stencil8, samples: samples, label: "target")
            let program = try device.makeProgram(
                vertex: "in vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }",
                fragment: "#version 330\n" + (hasBlock ? "layout(std140) uniform B { vec4 c[2]; };" : "uniform vec4 c[2];")
                + "uniform sampler2D t; out vec4 o; void main() { o = c[1] * texture(t, vec2(0.5)); }")
            let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("p", .float2)), depth: .less,
                                                   blend: .alpha)
            let vertices = try device.makeBuffer([-1, -1, 1, -1, 0, 1] as [Float]), indices = try device.makeBuffer([0, 1, 2] as [UInt16]),
                block = try device.makeBuffer([Float](repeating: 0.5, count: 8))
            let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4, mipLevels: 2))
            try device.captureNextFrame(to: path)
            var frame = device.makeCommandEncoder()
            frame.generateMipmaps(texture)
            frame.update(block, at: 4, with: [Float(1)])
            frame.render(to: target, clear: .color(0, 0, 1), label: "p") { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.setTexture("t", texture)
                if hasBlock { pass.setUniformBuffer("B", block) } else { pass.setUniform("c[1]", SIMD4<Float>(1, 0.5, 0, 0.5)) }
                pass.group("g") { $0.drawIndexed(indices, count: 3, label: "d") }
                pass.clear(.depth(0.5))
            }
            try device.submit(frame)
            return read(path)
        }
    }
}
