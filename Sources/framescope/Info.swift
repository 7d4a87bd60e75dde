// framescope info: describes the contents of a capture.

import ArgumentParser
import FrameCapture

struct Info: Question {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Describes the contents of a capture, and any damage.",
        discussion: "Reads the whole file. Exit status 1 if something is damaged.\n\nExamples:\n  framescope info frame.rcap\n  framescope info frame.rcap --json")
    @OptionGroup var input: CaptureArguments
    @OptionGroup var format: OutputArguments

    static let fields = [
        Field("file", .text, "The path of the capture."), Field("bytes", .integer, "The size of the file."),
        Field("program", .text, "The path of the program that drew; empty if it is lost."),
        Field("renderer", .text, "The renderer that drew; empty if it is lost."), Field("isComplete", .flag, "Whether the file was completed before its program ended."),
        Field("frames", .list(.object([
            Field("number", .integer, "The number of the frame."), Field("label", .text, "The label of its command encoder."),
            Field("draws", .integer, "The number of its draws."), Field("dispatches", .integer, "The number of its dispatches."),
            Field("submits", .integer, "The number of its submits."), Field("hasOutcome", .flag, "Whether drawing the frame ended, with or without an error."),
            Field("error", .optional(.text), "The error with which the frame ended."),
        ])), "The complete frames."),
        Field("damage", .list(.text), "The lost parts of the file, a sentence each."),
    ]

    func answer(in session: Session) throws -> Answer {
        let capture = try session.capture(input.file, remark: "damaged: "), known = capture.damage.count
        try capture.check()
        for line in capture.damage[known...] { session.note("damaged: \(line)") }
        let frames = try input.frame.map { [try capture.frame($0)] } ?? capture.frames
        let members: [(String, JSON)] = [
            ("file", .string(capture.path)), ("bytes", .int(capture.byteCount)), ("program", .string(capture.program)), ("renderer", .string(capture.renderer)),
            ("isComplete", .bool(capture.isComplete)), ("frames", .list(frames.map(Info.json))), ("damage", JSON(capture.damage)),
        ]
        return Answer(members: members, passes: capture.damage.isEmpty) {
            let complete = capture.isComplete ? "yes" : "no: the program ended before the capture was complete"
            var rows = [["file", capture.path], ["bytes", "\(capture.byteCount)"], ["program", capture.program], ["renderer", capture.renderer],
                        ["complete", complete]]
            for frame in frames {
                let end = frame.error.map { "; ended with: \($0)" } ?? (frame.hasOutcome ? "" : "; the program ended before this frame was complete")
                let dispatches = frame.dispatches.isEmpty ? "" : " and \(counted(frame.dispatches.count, "dispatch", "dispatches"))"
                rows.append(["frame \(frame.number)", "'\(frame.label)', \(counted(frame.draws.count, "draw"))\(dispatches)\(frame.submitCount > 1 ? " in \(frame.submitCount) submits" : "")\(end)"])
            }
            print(Output.table(rows))
        }
    }
    private static func json(_ frame: CapturedFrame) -> JSON {
        .object([
            ("number", .int(frame.number)), ("label", .string(frame.label)), ("draws", .int(frame.draws.count)),
            ("dispatches", .int(frame.dispatches.count)), ("submits", .int(frame.submitCount)),
            ("hasOutcome", .bool(frame.hasOutcome)), ("error", JSON(frame.error)),
        ])
    }
}
