// framescope assert: checks statements about captures, for tests. The exit status shows whether the statement is true.

import ArgumentParser
import FrameCapture
import Raster

struct Assert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assert", abstract: "Checks a statement about a frame, for tests: exit status 0 if it is true, 1 if it is false, 2 if it cannot be checked.",
        discussion: """
            Examples:
              framescope assert pixel frame.rcap 10 20 '#ff8000' --within 2
              framescope assert state frame.rcap @3 depth.compare less
              framescope assert image frame.rcap golden.png --within 1
              framescope assert count frame.rcap 'draws <= 100 && primitives < 1000000'
            """,
        subcommands: [AssertPixel.self, AssertState.self, AssertImage.self, AssertCount.self])
}

/// A subcommand that checks a statement.
protocol Assertion: Question {
    /// Tests the statement. `problem` is a sentence that says why the statement is false, or nil if the statement is true. `found` has
    /// additional members for the answer.
    func examine(in session: Session) throws -> (problem: String?, found: [(String, JSON)])
    /// The descriptions of the additional members that `examine` returns.
    static var foundFields: [Field] { get }
}
extension Assertion {
    static var answerName: String { "assert \(configuration.commandName ?? "")" }
    static var fields: [Field] {
        [Field("holds", .flag, "Whether the statement is true."), Field("problem", .optional(.text), "Why the statement is false; null if it is true.")] + foundFields
    }
    func answer(in session: Session) throws -> Answer {
        let (problem, found) = try examine(in: session)
        if let problem { session.note("assertion failed: \(problem)") }
        return Answer(members: [("holds", .bool(problem == nil)), ("problem", JSON(problem))] + found, passes: problem == nil)
    }
}
private let withinHelp = ArgumentHelp("The most by which a channel may differ, in steps of 255, of 65535 for depth.", valueName: "steps")

struct AssertPixel: Assertion {
    static let configuration = CommandConfiguration(commandName: "pixel", abstract: "Checks the colour of a pixel of the frame's result.",
                                                    discussion: "A failure explains the pixel's colour.\n\nExample:\n  framescope assert pixel frame.rcap 10 20 '#ff8000' --within 2")
    @OptionGroup var input: CaptureArguments
    @Argument(help: "Pixels from the left.")
    var x: Int
    @Argument(help: "Pixels from the top.")
    var y: Int
    @Argument(help: "The colour: #rrggbb, or #rrggbbaa.")
    var color: String
    @Option(help: withinHelp)
    var within = 0
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    static let foundFields = [
        Field("found", .text, "The pixel's colour, as #rrggbbaa."), Field("verdict", .text, "Why the pixel has its colour.", only: "if the statement is false"),
    ] + PixelExplanation.detailFields(only: "if the statement is false")

    func examine(in session: Session) throws -> (problem: String?, found: [(String, JSON)]) {
        let expected = try FramePredicate.color(color), (capture, frame) = try session.open(input)
        let replayer = try Replayer(frame, of: capture, on: session.device(device))
        try replayer.run()
        guard let picture = try replayer.result() else {
            throw RasterError(.invalidArgument, "frame \(frame.number)", "writes no colour", remedy: "ask for a state or a count")
        }
        guard x >= 0, y >= 0, x < picture.width, y < picture.height else {
            throw RasterError(.invalidArgument, "pixel (\(x), \(y))", "is not in the result of \(picture.width)×\(picture.height)", remedy: "count from the upper left, from 0 on")
        }
        let found = picture[x, y], isNear = expected.enumerated().allSatisfy { abs(Int(found[$0.offset]) - $0.element) <= within }
        let members: [(String, JSON)] = [("found", .string(Output.color(found)))]
        if isNear { return (nil, members) }
        let explanation = try capture.explanation(x: x, y: y, in: frame, on: session.device(device))
        session.note(explanation.text)
        return ("pixel (\(x), \(y)) is \(Output.color(found)), not \(color)" + (within > 0 ? " within \(within)" : ""), members + explanation.members)
    }
}

