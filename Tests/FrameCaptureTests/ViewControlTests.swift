// The viewer's controls without its window: the tests send events, and check the picture and the selection. The tests find controls
// by the effects of clicks.

import FrameCapture
import FrameViewing
import Panels
import Raster
import Testing
import Window

@Suite("The viewer's controls") struct ViewControlTests {
    private static let size = (width: 1280, height: 720)
    private let file = TemporaryFile()
    private let capture: Capture
    private let session: ViewSession, viewer: FrameViewer, stage: ViewStage

    init() throws {
        let fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record().encoder)
        capture = try Capture(contentsOf: file.path)
        let device = Device(.reference)
        viewer = FrameViewer(capture, capture.frames[0], draw: 1, device: device)
        stage = try ViewStage(device)
        session = try ViewSession(viewer, stage)
        try settle()
    }
    private func update(_ events: WindowEvent...) throws { try session.update(width: Self.size.width, height: Self.size.height, events: events) }
    private func settle() throws { for _ in 0..<3 { try update() } }
    /// Presses a key and sends the text that the key makes.
    private func press(_ key: String, making text: String) throws {
        try update(.keyDown(key, isRepeat: false), .text(text), .keyUp(key))
        try update()
    }
    private func press(_ key: String) throws { try update(.keyDown(key, isRepeat: false), .keyUp(key)) }
    private func picture() throws -> Image {
        let target = try viewer.device.makeFramebuffer(width: Self.size.width, height: Self.size.height)
        try session.draw(to: target)
        return try target.readImage()
    }
    /// Clicks at a place. The place is in points, measured from the upper left.
    private func click(_ x: Float, _ top: Float) throws {
        let y = Float(Self.size.height) - top
        try update(.mouseMoved(x: x, y: y, dx: 0, dy: 0))
        try update(.mouseDown(.left, x: x, y: y))
        try update(.mouseUp(.left, x: x, y: y))
        try update()
    }
    /// Clicks along a line of controls until `isDone` returns true. Returns false if `isDone` never returns true.
    private func sweep(x: ClosedRange<Float>, top: Float, step: Float = 8, until isDone: () -> Bool) throws -> Bool {
        for place in stride(from: x.lowerBound, through: x.upperBound, by: step) {
            try click(place, top)
            if isDone() { return true }
        }
        return false
    }

    @Test("Escape closes the open parts one after the other, beginning with the part that was opened last, and then does nothing")
    func escape() throws {
        viewer.choose(pixel: SIMD2(10, 10))
        viewer.page = .pixel
        viewer.look = .overlay(.overdraw)
        try press("M")
        viewer.show(TextureSlice(texture: 0))
        try press("V")
        try press("?")
        #expect(viewer.showsHelp && viewer.drawer == .vertices && viewer.texture != nil)
        try press("Escape")
        #expect(!viewer.showsHelp && viewer.drawer == .vertices)
        try press("Escape")
        #expect(viewer.drawer == nil && viewer.texture != nil)
        try press("Escape")
        #expect(viewer.texture == nil && viewer.look == .overlay(.overdraw))
        try press("Escape")
        #expect(viewer.look == .picture && viewer.pixel != nil)
        try press("Escape")
        #expect(viewer.pixel == nil && viewer.page == .state && !viewer.closeLast())
        let before = try picture()
        try press("Escape")
        #expect(try picture() == before)
    }

    @Test("the question mark shows the keys over the picture, and hides them again")
    func help() throws {
        let before = try picture()
        try press("?")
        try settle()
        let shown = try picture()
        #expect(viewer.showsHelp && shown != before)
        try press("?")
        try settle()
        #expect(try picture() == before)
    }

    @Test("the dividers are dragged, no farther than each part allows, and the picture follows")
    func dividers() throws {
        for (divider, dx, dy) in [(ViewLayout.Divider.draws, Float(60), Float(0)), (.details, -50, 0), (.drawer, 0, -40)] {
            if divider == .drawer {
                viewer.drawer = .vertices
                try settle()
            }
            let before = session.layout
            let place: SIMD2<Float> = switch divider {
            case .draws: SIMD2(before.draws.width + 0.5, 300)
            case .details: SIMD2(before.details.x - 0.5, 300)
            case .drawer: SIMD2(before.drawer.x + 50, before.drawer.y - 0.5)
            }
            #expect(before.divider(atX: place.x, y: place.y) == divider)
            func drag(to x: Float, _ top: Float) throws {
                let height = Float(Self.size.height)
                try update(.mouseMoved(x: place.x, y: height - place.y, dx: 0, dy: 0), .mouseDown(.left, x: place.x, y: height - place.y))
                try update(.mouseMoved(x: x, y: height - top, dx: x - place.x, dy: place.y - top))
                try update(.mouseUp(.left, x: x, y: height - top))
            }
            let pan = stage.pan
            try drag(to: place.x + dx, place.y + dy)
            let after = session.layout
            switch divider {
            case .draws: #expect(abs(after.draws.width - before.draws.width - dx) < 2 && after.stage.width < before.stage.width)
            case .details: #expect(abs(after.details.width - before.details.width + dx) < 2)
            case .drawer: #expect(abs(after.drawer.height - before.drawer.height + dy) < 2 && after.stage.height < before.stage.height)
            }
            #expect(stage.pan == pan, "an edge is no picture")
        }
        // However far the drag goes, some room for the picture remains.
        for x: Float in [-5000, 9000] {
            session.layout.move(.draws, toX: x, y: 0)
            session.layout.move(.details, toX: x, y: 0)
            session.layout.move(.drawer, toX: 0, y: x)
            try update()
            #expect(session.layout.stage.width >= 400 && session.layout.stage.height >= 60, "\(session.layout.stage)")
            _ = try picture()
        }
    }

    @Test("a window of any size is arranged without overlap", arguments: [(64, 64), (300, 200), (800, 500), (1280, 720), (1920, 1080), (3840, 2160)])
    func sizes(width: Int, height: Int) throws {
        for drawer in [false, true] {
            viewer.drawer = drawer ? .vertices : nil
            for _ in 0..<3 { try session.update(width: width, height: height) }
            let target = try viewer.device.makeFramebuffer(width: min(width, 1280), height: min(height, 720))
            if (width, height) == (target.width, target.height) { try session.draw(to: target) }
            let layout = session.layout
            #expect(layout.draws.x + layout.draws.width < layout.stage.x && layout.stage.width >= 1 && layout.stage.height >= 1)
            if width >= 800 { #expect(layout.stage.x + layout.stage.width < layout.details.x && layout.stage.width > layout.width * 0.3) }
        }
    }

    @Test("in a small window controls wrap, controls below the edge scroll, and names of draws have room", arguments: [(480, 320), (640, 400), (800, 500)])
    func smallWindows(width: Int, height: Int) throws {
        for _ in 0..<3 { try session.update(width: width, height: height) }
        let layout = session.layout
        #expect(layout.draws.width >= 130 && layout.stage.height >= Float(height) * 0.25 && layout.stage.width >= Float(width) / 3)
        #expect(layout.controlRows >= 3 && (layout.controlRows >= 4 || !layout.controlsScroll), "\(layout.controlRows)")
        // At a smaller height, only two rows of controls fit.
        #expect(ViewLayout(width: 480, height: 160).controlRows == 2 && ViewLayout(width: 480, height: 160).controlsScroll)
        #expect(ViewLayout(width: 1920, height: 1080).controlRows == 1 && !ViewLayout(width: 1920, height: 1080).controlsScroll)
    }

    @Test("a text that does not fit ends with three dots, and fills the available width")
    func cutTexts() throws {
        let panels = try PanelContext(device: Device(.reference)), text = "12 indices · blend premultiplied"
        var cut = "", none = "", whole = "", widths: [Float] = []
        try panels.update(width: 300, height: 200, delta: 1.0 / 60) { panel in
            panel.window("texts") {
                cut = panel.cut(text, to: 100)
                none = panel.cut(text, to: 0)
                whole = panel.cut(text, to: 1000)
                widths = [cut, "\(text.prefix(cut.count + 1))…"].map { panel.width(of: $0) }
            }
        }
        #expect(whole == text && none == "…")
        #expect(cut.hasSuffix("…") && text.hasPrefix(cut.dropLast()) && widths.count == 2 && widths[0] <= 100 && widths[1] > 100, "\(cut) \(widths)")
    }

    @Test("a frame's label is shown if it says more than the number")
    func frameNames() throws {
        #expect(FrameViewer.name(of: viewer.frame) == "frame \(viewer.frame.number) · frame")
        let device = Device(.reference), file = TemporaryFile(), target = try device.makeFramebuffer(width: 4, height: 4)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder(label: "frame 0")
        encoder.render(to: target, clear: .color(0, 0, 0)) { _ in }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        #expect(FrameViewer.name(of: frame) == (frame.number == 0 ? "frame 0" : "frame \(frame.number) · frame 0"))
    }

    @Test("each channel has a button; a single channel is shown in grey, and the last channel cannot be switched off")
    func channels() throws {
        let image = try #require(viewer.image()), top = session.layout.controls.y + 12 + 13
        #expect(viewer.lens.channels == .color && image.found.values != nil)
        // The buttons are in the line of controls, in the order R, G, B.
        let x = session.layout.controls.x + 20
        #expect(try sweep(x: x...(x + session.layout.controls.width - 40), top: session.layout.controlRows == 1 ? top : top + 26,
                          step: 6) { viewer.lens.channels != .color }
                || sweep(x: x...(x + 500), top: top, step: 6) { viewer.lens.channels != .color })
        viewer.lens = PictureLens()
        viewer.stage = .picture
        viewer.lens.channels = .green
        let values = try #require(viewer.image()?.found.values), shown = try #require(viewer.image()).texture.readImage()
        for (x, y) in [(24, 16), (3, 3), (47, 31)] {
            let expected = UInt8((min(max(values[x, y, 1], 0), 1) * 255).rounded())
            #expect(SIMD3(shown[x, y].x, shown[x, y].y, shown[x, y].z) == SIMD3(repeating: expected))
        }
        viewer.lens.channels = [.red, .blue]
        let mixed = try #require(viewer.image()).texture.readImage()
        #expect(mixed[24, 16].y == 0)
    }

    @Test("the range sets the values of black and white; R takes them from the picture")
    func range() throws {
        let values = try #require(viewer.image()?.found.values), range = try #require(viewer.lens.range(of: values))
        try press("R")
        #expect(viewer.lens.low == range.lowerBound && viewer.lens.high == range.upperBound)
        viewer.lens.low = 0
        viewer.lens.high = 0.5
        let shown = try #require(viewer.image()).texture.readImage()
        for (x, y) in [(24, 16), (3, 3)] { #expect(abs(Int(shown[x, y].y) - Int((min(values[x, y, 1] * 2, 1) * 255).rounded())) <= 1) }
        // An empty and a reversed range must not divide by zero.
        for (low, high) in [(Float(0.25), Float(0.25)), (1, 0), (-.infinity, .infinity), (.nan, 1)] {
            viewer.lens.low = low
            viewer.lens.high = high
            #expect(viewer.image() != nil && viewer.problem.isEmpty)
        }
    }

    @Test("integers are shown with all of their digits, other numbers with five")
    func integers() {
        #expect(NumberText.short(4_286_353_664, isInteger: true) == "4286353664" && NumberText.short(-2_147_483_648, isInteger: true) == "-2147483648")
        #expect(NumberText.short(0, isInteger: true) == "0" && NumberText.short(0.123456, isInteger: false) == "0.1235")
    }

    @Test("a click on the list of textures shows a texture instead of the picture")
    func textureList() throws {
        viewer.page = .textures
        try settle()
        let details = session.layout.details
        #expect(try sweep(x: (details.x + 60)...(details.x + 68), top: details.y + 88, step: 8) { viewer.texture != nil })
    }
    private func show(_ number: Int, level: Int) throws -> Bool {
        viewer.show(TextureSlice(texture: number, level: level))
        try settle()
        let wanted = max(1, viewer.frame.textureDescriptors[number].width >> level)
        return viewer.image()?.width == wanted && viewer.image()?.found.values?.width == wanted && viewer.problem.isEmpty
    }
    private func texture(named name: String) -> Int { viewer.frame.textureDescriptors.firstIndex { $0.label == name } ?? -1 }

    @Test("every texture is shown with every level, multisampled and depth textures included; a missing level is reported")
    func textures() throws {
        let all = viewer.frame.textureDescriptors
        for number in all.indices {
            for level in 0..<all[number].mipLevels { #expect(try show(number, level: level), "#\(number) level \(level): \(viewer.problem)") }
        }
        _ = try show(texture(named: "checks"), level: 9)
        #expect(viewer.problem.hasPrefix("level 9 of texture #\(texture(named: "checks")) does not exist; its "))
        viewer.show(TextureSlice(texture: texture(named: "checks"), layer: 5))
        try settle()
        #expect(viewer.problem.hasPrefix("layer 5 of ") && viewer.problem.contains("its only layer is 0")
                && (viewer.failure as? RasterError)?.code == .invalidArgument, "\(viewer.problem)")
        viewer.show(nil)
        try settle()
        #expect(viewer.image()?.width == 48 && viewer.problem.isEmpty)
    }

    @Test("a texture has the program's values, and a click selects a texel of the texture and no pixel of the draw")
    func texels() throws {
        #expect(try show(texture(named: "checks"), level: 0))
        let image = try #require(viewer.image()), values = try #require(image.found.values)
        // The bottom row is first in memory: the fixture's byte k is 37·k.
        #expect(abs(values[0, 7, 1] * 255 - 37) < 0.01 && abs(values[1, 7, 0] * 255 - 148) < 0.01)
        let placement = stage.placement(Self.size.width, Self.size.height, of: image)
        let place = placement.origin + SIMD2(2.5, 1.5) * placement.zoom
        try update(.mouseMoved(x: place.x, y: place.y, dx: 0, dy: 0), .mouseDown(.left, x: place.x, y: place.y), .mouseUp(.left, x: place.x, y: place.y))
        #expect(viewer.texel == SIMD2(2, 6) && viewer.pixel == nil && viewer.hovered == SIMD2(2, 6))
    }

    @Test("a buffer opens as the draw reads it, and in any format; an invalid format is reported")
    func buffers() throws {
        let corners = try #require(viewer.frame.bufferDescriptions.firstIndex { $0.label == "corners" }),
            order = try #require(viewer.frame.bufferDescriptions.firstIndex { $0.label == "order" })
        viewer.show(buffer: corners)
        #expect(viewer.bufferText == "floatx3 position" && viewer.drawer == .buffer && viewer.shownDrawer == .buffer)
        viewer.show(buffer: order)
        #expect(viewer.bufferText == "ushort index")
        try settle()
        let first = try picture()
        viewer.bufferText = "hex"
        try settle()
        #expect(try picture() != first && viewer.problem.isEmpty)
        for text in ["", "float9x", "nonsense", "float17", "skip", "stride -1", String(repeating: "float,", count: 99)] {
            viewer.bufferText = text
            try settle()
            _ = try picture()
        }
        viewer.show(buffer: 99)
        #expect(viewer.buffer == order)
    }

    @Test("a buffer's format is parsed from its words, and its text gives the same format again")
    func bufferFormat() throws {
        let format = try BufferFormat("float2 place, unorm8x4 color; skip 2, short, stride 20")
        #expect(format.fields.map(\.offset) == [0, 8, 14] && format.stride == 20 && format.fields.map(\.count) == [2, 4, 1])
        #expect(try BufferFormat(format.text).fields.map(\.offset) == format.fields.map(\.offset) && BufferFormat(format.text).stride == 20)
        var bytes = [UInt8](repeating: 0, count: 35)
        for (i, byte) in Float(1.5).bitPattern.littleEndianBytes.enumerated() { bytes[i] = byte }
        bytes[8] = 255
        bytes[14] = 0xFE
        bytes[15] = 0xFF
        #expect(format.rowCount(35, offset: 0) == 2 && format.rowCount(35, offset: 100) == 0)
        #expect(format.text(format.fields[0], row: 0, of: bytes, offset: 0) == ["1.5", "0"]
                && format.text(format.fields[1], row: 0, of: bytes, offset: 0)[0] == "1")
        #expect(format.text(format.fields[2], row: 0, of: bytes, offset: 0) == ["-2"])
        // The second row is cut by the buffer's end.
        #expect(format.text(format.fields[2], row: 1, of: bytes, offset: 0) == ["-"])
        for text in ["", ",", "float0", "floatx", "vec3", "stride 0 0", "skip x", "at", "at -1"] {
            #expect(throws: RasterError.self, "\(text)") { try BufferFormat(text) }
        }
    }

    @Test("fields of a buffer that read the same bytes keep their places")
    func overlappingFields() throws {
        // Two sets of texture coordinates are at the same offset, and one field lies inside of another field.
        let format = try BufferFormat("float3 position, float3 normal, float2 first, at 24, float2 second, at 0, unorm8 red, stride 32")
        #expect(format.fields.map(\.offset) == [0, 12, 24, 24, 0] && format.stride == 32)
        let again = try BufferFormat(format.text)
        #expect(again.stride == 32 && Set(again.fields.map { "\($0.name) \($0.offset) \($0.count)" })
                == Set(format.fields.map { "\($0.name) \($0.offset) \($0.count)" }), "\(format.text)")
        #expect(try BufferFormat("float4, at 0, float").stride == 16)
    }

    @Test("the table of vertices has the draw's inputs and its shader's outputs, vertex by vertex")
    func vertices() throws {
        let frame = capture.frames[0], table = try #require(viewer.vertexTable())
        let expected = try capture.vertices(0..<6, of: frame.draws[1], in: frame), mesh = try capture.mesh(of: frame.draws[1], in: frame, stage: .out)
        #expect(table.rows.map(\.vertex) == expected.map(\.vertex) && table.rows.map(\.index) == expected.map(\.index)
                && table.attributes.map(\.name) == ["position"])
        #expect(table.rows.map(\.inputs) == expected.map { $0.attributes.map(\.value) })
        // The mesh contains each vertex once. The vertices are in the order of their first use.
        var seen: [Int] = []
        for row in table.rows where !seen.contains(row.vertex) {
            #expect(row.clip == mesh.positions[seen.count])
            seen.append(row.vertex)
        }
        let before = try picture()
        try press("V")
        try settle()
        #expect(viewer.shownDrawer == .vertices)
        #expect(try picture() != before)
        // For a draw with instances, the table shows the vertices of one instance at a time.
        viewer.choose(2)
        viewer.instance = 1
        #expect(viewer.vertexTable()?.instance == 1 && viewer.vertexTable()?.rows.count == 4)
        #expect(throws: RasterError.self) { try capture.vertexTable(of: frame.draws[2], in: frame, instance: 2) }
    }

    @Test("the state is in tables by stage: hashes are hidden, and values that differ from the draw before are shown with both values")
    func state() throws {
        let draws = capture.frames[0].draws, now = try #require(viewer.state(of: .draw(draws[1]))), before = try #require(viewer.state(of: .draw(draws[0])))
        let groups = StateGroup.groups(of: now, before: before)
        #expect(groups.map(\.stage) == StateGroup.Stage.allCases.filter { $0 != .compute && $0 != .memory })
        let rows = groups.flatMap(\.rows), differences = now.differences(from: before)
        #expect(Set(rows.filter { $0.before != nil }.map(\.name)) == Set(differences.map(\.name)))
        #expect(!rows.contains { row in row.lines.contains { $0.count == 32 && $0.allSatisfy(\.isHexDigit) } })
        let cull = try #require(rows.first { $0.name == "depth" })
        #expect(cull.lines == ["on"] && cull.before == "off")
        // For the first draw there is no earlier draw to compare with, so no value is highlighted. Hashes of contents are not shown.
        let alone = StateGroup.groups(of: before, before: nil).flatMap(\.rows)
        #expect(alone.allSatisfy { $0.before == nil && !$0.name.hasSuffix(".hash") })
        #expect(StateGroup.groups(of: now, before: now).allSatisfy { $0.changeCount == 0 })
    }

    @Test("buttons lead from a pixel to its draw, and from a draw to the effect of its changed state")
    func links() throws {
        viewer.choose(2)
        viewer.choose(pixel: SIMD2(24, 16))
        viewer.page = .pixel
        try settle()
        let details = session.layout.details, maker = try #require(viewer.pixelHistory()?.eventsOfImage.last { $0.fate == .written }?.draw)
        viewer.choose(maker == 2 ? 1 : 2)
        try settle()
        var reached: Set<Int?> = [], differs = false
        for top in stride(from: details.y + 40, to: details.y + 400, by: 7) {
            for x in stride(from: details.x + 24, to: details.x + 300, by: 40) {
                try click(x, top)
                reached.insert(viewer.draw)
                if viewer.page == .changes { differs = true }
                if viewer.page != .pixel {
                    viewer.page = .pixel
                    try settle()
                }
            }
        }
        #expect(reached.contains(maker) && differs)
    }

    @Test("if a draw has no fragment at the pixel, the trace page says so and leads to the draw that made it")
    func noTrace() throws {
        viewer.page = .trace
        // Finds a pixel at which the chosen draw has no fragment, and whose colour comes from another draw.
        var found: (draw: Int, maker: Int)?
        search: for draw in 0..<3 {
            for place in 0..<40 {
                viewer.choose(draw)
                viewer.choose(pixel: SIMD2(1 + place % 8 * 6, 1 + place / 8 * 6))
                guard viewer.trace() == nil, let maker = viewer.pixelHistory()?.eventsOfImage.last(where: { $0.fate == .written })?.draw,
                      maker != draw else { continue }
                found = (draw, maker)
                break search
            }
        }
        let (draw, maker) = try #require(found)
        #expect(viewer.traceProblem?.contains("draw @\(draw)") == true)
        try settle()
        let details = session.layout.details
        for top in stride(from: details.y + 52, to: details.y + 220, by: 7) where viewer.draw == draw { try click(details.x + 40, top) }
        #expect(viewer.draw == maker && viewer.page == .trace)
        #expect(viewer.trace() != nil && viewer.traceProblem == nil)
    }

    @Test("the chosen pixel is visible without zoom")
    func marker() throws {
        let image = try #require(viewer.image())
        stage.zoom = 1
        viewer.choose(pixel: SIMD2(24, 16))
        try settle()
        let (zoom, origin) = stage.placement(Self.size.width, Self.size.height, of: image), shown = try picture()
        #expect(zoom == 1)
        let x = Int(origin.x) + 24, y = Self.size.height - 1 - (Int(origin.y) + 15)
        let yellow = ((x - 20)...(x + 20)).flatMap { x in
            ((y - 20)...(y + 20)).filter { shown[x, $0].x > 240 && shown[x, $0].y > 180 && shown[x, $0].z < 110 }
        }
        #expect(yellow.count > 40)
        viewer.choose(pixel: nil)
        try settle()
        let plain = try picture()
        #expect(((x - 20)...(x + 20)).allSatisfy { x in
            ((y - 20)...(y + 20)).allSatisfy { !(plain[x, $0].x > 240 && plain[x, $0].y > 180 && plain[x, $0].z < 110) }
        })
    }

    @Test("typed letters go to the filter, which then shows only matching draws; typing triggers no shortcut")
    func filter() throws {
        let draws = session.layout.draws
        try click(draws.x + 60, draws.y + 20)
        for key in ["W", "A", "L", "L"] { try press(key, making: key.lowercased()) }
        #expect(viewer.filter == "wall" && viewer.draw == 1 && viewer.drawer == nil)
        #expect(session.ownKeys == [.controlQ, .f11], "P is a letter, and no screenshot")
        try press("Left")
        #expect(viewer.draw == 1, "the arrow is the field's")
        try press("Escape")
        try settle()
        #expect(session.ownKeys == [.controlQ, .f11, .p])
        try press("Left")
        #expect(viewer.draw == 0)
    }

    @Test("the filter's tooltip is hidden while the user types")
    func tooltipOfFilter() throws {
        func controls() throws -> [SIMD4<UInt8>] {
            let image = try picture(), area = session.layout.controls
            return (Int(area.y)..<Int(area.y + area.height)).flatMap { y in (Int(area.x)..<Int(area.x + area.width)).map { image[$0, y] } }
        }
        let before = try controls(), draws = session.layout.draws
        try update(.mouseMoved(x: draws.x + 60, y: Float(Self.size.height) - draws.y - 20, dx: 0, dy: 0))
        try settle()
        #expect(try controls() != before, "it is shown at first")
        try click(draws.x + 60, draws.y + 20)
        try press("W", making: "w")
        try settle()
        #expect(try viewer.filter == "w" && controls() == before)
    }

    @Test("the filter accepts characters typed with Shift and letters with accents, as the keyboard's layout defines them")
    func typedSigns() throws {
        // If no field has the focus, a text event does not act as a key.
        try update(.text("?"), .text("m"))
        #expect(!viewer.showsHelp && viewer.stage == .picture)
        try click(session.layout.draws.x + 60, session.layout.draws.y + 20)
        try update(.keyDown("Left Shift", isRepeat: false))
        try press("3", making: "#")
        try press("ß", making: "?")
        try update(.keyUp("Left Shift"))
        // A dead key sends no text until another key is pressed.
        try press("´")
        try press("E", making: "é")
        try press("M", making: "M")
        #expect(viewer.filter == "#?éM", "\(viewer.filter)")
        #expect(!viewer.showsHelp && viewer.stage == .picture, "keys are the field's")
        // Return takes the focus from the field. If no field has the focus, the key has its usual meaning.
        try press("Return")
        try settle()
        try press("M", making: "m")
        #expect(viewer.filter == "#?éM" && viewer.stage == .meshIn)
    }

    @Test("an Escape that leaves the full screen closes nothing")
    func escapeOfFullScreen() throws {
        try press("?")
        var events: [WindowEvent] = [.keyDown("Left", isRepeat: false), .keyDown("Escape", isRepeat: false), .keyUp("Escape")]
        #expect(ViewSession.takeEscape(from: &events) && events == [.keyDown("Left", isRepeat: false), .keyUp("Escape")])
        #expect(!ViewSession.takeEscape(from: &events))
        try session.update(width: Self.size.width, height: Self.size.height, events: events)
        #expect(viewer.showsHelp)
    }

    @Test("keys choose the page, and the title names the file and the draw")
    func pages() throws {
        for (key, page) in [("2", FrameViewer.Page.pixel), ("3", .trace), ("4", .shaders), ("5", .textures), ("6", .buffers), ("1", .state), ("C", .changes),
                            ("C", .state)] {
            try press(key)
            #expect(viewer.page == page)
        }
        #expect(viewer.title.contains(viewer.fileName) && viewer.title.contains("@1") && file.path.hasSuffix(viewer.fileName))
    }

    @Test("thumbnails show the pixels that each draw changed: other pixels are dark")
    func additions() throws {
        let found = try capture.additions(of: capture.frames[0], draws: 0..<9, width: 48, height: 32, on: Device(.reference))
        #expect(Set(found.keys) == [0, 1, 2])
        // The first draw is a green triangle over a cleared background. The background is shown dark and grey.
        let image = try #require(found[0]), corner = image[9, 1]
        #expect(corner.x == corner.y && corner.y == corner.z && corner.x < 60 && image[24, 20].y > 120, "\(corner) \(image[24, 20])")
        #expect(try capture.additions(of: capture.frames[0], draws: 5..<9, width: 8, height: 8, on: Device(.reference)).isEmpty)
    }

    @Test("thumbnails of draws into integer images show each number in the colour of framescope image")
    func integerAdditions() throws {
        let device = Device(.reference), file = TemporaryFile(), target = try device.makeFramebuffer(width: 16, height: 16, color: [.r32Uint])
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
                                             fragment: "#version 330\nuniform uint object;\nout uint pixel;\nvoid main() { pixel = object; }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, label: "objects") { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("object", UInt32(7))
            pass.draw(count: 3)
            pass.setScissor(PixelRect(x: 0, y: 0, width: 8, height: 16))
            pass.setUniform("object", UInt32(9))
            pass.draw(count: 3)
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0],
            found = try capture.additions(of: frame, draws: 0..<2, width: 16, height: 16, on: device)
        for (number, changed) in [(0, 12), (1, 4)] {
            let replayer = try Replayer(frame, of: capture, on: Device(.reference))
            try replayer.run(through: number)
            let picture = try replayer.picture(of: frame.draws[number]).picture, small = try #require(found[number])
            #expect(small[changed, 8] == picture[changed, 8] && picture[changed, 8].x | picture[changed, 8].y | picture[changed, 8].z >= 160)
        }
        // The second draw does not change the right half, so the right half of its thumbnail is dark.
        let kept = try #require(found[1])[12, 8]
        #expect(kept.x == kept.y && kept.y == kept.z && kept.x < 80)
    }
}

extension UInt32 {
    fileprivate var littleEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * UInt32($0))) } }
}
