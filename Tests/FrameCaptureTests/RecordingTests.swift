// Checks which contents a device writes into a capture, and when the device writes these contents.

import CaptureFile
import Foundation
import FrameCapture
import Raster
import Shading
import Testing

@Suite("Recording") struct RecordingTests {
    @Test("exactly the next frame is captured, with its labels, groups and call sites")
    func nextFrame() throws {
        let file = TemporaryFile(), fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        #expect(fixture.device.isCapturing)
        let (frame, line) = fixture.record()
        try fixture.device.submit(frame)
        #expect(!fixture.device.isCapturing)
        try fixture.device.submit(fixture.record().encoder)
        let capture = try Capture(contentsOf: file.path)
        #expect(capture.isComplete && capture.damage.isEmpty && capture.renderer == "reference")
        let captured = try #require(capture.frames.first)
        #expect(capture.frames.count == 1 && captured.label == "frame" && captured.hasOutcome && captured.error == nil)
        #expect(captured.draws.map(\.name) == ["small/patch", "main/room/wall", "main"])
        #expect(captured.draws.map(\.primitiveCount) == [1, 2, 4])
        #expect(captured.draws.map(\.program) == ["flat", "tinted", "flat"])
        #expect(captured.draws[0].file == "FrameCaptureTests/Fixture.swift" && captured.draws[0].line == Int(line))
    }

    @Test("a driver's names of resources and of the functions that led to a draw are in the capture; wrong numbers give no names")
    func namesOfDriver() throws {
        let file = TemporaryFile(), fixture = try Fixture(Device(.reference))
        fixture.vertices.captureName = "buffer 3"
        try fixture.device.captureNextFrame(to: file.path)
        #expect(fixture.device.mayCaptureDraws)
        try fixture.device.submit(fixture.record().encoder)
        #expect(!fixture.device.mayCaptureDraws)
        var callers = RecordedCallers()
        callers.add(["drawWall", "main"])
        callers.add(nil)
        callers.add(["drawWall", "main"])
        #expect(callers.lists.count == 1)
        callers.draws.append(7)
        let writer = try CaptureWriter(appendingTo: CaptureReader(path: file.path))
        try writer.append(.callers, frame: 0, isRequired: false, callers.encoded)
        try writer.finish()
        let capture = try Capture(contentsOf: file.path), frame = try #require(capture.frames.first)
        #expect(frame.draws.map(\.callers) == [["drawWall", "main"], [], ["drawWall", "main"]])
        #expect(callers.names(ofDraw: 3).isEmpty && callers.names(ofDraw: 9).isEmpty)
        let state = try capture.state(of: frame.draws[0], in: frame)
        #expect(state["draw.callers"] == .text("drawWall < main"))
        #expect(state.entries.contains { $0.value.description.hasSuffix(" buffer 3") })
    }

