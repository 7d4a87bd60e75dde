// framescope profile: what the shaders of a frame executed.

import ArgumentParser
import FrameCapture
import Raster
import Shading

extension FrameProfile.Grouping: ExpressibleByArgument {}

struct Profile: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts what the shaders of a frame execute, by draw, shader or line.",
        discussion: """
            All numbers are counted while the reference renderer draws. An operation is an instruction on one scalar in one lane that \
            computes, decides, asks a texture or indexes memory. Lanes that only help with derivatives, and fragments after their discard, \
            stand in columns of their own. Exit status 1 where a draw leaves other bits than the capture recorded.

            Examples:
              framescope profile frame.rcap --by shader
              framescope profile frame.rcap --by line --draw @3
              framescope profile frame.rcap --folded | flamegraph.pl > frame.svg
            """)
    @OptionGroup var input: CaptureArguments
    @Option(help: ArgumentHelp("draw, shader or line.", valueName: "grouping"))
    var by = FrameProfile.Grouping.draw
    @Option(help: ArgumentHelp("Only this draw.", valueName: "draw"))
    var draw: DrawNumber?
    @Flag(help: "Print a line of calls and operations for each line of the shaders, as programs for flame graphs read them.")
    var folded = false
    @OptionGroup var output: OutputArguments
    @OptionGroup var device: DeviceArguments

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        let profile = try capture.profile(frame, draw: draw.map { try frame.draw($0.number) }, on: device.makeDevice())
        let entries = profile.entries(by: by)
        if folded {
            print(profile.folded.joined(separator: "\n"))
        } else if output.json {
            let members: [(String, JSON)] = [
                ("frame", .int(profile.frame)), ("by", .string(by.rawValue)), ("entries", .list(entries.map(Profile.json))), ("total", .object(Profile.json(profile.total))),
                ("comparedDraws", .int(profile.comparedDraws)), ("contradictions", .list(profile.contradictions.map { .string($0) })),
            ]
            Output.print(.object(members))
        } else {
            let heading = [["operations", "share", "invocations", "each", "texels", "helpers", "helper operations", "discarded", "\(by.rawValue)"]]
            print(Output.table(heading + entries.map { Profile.row($0, of: profile.total) } + [Profile.row("total", profile.total, of: profile.total)]))
        }
        if let number = profile.endlessDraw { Framescope.note("note: a shader of draw @\(number) does not end; the counts end there") }
        for contradiction in profile.contradictions { Framescope.note("WARNING: \(contradiction)") }
        if !profile.contradictions.isEmpty { throw differs }
    }

    private static func row(_ entry: FrameProfile.Entry, of total: FrameProfile.Numbers) -> [String] {
        row((entry.draw.map { "@\($0) " } ?? "") + entry.name, entry.numbers, of: total)
    }
    private static func row(_ name: String, _ numbers: FrameProfile.Numbers, of total: FrameProfile.Numbers) -> [String] {
        func tenths(_ part: UInt64, _ whole: UInt64, times factor: Double) -> String {
            whole == 0 ? "-" : "\((Double(part) / Double(whole) * factor * 10).rounded() / 10)"
        }
        return ["\(numbers.operations)", tenths(numbers.allOperations, total.allOperations, times: 100) + " %", "\(numbers.invocations)",
                tenths(numbers.operations, numbers.invocations, times: 1), "\(numbers.texels)", "\(numbers.helperInvocations)", "\(numbers.helperOperations)",
                "\(numbers.discarded)", name]
    }
    private static func json(_ numbers: FrameProfile.Numbers) -> [(String, JSON)] {
        [("invocations", numbers.invocations), ("helperInvocations", numbers.helperInvocations), ("operations", numbers.operations),
         ("helperOperations", numbers.helperOperations), ("texels", numbers.texels), ("helperTexels", numbers.helperTexels), ("discarded", numbers.discarded)]
            .map { ($0.0, .int(Int(clamping: $0.1))) }
    }
    private static func json(_ entry: FrameProfile.Entry) -> JSON {
        var members: [(String, JSON)] = [("name", .string(entry.name))]
        if let draw = entry.draw { members.append(("draw", .int(draw))) }
        if let program = entry.program { members.append(("program", .int(program))) }
        if let stage = entry.stage { members.append(("stage", .string(stage.rawValue))) }
        if let place = entry.place { members += [("file", .string(place.file)), ("line", .int(place.line)), ("function", .string(place.function))] }
        return .object(members + json(entry.numbers))
    }
}
