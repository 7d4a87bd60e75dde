// fractal: Lindenmayer systems in a gallery of thumbnails; one that is clicked grows, in the plane or in space, through a chain of filters.

import ArgumentParser
import Canvas
import Effects
import Foundation
import Panels
import Raster
import Scenes2D

struct FractalCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "fractal", abstract: "Lindenmayer systems: a gallery, rules to edit as tiles, in the plane and in space.",
        discussion: """
            Without a system a gallery shows them all: \(FractalLibrary.systems.map(\.name).joined(separator: ", ")). \
            Keys: \(FractalDemo.keys.joined(separator: "; ")).

            Examples:
              demos fractal fern --png fern.png
              demos fractal dragon --frames 120 --png dragon.apng
              demos fractal "space tree" --3d --chain "bloom | vignette"
              demos fractal hilbert --generations 6 --svg hilbert.svg --save hilbert.json --png hilbert.png
            """)

    @Argument(help: ArgumentHelp("A system's name, or a document: a JSON file that --save has written.", valueName: "system"), completion: .file(extensions: ["json"]))
    var system: String?
    @Flag(name: .customLong("3d"), help: "In space: lines are cylinders, discs are spheres, lit and turning.")
    var space = false
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("How often the rules are applied, 0 to 100. [default: the system's]", valueName: "count"))
    var generations: Int?
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The angle of rotations in degrees, -360 to 360. [default: the system's]", valueName: "degrees"))
    var angle: Double?
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Show this share of the drawing, 0 to 1, in place of what --time says.", valueName: "share"))
    var progress: Double?
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Seconds in which the drawing grows, 0.1 to 600.", valueName: "seconds"))
    var duration = 5.0
    @Option(name: .long, help: ArgumentHelp("Filters over the picture, as in 'bloom | vignette'.", valueName: "chain"))
    var chain = ""
    @Option(name: .long, help: ArgumentHelp("Write the drawing as SVG here.", valueName: "file"), completion: .file(extensions: ["svg"]))
    var svg: String?
    @Option(name: .long, help: ArgumentHelp("Write the system as a document here, with a thumbnail.", valueName: "file"), completion: .file(extensions: ["json"]))
    var save: String?
    @OptionGroup var common: CommonOptions

    /// Grown up, unless all frames are asked for.
    var defaultTime: Double { system == nil ? 0 : common.frames == nil ? duration : 0 }

    func validate() throws {
        if let generations, !(0...100).contains(generations) { throw ValidationError("--generations must be between 0 and 100, not \(generations).") }
        if let angle, !(abs(angle) <= 360) { throw ValidationError("--angle must be between -360 and 360, not \(angle).") }
        if let progress, !(0...1).contains(progress) { throw ValidationError("--progress must be between 0 and 1, not \(progress).") }
        guard (0.1...600).contains(duration) else { throw ValidationError("--duration must be between 0.1 and 600, not \(duration).") }
        if system == nil, generations != nil || angle != nil || progress != nil || svg != nil || save != nil {
            throw ValidationError("--generations, --angle, --progress, --svg and --save need a system.")
        }
    }
    func makeDemo(device: Device) throws -> FractalDemo {
        var chosen = try system.map(FractalCommand.read)
        if let generations { chosen?.generations = generations }
        if let angle { chosen?.angle = angle }
        if common.seed != 1 { chosen?.seed = common.seed }
        let demo = try FractalDemo(device: device, system: chosen, inSpace: space, progress: progress, duration: duration, chain: FiltersCommand.read(chain))
        if let svg { try HostFile.write(Array(demo.svg(width: common.size.width, height: common.size.height).utf8), to: svg) }
        if let save { try demo.save(to: save) }
        return demo
    }
    /// A system of the library, or a document's.
    static func read(_ name: String) throws -> LSystem {
        if let system = FractalLibrary.system(named: name) { return system }
        guard FileManager.default.fileExists(atPath: name) else {
            let nearest = Suggestion.nearest(to: name.lowercased(), among: FractalLibrary.systems.map { $0.name.lowercased() }).map { "did you mean '\($0)'?" }
            throw FractalError(.unreadableDocument, "'\(name)'", "is neither a system nor a file", remedy: nearest ?? "'demos fractal --help' names the systems")
        }
        return try FractalDocument(contentsOf: name).system
    }
}

