// fractal: Lindenmayer systems in a gallery of thumbnails. A clicked system grows in the plane or in space, and its picture is
// drawn through a chain of filters. The system's rules are tiles that the user can drag.

import Canvas
import Effects
import Foundation
import Panels
import Raster
import Scenes2D

package final class FractalDemo: Demo {
    /// The height of the picture in points, which does not depend on the height in pixels.
    static let height = 720.0
    struct FilterEntry: Sendable {
        /// A number that identifies this entry of the filter chain while the user drags the entry.
        var number: Int
        var filter: Filter
        var isOn = true
    }
    /// A drawing rule as a tile that the user can drag.
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

    /// The Lindenmayer system that is shown.
    var system: LSystem
    var isInSpace: Bool
    var chain: [FilterEntry] = []
    var nextNumber = 0
    var filterSelection: Int?, addedFilter = Filter.Kind.bloom
    /// The editor that shows the rules as tiles; nil while the rules are hidden.
    package internal(set) var editor: RuleEditor?
    /// Whether the current press began on the editor.
    var isEditing = false
    var drawingTiles: [DrawingTile] = [], drawingSelection: Int?
    /// The reason why the system cannot be drawn; nil if the system can be drawn. The panel shows the reason. While there is a problem, the
    /// last valid drawing stays visible.
    var ruleProblem: String?
    /// The message about the outcome of saving or recording.
    var notice: String?
    /// The progress that the user chose; nil while the drawing plays.
    var progress: Double?
    /// The time at which the drawing began to grow.
    var begin = 0.0
    var shown: FractalDrawing?
    /// The last complete drawing that was converted to bodies, and its bodies; see `wholeBodies(of:)`.
    var fitted: (drawing: FractalDrawing, bodies: [FractalBody])?
    var orbit = (angle: 0.0, tilt: 0.32)
    /// `recorder` is the film that is being recorded. `written` has the films whose recording has ended; some of them are still
    /// being written to their files.
    private(set) var recorder: FractalRecorder?
    private var written: [FractalRecorder] = []

    /// The gallery; nil if the command line names a system.
    var gallery: FractalGallery?
    /// The transition between the gallery and a drawing, its start time, and whether the transition leads to the drawing; nil if no
    /// transition runs.
    var passage: (time: Double, transition: ZoomFromRectangleTransition, opens: Bool)?
    var isOpen: Bool
    var pointer = SIMD2<Float>(-1, -1), isPressed = false, isDragging = false
    /// Whether the user holds the toolbar's knob.
    var isScrubbing = false
    /// The time until which drawings have less detail, because the user is dragging a number of the panel.
    var quickUntil = -Double.infinity
    /// Whether a new frame would be equal to the last frame.
    var isStill = false
    var size = (width: 1, height: 1)
    var stage: Framebuffer?, overview: Framebuffer?, picture: Framebuffer?, bodies: (samples: Framebuffer, resolved: Framebuffer)?

    /// - Parameter isLive: Whether the drawings in the gallery's tiles grow one after another. In a window, the drawings grow in any case.
    package init(device: Device, system: LSystem? = nil, inSpace: Bool = false, rules: Bool = false, progress: Double? = nil, duration: Double = 5,
                 chain: [Filter] = [], isLive: Bool = false) throws {
        self.device = device; self.progress = progress; self.duration = duration
        renderer = try CanvasRenderer(device: device)
        filters = FilterRenderer(device: device)
        space = try FractalSpaceRenderer(device: device)
        sprites = try SpritePass(device: device)
        // If the font is not installed, pictures contain no text.
        font = try? Font(named: "DejaVu Sans", style: .bold)
        self.system = system ?? FractalLibrary.systems[0]
        isInSpace = inSpace
        isOpen = system != nil
        gallery = system == nil ? try FractalGallery(systems: FractalLibrary.systems, isLive: isLive, renderer: renderer) : nil
        for filter in chain { add(filter) }
        // If the system is invalid, `stages.drawing(of:)` throws immediately. Without the call of `drawing(of:)`, the demo would show an
        // empty picture of an invalid system.
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
    /// Makes the panel's tiles from the rules of the system.
    private func resetTiles() {
        drawingSelection = nil
        drawingTiles = system.drawing.enumerated().map { DrawingTile(number: $0.offset, rule: $0.element) }
    }
    func showRules(_ isShown: Bool) {
        isEditing = false
        editor = isShown ? RuleEditor(system) : nil
        editor?.font = font
    }
    /// Takes over the editor's system if the user has changed the system in the editor, so that the demo shows the changed system.
    func takeEdits() {
        guard let edited = editor?.system, edited != system else { return }
        let isDrawingChanged = edited.drawing != system.drawing
        system = edited
        if isDrawingChanged { resetTiles() }
    }
    /// Returns the fraction of the drawing that is shown at the given time.
    func progress(at time: Double) -> Double { progress ?? max(0, min((time - begin) / duration, 1)) }

    // MARK: files

    func svg(width: Int, height: Int) throws -> String { try stages.drawing(of: system).svg(width: width, height: height, progress: progress ?? 1) }
    func pdf(width: Int, height: Int) throws -> [UInt8] { try stages.drawing(of: system).pdf(width: width, height: height, progress: progress ?? 1) }
    func save(to path: String) throws {
        try FractalDocument(system, thumbnail: thumbnail()).write(to: path)
    }
    private var fileName: String { system.name.lowercased().split(separator: " ").joined(separator: "-") }
    /// Writes a document, an SVG and a PDF into the current folder. The panel shows the names of the files.
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

    /// Returns the state that determines the picture at the given time.
    func moment(at time: Double) -> FractalMoment {
        FractalMoment(time: time, system: system, isInSpace: isInSpace, chain: chain, progress: progress, begin: begin, orbit: orbit,
                      pointer: pointer / SIMD2(Float(max(size.width, 1)), Float(max(size.height, 1))), editor: editor)
    }
    /// Sets the demo to a recorded state, for pictures of the given size.
    func show(_ moment: FractalMoment, _ size: PixelSize) {
        (system, isInSpace, chain, progress, begin, orbit, editor) = (moment.system, moment.isInSpace, moment.chain, moment.progress, moment.begin,
                                                                      moment.orbit, moment.editor)
        pointer = moment.pointer * SIMD2(Float(size.width), Float(size.height))
    }
    /// Writes a film of the growth and of the second after the growth.
    func record(to path: String, size: PixelSize, framesPerSecond: Double, kind: Device.Kind) throws {
        let recorder = FractalRecorder(path: path, size: size, framesPerSecond: framesPerSecond, growthDuration: duration)
        var first = moment(at: 0)
        (first.progress, first.begin) = (nil, 0)
        recorder.add(first)
        try recorder.finish(at: duration + 1, kind: kind)
    }
    /// Starts to record the demo's pictures.
    package func startRecording(_ path: String, size: PixelSize, framesPerSecond: Double) {
        recorder = FractalRecorder(path: path, size: size, framesPerSecond: framesPerSecond, growthDuration: duration)
        notice = nil
    }
    /// Waits until all finished films are in their files.
    package func waitForFilms() { for film in written { film.wait() } }
    /// Starts a recording. If a recording runs, stops it and draws the film in the background.
    package func toggleRecording(at time: Double) {
        if let recorder {
            self.recorder = nil
            written.append(recorder)
            recorder.finishInBackground(at: time)
        } else if isOpen {
            // The film is as large as the window, but at least 720 rows high. The window's frames may have fewer pixels. Videos
            // need an even width and height.
            let factor = max(1, FractalDemo.height / Double(max(size.height, 1)))
            func even(_ pixels: Int) -> Int { max(2, Int((Double(pixels) * factor / 2).rounded()) * 2) }
            startRecording(FractalRecorder.freePath(fileName), size: PixelSize(width: even(size.width), height: even(size.height)), framesPerSecond: 30)
        }
    }
    /// Records the demo's state at the given time.
    func recordMoment(at time: Double) {
        recorder?.add(moment(at: time))
    }
    /// Returns the panel's text about films at the given time; nil if there is no message.
    func filmNotice(at time: Double) -> String? {
        if let recorder { return "recording \(recorder.path): \(Int(recorder.length(at: time))) s" }
        return written.last?.notice
    }
    /// Whether a film is being recorded or written. While a film is being recorded or written, the panel's text changes.
    var isFilming: Bool { recorder != nil || written.last?.notice?.hasPrefix("writing") == true }
}
