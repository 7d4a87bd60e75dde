// TraceJSON: a trace as JSON. Floats have a value and bits.

import FrameCapture
import Shading

enum TraceJSON {
    static let fields: [Field] = [
        Field("subject", .text, "The fragment, vertex, primitive or invocation that was traced."), Field("draw", .optional(.integer), "The draw; null for a dispatch."),
        Field("dispatch", .optional(.integer), "The dispatch; null for a draw."),
        Field("stage", .text, "`vertex`, `geometry`, `fragment` or `compute`."), Field("program", .text, "The program's label."),
        Field("end", .text, "How the run ended: `returned`, `discarded`, `cutOff` if the trace is full, `endless`."), Field("isProven", .flag, "Whether the trace agrees with the drawn bits."),
        Field("proofs", .list(.text), "The comparisons that succeeded, a sentence each."),
        Field("contradictions", .list(.text), "The differences, a sentence each."), Field("remarks", .list(.text), "Further remarks, a sentence each."),
        Field("lane", .integer, "The lane of the quad that was traced."),
        Field("lanes", .list(.object([
            Field("x", .integer, "The lane's pixel from the left; of a geometry shader, the primitive."),
            Field("y", .integer, "The lane's pixel from the top; of a geometry shader, the invocation."),
            Field("role", .text, "The lane's role: own, helper or absent."),
            Field("isDiscarded", .flag, "Whether it ended with a discard."),
        ])), "The quad's lanes."),
        Field("others", .list(.text), "Other fragments of the draw at the same pixel."), Field("inputs", .list(value), "The shader's inputs in this run."),
        Field("uniforms", .list(value), "The uniforms that it read."),
        Field("outputs", .list(value), "The shader's outputs; empty for a geometry shader, whose steps have `emissions`."), Field("operationCount", .integer, "The number of executed instructions."),
        Field("stepCount", .integer, "The number of steps."),
        Field("loops",
              .list(.object(place + [Field("entries", .integer, "The number of times that the loop was entered."),
                                     Field("iterations", .integer, "The number of its iterations.")])),
              "The loops."),
        Field("firstNaN", .optional(culprit), "The first operation that gave a NaN."),
        Field("firstInfinity", .optional(culprit), "The first operation that gave an infinity."),
        Field("steps", .list(.object([Field("step", .integer, "The number of the step.")] + place + [
            Field("text", .text, "The text of the line."), Field("columns", .optional(.list(.integer)), "The first and the last column of the executed source, from 1 on."),
            Field("stack", .list(.object(place)), "The functions around the line, the innermost first."),
            Field("loops", .list(.object(place + [Field("iteration", .integer, "The iteration, from 1 on.")])), "The loops around the line."),
            Field("activeLanes", .list(.flag), "The lanes that execute it."),
            Field("changes", .list(.object([
                Field("name", .text, "The variable."), Field("type", .text, "Its type."),
                Field("before", .optional(.list(scalar)), "The variable's value before the step; null if the variable had no value."),
                Field("after", .list(scalar), "Its value after."),
            ])), "The variables that it changed."),
            Field("accesses", .list(.object([
                Field("kind", .text, "`load`, `store` or `atomic`."), Field("name", .text, "The memory: a shared variable, a member of a storage block, or a texel of an image."),
                Field("type", .text, "The type of the value."), Field("value", .list(scalar), "The value that was read or written; for an atomic operation, the value before it."),
                Field("operation", .text, "The atomic operation; empty for other kinds."),
            ])), "The accesses to memory that invocations share."),
            Field("emissions", .list(.object([
                Field("vertex", .optional(.integer), "The number of the emitted vertex, from 0 on; null for the end of a strip."), Field("strip", .integer, "The number of the strip, from 0 on."),
                Field("isDropped", .flag, "Whether the vertex was dropped, because `max_vertices` vertices were emitted before."),
                Field("outputs", .list(value), "The outputs when the vertex was emitted."),
            ])), "The vertices that a geometry shader emitted, and the strips that it ended."),
            Field("lookups", .list(.object(place + [
                Field("call", .text, "The function of GLSL that it calls."), Field("sampler", .text, "The sampler."),
                Field("coordinate", value, "The texture coordinate."),
                Field("detail", .optional(.float), "The level of detail."), Field("nextLevelShare", .optional(.float), "The share of the next level."),
                Field("probes", .optional(.integer), "The probes of an anisotropic filter in its finer level."),
                Field("result", value, "The result."),
                Field("texels", .list(.object([
                    Field("x", .integer, "The texel's column."), Field("y", .integer, "The texel's row, counted from the texture's first row."),
                    Field("slice", .integer, "Its layer, face or slice."), Field("level", .integer, "Its level."),
                    Field("isBorder", .flag, "Whether it is the border's colour."), Field("value", .list(scalar), "Its contents."),
                ])), "The texels that it read."),
            ])), "The texture lookups."),
            Field("before", scopes, "All variables before the step.", only: "with `--step`"),
            Field("after", scopes, "All variables after the step.", only: "with `--step`"),
        ])), "The steps; each is a line of the source.", only: "without `--operations`"),
        Field("operations", .list(.object(place + [Field("operation", .text, "The instruction with its operands."),
                                                   Field("results", .list(value), "Its results in all lanes.")])),
              "The instructions of the traced lane.", only: "with `--operations`"),
    ]
    private static let place = [Field("file", .text, "The shader's file."), Field("line", .integer, "The line in the file."),
                                Field("function", .text, "The function of the line.")]
    private static let scalar = Shape.either(.float, .either(.integer, .flag))
    private static let value = Shape.object([
        Field("name", .text, "The name."), Field("type", .text, "The type."),
        Field("value", .either(scalar, .list(scalar)), "The value; an array for more than one component."),
    ])
    private static let culprit = Shape.object([
        Field("step", .integer, "The step."), Field("operation", .text, "The instruction."), Field("isGiven", .flag, "Whether the value came from an input, a uniform or a texel."),
    ] + place)
    private static let scopes =
        Shape.list(.object([Field("function", .optional(.text), "The function; null for the module."), Field("variables", .list(value), "Its variables.")]))

