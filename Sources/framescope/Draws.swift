// framescope draws: one line for each draw.

import ArgumentParser
import FrameCapture
import Raster

struct Draws: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the draws of a frame, a line each.",
        discussion: """
            Columns: number, labels of pass, groups and draw, primitives, samples with --samples, settings other than those of a new pipeline, \
            program, place in the source.

            --filter takes conditions joined by &&. A text has to stand in the labels, the program, the settings or the source file, or with ! \
            before it must not. draw, primitives, vertices, instances and samples are compared with a number by ==, !=, <, <=, > or >=.

            Examples:
              framescope draws frame.rcap
              framescope draws frame.rcap --filter shadow --samples
              framescope draws frame.rcap --filter 'blend && samples == 0'
            """)
    @OptionGroup var input: CaptureArguments
    @OptionGroup var output: OutputArguments
    @Option(help: ArgumentHelp("Only draws that meet these conditions.", valueName: "conditions"), transform: DrawFilter.init)
    var filter: DrawFilter?
    @Flag(help: "Draw the frame and count the samples of each draw that pass all tests.")
    var samples = false
    @OptionGroup var device: DeviceArguments

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        var counts: [UInt64]?
        if samples || filter?.needsSamples == true {
            let replayer = try Replayer(frame, of: capture, on: device.makeDevice())
            try replayer.run(countsSamples: true)
            counts = replayer.passedSamples
        }
        let draws = frame.draws.map { Entry(draw: $0, settings: frame.settings(of: $0), samples: counts?[$0.number]) }
            .filter { filter?.accepts($0.draw, settings: $0.settings, samples: $0.samples) ?? true }
        if output.json { return Output.print(.list(draws.map(\.json))) }
        if draws.isEmpty { return Framescope.note("no draw of frame \(frame.number) \(filter == nil ? "is there" : "matches")") }
        print(Output.table(draws.map(\.row)))
    }

    /// A draw as it is listed.
    private struct Entry {
        let draw: CapturedDraw
        let settings: String
        /// nil where they are not counted.
        let samples: UInt64?

        var json: JSON {
            var members: [(String, JSON)] = [
                ("draw", .int(draw.number)), ("path", .list(draw.path.map { .string($0) })), ("primitive", .string("\(draw.primitive)")),
                ("primitives", .int(draw.primitiveCount)), ("vertices", .int(draw.count)), ("instances", .int(draw.instanceCount)),
                ("indexed", .bool(draw.isIndexed)), ("settings", .string(settings)), ("program", .string(draw.program)), ("site", .string(draw.site)),
            ]
            if let samples { members.append(("samples", .int(Int(clamping: samples)))) }
            return .object(members)
        }
        var row: [String] {
            let instances = draw.instanceCount == 1 ? "" : " in \(counted(draw.instanceCount, "instance"))"
            var cells = ["@\(draw.number)", draw.name, draw.primitive.counted(draw.primitiveCount) + instances]
            if let samples { cells.append(counted(samples, "sample")) }
            return cells + [settings.isEmpty ? "-" : settings, draw.program.isEmpty ? "-" : draw.program, draw.site]
        }
    }
}
