// FrameViewer+Trace: shows the fragment shader of the chosen pixel step by step, forward or backward, with the variables beside the source.

import FrameCapture
import Panels
import Raster

extension FrameViewer {
    package func moveTrace(by steps: Int) {
        guard let trace = trace(), trace.stepCount > 0 else { return }
        traceStep = min(max(traceStep + steps, 0), trace.stepCount - 1)
    }

    /// Shows the buttons, the variables that the step changes, and all variables.
    func tracePage(_ panel: PanelBuilder) {
        guard chosen != nil else {
            return panel.text("framescope trace \(fileName) \(command.argument) --invocation 0 shows an invocation of the shader step by step.",
                              color: ViewTheme.muted, wrapped: true)
        }
        guard pixel != nil else {
            return panel.text("Click a pixel of the picture to trace the chosen draw's fragment shader there.", color: ViewTheme.muted,
                              wrapped: true)
        }
        guard let trace = trace() else { return withoutTrace(panel) }
        panel.style(.bold) { panel.text("\(trace.subject)", wrapped: true) }
        for text in trace.contradictions { panel.text(text, color: ViewTheme.bad, wrapped: true) }
        if let culprit = trace.firstNaN { panel.text("The first NaN is made at \(culprit.place).", color: ViewTheme.changed, wrapped: true) }
        if let culprit = trace.firstInfinity { panel.text("The first infinity is made at \(culprit.place).", color: ViewTheme.changed, wrapped: true) }
        guard trace.stepCount > 0 else { return panel.note("The shader has no lines.") }
        if panel.button("|◀") { traceStep = 0 }
        panel.tooltip("First step")
        panel.sameLine(spacing: 3)
        if panel.button("◀ Back") { moveTrace(by: -1) }
        panel.tooltip("Previous step (Up)")
        panel.sameLine(spacing: 3)
        if panel.button("Step ▶") { moveTrace(by: 1) }
        panel.tooltip("Next step (Down)")
        panel.sameLine(spacing: 3)
        if panel.button("▶|") { traceStep = trace.stepCount - 1 }
        panel.tooltip("Last step")
        panel.sameLine(spacing: 8)
        panel.itemWidth(max(40, panel.room)) { panel.slider("##step", &traceStep, in: 0...max(1, trace.stepCount - 1)) }
        traceStep = min(traceStep, trace.stepCount - 1)
        let step = trace.step(traceStep)
        panel.note("step \(traceStep + 1) of \(trace.stepCount) · \(step.place) in \(step.stack.map(\.function).joined(separator: " < "))")
        for loop in step.loops { panel.note("loop at \(loop.place): iteration \(loop.iteration)") }
        if !step.changes.isEmpty {
            panel.header("This step", open: true) {
                panel.table("changes", [.init("", weight: 0.28), .init("before", weight: 0.36), .init("after", weight: 0.36)], isStriped: false,
                            rowCount: step.changes.count) { number, row in
                    let change = step.changes[number]
                    panel.style(.monospaced) {
                        if row.cell(0) { panel.text(change.after.name, color: ViewTheme.good) }
                        if row.cell(1) {
                            panel.text(change.before.map { TracedValue(name: change.after.name, type: change.after.type, words: $0).text } ?? "–",
                                       color: ViewTheme.muted, wrapped: true)
                        }
                        if row.cell(2) { panel.text(change.after.text, color: change.after.isFinite ? ViewTheme.good : ViewTheme.bad, wrapped: true) }
                    }
                }
            }
        }
        let variables = trace.variables(at: traceStep)
        panel.header("Variables", open: true) {
            panel.table("variables", [.init("", weight: 0.32), .init("", weight: 0.68)], isStriped: true, rowCount: variables.count) { number, row in
                panel.style(.monospaced) {
                    if row.cell(0) { panel.text(variables[number].name, color: ViewTheme.accent) }
                    if row.cell(1) { panel.text(variables[number].text, color: variables[number].isFinite ? nil : ViewTheme.bad, wrapped: true) }
                }
            }
        }
    }
    /// Shows the reason why the chosen draw has no trace, and a button that chooses a draw with a trace.
    private func withoutTrace(_ panel: PanelBuilder) {
        guard let traceProblem else { return panel.note("…") }
        panel.text(traceProblem, color: ViewTheme.bad, wrapped: true)
        guard let maker = pixelHistory()?.eventsOfImage.last(where: { $0.fate == .written })?.draw, maker != draw else { return }
        if panel.button("Trace @\(maker), which made the pixel") {
            choose(maker)
            traceStep = 0
        }
    }
    /// Shows the source, scrolled to the step's line.
    func traceSource(_ panel: PanelBuilder) {
        guard let trace = trace(), trace.stepCount > 0 else {
            return panel.note(pixel == nil ? "Choose a pixel and the page Trace." : traceProblem == nil ? "…" : "No shader is traced here.")
        }
        let step = trace.step(traceStep), place = step.place
        if tracedCode?.file != place.file || tracedCode?.edition != edition || tracedCode?.event != command.event {
            tracedCode = (place.file, command.event, edition, CodeText(trace.lines(of: place.file).joined(separator: "\n")))
        }
        let isNew = soughtLine != place.line
        panel.region("source", scrollsSideways: true) { tracedCode?.text.show(panel, marked: place.line, seeks: isNew) }
        soughtLine = place.line
    }
}
