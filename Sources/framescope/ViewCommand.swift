// framescope view: a captured frame in a window, or any view of it as a picture.

import ArgumentParser
import Foundation
import FrameCapture
import FrameViewing
import Raster
import Shading

extension FrameViewer.Stage: ExpressibleByArgument {
    package init?(argument: String) {
        switch argument {
        case "picture": self = .picture
        case "mesh-in": self = .meshIn
        case "mesh-out": self = .meshOut
        default: return nil
        }
    }
    package static var allValueStrings: [String] { ["picture", "mesh-in", "mesh-out"] }
    package var defaultValueDescription: String { "picture" }
}
extension FrameViewer.Page: ExpressibleByArgument {}

/// A pixel, written X,Y.
struct PixelPlace: ExpressibleByArgument {
    var place: SIMD2<Int>
    init?(argument: String) {
        let parts = argument.split(separator: ",").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        place = SIMD2(parts[0], parts[1])
    }
}

struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Shows a frame in a window: draws, pictures, overlays, state, meshes, pixels.",
        discussion: """
            Left: passes and draws with their pictures. Middle: the chosen draw's picture; the wheel magnifies, dragging moves it, a click \
            chooses a pixel. Right: overlays, state, what changed since the draw before, the pixel's history, its shader step by step, shaders to edit.

            Keys: Left, Right: draw before, draw after. Home: fit the picture. Up, Down: back and forth in a trace. M: picture, mesh before, mesh \
            after the vertex shader; dragging turns a mesh. Tab hides the panels. Escape closes.

            Examples:
              framescope view frame.rcap
              framescope view frame.rcap @3 --overlay overdraw --png view.png
              framescope view frame.rcap @3 --pixel 320,200 --page pixel --zoom 12 --png pixel.png
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The draw that is chosen first, such as @3. [default: the last]")
    var draw: DrawNumber?
    @Option(help: ArgumentHelp("Draw the view into this file, without a window.", valueName: "file"), completion: .file(extensions: ["png"]))
    var png: String?
    @Option(help: ArgumentHelp("Size of the window or the picture.", valueName: "WxH"))
    var size = "1280x720"
    @Option(help: ArgumentHelp("The overlay that is chosen first.", valueName: "name"))
    var overlay: Overlay?
    @Flag(help: "Show the draw's contribution alone first.")
    var only = false
    @Option(help: ArgumentHelp("What fills the middle: picture, mesh-in or mesh-out.", valueName: "stage"))
    var stage = FrameViewer.Stage.picture
    @Option(help: ArgumentHelp("What the right panel tells: state, changes, pixel, trace or shaders.", valueName: "page"))
    var page: FrameViewer.Page?
    @Option(help: ArgumentHelp("The pixel that is chosen first, from the upper left.", valueName: "X,Y"))
    var pixel: PixelPlace?
    @Option(help: ArgumentHelp("The step of the trace that is shown first, from 0 on.", valueName: "number"))
    var step = 0
    @Option(help: ArgumentHelp("Window pixels per pixel of the picture. [default: what fits]", valueName: "factor"))
    var zoom: Float?
    @Option(help: ArgumentHelp("Another shader for a program; the file's name ends in .vert or .frag.", valueName: "program=file"))
    var shader: [ReplacedShader] = []
    @OptionGroup var device: DeviceArguments

    private var sides: (width: Int, height: Int)? {
        let parts = size.lowercased().split(separator: "x").compactMap { Int($0) }
        return parts.count == 2 && parts.allSatisfy { (64...8192).contains($0) } ? (parts[0], parts[1]) : nil
    }
    func validate() throws {
        if sides == nil { throw ValidationError("--size must be two numbers of 64 to 8192, such as 1280x720, not \(size).") }
        if only && overlay != nil { throw ValidationError("--only and --overlay are two pictures; ask for one of them.") }
        if let zoom, !(zoom >= 0.125 && zoom <= 64) { throw ValidationError("--zoom must be between 0.125 and 64, not \(zoom).") }
    }

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        guard let last = frame.draws.last else { throw RasterError(.invalidArgument, "frame \(frame.number)", "has no draws to look at", remedy: "use framescope replay") }
        let chosen = try draw.map { try frame.draw($0.number) } ?? last
        // A picture waits for what it shows; a window goes on meanwhile.
        let kind: Device.Kind? = png != nil ? nil : device.on == .jit ? .jit : .reference
        let device = device.makeDevice(), viewer = FrameViewer(capture, frame, draw: chosen.number, device: device, backgroundKind: kind)
        if only { viewer.look = .alone }
        if let overlay { viewer.look = .overlay(overlay) }
        viewer.stage = stage
        viewer.page = page ?? (pixel == nil ? .state : .pixel)
        viewer.replacing = try shader.map { ShaderReplacement(program: $0.program, stage: $0.stage, source: try ShaderSource(contentsOf: $0.file)) }
        if let pixel {
            let target = frame.targetSize(of: chosen)
            guard (0..<target.width).contains(pixel.place.x), (0..<target.height).contains(pixel.place.y) else {
                throw RasterError(.invalidArgument, "pixel (\(pixel.place.x), \(pixel.place.y))", "is not in the image of \(target.width)×\(target.height)", remedy: "count from the upper left, from 0 on")
            }
            viewer.choose(pixel: pixel.place)
            viewer.traceStep = max(0, step)
        }
        let stage = try ViewStage(device)
        stage.zoom = zoom
        if let png {
            try writePicture(viewer, stage, to: png)
        } else {
            try ViewWindow(viewer, stage, size: sides ?? (1280, 720)).run()
            for file in viewer.editor?.files ?? [] { Framescope.note("note: \(file.name) has your shader") }
        }
    }

    private func writePicture(_ viewer: FrameViewer, _ stage: ViewStage, to path: String) throws {
        let (width, height) = sides ?? (1280, 720)
        let target = try viewer.device.makeFramebuffer(width: width, height: height, label: "view"), session = try ViewSession(viewer, stage)
        if let pixel = viewer.pixel, stage.zoom != nil, let image = viewer.image() {
            // What is magnified is around the pixel.
            let zoom = stage.zoom ?? 1
            stage.pan = SIMD2(Float(image.width) / 2 - Float(pixel.x) - 0.5, Float(pixel.y) + 0.5 - Float(image.height) / 2) * zoom
        }
        // Panels learn their sizes from the first frame.
        for _ in 0..<2 { try session.update(width: width, height: height) }
        try session.draw(to: target)
        guard viewer.problem.isEmpty else { throw RasterError(.invalidArgument, "the view", "cannot be drawn: \(viewer.problem)", remedy: "choose another") }
        try target.readImage().writePNG(to: path)
        print(path)
    }
}
