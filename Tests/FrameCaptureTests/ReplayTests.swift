// Captured frames are replayed: bit for bit, up to a draw, or with changes.

import FrameCapture
import Raster
import Scenes
import Shading
import Testing

@Suite("Replaying") struct ReplayTests {
    /// Returns a capture of the fixture's frame, and the program's picture.
    private func captured(_ kind: Device.Kind = .reference, file: TemporaryFile) throws -> (capture: Capture, picture: Image, fixture: Fixture) {
        let fixture = try Fixture(Device(kind))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record(time: 0.5).encoder)
        return (try Capture(contentsOf: file.path), try fixture.picture.readImage(), fixture)
    }

    @Test("a frame of every kind of command has the same bits on both renderers at every lane width", arguments: Device.Kind.allCases)
    func allWays(kind: Device.Kind) throws {
        let file = TemporaryFile(), capture = try captured(kind, file: file).capture
        let report = try capture.verify(capture.frames[0])
        #expect(report.results.count == 7 && !report.hadHashes && report.outcomeNote == nil)
        for result in report.results { #expect(result.difference == nil, "\(result.way): \(result.difference ?? "")") }
        // A later verification compares the frame with the stored hashes.
        try capture.store([report])
        let again = try Capture(contentsOf: file.path)
        #expect(again.frames[0].draws == capture.frames[0].draws)
        let second = try again.verify(again.frames[0], ways: [.reference])
        #expect(second.hadHashes && second.passes && second.comparedEvents == report.comparedEvents)
    }

    @Test("scenes of every feature are captured and drawn again bit for bit", arguments: stride(from: 0, to: Scene.all.count, by: 24).map { $0 })
    func scenes(first: Int) throws {
        for scene in Scene.all[first..<min(first + 24, Scene.all.count)] {
            let file = TemporaryFile(), device = Device(.reference)
            try device.startCapture(to: file.path)
            _ = try scene.outputs(on: device)
            try device.stopCapture()
            let capture = try Capture(contentsOf: file.path)
            #expect(capture.damage.isEmpty, "\(scene)")
            for frame in capture.frames {
                let report = try capture.verify(frame, ways: [.reference])
                #expect(report.passes && report.outcomeNote == nil, "\(scene): \(report.results[0].difference ?? report.outcomeNote ?? "")")
            }
        }
    }

    @Test("a verification also draws the frame without stopping between draws, and finds bits that differ only then") func whole() throws {
        let file = TemporaryFile(), (capture, frame) = try Squares().capture(file)
        let wrong = ReplayWay(description: "wrong in frames of several draws") { _ in Device(renderer: Spoiler(fromDraws: 2)) }
        let report = try capture.verify(frame, ways: [.reference, wrong])
        #expect(report.results.map(\.difference) == [nil, "the frame drawn as a whole has different bits than drawn event by event"])
    }

    @Test("a verification finds a bit that differs from the recording, and names the draw")
    func finds() throws {
        let file = TemporaryFile(), capture = try captured(file: file).capture, frame = capture.frames[0]
        let report = try capture.verify(frame, ways: [.reference])
        let other = TemporaryFile(), changed = try Fixture(Device(.reference))
        try changed.device.captureNextFrame(to: other.path)
        try changed.device.submit(changed.record(time: 0.75).encoder)
        // Stores the hashes of one frame in the capture of another frame, in which a uniform differs.
        let second = try Capture(contentsOf: other.path)
        try second.store([report])
        let verified = try Capture(contentsOf: other.path), found = try verified.verify(verified.frames[0], ways: [.reference])
        #expect(!found.passes && found.hadHashes)
        #expect(found.results[0].difference?.contains("event 1") == true, "\(found.results[0].difference ?? "nothing")")
    }

    @Test("a whole replay ends with the program's picture, a replay up to a draw with the picture at that time")
    func parts() throws {
        let file = TemporaryFile(), (capture, picture, _) = try captured(file: file)
        let frame = capture.frames[0], replayer = try Replayer(frame, of: capture, on: Device(.jit))
        try replayer.run()
        #expect(try replayer.result() == picture)
        try replayer.run(through: 1)
        let before = try replayer.image(of: frame.draws[1])
        try replayer.run(through: 2)
        #expect(try replayer.image(of: frame.draws[2]) != before)
        try replayer.run(skipping: [2])
        // If draw 2 is left out, the picture is the same as after draw 1, because between draws 1 and 2 there is only the scissored
        // clear, which does not change colours.
        #expect(try replayer.image(of: frame.draws[2]) == before)
        #expect(throws: RasterError.self) { try replayer.run(through: 3) }
        let depth = try replayer.image(.depth, of: frame.draws[2]), stencil = try replayer.image(.stencil, of: frame.draws[2])
        #expect(depth.format == .gray16 && Set(depth.bytes).count > 4)
        #expect(stencil.format == .gray8 && Set(stencil.bytes) == [0, 1])
        #expect(throws: RasterError.self) { _ = try replayer.image(.color(1), of: frame.draws[2]) }
    }

    @Test("samples are counted for each draw, equal to the program's own query")
    func samples() throws {
        let file = TemporaryFile(), (capture, _, fixture) = try captured(file: file)
        for kind in Device.Kind.allCases {
            let replayer = try Replayer(capture.frames[0], of: capture, on: Device(kind))
            try replayer.run(countsSamples: true)
            #expect(replayer.passedSamples.count == 3 && replayer.passedSamples[1] == fixture.query.count && fixture.query.count > 0)
        }
    }

    @Test("a shader can be replaced, with other uniforms or fewer than before")
    func replacement() throws {
        let file = TemporaryFile(), (capture, picture, _) = try captured(file: file), frame = capture.frames[0]
        let number = try #require((0..<2).first { try! capture.state(of: frame.draws[1], in: frame)["program"] == .text("#\($0) tinted") })
        func drawn(with text: String) throws -> Image {
            let source = ShaderSource(text: text, name: "new.frag")
            let replayer = try Replayer(frame, of: capture, on: Device(.reference),
                                        replacing: [ShaderReplacement(program: number, stage: .fragment, source: source)])
            try replayer.run(through: 1)
            return try replayer.image(of: frame.draws[1])
        }
        #expect(try drawn(with: Fixture.fragment) != picture)
        let constant = try drawn(with: "#version 330\nout vec4 pixel; void main() { pixel = vec4(0, 1, 1, 1); }")
        #expect(constant[24, 16] == SIMD4<UInt8>(0, 255, 255, 255))
        let shifted = try drawn(with: "#version 330\nuniform float unknown; uniform vec2 shift; out vec4 pixel; void main() { pixel = vec4(shift, unknown, 1); }")
        #expect(shifted[24, 16] == SIMD4<UInt8>(128, 64, 0, 255))
        #expect(throws: ShaderError.self) { _ = try drawn(with: "nonsense") }
    }

    @Test("the state of a draw has its uniforms, blocks, textures and tests by name")
    func state() throws {
        let file = TemporaryFile(), capture = try captured(file: file).capture, frame = capture.frames[0]
        let wall = try capture.state(of: frame.draws[1], in: frame), last = try capture.state(of: frame.draws[2], in: frame)
        #expect(wall["uniform.shift"] == .numbers([0.5, 0.25]))
        #expect(wall["block.Light.color"] == .numbers([1, 0.5, 0.25, 1]) || wall["block.Light.Light.color"] == .numbers([1, 0.5, 0.25, 1]),
                "\(wall.entries.map(\.name))")
        // The value comes from the frame's update of the buffer, in which array elements are 16 bytes apart, as in std140.
        #expect(wall.entries.contains { $0.name.hasSuffix("gain") && $0.value == .numbers([0, 1.25]) }, "\(wall.entries)")
        #expect(wall["stencil.front.reference"] == .integer(3) && wall["depth.compare"] == .text("less"))
        #expect(wall["texture.image.levels"] == .text("0…3") && wall["draw.primitive"] == .text("triangles"))
        #expect(wall["program.define.SCALE"] == .text("0.75") && wall["program.include.tint.glsl"] != nil)
        #expect(last["scissor"] == .integers([4, 4, 20, 20]) && last["blend.color0"] == .boolean(true) && last["draw.instances"] == .integer(2))
        let changes = last.differences(from: wall)
        #expect(changes.contains { $0.name == "scissor" && $0.before == .text("none") } && changes.contains { $0.name == "uniform.shift" && $0.after == nil })
        #expect(last.differences(from: last).isEmpty)
    }

    @Test("the code of the module's page opens a capture, queries and draws it")
    func page() throws {
        let file = TemporaryFile(), picture = try captured(file: file).picture
        let path = file.path, device = Device(.reference)
        let capture = try Capture(contentsOf: path)
        let frame = capture.frames[0]
        for draw in frame.draws { print("@\(draw.number)", draw.name, draw.primitiveCount, draw.site) }
        for dispatch in frame.dispatches {
            let memory = try capture.memory(of: .dispatch(dispatch), in: frame)
            for block in memory.blocks { print(block.name, block.values().values.map(\.name)) }
        }
        let (state, image) = try Page.look(capture, frame, device)
        #expect(state["draw.name"] == .text("small/patch") && image.width == 16 && picture.width == 48)
    }
}

private enum Page {
    static func look(_ capture: Capture, _ frame: CapturedFrame, _ device: Device) throws -> (DrawState, Image) {
        let state = try capture.state(of: frame.draws[0], in: frame)
        let replayer = try Replayer(frame, of: capture, on: device)
        try replayer.run(through: 0)
        let picture = try replayer.image(of: frame.draws[0])
        return (state, picture)
    }
}
