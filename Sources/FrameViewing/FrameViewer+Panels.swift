// FrameViewer+Panels: the tree of draws on the left, what is known of the chosen one on the right.

import Foundation
import FrameCapture
import Panels
import Raster
import Shading

extension FrameViewer {
    package func build(_ panel: PanelBuilder) {
        defer { endBuilding() }
        panel.window("frame \(frame.number)\(frame.label.isEmpty ? "" : " - \(frame.label)")", x: 8, y: 8, width: 300) { draws(panel) }
        panel.window("@\(draw) \(chosen.name)", x: -8, y: 8, width: 400) { details(panel) }
        traceSource(panel)
    }

    private func draws(_ panel: PanelBuilder) {
        if panel.button("<") { choose(draw - 1) }
        panel.sameLine()
        if panel.button(">") { choose(draw + 1) }
        panel.sameLine()
        panel.text("@\(draw) of \(frame.draws.count) draws")
        var passes: [(pass: Int, draws: [CapturedDraw])] = []
        for draw in frame.draws {
            if passes.last?.pass == draw.pass { passes[passes.count - 1].draws.append(draw) } else { passes.append((draw.pass, [draw])) }
        }
        for (number, pass) in passes.enumerated() {
            let first = pass.draws[0], holdsChoice = pass.pass == chosen.pass
            panel.tree("\(first.path.first ?? "pass") (\(pass.draws.count))##pass \(number)", open: holdsChoice || passes.count < 8) {
                // A panel has room for so many; the arrows reach all.
                let near = pass.draws.count <= 200 ? pass.draws[...] : pass.draws.filter { abs($0.number - draw) < 100 }[...]
                for item in near { row(panel, item) }
                if near.count < pass.draws.count { panel.note("\(pass.draws.count - near.count) more, not near the chosen one") }
            }
        }
    }
    private func row(_ panel: PanelBuilder, _ item: CapturedDraw) {
        if let texture = thumbnail(item.number) {
            panel.image(texture, width: 64, height: 40)
            panel.sameLine()
        }
        var choice = draw
        let name = item.path.dropFirst().joined(separator: "/")
        if panel.radio("@\(item.number) \(name.isEmpty ? "\(item.primitiveCount) \(item.primitive)" : name)", &choice, is: item.number) { choose(item.number) }
        if item.number == draw, seeksDraw { seeksDraw = !panel.scrollHere() }
        panel.tooltip("\(item.primitiveCount) \(item.primitive)\(item.instanceCount > 1 ? " in \(item.instanceCount) instances" : ""), \(item.program), \(item.file):\(item.line)")
    }

