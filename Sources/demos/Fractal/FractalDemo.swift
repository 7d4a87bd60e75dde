// fractal: Lindenmayer systems in a gallery of thumbnails; a clicked system grows, in the plane or in space, through a chain of filters, and its rules are tiles to drag.

import Canvas
import Effects
import Foundation
import Panels
import Raster
import Scenes2D

package final class FractalDemo: Demo {
    /// The picture is this many points high, whatever its pixels.
    static let height = 720.0
    struct FilterEntry: Sendable {
        /// What tells it from the others while it is dragged.
        var number: Int
        var filter: Filter
        var isOn = true
    }
    /// A drawing rule as something to drag.
    struct DrawingTile {
        var number: Int
        var rule: DrawingRule
    }

    let device: Device
    let renderer: CanvasRenderer
    let filters: FilterRenderer
    let space: FractalSpaceRenderer
    let font: Font?
    var sprites: SpritePass
    let duration: Double
    var stages = FractalStages()

    /// What is shown; the rest of the panel's state is about it.
    var system: LSystem
    var isInSpace: Bool
    var chain: [FilterEntry] = []
    var nextNumber = 0
    var filterSelection: Int?, addedFilter = Filter.Kind.bloom
    /// The rules as tiles; nil while they are not shown.
    package internal(set) var editor: RuleEditor?
    /// Whether the pointer was pressed on the editor.
    var isEditing = false
    var drawingTiles: [DrawingTile] = [], drawingSelection: Int?
    /// What was wrong with the system last, shown in the panel; the drawing before stays.
    var ruleProblem: String?
    /// The outcome of saving and recording.
    var notice: String?
    /// A share that the user chose; nil while the drawing plays.
    var progress: Double?
    /// When the drawing began to grow.
    var begin = 0.0
    var shown: FractalDrawing?
    /// The bodies of the drawing that is shown, grown up, and the camera that fits them.
    var fitted: (drawing: FractalDrawing, bodies: [FractalBody])?
    var orbit = (angle: 0.0, tilt: 0.32)
    /// The film that is being recorded, and the films that are being written.
    private(set) var recorder: FractalRecorder?
    private var written: [FractalRecorder] = []

    /// The gallery: nil where a system was asked for.
    var gallery: FractalGallery?
    /// While the gallery and a drawing change places: when it began, and whether the drawing comes.
    var passage: (time: Double, transition: ZoomFromRectangleTransition, opens: Bool)?
    var isOpen: Bool
    var pointer = SIMD2<Float>(-1, -1), isPressed = false, isDragging = false
    /// Whether the toolbar's knob is held.
    var isScrubbing = false
    /// Until then drawings are quick ones: the panel's numbers are being dragged.
    var quickUntil = -Double.infinity
    /// Whether the last frame would be the same again.
    var isStill = false
    var size = (width: 1, height: 1)
    var stage: Framebuffer?, overview: Framebuffer?, picture: Framebuffer?, bodies: (samples: Framebuffer, resolved: Framebuffer)?

    /// - Parameter isLive: Whether the gallery's tiles grow by turns, as they do in a window.
    package init(device: Device, system: LSystem? = nil, inSpace: Bool = false, rules: Bool = false, progress: Double? = nil, duration: Double = 5, chain: [Filter] = [], isLive: Bool = false) throws {
        self.device = device; self.progress = progress; self.duration = duration
        renderer = try CanvasRenderer(device: device)
        filters = FilterRenderer(device: device)
        space = try FractalSpaceRenderer(device: device)
        sprites = try SpritePass(device: device)
        // Without the font there are pictures without words.
        font = try? Font(named: "DejaVu Sans", style: .bold)
        self.system = system ?? FractalLibrary.systems[0]
        isInSpace = inSpace
        isOpen = system != nil
        gallery = system == nil ? try FractalGallery(systems: FractalLibrary.systems, isLive: isLive, renderer: renderer) : nil
        for filter in chain { add(filter) }
        // A mistake in the system is told at once, not by an empty picture.
        if let system { _ = try stages.drawing(of: system) }
        if rules { showRules(true) }
        resetTiles()
    }
    deinit { waitForFilms() }

    func add(_ filter: Filter) {
        chain.append(FilterEntry(number: nextNumber, filter: filter))
        nextNumber += 1
    }
    func show(_ system: LSystem, at time: Double) {
        self.system = system
        (begin, progress, ruleProblem, shown) = (time, nil, nil, nil)
        editor?.show(system)
        resetTiles()
    }
    /// Takes the panel's tiles from the system.
    private func resetTiles() {
        drawingSelection = nil
        drawingTiles = system.drawing.enumerated().map { DrawingTile(number: $0.offset, rule: $0.element) }
    }
    func showRules(_ isShown: Bool) {
        isEditing = false
        editor = isShown ? RuleEditor(system) : nil
        editor?.font = font
    }
    /// Takes the system as the editor changed it.
    func takeEdits() {
        guard let edited = editor?.system, edited != system else { return }
        let isDrawingChanged = edited.drawing != system.drawing
        system = edited
        if isDrawingChanged { resetTiles() }
    }
    /// The share of the drawing that is shown at a time.
    func progress(at time: Double) -> Double { progress ?? max(0, min((time - begin) / duration, 1)) }

    // MARK: files

    func svg(width: Int, height: Int) throws -> String { try stages.drawing(of: system).svg(width: width, height: height, progress: progress ?? 1) }
    func pdf(width: Int, height: Int) throws -> [UInt8] { try stages.drawing(of: system).pdf(width: width, height: height, progress: progress ?? 1) }
    func save(to path: String) throws {
        try FractalDocument(system, thumbnail: thumbnail()).write(to: path)
    }
    private var fileName: String { system.name.lowercased().split(separator: " ").joined(separator: "-") }
    /// Writes document, SVG and PDF into the current folder, and tells so in the panel.
    func saveHere() {
        let name = fileName
        do {
            try save(to: name + ".json")
            try HostFile.write(Array(svg(width: size.width, height: size.height).utf8), to: name + ".svg")
            try HostFile.write(pdf(width: size.width, height: size.height), to: name + ".pdf")
            notice = "wrote \(name).json, .svg and .pdf"
        } catch { notice = "\(error)" }
    }
    private func thumbnail() throws -> Data {
        let target = try device.makeFramebuffer(width: 160, height: 100, color: [.rgba8], label: "thumbnail")
        var encoder = device.makeCommandEncoder(label: "thumbnail")
        try renderer.draw(FractalDemo.plate(stages.drawing(of: system), Size(width: 160, height: 100)), into: &encoder, target: target, clear: .black)
        try device.submit(encoder)
        return try Data(target.readImage().pngData())
    }

    // MARK: films

    /// The state that a picture at a time depends on.
    func moment(at time: Double) -> FractalMoment {
        FractalMoment(time: time, system: system, isInSpace: isInSpace, chain: chain, progress: progress, begin: begin, orbit: orbit,
                      pointer: pointer / SIMD2(Float(max(size.width, 1)), Float(max(size.height, 1))), editor: editor)
    }
    /// Sets the demo to its state at a moment, for pictures of a size.
    func show(_ moment: FractalMoment, _ size: PixelSize) {
        (system, isInSpace, chain, progress, begin, orbit, editor) = (moment.system, moment.isInSpace, moment.chain, moment.progress, moment.begin, moment.orbit, moment.editor)
        pointer = moment.pointer * SIMD2(Float(size.width), Float(size.height))
    }
    /// Writes a film of the growth and of a second more.
    func record(to path: String, size: PixelSize, framesPerSecond: Double, kind: Device.Kind) throws {
        let recorder = FractalRecorder(path: path, size: size, framesPerSecond: framesPerSecond, growthDuration: duration)
        var first = moment(at: 0)
        (first.progress, first.begin) = (nil, 0)
        recorder.add(first)
        try recorder.finish(at: duration + 1, kind: kind)
    }
    /// Begins to record the demo's pictures.
    package func startRecording(_ path: String, size: PixelSize, framesPerSecond: Double) {
        recorder = FractalRecorder(path: path, size: size, framesPerSecond: framesPerSecond, growthDuration: duration)
        notice = nil
    }
    /// Waits until all films that were ended are in their files.
    package func waitForFilms() { for film in written { film.wait() } }
    /// Begins to record, or ends it and has the film drawn.
    package func toggleRecording(at time: Double) {
        if let recorder {
            self.recorder = nil
            written.append(recorder)
            recorder.finishInBackground(at: time)
        } else if isOpen {
            // As large as the window, but no coarser than 720 rows, however coarse the window's frames are; videos want even sides.
            let factor = max(1, FractalDemo.height / Double(max(size.height, 1)))
            func even(_ pixels: Int) -> Int { max(2, Int((Double(pixels) * factor / 2).rounded()) * 2) }
            startRecording(FractalRecorder.freePath(fileName), size: PixelSize(width: even(size.width), height: even(size.height)), framesPerSecond: 30)
        }
    }
    /// Records the demo's state at a time.
    func recordMoment(at time: Double) {
        recorder?.add(moment(at: time))
    }
    /// The notice about films at a time.
    func filmNotice(at time: Double) -> String? {
        if let recorder { return "recording \(recorder.path): \(Int(recorder.length(at: time))) s" }
        return written.last?.notice
    }
    /// Whether a film is recorded or being written, so that the panel has something new to say.
    var isFilming: Bool { recorder != nil || written.last?.notice?.hasPrefix("writing") == true }
}
