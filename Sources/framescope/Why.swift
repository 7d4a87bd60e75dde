// framescope why: what made a pixel, in words.

import ArgumentParser
import FrameCapture

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says in words what made a pixel, and why later draws did not.",
        discussion: "The evidence is what 'framescope pixel' prints.\n\nExample:\n  framescope why frame.rcap 320 200")
    @OptionGroup var pixel: PixelArguments

    func run() throws {
        let history = try pixel.history()
        if pixel.output.json {
            Output.print(.object([("x", .int(history.x)), ("y", .int(history.y)), ("verdict", .string(history.verdict)), ("isProven", .bool(history.isProven))]))
        } else {
            print(history.verdict)
        }
        if !history.isProven { throw differs }
    }
}
