// FrameViewer+Details: the pages on the right: the chosen draw's state and shaders, the chosen pixel's history, and the frame's
// textures and buffers.

import FrameCapture
import Panels
import Raster
import Shading

extension FrameViewer {
    func details(_ panel: PanelBuilder) {
        let tabs: [(String, Page)] = [("State", .state), ("Pixel", .pixel), ("Trace", .trace), ("Shaders", .shaders), ("Textures", .textures),
                                      ("Buffers", .buffers)]
        for (number, (title, choice)) in tabs.enumerated() {
            if number > 0 { panel.flow(width: panel.width(of: title) + 8, spacing: 9) }
            if panel.tab(title, isOn: page == choice || (choice == .state && page == .changes)) { page = choice }
        }
        panel.separator()
        panel.region("page \(page.rawValue)") {
            legend(panel)
            switch page {
            case .state, .changes: statePage(panel)
            case .pixel: pixelPage(panel)
            case .trace: tracePage(panel)
            case .shaders: shaderPage(panel)
            case .textures: texturePage(panel)
            case .buffers: bufferPage(panel)
            }
        }
    }
    /// Shows the legend: the meanings of an overlay's colours.
    private func legend(_ panel: PanelBuilder) {
        guard stage == .picture, texture == nil, let image = image(), !image.found.notes.isEmpty || !image.found.legend.isEmpty else { return }
        for note in image.found.notes { panel.text(note, color: ViewTheme.muted, wrapped: true) }
        for entry in image.found.legend {
            panel.swatch(SIMD4(SIMD3(Float(entry.color.x), Float(entry.color.y), Float(entry.color.z)) / 255, 1), width: 14, height: 14)
            panel.sameLine(spacing: 8)
            panel.text(entry.meaning, wrapped: true)
        }
        panel.separator()
    }

    // MARK: State

    private func statePage(_ panel: PanelBuilder) {
        let onlyChanges = page == .changes
        if panel.toggle("All", isOn: !onlyChanges) { page = .state }
        panel.sameLine(spacing: 3)
        let previous = previous, title = previous.map { "Changed since \($0.argument)" } ?? "Changed", kind = chosen == nil ? "dispatch" : "draw"
        panel.disabled(previous == nil) { if panel.toggle(title, isOn: onlyChanges) { page = .changes } }
        panel.tooltip("Only what changed since the previous \(kind) (C)")
        if !onlyChanges {
            panel.flow(width: 50, spacing: 12)
            if panel.toggle("More", isOn: showsAllState) { showsAllState.toggle() }
            panel.tooltip("Also show settings with default values")
        }
        if onlyChanges, let previous {
            panel.text("in \(previous.argument)", color: ViewTheme.bad)
            panel.sameLine(spacing: 6)
            panel.text("in this \(kind)", color: ViewTheme.good)
        }
        if onlyChanges, previous == nil { return panel.note("The first \(kind) has no previous \(kind).") }
        guard let now = state(of: command) else { return }
        let groups = StateGroup.groups(of: now, before: previous.flatMap { state(of: $0) })
        var isEmpty = true
        for group in groups {
            let rows = group.rows.filter { onlyChanges ? $0.before != nil : showsAllState || !$0.isMinor || $0.before != nil }
            if rows.isEmpty { continue }
            isEmpty = false
            let count = group.changeCount
            panel.header("\(group.stage.rawValue)\(count == 0 || onlyChanges ? "" : "   ·  \(count) changed")###\(group.stage.rawValue)", open: true) {
                table(panel, rows, withBefore: onlyChanges)
            }
        }
        if isEmpty, let previous { panel.note("The state is the same as in \(previous.argument).") }
    }
    private func table(_ panel: PanelBuilder, _ rows: [StateGroup.Row], withBefore: Bool) {
        let columns: [PanelBuilder.Column] = withBefore ? [.init("", weight: 0.34), .init("", weight: 0.33), .init("", weight: 0.33)]
            : [.init("", weight: 0.4), .init("", weight: 0.6)]
        panel.table("rows", columns, isStriped: false, rowCount: rows.count) { number, row in
            let item = rows[number], isChanged = item.before != nil
            if isChanged, !withBefore { row.shade(ViewTheme.changedRow) }
            if row.cell(0) {
                panel.text(item.label, color: isChanged && !withBefore ? ViewTheme.changed : ViewTheme.muted, wrapped: true)
                panel.tooltip(item.name)
            }
            if withBefore, row.cell(1) { panel.style(item.isCode ? .monospaced : .regular) { panel.text(item.before ?? "", color: ViewTheme.bad) } }
            guard row.cell(withBefore ? 2 : 1) else { return }
            panel.group(item.name) {
                if let target = target(of: item) {
                    if panel.link(item.lines.joined(separator: " ")) { open(target) }
                } else {
                    panel.style(item.isCode ? .monospaced : .regular) { for line in item.lines { panel.text(line, color: withBefore ? ViewTheme.good : nil) } }
                }
                panel.tooltip(item.exact + (item.before.map { "\nbefore: \($0)" } ?? ""))
            }
        }
    }
    private enum Target { case texture(TextureSlice), buffer(Int) }
    /// If the value of a row names a resource, as in "#3 label" or, in OpenGL's vocabulary, "texture 5 (GL_TEXTURE_2D, …)", returns the
    /// resource. If the value names no resource, returns nil.
    private func target(of row: StateGroup.Row) -> Target? {
        guard let text = row.lines.first else { return nil }
        let parts = row.name.split(separator: ".").count
        func number(_ labels: [String]) -> Int? {
            if text.hasPrefix("#") { return Int(text.dropFirst().prefix { $0.isNumber }).flatMap { labels.indices.contains($0) ? $0 : nil } }
            return capture.vocabulary == .raster ? nil : labels.firstIndex { !$0.isEmpty && (text == $0 || text.hasPrefix($0 + " (GL_")) }
        }
        if row.name.hasPrefix("texture.") || row.name.hasPrefix("image."), parts == 2 {
            return number(frame.textureDescriptors.map(\.label)).map { .texture(TextureSlice(texture: $0)) }
        }
        let attachment = row.name.hasPrefix("target.") ? String(row.name.dropFirst(7)) : row.name.hasPrefix("GL_") ? row.name : ""
        if let name = AttachmentName(attachment), let chosen { return frame.texture(name, of: chosen).map { .texture($0) } }
        if row.name.hasSuffix(".buffer") || row.name.hasPrefix("storage.") && parts == 2 {
            return number(frame.bufferDescriptions.map(\.label)).map { .buffer($0) }
        }
        return nil
    }
    private func open(_ target: Target) {
        switch target {
        case .texture(let slice): show(slice)
        case .buffer(let number): show(buffer: number)
        }
    }