struct AssertState: Assertion {
    static let configuration = CommandConfiguration(commandName: "state", abstract: "Checks one value of a draw's state.",
                                                    discussion: "Names and values are those of 'framescope state'.\n\nExample:\n  framescope assert state frame.rcap @3 depth.compare less")
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The draw, such as @3.")
    var draw: DrawNumber
    @Argument(help: "The name of the value.")
    var name: String
    @Argument(help: "The value as 'framescope state' prints it.")
    var value: String
    @OptionGroup var format: OutputArguments

    static let foundFields = [Field("found", .value, "The value in the draw's state.")]

    func examine(in session: Session) throws -> (problem: String?, found: [(String, JSON)]) {
        let (capture, frame) = try session.open(input), state = try capture.state(of: frame.draw(draw.number), in: frame)
        guard let found = state[name] else {
            throw RasterError(.invalidArgument, "'\(name)'", "is not a value of draw @\(draw.number)", remedy: "see framescope state \(input.file) @\(draw.number)")
        }
        return (found.description == value ? nil : "\(name) of @\(draw.number) is \(found), not \(value)", [("found", JSON(found))])
    }
}

struct AssertImage: Assertion {
    static let configuration = CommandConfiguration(commandName: "image", abstract: "Checks the frame's result, or an attachment after a draw, against a PNG file.",
                                                    discussion: "Example:\n  framescope assert image frame.rcap golden.png --within 1")
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The PNG file.", completion: .file(extensions: ["png"]))
    var golden: String
    @Option(help: ArgumentHelp("Compare the attachment as it is after this draw.", valueName: "draw"))
    var after: DrawNumber?
    @Option(help: ArgumentHelp("With --after: color0, color1 and so on, depth or stencil.", valueName: "name"))
    var attachment = AttachmentArgument(.color(0))
    @Option(help: withinHelp)
    var within = 0
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    static let foundFields = [Field("differing", .integer, "The number of pixels that differ by more than `--within`; all pixels if the sizes differ.")]

    func examine(in session: Session) throws -> (problem: String?, found: [(String, JSON)]) {
        let (capture, frame) = try session.open(input), replayer = try Replayer(frame, of: capture, on: session.device(device))
        try replayer.run(through: after?.number)
        let drawn = try after.map { try replayer.image(attachment.name, of: frame.draw($0.number)) } ?? replayer.result()
        guard let found = drawn else {
            throw RasterError(.invalidArgument, "frame \(frame.number)", "writes no colour", remedy: "use --after and --attachment")
        }
        let difference = PictureDifference(expected: try Image.read(from: golden), actual: found, within: .steps(within))
        let count = difference.map { $0.first == nil ? found.width * found.height : $0.pixelCount } ?? 0
        return (difference.map { "\(golden): \($0)" }, [("differing", .int(count))])
    }
}

struct AssertCount: Assertion {
    static let configuration = CommandConfiguration(commandName: "count", abstract: "Checks a predicate about counts, samples and pixels of a frame.",
                                                    discussion: predicateHelp + "\n\nExample:\n  framescope assert count frame.rcap 'draws <= 100 && samples(@3) > 0'")
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The predicate, such as 'draws <= 100'.")
    var predicate: String
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    static let foundFields: [Field] = []

    func examine(in session: Session) throws -> (problem: String?, found: [(String, JSON)]) {
        let predicate = try FramePredicate(predicate), (capture, frame) = try session.open(input)
        return (try frame.satisfies(predicate, of: capture, on: device.kind) ? nil : "'\(self.predicate)' is not true of frame \(frame.number)", [])
    }
}

extension Output {
    static func color(_ channels: SIMD4<UInt8>) -> String {
        "#" + (0..<4).map { (channels[$0] < 16 ? "0" : "") + String(channels[$0], radix: 16) }.joined()
    }
}
