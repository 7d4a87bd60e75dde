// framescope verify: proves that a capture has the same bits here.

import ArgumentParser
import FrameCapture
import Raster

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Draws all frames again in every way, and compares the bits after each draw.",
        discussion: """
            The ways are the reference renderer and the compiled one with 4, 8 and 16 lanes, each with quickly compiled and with \
            optimised code. The first time, hashes of all attachments after each draw are written into the capture; later, on \
            whatever machine, they are what is compared with. Exit status 1 where something differs.

            Example:
              framescope verify frame.rcap
            """)
    @OptionGroup var input: CaptureArguments
    @OptionGroup var output: OutputArguments
    @Flag(help: "Leave the file as it is.")
    var dry = false

    func run() throws {
        let capture = try input.open()
        try capture.check()
        let frames = try input.frame.map { [try capture.frame($0)] } ?? capture.frames
        let reports = try frames.map { try capture.verify($0) }
        let isNew = reports.filter { !$0.hadHashes && $0.passes }
        if !dry && !isNew.isEmpty {
            do { try capture.store(isNew) } catch { Framescope.note("note: hashes are not stored: \(error)") }
        }
        let passes = reports.allSatisfy(\.passes) && capture.damage.isEmpty && !frames.isEmpty
        if output.json {
            Output.print(.object([("passes", .bool(passes)), ("frames", .list(reports.map(Verify.json))), ("damage", .list(capture.damage.map { .string($0) }))]))
        } else {
            for report in reports {
                if let note = report.outcomeNote { Framescope.note("note: frame \(report.frame) is not compared with what the program drew: \(note)") }
                print(Output.table(report.results.map { ["frame \(report.frame)", $0.way.description, $0.difference ?? "\(report.comparedEvents) events, all bits equal"] }))
            }
            if frames.isEmpty { Framescope.note("no frame of the capture is whole") }
        }
        if !passes { throw differs }
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
