// framescope advise: finds work that a frame could save, and tests each finding.

import ArgumentParser
import FrameCapture
import Raster

struct Advise: Question {
    static let configuration = CommandConfiguration(
        commandName: "advise", abstract: "Finds unnecessary work in a frame.",
        discussion: """
            Each finding is tested: the frame is drawn again with the fix. If any bit changes, the finding is dropped. Otherwise the frame is timed \
            with and without the fix in turns, and the advice is given only if it pays on this machine: advice that saves time must make the frame \
            faster, advice that saves memory must not make it slower. --untimed lists all findings, without times.

            Advice is given under these names:
            \(AdviceName.allCases.map { "  \($0.rawValue)" }.joined(separator: "\n"))

            Other tools give advice that has no meaning in Raster: Recommend Using VBO and VAO (vertices always come from buffers, and their \
            layout belongs to the pipeline), State Query Call Count (Raster has no state queries), Unnecessary Logical Buffer Store (a pass has no \
            store action), Dependent Texture Sampling and Dynamic Branching (their cost is the instructions that they execute, which framescope \
            profile counts).

            Examples:
              framescope advise frame.rcap
              framescope advise frame.rcap --limits
              framescope advise frame.rcap --untimed --json
            """)
    @OptionGroup var input: CaptureArguments
    @OptionGroup var format: OutputArguments
    @Flag(help: "Also draw the frame with viewports of 1×1 pixel, textures of 1×1 texel and trivial fragment shaders, and show how much time each part takes.")
    var limits = false
    @Flag(help: "List all findings without timing them: the same on every machine.")
    var untimed = false
    @OptionGroup var device: DeviceArguments

    private static let times = Field("milliseconds", .optional(.object([
        Field("before", .float, "The time of the unchanged frame."), Field("after", .float, "The time of the changed frame."),
    ])), "Medians of the frame's time on this machine; null if they were not taken.")
    static let fields = [
        Field("advice", .list(.object([
            Field("name", .text, "The name of the advice."), Field("draws", .list(.integer), "The draws that the advice is about."),
            Field("site", .text, "The place in the source."),
            Field("finding", .text, "What was found."), Field("mend", .text, "What to do."), Field("saving", .text, "What it saves."), times,
            Field("measured", .optional(.object([
                Field("saving", .float, "The median saving of a pair of times, in milliseconds; negative if the fixed frame takes longer."),
                Field("faster", .integer, "The number of pairs in which the fixed frame was faster."), Field("pairs", .integer, "The number of pairs of times."),
            ])), "The saving in the frame's time on this machine; null if it was not measured."),
        ])), "The findings, each tested; without `--untimed`, only those that pay on this machine."),
        Field("limits", .list(.object([
            Field("experiment", .text, "What was changed."), times, Field("share", .float, "The share of the frame's time that the removed part takes, from 0 to 1."),
        ])), "The share of the frame's time that each part takes.", only: "with `--limits`"),
    ]

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input)
        func progress(_ text: String) { session.progress("trying: \(text)") }
        let advice = untimed ? try capture.findings(in: frame, on: session.device(device), progress: progress)
            : try capture.advice(for: frame, on: session.device(device), progress: progress) { piece in
                session.note("left out, because it does not pay here: \(piece.name.rawValue), \(piece.site)\(piece.measurement.map { " (\(Advise.text($0)))" } ?? "")")
            }
        let found = limits ? try capture.limits(of: frame, on: session.device(device)) : []
        return Answer(members: [("advice", .list(advice.map(Advise.json)))] + (limits ? [("limits", .list(found.map(Advise.json)))] : [])) {
            for piece in advice { print(Advise.text(piece)) }
            if advice.isEmpty { print(untimed ? "No advice: no unnecessary work was found." : "No advice: no finding makes the frame faster on this machine.") }
            if limits {
                print(Output.table(found.map { [$0.experiment, "\(Advise.number($0.milliseconds.before)) ms", "\(Advise.number($0.milliseconds.after)) ms",
                                                "\(Int(($0.share * 100).rounded())) % of the frame's time"] }))
            }
        }
    }

    private static func text(_ piece: Advice) -> String {
        let draws = piece.draws.isEmpty ? "" : ", " + list(piece.draws)
        let times = piece.measurement.map { "; measured: \(text($0))" } ?? ""
        return "\(piece.name.rawValue): \(piece.site)\(draws)\n  \(piece.finding)\n  \(piece.mend)\n  Saves \(piece.saving)\(times).\n"
    }
    /// Returns a sentence with the estimated saving and with the measurements on which the estimate is based.
    private static func text(_ measurement: AdviceMeasurement) -> String {
        let change = measurement.saving < 0 ? "\(number(-measurement.saving)) ms more" : "\(number(measurement.saving)) ms less"
        return "about \(change); the frame takes \(number(measurement.before)) ms and \(number(measurement.after)) ms with the fix, which is faster in \(measurement.fasterCount) of \(measurement.pairs.count) pairs"
    }
    /// Returns a shortened list of draws, such as "@1, @2, @3 and 7 more".
    private static func list(_ draws: [Int]) -> String {
        let shown = draws.prefix(8).map { "@\($0)" }.joined(separator: ", ")
        return draws.count > 8 ? "\(shown) and \(draws.count - 8) more" : shown
    }
    /// Returns the time with three digits after the decimal point, because the frames of demos take only a few milliseconds.
    private static func number(_ value: Double) -> String {
        let digits = String(1000 + Int((abs(value) * 1000).rounded()) % 1000).dropFirst()
        return "\(value < 0 ? "-" : "")\(Int((abs(value) * 1000).rounded()) / 1000).\(digits)"
    }
    private static func json(_ times: (before: Double, after: Double)?) -> JSON {
        times.map { .object([("before", .float(Float($0.before))), ("after", .float(Float($0.after)))]) } ?? .null
    }
    private static func json(_ piece: Advice) -> JSON {
        .object([
            ("name", .string(piece.name.rawValue)), ("draws", .list(piece.draws.map { .int($0) })), ("site", .string(piece.site)),
            ("finding", .string(piece.finding)), ("mend", .string(piece.mend)), ("saving", .string(piece.saving)), ("milliseconds", json(piece.milliseconds)),
            ("measured",
             piece.measurement.map { .object([("saving", .float(Float($0.saving))), ("faster", .int($0.fasterCount)), ("pairs", .int($0.pairs.count))]) }
             ?? .null),
        ])
    }
    private static func json(_ limit: FrameLimit) -> JSON {
        .object([("experiment", .string(limit.experiment)), ("milliseconds", json(limit.milliseconds)), ("share", .float(Float(limit.share)))])
    }
}
