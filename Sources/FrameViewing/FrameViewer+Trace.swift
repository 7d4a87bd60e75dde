// FrameViewer+Trace: the chosen pixel's fragment shader step by step, forward and back, its variables beside the source.

import FrameCapture
import Panels
import Raster

extension FrameViewer {
    package func moveTrace(by steps: Int) {
        guard let trace = trace(), trace.stepCount > 0 else { return }
        traceStep = min(max(traceStep + steps, 0), trace.stepCount - 1)
    }

    /// The buttons, what the step changed, and all variables.
    func tracePage(_ panel: PanelBuilder) {
        guard pixel != nil else { return panel.note("Click a pixel of the picture: the chosen draw's shader is traced there.") }
        guard let trace = trace() else { return }
        panel.text("\(trace.subject)", wrapped: true)
        for text in trace.contradictions { panel.text(text, color: SIMD4(1, 0.45, 0.4, 1), wrapped: true) }
        if let culprit = trace.firstNaN { panel.text("the first NaN is made at \(culprit.place)", color: SIMD4(1, 0.7, 0.3, 1)) }
        if let culprit = trace.firstInfinity { panel.text("the first infinity is made at \(culprit.place)", color: SIMD4(1, 0.7, 0.3, 1)) }
        guard trace.stepCount > 0 else { return panel.note("the shader has no lines") }
        if panel.button("|<") { traceStep = 0 }
        panel.sameLine()
        if panel.button("back") { moveTrace(by: -1) }
        panel.sameLine()
        if panel.button("step") { moveTrace(by: 1) }
        panel.sameLine()
        if panel.button(">|") { traceStep = trace.stepCount - 1 }
        panel.slider("step##place", &traceStep, in: 0...max(1, trace.stepCount - 1))
        traceStep = min(traceStep, trace.stepCount - 1)
        let step = trace.step(traceStep)
        panel.note("\(step.place) in \(step.stack.map(\.function).joined(separator: " < "))")
        for loop in step.loops { panel.note("loop at \(loop.place): iteration \(loop.iteration)") }
        for change in step.changes {
            let before = change.before.map { TracedValue(name: change.after.name, type: change.after.type, words: $0).text } ?? "-"
            panel.text(change.after.name, color: SIMD4(0.5, 0.85, 0.55, 1))
            panel.sameLine()
            panel.text("\(before) -> \(change.after.text)", wrapped: true)
        }
        panel.separator()
        for value in trace.variables(at: traceStep) {
            panel.text(value.name, color: SIMD4(0.6, 0.66, 0.74, 1))
            panel.sameLine()
            panel.text(value.text, color: value.isFinite ? nil : SIMD4(1, 0.45, 0.4, 1), wrapped: true)
        }
    }
    /// The source around the step, in a window of its own.
    func traceSource(_ panel: PanelBuilder) {
        guard page == .trace, let trace = trace(), trace.stepCount > 0 else { return }
        let step = trace.step(traceStep)
        panel.window("\(step.place.file)##trace", x: 316, y: -300, width: 560) {
            let lines = trace.lines(of: step.place.file), first = max(0, step.place.line - 9)
            for number in first..<min(lines.count, first + 17) {
                let isHere = number + 1 == step.place.line
                let label = String(repeating: " ", count: max(0, 4 - "\(number + 1)".count)) + "\(number + 1) "
                panel.text(label + (isHere ? "> " : "  ") + lines[number], color: isHere ? SIMD4(1, 0.85, 0.3, 1) : nil)
            }
        }
    }
}
