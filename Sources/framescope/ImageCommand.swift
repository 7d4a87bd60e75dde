// framescope image: an attachment after a draw, as a picture.

import ArgumentParser
import FrameCapture
import Raster

/// color0, color1 and so on, depth or stencil.
struct AttachmentArgument: ExpressibleByArgument, CustomStringConvertible {
    var name: AttachmentName
    init(_ name: AttachmentName) { self.name = name }
    init?(argument: String) {
        guard let name = AttachmentName(argument) else { return nil }
        self.name = name
    }
    var description: String { name.description }
    var defaultValueDescription: String { description }
}

struct ImageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "image", abstract: "Draws a frame up to a draw and writes what an attachment holds then.",
        discussion: "Depth is written as grey of 16 bits, stencil as grey of 8.\n\nExample:\n  framescope image frame.rcap @3 --attachment depth -o depth.png")
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The last draw, such as @3.")
    var draw: DrawNumber
    @Option(help: ArgumentHelp("color0, color1 and so on, depth or stencil.", valueName: "name"))
    var attachment = AttachmentArgument(.color(0))
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The PNG file that is written.", valueName: "file"), completion: .file(extensions: ["png"]))
    var output: String
    @OptionGroup var device: DeviceArguments

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture), draw = try frame.draw(draw.number)
        let replayer = try Replayer(frame, of: capture, on: device.makeDevice())
        try replayer.run(through: draw.number)
        try replayer.image(attachment.name, of: draw).writePNG(to: output)
        print(output)
    }
}
