// framescope verify: proves that a capture draws the same bits on this machine.

import ArgumentParser
import FrameCapture
import Raster

struct Verify: Question {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Draws all frames on every renderer, and compares the bits after each draw.",
        discussion: """
            The renderers are the reference renderer and the compiled one with 4, 8 and 16 lanes, each with quickly compiled and with \
            optimised code; --on, --lanes and --tier choose among them. The first time, hashes of all attachments after each draw are written \
            into the capture; later verifications on any machine compare with them. Exit status 1 if something differs.

            Examples:
              framescope verify frame.rcap
              framescope verify frame.rcap --on jit --lanes 8 --tier optimized
            """)
    @OptionGroup var input: CaptureArguments
    @Option(help: ArgumentHelp("Only this renderer: jit or reference.", valueName: "renderer"))
    var on: RendererChoice?
    @Option(help: ArgumentHelp("Only the compiled renderer with this number of lanes: 4, 8 or 16.", valueName: "number"))
    var lanes: Int?
    @Option(help: ArgumentHelp("Only this code of the compiled renderer: baseline or optimized.", valueName: "tier"))
    var tier: Tier?
    @OptionGroup var format: OutputArguments
    @Flag(help: "Do not change the file.")
    var dry = false

    enum Tier: String, ExpressibleByArgument, CaseIterable { case baseline, optimized }

    func validate() throws {
        if let lanes, ![4, 8, 16].contains(lanes) { throw ValidationError("--lanes must be 4, 8 or 16, not \(lanes)") }
        if on == .reference && (lanes != nil || tier != nil) { throw ValidationError("--lanes and --tier are for the compiled renderer; leave them or --on reference out") }
    }
    private var ways: [ReplayWay] {
        let isCompiledAlone = lanes != nil || tier != nil
        let reference: [ReplayWay] = on == .jit || isCompiledAlone ? [] : [.reference]
        if on == .reference { return reference }
        return reference + (lanes.map { [$0] } ?? [4, 8, 16]).flatMap { lanes in
            Tier.allCases.filter { tier == nil || tier == $0 }.map { .jit(lanes: lanes, isBaseline: $0 == .baseline) }
        }
    }

    static let fields = [
        Field("passes", .flag, "Whether all bits are equal and nothing is damaged."),
        Field("frames", .list(.object([
            Field("frame", .integer, "The frame."), Field("events", .integer, "The number of compared events."),
            Field("hadHashes", .flag, "Whether the capture had hashes to compare with."),
            Field("note", .optional(.text), "Why the frame is not compared with the program's drawing."),
            Field("ways", .list(.object([Field("way", .text, "The renderer, with its lanes and kind of code."),
                                         Field("difference", .optional(.text), "The difference; null for none.")])), "The renderers that drew the frame."),
        ])), "The drawn frames."),
        Field("damage", .list(.text), "The lost parts of the file, a sentence each."),
    ]

    func answer(in session: Session) throws -> Answer {
        let capture = try session.capture(input.file), known = capture.damage.count
        try capture.check()
        for line in capture.damage[known...] { session.note("note: \(line)") }
        let frames = try input.frame.map { [try capture.frame($0)] } ?? capture.frames
        let total = frames.count * ways.count
        var done = 0
        let progress = Progress()
        let reports = try frames.map { frame in
            try capture.verify(frame, ways: ways) { way in
                done += 1
                progress.tell("frame \(frame.number), \(way) (\(done) of \(total))")
            }
        }
        progress.finish()
        let isNew = reports.filter { !$0.hadHashes && $0.passes }
        if !dry && !isNew.isEmpty {
            do { try capture.store(isNew) } catch { session.note("note: hashes are not stored: \(error)") }
        }
        for report in reports {
            if let note = report.outcomeNote { session.note("note: frame \(report.frame) is not compared with what the program drew: \(note)") }
        }
        if frames.isEmpty { session.note("the capture has no complete frame") }
        let passes = reports.allSatisfy(\.passes) && capture.damage.isEmpty && !frames.isEmpty
        return Answer(members: [("passes", .bool(passes)), ("frames", .list(reports.map(Verify.json))), ("damage", JSON(capture.damage))], passes: passes) {
            for report in reports {
                print(Output.table(report.results.map { ["frame \(report.frame)", $0.way.description,
                                                         $0.difference ?? "\(report.comparedEvents) events, all bits equal"] }))
            }
        }
    }

    private static func json(_ report: VerificationReport) -> JSON {
        let ways = report.results.map { JSON.object([("way", .string($0.way.description)), ("difference", JSON($0.difference))]) }
        let members: [(String, JSON)] = [
            ("frame", .int(report.frame)), ("events", .int(report.comparedEvents)), ("hadHashes", .bool(report.hadHashes)), ("note", JSON(report.outcomeNote)),
            ("ways", .list(ways)),
        ]
        return .object(members)
    }
}