    // MARK: Pixel

    private func pixelPage(_ panel: PanelBuilder) {
        guard chosen != nil else { return panel.text("A dispatch draws no pixels. Its results are in textures and buffers.", color: ViewTheme.muted, wrapped: true) }
        guard let pixel else {
            return panel.text("Click a pixel of the picture to list everything that touched it.", color: ViewTheme.muted, wrapped: true)
        }
        guard let history = pixelHistory() else { return panel.note("…") }
        panel.style(.bold) { panel.text("Pixel (\(pixel.x), \(pixel.y))") }
        panel.text(history.verdict, wrapped: true)
        if !history.isProven { panel.text("The renderers disagree about this pixel.", color: ViewTheme.bad, wrapped: true) }
        if let maker = history.eventsOfImage.last(where: { $0.fate == .written })?.draw {
            if panel.button("Go to @\(maker), which wrote this pixel") { choose(maker) }
            panel.flow(width: 90, spacing: 4)
            if panel.button("Trace its shader") {
                choose(maker)
                traceStep = 0
                page = .trace
            }
        }
        panel.separator()
        for (number, row) in HistoryRow.rows(of: history.events, mergesDepths: true).enumerated() { panel.group("event \(number)") { self.row(panel, row) } }
    }
    /// Shows an event of the history, or several similar events in one row.
    private func row(_ panel: PanelBuilder, _ row: HistoryRow) {
        let event = row.first, draws = row.draws
        let isWritten = event.fate == .written || event.fate == .cleared || event.fate == .transferred
        panel.swatch(isWritten ? ViewTheme.good : ViewTheme.changed, width: 3, height: 15)
        panel.sameLine(spacing: 7)
        if draws.count > 1 {
            panel.text("\(draws.count) draws")
            // At most twelve draws are named; the list on the left has all draws.
            for number in draws.prefix(12) {
                panel.flow(width: panel.width(of: "@\(number)"), spacing: 8)
                if panel.link("@\(number)") { choose(number) }
                panel.tooltip(frame.draws.indices.contains(number) ? frame.draws[number].name : "Choose the draw")
            }
            if draws.count > 12 {
                panel.flow(width: 16, spacing: 8)
                panel.text("…", color: ViewTheme.muted)
            }
        } else if let number = event.draw {
            if panel.link("@\(number) \(event.name)") { choose(number) }
            panel.tooltip("Choose the draw")
            if number > 0 {
                panel.sameLine(spacing: 10)
                if panel.link("Δ state") {
                    choose(number)
                    page = .changes
                }
                panel.tooltip("The state that changed since the previous draw")
            }
        } else {
            panel.text(event.name)
        }
        panel.indented {
            panel.text(facts(of: row).joined(separator: " · "), color: isWritten ? ViewTheme.muted : ViewTheme.changed, wrapped: true)
            let depths = row.events.compactMap(\.depth), stored = row.events.compactMap(\.storedDepth)
            if !depths.isEmpty, !stored.isEmpty { panel.text("depth \(span(depths)), stored \(span(stored))", color: ViewTheme.muted, wrapped: true) }
            if let after = event.after {
                if let color = color(event.before) {
                    panel.swatch(color, width: 22, height: 14)
                    panel.sameLine(spacing: 5)
                    panel.text("→", color: ViewTheme.muted)
                    panel.sameLine(spacing: 5)
                }
                if let color = color(after) {
                    panel.swatch(color, width: 22, height: 14)
                    panel.sameLine(spacing: 8)
                }
                panel.style(.monospaced) { panel.text(short(after)) }
                panel.tooltip("\(event.before.map { "\($0)" } ?? "-") → \(after)")
            }
        }
        panel.gap(height: 3)
    }
    /// Returns a number as text, such as "0.25", or a range such as "0.25…0.5" if the samples have different numbers.
    private func span(_ numbers: [Float]) -> String {
        guard let least = numbers.min(), let largest = numbers.max(), least < largest else { return numbers.first.map { "\($0)" } ?? "" }
        return "\(least)…\(largest)"
    }
    /// Returns the phrases that describe an event, such as "is written", "primitive 3" and "samples 0–3".
    private func facts(of row: HistoryRow) -> [String] {
        let event = row.first, isOfSeveral = row.draws.count > 1
        func named(_ numbers: [Int], _ thing: String) -> [String] {
            numbers.isEmpty ? [] : [numbers.count == 1 ? "\(thing) \(numbers[0])" : "\(thing)s \(numberRanges(numbers))"]
        }
        let instances = isOfSeveral ? [] : [event.instance ?? 0].filter { $0 > 0 }
        // If the row only concerns sample 0, the sample is not mentioned, because the pixel may have no other samples.
        let samples = row.samples == [0] ? [] : row.samples
        let fate = isOfSeveral ? event.fate.title : event.fate.sentence(in: capture.vocabulary)
        return [fate] + named(row.primitives ?? [], "primitive") + named(instances, "instance")
            + named(samples, "sample")
    }
    private func color(_ value: StateValue?) -> SIMD4<Float>? {
        guard case .numbers(let list) = value, list.count >= 3 else { return nil }
        func level(_ value: Float) -> Float { value.isNaN ? 0 : min(max(value, 0), 1) }
        return SIMD4(level(list[0]), level(list[1]), level(list[2]), 1)
    }
    private func short(_ value: StateValue) -> String {
        if case .numbers(let list) = value { return list.map { NumberText.short($0) }.joined(separator: "  ") }
        return value.description
    }

