// framescope profile: counts the operations that the shaders of a frame executed.

import ArgumentParser
import FrameCapture
import Raster
import Shading

extension FrameProfile.Grouping: ExpressibleByArgument {}

struct Profile: Question {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Counts the operations that the shaders of a frame execute, by draw and dispatch, shader or line.",
        discussion: """
            All numbers are counted while the reference renderer draws. An operation is an instruction on one scalar in one lane that \
            computes, branches, reads a texture or indexes memory. Helper lanes, and fragments after their discard, have their own columns. \
            Exit status 1 if a draw or dispatch leaves different bits than the capture recorded.

            Examples:
              framescope profile frame.rcap --by shader
              framescope profile frame.rcap --by line --draw @3
              framescope profile frame.rcap --by line --draw dispatch:0
              framescope profile frame.rcap --folded | flamegraph.pl > frame.svg
            """)
    @OptionGroup var input: CaptureArguments
    @Option(help: ArgumentHelp("How the counts are grouped: by draw, shader or line.", valueName: "grouping"))
    var by = FrameProfile.Grouping.draw
    @Option(help: ArgumentHelp("Only this draw, such as @3, or this dispatch, such as dispatch:0.", valueName: "draw"))
    var draw: CommandName?
    @Flag(help: "Print a call stack and its operations for each shader line, in the format of flame graph programs.")
    var folded = false
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    private static let numbers = [
        Field("invocations", .integer, "The number of shader runs."), Field("helperInvocations", .integer, "The number of runs only for derivatives."),
        Field("operations", .integer, "The operations that these runs executed."), Field("helperOperations", .integer, "The operations of helper lanes, and of fragments after their discard."),
        Field("texels", .integer, "The texels that they read."), Field("helperTexels", .integer, "The texels that helper lanes read."),
        Field("discarded", .integer, "The number of discarded fragments."), Field("workGroups", .integer, "The number of work groups."),
    ]
    static let fields = [
        Field("frame", .integer, "The frame."), Field("by", .text, "The grouping: `draw`, `shader` or `line`."),
        Field("entries", .list(.object([
            Field("name", .text, "The labels of the draw or dispatch, the shader or the line."), Field("draw", .integer, "The draw.", only: "by draw"),
            Field("dispatch", .integer, "The dispatch.", only: "by draw"),
            Field("program", .integer, "The program.", only: "by shader or line"),
            Field("stage", .text, "`vertex`, `geometry`, `fragment` or `compute`.", only: "by shader or line"),
            Field("file", .text, "The shader's file.", only: "by line"), Field("line", .integer, "The line in the file.", only: "by line"),
            Field("function", .text, "The function of the line.", only: "by line"),
        ] + numbers)), "The groups, the largest first."),
        Field("total", .object(numbers), "The sums."), Field("comparedDraws", .integer, "The number of draws and dispatches that were compared with recorded bits."),
        Field("contradictions", .list(.text), "Draws and dispatches that left different bits, a sentence each."),
        Field("folded", .list(.text), "Lines for programs that draw flame graphs.", only: "with `--folded`"),
    ]

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input)
        let profile = try capture.profile(frame, of: draw.map { try $0.command(in: frame) }, on: session.device(device))
        let entries = profile.entries(by: by)
        if let endless = profile.endless { session.note("note: a shader of \(endless) does not end; the counts end there") }
        for contradiction in profile.contradictions { session.note("WARNING: \(contradiction)") }
        let members: [(String, JSON)] = [
            ("frame", .int(profile.frame)), ("by", .string(by.rawValue)), ("entries", .list(entries.map(Profile.json))),
            ("total", .object(Profile.json(profile.total))), ("comparedDraws", .int(profile.comparedDraws)), ("contradictions", JSON(profile.contradictions)),
        ]
        return Answer(members: members + (folded ? [("folded", JSON(profile.folded))] : []), passes: profile.contradictions.isEmpty) {
            if folded { return print(profile.folded.joined(separator: "\n")) }
            let heading = [["operations", "share", "invocations", "each", "texels", "helpers", "helper operations", "discarded", "groups", "\(by.rawValue)"]]
            print(Output.table(heading + entries.map { Profile.row($0, of: profile.total) } + [Profile.row("total", profile.total, of: profile.total)]))
        }
    }

    private static func row(_ entry: FrameProfile.Entry, of total: FrameProfile.Numbers) -> [String] {
        row((entry.draw.map { "@\($0) " } ?? entry.dispatch.map { "dispatch:\($0) " } ?? "") + entry.name, entry.numbers, of: total)
    }
    private static func row(_ name: String, _ numbers: FrameProfile.Numbers, of total: FrameProfile.Numbers) -> [String] {
        func tenths(_ part: UInt64, _ whole: UInt64, times factor: Double) -> String {
            whole == 0 ? "-" : "\((Double(part) / Double(whole) * factor * 10).rounded() / 10)"
        }
        return ["\(numbers.operations)", tenths(numbers.allOperations, total.allOperations, times: 100) + " %", "\(numbers.invocations)",
                tenths(numbers.operations, numbers.invocations, times: 1), "\(numbers.texels)", "\(numbers.helperInvocations)", "\(numbers.helperOperations)",
                "\(numbers.discarded)", "\(numbers.workGroups)", name]
    }
    private static func json(_ numbers: FrameProfile.Numbers) -> [(String, JSON)] {
        [("invocations", numbers.invocations), ("helperInvocations", numbers.helperInvocations), ("operations", numbers.operations),
         ("helperOperations", numbers.helperOperations), ("texels", numbers.texels), ("helperTexels", numbers.helperTexels), ("discarded", numbers.discarded),
         ("workGroups", numbers.workGroups)]
            .map { ($0.0, .int(Int(clamping: $0.1))) }
    }
    private static func json(_ entry: FrameProfile.Entry) -> JSON {
        var members: [(String, JSON)] = [("name", .string(entry.name))]
        if let draw = entry.draw { members.append(("draw", .int(draw))) }
        if let dispatch = entry.dispatch { members.append(("dispatch", .int(dispatch))) }
        if let program = entry.program { members.append(("program", .int(program))) }
        if let stage = entry.stage { members.append(("stage", .string(stage.rawValue))) }
        if let place = entry.place { members += [("file", .string(place.file)), ("line", .int(place.line)), ("function", .string(place.function))] }
        return .object(members + json(entry.numbers))
    }
}
