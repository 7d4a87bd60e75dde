// Frames with dispatches in the viewer, also frames without draws: the viewer shows the buffers and images that dispatches write.

import FrameCapture
import FrameViewing
import Raster
import Shading
import Testing
import Window

@Suite("The viewer of dispatches") struct DispatchViewTests {
    private static let size = (width: 1000, height: 600)
    private let file = TemporaryFile()
    private let capture: Capture

    /// Captures three dispatches: two paint an image and count, and the last only counts.
    init() throws {
        let device = Device(.reference)
        let paint = try device.makeComputeProgram("""
            #version 310 es
            layout(local_size_x = 4, local_size_y = 4) in;
            layout(std430, binding = 0) buffer Counts { uint counts[16]; };
            layout(rgba8, binding = 0) writeonly uniform highp image2D target;
            uniform float level;
            void main() {
                counts[gl_LocalInvocationIndex] = uint(level * 10.0);
                imageStore(target, ivec2(gl_GlobalInvocationID.xy), vec4(level, 0, 1, 1));
            }
            """, label: "paint")
        let count = try device.makeComputeProgram("""
            #version 310 es
            layout(local_size_x = 4) in;
            layout(std430, binding = 0) buffer Counts { uint counts[16]; };
            void main() { counts[gl_LocalInvocationIndex] = 9u; }
            """, label: "count")
        let counts = try device.makeBuffer([UInt32](repeating: 0, count: 16), label: "counts")
        let target = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, label: "target"))
        var encoder = device.makeCommandEncoder(label: "frame")
        encoder.compute { pass in
            pass.setProgram(paint)
            pass.setStorageBuffer("Counts", counts)
            pass.setImage("target", target)
            for level: Float in [0.2, 0.6] {
                pass.setUniform("level", level)
                pass.dispatch(2, 2, label: "paint")
            }
            pass.setProgram(count)
            pass.setStorageBuffer("Counts", counts)
            pass.dispatch(1, label: "count")
        }
        try device.captureNextFrame(to: file.path)
        try device.submit(encoder)
        capture = try Capture(contentsOf: file.path)
    }
    private func session(_ number: Int) throws -> (session: ViewSession, viewer: FrameViewer) {
        let frame = capture.frames[0], device = Device(.reference)
        let viewer = FrameViewer(capture, frame, command: .dispatch(frame.dispatches[number]), device: device)
        let session = try ViewSession(viewer, ViewStage(device))
        try update(session)
        return (session, viewer)
    }
    private func update(_ session: ViewSession, _ events: WindowEvent...) throws {
        try session.update(width: Self.size.width, height: Self.size.height, events: events)
    }

    @Test("a frame of dispatches alone shows the image and the buffer after each dispatch")
    func contents() throws {
        let (session, viewer) = try session(1)
        func shown() -> SIMD4<UInt8>? { viewer.image()?.picture[1, 1] }
        #expect(viewer.chosen == nil && viewer.title.contains("dispatch:1 paint") && shown() == SIMD4(153, 0, 255, 255))
        #expect(viewer.bytes(ofBuffer: 0)?.first == 6)
        try update(session, .keyDown("Left", isRepeat: false), .keyUp("Left"))
        #expect(viewer.command.argument == "dispatch:0" && shown() == SIMD4(51, 0, 255, 255) && viewer.bytes(ofBuffer: 0)?.first == 2)
        viewer.step(by: -1)
        #expect(viewer.command.argument == "dispatch:0")
        // The last dispatch writes only a buffer, so the viewer shows this buffer's integers.
        viewer.choose(.dispatch(capture.frames[0].dispatches[2]))
        #expect(viewer.image() == nil && viewer.drawer == .buffer && viewer.buffer == 0 && viewer.bufferText == "uint4")
        #expect(viewer.bytes(ofBuffer: 0)?.first == 9 && viewer.problem.isEmpty)
        let state = try #require(viewer.state(of: viewer.command)), groups = StateGroup.groups(of: state, before: nil)
        #expect(groups.map(\.stage) == [.input, .compute, .memory])
    }

    @Test("each page of a dispatch is built without an error, and keys for meshes and vertices do nothing")
    func pages() throws {
        let (session, viewer) = try session(0)
        for page in FrameViewer.Page.allCases {
            viewer.page = page
            let keys = ["M", "V", "Escape", "Up", "R"].flatMap { [WindowEvent.keyDown($0, isRepeat: false), .keyUp($0)] }
            try session.update(width: Self.size.width, height: Self.size.height, events: keys)
            #expect(viewer.problem.isEmpty && viewer.stage == .picture && viewer.drawer == nil && viewer.texture != nil, "\(page): \(viewer.problem)")
        }
    }

    @Test("a click on a line of the list chooses its dispatch")
    func list() throws {
        let (session, viewer) = try session(0)
        var chosen: Set<String> = []
        for top in stride(from: Float(70), to: 260, by: 8) {
            let y = Float(Self.size.height) - top
            try update(session, .mouseMoved(x: 60, y: y, dx: 0, dy: 0))
            try update(session, .mouseDown(.left, x: 60, y: y))
            try update(session, .mouseUp(.left, x: 60, y: y))
            try update(session)
            chosen.insert(viewer.command.argument)
        }
        #expect(chosen == ["dispatch:0", "dispatch:1", "dispatch:2"])
    }

    @Test("in a frame with draws too, a draw shows its own picture again")
    func mixed() throws {
        let mixed = TemporaryFile()
        _ = try ComputeFixture.capture(mixed)
        let capture = try Capture(contentsOf: mixed.path), frame = capture.frames[0]
        let viewer = FrameViewer(capture, frame, command: .dispatch(frame.dispatches[2]), device: Device(.reference))
        #expect(viewer.texture != nil && viewer.image()?.found.kind == "rgba8")
        viewer.step(by: 1)
        #expect(viewer.draw == 0 && viewer.texture == nil && viewer.image()?.found.kind == "color0, rgba8")
        viewer.step(by: 1)
        #expect(viewer.command.argument == "dispatch:3" && viewer.draw == nil && viewer.vertexTable() == nil && viewer.trace() == nil)
    }

    @Test("framescope view opens a frame of dispatches, and refuses options that need a draw")
    func command() throws {
        var pictures: [[UInt8]] = []
        for arguments in [[], ["dispatch:0"], ["dispatch:1", "--page", "shaders"], ["dispatch:1", "--buffer", "0"]] {
            let output = TemporaryFile(".png"), result = try run(["view", file.path, "--size", "900x500"] + arguments + ["--png", output.path])
            #expect(result.status == 0, "\(arguments): \(result)")
            let bytes = try Image.read(from: output.path).bytes
            #expect(!pictures.contains(bytes), "\(arguments)")
            pictures.append(bytes)
        }
        for arguments in [["--pixel", "1,1"], ["--only"], ["--overlay", "overdraw"], ["--stage", "mesh-in"], ["--table", "vertices"]] {
            let result = try run(["view", file.path] + arguments + ["--png", "/tmp/never.png"])
            #expect(result.status == 2 && result.errors.hasPrefix("framescope: dispatch 2 (count) has no pixels and no vertices"), "\(result)")
        }
        #expect(try run(["view", file.path, "dispatch:3", "--png", "/tmp/never.png"]).errors.contains("use 0 to 2"))
    }
}
