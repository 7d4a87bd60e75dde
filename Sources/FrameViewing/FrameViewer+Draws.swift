// FrameViewer+Draws: the list of draws, pass by pass, each with a small picture of its changes; and a line for each dispatch between the draws.

import FrameCapture
import Panels

extension FrameViewer {
    func drawList(_ panel: PanelBuilder) {
        panel.field("##filter", &filter, hint: "Filter draws")
        panel.tooltip("Only draws whose name, program or number contains this text")
        panel.region("list") {
            var passes: [(pass: Int, draws: [CapturedDraw])] = []
            let wanted = filter.lowercased()
            for draw in frame.draws where wanted.isEmpty || "@\(draw.number) \(draw.name) \(draw.program)".lowercased().contains(wanted) {
                if passes.last?.pass == draw.pass { passes[passes.count - 1].draws.append(draw) } else { passes.append((draw.pass, [draw])) }
            }
            var dispatches = frame.dispatches.filter { wanted.isEmpty || "dispatch:\($0.number) \($0.label) \($0.program)".lowercased().contains(wanted) }[...]
            if passes.isEmpty && dispatches.isEmpty { panel.note("No draw has “\(filter)” in its name.") }
            func dispatchLines(before event: Int) { while let next = dispatches.first, next.event < event { line(panel, dispatches.removeFirst()) } }
            for (number, pass) in passes.enumerated() {
                dispatchLines(before: pass.pass)
                let first = pass.draws[0], holdsChoice = pass.pass == chosen?.pass
                panel.header("\(first.path.first.flatMap { $0.isEmpty ? nil : $0 } ?? "pass")  \(pass.draws.count)###pass \(number)",
                             open: holdsChoice || passes.count < 8) {
                    // A panel can show about 200 draws at once, so if a pass has more than 200 draws, only the draws near the chosen draw
                    // are shown. With the arrow keys or the filter, the user can reach all draws.
                    let near = pass.draws.count <= 200 ? pass.draws[...] : pass.draws.filter { abs($0.number - (draw ?? first.number)) < 100 }[...]
                    for item in near { row(panel, item) }
                    if near.count < pass.draws.count { panel.note("\(pass.draws.count - near.count) more, not near the chosen draw") }
                }
            }
            dispatchLines(before: .max)
        }
    }
    /// Shows the line of a dispatch: its name and its work groups. A click chooses the dispatch, and the tooltip lists the resources that the
    /// dispatch uses. Below this line, each buffer and image that the dispatch writes has a line, and a click on this line opens the buffer
    /// or image.
    private func line(_ panel: PanelBuilder, _ item: CapturedDispatch) {
        let groups = "\(item.groups.x)×\(item.groups.y)×\(item.groups.z) groups", resources = frame.resourceNames(of: item)
        let isChosen = command == .dispatch(item)
        let pressed = panel.area("dispatch line \(item.number)", isSelected: isChosen, height: 24) {
            panel.text(panel.cut("dispatch:\(item.number)  \(item.name)  \(groups)", to: panel.room), color: isChosen ? ViewTheme.accent : ViewTheme.muted)
        }
        if pressed { choose(.dispatch(item)) }
        if isChosen, seeksDraw { seeksDraw = !panel.scrollHere() }
        panel.tooltip("\(groups) of \(item.program.isEmpty ? "a compute program" : item.program), \(item.site)"
                      + (resources.isEmpty ? "" : "\nuses \(resources.joined(separator: ", "))")
                      + "\nframescope memory … dispatch:\(item.number) prints what it changed")
        panel.group("dispatch \(item.number)") {
            let results = results(of: item)
            func link(_ name: String, _ label: String, _ number: Int, _ tip: String, _ open: () -> Void) {
                if panel.link(panel.cut("  writes \(name): \(label.isEmpty ? "#\(number)" : label)", to: panel.room)) { open() }
                panel.tooltip(tip)
            }
            for (block, number, _) in results.buffers {
                let tip = chosen == nil ? "Show the buffer after the chosen dispatch" : "Show the buffer as the chosen draw finds it"
                link(block, frame.bufferDescriptions[number].label, number, tip) { show(buffer: number) }
            }
            for (image, slice) in results.images {
                link(image, frame.textureDescriptors[slice.texture].label, slice.texture, "Show the image after the chosen draw or dispatch") { show(slice) }
            }
        }
    }
    private func row(_ panel: PanelBuilder, _ item: CapturedDraw) {
        let name = item.path.dropFirst().joined(separator: "/"), settings = frame.settings(of: item, in: capture.vocabulary)
        let pressed = panel.area("draw \(item.number)", isSelected: item.number == draw, height: 46) {
            // A narrow list shows names without pictures.
            let width: Float = panel.room >= 165 ? 64 : panel.room >= 120 ? 48 : 0
            if width > 0 {
                if let texture = thumbnail(item.number) {
                    panel.image(texture, width: width, height: width * 0.625)
                } else {
                    panel.swatch(ViewTheme.stage, width: width, height: width * 0.625)
                }
                panel.sameLine(spacing: 8)
            }
            panel.stacked {
                panel.text("@\(item.number)", color: item.number == draw ? ViewTheme.accent : ViewTheme.muted)
                panel.sameLine(spacing: 6)
                panel.text(panel.cut(name.isEmpty ? item.primitive.counted(item.primitiveCount) : name, to: panel.room))
                let facts = "\(item.count) \(item.isIndexed ? "indices" : "vertices")\(item.instanceCount > 1 ? " × \(item.instanceCount)" : "")\(settings.isEmpty ? "" : " · \(settings)")"
                panel.text(panel.cut(facts, to: panel.room), color: ViewTheme.faint)
            }
        }
        if pressed { choose(item.number) }
        if item.number == draw, seeksDraw { seeksDraw = !panel.scrollHere() }
        panel.tooltip("\(item.primitive.counted(item.primitiveCount))\(item.instanceCount > 1 ? " in \(item.instanceCount) instances" : ""), \(item.program), \(item.site)\(settings.isEmpty ? "" : "\n\(settings)")")
    }
}
