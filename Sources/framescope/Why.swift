// framescope why: what made a pixel, or why nothing is seen of a draw, in words.

import ArgumentParser
import FrameCapture
import Raster

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says in words what made a pixel, and why later draws did not; or why nothing is seen of a draw.",
        discussion: """
            Below the words stands the evidence. For a pixel it is the last \(Why.shownEvents) events that have to do with it; 'framescope pixel' prints \
            all. For a draw, the frame is drawn with it and without it, and what becomes of its vertices, primitives and samples is counted.

            Examples:
              framescope why frame.rcap 320 200
              framescope why frame.rcap @42
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: ArgumentHelp("Pixels from the left and from the top, or a draw such as @42.", valueName: "x y | @draw"))
    var subject: [String]
    @OptionGroup var images: ImageArguments
    @OptionGroup var output: OutputArguments
    @OptionGroup var device: DeviceArguments

    /// Events that are shown below a verdict: those that it tells of are the last ones.
    private static let shownEvents = 12

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        if subject.count == 1, subject[0].hasPrefix("@"), let draw = DrawNumber(argument: subject[0]) {
            return report(try capture.verdict(of: frame.draw(draw.number), in: frame, on: device.on == .jit ? .jit : .reference))
        }
        guard subject.count == 2, let x = Int(subject[0]), let y = Int(subject[1]) else {
            throw RasterError(.invalidArgument, "'\(subject.joined(separator: " "))'", "is neither a pixel nor a draw", remedy: "write two numbers, or a draw such as @3")
        }
        let history = try capture.history(x: x, y: y, in: frame, image: images.choice(in: frame), on: device.makeDevice())
        warnUnlessProven(history)
        let events = history.eventsOfImage
        if output.json {
            Output.print(.object([("x", .int(history.x)), ("y", .int(history.y)), ("image", .string("\(history.image)")), ("verdict", .string(history.verdict)),
                                  ("isProven", .bool(history.isProven)), ("events", .list(events.map(Pixel.json)))]))
        } else {
            print(history.verdict)
            let shown = events.suffix(Why.shownEvents)
            if !shown.isEmpty { print("\n" + Pixel.table(shown)) }
            if shown.count < events.count { Framescope.note("\(events.count - shown.count) earlier events are told by framescope pixel") }
        }
        if !history.isProven { throw differs }
    }

    private func report(_ verdict: DrawVerdict) {
        guard output.json else {
            print(verdict.sentence)
            print(Output.table([["vertices", "\(verdict.vertices)"], ["primitives", "\(verdict.primitives)"], ["samples covered", "\(verdict.samples)"],
                                ["samples passed", "\(verdict.passed)"], ["samples changed", "\(verdict.changed)"], ["samples seen", "\(verdict.seen)"]]
                                + verdict.evidence.map { ["\($0.loss)", $0.unit.isEmpty ? "all" : "\($0.count) of \($0.total) \($0.unit)" + ($0.by.map { " by \($0)" } ?? "")] }))
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
