// framescope why: what made a pixel, or why nothing is seen of a draw, in words.

import ArgumentParser
import FrameCapture
import Raster

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says in words what made a pixel, and why later draws did not; or why nothing is seen of a draw.",
        discussion: """
            The first paragraph says what made the pixel, and why later draws did not change it; draws with the same reason are told together. The second \
            says where the colour comes from: the texels that the shader read and who made those, a uniform that is zero, the line that makes a NaN; and it \
            has a command to go on with. --depth says how many levels of texels are followed. Below stands the evidence: the events that gave the pixel its \
            value, and of the others the last ones, up to \(Why.shownRows) rows; 'framescope pixel' prints all. For a draw, the frame is drawn with it and \
            without it, and what becomes of its vertices, primitives and samples is counted.

            Examples:
              framescope why frame.rcap 320 200
              framescope why frame.rcap 320 200 --image layer --depth 8
              framescope why frame.rcap @42
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: ArgumentHelp("Pixels from the left and from the top, or a draw such as @42.", valueName: "x y | @draw"))
    var subject: [String]
    @OptionGroup var images: ImageArguments
    @Option(help: ArgumentHelp("How many levels of texels are followed, each the texels that made those of the level before: 0 to \(PixelExplanation.largestDepth).", valueName: "levels"))
    var depth = PixelExplanation.standardDepth
    @OptionGroup var words: WordArguments
    @OptionGroup var output: OutputArguments
    @OptionGroup var device: DeviceArguments

    /// Rows of the table below a verdict. Those that decide are there in any case.
    private static let shownRows = 12

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        if subject.count == 1, subject[0].hasPrefix("@"), let draw = DrawNumber(argument: subject[0]) {
            return report(try capture.verdict(of: frame.draw(draw.number), in: frame, on: device.on == .jit ? .jit : .reference))
        }
        guard subject.count == 2, let x = Int(subject[0]), let y = Int(subject[1]) else {
            throw RasterError(.invalidArgument, "'\(subject.joined(separator: " "))'", "is neither a pixel nor a draw", remedy: "write two numbers, or a draw such as @3")
        }
        let explanation = try capture.explanation(x: x, y: y, in: frame, image: images.choice(in: frame), depth: depth, isVerbose: words.verbose, on: device.makeDevice())
        let history = explanation.history
        warnUnlessProven(history)
        let events = history.eventsOfImage
        if output.json {
            Output.print(.object([("x", .int(history.x)), ("y", .int(history.y)), ("image", .string("\(history.image)")), ("verdict", .string(explanation.verdict)),
                                  ("isProven", .bool(history.isProven)), ("events", .list(events.map(Pixel.json))),
                                  ("steps", .list(explanation.steps.map { .object([("level", .int($0.level)), ("text", .string($0.text))]) })),
                                  ("commands", .list(explanation.commands.map { .string($0) }))]))
        } else {
            print(explanation.verdict)
            let details = explanation.details.map(Output.printable)
            if !details.isEmpty { print("\n" + details.joined(separator: "\n")) }
            let (rows, omitted) = history.rows(limit: Why.shownRows)
            if !rows.isEmpty { print("\n" + Pixel.table(rows, words.text)) }
            if omitted > 0 { Framescope.note("note: \(counted(omitted, "more event")) \(omitted == 1 ? "has" : "have") to do with the pixel; 'framescope pixel' prints all") }
        }
        if !history.isProven { throw differs }
    }

    private func report(_ verdict: DrawVerdict) {
        guard output.json else {
            print(verdict.sentence)
            print(Output.table([["vertices", "\(verdict.vertices)"], ["primitives", "\(verdict.primitives)"], ["samples covered", "\(verdict.samples)"],
                                ["samples passed", "\(verdict.passed)"], ["samples changed", "\(verdict.changed)"], ["samples seen", "\(verdict.seen)"]]
                                + verdict.evidence.map { [$0.loss.title, $0.unit.isEmpty ? "all" : "\($0.count) of \($0.total) \($0.unit)" + ($0.by.map { " by \($0)" } ?? "")] }))
            return
        }
        let evidence = verdict.evidence.map { entry in
            JSON.object([("loss", .string(entry.loss.rawValue)), ("unit", .string(entry.unit)), ("count", .int(entry.count)), ("total", .int(entry.total)), ("by", JSON(entry.by))])
        }
        Output.print(.object([("draw", .int(verdict.draw.number)), ("verdict", .string(verdict.sentence)), ("isSeen", .bool(verdict.seen > 0)),
                              ("vertices", .int(verdict.vertices)), ("primitives", .int(verdict.primitives)), ("samples", .int(verdict.samples)),
                              ("passed", .int(verdict.passed)), ("changed", .int(verdict.changed)), ("seen", .int(verdict.seen)), ("evidence", .list(evidence))]))
    }
}
