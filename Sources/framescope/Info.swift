// framescope info: what a capture has.

import ArgumentParser
import FrameCapture

struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells what a capture has, and what of it is damaged.",
        discussion: "Reads the whole file. Exit status 1 where something is damaged.\n\nExample:\n  framescope info frame.rcap --json")
    @OptionGroup var input: CaptureArguments
    @OptionGroup var output: OutputArguments

    func run() throws {
        let capture = try Capture(contentsOf: input.file)
        try capture.check()
        if output.json {
            Output.print(Info.json(capture))
        } else {
            let complete = capture.isComplete ? "yes" : "no: the program ended before the capture did"
            var rows = [["file", capture.path], ["bytes", "\(capture.byteCount)"], ["program", capture.program], ["renderer", capture.renderer], ["complete", complete]]
            for frame in capture.frames {
                let end = frame.error.map { "; ended with: \($0)" } ?? (frame.hasOutcome ? "" : "; the program ended before this frame did")
                rows.append(["frame \(frame.number)", "'\(frame.label)', \(counted(frame.draws.count, "draw"))\(frame.submitCount > 1 ? " in \(frame.submitCount) submits" : "")\(end)"])
            }
            print(Output.table(rows))
            for line in capture.damage { Framescope.note("damaged: \(line)") }
        }
        if !capture.damage.isEmpty { throw differs }
    }

    private static func json(_ capture: Capture) -> JSON {
        let frames = capture.frames.map { frame -> JSON in
            let members: [(String, JSON)] = [
                ("number", .int(frame.number)), ("label", .string(frame.label)), ("draws", .int(frame.draws.count)), ("submits", .int(frame.submitCount)), ("hasOutcome", .bool(frame.hasOutcome)),
                ("error", JSON(frame.error)),
            ]
            return .object(members)
        }
        let members: [(String, JSON)] = [
            ("file", .string(capture.path)), ("bytes", .int(capture.byteCount)), ("program", .string(capture.program)), ("renderer", .string(capture.renderer)),
            ("isComplete", .bool(capture.isComplete)), ("frames", .list(frames)), ("damage", .list(capture.damage.map { .string($0) })),
        ]
        return .object(members)
    }
}
