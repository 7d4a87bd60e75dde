// framescope image: an attachment after a draw, or a texture, as a picture.

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

/// @3, or texture:NAME with a level and a layer behind more colons.
struct PictureSubject: ExpressibleByArgument {
    enum Kind { case draw(Int), texture(String, level: Int, layer: Int) }
    var kind: Kind
    init?(argument: String) {
        guard argument.hasPrefix("texture:") else {
            guard let draw = DrawNumber(argument: argument) else { return nil }
            kind = .draw(draw.number)
            return
        }
        var parts = argument.dropFirst("texture:".count).split(separator: ":", omittingEmptySubsequences: false).map(String.init), numbers: [Int] = []
        // Labels may have colons; numbers at the end are level and layer.
        while parts.count > 1, numbers.count < 2, let number = Int(parts[parts.count - 1]), number >= 0 {
            numbers.insert(number, at: 0)
            parts.removeLast()
        }
        kind = .texture(parts.joined(separator: ":"), level: numbers.first ?? 0, layer: numbers.count > 1 ? numbers[1] : 0)
    }
}

struct ImageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "image", abstract: "Draws a frame up to a draw and writes what an attachment holds then; or writes a texture.",
        discussion: """
            Depth is written as grey of 16 bits, stencil as grey of 8. A texture is named by its label or its number, with a level and a layer, as \
            it is when the frame begins, or after the draw of --after.

            Examples:
              framescope image frame.rcap @3 --attachment depth -o depth.png
              framescope image frame.rcap texture:checks -o checks.png
              framescope image frame.rcap 'texture:#4:1:5' --after @7 -o face.png
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: ArgumentHelp("The last draw, such as @3, or a texture.", valueName: "draw | texture:NAME[:level[:layer]]"))
    var subject: PictureSubject
    @Option(help: ArgumentHelp("color0, color1 and so on, depth or stencil.", valueName: "name"))
    var attachment = AttachmentArgument(.color(0))
    @Option(help: ArgumentHelp("For a texture: the last draw. [default: none]", valueName: "draw"))
    var after: DrawNumber?
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The PNG file that is written.", valueName: "file"), completion: .file(extensions: ["png"]))
    var output: String
    @OptionGroup var device: DeviceArguments
    @Flag(help: "Print JSON for programs: the file and the picture's size.")
    var json = false

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        let replayer = try Replayer(frame, of: capture, on: device.makeDevice())
        let picture: Image
        switch subject.kind {
        case .draw(let number):
            let draw = try frame.draw(number)
            try replayer.run(through: number)
            picture = try replayer.image(attachment.name, of: draw)
        case .texture(let name, let level, let layer):
            try after.map { try replayer.run(through: $0.number) } ?? replayer.begin()
            picture = try replayer.image(ofTexture: name, level: level, layer: layer)
        }
        try picture.writePNG(to: output)
        Output.print(picture: picture, output, asJSON: json)
    }
}

extension Output {
    /// The file that was written.
    static func print(picture: Image, _ file: String, asJSON: Bool) {
        guard asJSON else { return Swift.print(file) }
        print(.object([("file", .string(file)), ("width", .int(picture.width)), ("height", .int(picture.height)), ("format", .string("\(picture.format)"))]))
    }
}
