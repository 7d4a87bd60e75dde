// FrameViewer+Drawer: the tables below the picture: a draw's vertices, a buffer's rows, the source of a trace.

import FrameCapture
import Panels

extension FrameViewer {
    func drawerPart(_ panel: PanelBuilder) {
        let shown = shownDrawer
        for (number, choice) in Drawer.allCases.enumerated() where choice != .buffer || buffer != nil || shown == .buffer {
            if choice == .source, pixel == nil, shown != .source { continue }
            if choice == .vertices, chosen == nil { continue }
            if number > 0 { panel.sameLine(spacing: 9) }
            if panel.tab(choice.rawValue.prefix(1).uppercased() + choice.rawValue.dropFirst(), isOn: shown == choice) { drawer = choice }
        }
        panel.sameLine(spacing: 0)
        panel.skip(panel.room - 24)
        if panel.button("×##drawer", width: 24) {
            drawer = nil
            if page == .trace { page = .pixel }
        }
        panel.tooltip("Close (Escape)")
        switch shown {
        case .vertices: vertices(panel)
        case .buffer: bufferTable(panel)
        case .source: traceSource(panel)
        case nil: break
        }
    }
    private func vertices(_ panel: PanelBuilder) {
        guard let chosen else { return panel.note("A dispatch has no vertices.") }
        if chosen.instanceCount > 1 {
            panel.itemWidth(160) { panel.slider("instance", &instance, in: 0...(chosen.instanceCount - 1)) }
            instance = min(max(instance, 0), chosen.instanceCount - 1)
        }
        guard let table = vertexTable() else { return panel.note("…") }
        if table.rows.count < table.count { panel.note("The first \(table.rows.count) of \(table.count).") }
        let hasIndices = chosen.isIndexed
        var columns: [PanelBuilder.Column] = [.init("#", width: 52)] + (hasIndices ? [.init("index", width: 60)] : []) + [.init("vertex", width: 60)]
        columns += table.attributes.map { .init($0.name, width: Float(max($0.componentCount * 68, $0.name.count * 8 + 12))) }
        columns += [.init("gl_Position", width: 290), .init("x/w  y/w  z/w", width: 220)]
        panel.style(.monospaced) {
            panel.table("vertices", Array(columns.prefix(64)), height: max(40, panel.roomBelow), scrollsSideways: true,
                        rowCount: table.rows.count) { number, row in
                let item = table.rows[number]
                var column = 0
                func cell(_ text: @autoclosure () -> String, _ color: SIMD4<Float>? = nil) {
                    if column < 64, row.cell(column) { panel.text(text(), color: color) }
                    column += 1
                }
                cell("\(item.position)", ViewTheme.muted)
                if hasIndices { cell(item.isRestart ? "restart" : item.index.map { "\($0)" } ?? "", ViewTheme.muted) }
                cell(item.isRestart ? "" : "\(item.vertex)", ViewTheme.muted)
                for attribute in table.attributes.indices { cell(item.inputs.indices.contains(attribute) ? FrameViewer.columns(item.inputs[attribute]) : "") }
                guard let clip = item.clip else { return }
                cell(FrameViewer.columns(.numbers([clip.x, clip.y, clip.z, clip.w])), ViewTheme.accent)
                cell(FrameViewer.columns(.numbers([clip.x / clip.w, clip.y / clip.w, clip.z / clip.w])), clip.w > 0 ? nil : ViewTheme.bad)
            }
        }
    }
    /// Returns a value as text, with its numbers in columns of equal width.
    static func columns(_ value: StateValue) -> String {
        let texts: [String] = switch value {
        case .numbers(let list): list.map { NumberText.short($0) }
        case .integers(let list): list.map { "\($0)" }
        default: [value.description]
        }
        return texts.map { String(repeating: " ", count: max(0, 8 - $0.count)) + $0 }.joined(separator: " ")
    }

    private func bufferTable(_ panel: PanelBuilder) {
        guard let buffer, let bytes = bytes(ofBuffer: buffer) else { return panel.note("Choose a buffer on the right.") }
        let description = frame.bufferDescriptions[buffer]
        panel.alignText()
        panel.style(.bold) { panel.text(capture.vocabulary.object(description.label, buffer)) }
        panel.sameLine(spacing: 12)
        panel.itemWidth(90) { panel.drag("##offset", &bufferPlace, speed: 4, in: 0...Float(min(bytes.count, 1 << 24)), decimals: 0, unit: " B") }
        panel.tooltip("The first byte to read")
        panel.sameLine(spacing: 6)
        panel.field("##format", &bufferText, hint: "float3 position, unorm8x4 color")
        panel.tooltip("The format of a row: float, half, int, uint, short, ushort, byte, ubyte, snorm8, unorm8, snorm16, unorm16, hex, each with a count and a name; skip 4; at 24; stride 32")
        let format: BufferFormat
        do { format = try BufferFormat(bufferText) } catch { return panel.text("\(error)", color: ViewTheme.bad, wrapped: true) }
        let count = format.rowCount(bytes.count, offset: bufferOffset)
        let columns: [PanelBuilder.Column] = [.init("row", width: 60), .init("byte", width: 70)] + format.fields.map {
            .init($0.name, width: Float(max($0.count * 70, $0.name.count * 8 + 12)))
        }
        panel.style(.monospaced) {
            panel.table("buffer", columns, height: max(40, panel.roomBelow), scrollsSideways: true, rowCount: count) { number, row in
                if row.cell(0) { panel.text("\(number)", color: ViewTheme.muted) }
                if row.cell(1) { panel.text("\(bufferOffset + number * format.stride)", color: ViewTheme.faint) }
                for (column, field) in format.fields.enumerated() where row.cell(column + 2) {
                    panel.text(format.text(field, row: number, of: bytes,
                                           offset: bufferOffset).map { String(repeating: " ", count: max(0, 8 - $0.count)) + $0 }.joined(separator: " "))
                }
            }
        }
    }
    private var bufferPlace: Float {
        get { Float(bufferOffset) }
        set { bufferOffset = max(0, Int(newValue)) }
    }
}
