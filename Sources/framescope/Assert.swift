// framescope assert: statements about captures that a test can make, with an exit status.

import ArgumentParser
import FrameCapture
import Raster

struct Assert: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks a statement about a frame, for tests: exit status 0 where it is true, 1 where it is not, 2 where it cannot be answered.",
        discussion: """
            Examples:
              framescope assert pixel frame.rcap 10 20 '#ff8000' --within 2
              framescope assert state frame.rcap @3 depth.compare less
              framescope assert image frame.rcap golden.png --within 1
              framescope assert count frame.rcap 'draws <= 100 && primitives < 1000000'
            """,
        subcommands: [AssertPixel.self, AssertState.self, AssertImage.self, AssertCount.self])
}

/// Tells on standard error what is not as it should be, and ends with status 1.
private func require(_ isTrue: Bool, _ problem: @autoclosure () -> String) throws {
    if isTrue { return }
    Framescope.note("assertion failed: \(problem())")
    throw differs
}
private let withinHelp = ArgumentHelp("The most by which a channel may differ, in steps of 255, of 65535 for depth.", valueName: "steps")

struct AssertPixel: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pixel", abstract: "Checks the colour of a pixel of the frame's result.",
                                                    discussion: "A failure tells why the pixel has its colour.\n\nExample:\n  framescope assert pixel frame.rcap 10 20 '#ff8000' --within 2")
    @OptionGroup var input: CaptureArguments
    @Argument(help: "Pixels from the left.")
    var x: Int
    @Argument(help: "Pixels from the top.")
    var y: Int
    @Argument(help: "#rrggbb, or #rrggbbaa.")
    var color: String
    @Option(help: withinHelp)
    var within = 0
    @OptionGroup var device: DeviceArguments

    func run() throws {
        let expected = try FramePredicate.color(color), capture = try input.open(), frame = try input.chosenFrame(of: capture)
        let replayer = try Replayer(frame, of: capture, on: device.makeDevice())
        try replayer.run()
        guard let picture = try replayer.result() else { throw RasterError(.invalidArgument, "frame \(frame.number)", "writes no colour", remedy: "ask for a state or a count") }
        guard x >= 0, y >= 0, x < picture.width, y < picture.height else {
            throw RasterError(.invalidArgument, "pixel (\(x), \(y))", "is not in the result of \(picture.width)×\(picture.height)", remedy: "count from the upper left, from 0 on")
        }
        let found = picture[x, y], isNear = expected.enumerated().allSatisfy { abs(Int(found[$0.offset]) - $0.element) <= within }
        if !isNear { Framescope.note(try capture.explanation(x: x, y: y, in: frame, on: device.makeDevice()).text) }
        try require(isNear, "pixel (\(x), \(y)) is \(Output.color(found)), not \(color)" + (within > 0 ? " within \(within)" : ""))
    }
}

struct AssertState: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "state", abstract: "Checks one value of a draw's state.",
                                                    discussion: "Names and values are those of 'framescope state'.\n\nExample:\n  framescope assert state frame.rcap @3 depth.compare less")
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The draw, such as @3.")
    var draw: DrawNumber
    @Argument(help: "The name of the value.")
    var name: String
    @Argument(help: "The value as 'framescope state' prints it.")
    var value: String

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture), state = try capture.state(of: frame.draw(draw.number), in: frame)
        guard let found = state[name] else {
            throw RasterError(.invalidArgument, "'\(name)'", "is no value of draw @\(draw.number)", remedy: "see framescope state \(input.file) @\(draw.number)")
        }
        try require(found.description == value, "\(name) of @\(draw.number) is \(found), not \(value)")
    }
}

struct AssertImage: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "image", abstract: "Checks the frame's result, or an attachment after a draw, against a PNG file.",
                                                    discussion: "Example:\n  framescope assert image frame.rcap golden.png --within 1")
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The PNG file.", completion: .file(extensions: ["png"]))
    var golden: String
    @Option(help: ArgumentHelp("A draw: what its attachment holds after it.", valueName: "draw"))
    var after: DrawNumber?
    @Option(help: ArgumentHelp("With --after: color0, color1 and so on, depth or stencil.", valueName: "name"))
    var attachment = AttachmentArgument(.color(0))
    @Option(help: withinHelp)
    var within = 0
    @OptionGroup var device: DeviceArguments

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture), replayer = try Replayer(frame, of: capture, on: device.makeDevice())
        try replayer.run(through: after?.number)
        let drawn = try after.map { try replayer.image(attachment.name, of: frame.draw($0.number)) } ?? replayer.result()
        guard let found = drawn else { throw RasterError(.invalidArgument, "frame \(frame.number)", "writes no colour", remedy: "use --after and --attachment") }
        let expected = try Image.read(from: golden)
        let difference = PictureDifference(expected: expected, actual: found, within: .steps(within))
        try require(difference == nil, "\(golden): \(difference.map(\.description) ?? "")")
    }
}

struct AssertCount: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "count", abstract: "Checks a predicate about counts, samples and pixels of a frame.",
                                                    discussion: predicateHelp + "\n\nExample:\n  framescope assert count frame.rcap 'draws <= 100 && samples(@3) > 0'")
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The predicate.")
    var predicate: String
    @OptionGroup var device: DeviceArguments

    func run() throws {
        let predicate = try FramePredicate(predicate), capture = try input.open(), frame = try input.chosenFrame(of: capture)
        try require(frame.satisfies(predicate, of: capture, on: device.on == .jit ? .jit : .reference), "'\(predicate)' is not true of frame \(frame.number)")
    }
}

extension Output {
    static func color(_ channels: SIMD4<UInt8>) -> String {
        "#" + (0..<4).map { (channels[$0] < 16 ? "0" : "") + String(channels[$0], radix: 16) }.joined()
    }
}
