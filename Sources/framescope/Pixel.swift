// framescope pixel: all that touched a pixel.

import ArgumentParser
import FrameCapture

struct PixelArguments: ParsableArguments {
    @OptionGroup var input: CaptureArguments
    @Argument(help: "Pixels from the left.")
    var x: Int
    @Argument(help: "Pixels from the top.")
    var y: Int
    @Option(help: ArgumentHelp("A draw into the image that is meant. [default: the frame's result, and all of its size]", valueName: "draw"))
    var of: DrawNumber?
    @OptionGroup var output: OutputArguments
    @OptionGroup var device: DeviceArguments

    func history() throws -> PixelHistory {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        let history = try capture.history(x: x, y: y, in: frame, of: of.map { try frame.draw($0.number) }, on: device.makeDevice())
        if !history.isProven { Framescope.note("WARNING: a draw left other bits than this history says: the two renderers disagree. Please report it with the capture.") }
        return history
    }
}

struct Pixel: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells all that touched a pixel, or could have, in order.",
        discussion: "Exit status 1 where the history does not agree with the bits that were drawn.\n\nExample:\n  framescope pixel frame.rcap 320 200")
    @OptionGroup var pixel: PixelArguments
    @Option(help: ArgumentHelp("Only this sample of a multisampled image.", valueName: "number"))
    var sample: Int?

    func run() throws {
        let history = try pixel.history()
        let events = history.events.filter { sample == nil || $0.sample == nil || $0.sample == sample }
        if pixel.output.json {
            Output.print(.object([("x", .int(history.x)), ("y", .int(history.y)), ("isProven", .bool(history.isProven)), ("events", .list(events.map(Pixel.json)))]))
        } else if events.isEmpty {
            Framescope.note("nothing touches pixel (\(history.x), \(history.y))")
        } else {
            print(Output.table([["draw", "sample", "primitive", "fate", "depth", "stored", "output", "before", "after", "what"]] + events.map(Pixel.row)))
        }
        if !history.isProven { throw differs }
    }
    private static func row(_ event: PixelEvent) -> [String] {
        func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "-" }
        return [event.draw.map { "@\($0)" } ?? "-", text(event.sample), text(event.primitive), event.fate.rawValue, text(event.depth), text(event.storedDepth),
                text(event.output), text(event.before), text(event.after), event.name]
    }
    private static func json(_ event: PixelEvent) -> JSON {
        func number(_ value: Int?) -> JSON { value.map { .int($0) } ?? .null }
        func float(_ value: Float?) -> JSON { value.map { .float($0) } ?? .null }
        func flag(_ value: Bool?) -> JSON { value.map { .bool($0) } ?? .null }
        let members: [(String, JSON)] = [
            ("draw", number(event.draw)), ("name", .string(event.name)), ("site", .string(event.site)), ("fate", .string(event.fate.rawValue)),
            ("sample", number(event.sample)), ("primitive", number(event.primitive)), ("instance", number(event.instance)),
            ("isFrontFacing", flag(event.isFrontFacing)), ("testsEarly", flag(event.testsEarly)), ("depth", float(event.depth)),
            ("storedDepth", float(event.storedDepth)), ("depthCompare", JSON(event.depthCompare.map { "\($0)" })),
            ("stencilReference", number(event.stencilReference)), ("storedStencil", number(event.storedStencil)), ("output", JSON(event.output)),
            ("before", JSON(event.before)), ("after", JSON(event.after)), ("blend", JSON(event.blend)), ("writeMask", JSON(event.writeMask)),
        ]
        return .object(members)
    }
}