    // MARK: Shaders

    private func shaderPage(_ panel: PanelBuilder) {
        guard let chosen else { return shader(panel, .compute) }
        if let editor {
            for stage in ["vertex", "fragment"] {
                if panel.button("Edit the \(stage) shader") { attempt { try editor.open(stage, of: self) } }
                if stage == "vertex" { panel.flow(width: 150, spacing: 4) }
            }
            panel.note("Writes the source to a file; each saved change is drawn at once.")
            for file in editor.files {
                panel.text(file.name, wrapped: true)
                panel.text(file.status, color: file.status.contains("error") ? ViewTheme.bad : ViewTheme.good, wrapped: true)
            }
            if !editor.files.isEmpty, panel.button("Back to the captured shaders") { editor.close(self) }
        }
        let hasGeometry = frame.programs.first { $0.number == (try? capture.shader(.vertex, of: chosen, in: frame))?.program }?.geometry != nil
        for stage in hasGeometry ? [ShaderStage.fragment, .geometry, .vertex] : [.fragment, .vertex] {
            shader(panel, stage)
        }
    }
    private func shader(_ panel: PanelBuilder, _ stage: ShaderStage) {
        guard let (title, code) = code(stage) else { return }
        panel.header("\(title)###\(stage)", open: true) {
            let height = min(Float(code.lines.count) * 20 + 22, stage == .fragment || stage == .compute ? max(200, panel.roomBelow - 60) : 420)
            panel.region("code \(stage)", height: height, scrollsSideways: true) { code.show(panel) }
        }
    }
    private func code(_ stage: ShaderStage) -> (title: String, text: CodeText)? {
        if let known = codes[stage], known.event == command.event, known.edition == edition { return (known.title, known.text) }
        let found = attempt {
            switch command {
            case .draw(let draw): try capture.shader(stage, of: draw, in: frame)
            case .dispatch(let dispatch): try capture.shader(of: dispatch, in: frame)
            }
        }
        guard let shader = found else { return nil }
        let replaced = replacing.last { $0.program == shader.program && $0.stage == stage }?.source
        let title = "\(stage.rawValue.capitalized) · \(shader.source.name)\(replaced == nil ? "" : " (edited)")",
            text = CodeText((replaced ?? shader.source).text)
        codes[stage] = (command.event, edition, title, text)
        return (title, text)
    }

