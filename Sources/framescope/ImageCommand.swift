// framescope image: writes a picture of an attachment after a draw, of an overlay, or of a texture.

import ArgumentParser
import Foundation
import FrameCapture
import Raster

/// The name of an attachment: color0, color1 and so on, depth or stencil.
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

/// The subject of a picture: a draw such as @3; `each`, for one picture per draw; or texture:NAME, optionally with :level and :layer.
struct PictureSubject: ExpressibleByArgument {
    enum Kind { case draw(Int), each, texture(String, level: Int, layer: Int) }
    var kind: Kind
    var isOneImage: Bool { if case .each = kind { false } else { true } }
    init?(argument: String) {
        if argument == "each" {
            kind = .each
            return
        }
        guard argument.hasPrefix("texture:") else {
            guard let draw = DrawNumber(argument: argument) else { return nil }
            kind = .draw(draw.number)
            return
        }
        var parts = argument.dropFirst("texture:".count).split(separator: ":", omittingEmptySubsequences: false).map(String.init), numbers: [Int] = []
        // Labels may contain colons, so only integers at the end count as level and layer.
        while parts.count > 1, numbers.count < 2, let number = Int(parts[parts.count - 1]), number >= 0 {
            numbers.insert(number, at: 0)
            parts.removeLast()
        }
        kind = .texture(parts.joined(separator: ":"), level: numbers.first ?? 0, layer: numbers.count > 1 ? numbers[1] : 0)
    }
}

