// TraceText: a trace as text.

import FrameCapture

enum TraceText {
    /// Returns the summary of a trace: the traced fragment, vertex, primitive or invocation; its inputs and outputs; and suspicious
    /// results.
    static func summary(_ trace: ShaderTrace) -> String {
        var rows: [[String]] = [["what", "\(trace.subject), \(trace.command)"]]
        rows.append(["shader", "\(trace.stage.rawValue) shader" + (trace.program.isEmpty ? "" : " of '\(trace.program)'")])
        rows.append(["end", end(trace)])
        if trace.stage != .vertex { rows.append(["lanes", lanes(trace)]) }
        for (title, values) in [("input", trace.inputs), ("uniform", trace.uniforms), ("output", trace.outputs)] {
            rows += values.flatMap { TraceText.rows([title], $0) }
        }
        if trace.stage == .geometry {
            let emissions = trace.emissions, vertices = emissions.filter { $0.vertex != nil }
            rows.append(["emitted", counted(vertices.count, "vertex", "vertices")
                + (vertices.isEmpty ? "" : " in \(counted(Set(vertices.map(\.strip)).count, "strip"))")])
        }
        for loop in trace.loops {
            rows.append(["loop", "\(loop.place) in \(loop.place.function): \(counted(loop.iterations, "iteration"))" + (loop.entries == 1 ? "" : " in \(counted(loop.entries, "run"))")])
        }
        for (name, culprit) in [("first NaN", trace.firstNaN), ("first infinity", trace.firstInfinity)] {
            guard let culprit else { continue }
            let source = trace.step(culprit.step).text
            rows.append([name, "step \(culprit.step), \(culprit.place): \(trace.operation(culprit.operation))" + (culprit.isGiven ? ", which came from outside of the shader" : "")
                + (source.isEmpty ? "" : ", in “\(source)”")])
        }
        if !trace.contradictions.isEmpty { rows.append(["proof", "NONE: \(trace.contradictions.joined(separator: "; "))"]) }
        rows += trace.proofs.map { ["proven", $0] } + trace.remarks.map { ["remark", $0] }
        return Output.table(rows)
    }
    private static func end(_ trace: ShaderTrace) -> String {
        let work = "\(counted(trace.stepCount, "step")), \(counted(trace.operationCount, "operation"))"
        let last = trace.stepCount > 0 ? " at \(trace.step(trace.stepCount - 1).place)" : ""
        return switch trace.end {
        case .returned: "returned after \(work)"
        case .discarded: "discarded\(last) after \(work)"
        case .cutOff: "not reached: the trace is full\(last) after \(work)"
        case .endless: "stopped in an endless loop\(last) after \(work)"
        }
    }
    private static func lanes(_ trace: ShaderTrace) -> String {
        trace.lanes.enumerated().map { index, lane in
            "(\(lane.x), \(lane.y)) \(lane.role == .own ? (trace.stage == .fragment ? "covered" : "runs") : lane.role.rawValue)\(lane.isDiscarded ? ", discarded" : "")\(index == trace.lane ? " ←" : "")"
        }.joined(separator: "   ")
    }
    static func value(_ value: TracedValue) -> String { "\(value.type) \(value)" }
    /// Returns the rows of the table for a value: several rows for a matrix, one row for any other value.
    private static func rows(_ start: [String], _ value: TracedValue, scope: String = "") -> [[String]] {
        guard let matrix = value.matrixRows else { return [start + [scope + TraceText.value(value)]] }
        let name = "\(scope)\(value.type) \(value.name) = ", blank = String(repeating: " ", count: name.count)
        return matrix.enumerated().map { number, row in (number == 0 ? start : start.map { _ in "" }) + [(number == 0 ? name : blank) + row] }
    }

