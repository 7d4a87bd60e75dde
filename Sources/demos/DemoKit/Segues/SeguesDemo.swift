// segues: a gallery of all transitions as tiles with their names. In a window, all tiles play their transitions. A chosen
// transition plays between two screens at full size.

import ArgumentParser
import Effects
import Foundation
import Panels
import Raster
import Terminal
import Window

struct SeguesCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "segues", abstract: "A live gallery of transitions: box, cloth, page curl, and GLSL files of a folder.",
        discussion: "Keys: " + SeguesDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("Also show the transitions of this folder's .glsl files; their own pictures are clouds.",
                                            valueName: "folder"), completion: .directory)
    var folder: String?
    @Option(name: .long, help: ArgumentHelp("Show this transition at full size.", valueName: "name"))
    var open: String?
    @Option(name: .long, help: ArgumentHelp("The first picture: a picture file (PNG, JPEG, WebP, HDR), or one of \(NamedPicture.names.joined(separator: ", ")).",
                                            valueName: "picture"), completion: .file())
    var from = "overview"
    @Option(name: .long, help: ArgumentHelp("The second picture.", valueName: "picture"), completion: .file())
    var to = "photo"
    @OptionGroup var common: CommonOptions

    func makeDemo(device: Device) throws -> SeguesDemo {
        try SeguesDemo(device: device, from: NamedPicture.read(from), to: NamedPicture.read(to), folder: folder, open: open, seed: common.seed,
                       still: common.asksForMotion ? nil : SegueStage.tellingMoment)
    }
}

