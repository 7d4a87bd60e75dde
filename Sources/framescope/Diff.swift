// framescope diff: two frames side by side.

import ArgumentParser
import Foundation
import FrameCapture
import Raster

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compares two captured frames: their draws, their states, and where their pictures part.",
        discussion: """
            Draws belong together by their labels, kind and program. A line begins with - for a draw of the first frame alone, + for one of the \
            second alone, ~ for one whose state differs. Then both frames are drawn side by side, up to the first event after which an image \
            differs; there it tells the first pixel and fragment, and the first line at which the two shaders part. Exit status 1 where anything differs.

            Examples:
              framescope diff frame.rcap other.rcap
              framescope diff frame.rcap other.rcap --first-divergence
              framescope diff frame.rcap frame.rcap --frame 0 --other-frame 1
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The second capture.", completion: .file())
    var other: String
    @Option(help: ArgumentHelp("Number of the second capture's frame. [default: the first that is whole]", valueName: "number"))
    var otherFrame: Int?
    @Flag(help: "Tell only where the pictures part: event, pixel, fragment, line of the shader.")
    var firstDivergence = false
    @Flag(help: "Compare draws and states alone, and draw nothing.")
    var dry = false
    @OptionGroup var output: OutputArguments
    @OptionGroup var device: DeviceArguments

    func validate() throws {
        if dry && firstDivergence { throw ValidationError("--first-divergence needs the frames to be drawn; leave --dry out") }
    }
    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture), second = try Capture(contentsOf: other, sources: PackageSources(around: FileManager.default.currentDirectoryPath))
        for line in second.damage { Framescope.note("note: \(other): \(line)") }
        let secondFrame = try second.frame(otherFrame ?? second.frames.first?.number ?? 0)
        let difference = try capture.difference(of: frame, from: second, secondFrame, drawsFrames: !dry, on: device.on == .jit ? .jit : .reference)
        if output.json {
            Output.print(Diff.json(difference))
        } else {
            if !firstDivergence {
                let rows = difference.pairs.filter { !$0.isEqual }.map(Diff.row)
                if !rows.isEmpty { print(Output.table(rows)) }
            }
            if let divergence = difference.divergence { print(divergence.sentence) } else if !dry { Framescope.note("no image differs") }
        }
        if firstDivergence ? difference.divergence != nil : !difference.isEmpty { throw differs }
    }

    private static func row(_ pair: FrameDifference.Pair) -> [String] {
        let sign = pair.b == nil ? "-" : pair.a == nil ? "+" : "~", draw = pair.a ?? pair.b
        let changes = pair.changes.map { "\($0.name): \($0.a?.description ?? "-") → \($0.b?.description ?? "-")" }.joined(separator: "; ")
        return [sign, pair.a.map { "@\($0.number)" } ?? "-", pair.b.map { "@\($0.number)" } ?? "-", draw?.name ?? "", changes]
    }
    private static func json(_ difference: FrameDifference) -> JSON {
        let draws = difference.pairs.filter { !$0.isEqual }.map { pair -> JSON in
            let changes = pair.changes.map { JSON.object([("name", .string($0.name)), ("a", JSON($0.a)), ("b", JSON($0.b))]) }
            return .object([("a", pair.a.map { .int($0.number) } ?? .null), ("b", pair.b.map { .int($0.number) } ?? .null), ("name", JSON((pair.a ?? pair.b)?.name)), ("changes", .list(changes))])
        }
        var members: [(String, JSON)] = [("isEmpty", .bool(difference.isEmpty)), ("draws", .list(draws))]
        if let divergence = difference.divergence {
            let pixel: JSON = divergence.pixel.map { .list([.int($0.x), .int($0.y)]) } ?? .null
            members.append(("divergence", .object([
                ("event", .string(divergence.event)), ("a", divergence.draws.map { .int($0.a.number) } ?? .null), ("b", divergence.draws.map { .int($0.b.number) } ?? .null),
                ("attachment", JSON(divergence.attachment.map { "\($0)" })), ("pixel", pixel), ("samples", .int(divergence.sampleCount)), ("problem", JSON(divergence.problem)),
                ("shader", divergence.shader.map(json) ?? .null), ("sentence", .string(divergence.sentence)),
            ])))
        }
        return .object(members)
    }
    private static func json(_ shader: FrameDifference.ShaderDivergence) -> JSON {
        func side(_ subject: ShaderTrace.Subject, _ place: ShaderTrace.Place?, _ value: String?) -> JSON {
            .object([("subject", .string("\(subject)")), ("file", JSON(place?.file)), ("line", place.map { .int($0.line) } ?? .null), ("value", JSON(value))])
        }
        return .object([
            ("stage", .string(shader.stage.rawValue)), ("kind", .string(shader.kind.rawValue)), ("name", .string(shader.name)),
            ("a", side(shader.subjects.a, shader.places.a, shader.values.a)), ("b", side(shader.subjects.b, shader.places.b, shader.values.b)),
            ("given", .list(shader.given.map { given in
                .object([("name", .string(given.name)), ("isUniform", .bool(given.isUniform)), ("a", JSON(given.a?.text)), ("b", JSON(given.b?.text))])
            })),
        ])
    }
}