package final class FractalDemo: Demo {
    /// The picture is this many points high, whatever its pixels.
    static let height = 720.0
    struct FilterEntry {
        /// What tells it from the others while it is dragged.
        var number: Int
        var filter: Filter
        var isOn = true
    }
    /// A symbol of a rule's replacement as something to drag.
    struct Tile {
        var number: Int
        var symbol: Character
    }
    /// A drawing rule as something to drag.
    struct DrawingTile {
        var number: Int
        var rule: DrawingRule
    }

    let device: Device
    private let renderer: CanvasRenderer
    private let filters: FilterRenderer
    private let space: FractalSpaceRenderer
    private var sprites: SpritePass
    private let duration: Double
    var stages = FractalStages()

    /// What is shown; the rest of the panel's state is about it.
    var system: LSystem
    var isInSpace: Bool
    var chain: [FilterEntry] = []
    var nextNumber = 0
    var filterSelection: Int?, addedFilter = Filter.Kind.bloom
    var ruleSelection = 0, tiles: [Tile] = [], tileSelection: Int?
    var drawingTiles: [DrawingTile] = [], drawingSelection: Int?
    /// What was wrong with the system last, shown in the panel; the drawing before stays.
    var ruleProblem: String?
    /// What saving came to.
    var notice: String?
    /// A share that the user chose; nil while the drawing plays.
    var progress: Double?
    /// When the drawing began to grow.
    var begin = 0.0
    private var shown: FractalDrawing?
    private var orbit = (angle: 0.0, tilt: 0.32)

    /// The gallery: nil where a system was asked for.
    private var gallery: FractalGallery?
    /// While the gallery and a drawing change places: when it began, and whether the drawing comes.
    private var passage: (time: Double, transition: ZoomFromRectangleTransition, opens: Bool)?
    private var isOpen: Bool
    private var pointer = SIMD2<Float>(-1, -1), isPressed = false, isDragging = false
    /// Whether the toolbar's knob is held.
    private var isScrubbing = false
    /// Until then drawings are quick ones: the panel's numbers are being dragged.
    var quickUntil = -Double.infinity
    /// Whether the last frame would be the same again.
    private var isStill = false
    private var size = (width: 1, height: 1)
    private var stage: Framebuffer?, overview: Framebuffer?, picture: Framebuffer?, bodies: (samples: Framebuffer, resolved: Framebuffer)?

    package init(device: Device, system: LSystem? = nil, inSpace: Bool = false, progress: Double? = nil, duration: Double = 5, chain: [Filter] = []) throws {
        self.device = device; self.progress = progress; self.duration = duration
        renderer = try CanvasRenderer(device: device)
        filters = FilterRenderer(device: device)
        space = try FractalSpaceRenderer(device: device)
        sprites = try SpritePass(device: device)
        self.system = system ?? FractalLibrary.systems[0]
        isInSpace = inSpace
        isOpen = system != nil
        gallery = system == nil ? FractalGallery(systems: FractalLibrary.systems) : nil
        for filter in chain { add(filter) }
        // A mistake in the system is told at once, not by an empty picture.
        if let system { _ = try stages.drawing(of: system) }
        resetTiles()
    }

    func add(_ filter: Filter) {
        chain.append(FilterEntry(number: nextNumber, filter: filter))
        nextNumber += 1
    }
    func show(_ system: LSystem, at time: Double) {
        self.system = system
        (begin, progress, ruleProblem, shown) = (time, nil, nil, nil)
        resetTiles()
    }
    /// Takes the panel's tiles from the system.
    private func resetTiles() {
        drawingSelection = nil
        drawingTiles = system.drawing.enumerated().map { DrawingTile(number: $0.offset, rule: $0.element) }
        selectRule(0)
    }
    func selectRule(_ index: Int) {
        ruleSelection = index
        tileSelection = nil
        tiles = system.rules.indices.contains(index) ? system.rules[index].replacement.enumerated().map { Tile(number: $0.offset, symbol: $0.element) } : []
    }
    /// The share of the drawing that is shown at a time.
    func progress(at time: Double) -> Double { progress ?? max(0, min((time - begin) / duration, 1)) }

    // MARK: files

    func svg(width: Int, height: Int) throws -> String { try stages.drawing(of: system).svg(width: width, height: height, progress: progress ?? 1) }
    func save(to path: String) throws {
        try FractalDocument(system, thumbnail: thumbnail()).write(to: path)
    }
    /// Writes document and SVG into the current folder, and tells so in the panel.
    func saveHere() {
        let name = system.name.lowercased().split(separator: " ").joined(separator: "-")
        do {
            try save(to: name + ".json")
            try HostFile.write(Array(svg(width: size.width, height: size.height).utf8), to: name + ".svg")
            notice = "wrote \(name).json and \(name).svg"
        } catch { notice = "\(error)" }
    }
    private func thumbnail() throws -> Data {
        let target = try device.makeFramebuffer(width: 160, height: 100, color: [.rgba8], label: "thumbnail")
        var encoder = device.makeCommandEncoder(label: "thumbnail")
        try renderer.draw(FractalDemo.plate(stages.drawing(of: system), Size(width: 160, height: 100)), into: &encoder, target: target, clear: .black)
        try device.submit(encoder)
        return try Data(target.readImage().pngData())
    }

    // MARK: events

    package static let keys = ["click: open a fractal, then stop it, let it grow again", "drag the knob: so much of it", "G: back to the gallery", "Left, Right: less, more of it", "Up, Down: more, fewer generations",
                               "drag: another angle, in space turn it", "D: plane or space", "S: save it as JSON and SVG here", "1-9: the filter with this number on, off"]
    package static let hasOptions = true
    package var gainsFromSamples: Bool { isInSpace }
    /// Below the toolbar, where drawings are narrow.
    package static let panelCorner = SIMD2<Float>(-16, 84)
    /// Options are a drawing's; the gallery is whole without them.
    package var showsOptions: Bool { isOpen && passage == nil }
    package var isAnimated: Bool { !isStill }

    package func handle(_ event: DemoEvent, at time: Double) throws {
        if case .pointer(let x, let y, let pressed) = event {
            pointer = SIMD2(x, y)
            if !pressed { isDragging = false }
            // A press on the toolbar's track holds the knob until it is let go.
            if pressed && !isPressed { isScrubbing = isOpen && passage == nil && isOnToolbar && scenePointer.x >= FractalDemo.discEnd }
            isPressed = pressed
        }
        guard passage == nil else { return }
        if isScrubbing {
            let track = FractalDemo.track(Double(size.width) * scenePoints)
            progress = max(0, min((scenePointer.x - track.minX) / track.width, 1))
            if !isPressed { isScrubbing = false }
            return
        }
        guard isOpen else {
            if case .tap = event { try openHovered(at: time) }
            return
        }
        switch event {
        case .tap:
            // The disc at the left of the toolbar leads back.
            if isOnToolbar {
                if scenePointer.x < FractalDemo.discEnd { try close(at: time) }
                return
            }
            if let share = progress { (progress, begin) = (nil, time - (share < 1 ? share * duration : 0)) } else {
                progress = progress(at: time) < 1 ? progress(at: time) : nil
                if progress == nil { begin = time }
            }
        case .key("g"): try close(at: time)
        case .key("d"): isInSpace.toggle()
        case .key("s"): saveHere()
        case .key(let character):
            if let digit = character.wholeNumberValue, chain.indices.contains(digit - 1) { chain[digit - 1].isOn.toggle() }
        case .arrow(let dx, _) where dx != 0: progress = max(0, min(progress(at: time) + Double(dx) / 100, 1))
        case .arrow(_, let dy): system.generations = max(0, min(system.generations + dy, 100))
        case .wheel(let steps): system.width = max(0.02, min(system.width * (1 + 0.08 * Double(max(-5, min(steps.isNaN ? 0 : steps, 5)))), 20))
        case .drag(let dx, let dy, _):
            isDragging = true
            if isInSpace {
                orbit.angle += Double(dx * OrbitCamera.radiansPerPixel)
                orbit.tilt = max(-1.4, min(orbit.tilt - Double(dy * OrbitCamera.radiansPerPixel), 1.4))
            } else {
                system.angle = max(-360, min(system.angle + Double(dx) * 0.05, 360))
            }
        case .pointer: break
        case .text, .edit: break
        }
    }
    /// Points of the scene for a pixel.
    private var scenePoints: Double { FractalDemo.height / Double(size.height) }
    /// In points of the scene, y down.
    private var scenePointer: Point { Point(Double(pointer.x), Double(size.height) - Double(pointer.y)) * scenePoints }
    private var isOnToolbar: Bool { gallery != nil && scenePointer.y < FractalDemo.toolbar }
    private func openHovered(at time: Double) throws {
        guard let gallery, let index = gallery.index(at: pointer, size) else { return }
        show(gallery.systems[index], at: time)
        let r = gallery.share(of: index, size)
        passage = (time, try ZoomFromRectangleTransition(device: device, rectangle: r, toolbar: Float(FractalDemo.toolbar / FractalDemo.height)), true)
        isOpen = true
    }
    func close(at time: Double) throws {
        guard let gallery else { return }
        let index = gallery.systems.firstIndex { $0.name == system.name } ?? 0
        passage = (time, try ZoomFromRectangleTransition(device: device, rectangle: gallery.share(of: index, size), toolbar: Float(FractalDemo.toolbar / FractalDemo.height)), false)
        isOpen = false
    }

    // MARK: pictures

    static let toolbar = 72.0

    /// A drawing with its background.
    static func plate(_ drawing: FractalDrawing, _ size: Size, progress: Double = 1, top: Double = 0) -> Canvas {
        var canvas = Canvas()
        canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(0, size.height), drawing.system.background)))
        let frame = Rectangle(x: 0, y: top, width: size.width, height: size.height - top), inset = min(frame.width, frame.height) * 0.06
        drawing.draw(into: &canvas, in: frame.inset(dx: inset, dy: inset), progress: progress, hairline: min(size.height / 720, 1) * 0.9)
        return canvas
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        size = (frame.target.width, frame.target.height)
        sprites.size = SIMD2(Float(size.width), Float(size.height))
        if let passage, frame.time - passage.time >= passage.transition.duration { self.passage = nil }
        if let passage {
            isStill = false
            let share = max(0, min((frame.time - passage.time) / passage.transition.duration, 1))
            let from = try drawGallery(frame.time, into: &encoder), to = try drawStage(frame.time, into: &encoder)
            return try passage.transition.draw(TransitionFrame(source: from, destination: to, target: frame.target, progress: passage.opens ? share : 1 - share), into: &encoder)
        }
        isStill = !isOpen || (!isInSpace && !isDragging && frame.time >= quickUntil && progress(at: frame.time) == (progress ?? 1))
        let shown = try isOpen ? drawStage(frame.time, into: &encoder) : drawGallery(frame.time, into: &encoder)
        encoder.render(to: frame.target, clear: .color(0, 0, 0, 1), label: "fractal") { pass in sprites.draw(shown, isOpaque: true, at: .zero, sprites.size, in: &pass, label: "picture") }
    }

    /// The gallery in a texture of the frame's size.
    private func drawGallery(_ time: Double, into encoder: inout CommandEncoder) throws -> Texture {
        let target = try target(&overview, "gallery")
        guard let gallery else { preconditionFailure("only a gallery leads here") }
        try gallery.draw(size, hovered: gallery.index(at: pointer, size), renderer: renderer, sprites: &sprites, into: &encoder, target: target)
        return FractalDemo.texture(of: target)
    }

    /// The drawing through the filters with its toolbar, in a texture of the frame's size.
    private func drawStage(_ time: Double, into encoder: inout CommandEncoder) throws -> Texture {
        let target = try target(&stage, "stage"), scale = Double(size.height) / FractalDemo.height
        let extent = Size(width: Double(size.width) / scale, height: FractalDemo.height), top = gallery == nil ? 0 : FractalDemo.toolbar
        let drawing = try currentDrawing(time), share = progress(at: time)
        let below = try self.target(&picture, "picture")
        if isInSpace {
            var canvas = Canvas()
            canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(0, extent.height), drawing.system.background)))
            try renderer.draw(canvas, into: &encoder, target: below, scale: scale, clear: .black)
            try drawBodies(drawing, share, time, over: below, into: &encoder)
        } else {
            try renderer.draw(FractalDemo.plate(drawing, extent, progress: share, top: top), into: &encoder, target: below, scale: scale, clear: .black)
        }
        let filtered = try filters.apply(chain.filter(\.isOn).map(\.filter), to: FractalDemo.texture(of: below), into: &encoder)
        encoder.render(to: target, clear: .color(0, 0, 0, 1), label: "stage") { pass in sprites.draw(filtered, at: .zero, sprites.size, in: &pass, label: "filtered") }
        if gallery != nil { try renderer.draw(bar(extent.width, share), into: &encoder, target: target, scale: scale) }
        return FractalDemo.texture(of: target)
    }
    /// The system's drawing; while it is dragged a quick one, and where the system cannot be drawn the last one that could.
    private func currentDrawing(_ time: Double) throws -> FractalDrawing {
        do {
            let drawing = try isDragging || time < quickUntil ? stages.drawing(of: system, largestWord: 20_000, until: Deadline(after: .milliseconds(25))) : stages.drawing(of: system)
            (shown, ruleProblem) = (drawing, nil)
            return drawing
        } catch {
            guard let shown else { throw error }
            // The panel's font has no arrow.
            ruleProblem = error.description.replacingOccurrences(of: "→", with: "->")
            return shown
        }
    }
    private func drawBodies(_ drawing: FractalDrawing, _ share: Double, _ time: Double, over below: Framebuffer, into encoder: inout CommandEncoder) throws {
        if bodies?.resolved.width != size.width || bodies?.resolved.height != size.height {
            bodies = (try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], depth: .depth32Float, samples: 4, label: "bodies"),
                      try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], label: "bodies"))
        }
        guard let bodies, let from = bodies.samples.color[0], let to = bodies.resolved.color[0] else { return }
        let marks = drawing.bodies(progress: share), fog = drawing.system.background[drawing.system.background.count / 2]
        try encoder.render(to: bodies.samples, clear: .color(0, 0, 0, 0), label: "bodies") { pass in
            try space.draw(marks, angle: orbit.angle + time * 0.45, tilt: orbit.tilt, aspect: Float(size.width) / Float(size.height), fog: fog, in: &pass)
        }
        encoder.resolve(from, to: to)
        encoder.render(to: below, label: "bodies") { pass in sprites.draw(FractalDemo.texture(of: bodies.resolved), at: .zero, sprites.size, in: &pass, label: "bodies") }
    }
    /// Where the toolbar shows how far the drawing is; left of `discEnd` is the disc that leads back.
    private static func track(_ width: Double) -> Rectangle { Rectangle(x: 110, y: 31, width: max(width - 170, 1), height: 8) }
    private static let discEnd = 96.0
    /// The toolbar: a disc that leads back, and how far the drawing is.
    private func bar(_ width: Double, _ share: Double) -> Canvas {
        var canvas = Canvas()
        canvas.fill(Path(rectangle: Rectangle(x: 0, y: 0, width: width, height: FractalDemo.toolbar)), with: .color(Color(hex: 0x0E1422, alpha: 0.86)))
        canvas.fill(Path(rectangle: Rectangle(x: 0, y: FractalDemo.toolbar - 2, width: width, height: 2)), with: .color(Color(hex: 0x56CCF2, alpha: 0.7)))
        canvas.fill(Path(circleAt: Point(48, 35), radius: 20), with: .color(Color(hex: 0x56CCF2)))
        canvas.stroke(Path(polygon: [Point(52, 26), Point(43, 35), Point(52, 44)], isClosed: false), with: .color(.white), style: StrokeStyle(width: 4, cap: .round, join: .round))
        let track = FractalDemo.track(width)
        canvas.fill(Path(roundedRectangle: track, cornerRadius: 4), with: .color(Color(white: 1, alpha: 0.16)))
        var done = track
        done.width = max(track.width * share, 8)
        canvas.fill(Path(roundedRectangle: done, cornerRadius: 4), with: .gradient(.linear(from: Point(track.minX, 0), to: Point(track.maxX, 0), system.palette)))
        canvas.fill(Path(circleAt: Point(track.minX + track.width * share, 35), radius: 9), with: .color(.white))
        return canvas
    }

    private func target(_ kept: inout Framebuffer?, _ label: String) throws -> Framebuffer {
        if let kept, kept.width == size.width, kept.height == size.height { return kept }
        let new = try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], label: label)
        kept = new
        return new
    }
    static func texture(of target: Framebuffer) -> Texture {
        guard let texture = target.color[0]?.texture else { preconditionFailure("the framebuffer was made with a colour") }
        return texture
    }
}
