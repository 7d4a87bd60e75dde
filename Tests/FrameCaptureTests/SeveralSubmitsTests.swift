// Frames of several submits: the submits are one frame in the file, even if other calls happen between the submits.

import CaptureFile
import FrameCapture
import Raster
import Testing

/// A frame of three submits. Between the submits the program writes texels and vertices. The last submit reads the picture of the
/// first submit.
struct DividedFrame {
    let device: Device
    let first: Framebuffer
    let target: Framebuffer
    private let image: Texture
    private let vertices: Buffer
    private let pipeline: Pipeline
    /// The value that the program writes between the first two submits.
    var texels: UInt8 = 200

    init(_ device: Device) throws {
        self.device = device
        first = try device.makeFramebuffer(width: 16, height: 16, label: "first")
        target = try device.makeFramebuffer(width: 24, height: 16, color: [.rgba8], depth: .depth32Float, label: "target")
        let program = try device.makeProgram(vertex: "in vec2 place; out vec2 uv; void main() { uv = place * 0.5 + 0.5; gl_Position = vec4(place, 0.0, 1.0); }",
                                             fragment: "uniform sampler2D image; uniform vec4 tint; in vec2 uv; out vec4 pixel; void main() { pixel = texture(image, uv) * tint; }", label: "shown")
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("place", .float2)))
        image = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4, mipLevels: 3, label: "image"))
        try image.replace(bytes: (0..<64).map { UInt8(truncatingIfNeeded: $0 * 29) })
        vertices = try device.makeBuffer([Float]([-1, -1, 1, -1, -1, 1]), label: "corners")
    }
    private func part(_ label: String, into target: Framebuffer, clear: ClearValues, showing texture: Texture, tint: SIMD4<Float> = SIMD4(1, 1, 1, 1),
                      mipmaps: Bool = false) throws {
        var encoder = device.makeCommandEncoder(label: label)
        if mipmaps { encoder.generateMipmaps(image) }
        encoder.render(to: target, clear: clear, label: label) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            pass.setTexture("image", texture, .nearest)
            pass.setUniform("tint", tint)
            pass.draw(count: 3, label: "triangle")
        }
        try device.submit(encoder)
    }
    func one() throws { try part("one", into: first, clear: .color(0, 0, 0.5), showing: image) }
    func two() throws {
        try image.replace(bytes: [UInt8](repeating: texels, count: 64))
        try vertices.update([Float]([1, 1, -1, 1]), at: 8)
        try part("two", into: target, clear: .color(0.25, 0, 0), showing: image, tint: SIMD4(1, 0.5, 0.25, 1))
    }
    func three() throws {
        try vertices.update([Float]([0.5, 0.5]), at: 0)
        try part("three", into: target, clear: .none, showing: first.color[0]!.texture, mipmaps: true)
    }
    func draw() throws {
        try one()
        try two()
        try three()
    }
}

@Suite("Frames of several submits") struct SeveralSubmitsTests {
    private func capture(_ file: TemporaryFile, on kind: Device.Kind = .reference, texels: UInt8 = 200) throws -> (capture: Capture, picture: Image) {
        let device = Device(kind)
        var frame = try DividedFrame(device)
        frame.texels = texels
        try device.captureNextFrame(to: file.path)
        try device.frame(label: "divided") { try frame.draw() }
        #expect(!device.isCapturing)
        // The submit after the frame belongs to another frame, and is not in the file.
        try frame.one()
        return (try Capture(contentsOf: file.path), try frame.target.readImage())
    }

