// TraceJSON: a trace for programs. Floats have value and bits.

import FrameCapture
import Shading

enum TraceJSON {
    static func printSteps(_ trace: ShaderTrace, _ steps: [Int], withVariables: Bool) {
        Output.print(members(trace), then: "steps", steps.lazy.map { step(trace, trace.step($0), withVariables: withVariables) })
    }
    static func printOperations(_ trace: ShaderTrace) {
        Output.print(members(trace), then: "operations", trace.operations.lazy.map(trace.operation).filter(\.isActive).map(operation))
    }
    private static func members(_ trace: ShaderTrace) -> [(String, JSON)] {
        func culprit(_ culprit: ShaderTrace.Culprit?) -> JSON {
            guard let culprit else { return .null }
            return .object([("step", .int(culprit.step)), ("operation", .string("\(trace.operation(culprit.operation))")), ("isGiven", .bool(culprit.isGiven))] + place(culprit.place))
        }
        return [
            ("subject", .string("\(trace.subject)")), ("draw", .int(trace.draw)), ("stage", .string(trace.stage.rawValue)), ("program", .string(trace.program)),
            ("end", .string("\(trace.end)")), ("isProven", .bool(trace.isProven)), ("proofs", .list(trace.proofs.map { .string($0) })),
            ("contradictions", .list(trace.contradictions.map { .string($0) })), ("remarks", .list(trace.remarks.map { .string($0) })), ("lane", .int(trace.lane)),
            ("lanes", .list(trace.lanes.map { .object([("x", .int($0.x)), ("y", .int($0.y)), ("role", .string($0.role.rawValue)), ("isDiscarded", .bool($0.isDiscarded))]) })),
            ("others", .list(trace.others.map { .string("\($0)") })), ("inputs", .list(trace.inputs.map(value))), ("uniforms", .list(trace.uniforms.map(value))),
            ("outputs", .list(trace.outputs.map(value))), ("operationCount", .int(trace.operationCount)), ("stepCount", .int(trace.stepCount)),
            ("loops", .list(trace.loops.map { .object(place($0.place) + [("entries", .int($0.entries)), ("iterations", .int($0.iterations))]) })),
            ("firstNaN", culprit(trace.firstNaN)), ("firstInfinity", culprit(trace.firstInfinity)),
        ]
    }

    static func value(_ value: TracedValue) -> JSON {
        let words = zip(value.scalarTypes, value.words).map { scalar($0, $1) }
        return .object([("name", .string(value.name)), ("type", .string("\(value.type)")), ("value", words.count == 1 ? words[0] : .list(words))])
    }
    private static func scalar(_ type: ScalarType, _ word: UInt32) -> JSON {
        switch type {
        case .float: .float(Float(bitPattern: word))
        case .int: .int(Int(Int32(bitPattern: word)))
        case .bool: .bool(word != 0)
        case .uint, .void: .int(Int(word))
        }
    }
    private static func place(_ place: ShaderTrace.Place) -> [(String, JSON)] {
        [("file", .string(place.file)), ("line", .int(place.line)), ("function", .string(place.function))]
    }
    private static func step(_ trace: ShaderTrace, _ step: ShaderTrace.Step, withVariables: Bool) -> JSON {
        var members: [(String, JSON)] = [("step", .int(step.index))] + place(step.place)
        members += [
            ("text", .string(step.text)), ("columns", step.columns.map { .list([.int($0.lowerBound), .int($0.upperBound)]) } ?? .null), ("stack", .list(step.stack.map { .object(place($0)) })),
            ("loops", .list(step.loops.map { .object(place($0.place) + [("iteration", .int($0.iteration))]) })),
            ("activeLanes", .list(step.activeLanes.map { .bool($0) })), ("changes", .list(step.changes.map(change))), ("lookups", .list(step.lookups.map(lookup))),
        ]
        if withVariables {
            func scopes(_ list: [ShaderTrace.Scope]) -> JSON {
                .list(list.map { .object([("function", JSON($0.place?.function)), ("variables", .list($0.variables.map(value)))]) })
            }
            members.append(("before", scopes(trace.scopes(at: step.index, isAfter: false))))
            members.append(("after", scopes(trace.scopes(at: step.index))))
        }
        return .object(members)
    }
    private static func change(_ change: ShaderTrace.Change) -> JSON {
        let before = change.before.map { words in JSON.list(zip(change.after.scalarTypes, words).map { scalar($0, $1) }) }
        return .object([("name", .string(change.after.name)), ("type", .string("\(change.after.type)")), ("before", before ?? .null),
                        ("after", .list(zip(change.after.scalarTypes, change.after.words).map { scalar($0, $1) }))])
    }
    private static func lookup(_ lookup: ShaderTrace.Lookup) -> JSON {
        let members: [(String, JSON)] = [
            ("function", .string(lookup.function)), ("sampler", .string(lookup.sampler)), ("coordinate", value(lookup.coordinate)),
            ("detail", lookup.detail.map { .float($0) } ?? .null), ("nextLevelShare", lookup.nextLevelShare.map { .float($0) } ?? .null),
            ("probes", lookup.probes.map { .int($0) } ?? .null), ("result", value(lookup.result)),
            ("texels", .list(lookup.texels.map { texel in
                .object([("x", .int(texel.x)), ("y", .int(texel.y)), ("slice", .int(texel.slice)), ("level", .int(texel.level)), ("isBorder", .bool(texel.isBorder)),
                         ("value", .list(zip(lookup.result.scalarTypes, texel.words).map { scalar($0, $1) }))])
            })),
        ]
        return .object(place(lookup.place) + members)
    }
    private static func operation(_ operation: ShaderTrace.Operation) -> JSON {
        .object(place(operation.place) + [("operation", .string(operation.description)), ("results", .list(operation.results.map(value)))])
    }
}
