// FrameViewer+Panels: the parts around the picture: draws on the left, details of the chosen draw on the right, controls above,
// tables below.

import FrameCapture
import Panels
import Raster

extension FrameViewer {
    /// - Parameter zoom: The number of window pixels per pixel of the picture.
    package func build(_ panel: PanelBuilder, _ layout: ViewLayout, zoom: Float) {
        defer { endBuilding() }
        func pane(_ name: String, _ frame: ViewLayout.Frame, _ background: SIMD4<Float>, padding: Float = 10, scrolls: Bool = false, _ contents: () -> Void) {
            // Contents that may be too long for their pane are in a scrolling region inside of the pane, so usually the pane itself does
            // not scroll.
            panel.pane(name, x: frame.x, y: frame.y, width: frame.width, height: frame.height, background: background, padding: padding, scrolls: scrolls,
                       contents)
        }
        pane("bar", layout.bar, ViewTheme.bar, padding: 7) { bar(panel) }
        pane("draws", layout.draws, ViewTheme.pane) { drawList(panel) }
        pane("controls", layout.controls, ViewTheme.bar, padding: 7, scrolls: layout.controlsScroll) { controls(panel) }
        pane("details", layout.details, ViewTheme.pane) { details(panel) }
        if layout.hasDrawer { pane("drawer", layout.drawer, ViewTheme.drawer, padding: 6) { drawerPart(panel) } }
        pane("status", layout.status, ViewTheme.status, padding: 6) { status(panel, zoom) }
        if showsHelp { help(panel, layout) }
    }

    private func bar(_ panel: PanelBuilder) {
        panel.alignText()
        // In a narrow window, the texts of the bar are shortened or left out, so that the buttons and the draw's number have enough room.
        let whole = panel.room
        panel.style(.bold) { panel.text(panel.cut(fileName, to: max(40, whole * 0.3)), color: ViewTheme.text) }
        if whole > 400 {
            panel.sameLine(spacing: 12)
            panel.text(panel.cut(frameName, to: whole * 0.2), color: ViewTheme.muted)
        }
        panel.sameLine(spacing: 20)
        let kind = frame.dispatches.isEmpty ? "draw" : frame.draws.isEmpty ? "dispatch" : "draw or dispatch"
        panel.disabled(neighbour(-1) == nil) { if panel.button("◀##before") { step(by: -1) } }
        panel.tooltip("Previous \(kind) (Left)")
        panel.sameLine(spacing: 4)
        panel.disabled(neighbour(1) == nil) { if panel.button("▶##after") { step(by: 1) } }
        panel.tooltip("Next \(kind) (Right)")
        panel.sameLine(spacing: 10)
        panel.style(.bold) { panel.text(command.argument, color: ViewTheme.accent) }
        panel.sameLine(spacing: 6)
        panel.text("of \(chosen == nil ? frame.dispatches.count : frame.draws.count)", color: ViewTheme.muted)
        panel.sameLine(spacing: 16)
        panel.text(panel.cut(chosenName, to: max(0, panel.room - 32)))
        panel.sameLine(spacing: 0)
        panel.skip(max(0, panel.room - 24))
        if panel.toggle("?", isOn: showsHelp, width: 24) { showsHelp.toggle() }
        panel.tooltip("Keys and mouse (?)")
    }
    package var fileName: String { String(capture.path.split(separator: "/").last ?? "capture") }
    private var frameName: String { FrameViewer.name(of: frame) }
    /// Returns a frame's name: "frame 3", followed by the label of the frame's encoder if this label is different.
    package static func name(of frame: CapturedFrame) -> String {
        let number = "frame \(frame.number)"
        return frame.label.isEmpty || frame.label == number ? number : "\(number) · \(frame.label)"
    }
    /// The window's title.
    package var title: String { "\(fileName) · \(command.argument) \(chosenName) · framescope" }
    private var chosenName: String {
        switch command {
        case .draw(let draw): draw.name
        case .dispatch(let dispatch): dispatch.name
        }
    }