package final class SeguesDemo: Demo {
    /// A tile of the gallery: a transition and its thumbnail.
    private struct Cell {
        var transition: any Transition
        /// The thumbnail, as large as the tiles of the last frame.
        var thumbnail: Framebuffer?
        /// Whether the transition could not be drawn. If `isBroken` is true, the gallery marks the tile as broken.
        var isBroken = false
    }
    private let device: Device
    private let from: Texture, to: Texture
    private let seed: UInt64
    private var cells: [Cell]
    package let gallery: TileGallery
    /// The progress at which tiles stand still; nil while the tiles move.
    private var still: Double?
    /// The transition that is shown at full size; nil while the gallery is shown.
    private var stage: (index: Int, stage: SegueStage)?

    /// - Parameter still: The progress at which all tiles stand still until a window shows them; nil for tiles that move.
    package init(device: Device, from: Image, to: Image, folder: String? = nil, open: String? = nil, seed: UInt64 = 1,
                 still: Double? = SegueStage.tellingMoment) throws {
        self.device = device; self.seed = seed; self.still = still
        self.from = try device.makeTexture(from: from, mipmapped: true, label: "from")
        self.to = try device.makeTexture(from: to, mipmapped: true, label: "to")
        var transitions = try TransitionLibrary.names.map { name -> any Transition in
            name == "zoom" ? try ZoomFromRectangleTransition(device: device, rectangle: Screens.card, toolbar: Screens.toolbar)
                : try TransitionDemo.ownTransition(name, device: device)
        }
        let others = try folder.map { try SeguesDemo.transitions(inFolder: $0, device: device) } ?? []
        // The samplers that transition files declare get built-in pictures, because this demo has no option for the user's
        // pictures.
        for file in others { for sampler in file.samplers { try TransitionDemo.set(sampler.name, to: "clouds", of: file) } }
        transitions += others
        cells = transitions.map { Cell(transition: $0) }
        gallery = try TileGallery(names: transitions.map(\.name), shape: 0.5625, device: device)
        if let open {
            guard let index = transitions.firstIndex(where: { $0.name == open }) else {
                let nearest = Suggestion.nearest(to: open, among: transitions.map(\.name)).map { "did you mean '\($0)'?" }
                throw RasterError(.invalidArgument, "transition '\(open)'", "is not in the gallery",
                                  remedy: nearest ?? "'demos segues --help' lists Raster's transitions")
            }
            try show(index)
        }
    }

    /// Reads the transition files of a folder, and sorts them by name. Invalid files are reported on standard error and left out.
    private static func transitions(inFolder folder: String, device: Device) throws -> [GLTransition] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw RasterError(.fileNotReadable, "folder '\(folder)'", "cannot be read", remedy: "name a folder with .glsl files")
        }
        let files = names.filter { $0.hasSuffix(".glsl") }.sorted()
        guard !files.isEmpty else { throw RasterError(.fileNotReadable, "folder '\(folder)'", "has no .glsl files", remedy: "name a folder with .glsl files") }
        return files.compactMap { name in
            do { return try GLTransition(device: device, contentsOf: folder + "/" + name) } catch {
                printError("\(error)")
                return nil
            }
        }
    }

    private func show(_ index: Int) throws {
        stage = (index, try SegueStage(cells[index].transition, from: from, to: to, seed: seed, resize: .cover, still: still))
    }

    package static let keys = ["click, or arrows and Return: play one at full size; a click or Space reverses it", "drag: move it", "Left, Right: step",
                               "Up, Down: previous, next transition", "G: back to the gallery"]
    package static let hasOptions = true
    /// Each tile is drawn into a separate picture with one sample per pixel, so more samples improve only the full-size view.
    package var gainsFromSamples: Bool { stage != nil }
    package func willShow(in window: Window) {
        still = nil
        stage?.stage.still = nil
    }

    package func handle(_ event: DemoEvent, at time: Double) throws {
        guard let (index, stage) = stage else {
            guard let index = gallery.handle(event), !cells[index].isBroken else { return }
            try show(index)
            try self.stage?.stage.play(at: time)
            return
        }
        // The tiles receive the pointer's moves even while a transition hides the tiles, so that the tiles know the pointer's position
        // when the gallery is shown again.
        if case .pointer = event { _ = gallery.handle(event) }
        switch event {
        case .key("g"): self.stage = nil
        case .arrow(_, let dy) where dy != 0:
            let usable = cells.indices.filter { !cells[$0].isBroken }
            guard let place = usable.firstIndex(of: index) else { return }
            try show(usable[(place - dy + usable.count) % usable.count])
            try self.stage?.stage.play(at: time)
        default: try stage.handle(event, at: time)
        }
    }

    /// True while the tiles move: the space bar then stops the demo's time. At full size, the space bar plays the transition.
    package var isAnimated: Bool { stage == nil && still == nil }
    package func timeUntilNextChange(at time: Double) -> Double? {
        if let stage { return (try? stage.stage.timeUntilNextChange(at: time)) ?? nil }
        guard still == nil else { return nil }
        return cells.indices.compactMap { index in
            cells[index].isBroken ? nil : SegueStage.timeUntilIdleChange(time + ahead(of: index), duration: cells[index].transition.duration)
        }.min()
    }

    package func addOptions(to panel: PanelBuilder, at time: Double) throws {
        guard let stage else { return }
        try stage.stage.addOptions(to: panel, at: time)
        panel.separator()
        if panel.button("back to the gallery") { self.stage = nil }
    }
    /// True while one transition is shown at full size. The gallery shows no options, because options belong to a single transition.
    package var showsOptions: Bool { stage != nil }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        gallery.resize(frame.target.width, frame.target.height)
        if let stage { return try stage.stage.draw(frame, into: &encoder) }
        let layout = gallery.layout
        for index in cells.indices { try drawThumbnail(index, layout, frame.time, into: &encoder) }
        try gallery.draw(cells.map { $0.isBroken ? nil : $0.thumbnail?.picture }, to: frame.target, into: &encoder)
    }
    /// Returns the number of seconds by which a tile is ahead of the first tile in the motion of its transition. Every tile has a different
    /// number, because otherwise all tiles would pause at the same moment.
    private func ahead(of index: Int) -> Double {
        (Double(index) * 0.381966).truncatingRemainder(dividingBy: 1) * SegueStage.cycle(cells[index].transition.duration)
    }
    private func drawThumbnail(_ index: Int, _ layout: GalleryLayout, _ time: Double, into encoder: inout CommandEncoder) throws {
        guard !cells[index].isBroken else { return }
        // Tiles that stand still are drawn at twice their size and scaled down, which smooths their edges.
        let detail = still == nil ? 1 : 2, width = layout.width * detail, height = layout.height * detail
        if cells[index].thumbnail?.width != width || cells[index].thumbnail?.height != height {
            cells[index].thumbnail = try device.makeFramebuffer(width: width, height: height, depth: .depth32Float, label: cells[index].transition.name)
        }
        guard let target = cells[index].thumbnail else { return }
        let transition = cells[index].transition
        let progress = still ?? SegueStage.idleProgress(time + ahead(of: index), duration: transition.duration, easing: transition.easing)
        do { try transition.draw(TransitionFrame(source: from, destination: to, target: target, progress: progress, seed: seed), into: &encoder) } catch {
            printError("\(error)")
            cells[index].isBroken = true
        }
    }
}