    /// Prints one line for each step of the trace.
    static func printSteps(_ trace: ShaderTrace, _ steps: [Int]) {
        let rows = steps.lazy.map { index in
            let step = trace.step(index)
            let function = step.stack.reversed().map(\.function).joined(separator: " › ") + step.loops.map { " #\($0.iteration)" }.joined()
            return ["\(step.index)", mask(step), "\(step.place)", function, step.text,
                    (step.lookups.map(lookup) + step.accesses.map(\.description) + step.changes.map(change) + step.emissions.map(\.description))
                        .joined(separator: "; ")]
        }
        Output.printTable(heading: ["step", "lanes", "place", "function", "source", "changes"], rows)
    }
    private static func mask(_ step: ShaderTrace.Step) -> String { step.activeLanes.enumerated().map { $1 ? "\($0)" : "·" }.joined() }
    private static func change(_ change: ShaderTrace.Change) -> String {
        guard let before = change.before else { return "\(change.after)" }
        return "\(change.after) (was \(TracedValue(name: "", type: change.after.type, words: before).text))"
    }
    private static func lookup(_ lookup: ShaderTrace.Lookup) -> String {
        var text = "\(lookup.function)(\(lookup.sampler), \(lookup.coordinate.text)) = \(lookup.result.text)"
        if let detail = lookup.detail { text += " at level of detail \(detail.shown)" }
        return text + " from \(counted(lookup.texels.count, "texel"))"
    }

    /// Returns one step with its functions, loops, changes, lookups and variables.
    static func detail(_ trace: ShaderTrace, _ step: ShaderTrace.Step) -> String {
        var rows = [["step", "\(step.index) of \(trace.stepCount)"], ["line", "\(step.place): \(step.text)"]]
        if let columns = step.columns { rows.append(["columns", "\(columns.lowerBound) to \(columns.upperBound)"]) }
        rows += step.stack.enumerated().map { [$0.offset == 0 ? "function" : "called by", "\($0.element.function) at \($0.element)"] }
        rows += step.loops.map { ["loop", "\($0.place), iteration \($0.iteration)"] }
        rows.append(["lanes", mask(step)])
        for one in step.changes {
            rows += TraceText.rows(["change"], one.after)
            if let before = one.before { rows += TraceText.rows([""], TracedValue(name: one.after.name, type: one.after.type, words: before), scope: "was ") }
        }
        for record in step.lookups {
            rows.append(["lookup", lookup(record)])
            rows += record.texels.map { texel in
                let place = texel.isBorder ? "border" : "(\(texel.x), \(texel.y))" + (texel.slice > 0 ? " of slice \(texel.slice)" : "")
                return ["texel", "\(place) of level \(texel.level): \(TracedValue(name: "", type: record.result.type, words: texel.words).text)"]
            }
        }
        rows += step.accesses.map { [$0.kind == .load ? "reads" : $0.kind == .store ? "writes" : "atomic", $0.description] }
        for emission in step.emissions {
            let vertex = emission.vertex.map { "vertex \($0) of strip \(emission.strip)" + (emission.isDropped ? ", which is dropped" : "") }
            rows.append(["emits", vertex ?? "the end of strip \(emission.strip)"])
            rows += emission.outputs.flatMap { TraceText.rows(["output"], $0) }
        }
        for (title, scopes) in [("before", trace.scopes(at: step.index, isAfter: false)), ("after", trace.scopes(at: step.index))] {
            for scope in scopes { rows += scope.variables.flatMap { TraceText.rows([title], $0, scope: "\(scope.place?.function ?? "module"): ") } }
        }
        return Output.table(rows)
    }

    /// Prints one line for each instruction that the traced lane executed.
    static func printOperations(_ trace: ShaderTrace) {
        let rows = trace.operations.lazy.map { ($0, trace.operation($0)) }.filter { $0.1.isActive }.map { index, operation in
            ["\(index)", "\(operation.place)", "\(operation)", operation.results.map(\.text).joined(separator: " ")]
        }
        Output.printTable(heading: ["operation", "place", "what", "all lanes"], rows)
    }
}