    // MARK: Controls above the picture

    private func controls(_ panel: PanelBuilder) {
        func toggle(_ label: String, _ isOn: Bool, _ tip: String, _ action: () -> Void) {
            panel.flow(width: panel.width(of: label) + 16, spacing: 3)
            if panel.toggle(label, isOn: isOn) { action() }
            panel.tooltip(tip)
        }
        guard let chosen else { return dispatchControls(panel) }
        let name = texture == nil ? "Picture" : "Texture"
        if panel.toggle(name, isOn: stage == .picture) { stage = .picture }
        panel.tooltip("The picture after the draw (M)")
        toggle("Mesh in", stage == .meshIn, "The draw's vertices before the vertex shader (M)") { stage = .meshIn }
        toggle("Mesh out", stage == .meshOut, "The vertices after the vertex shader (M)") { stage = .meshOut }
        toggle("Vertices", drawer == .vertices, "A table of the vertices, before and after the vertex shader (V)") {
            drawer = drawer == .vertices ? nil : .vertices
        }
        guard stage == .picture else {
            panel.flow(width: 150, spacing: 14)
            return panel.note("drag turns, wheel zooms")
        }
        if let texture { textureControls(panel, texture) } else { pictureControls(panel, chosen) }
        imageControls(panel)
    }
    /// Shows the controls for a dispatch. A dispatch has no picture and no mesh, so the controls concern only textures.
    private func dispatchControls(_ panel: PanelBuilder) {
        guard let texture else {
            panel.alignText()
            return panel.note("The dispatch writes no image; choose a texture or a buffer on the right.")
        }
        panel.alignText()
        panel.text(capture.vocabulary.object(frame.textureDescriptors[texture.texture].label, texture.texture))
        textureControls(panel, texture)
        imageControls(panel)
    }
    /// Shows the controls for the picture's size, channels and range.
    private func imageControls(_ panel: PanelBuilder) {
        let channels: [(String, PictureLens.Channels, SIMD4<Float>)] = [("R", .red, ViewTheme.red), ("G", .green, ViewTheme.green),
                                                                        ("B", .blue, ViewTheme.blue), ("A", .alpha, ViewTheme.white)]
        panel.flow(width: 76, spacing: 14)
        if panel.button("Fit") { zoomRequest = .fit }
        panel.tooltip("Fit the picture (Home)")
        panel.sameLine(spacing: 3)
        if panel.button("1:1") { zoomRequest = .natural }
        panel.tooltip("One window pixel per picture pixel")
        guard image()?.found.values != nil else { return }
        panel.flow(width: 98, spacing: 14)
        for (number, (letter, channel, lit)) in channels.enumerated() {
            if number > 0 { panel.sameLine(spacing: 2) }
            if panel.toggle(letter, isOn: lens.channels.contains(channel), width: 23, lit: lit) { lens.channels.formSymmetricDifference(channel) }
            panel.tooltip("Show the channel; a single channel is grey")
        }
        range(panel)
    }
    /// Returns the width of a field that shows one of several names.
    private func width(_ panel: PanelBuilder, _ least: Float, of names: [String]) -> Float { names.reduce(least) { max($0, panel.width(of: $1) + 36) } }
    private func pictureControls(_ panel: PanelBuilder, _ chosen: CapturedDraw) {
        let attachments = capture.attachments(of: chosen, in: frame)
        if attachments.count > 1 {
            var choice = attachment ?? attachments[0]
            let width = width(panel, 84, of: attachments.map { capture.attachmentName($0, of: chosen, in: frame) })
            panel.flow(width: width, spacing: 14)
            panel.itemWidth(width) {
                let isChanged = panel.combo("##image", &choice, of: attachments, name: { capture.attachmentName($0, of: chosen, in: frame) })
                if isChanged { attachment = choice }
            }
            panel.tooltip("The draw's target image")
        }
        panel.flow(width: 124, spacing: attachments.count > 1 ? 3 : 14)
        panel.itemWidth(124) { panel.combo("##look", &look, of: Look.all) { $0.name } }
        panel.tooltip("The picture, or an overlay")
        if case .overlay(let overlay) = look, overlay.hasScope {
            panel.flow(width: 72, spacing: 3)
            panel.itemWidth(72) { panel.combo("##counts", &scope) }
            panel.tooltip("The draws that the overlay counts")
        }
    }
    private func textureControls(_ panel: PanelBuilder, _ slice: TextureSlice) {
        let descriptor = frame.textureDescriptors[slice.texture]
        var chosen = slice
        if descriptor.mipLevels > 1 {
            panel.flow(width: 84, spacing: 14)
            panel.itemWidth(84) { panel.combo("##level", &chosen.level, of: Array(0..<descriptor.mipLevels)) { "level \($0)" } }
        }
        let layers = descriptor.layerCount(atLevel: chosen.level)
        if layers > 1 {
            chosen.layer = min(chosen.layer, layers - 1)
            let words = capture.vocabulary, width = width(panel, 92, of: [words.name(ofLayer: chosen.layer, of: descriptor.type)])
            panel.flow(width: width, spacing: 3)
            panel.itemWidth(width) { panel.combo("##layer", &chosen.layer, of: Array(0..<layers)) { words.name(ofLayer: $0, of: descriptor.type) } }
        }
        if descriptor.format.hasDepth, descriptor.format.hasStencil {
            panel.flow(width: 66, spacing: 3)
            if panel.toggle("stencil", isOn: chosen.isStencil) { chosen.isStencil.toggle() }
        }
        if chosen != slice { show(chosen) }
        if self.chosen == nil { return }
        panel.flow(width: 24, spacing: 3)
        if panel.button("×##texture") { show(nil) }
        panel.tooltip("Back to the draw's picture (Escape)")
    }
    private func range(_ panel: PanelBuilder) {
        guard let found = image()?.found, let values = found.values else { return }
        let full = found.isInteger ? lens.range(of: values) : nil
        var low = lens.low ?? full?.lowerBound ?? 0, high = lens.high ?? full?.upperBound ?? 1
        let speed = max(abs(high - low), 1e-6) / 200
        // The field for a limit of the range is wide enough for integers with up to ten digits and a sign.
        let widths = found.isInteger ? [low, high].map { 16 + panel.width(of: NumberText.short(Double($0), isInteger: true)) } : []
        let width = widths.reduce(62, max)
        panel.flow(width: 2 * width + 46, spacing: 14)
        panel.itemWidth(width) {
            if panel.drag("##low", &low, speed: speed, in: -1e30...1e30, decimals: found.isInteger ? 0 : 3) { lens.low = low; lens.high = high }
        }
        panel.tooltip("The number shown as black; drag it, or Control-click and type")
        panel.sameLine(spacing: 2)
        panel.itemWidth(width) {
            if panel.drag("##high", &high, speed: speed, in: -1e30...1e30, decimals: found.isInteger ? 0 : 3) { lens.low = low; lens.high = high }
        }
        panel.tooltip("The number shown as white")
        panel.sameLine(spacing: 2)
        if panel.button("Auto"), let range = lens.range(of: values) { lens.low = range.lowerBound; lens.high = range.upperBound }
        panel.tooltip("From the smallest to the largest number (R)")
        if lens != PictureLens() {
            panel.flow(width: 46, spacing: 2)
            if panel.button("Reset") { lens = PictureLens() }
        }
    }