struct ImageCommand: Question {
    static let configuration = CommandConfiguration(
        commandName: "image", abstract: "Draws a frame up to a draw, and writes the contents of an attachment, or an overlay; or writes a texture.",
        discussion: """
            The file's extension selects the format: .png is a picture; .csv and .pfm are numbers; - writes a PNG to standard output, and all \
            messages then go to standard error. In a .csv each line is a row of pixels; for colours, a line is one pixel with its place.

            Colours are shown unchanged. Depth (16-bit grey), stencil (8-bit grey) and integers are scaled from the smallest to the largest number, \
            which are printed; --range sets other limits, for colours too. Integers that name things (objects, materials) have a colour for each \
            number.

            With each, every draw has a picture of its attachment after it, all from one replay: -o names a folder, which gets \
            0.png, 1.png and so on, by the numbers of the draws. Draws without that attachment have no picture.

            A texture is named by its label or its number, with a level and a layer. It is written as at the frame's beginning, or as after the \
            draw or dispatch of --after. What a dispatch changed in its images, 'framescope memory' shows.

            Overlays: \(Overlay.allCases.map(\.rawValue).joined(separator: ", ")). Their legend is printed, with the image and the draws that they \
            cover. Counts cover the draw; with --scope pass, the pass up to the draw; with image, all draws so far into its image; with frame, all \
            draws that contribute to that image: then \(Overlay.allCases.filter(\.followsPasses).map(\.rawValue).joined(separator: ", ")) are followed through \
            the images that draws read, and distributed over the pixels that show them. For another image, choose a draw that writes it. \
            Exit status 1 if the draws left different bits while they were counted.

            Examples:
              framescope image frame.rcap @3 --attachment depth -o depth.png
              framescope image frame.rcap @3 --attachment depth --range 0.98..1 -o near.png
              framescope image frame.rcap @3 --attachment color1 --integers hash -o objects.png
              framescope image frame.rcap @3 --channel a -o - | display
              framescope image frame.rcap @3 --only -o alone.png
              framescope image frame.rcap @3 --overlay overdraw --scope frame -o overdraw.png
              framescope image frame.rcap @3 --overlay cost -o cost.csv
              framescope image frame.rcap @3 --overlay overdraw --layer 4 -o face.png
              framescope image frame.rcap each --attachment color0 -o pictures
              framescope image frame.rcap texture:checks -o checks.png
              framescope image frame.rcap 'texture:#4:1:5' --after @7 -o face.png
              framescope image frame.rcap texture:blurred --after dispatch:0 -o blurred.png
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: ArgumentHelp("The last draw, such as @3; or each draw; or a texture.", valueName: "draw | each | texture:NAME[:level[:layer]]"))
    var subject: PictureSubject
    @Option(help: ArgumentHelp("The attachment: color0, color1 and so on, depth or stencil. [default: the first one]", valueName: "name"))
    var attachment: AttachmentArgument?
    @Option(help: ArgumentHelp("The layer, face or slice of the attachment. [default: the first that the draw writes]", valueName: "number"))
    var layer: Int?
    @Option(help: ArgumentHelp("The overlay to draw; the names are above.", valueName: "name"))
    var overlay: Overlay?
    @OptionGroup var shown: DisplayArguments
    @Option(help: ArgumentHelp("The draws that an overlay counts: draw, pass, image or frame.", valueName: "scope"))
    var scope = OverlayScope.draw
    @Flag(help: "Draw the overlay's legend below its picture.")
    var legend = false
    @Flag(help: "Only the draw's contribution, on a transparent background.")
    var only = false
    @Option(help: ArgumentHelp("For a texture: the last draw or dispatch. [default: none]", valueName: "draw"))
    var after: CommandName?
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The output file: .png, .csv or .pfm, or - for standard output; with each, a folder.", valueName: "file"),
            completion: .file(extensions: ["png", "csv", "pfm"]))
    var output: String
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    func validate() throws {
        if output == PictureOutput.standardOutput {
            try PictureOutput.validate(output, format)
            if case .each = subject.kind { throw ValidationError("Each draw has its own file; name a folder.") }
        }
        if overlay != nil && shown.display != .automatic { throw ValidationError("An overlay has its own colours; leave out --range, --integers and --channel.") }
        if !isPicture, shown.range != nil || shown.integers != nil, subject.isOneImage { throw ValidationError("--range and --integers make pictures; name a .png file.") }
        if only && overlay != nil { throw ValidationError("--only and --overlay are different pictures; give one of them.") }
        if case .texture = subject.kind, only || overlay != nil || attachment != nil || layer != nil {
            throw ValidationError("A texture has no overlay, contribution or attachment, and names its layer itself; leave these options out.")
        }
        if case .texture = subject.kind, !isPicture { throw ValidationError("A texture is written as a picture; name a .png file.") }
        if case .each = subject.kind {
            if only || overlay != nil || legend || after != nil || layer != nil {
                throw ValidationError("With each, pictures show attachments; write layers, overlays and contributions draw by draw.")
            }
            return
        }
        if legend && (overlay?.isPicture ?? true || !isPicture) { throw ValidationError("--legend needs the picture of an overlay with its own colours; give --overlay and a .png file.") }
        if after != nil, case .draw = subject.kind { throw ValidationError("--after is for textures; leave it out for a draw.") }
        if only && !isPicture { throw ValidationError("--only makes a picture; name a .png file.") }
    }
    private var isPicture: Bool { output == PictureOutput.standardOutput || output.lowercased().hasSuffix(".png") }

    static let fields = [
        Field("file", .text, "The written file.", only: "for one picture"), Field("draw", .integer, "The last draw.", only: "of a draw"),
        Field("attachment", .optional(.text), "The requested attachment; null for the first one.", only: "of a draw"),
        Field("layer", .optional(.integer), "The requested layer, face or slice; null for the first that the draw writes.", only: "of a draw"),
        Field("width", .integer, "The picture's width.", only: "for one picture"), Field("height", .integer, "The picture's height.", only: "for one picture"),
        Field("format", .text, "The format of the picture, such as `rgba8`.", only: "of a texture"),
        Field("pictures", .list(.object([
            Field("file", .text, "The file."), Field("draw", .integer, "The draw."), Field("width", .integer, "The picture's width."),
            Field("height", .integer, "The picture's height."),
        ] + DisplayedImage.fields(only: nil))), "The pictures of all draws.", only: "for `each`"),
    ] + DisplayedImage.fields(only: "for one picture that is not an overlay") + OverlayOutput.fields

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input), path = try session.path(of: output)
        switch subject.kind {
        case .draw(let number): return try write(frame.draw(number), frame, capture, path, session)
        case .each: return try writeEach(frame, capture, path, session)
        case .texture(let name, let level, let layer):
            let replayer = try Replayer(frame, of: capture, on: session.device(device))
            try after.map { try replayer.run(through: $0.command(in: frame)) } ?? replayer.begin()
            let picture = try replayer.picture(ofTexture: name, level: level, layer: layer, as: shown.display)
            try PictureOutput.write(picture.picture, to: path)
            return Answer(members: Output.members(of: picture.picture, path) + picture.members, pictures: [path]) {
                PictureOutput.report(path, picture.explanation)
            }
        }
    }
    private func writeEach(_ frame: CapturedFrame, _ capture: Capture, _ path: String, _ session: Session) throws -> Answer {
        let folder = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch { throw RasterError(.fileNotWritable, "'\(path)'", "cannot be made: \(error.localizedDescription)", remedy: "write to another place") }
        var written: [JSON] = [], files: [String] = [], lines: [String] = []
        try capture.pictures(of: frame, attachment: attachment?.name, as: shown.display, on: session.device(device)) { draw, picture in
            guard let picture else { return session.note("note: @\(draw.number) does not have this picture") }
            let file = folder.appendingPathComponent("\(draw.number).png").relativePath
            try picture.picture.writePNG(to: file)
            files.append(file)
            lines.append(([file] + picture.explanation).joined(separator: "  "))
            written.append(.object([("file", .string(file)), ("draw", .int(draw.number)), ("width", .int(picture.picture.width)),
                                    ("height", .int(picture.picture.height))] + picture.members))
        }
        return Answer(members: [("pictures", .list(written))], pictures: files) { for line in lines { print(line) } }
    }
    private func write(_ draw: CapturedDraw, _ frame: CapturedFrame, _ capture: Capture, _ path: String, _ session: Session) throws -> Answer {
        if let overlay {
            return try write(capture.overlay(overlay, of: draw, in: frame, attachment: attachment?.name, layer: layer, scope: scope,
                                             on: session.device(device)), path, session)
        }
        if only {
            let (picture, isProven) = try capture.contribution(of: draw, in: frame, attachment: attachment?.name, layer: layer, as: shown.display,
                                                                   on: session.device(device))
            if !isProven { ImageCommand.warn(session) }
            return try write(picture, draw, path, passes: isProven)
        }
        let replayer = try Replayer(frame, of: capture, on: session.device(device))
        try replayer.run(through: draw.number)
        let name = attachment?.name ?? replayer.picturedAttachment(of: draw)
        if isPicture { return try write(replayer.picture(name, layer: layer, of: draw, as: shown.display), draw, path) }
        var numbers = try replayer.numbers(name, layer: layer, of: draw)
        if let channel = shown.channel {
            guard numbers.channelCount > 1 else {
                throw RasterError(.invalidArgument, "the channel of \(name)", "cannot be chosen: there is only one", remedy: "leave out --channel")
            }
            numbers = numbers.channel(channel)
        }
        try numbers.write(to: path)
        return Answer(members: members(draw, path, width: numbers.width, height: numbers.height)) { PictureOutput.report(path, []) }
    }
    private func write(_ picture: DisplayedImage, _ draw: CapturedDraw, _ path: String, passes: Bool = true) throws -> Answer {
        try PictureOutput.write(picture.picture, to: path)
        let members = members(draw, path, width: picture.picture.width, height: picture.picture.height) + picture.members
        return Answer(members: members, passes: passes, pictures: [path]) { PictureOutput.report(path, picture.explanation) }
    }
    private func members(_ draw: CapturedDraw, _ path: String, width: Int, height: Int) -> [(String, JSON)] {
        [("file", .string(path)), ("draw", .int(draw.number)), ("attachment", JSON(attachment?.description)), ("layer", JSON(layer)),
         ("width", .int(width)), ("height", .int(height))]
    }
    private func write(_ image: OverlayImage, _ path: String, _ session: Session) throws -> Answer {
        if isPicture {
            try PictureOutput.write(legend ? LegendPicture.make(image, on: session.device(device)) : image.picture, to: path)
        } else if let numbers = image.numbers {
            try numbers.write(to: path)
        } else {
            throw RasterError(.invalidArgument, "the overlay \(image.overlay.rawValue)", "is a picture and has no numbers", remedy: "name a .png file")
        }
        if !image.isProven { ImageCommand.warn(session) }
        return Answer(members: OverlayOutput.members(image, path: path, attachment: attachment?.description, layer: layer), passes: image.isProven,
                      pictures: isPicture ? [path] : []) {
            PictureOutput.report(path, image.numbers == nil ? [] : [OverlayOutput.table(image)] + (image.subject?.description ?? []))
        }
    }
    private static func warn(_ session: Session) {
        session.note("WARNING: the draws left different bits while they were counted: the two renderers disagree. Please report this with the capture.")
    }
}

extension Output {
    /// Returns the members of the answer for a written file and the picture in this file.
    static func members(of picture: Image, _ file: String) -> [(String, JSON)] {
        [("file", .string(file)), ("width", .int(picture.width)), ("height", .int(picture.height)), ("format", .string("\(picture.format)"))]
    }
}