    // MARK: Textures and buffers

    private func texturePage(_ panel: PanelBuilder) {
        let all = frame.textureDescriptors
        if all.isEmpty { return panel.note("The frame has no textures.") }
        let words = capture.vocabulary
        panel.note("Their contents after \(command.argument). Click a texture to see it.")
        for (number, descriptor) in all.enumerated() {
            let uses = frame.uses(ofTexture: number, by: command, in: words), isShown = texture?.texture == number
            let pressed = panel.area("texture \(number)", isSelected: isShown, height: 42) {
                name(panel, number, descriptor.label, "texture", isShown: isShown)
                if !uses.isEmpty {
                    panel.sameLine(spacing: 10)
                    panel.text(uses.joined(separator: ", "), color: ViewTheme.good)
                }
                let layers = descriptor.layerCount(atLevel: 0)
                panel.text("\(descriptor.width)×\(descriptor.height)\(layers > 1 ? "×\(layers)" : "") \(words.name(descriptor.type)) · \(words.name(descriptor.format))\(descriptor.mipLevels > 1 ? " · \(descriptor.mipLevels) levels" : "")\(descriptor.samples > 1 ? " · \(descriptor.samples) samples" : "")", color: ViewTheme.faint)
            }
            // If a draw is chosen, a click on the shown texture closes the texture. If a dispatch is chosen, the texture stays open,
            // because a dispatch has no picture of its own.
            if pressed {
                show(isShown && chosen != nil ? nil : TextureSlice(texture: number, isStencil: !descriptor.format.hasDepth && descriptor.format.hasStencil))
            }
        }
    }
    /// Shows the name of a resource. An application that uses OpenGL does not know the numbers that a capture gives to resources. In
    /// OpenGL's vocabulary, the number is therefore shown only if the resource has no label.
    private func name(_ panel: PanelBuilder, _ number: Int, _ label: String, _ kind: String, isShown: Bool) {
        if capture.vocabulary == .raster || label.isEmpty {
            panel.text("#\(number)", color: isShown ? ViewTheme.accent : ViewTheme.muted)
            panel.sameLine(spacing: 6)
            panel.text(label.isEmpty ? kind : label)
        } else {
            panel.text(label, color: isShown ? ViewTheme.accent : nil)
        }
    }
    private func bufferPage(_ panel: PanelBuilder) {
        let all = frame.bufferDescriptions
        if all.isEmpty { return panel.note("The frame has no buffers.") }
        panel.note("Their contents \(chosen == nil ? "after \(command.argument)" : "when \(command.argument) runs"). Click a buffer for a table.")
        for (number, description) in all.enumerated() {
            let uses = Set(frame.uses(ofBuffer: number, by: command, in: capture.vocabulary).map(\.name)).sorted()
            let isShown = buffer == number && shownDrawer == .buffer
            let pressed = panel.area("buffer \(number)", isSelected: isShown, height: 42) {
                name(panel, number, description.label, "buffer", isShown: isShown)
                if !uses.isEmpty {
                    panel.sameLine(spacing: 10)
                    panel.text(uses.joined(separator: ", "), color: ViewTheme.good)
                }
                panel.text("\(description.byteCount) bytes", color: ViewTheme.faint)
            }
            if pressed { if isShown { drawer = nil } else { show(buffer: number) } }
        }
    }
}