    static func steps(_ trace: ShaderTrace, _ steps: [Int], withVariables: Bool) -> [(String, JSON)] {
        members(trace) + [("steps", .sequence(steps.lazy.map { step(trace, trace.step($0), withVariables: withVariables) }))]
    }
    static func operations(_ trace: ShaderTrace) -> [(String, JSON)] {
        members(trace) + [("operations", .sequence(trace.operations.lazy.map(trace.operation).filter(\.isActive).map(operation)))]
    }
    private static func members(_ trace: ShaderTrace) -> [(String, JSON)] {
        func culprit(_ culprit: ShaderTrace.Culprit?) -> JSON {
            guard let culprit else { return .null }
            return .object([("step", .int(culprit.step)), ("operation", .string("\(trace.operation(culprit.operation))")), ("isGiven", .bool(culprit.isGiven))]
                           + place(culprit.place))
        }
        return [
            ("subject", .string("\(trace.subject)")), ("draw", JSON(trace.draw)), ("dispatch", JSON(trace.dispatch)),
            ("stage", .string(trace.stage.rawValue)), ("program", .string(trace.program)),
            ("end", .string("\(trace.end)")), ("isProven", .bool(trace.isProven)), ("proofs", .list(trace.proofs.map { .string($0) })),
            ("contradictions", .list(trace.contradictions.map { .string($0) })), ("remarks", .list(trace.remarks.map { .string($0) })),
            ("lane", .int(trace.lane)),
            ("lanes", .list(trace.lanes.map { .object([("x", .int($0.x)), ("y", .int($0.y)), ("role", .string($0.role.rawValue)),
                                                       ("isDiscarded", .bool($0.isDiscarded))]) })),
            ("others", .list(trace.others.map { .string("\($0)") })), ("inputs", .list(trace.inputs.map(value))),
            ("uniforms", .list(trace.uniforms.map(value))),
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
            ("text", .string(step.text)), ("columns", step.columns.map { .list([.int($0.lowerBound), .int($0.upperBound)]) } ?? .null),
            ("stack", .list(step.stack.map { .object(place($0)) })),
            ("loops", .list(step.loops.map { .object(place($0.place) + [("iteration", .int($0.iteration))]) })),
            ("activeLanes", .list(step.activeLanes.map { .bool($0) })), ("changes", .list(step.changes.map(change))),
            ("accesses", .list(step.accesses.map(access))), ("emissions", .list(step.emissions.map(emission))),
            ("lookups", .list(step.lookups.map(lookup))),
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
    private static func access(_ access: ShaderTrace.Access) -> JSON {
        .object([("kind", .string(access.kind.rawValue)), ("name", .string(access.name)), ("type", .string("\(access.value.type)")),
                 ("value", .list(zip(access.value.scalarTypes, access.value.words).map { scalar($0, $1) })), ("operation", .string(access.operation))])
    }
    private static func emission(_ emission: ShaderTrace.Emission) -> JSON {
        .object([("vertex", JSON(emission.vertex)), ("strip", .int(emission.strip)), ("isDropped", .bool(emission.isDropped)),
                 ("outputs", .list(emission.outputs.map(value)))])
    }
    private static func lookup(_ lookup: ShaderTrace.Lookup) -> JSON {
        let members: [(String, JSON)] = [
            ("call", .string(lookup.function)), ("sampler", .string(lookup.sampler)), ("coordinate", value(lookup.coordinate)),
            ("detail", lookup.detail.map { .float($0) } ?? .null), ("nextLevelShare", lookup.nextLevelShare.map { .float($0) } ?? .null),
            ("probes", lookup.probes.map { .int($0) } ?? .null), ("result", value(lookup.result)),
            ("texels", .list(lookup.texels.map { texel in
                .object([("x", .int(texel.x)), ("y", .int(texel.y)), ("slice", .int(texel.slice)), ("level", .int(texel.level)),
                         ("isBorder", .bool(texel.isBorder)), ("value", .list(zip(lookup.result.scalarTypes, texel.words).map { scalar($0, $1) }))])
            })),
        ]
        return .object(place(lookup.place) + members)
    }
    private static func operation(_ operation: ShaderTrace.Operation) -> JSON {
        .object(place(operation.place) + [("operation", .string(operation.description)), ("results", .list(operation.results.map(value)))])
    }
}