    @Test("locations of uniforms are read in OpenGL's words; a capture without locations, or with damaged ones, has none")
    func locations() throws {
        let file = TemporaryFile(), fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record().encoder)
        func append(_ bytes: [UInt8]) throws {
            let writer = try CaptureWriter(appendingTo: CaptureReader(path: file.path))
            try writer.append(.locations, frame: 0, isRequired: false, bytes)
            try writer.finish()
        }
        /// Returns the names and values of the locations in the state of the draw with the program 'tinted'.
        func found(_ vocabulary: Vocabulary) throws -> [String: StateValue] {
            let capture = try Capture(contentsOf: file.path), frame = try #require(capture.frames.first)
            #expect(capture.damage.isEmpty)
            capture.vocabulary = vocabulary
            let entries = try capture.state(of: frame.draws[1], in: frame).entries.filter { $0.name.hasSuffix(".location") }
            return Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.value) })
        }
        #expect(try found(.opengl).isEmpty)
        var locations = RecordedLocations()
        locations.add(nil, number: 0, isCompute: false)
        locations.add(["shift": 7, "other": 0], number: 1, isCompute: false)
        locations.add(["shift": 8], number: 1, isCompute: true)
        #expect(locations.programs.count == 2)
        try append(locations.encoded)
        #expect(try found(.opengl) == ["uniform.shift.location": .integer(7), "texture.image.location": .integer(-1)])
        #expect(try found(.raster).isEmpty)
        try append([1, 0, 0])
        #expect(try found(.opengl).isEmpty)
    }

    @Test("all frames between start and stop are captured, and unchanged contents only once")
    func several() throws {
        let one = TemporaryFile(), three = TemporaryFile()
        let fixture = try Fixture(Device(.reference))
        try fixture.device.startCapture(to: one.path)
        try fixture.device.submit(fixture.record().encoder)
        try fixture.device.stopCapture()
        try fixture.device.startCapture(to: three.path)
        for number in 0..<3 { try fixture.device.submit(fixture.record(time: Float(number)).encoder) }
        try fixture.device.stopCapture()
        try fixture.device.stopCapture()
        let capture = try Capture(contentsOf: three.path)
        #expect(capture.frames.map(\.number) == [0, 1, 2])
        #expect(try three.bytes.count < 3 * one.bytes.count)
        #expect(try capture.state(of: capture.frames[2].draws[1], in: capture.frames[2])["uniform.shift"] == .numbers([2, 0.25]))
        #expect(try capture.state(of: capture.frames[1].draws[1], in: capture.frames[1])["uniform.shift"] == .numbers([1, 0.25]))
    }

    @Test("a buffer that the program writes between frames has its new bytes in the later frame")
    func rewritten() throws {
        let file = TemporaryFile(), device = Device(.reference), target = try device.makeFramebuffer(width: 4, height: 4)
        let program = try device.makeProgram(vertex: "in vec2 p; void main() { gl_Position = vec4(p, 0, 1); }", fragment: "out vec4 c; void main() { c = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("p", .float2)))
        let corners = try device.makeBuffer([Float]([-1, -1, 3, -1, -1, 3])), moved: [Float] = [5, 5, 6, 5, 5, 6]
        try device.startCapture(to: file.path)
        for number in 0..<2 {
            if number == 1 { try corners.update(moved) }
            var frame = device.makeCommandEncoder()
            frame.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(corners)
                pass.draw(count: 3)
            }
            try device.submit(frame)
        }
        try device.stopCapture()
        let capture = try Capture(contentsOf: file.path)
        for (frame, expected) in zip(capture.frames, [SIMD4<UInt8>(255, 255, 255, 255), SIMD4(0, 0, 0, 255)]) {
            let replayer = try Replayer(frame, of: capture, on: Device(.reference))
            try replayer.run()
            #expect(try replayer.result()?[1, 2] == expected, "frame \(frame.number)")
        }
    }

    @Test("events that an older version wrote are read, and have the defaults of newer fields")
    func olderEvents() throws {
        let file = TemporaryFile(), fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record(time: 0).encoder)
        let frame = try Capture(contentsOf: file.path).frames[0]
        var events = EventList(events: frame.events), coder = FieldCoder(version: 1)
        try events.code(&coder)
        #expect(coder.bytes.count < events.encoded.count)
        let writer = try CaptureWriter(appendingTo: CaptureReader(path: file.path))
        try writer.append(.resources, frame: 1, frame.table.encoded)
        try writer.append(.events, frame: 1, version: 1, coder.bytes)
        try writer.append(.frame, frame: 1, RecordedFrame(label: "old", eventCount: frame.events.count, drawCount: frame.draws.count).encoded)
        try writer.finish()
        let capture = try Capture(contentsOf: file.path)
        #expect(capture.damage.isEmpty && capture.frames.count == 2 && capture.frames[1].events == frame.events)
    }

    @Test("the program's picture is in the capture, and a verification compares the drawn picture with this picture")
    func outcome() throws {
        let file = TemporaryFile(), other = TemporaryFile()
        func captured(_ file: TemporaryFile, _ time: Float) throws -> (capture: Capture, outcome: RecordedOutcome) {
            let fixture = try Fixture(Device(.reference))
            try fixture.device.captureNextFrame(to: file.path)
            try fixture.device.submit(fixture.record(time: time).encoder)
            let capture = try Capture(contentsOf: file.path)
            return (capture, try #require(capture.frames[0].outcome))
        }
        let first = try captured(file, 0), second = try captured(other, 0.5)
        // The eight results are four levels of the texture with mip levels, the small image, colour and depth of the scene, and the
        // picture.
        #expect(first.outcome.results.count == 8)
        #expect(try first.capture.verify(first.capture.frames[0], ways: [.reference]).passes)
        let writer = try CaptureWriter(appendingTo: first.capture.reader)
        try writer.append(.outcome, frame: 0, isRequired: false, second.outcome.encoded)
        try writer.finish()
        let changed = try Capture(contentsOf: file.path), report = try changed.verify(changed.frames[0], ways: [.reference])
        #expect(!report.passes && report.results[0].difference?.contains("has different bits than the program drew") == true, "\(report.results)")
    }

    @Test("contents that a copy or a blit overwrites completely are not captured, all other contents are; frames with either are drawn again bit for bit", arguments: ["copy", "blit"]) func overwritten(by way: String) throws {
        for (columns, isWhole) in [(8, true), (7, false)] {
            let file = TemporaryFile(), device = Device(.reference)
            func texture(_ label: String, _ value: UInt8) throws -> Texture {
                let made = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, label: label))
                try made.replace(bytes: [UInt8](repeating: value, count: 8 * 8 * 4))
                return made
            }
            let source = try texture("source", 10), target = try texture("target", 200)
            try device.captureNextFrame(to: file.path)
            var frame = device.makeCommandEncoder()
            if way == "copy" {
                frame.copy(source, region: TextureRegion(width: columns, height: 8), to: target)
            } else {
                frame.blit(Attachment(source), from: (0, 0, columns, 8), to: Attachment(target), in: (columns, 0, 0, 8))
            }
            try device.submit(frame)
            let capture = try Capture(contentsOf: file.path), captured = capture.frames[0]
            let levels = captured.table.textures.map { ($0.descriptor.label, $0.levels.count) }
            #expect(levels.map(\.0) == ["source", "target"] && levels.map(\.1) == [1, isWhole ? 0 : 1], "\(columns) columns: \(levels)")
            #expect(try capture.verify(captured, ways: [.reference]).passes)
        }
    }

    @Test("a blit from an empty rectangle keeps the contents before it") func notOverwritten() throws {
        let file = TemporaryFile(), device = Device(.reference)
        let source = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8)),
            target = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8))
        try target.replace(bytes: [UInt8](repeating: 200, count: 8 * 8 * 4))
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        frame.blit(Attachment(source), from: (3, 0, 3, 8), to: Attachment(target), in: (0, 0, 8, 8))
        try device.submit(frame)
        let capture = try Capture(contentsOf: file.path)
        #expect(capture.frames[0].table.textures.map(\.levels.count) == [1, 1])
        #expect(try capture.verify(capture.frames[0], ways: [.reference]).passes)
    }

    @Test("a device reports the size and duration of its last capture, and nothing while it captures or after a failure") func summary() throws {
        let file = TemporaryFile(), fixture = try Fixture(Device(.reference)), device = fixture.device
        #expect(device.lastCapture == nil)
        try device.captureNextFrame(to: file.path)
        try device.submit(fixture.record().encoder)
        let one = try #require(device.lastCapture)
        #expect(try one.path == file.path && one.frameCount == 1 && one.byteCount == file.bytes.count)
        #expect(one.recordingTime > .zero && one.writingTime > .zero)
        try device.startCapture(to: file.path)
        #expect(device.lastCapture == nil)
        for number in 0..<3 { try device.submit(fixture.record(time: Float(number)).encoder) }
        try device.stopCapture()
        #expect(try device.lastCapture?.frameCount == 3 && device.lastCapture?.byteCount == file.bytes.count)
        #expect(throws: RasterError.self) { try device.captureNextFrame(to: "/absent/folder/file.rcap") }
        #expect(device.lastCapture == nil && !device.isCapturing)
    }

    @Test("a second capture of a device is refused, and so is a file that cannot be written")
    func refusals() throws {
        let file = TemporaryFile(), device = Device(.reference)
        let error = #expect(throws: RasterError.self) { try device.captureNextFrame(to: "/absent/folder/file.rcap") }
        #expect(error?.code == .fileNotWritable)
        try device.startCapture(to: file.path)
        #expect(throws: RasterError.self) { try device.captureNextFrame(to: file.path) }
        try device.stopCapture()
        #expect(!device.isCapturing)
    }

    @Test("a frame that ends with an error is in the file, with everything that it needs and its error")
    func failure() throws {
        let file = TemporaryFile()
        var options = Device.Options()
        options.shaderStepLimit = 1000
        let device = Device(.reference, options: options)
        let program = try device.makeProgram(vertex: "in vec2 p; void main() { gl_Position = vec4(p, 0, 1); }",
                                             fragment: "uniform int n; out vec4 c; void main() { c = vec4(0); for (int i = 0; i < n; i++) c += vec4(0.1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("p", .float2)))
        let target = try device.makeFramebuffer(width: 4, height: 4)
        let vertices = try device.makeBuffer([Float]([-1, -1, 3, -1, -1, 3]))
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        frame.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            pass.setUniform("n", Int32.max)
            pass.draw(count: 3)
        }
        #expect(throws: RasterError.self) { try device.submit(frame) }
        let capture = try Capture(contentsOf: file.path), captured = try #require(capture.frames.first)
        #expect(captured.error?.contains("shaderDidNotEnd") == true)
        // A replay of the captured frame fails with the same error.
        let again = try #require(throws: RasterError.self) { try Replayer(captured, of: capture, on: device).run() }
        #expect(again.code == .shaderDidNotEnd)
    }

    @Test("RASTER_CAPTURE is parsed, and invalid values are refused")
    func request() throws {
        #expect(try CaptureRequest("a.rcap") == CaptureRequest("a.rcap:frame=0"))
        #expect(try CaptureRequest("/tmp/a:b.rcap").path == "/tmp/a:b.rcap")
        let ranged = try CaptureRequest("a.rcap:frames=3-5")
        #expect(ranged.path == "a.rcap" && ranged.frames == .range(3...5))
        #expect(try CaptureRequest("a.rcap:frame=4").frames == .range(4...4))
        #expect(try CaptureRequest("a.rcap:on-error").frames == .failing)
        for text in ["", ":on-error", "a:frame=", "a:frame=x", "a:frame=-1", "a:frames=5", "a:frames=5-3", "a:frames=1-2-3", ":frame=1"] {
            #expect(throws: RasterError.self, "\(text)") { _ = try CaptureRequest(text) }
        }
        let first = try CaptureRequest("unique-\(UInt64.random(in: 0 ... .max)).rcap")
        #expect(first.claimedPath() == first.path && first.claimedPath() == first.path + "-2")
        #expect(try CaptureRequest("%p-\(first.path)%p").claimedPath() == "\(getpid())-\(first.path)\(getpid())")
    }

    @Test("a file that another writer has open is not overwritten: the program gets an error, and the environment's capture takes the next name")
    func inUse() throws {
        let file = TemporaryFile(), one = try Fixture(Device(.reference)), two = try Fixture(Device(.reference))
        defer { try? FileManager.default.removeItem(atPath: file.path + "-2") }
        try one.device.startCapture(to: file.path)
        try one.device.submit(one.record().encoder)
        let error = #expect(throws: RasterError.self) { try two.device.captureNextFrame(to: file.path) }
        #expect(error?.code == .fileNotWritable && error?.problem.contains("is being written") == true)
        two.device.capture(CaptureRequest(path: file.path, frames: .range(0...0)))
        try two.device.submit(two.record().encoder)
        try one.device.submit(one.record().encoder)
        try one.device.stopCapture()
        #expect(try Capture(contentsOf: file.path).frames.count == 2 && Capture(contentsOf: file.path + "-2").frames.count == 1)
        // After the file is complete, another capture may replace it.
        try two.device.captureNextFrame(to: file.path)
        try two.device.stopCapture()
    }

    @Test("a finished capture can be replaced even while a copy of its descriptor is open, as in a process that is being started")
    func copiedDescriptor() throws {
        let file = TemporaryFile(), fixture = try Fixture(Device(.reference))
        try fixture.device.startCapture(to: file.path)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let own = try #require(descriptors.first { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file.path })
        let copy = dup(own)
        defer { close(copy) }
        #expect(copy >= 0)
        try fixture.device.stopCapture()
        try fixture.device.startCapture(to: file.path)
        try fixture.device.stopCapture()
    }

    @Test("a range of frames is captured; with on-error only a failing frame is kept")
    func choices() throws {
        let ranged = TemporaryFile(), failing = TemporaryFile(), none = TemporaryFile()
        let device = Device(.reference), fixture = try Fixture(device)
        device.capture(CaptureRequest(path: ranged.path, frames: .range(1...2)))
        for number in 0..<5 { try device.submit(fixture.record(time: Float(number)).encoder) }
        #expect(try Capture(contentsOf: ranged.path).frames.map(\.number) == [1, 2])
        #expect(!device.isCapturing)

        device.capture(CaptureRequest(path: none.path, frames: .failing))
        for _ in 0..<2 { try device.submit(fixture.record().encoder) }
        try device.stopCapture()
        #expect(!none.exists)

        device.capture(CaptureRequest(path: failing.path, frames: .failing))
        for _ in 0..<2 { try device.submit(fixture.record().encoder) }
        var bad = device.makeCommandEncoder(label: "bad")
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
                                             fragment: "out vec4 c; void main() { c = vec4(0); while (c.x < 1.0) c.y += 1.0; }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        bad.render(to: fixture.picture) { pass in
            pass.setPipeline(pipeline)
            pass.draw(count: 3)
        }
        #expect(throws: RasterError.self) { try device.submit(bad) }
        let capture = try Capture(contentsOf: failing.path)
        #expect(capture.frames.map(\.label) == ["bad"] && capture.frames[0].error != nil)
    }

    @Test("if failing frames are captured, a program that does not compile is captured with its sources and its error")
    func failingProgram() throws {
        let file = TemporaryFile(), other = TemporaryFile(), device = Device(.reference), fixture = try Fixture(device)
        device.capture(CaptureRequest(path: file.path, frames: .failing))
        try device.submit(fixture.record().encoder)
        #expect(throws: ShaderError.self) {
            _ = try device.makeProgram(vertex: "void main() { gl_Position = vec4(0); }", fragment: "void main() { nonsense }", label: "bad")
        }
        #expect(!device.isCapturing)
        // The times for recording and for writing include everything that was written.
        let summary = try #require(device.lastCapture)
        #expect(summary.frameCount == 1 && summary.recordingTime > .zero && summary.writingTime > .zero)
        let capture = try Capture(contentsOf: file.path), frame = try #require(capture.frames.first)
        #expect(capture.frames.count == 1 && capture.isComplete && frame.draws.isEmpty && frame.error?.contains("nonsense") == true, "\(frame)")
        #expect(try capture.source(frame.table.programs[0].fragment).text == "void main() { nonsense }" && frame.table.programs[0].label == "bad")
        #expect(throws: ShaderError.self) { _ = try Replayer(frame, of: capture, on: device) }
        // The error does not end a capture of frames.
        try device.captureNextFrame(to: other.path)
        #expect(throws: ShaderError.self) { _ = try device.makeProgram(vertex: "void main() { }", fragment: "void main() { nonsense }") }
        #expect(device.isCapturing)
        try device.submit(fixture.record().encoder)
        #expect(try Capture(contentsOf: other.path).frames.map(\.draws.count) == [3])
    }

    @Test("capturing does not change the picture")
    func harmless() throws {
        let file = TemporaryFile(), captured = try Fixture(Device(.reference)), plain = try Fixture(Device(.reference))
        try captured.device.startCapture(to: file.path)
        try captured.device.submit(captured.record().encoder)
        try plain.device.submit(plain.record().encoder)
        #expect(try captured.picture.readImage() == plain.picture.readImage())
        #expect(captured.query.count == plain.query.count && plain.query.count > 0)
    }

    @Test("a frame of many draws is stored in several chunks, and read back as a whole")
    func manyDraws() throws {
        let file = TemporaryFile(), fixture = try Fixture(Device(.reference)), device = fixture.device
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(2); }", fragment: "uniform vec4 list[700]; out vec4 c; void main() { c = list[int(gl_FragCoord.x)]; }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        frame.render(to: fixture.picture, label: "many") { pass in
            pass.setPipeline(pipeline)
            for number in 0..<1500 {
                pass.setUniform("list[3]", SIMD4<Float>(repeating: Float(number)))
                pass.draw(count: 0, label: "\(number)")
            }
        }
        try device.submit(frame)
        let capture = try Capture(contentsOf: file.path), captured = try #require(capture.frames.first)
        #expect(capture.damage.isEmpty && captured.draws.map(\.label) == (0..<1500).map { "\($0)" })
        let chunks = try CaptureReader(path: file.path).chunks.filter { $0.header.type == .events }
        #expect(chunks.count >= 3 && chunks.allSatisfy { $0.header.rawByteCount < CaptureReader.longestRecord })
        guard case .vectors(let list, 4) = try capture.state(of: captured.draws[1499], in: captured)["uniform.list"] else {
            Issue.record("the array has no vectors")
            return
        }
        #expect(Array(list[12..<16]) == [1499, 1499, 1499, 1499] && list.count == 2800)
    }
}
