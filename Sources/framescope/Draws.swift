// framescope draws: one line for each draw.

import ArgumentParser
import FrameCapture
import Raster

struct Draws: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the draws of a frame, a line each.",
        discussion: "Columns: number, labels of pass, groups and draw, primitives, program, place in the source.\n\nExamples:\n  framescope draws frame.rcap\n  framescope draws frame.rcap --filter shadow --samples")
    @OptionGroup var input: CaptureArguments
    @OptionGroup var output: OutputArguments
    @Option(help: ArgumentHelp("Only draws whose labels, program or source file contain this.", valueName: "text"))
    var filter: String?
    @Flag(help: "Draw the frame and count the samples of each draw that pass all tests.")
    var samples = false
    @OptionGroup var device: DeviceArguments

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        var counts: [UInt64]?
        if samples {
            let replayer = try Replayer(frame, of: capture, on: device.makeDevice())
            try replayer.run(countsSamples: true)
            counts = replayer.passedSamples
        }
        let draws = frame.draws.filter { draw in
            filter.map { text in [draw.name, draw.program, draw.file].contains { $0.contains(text) } } ?? true
        }
        if output.json { return Output.print(.list(draws.map { Draws.json($0, counts) })) }
        if draws.isEmpty { return Framescope.note("no draw of frame \(frame.number) \(filter == nil ? "is there" : "matches")") }
        print(Output.table(draws.map { Draws.row($0, counts) }))
    }

    private static func json(_ draw: CapturedDraw, _ counts: [UInt64]?) -> JSON {
        var members: [(String, JSON)] = [
            ("draw", .int(draw.number)), ("path", .list(draw.path.map { .string($0) })), ("primitive", .string("\(draw.primitive)")),
            ("primitives", .int(draw.primitiveCount)), ("vertices", .int(draw.count)), ("instances", .int(draw.instanceCount)),
            ("indexed", .bool(draw.isIndexed)), ("program", .string(draw.program)), ("site", .string("\(draw.file):\(draw.line)")),
        ]
        if let counts { members.append(("samples", .int(Int(clamping: counts[draw.number])))) }
        return .object(members)
    }
    private static func row(_ draw: CapturedDraw, _ counts: [UInt64]?) -> [String] {
        let instances = draw.instanceCount == 1 ? "" : " in \(draw.instanceCount) instances"
        var cells = ["@\(draw.number)", draw.name, "\(draw.primitiveCount) \(draw.primitive)\(instances)"]
        if let counts { cells.append("\(counts[draw.number]) samples") }
        return cells + [draw.program.isEmpty ? "-" : draw.program, "\(draw.file):\(draw.line)"]
    }
}
