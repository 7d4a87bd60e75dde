// framescope view: shows a captured frame in a window, or writes a picture of this window's contents.

import ArgumentParser
import Foundation
import FrameCapture
import FrameViewing
import Raster
import Shading

struct ViewCommand: Question {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Shows a frame in a window: draws, pictures, overlays, state, meshes, pixels.",
        discussion: """
            Left: passes and draws with pictures of what each added, and dispatches with the buffers and images that they write. Middle: the chosen draw's \
            picture, a texture or a mesh; the wheel magnifies, dragging moves it, a click chooses a pixel. Above it: overlays, channels, range. Right: state by stage, changes since the previous draw, the pixel's history, \
            its shader step by step, shaders to edit, textures, buffers. Below: tables of vertices and buffers, the source of a trace.

            Keys: Left, Right: previous, next draw or dispatch. Home: fit the picture. Up, Down: back and forth in a trace. M: picture, mesh before, mesh \
            after the vertex shader; dragging turns a mesh. V: table of vertices. R: range from smallest to largest number. 1 to 6: the pages on the right. C: only \
            changes. Tab hides the panels. ? lists the keys. Escape closes the part that was opened last; Ctrl-Q ends the program.

            Examples:
              framescope view frame.rcap
              framescope view frame.rcap @3 --overlay overdraw --png view.png
              framescope view frame.rcap @3 --pixel 320,200 --page pixel --zoom 12 --png pixel.png
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The first chosen draw, such as @3, or dispatch, such as dispatch:0. [default: the last draw, or without draws the last dispatch]")
    var draw: CommandName?
    @Option(help: ArgumentHelp("Draw the view into this file, without a window.", valueName: "file"), completion: .file(extensions: ["png"]))
    var png: String?
    @Option(help: ArgumentHelp("The size of the window or the picture.", valueName: "WxH"))
    var size = "1280x720"
    @Option(help: ArgumentHelp("The first chosen overlay.", valueName: "name"))
    var overlay: Overlay?
    @Flag(help: "Show only the draw's contribution first.")
    var only = false
    @Option(help: ArgumentHelp("The view in the middle.", valueName: "stage"))
    var stage = FrameViewer.Stage.picture
    @Option(help: ArgumentHelp("The page of the right panel: state, changes, pixel, trace, shaders, textures or buffers.", valueName: "page"))
    var page: FrameViewer.Page?
    @Option(help: ArgumentHelp("A table below the picture: vertices, buffer or source.", valueName: "table"))
    var table: FrameViewer.Drawer?
    @Option(help: ArgumentHelp("The texture to show first, instead of the picture: its number, then optionally its level and layer.", valueName: "number[,level[,layer]]"))
    var texture: TexturePlace?
    @Option(help: ArgumentHelp("The buffer to show first, by its number.", valueName: "number"))
    var buffer: Int?
    @Option(help: ArgumentHelp("The visible channels of the picture, of rgba.", valueName: "channels"))
    var channels = "rgb"
    @Option(help: ArgumentHelp("The numbers that are shown as black and white, or auto.", valueName: "low,high"))
    var range: PictureRange?
    @Flag(help: "Show the list of keys first.")
    var keys = false
    @Option(help: ArgumentHelp("The number of pixels per point, for high-resolution screens.", valueName: "factor"))
    var scale: Float = 1
    @Option(help: ArgumentHelp("The first chosen pixel, from the upper left.", valueName: "X,Y"))
    var pixel: PixelPlace?
    @Option(help: ArgumentHelp("The step of the trace to show first, from 0 on.", valueName: "number"))
    var step = 0
    @Option(help: ArgumentHelp("Window pixels per pixel of the picture. [default: the picture fits]", valueName: "factor"))
    var zoom: Float?
    @Option(help: ArgumentHelp("Another shader for a program; the file's name ends in .vert or .frag.", valueName: "program=file"))
    var shader: [ReplacedShader] = []
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    private var sides: (width: Int, height: Int)? {
        let parts = size.lowercased().split(separator: "x").compactMap { Int($0) }
        return parts.count == 2 && parts.allSatisfy { (64...8192).contains($0) } ? (parts[0], parts[1]) : nil
    }
    func validate() throws {
        if sides == nil { throw ValidationError("--size must be two numbers of 64 to 8192, such as 1280x720, not \(size).") }
        if only && overlay != nil { throw ValidationError("--only and --overlay are different pictures; give one of them.") }
        if channels.isEmpty || !channels.allSatisfy({ "rgba".contains($0) }) { throw ValidationError("--channels must have only the letters rgba, not \(channels).") }
        if !(scale >= 0.5 && scale <= 8) { throw ValidationError("--scale must be between 0.5 and 8, not \(scale).") }
        if format.json && png == nil { throw ValidationError("--json describes a written picture; give --png too.") }
        if case .limits(let low, let high) = range, low > high { throw ValidationError("--range must be the number for black and then a larger one for white, such as \(high.shown),\(low.shown), not \(low.shown),\(high.shown).") }
        if step < 0 { throw ValidationError("--step must be 0 or more, not \(step).") }
        if step > 0 && pixel == nil { throw ValidationError("--step is a step of a pixel's trace; give --pixel too.") }
        if let zoom, !(zoom >= 0.125 && zoom <= 64) { throw ValidationError("--zoom must be between 0.125 and 64, not \(zoom).") }
    }

    static let fields = [Field("file", .text, "The written picture."), Field("width", .integer, "Its width."), Field("height", .integer, "Its height.")]

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input)
        guard let last = frame.draws.last.map(ShaderCommand.draw) ?? frame.dispatches.last.map(ShaderCommand.dispatch) else {
            throw RasterError(.invalidArgument, "frame \(frame.number)", "has no draws and no dispatches", remedy: "use framescope replay")
        }
        let chosen = try draw?.command(in: frame) ?? last
        if case .dispatch = chosen, only || overlay != nil || pixel != nil || stage != .picture || table == .vertices {
            throw RasterError(.invalidArgument, "\(capture.vocabulary.name(chosen))", "has no pixels and no vertices",
                              remedy: frame.draws.isEmpty ? "leave out --only, --overlay, --pixel, --stage and --table" : "choose a draw")
        }
        // A picture is written only after all answers are found, so the viewer waits for each answer. For a window, a background task finds
        // the answers, so that the window stays responsive.
        let kind: Device.Kind? = png != nil ? nil : device.kind
        let device = session.device(device), viewer = FrameViewer(capture, frame, command: chosen, device: device, backgroundKind: kind)
        if only { viewer.look = .alone }
        if let overlay { viewer.look = .overlay(overlay) }
        viewer.stage = stage
        viewer.page = page ?? (pixel == nil ? .state : .pixel)
        viewer.replacing = try shader.map { ShaderReplacement(program: $0.program, stage: $0.stage, source: try ShaderSource(contentsOf: $0.file)) }
        if let pixel, case .draw(let chosen) = chosen {
            let target = frame.targetSize(of: chosen)
            guard (0..<target.width).contains(pixel.place.x), (0..<target.height).contains(pixel.place.y) else {
                throw RasterError(.invalidArgument, "pixel (\(pixel.place.x), \(pixel.place.y))", "is not in the image of \(target.width)×\(target.height)",
                                  remedy: "count from the upper left, from 0 on")
            }
            viewer.choose(pixel: pixel.place)
            if step > 0 {
                let trace = try capture.trace(x: pixel.place.x, y: pixel.place.y, of: chosen, in: frame, replacing: viewer.replacing, on: device)
                guard step < trace.stepCount else {
                    throw RasterError(.invalidArgument, "step \(step)", "is not in the trace of draw @\(chosen.number) at pixel (\(pixel.place.x), \(pixel.place.y))",
                                      remedy: "use 0 to \(max(0, trace.stepCount - 1))")
                }
            }
            viewer.traceStep = step
        }
        if let table { viewer.drawer = table }
        if let texture {
            guard frame.textureDescriptors.indices.contains(texture.slice.texture) else {
                throw RasterError(.invalidArgument, "texture #\(texture.slice.texture)", "is not in the frame",
                                  remedy: "it has \(frame.textureDescriptors.count), from 0 on")
            }
            try frame.textureDescriptors[texture.slice.texture].require(level: texture.slice.level, layer: texture.slice.layer,
                                                                        of: "texture #\(texture.slice.texture)")
            viewer.show(texture.slice)
        }
        if let buffer {
            guard frame.bufferDescriptions.indices.contains(buffer) else {
                throw RasterError(.invalidArgument, "buffer #\(buffer)", "is not in the frame", remedy: "it has \(frame.bufferDescriptions.count), from 0 on")
            }
            viewer.show(buffer: buffer)
        }
        viewer.lens.channels = zip("rgba", [.red, .green, .blue, .alpha]).filter { channels.contains($0.0) }.reduce(into: []) { $0.insert($1.1) }
        switch range {
        case .limits(let low, let high):
            viewer.lens.low = low
            viewer.lens.high = high
        case .automatic:
            if let values = viewer.image()?.found.values, let range = viewer.lens.range(of: values) {
                viewer.lens.low = range.lowerBound
                viewer.lens.high = range.upperBound
            }
        case nil: break
        }
        viewer.showsHelp = keys
        let stage = try ViewStage(device)
        stage.zoom = zoom
        guard let png else {
            try ViewWindow(viewer, stage, size: sides ?? (1280, 720)).run()
            for file in viewer.editor?.files ?? [] { session.note("note: \(file.name) has your shader") }
            return Answer(members: [])
        }
        let path = try session.path(of: png), (width, height) = sides ?? (1280, 720)
        try writePicture(viewer, stage, to: path)
        return Answer(members: [("file", .string(path)), ("width", .int(width)), ("height", .int(height))], pictures: [path]) { print(path) }
    }

    private func writePicture(_ viewer: FrameViewer, _ stage: ViewStage, to path: String) throws {
        let (width, height) = sides ?? (1280, 720)
        let target = try viewer.device.makeFramebuffer(width: width, height: height, label: "view"), session = try ViewSession(viewer, stage, scale: scale)
        if let pixel = viewer.pixel, stage.zoom != nil, let image = viewer.image() {
            // The chosen pixel is moved to the middle of the stage.
            let zoom = stage.zoom ?? 1
            stage.pan = SIMD2(Float(image.width) / 2 - Float(pixel.x) - 0.5, Float(pixel.y) + 0.5 - Float(image.height) / 2) * zoom
        }
        // Panels know their sizes only after some frames, so three frames are prepared.
        for _ in 0..<3 { try session.update(width: width, height: height) }
        try session.draw(to: target)
        if let failure = viewer.failure { throw failure }
        try target.readImage().writePNG(to: path)
    }
}
