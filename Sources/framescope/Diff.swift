// framescope diff: compares two frames.

import ArgumentParser
import FrameCapture
import Raster

struct Diff: Question {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compares two captured frames: their draws, their states, and the first difference of their pictures.",
        discussion: """
            Draws correspond if their labels, kind and program are equal, dispatches if their label and program are equal. A line begins with - if the draw is only in the first frame, + if it is \
            only in the second, ~ if its state differs. Then both frames are drawn side by side, up to the first event after which an image differs. \
            The output names the first pixel and fragment there, and the first shader line with a different result. Exit status 1 if anything differs.

            Examples:
              framescope diff frame.rcap other.rcap
              framescope diff frame.rcap other.rcap --first-divergence
              framescope diff frame.rcap frame.rcap --frame 0 --other-frame 1
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The second capture.", completion: .file())
    var other: String
    @Option(help: ArgumentHelp("The number of the second capture's frame. [default: the first complete frame]", valueName: "number"))
    var otherFrame: Int?
    @Flag(help: "Show only the first difference of the pictures: event, pixel, fragment, line of the shader.")
    var firstDivergence = false
    @Flag(help: "Compare only draws and states, without drawing.")
    var dry = false
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    func validate() throws {
        if dry && firstDivergence { throw ValidationError("--first-divergence needs the frames to be drawn; leave --dry out") }
    }
    static let fields = [
        Field("isEmpty", .flag, "Whether the frames are equal."),
        Field("draws", .list(.object([
            Field("a", .optional(.integer), "The draw's number in the first frame; null if it is not there."),
            Field("b", .optional(.integer), "The draw's number in the second frame; null if it is not there."),
            Field("name", .optional(.text), "Its labels."),
            Field("changes", .list(.object([
                Field("name", .text, "The name of the value."), Field("a", .optional(.value), "The value in the first frame."),
                Field("b", .optional(.value), "The value in the second frame."),
            ])), "The values of its state that differ."),
        ])), "The draws that differ, or that only one frame has."),
        Field("dispatches", .list(.object([
            Field("a", .optional(.integer), "The dispatch's number in the first frame; null if it is not there."),
            Field("b", .optional(.integer), "The dispatch's number in the second frame; null if it is not there."),
            Field("name", .optional(.text), "Its label."),
            Field("changes", .list(.object([
                Field("name", .text, "The name of the value."), Field("a", .optional(.value), "The value in the first frame."),
                Field("b", .optional(.value), "The value in the second frame."),
            ])), "The values of its state that differ."),
        ])), "The dispatches that differ, or that only one frame has."),
        Field("divergence", .object([
            Field("event", .text, "The event after which an image differs."), Field("a", .optional(.integer), "The draw in the first frame; null if the event is not a draw."),
            Field("b", .optional(.integer), "The draw in the second frame."), Field("attachment", .optional(.text), "The attachment that differs."),
            Field("pixel", .optional(.list(.integer)), "The first pixel that differs, as x and y."),
            Field("samples", .integer, "The number of samples that differ."),
            Field("problem", .optional(.text), "A difference that does not concern pixels, such as a missing event; null if pixels differ."),
            Field("shader", .optional(.object([
                Field("stage", .text, "`vertex` or `fragment`."), Field("kind", .text, "The kind of difference between the two runs."),
                Field("name", .text, "The first variable that differs."),
                Field("a", side, "The run in the first frame."), Field("b", side, "The run in the second frame."),
                Field("given", .list(.object([
                    Field("name", .text, "The name of the input or uniform."), Field("isUniform", .flag, "Whether it is a uniform."),
                    Field("a", .optional(.text), "Its value in the first frame."),
                    Field("b", .optional(.text), "Its value in the second frame."),
                ])), "Inputs and uniforms with different values."),
            ])), "The first difference of the two shader runs."),
            Field("sentence", .text, "The difference as a sentence."),
        ]), "The first difference of the pictures.", only: "if an image differs"),
    ]
    private static let side = Shape.object([
        Field("subject", .text, "The fragment or vertex."), Field("file", .optional(.text), "The shader's file."),
        Field("line", .optional(.integer), "The line in the file."), Field("value", .optional(.text), "The value at this line."),
    ])

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input), second = try session.capture(other, remark: "note: \(other): ")
        second.vocabulary = capture.vocabulary
        let secondFrame = try second.frame(otherFrame ?? second.frames.first?.number ?? 0)
        let difference = try capture.difference(of: frame, from: second, secondFrame, drawsFrames: !dry, on: device.kind)
        if difference.divergence == nil && !dry { session.note("no image differs") }
        return Answer(members: Diff.members(difference), passes: firstDivergence ? difference.divergence == nil : difference.isEmpty) {
            if !firstDivergence {
                let rows = difference.dispatches.filter { !$0.isEqual }.map(Diff.row) + difference.pairs.filter { !$0.isEqual }.map(Diff.row)
                if !rows.isEmpty { print(Output.table(rows)) }
            }
            if let divergence = difference.divergence { print(divergence.sentence) }
        }
    }

    private static func row(_ pair: FrameDifference.Pair) -> [String] {
        let sign = pair.b == nil ? "-" : pair.a == nil ? "+" : "~", draw = pair.a ?? pair.b
        let changes = pair.changes.map { "\($0.name): \($0.a?.description ?? "-") → \($0.b?.description ?? "-")" }.joined(separator: "; ")
        return [sign, pair.a.map { "@\($0.number)" } ?? "-", pair.b.map { "@\($0.number)" } ?? "-", draw?.name ?? "", changes]
    }
    private static func row(_ pair: FrameDifference.DispatchPair) -> [String] {
        let sign = pair.b == nil ? "-" : pair.a == nil ? "+" : "~"
        let changes = pair.changes.map { "\($0.name): \($0.a?.description ?? "-") → \($0.b?.description ?? "-")" }.joined(separator: "; ")
        return [sign, pair.a.map { "dispatch:\($0.number)" } ?? "-", pair.b.map { "dispatch:\($0.number)" } ?? "-", (pair.a ?? pair.b)?.label ?? "", changes]
    }
    private static func members(_ difference: FrameDifference) -> [(String, JSON)] {
        let draws = difference.pairs.filter { !$0.isEqual }.map { pair -> JSON in
            let changes = pair.changes.map { JSON.object([("name", .string($0.name)), ("a", JSON($0.a)), ("b", JSON($0.b))]) }
            return .object([("a", pair.a.map { .int($0.number) } ?? .null), ("b", pair.b.map { .int($0.number) } ?? .null),
                            ("name", JSON((pair.a ?? pair.b)?.name)), ("changes", .list(changes))])
        }
        let dispatches = difference.dispatches.filter { !$0.isEqual }.map { pair -> JSON in
            let changes = pair.changes.map { JSON.object([("name", .string($0.name)), ("a", JSON($0.a)), ("b", JSON($0.b))]) }
            return .object([("a", JSON(pair.a?.number)), ("b", JSON(pair.b?.number)), ("name", JSON((pair.a ?? pair.b)?.label)), ("changes", .list(changes))])
        }
        var members: [(String, JSON)] = [("isEmpty", .bool(difference.isEmpty)), ("draws", .list(draws)), ("dispatches", .list(dispatches))]
        if let divergence = difference.divergence {
            let pixel: JSON = divergence.pixel.map { .list([.int($0.x), .int($0.y)]) } ?? .null
            members.append(("divergence", .object([
                ("event", .string(divergence.event)), ("a", divergence.draws.map { .int($0.a.number) } ?? .null),
                ("b", divergence.draws.map { .int($0.b.number) } ?? .null),
                ("attachment", JSON(divergence.attachmentName)), ("pixel", pixel), ("samples", .int(divergence.sampleCount)),
                ("problem", JSON(divergence.problem)), ("shader", divergence.shader.map(json) ?? .null), ("sentence", .string(divergence.sentence)),
            ])))
        }
        return members
    }
    private static func json(_ shader: FrameDifference.ShaderDivergence) -> JSON {
        func side(_ subject: ShaderTrace.Subject, _ place: ShaderTrace.Place?, _ value: String?) -> JSON {
            .object([("subject", .string("\(subject)")), ("file", JSON(place?.file)), ("line", place.map { .int($0.line) } ?? .null), ("value", JSON(value))])
        }
        return .object([
            ("stage", .string(shader.stage.rawValue)), ("kind", .string(shader.kind.rawValue)), ("name", .string(shader.name)),
            ("a", side(shader.subjects.a, shader.places.a, shader.values.a)), ("b", side(shader.subjects.b, shader.places.b, shader.values.b)),
            ("given", .list(shader.given.map { given in
                .object([("name", .string(given.name)), ("isUniform", .bool(given.isUniform)), ("a", JSON(given.a?.text)), ("b", JSON(given.b?.text))])
            })),
        ])
    }
}
