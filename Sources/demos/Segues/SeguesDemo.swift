// segues: a gallery of all transitions as small live pictures; one that is clicked plays between two screens at full size.

import ArgumentParser
import Effects
import Foundation
import Panels
import Raster

struct SeguesCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "segues", abstract: "A gallery of transitions, live: box, cloth, page curl and those of a folder of GLSL files.",
        discussion: "Keys: " + SeguesDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("Show the transitions of this folder's .glsl files, too.", valueName: "folder"), completion: .directory)
    var folder: String?
    @Option(name: .long, help: ArgumentHelp("Show this one at full size.", valueName: "name"))
    var open: String?
    @Option(name: .long, help: ArgumentHelp("The picture that goes: a PNG or JPEG file, or one of \(NamedPicture.names.joined(separator: ", ")).", valueName: "picture"), completion: .file())
    var from = "overview"
    @Option(name: .long, help: ArgumentHelp("The picture that comes.", valueName: "picture"), completion: .file())
    var to = "photo"
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 0.8 }

    func makeDemo(device: Device) throws -> SeguesDemo {
        try SeguesDemo(device: device, from: NamedPicture.read(from), to: NamedPicture.read(to), folder: folder, open: open, seed: common.seed)
    }
}

package final class SeguesDemo: Demo {
    /// A transition's place in the gallery.
    private struct Cell {
        var transition: any Transition
        /// Of the size that cells had last.
        var thumbnail: Framebuffer?
        /// The frame shows it as broken once drawing it has failed.
        var isBroken = false
    }
    private let device: Device
    private let from: Texture, to: Texture
    private let seed: UInt64
    private let stretch: StretchPass
    private var cells: [Cell]
    /// The one at full size.
    private var stage: (index: Int, stage: SegueStage)?
    private var pointer = SIMD2<Float>(-1, -1)
    private var size = (width: 1, height: 1)
    /// What the panel covers of the frame.
    private var covered: PixelRect?
    private var layout: Layout { Layout(count: cells.count, size, covered: covered) }

    package init(device: Device, from: Image, to: Image, folder: String? = nil, open: String? = nil, seed: UInt64 = 1) throws {
        self.device = device; self.seed = seed
        self.from = try device.makeTexture(from: from, mipmapped: true, label: "from")
        self.to = try device.makeTexture(from: to, mipmapped: true, label: "to")
        stretch = try StretchPass(device: device)
        var transitions = try TransitionLibrary.names.map { name -> any Transition in
            name == "zoom" ? try ZoomFromRectangleTransition(device: device, rectangle: Screens.card, toolbar: Screens.toolbar) : try TransitionLibrary.make(name, device: device)
        }
        transitions += try folder.map { try SeguesDemo.transitions(inFolder: $0, device: device) } ?? []
        let clouds = try device.makeTexture(from: NamedPicture.clouds(), label: "clouds")
        for file in transitions.compactMap({ $0 as? GLTransition }) { for sampler in file.samplers { try file.set(sampler.name, to: clouds) } }
        cells = transitions.map { Cell(transition: $0) }
        if let open {
            guard let index = transitions.firstIndex(where: { $0.name == open }) else {
                let nearest = Suggestion.nearest(to: open, among: transitions.map(\.name)).map { "did you mean '\($0)'?" }
                throw RasterError(.invalidArgument, "transition '\(open)'", "is not in the gallery", remedy: nearest ?? "'demos segues --help' names those of Raster")
            }
            try show(index)
        }
    }

    /// Those of a folder's files, by their names. Files that are none are told on standard error, and left out.
    private static func transitions(inFolder folder: String, device: Device) throws -> [any Transition] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw RasterError(.fileNotReadable, "folder '\(folder)'", "cannot be read", remedy: "name a folder with .glsl files")
        }
        let files = names.filter { $0.hasSuffix(".glsl") }.sorted()
        guard !files.isEmpty else { throw RasterError(.fileNotReadable, "folder '\(folder)'", "has no .glsl files", remedy: "name a folder with some") }
        return files.compactMap { name in
            do { return try GLTransition(device: device, contentsOf: folder + "/" + name) } catch {
                printError("\(error)")
                return nil
            }
        }
    }

    private func show(_ index: Int) throws {
        stage = (index, try SegueStage(cells[index].transition, from: from, to: to, seed: seed, resize: .cover))
    }

    package static let keys = ["click: play one at full size, and turn it round", "drag: move it", "Left, Right: step", "Up, Down: the one before, the one after", "G: back to the gallery"]
    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }

    package func handle(_ event: DemoEvent, at time: Double) throws {
        if case .pointer(let x, let y, _) = event { pointer = SIMD2(x, y) }
        guard let (index, stage) = stage else {
            if case .tap = event, let index = layout.index(at: pointer), !cells[index].isBroken {
                try show(index)
                try self.stage?.stage.play(at: time)
            }
            return
        }
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

    package func timeUntilNextChange(at time: Double) -> Double? { stage.map { (try? $0.stage.timeUntilNextChange(at: time)) ?? nil } ?? 0 }

    package func addOptions(to panel: PanelBuilder, at time: Double) throws {
        if let stage {
            try stage.stage.addOptions(to: panel, at: time)
            panel.separator()
            if panel.button("back to the gallery") { self.stage = nil }
            return
        }
        // One line either way: what lies beside the panel stays where it is.
        panel.text(layout.index(at: pointer).map { cells[$0].transition.name } ?? "\(cells.count) transitions")
        panel.note("Click one to play it.")
    }

    package func panelCovers(_ area: PixelRect?) { covered = area }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        size = (frame.target.width, frame.target.height)
        if let stage { return try stage.stage.draw(frame, into: &encoder) }
        let layout = self.layout
        for index in cells.indices { try drawThumbnail(index, layout, frame.time, into: &encoder) }
        let hovered = layout.index(at: pointer)
        encoder.render(to: frame.target, clear: .color(0.07, 0.08, 0.11, 1), label: "gallery") { pass in
            for (index, cell) in cells.enumerated() {
                let place = layout.place(index)
                if index == hovered || cell.isBroken {
                    let border = max(1, layout.gap / 3)
                    pass.setScissor(PixelRect(x: place.x - border, y: place.y - border, width: place.width + 2 * border, height: place.height + 2 * border))
                    pass.clear(cell.isBroken ? .color(0.6, 0.1, 0.1, 1) : .color(1, 0.72, 0.3, 1))
                }
                guard !cell.isBroken, let picture = cell.thumbnail?.color.first.flatMap({ $0 })?.texture else { continue }
                stretch.draw(picture, in: place, of: &pass)
            }
        }
    }
    /// Each is at another place of its way to and fro, so that not all rest at once.
    private func drawThumbnail(_ index: Int, _ layout: Layout, _ time: Double, into encoder: inout CommandEncoder) throws {
        guard !cells[index].isBroken else { return }
        if cells[index].thumbnail?.width != layout.width || cells[index].thumbnail?.height != layout.height {
            cells[index].thumbnail = try device.makeFramebuffer(width: layout.width, height: layout.height, depth: .depth32Float, label: cells[index].transition.name)
        }
        guard let target = cells[index].thumbnail else { return }
        let transition = cells[index].transition
        let ahead = (Double(index) * 0.381966).truncatingRemainder(dividingBy: 1) * SegueStage.cycle(transition.duration)
        let progress = SegueStage.idleProgress(time + ahead, duration: transition.duration, easing: transition.easing)
        do { try transition.draw(TransitionFrame(source: from, destination: to, target: target, progress: progress, seed: seed), into: &encoder) } catch {
            printError("\(error)")
            cells[index].isBroken = true
        }
    }

    /// Where the cells lie: as large as they can be, in rows from the top, beside the panel.
    package struct Layout {
        package let columns: Int, rows: Int
        /// Pixels of a cell, and between two.
        package let width: Int, height: Int, gap: Int
        private let left: Int, top: Int, count: Int

        /// All of the size where nothing is covered, or where so much is that cells beside it were less than a third as wide.
        package init(count: Int, _ size: (width: Int, height: Int), covered: PixelRect? = nil) {
            let gap = max(1, min(size.width, size.height) / 60)
            func layout(_ x: Int, _ y: Int, _ right: Int, _ top: Int) -> Layout { Layout(count: count, in: PixelRect(x: x, y: y, width: right - x, height: top - y), gap: gap) }
            let whole = layout(0, 0, size.width, size.height)
            guard let covered, covered.width > 0, covered.height > 0 else {
                self = whole
                return
            }
            let beside = [layout(covered.x + covered.width, 0, size.width, size.height), layout(0, 0, covered.x, size.height),
                          layout(0, 0, size.width, covered.y), layout(0, covered.y + covered.height, size.width, size.height)]
            let best = beside.dropFirst().reduce(beside[0]) { $1.width > $0.width ? $1 : $0 }
            self = best.width * 3 >= whole.width ? best : whole
        }
        private init(count: Int, in room: PixelRect, gap: Int) {
            self.count = count
            var best = (columns: 1, width: 0, height: 0)
            for columns in 1...max(1, count) {
                let rows = (max(1, count) + columns - 1) / columns
                let width = (room.width - gap * (columns + 1)) / columns, height = (room.height - gap * (rows + 1)) / rows
                let fitted = min(width, height * 16 / 9)
                if fitted > best.width { best = (columns, fitted, fitted * 9 / 16) }
            }
            columns = best.columns
            rows = (max(1, count) + best.columns - 1) / best.columns
            width = max(1, best.width); height = max(1, best.height)
            self.gap = gap
            left = room.x + (room.width - columns * (width + gap) + gap) / 2
            top = room.y + room.height - (room.height - rows * (height + gap) + gap) / 2
        }
        /// Pixels, from the bottom left.
        package func place(_ index: Int) -> PixelRect {
            PixelRect(x: left + index % columns * (width + gap), y: top - height - index / columns * (height + gap), width: width, height: height)
        }
        package func index(at point: SIMD2<Float>) -> Int? {
            (0..<count).first { index in
                let place = place(index)
                return point.x >= Float(place.x) && point.x < Float(place.x + place.width) && point.y >= Float(place.y) && point.y < Float(place.y + place.height)
            }
        }
    }
}