    @Test("the submits are recorded as one frame, with draws numbered throughout, and drawn again with the same bits", arguments: Device.Kind.allCases)
    func replay(kind: Device.Kind) throws {
        let file = TemporaryFile(), (capture, picture) = try capture(file, on: kind), frame = try #require(capture.frames.first)
        #expect(capture.frames.count == 1 && capture.isComplete && capture.damage.isEmpty && frame.label == "divided" && frame.submitCount == 3
                && frame.hasOutcome && frame.error == nil)
        #expect(frame.draws.map(\.name) == ["one/triangle", "two/triangle", "three/triangle"] && frame.draws.map(\.number) == [0, 1, 2])
        // The program's picture is also compared. The picture shows texels that the program wrote between the submits.
        let report = try capture.verify(frame, ways: [.reference, .jit(lanes: 8, isBaseline: true), .jit(lanes: 16, isBaseline: true)])
        #expect(report.passes && report.outcomeNote == nil, "\(report)")
        let replayer = try Replayer(frame, of: capture, on: Device(kind))
        try replayer.run()
        #expect(try replayer.result() == picture)
        // The first draw uses the texels that the program replaces before the second submit.
        try replayer.run(through: 0)
        #expect(try replayer.image(of: frame.draws[0])[1, 14] == SIMD4(0, 29, 58, 87))
    }

    @Test("writes of the program between submits belong to the later submit, for states, histories and traces")
    func between() throws {
        let file = TemporaryFile(), (capture, picture) = try capture(file), frame = capture.frames[0]
        let states = try frame.draws.map { try capture.state(of: $0, in: frame) }
        let hashes = states.map { $0["vertexBuffer[0].hash"] }
        #expect(Set(hashes.map { "\($0?.description ?? "")" }).count == 3, "\(hashes)")
        for (x, y) in [(3, 3), (12, 8), (20, 2), (23, 15), (16, 10)] {
            let history = try capture.history(x: x, y: y, in: frame, on: Device(.reference))
            #expect(history.isProven)
            guard case .numbers(let last) = history.events.last(where: { $0.fate == .written || $0.fate == .cleared })?.after else { continue }
            #expect(SIMD4<UInt8>((0..<4).map { UInt8(last[$0] * 255 + 0.5) }) == picture[x, y], "(\(x), \(y))")
        }
        let trace = try capture.trace(x: 3, y: 3, of: frame.draws[1], in: frame, on: Device(.reference))
        #expect(trace.isProven)
        #expect(try capture.vertices(0..<3, of: frame.draws[2], in: frame).map { $0.attributes[0].value }
                == [.numbers([0.5, 0.5]), .numbers([1, 1]), .numbers([-1, 1])])
    }

    @Test("frames that differ in the bytes written between submits diverge there")
    func difference() throws {
        let one = TemporaryFile(), two = TemporaryFile()
        let (a, _) = try capture(one), (b, _) = try capture(two, texels: 90)
        let divergence = try #require(try a.difference(of: a.frames[0], from: b, b.frames[0], on: .reference).divergence)
        #expect(divergence.event == "a copy", "\(divergence.sentence)")
        #expect(try a.difference(of: a.frames[0], from: a, a.frames[0], on: .reference).isEmpty)
    }

    @Test("framescope answers questions about frames of several submits as about other frames")
    func commands() throws {
        let file = TemporaryFile(), (_, picture) = try capture(file), output = TemporaryFile(".png"), mesh = TemporaryFile(".obj")
        #expect(try framescope("info", file.path).output.contains("'divided', 3 draws in 3 submits"))
        #expect(try framescope("draws", file.path).output.contains("@2"))
        #expect(try framescope("replay", file.path, "-o", output.path).status == 0)
        #expect(try Image.read(from: output.path) == picture)
        #expect(try framescope("pixel", file.path, "12", "8").status == 0)
        #expect(try framescope("mesh", file.path, "@2", "--stage", "in", "-o", mesh.path).status == 0)
        #expect(try framescope("verify", file.path, "--on", "jit", "--lanes", "4", "--tier", "baseline").status == 0)
        let small = TemporaryFile(), color = picture[12, 8]
        let hexadecimal = [color.x, color.y, color.z].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(try framescope("minimize", file.path, "--keep", "pixel(12, 8) == #\(hexadecimal)", "-o", small.path).status == 0)
        #expect(try framescope("verify", small.path, "--on", "reference").status == 0)
    }

    @Test("a file truncated at any place keeps the complete submits, and reports the loss")
    func truncation() throws {
        let file = TemporaryFile(), cut = TemporaryFile()
        _ = try capture(file)
        let bytes = try file.bytes,
            ends = try CaptureReader(path: file.path).chunks.filter { $0.header.type == .frame }.map { Int($0.offset + 64 + $0.header.storedByteCount) }
        let events = try CaptureReader(path: file.path).chunks.filter { $0.header.type == .events }.map { Int($0.offset + 64 + $0.header.storedByteCount) }
        #expect(ends.count == 3)
        for length in stride(from: 40, to: bytes.count, by: max(1, bytes.count / 250)) {
            try cut.write(Array(bytes[..<length]))
            let whole = ends.filter { $0 <= length }.count
            guard let capture = try? Capture(contentsOf: cut.path) else {
                #expect(whole == 0, "\(length)")
                continue
            }
            #expect(capture.frames.first?.submitCount ?? 0 == whole, "\(length)")
            guard whole > 0, let frame = capture.frames.first else { continue }
            #expect(frame.draws.count == whole && (frame.hasOutcome == false || whole == 3))
            // If the file is cut after the events of a submit but before the end of this submit, the loss is reported.
            if events.filter({ $0 <= length }).count > whole {
                #expect(capture.damage.contains { $0.contains("ends after submit \(whole)") }, "\(length): \(capture.damage)")
            }
            try Replayer(frame, of: capture, on: Device(.reference)).run()
        }
        // If a submit in the middle is damaged, this submit and all later submits are lost. Earlier submits are kept.
        var damaged = bytes
        damaged[events[1] - 1] ^= 0x55
        try cut.write(damaged)
        let capture = try Capture(contentsOf: cut.path)
        #expect(capture.frames.first?.submitCount == 1 && capture.frames.first?.hasOutcome == false && !capture.damage.isEmpty, "\(capture.damage)")
    }

    @Test("nested frames, captures that begin or end inside of a frame, and errors leave whole frames")
    func edges() throws {
        struct Stop: Error {}
        let device = Device(.reference), frame = try DividedFrame(device)
        func captured(_ body: (String) throws -> Void) throws -> [CapturedFrame] {
            let file = TemporaryFile()
            try body(file.path)
            let capture = try Capture(contentsOf: file.path)
            #expect(capture.isComplete && capture.damage.isEmpty, "\(capture.damage)")
            for frame in capture.frames { #expect(try capture.verify(frame, ways: [.reference]).passes) }
            return capture.frames
        }
        let nested = try captured { path in
            try device.captureNextFrame(to: path)
            try device.frame { try frame.one(); try device.frame(label: "inner") { try frame.two() }; try frame.three() }
        }
        #expect(nested.map(\.submitCount) == [3] && nested.map(\.label) == ["one"])

        let rest = try captured { path in
            try device.frame(label: "late") {
                try frame.one()
                try device.captureNextFrame(to: path)
                try frame.two()
                try frame.three()
            }
            #expect(!device.isCapturing)
        }
        #expect(rest.map(\.submitCount) == [2] && rest.map(\.label) == ["late"])

        let stopped = try captured { path in
            try device.frame(label: "cut") {
                try device.startCapture(to: path)
                try frame.one()
                try frame.two()
                try device.stopCapture()
                try frame.three()
            }
        }
        #expect(stopped.map(\.submitCount) == [2] && stopped[0].hasOutcome)

        let several = try captured { path in
            try device.startCapture(to: path)
            try frame.one()
            #expect(throws: Stop.self) { try device.frame(label: "thrown") { try frame.one(); try frame.two(); throw Stop() } }
            try device.frame(label: "empty") {}
            try frame.three()
            try device.stopCapture()
        }
        #expect(several.map(\.number) == [0, 1, 2] && several.map(\.submitCount) == [1, 2, 1] && several.map(\.label) == ["one", "thrown", "three"])

        let ranged = try captured { path in
            device.capture(CaptureRequest(path: path, frames: .range(1...1)))
            try device.frame(label: "zero") { try frame.draw() }
            try device.frame(label: "one of three") { try frame.draw() }
            #expect(!device.isCapturing)
        }
        #expect(ranged.map(\.number) == [1] && ranged.map(\.label) == ["one of three"])
    }

    @Test("a submit that fails ends its frame, which keeps the earlier submits")
    func failure() throws {
        let file = TemporaryFile(), device = Device(.reference), frame = try DividedFrame(device)
        let program = try device.makeProgram(vertex: TracedFixture.wholeTarget, fragment: "out vec4 c; void main() { c = vec4(0); while (c.x < 1.0) c.y += 1.0; }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        device.capture(CaptureRequest(path: file.path, frames: .failing))
        try device.frame(label: "fine") { try frame.draw() }
        #expect(throws: RasterError.self) {
            try device.frame(label: "bad") {
                try frame.one()
                try frame.two()
                var encoder = device.makeCommandEncoder(label: "endless")
                encoder.render(to: frame.target) { pass in
                    pass.setPipeline(pipeline)
                    pass.setScissor(PixelRect(x: 0, y: 0, width: 2, height: 2))
                    pass.draw(count: 3)
                }
                try device.submit(encoder)
            }
        }
        let capture = try Capture(contentsOf: file.path), failed = try #require(capture.frames.first)
        #expect(capture.frames.count == 1 && failed.label == "bad" && failed.submitCount == 3 && failed.draws.count == 3
                && failed.error?.contains("shaderDidNotEnd") == true)
        let replayer = try Replayer(failed, of: capture, on: Device(.reference))
        try replayer.run(through: 1)
        #expect(try replayer.image(of: failed.draws[1]).width == 24)
    }

    @Test("a resource that is freed after its submit is not confused with a later resource at the same address")
    func lifetimes() throws {
        let file = TemporaryFile(), device = Device(.reference), frame = try DividedFrame(device)
        let program = try device.makeProgram(vertex: TracedFixture.wholeTarget, fragment: "uniform sampler2D image; out vec4 c; void main() { c = texture(image, vec2(0.5)); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        try device.frame {
            for shade in 1...8 {
                let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1))
                try texture.replace(bytes: [UInt8(shade * 20), 0, 0, 255])
                var encoder = device.makeCommandEncoder(label: "shade \(shade)")
                encoder.render(to: frame.target, label: "shades") { pass in
                    pass.setPipeline(pipeline)
                    pass.setTexture("image", texture, .nearest)
                    pass.setScissor(PixelRect(x: shade, y: 0, width: 1, height: 16))
                    pass.draw(count: 3)
                }
                try device.submit(encoder)
            }
        }
        let capture = try Capture(contentsOf: file.path), replayer = try Replayer(capture.frames[0], of: capture, on: Device(.reference))
        try replayer.run()
        let picture = try #require(try replayer.result())
        #expect((1...8).map { Int(picture[$0, 3].x) } == (1...8).map { $0 * 20 })
    }
}
