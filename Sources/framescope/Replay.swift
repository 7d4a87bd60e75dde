// framescope replay: draws a frame again, unchanged or with changes.

import ArgumentParser
import FrameCapture
import Raster
import Shading
import SystemGL

/// A shader that replaces a captured shader; the argument has the form PROGRAM=FILE. The file's extension gives the stage: .vert or .frag.
struct ReplacedShader: ExpressibleByArgument {
    var program: Int
    var file: String
    var stage: ShaderStage
    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let number = Int(parts[0].hasPrefix("#") ? String(parts[0].dropFirst()) : parts[0]), number >= 0 else { return nil }
        switch parts[1] {
        case let name where name.hasSuffix(".vert") || name.hasSuffix(".vs"): stage = .vertex
        case let name where name.hasSuffix(".geom") || name.hasSuffix(".gs"): stage = .geometry
        case let name where name.hasSuffix(".frag") || name.hasSuffix(".fs"): stage = .fragment
        default: return nil
        }
        program = number
        file = parts[1]
    }
}

enum ReplayRenderer: String, ExpressibleByArgument, CaseIterable {
    case jit, reference, opengl

    /// - Throws: `RasterError` with `systemUnavailable` if the system has no OpenGL.
    func device(in session: Session) throws -> Device {
        switch self {
        case .jit: return session.device(.jit)
        case .reference: return session.device(.reference)
        case .opengl:
            // Mesa's software renderer reads its setting for accuracy only once per process, so `preferAccuracy` must be called before the
            // first use of OpenGL.
            SystemGL.preferAccuracy()
            return try SystemGL.makeDevice()
        }
    }
}

struct Replay: Question {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Draws a frame again, and writes its final picture.",
        discussion: """
            Programs have the numbers that 'framescope state' prints. OpenGL may round differently than Raster: --compare counts the differing \
            pixels, and --within sets the allowed difference. OpenGL does not define anisotropic filters exactly: with them, pictures differ by \
            more than rounding.

            Examples:
              framescope replay frame.rcap -o frame.png
              framescope replay frame.rcap --on reference --through @12 -o half.png
              framescope replay frame.rcap --skip @7 --skip @8 -o without.png
              framescope replay frame.rcap --shader 0=new.frag -o new.png
              framescope replay frame.rcap --on opengl --compare --within 2 -o opengl.png
            """)
    @OptionGroup var input: CaptureArguments
    @Option(help: ArgumentHelp("The renderer: jit, reference, or opengl (the system's).", valueName: "renderer"))
    var on = ReplayRenderer.jit
    @Flag(help: "Compare the picture with the one that the compiled renderer draws; exit status 1 if it differs by more than --within.")
    var compare = false
    @Option(help: ArgumentHelp("With --compare: the allowed difference of a channel, in steps of 0 to 255.", valueName: "steps"))
    var within = 0
    @Option(help: ArgumentHelp("A draw to leave out; may be given more than once.", valueName: "draw"))
    var skip: [DrawNumber] = []
    @Option(help: ArgumentHelp("The last draw.", valueName: "draw"))
    var through: DrawNumber?
    @Option(help: ArgumentHelp("Another shader for a program; the file's name ends in .vert or .frag.", valueName: "program=file"))
    var shader: [ReplacedShader] = []
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The PNG file, or - for standard output.", valueName: "file"),
            completion: .file(extensions: ["png"]))
    var output: String
    @OptionGroup var format: OutputArguments

    func validate() throws {
        if format.json && output == PictureOutput.standardOutput { throw ValidationError("--json and -o - both use standard output; name a file.") }
    }
    static let fields = [
        Field("file", .text, "The written picture."), Field("width", .integer, "Its width."), Field("height", .integer, "Its height."),
        Field("format", .text, "Its format, such as `rgba8`."),
        Field("renderer", .text, "The renderer that drew."),
        Field("comparison", .object([
            Field("differing", .integer, "The number of pixels that differ by more than `--within`."), Field("pixels", .integer, "The number of pixels."),
            Field("within", .integer, "The allowed difference."),
            Field("most", .integer, "The largest difference of a channel, in steps of 0 to 255; 0 for none."),
        ]), "The comparison with the compiled renderer's picture.", only: "with `--compare`"),
    ]

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input), path = try session.path(of: output)
        for draw in skip { _ = try frame.draw(draw.number) }
        let replacing = try shader.map { ShaderReplacement(program: $0.program, stage: $0.stage, source: try ShaderSource(contentsOf: $0.file)) }
        let device = try on.device(in: session)
        func draw(_ device: Device) throws -> Image {
            let replayer = try Replayer(frame, of: capture, on: device, replacing: replacing)
            try replayer.run(through: through?.number, skipping: Set(skip.map(\.number)))
            let last = try through.map { try replayer.picture(of: frame.draw($0.number)).picture }
            guard let picture = try last ?? replayer.result() else {
                throw RasterError(.invalidArgument, "frame \(frame.number)", "writes no colour", remedy: "use framescope image --attachment depth")
            }
            return picture
        }
        let picture = try draw(device)
        try PictureOutput.write(picture, to: path)
        var answer = Answer(members: Output.members(of: picture, path) + [("renderer", .string(device.name))], pictures: [path]) {
            PictureOutput.report(path, [])
        }
        if compare {
            let difference = PictureDifference(expected: try draw(session.device(.jit)), actual: picture, within: .steps(within))
            let differing = difference?.pixelCount ?? 0, pixels = picture.width * picture.height
            session.note("\(differing) of \(pixels) pixels differ by more than \(within)" + (difference.map { ", the most by \($0.largestStep)" } ?? ""))
            answer.members.append(("comparison", .object([("differing", .int(differing)), ("pixels", .int(pixels)), ("within", .int(within)),
                                                          ("most", .int(Int(difference?.largestStep ?? 0)))])))
            answer.passes = difference == nil
        }
        return answer
    }
}