    // MARK: Status below everything

    private func status(_ panel: PanelBuilder, _ zoom: Float) {
        guard stage == .picture, let image = image() else {
            if stage != .picture, let mesh = meshOfDraw(stage == .meshIn ? .in : .out) {
                panel.text("\(mesh.vertexCount) vertices · \(mesh.primitiveCount) primitives\(mesh.oddVertexCount > 0 ? " · \(mesh.oddVertexCount) with infinite or NaN coordinates" : "")", color: ViewTheme.muted)
                panel.sameLine(spacing: 18)
            }
            return messages(panel)
        }
        let selected = texture == nil ? pixel : texel
        if let place = hovered ?? selected, (0..<image.width).contains(place.x), (0..<image.height).contains(place.y) {
            let bytes = image.picture.converted(to: .rgba8)[place.x, place.y]
            panel.swatch(SIMD4(Float(bytes.x), Float(bytes.y), Float(bytes.z), 255) / 255, width: 14, height: 14)
            panel.sameLine(spacing: 8)
            panel.style(.monospaced) {
                panel.text("(\(place.x), \(place.y))", color: hovered == nil ? ViewTheme.changed : ViewTheme.text)
                let numbers = image.found.values ?? image.found.numbers
                if let numbers, place.x < numbers.width, place.y < numbers.height {
                    for channel in 0..<numbers.channelCount {
                        panel.sameLine(spacing: 10)
                        if numbers.channelCount > 1 {
                            panel.text(["R", "G", "B", "A"][min(channel, 3)],
                                       color: [ViewTheme.bad, ViewTheme.good, ViewTheme.accent, ViewTheme.muted][min(channel, 3)])
                            panel.sameLine(spacing: 4)
                        }
                        panel.text(NumberText.short(numbers[place.x, place.y, channel], isInteger: image.found.isInteger))
                    }
                }
            }
            panel.sameLine(spacing: 14)
            panel.text("#" + [bytes.x, bytes.y, bytes.z].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), color: ViewTheme.muted)
            panel.sameLine(spacing: 18)
        }
        messages(panel)
        let text = "\(image.width)×\(image.height)\(image.found.kind.isEmpty ? "" : " · \(image.found.kind)") · \(NumberText.short((zoom * 100).rounded())) %"
        panel.sameLine(spacing: 0)
        panel.skip(max(12, panel.room - panel.width(of: text)))
        panel.text(text, color: ViewTheme.muted)
    }
    private func messages(_ panel: PanelBuilder) {
        if !problem.isEmpty {
            panel.text(problem, color: ViewTheme.bad)
            panel.tooltip(problem)
        } else if let question = work.first {
            panel.text("working: \(question.title) …", color: ViewTheme.muted)
        } else {
            panel.gap(width: 1, height: 1)
        }
    }

    private func help(_ panel: PanelBuilder, _ layout: ViewLayout) {
        let keys: [(String, String)] = [
            ("←  →", "previous, next draw or dispatch"), ("↑  ↓", "back and forth in a trace"), ("click", "choose a pixel: its history, its shader step by step"),
            ("wheel", "magnify around the pointer"),
            ("drag", "move the picture, turn the mesh, resize the parts"), ("Home", "fit the picture"), ("M", "picture, mesh in, mesh out"),
            ("V", "table of vertices"),
            ("R", "range from smallest to largest number"), ("1 … 6", "state, pixel, trace, shaders, textures, buffers"), ("C", "only what changed"),
            ("Tab", "hide everything but the picture"),
            ("Escape", "leave full screen, or close the last opened part"), ("P", "save a screenshot"), ("F11", "full screen"), ("Ctrl Q", "quit"),
        ]
        let width = min(460, layout.width - 20), height = min(Float(keys.count) * 19 + 68, layout.height - 20)
        panel.pane("help", x: (layout.width - width) / 2, y: (layout.height - height) / 2, width: width, height: height, background: ViewTheme.shade(0x202731),
                   isOnTop: true) {
            panel.alignText()
            panel.style(.bold) { panel.text("Keys and mouse") }
            panel.sameLine(spacing: 0)
            panel.skip(panel.room - 24)
            if panel.button("×##help", width: 24) { showsHelp = false }
            panel.separator()
            panel.table("keys", [.init("", width: 84), .init("")], isStriped: false, rowCount: keys.count) { number, row in
                if row.cell(0) { panel.text(keys[number].0, color: ViewTheme.accent) }
                if row.cell(1) { panel.text(keys[number].1) }
            }
        }
    }
}
