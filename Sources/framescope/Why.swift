// framescope why: explains in words what made a pixel, or why a draw is not visible.

import ArgumentParser
import FrameCapture
import Raster

struct Why: Question {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Explains what made a pixel, and why later draws did not change it; or why a draw is not visible.",
        discussion: """
            The first paragraph names what made the pixel, and why later draws did not change it; draws with the same reason are grouped. The second \
            explains the source of the colour: the texels that the shader read and the draws that made them, a uniform that is zero, the line that makes a \
            NaN. It ends with a command for the next step. --depth is the number of levels of texels to follow. Then the evidence is listed: the events that \
            gave the pixel its value, and the last other events, up to \(Why.shownRows) rows; 'framescope pixel' prints all. For a draw, the frame is drawn \
            with it and without it, and its lost vertices, primitives and samples are counted.

            Examples:
              framescope why frame.rcap 320 200
              framescope why frame.rcap 320 200 --image layer --depth 8
              framescope why frame.rcap @42
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: ArgumentHelp("Pixels from the left and from the top, or a draw such as @42.", valueName: "x y | @draw"))
    var subject: [String]
    @OptionGroup var images: ImageArguments
    @Option(help: ArgumentHelp("The number of levels of texels to follow; each level is the texels that made the level before: 0 to \(PixelExplanation.largestDepth).", valueName: "levels"))
    var depth = PixelExplanation.standardDepth
    @OptionGroup var words: WordArguments
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    /// The maximum number of rows in the table below a verdict. Rows with events that gave the pixel its value are always shown.
    private static let shownRows = 12

    static let fields = [
        Field("verdict", .text, "The answer in words."),
        Field("x", .integer, "The pixel from the left.", only: "of a pixel"), Field("y", .integer, "The pixel from the top.", only: "of a pixel"),
        Field("image", .text, "The image.", only: "of a pixel"),
        Field("isProven", .flag, "Whether the history agrees with the drawn bits.", only: "of a pixel"),
        Field("events", .list(Pixel.event), "The pixel's events, in order, as in `framescope pixel`.", only: "of a pixel"),
        Field("draw", .integer, "The draw.", only: "of a draw"), Field("isSeen", .flag, "Whether it is visible in the final picture.", only: "of a draw"),
        Field("vertices", .integer, "Its vertices.", only: "of a draw"), Field("primitives", .integer, "Its primitives.", only: "of a draw"),
        Field("samples", .integer, "The samples that it covers.", only: "of a draw"),
        Field("passed", .integer, "The samples that pass all tests.", only: "of a draw"),
        Field("changed", .integer, "The samples that it changes.", only: "of a draw"),
        Field("seen", .integer, "The number of samples of the final picture that the draw changes.", only: "of a draw"),
        Field("evidence", .list(.object([
            Field("loss", .text, "The reason: `culled`, `depthFailed`, `overdrawn` and so on."),
            Field("unit", .text, "The kind of lost things, such as samples; empty if the whole draw is lost."), Field("count", .integer, "The number of lost things."),
            Field("total", .integer, "The number of these things, lost or not."), Field("by", .optional(.text), "The draw or event that caused the loss."),
        ])), "The losses, in the order of the pipeline.", only: "of a draw"),
    ] + PixelExplanation.detailFields(only: "of a pixel")

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input)
        if subject.count == 1, subject[0].hasPrefix("@"), let draw = DrawNumber(argument: subject[0]) {
            return Why.answer(try capture.verdict(of: frame.draw(draw.number), in: frame, on: device.kind))
        }
        guard subject.count == 2, let x = Int(subject[0]), let y = Int(subject[1]) else {
            throw RasterError(.invalidArgument, "'\(subject.joined(separator: " "))'", "is neither a pixel nor a draw",
                              remedy: "write two numbers, or a draw such as @3")
        }
        let explanation = try capture.explanation(x: x, y: y, in: frame, image: images.choice(in: frame), depth: depth, isVerbose: words.verbose,
                                                  on: session.device(device))
        let history = explanation.history
        warnUnlessProven(history, in: session)
        let members: [(String, JSON)] = [
            ("x", .int(history.x)), ("y", .int(history.y)), ("image", .string(capture.vocabulary.name(history.image))), ("isProven", .bool(history.isProven)),
            ("events", .list(history.eventsOfImage.map { Pixel.json($0, capture.vocabulary) })),
        ]
        return Answer(members: explanation.members + members, passes: history.isProven) {
            print(explanation.verdict)
            let details = explanation.details.map(Output.printable)
            if !details.isEmpty { print("\n" + details.joined(separator: "\n")) }
            let (rows, omitted) = history.rows(limit: Why.shownRows)
            if !rows.isEmpty { print("\n" + Pixel.table(rows, words.text(capture))) }
            if omitted > 0 { Framescope.note("note: \(counted(omitted, "more event")) \(omitted == 1 ? "has" : "have") to do with the pixel; 'framescope pixel' prints all") }
        }
    }

    private static func answer(_ verdict: DrawVerdict) -> Answer {
        let evidence = verdict.evidence.map { entry in
            JSON.object([("loss", .string(entry.loss.name)), ("unit", .string(entry.unit)), ("count", .int(entry.count)), ("total", .int(entry.total)),
                         ("by", JSON(entry.by))])
        }
        let members: [(String, JSON)] = [
            ("verdict", .string(verdict.sentence)), ("draw", .int(verdict.draw.number)), ("isSeen", .bool(verdict.seen > 0)),
            ("vertices", .int(verdict.vertices)), ("primitives", .int(verdict.primitives)), ("samples", .int(verdict.samples)),
            ("passed", .int(verdict.passed)), ("changed", .int(verdict.changed)), ("seen", .int(verdict.seen)), ("evidence", .list(evidence)),
        ]
        return Answer(members: members) {
            print(verdict.sentence)
            print(Output.table([["vertices", "\(verdict.vertices)"], ["primitives", "\(verdict.primitives)"], ["samples covered", "\(verdict.samples)"],
                                ["samples passed", "\(verdict.passed)"], ["samples changed", "\(verdict.changed)"], ["samples seen", "\(verdict.seen)"]]
                                + verdict.evidence.map {
                                    [$0.loss.title, $0.unit.isEmpty ? "all" : "\($0.count) of \($0.total) \($0.unit)" + ($0.by.map { " by \($0)" } ?? "")]
                                }))
        }
    }
}

extension PixelExplanation {
    /// The members of the JSON answer for an explanation.
    var members: [(String, JSON)] {
        [("verdict", .string(verdict)), ("steps", .list(steps.map { .object([("level", .int($0.level)), ("text", .string($0.text))]) })),
         ("commands", JSON(commands))]
    }
    /// Returns the fields of the members for an explanation, without the verdict.
    /// - Parameter condition: The condition under which the answer has the members, as the rest of a sentence.
    static func detailFields(only condition: String) -> [Field] {
        [
            Field("steps", .list(.object([
                Field("level", .integer, "0 for the pixel's own draw, 1 for the texels that it read, and so on."), Field("text", .text, "The sentence."),
            ])), "The source of the colour, level by level.", only: condition),
            Field("commands", .list(.text), "Shell commands for the next steps.", only: condition),
        ]
    }
}
