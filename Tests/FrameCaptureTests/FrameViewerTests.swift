// The viewer without its window: the tests send events, and check the picture and the viewer's state.

import CaptureFile
import Foundation
import FrameCapture
import FrameViewing
import Raster
import Shading
import Testing
import Window

@Suite("The viewer") struct FrameViewerTests {
    private static let size = (width: 1000, height: 600)
    private let file = TemporaryFile()

    private func session(_ capture: Capture, draw: Int,
                         backgroundKind: Device.Kind? = nil) throws -> (session: ViewSession, viewer: FrameViewer, stage: ViewStage) {
        let device = Device(.reference), viewer = FrameViewer(capture, capture.frames[0], draw: draw, device: device, backgroundKind: backgroundKind),
            stage = try ViewStage(device)
        let session = try ViewSession(viewer, stage)
        try session.update(width: Self.size.width, height: Self.size.height)
        return (session, viewer, stage)
    }
    private func fixture() throws -> Capture {
        let fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record().encoder)
        return try Capture(contentsOf: file.path)
    }
    /// Captures a draw whose fragment shader has several lines. An edit of the vertex shader or of the fragment shader is visible.
    private func traced() throws -> TracedFixture {
        try TracedFixture("#version 330\nout vec4 pixel;\nvoid main() {\n    float x = gl_FragCoord.x * 0.125;\n    float y = x * 0.5;\n    pixel = vec4(x, y, 0.0, 1.0);\n}\n", format: .rgba8)
    }
    private func update(_ session: ViewSession, _ events: WindowEvent...) throws {
        try session.update(width: Self.size.width, height: Self.size.height, events: events)
    }
    private func picture(_ session: ViewSession) throws -> Image {
        let target = try session.viewer.device.makeFramebuffer(width: Self.size.width, height: Self.size.height)
        try session.draw(to: target)
        return try target.readImage()
    }
    /// A place in the window that no panel covers.
    private static let middle = SIMD2<Float>(450, 300)

    @Test("the wheel zooms around the pointer, dragging moves the picture, Home fits it again")
    func zoom() throws {
        let (session, viewer, stage) = try session(fixture(), draw: 1), image = try #require(viewer.image())
        let place = Self.middle + SIMD2(31, -17), before = try #require(stage.pixel(at: place, Self.size.width, Self.size.height, of: image))
        let fit = stage.placement(Self.size.width, Self.size.height, of: image)
        try update(session, .mouseMoved(x: place.x, y: place.y, dx: 0, dy: 0), .wheel(x: 0, y: 1), .wheel(x: 0, y: 1))
        let near = stage.placement(Self.size.width, Self.size.height, of: image)
        #expect(near.zoom > fit.zoom && stage.pixel(at: place, Self.size.width, Self.size.height, of: image) == before)
        try update(session, .wheel(x: 0, y: -1), .wheel(x: 0, y: 0))
        #expect(stage.placement(Self.size.width, Self.size.height, of: image).zoom < near.zoom)
        // A drag moves the picture by the distance of the drag, and selects nothing.
        let origin = stage.placement(Self.size.width, Self.size.height, of: image).origin
        try update(session, .mouseDown(.left, x: place.x, y: place.y), .mouseMoved(x: place.x + 20, y: place.y + 8, dx: 20, dy: 8),
                   .mouseUp(.left, x: place.x + 20, y: place.y + 8))
        #expect(stage.placement(Self.size.width, Self.size.height, of: image).origin == origin + SIMD2(20, 8) && viewer.pixel == nil)
        try update(session, .keyDown("Home", isRepeat: false))
        #expect(stage.placement(Self.size.width, Self.size.height, of: image) == fit)
        // Over a panel, the wheel scrolls the panel.
        try update(session, .mouseMoved(x: 60, y: 460, dx: 0, dy: 0), .wheel(x: 0, y: 1))
        #expect(stage.zoom == nil)
        try update(session, .keyDown("Tab", isRepeat: false), .keyDown("Tab", isRepeat: true))
        #expect(!session.showsPanels)
        try update(session, .mouseMoved(x: 500, y: 300, dx: 0, dy: 0), .wheel(x: 0, y: 1))
        #expect(stage.zoom != nil)
    }

    @Test("a click selects the pixel below it and shows its history; a second click selects another pixel")
    func click() throws {
        let capture = try fixture(), (session, viewer, stage) = try session(capture, draw: 1), image = try #require(viewer.image())
        #expect(viewer.page == .state && viewer.pixelHistory() == nil)
        for place in [Self.middle, Self.middle + SIMD2(-40, 25)] {
            let wanted = try #require(stage.pixel(at: place, Self.size.width, Self.size.height, of: image))
            try update(session, .mouseMoved(x: place.x, y: place.y, dx: 0, dy: 0), .mouseDown(.left, x: place.x, y: place.y),
                       .mouseUp(.left, x: place.x + 1, y: place.y))
            #expect(viewer.pixel == wanted && viewer.page == .pixel)
            let history = try #require(viewer.pixelHistory()),
                expected = try capture.history(x: wanted.x, y: wanted.y, in: capture.frames[0], of: capture.frames[0].draws[1], on: Device(.reference))
            #expect(history.verdict == expected.verdict && history.events.map(\.fate) == expected.events.map(\.fate) && history.isProven)
        }
        // If the page of traces is open, a click does not change the page, and requests the trace of the clicked pixel.
        viewer.page = .trace
        try update(session, .mouseDown(.left, x: Self.middle.x, y: Self.middle.y), .mouseUp(.left, x: Self.middle.x, y: Self.middle.y))
        #expect(viewer.page == .trace && viewer.trace()?.isProven == true)
        // A click outside of the picture selects no pixel.
        try update(session, .mouseDown(.left, x: 330, y: 40), .mouseUp(.left, x: 330, y: 40))
        #expect(viewer.pixel == nil)
    }

    @Test("each page shows its content: values, changes, fates, variables and the source of a step; the list has thumbnails")
    func pages() throws {
        let (session, viewer, _) = try session(fixture(), draw: 1)
        /// Returns the number of pixels of a colour in columns of the window. The edges of letters have mixed colours, but the
        /// insides of letters have nearly the given colour.
        func count(_ color: SIMD3<Int>, _ image: Image, _ columns: Range<Int>) -> Int {
            (0..<image.height).reduce(0) { sum, y in
                sum + columns.count { x in (0..<3).allSatisfy { abs(Int(image[x, y][$0]) - color[$0]) <= 14 } }
            }
        }
        let name = SIMD3(135, 148, 163), good = SIMD3(127, 216, 143), bad = SIMD3(255, 115, 105), changed = SIMD3(242, 184, 75), blue = SIMD3(127, 192, 255)
        let layout = ViewLayout(width: 1000, height: 600), right = Int(layout.details.x)..<1000,
            middle = Int(layout.stage.x)..<Int(layout.stage.x + layout.stage.width)
        func shown(_ page: FrameViewer.Page, _ viewer: FrameViewer, _ session: ViewSession) throws -> Image {
            viewer.page = page
            // Draws several frames, because panels take their sizes from the previous frame.
            for _ in 0..<3 { try update(session) }
            return try picture(session)
        }
        let state = try shown(.state, viewer, session), changes = try shown(.changes, viewer, session)
        // Values that differ from the values at the previous draw are highlighted.
        #expect(count(name, state, right) > 300 && count(changed, state, right) > 60 && count(bad, state, right) == 0)
        #expect(count(name, changes, right) > 100 && count(good, changes, right) > 50 && count(bad, changes, right) > 50)
        viewer.choose(pixel: SIMD2(24, 16))
        #expect(try count(good, shown(.pixel, viewer, session), right) > 20)
        // The list shows the thumbnail at a smaller size, so the list contains the colours of the thumbnail.
        let thumbnail = try #require(viewer.thumbnail(1)).readImage(), middleOfIt = thumbnail[48, 30]
        #expect(count(SIMD3(Int(middleOfIt.x), Int(middleOfIt.y), Int(middleOfIt.z)), state, 8..<90) > 200)

        let fixture = try traced(), (steps, tracing, _) = try self.session(fixture.capture, draw: 0)
        tracing.choose(pixel: SIMD2(3, 3))
        _ = try shown(.trace, tracing, steps)
        tracing.moveTrace(by: 1)
        let trace = try shown(.trace, tracing, steps)
        // Below the picture, the page shows the source with the current line, the change that this line makes, and a variable that an
        // earlier line has set.
        #expect(tracing.shownDrawer == .source && count(SIMD3(255, 230, 140), trace, middle) > 40 && count(good, trace, right) > 3
                && count(blue, trace, right) > 1, "\(count(good, trace, right)) and \(count(blue, trace, right)) pixels")
    }

    @Test("the selected view is the overlay, the draw alone or the requested image, and the mesh after the shader is the shader's output")
    func looks() throws {
        let capture = try fixture(), frame = capture.frames[0], draw = frame.draws[1], (session, viewer, _) = try session(capture, draw: 1)
        viewer.look = .overlay(.overdraw)
        #expect(try viewer.image()?.picture == capture.overlay(.overdraw, of: draw, in: frame).picture)
        viewer.look = .alone
        #expect(try viewer.image()?.picture == capture.contribution(of: draw, in: frame).picture)
        viewer.look = .picture
        viewer.attachment = .depth
        let replayer = try Replayer(frame, of: capture, on: Device(.jit))
        try replayer.run(through: 1)
        #expect(try viewer.image()?.picture == replayer.image(.depth, of: draw))
        /// Returns the part of the window between the panels.
        func stage(_ wanted: FrameViewer.Stage) throws -> [SIMD4<UInt8>] {
            viewer.stage = wanted
            for _ in 0..<2 { try update(session) }
            let image = try picture(session)
            let area = ViewLayout(width: Float(Self.size.width), height: Float(Self.size.height)).stage
            return (Int(area.x)..<Int(area.x + area.width)).flatMap { x in (Int(area.y)..<Int(area.y + area.height)).map { image[x, $0] } }
        }
        let before = try stage(.meshIn), after = try stage(.meshOut), shader = try capture.shader(.vertex, of: draw, in: frame)
        #expect(Set(before).count > 1)
        viewer.replacing = [ShaderReplacement(program: shader.program, stage: .vertex, source: ShaderSource(
            text: shader.source.text.replacingOccurrences(of: "vec4(position, 1.0)", with: "vec4(position.yxz * 0.5, 1.0)"), name: "moved.vert"))]
        #expect(try stage(.meshIn) == before && stage(.meshOut) != after)
    }

    @Test("the list of draws shows the selected draw, however many draws there are, and does not move while the user scrolls")
    func list() throws {
        let device = Device(.reference), target = try device.makeFramebuffer(width: 8, height: 8)
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(0.0); }", fragment: "out vec4 pixel; void main() { pixel = vec4(1.0); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, label: "many") { pass in
            pass.setPipeline(pipeline)
            for _ in 0..<150 { pass.draw(.points, count: 1) }
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path)
        for wanted in [0, 60, 149] {
            let (session, viewer, _) = try session(capture, draw: wanted)
            for _ in 0..<8 { try update(session) }
            #expect(viewer.draw == wanted && !viewer.seeksDraw)
            // The list has scrolled until the selected draw is near the list's middle, so a click on the middle of the list selects a
            // nearby draw.
            func click(_ y: Float) throws {
                try update(session, .mouseMoved(x: 110, y: y, dx: 0, dy: 0))
                try update(session, .mouseDown(.left, x: 110, y: y))
                try update(session, .mouseUp(.left, x: 110, y: y))
                try update(session)
            }
            func clickNear(_ y: Float) throws -> Int {
                for offset: Float in [0, 50, 100] where viewer.draw == wanted { try click(y + offset) }
                return try #require(viewer.draw)
            }
            let found = try clickNear(330)
            #expect(found != wanted && abs(found - wanted) < 15, "a click led from @\(wanted) to @\(found)")
            // After the wheel has scrolled the list, the list keeps its new position.
            for _ in 0..<40 { try update(session, .wheel(x: 0, y: wanted < 100 ? -3 : 3)) }
            for _ in 0..<4 { try update(session) }
            try click(330)
            let far = try #require(viewer.draw)
            #expect(abs(far - wanted) > 20, "a click far away led from @\(wanted) to @\(far)")
        }
    }

    @Test("dragging turns a mesh, the wheel brings it nearer")
    func mesh() throws {
        let (session, viewer, stage) = try session(fixture(), draw: 1)
        try update(session, .keyDown("M", isRepeat: false))
        #expect(viewer.stage == .meshIn)
        let before = try picture(session), yaw = stage.yaw, pitch = stage.pitch, distance = stage.distance
        try update(session, .mouseMoved(x: 400, y: 300, dx: 0, dy: 0), .mouseDown(.left, x: 400, y: 300), .mouseMoved(x: 460, y: 280, dx: 60, dy: -20),
                   .mouseUp(.left, x: 460, y: 280))
        #expect(abs(stage.yaw - yaw - 0.6) < 1e-5 && abs(stage.pitch - pitch - 0.2) < 1e-5 && viewer.pixel == nil)
        let turned = try picture(session)
        #expect(turned != before)
        // After the button is released, moving does not turn the mesh.
        try update(session, .mouseMoved(x: 400, y: 300, dx: -60, dy: 20))
        #expect(abs(stage.yaw - yaw - 0.6) < 1e-5)
        try update(session, .wheel(x: 0, y: 1))
        #expect(try stage.distance < distance && picture(session) != turned)
        try update(session, .keyDown("M", isRepeat: false), .keyDown("M", isRepeat: false))
        #expect(viewer.stage == .picture)
    }

    @Test("arrow keys step through draws, and through a trace, up to its ends")
    func keys() throws {
        let capture = try fixture(), (session, viewer, _) = try session(capture, draw: 2)
        try update(session, .keyDown("Left", isRepeat: false))
        #expect(viewer.draw == 1)
        try update(session, .keyDown("Left", isRepeat: false), .keyDown("Left", isRepeat: true), .keyDown("Right", isRepeat: false))
        #expect(viewer.draw == 1)

        let fixture = try traced(), (steps, tracing, _) = try self.session(fixture.capture, draw: 0)
        tracing.page = .trace
        tracing.choose(pixel: SIMD2(3, 3))
        let trace = try #require(tracing.trace())
        #expect(trace.stepCount == 3 && tracing.traceStep == 0)
        try update(steps, .keyDown("Down", isRepeat: false))
        #expect(tracing.traceStep == 1 && trace.step(1).place.line == 5)
        for _ in 0..<5 { try update(steps, .keyDown("Down", isRepeat: true)) }
        #expect(tracing.traceStep == 2)
        for _ in 0..<5 { try update(steps, .keyDown("Up", isRepeat: true)) }
        #expect(tracing.traceStep == 0)
    }

    @Test("a saved shader is used at once by picture, history, trace and mesh; a shader that does not compile changes nothing")
    func edit() throws {
        let fixture = try traced(), (session, viewer, _) = try session(fixture.capture, draw: 0)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("editor-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let editor = ShaderEditor(folder: folder)
        viewer.editor = editor
        viewer.choose(pixel: SIMD2(3, 3))
        let captured = try #require(viewer.pixelHistory()).events.last?.after, picture = try #require(viewer.image()).picture
        try editor.open("fragment", of: viewer)
        try editor.open("vertex", of: viewer)
        let path = try #require(editor.files.first?.name)
        #expect(!editor.update(viewer) && editor.files.map(\.status) == ["as captured", "as captured"])
        /// Writes a file as an editor does, with a later time of modification.
        func save(_ text: String, to path: String, after seconds: Double) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.modificationDate: Date().addingTimeInterval(seconds)], ofItemAtPath: path)
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try save(text.replacingOccurrences(of: "x * 0.5", with: "\n        1.0"), to: path, after: 10)
        #expect(editor.update(viewer) && editor.files[0].status == "drawn")
        #expect(viewer.pixelHistory()?.events.last?.after != captured && viewer.pixelHistory()?.isProven == true && viewer.image()?.picture != picture)
        #expect(viewer.image()?.picture[3, 3].y == 255)
        let trace = try #require(viewer.trace())
        #expect(trace.isProven && trace.history(of: "y") == ["1.0"] && trace.lines(of: trace.step(1).place.file).contains("        1.0;"),
                "\(trace.contradictions)")
        let before = try #require(viewer.thumbnail(0))
        #expect(try before.readImage()[48, 30].y == 255)

        // The vertex shader is edited: the triangle gets another shape.
        viewer.stage = .meshOut
        let mesh = try self.picture(session), vertex = editor.files[1].name
        try save(try String(contentsOfFile: vertex, encoding: .utf8).replacingOccurrences(of: "== 2 ? 3.0", with: "== 2 ? 1.5"), to: vertex, after: 10)
        #expect(editor.update(viewer))
        #expect(try self.picture(session) != mesh)

        try save("nonsense", to: path, after: 20)
        #expect(editor.update(viewer) && editor.files[0].status.contains("error") && viewer.image()?.picture[3, 3].y == 255)
        editor.close(viewer)
        #expect(viewer.pixelHistory()?.events.last?.after == captured && viewer.image()?.picture == picture)
    }

    /// Updates until all answers are complete.
    private func settle(_ session: ViewSession) throws {
        for _ in 0..<2000 {
            _ = session.viewer.takeAnswers()
            try update(session)
            if session.viewer.work.isEmpty { return }
            Thread.sleep(forTimeInterval: 0.005)
        }
        Issue.record("the background does not come to an end: \(session.viewer.work)")
    }

    @Test("a window stays responsive while questions are answered in the background, and shows the last question's answer", arguments: Device.Kind.allCases)
    func background(kind: Device.Kind) throws {
        let capture = try fixture(), (session, viewer, _) = try session(capture, draw: 0, backgroundKind: kind)
        // While the viewer computes an answer, its list of work contains the question.
        viewer.look = .overlay(.cost)
        #expect(viewer.image() == nil || viewer.image()?.found.notes.isEmpty == true)
        #expect(viewer.work.contains(.picture(draw: 0, look: .overlay(.cost), scope: .draw, attachment: nil)))
        // The test asks many questions in a row. Only the last question is answered, and the other questions are cancelled.
        for draw in [1, 2, 0, 1] {
            viewer.choose(draw)
            viewer.choose(pixel: SIMD2(3 + draw, 3))
            _ = viewer.image()
            _ = viewer.pixelHistory()
            _ = viewer.trace()
        }
        viewer.page = .pixel
        try settle(session)
        let image = try #require(viewer.image()), history = try #require(viewer.pixelHistory())
        #expect(image.found.notes.first == Overlay.cost.title && history.x == 4 && viewer.problem.isEmpty, "\(viewer.problem)")
        let (_, patient, _) = try self.session(capture, draw: 1)
        patient.look = .overlay(.cost)
        patient.choose(pixel: SIMD2(4, 3))
        #expect(patient.image()?.picture == image.picture && patient.pixelHistory()?.verdict == history.verdict)
        // If a question has no answer, the viewer says that the answer is missing, and the picture stays.
        viewer.page = .trace
        viewer.choose(pixel: SIMD2(0, 31))
        try settle(session)
        try update(session)
        #expect(viewer.trace() == nil && viewer.problem.contains("has no fragment of draw @1") && viewer.image() != nil, "\(viewer.problem)")
        // An edit invalidates all answers.
        let program = try capture.shader(.fragment, of: #require(viewer.chosen), in: viewer.frame).program
        viewer.look = .picture
        viewer.page = .state
        viewer.replacing = [ShaderReplacement(program: program, stage: .fragment,
                                              source: ShaderSource(text: "#version 330\nout vec4 pixel; void main() { pixel = vec4(0, 1, 1, 1); }", name: "edited"))]
        try settle(session)
        #expect(viewer.image()?.picture[24, 16] == SIMD4(0, 255, 255, 255))
    }

    @Test("the viewer has the capture's words, also in the background: attachments, formats, uses and locations of uniforms")
    func words() throws {
        let fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record().encoder)
        var locations = RecordedLocations()
        locations.add(["shift": 12], number: 1, isCompute: false)
        let writer = try CaptureWriter(appendingTo: CaptureReader(path: file.path))
        try writer.append(.locations, frame: 0, isRequired: false, locations.encoded)
        try writer.finish()
        for (vocabulary, kind, depth) in [(Vocabulary.raster, "color0, rgba8", "depth, depth24Stencil8"),
                                          (.opengl, "GL_COLOR_ATTACHMENT0, GL_RGBA8", "GL_DEPTH_ATTACHMENT, GL_DEPTH24_STENCIL8")] {
            let capture = try Capture(contentsOf: file.path)
            capture.vocabulary = vocabulary
            let (session, viewer, _) = try self.session(capture, draw: 1, backgroundKind: .reference)
            try settle(session)
            #expect(viewer.image()?.found.kind == kind)
            viewer.attachment = .depth
            try settle(session)
            #expect(viewer.image()?.found.kind == depth)
            let labels = StateGroup.groups(of: try #require(viewer.state(of: viewer.command)), before: nil).flatMap(\.rows).map(\.label)
            #expect(labels.contains(vocabulary == .raster ? "shift" : "shift (location 12)"), "\(labels)")
            let frame = capture.frames[0]
            let buffers = Set(frame.bufferDescriptions.indices.flatMap { frame.uses(ofBuffer: $0, by: viewer.command, in: vocabulary).map(\.name) })
            #expect(buffers.isSuperset(of: vocabulary == .raster ? ["vertices", "uniforms"] : ["GL_ARRAY_BUFFER", "GL_UNIFORM_BUFFER"]), "\(buffers)")
        }
    }

    @Test("a question is cancelled if its answer is no longer wanted")
    func cancellation() async throws {
        let file = TemporaryFile(), (capture, frame) = try Squares(instances: 1).capture(file)
        _ = (capture, frame)
        let path = file.path
        let task = Task { () throws -> Int in
            withUnsafeCurrentTask { $0?.cancel() }
            let capture = try Capture(contentsOf: path)
            return try capture.history(x: 1, y: 1, in: capture.frames[0], on: Device(.reference)).events.count
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a frame of thousands of draws makes thumbnails for the visible part of the list")
    func thumbnails() throws {
        var many = Squares(instances: 1)
        many.squares = (0..<600).map { .init(label: "\($0)", place: [$0 % 2 * 4, 0], paint: $0 == 500 ? SIMD4(1, 1, 0, 1) : SIMD4(0, 0, 1, 1)) }
        let (capture, _) = try many.capture(file), viewer = FrameViewer(capture, capture.frames[0], draw: 300, device: Device(.reference))
        // A draw in another pass comes before the squares, so square 500 is draw 501.
        let yellow = try #require(viewer.thumbnail(501)).readImage(), other = try #require(viewer.thumbnail(500)).readImage()
        #expect(yellow != other && yellow.width == 96 && yellow.height == 60)
        #expect(viewer.thumbnail(600) != nil && viewer.thumbnail(5) != nil && viewer.thumbnail(601) == nil && viewer.thumbnail(100_000) == nil
                && viewer.problem.isEmpty)
    }
}