    private func details(_ panel: PanelBuilder) {
        for (number, choice) in Stage.allCases.enumerated() {
            if number > 0 { panel.sameLine() }
            panel.radio(choice.rawValue, &stage, is: choice)
        }
        panel.combo("look", &look, of: Look.all) { $0.name }
        if case .overlay(let overlay) = look, overlay.hasScope { panel.combo("counts", &scope) }
        let attachments = capture.attachments(of: chosen, in: frame)
        if attachments.count > 1 {
            var choice = attachment ?? attachments[0]
            if panel.combo("image", &choice, of: attachments, name: { $0.description }) { attachment = choice }
        }
        if let image = image() {
            for note in image.found.notes { panel.note(note) }
            for entry in image.found.legend {
                // Lighter than in the picture, to be read on the panel.
                let color = SIMD3(Float(entry.color.x), Float(entry.color.y), Float(entry.color.z)) / 255 * 0.65 + 0.35
                panel.text(entry.meaning, color: SIMD4(color, 1))
            }
            if let pixel, pixel.x < image.width, pixel.y < image.height {
                let bytes = image.picture.converted(to: .rgba8)[pixel.x, pixel.y]
                let value = image.found.numbers.map { " = \(PixelNumbers.text($0[pixel.x, pixel.y]))" } ?? ""
                panel.text("(\(pixel.x), \(pixel.y))\(value), shown as \(bytes.x) \(bytes.y) \(bytes.z) \(bytes.w)")
            }
        }
        for question in work { panel.note("finding out: \(question.title) …") }
        if !problem.isEmpty { panel.text(problem, color: SIMD4(1, 0.45, 0.4, 1), wrapped: true) }
        panel.separator()
        for (number, choice) in Page.allCases.enumerated() {
            // Five names and the bar that scrolls fill the width.
            if number > 0 { panel.sameLine(spacing: 4) }
            panel.radio(choice.rawValue, &page, is: choice)
        }
        switch page {
        case .state: if let state = state(of: draw) { for entry in state.entries { line(panel, entry.name, entry.value.description) } }
        case .changes: changes(panel)
        case .pixel: pixelPage(panel)
        case .trace: tracePage(panel)
        case .shaders: shaderPage(panel)
        }
    }
    private func line(_ panel: PanelBuilder, _ name: String, _ value: String) {
        panel.text(name, color: SIMD4(0.6, 0.66, 0.74, 1))
        panel.sameLine()
        panel.text(value, wrapped: true)
    }
    private func changes(_ panel: PanelBuilder) {
        guard draw > 0 else { return panel.note("the first draw has none before it") }
        guard let before = state(of: draw - 1), let now = state(of: draw) else { return }
        let list = now.differences(from: before)
        panel.note(list.isEmpty ? "the state of @\(draw - 1)" : "since @\(draw - 1)")
        for change in list {
            panel.text(change.name, color: SIMD4(0.6, 0.66, 0.74, 1))
            panel.indented {
                panel.text(change.before?.description ?? "-", color: SIMD4(0.95, 0.55, 0.5, 1), wrapped: true)
                panel.text(change.after?.description ?? "-", color: SIMD4(0.5, 0.85, 0.55, 1), wrapped: true)
            }
        }
    }
    private func pixelPage(_ panel: PanelBuilder) {
        guard pixel != nil else { return panel.note("Click a pixel of the picture: its history follows.") }
        guard let history = pixelHistory() else { return }
        panel.text(history.verdict, wrapped: true)
        if !history.isProven { panel.text("The renderers disagree about this pixel.", color: SIMD4(1, 0.45, 0.4, 1), wrapped: true) }
        panel.separator()
        for (number, event) in history.events.enumerated() {
            panel.group("event \(number)") {
                let isWritten = event.fate == .written || event.fate == .cleared || event.fate == .transferred
                let name = event.draw.map { "@\($0) \(event.name)" } ?? event.name
                if let draw = event.draw, panel.button("@\(draw)") { choose(draw) }
                if event.draw != nil { panel.sameLine() }
                panel.text("\(event.draw == nil ? name : event.name)\(event.primitive.map { ", primitive \($0)" } ?? "")\(event.sample.map { ", sample \($0)" } ?? "")", wrapped: true)
                panel.indented {
                    panel.text(event.fate.sentence, color: isWritten ? SIMD4(0.5, 0.85, 0.55, 1) : SIMD4(0.95, 0.7, 0.4, 1))
                    if let depth = event.depth, let stored = event.storedDepth { panel.note("depth \(depth), stored \(stored)") }
                    if let after = event.after { panel.note("\(event.before?.description ?? "-") -> \(after)") }
                }
            }
        }
    }
    private func shaderPage(_ panel: PanelBuilder) {
        if let editor {
            for stage in ["vertex", "fragment"] {
                if panel.button("edit the \(stage) shader") { attempt { try editor.open(stage, of: self) } }
            }
            panel.note("writes the source to a file; what you save there is drawn at once.")
            for file in editor.files { line(panel, file.name, file.status) }
            if !editor.files.isEmpty, panel.button("back to the captured shaders") { editor.close(self) }
            panel.separator()
        }
        for stage in [ShaderStage.fragment, .vertex] {
            guard let shader = attempt({ try capture.shader(stage, of: chosen, in: frame) }) else { continue }
            let replaced = replacing.last { $0.program == shader.program && $0.stage == stage }?.source
            let lines = (replaced ?? shader.source).text.split(separator: "\n", omittingEmptySubsequences: false)
            panel.header("\(shader.source.name)\(replaced == nil ? "" : " (edited)")##\(stage)", open: stage == .fragment) {
                // A panel is no editor: longer sources are read in one.
                for (number, text) in lines.prefix(600).enumerated() {
                    panel.text(String(repeating: " ", count: max(0, 4 - "\(number + 1)".count)) + "\(number + 1)  " + text.replacingOccurrences(of: "\t", with: "    "))
                }
                if lines.count > 600 { panel.note("\(lines.count - 600) more lines") }
            }
        }
    }
}
