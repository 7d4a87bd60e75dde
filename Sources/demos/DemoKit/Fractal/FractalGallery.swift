// FractalGallery: the Lindenmayer systems as tiles. When the pointer or an arrow key marks a tile, the tile's drawing grows again. In a
// window, the drawings in all tiles grow one after another.

import Canvas
import Raster
import Scenes2D

final class FractalGallery {
    let systems: [LSystem]
    let tiles: TileGallery
    /// Whether the drawings in the tiles grow one after another.
    var isLive: Bool
    private let renderer: CanvasRenderer
    private var drawings: [FractalDrawing] = []
    /// For each tile, its picture and the progress of the drawing in that picture.
    private var thumbnails: [(picture: Framebuffer, progress: Double)] = []
    private var marked: (index: Int, since: Double)?
    /// Durations in seconds: `growth` is the time in which a drawing grows. `decline` is the time in which a drawing shrinks. `cycle` is
    /// the time from the beginning of one growth to the beginning of the next growth.
    static let growth = 2.4, decline = 0.8, cycle = 12.0

    init(systems: [LSystem], isLive: Bool, renderer: CanvasRenderer) throws {
        self.systems = systems; self.isLive = isLive; self.renderer = renderer
        tiles = try TileGallery(names: systems.map(\.name), shape: 0.625, device: renderer.device)
    }

    /// Returns the time since the beginning of a tile's current cycle. A cycle begins when the tile's drawing starts to grow.
    /// Neighbouring tiles begin their cycles at different times.
    private func phase(_ index: Int, at time: Double) -> Double {
        (time + (Double(index) * 0.381966).truncatingRemainder(dividingBy: 1) * FractalGallery.cycle
             + FractalGallery.growth).truncatingRemainder(dividingBy: FractalGallery.cycle)
    }
    /// Returns the progress of a drawing, 0…1. The progress starts above 0, because at 0 the tile would be empty for a moment and seem to
    /// blink.
    private func progress(_ index: Int, at time: Double) -> Double {
        let (growth, decline, cycle) = (FractalGallery.growth, FractalGallery.decline, FractalGallery.cycle)
        var share = 1.0
        if let marked, marked.index == index { share = (time - marked.since) / growth } else if isLive {
            let phase = phase(index, at: time)
            share = phase < growth ? phase / growth : min(1, (cycle - phase) / decline)
        }
        return min(max(share, 0) * 0.96 + 0.04, 1)
    }
    /// Returns the seconds until a tile changes; nil if no tile will change.
    func timeUntilNextChange(at time: Double) -> Double? {
        if let marked, time - marked.since < FractalGallery.growth { return 0 }
        guard isLive else { return nil }
        return systems.indices.filter { $0 != marked?.index }.map { index in
            let phase = phase(index, at: time)
            return phase < FractalGallery.growth ? 0 : max(0, FractalGallery.cycle - FractalGallery.decline - phase)
        }.min()
    }

    /// Draws the tiles at the given time. If `isQuiet` is true, no tile is marked.
    func draw(_ size: (width: Int, height: Int), isQuiet: Bool, at time: Double, into encoder: inout CommandEncoder, target: Framebuffer) throws {
        tiles.resize(size.width, size.height)
        let index = isQuiet ? nil : tiles.marked
        if index != marked?.index { marked = index.map { ($0, time) } }
        if drawings.isEmpty { drawings = try systems.map(FractalGallery.drawing) }
        let layout = tiles.layout
        if thumbnails.first?.picture.width != layout.width || thumbnails.first?.picture.height != layout.height {
            thumbnails = try systems.map {
                (try renderer.device.makeFramebuffer(width: layout.width, height: layout.height, color: [.rgba8], label: $0.name), -1)
            }
        }
        for index in systems.indices {
            let progress = progress(index, at: time)
            guard thumbnails[index].progress != progress else { continue }
            let scale = Double(layout.height) / 240, extent = Size(width: Double(layout.width) / scale, height: 240)
            try renderer.draw(FractalDemo.plate(drawings[index], extent, progress: progress), into: &encoder, target: thumbnails[index].picture, scale: scale,
                              clear: .black)
            thumbnails[index].progress = progress
        }
        try tiles.draw(thumbnails.map { $0.picture.picture }, isQuiet: isQuiet, to: target, into: &encoder)
    }
    private static func drawing(of system: LSystem) throws -> FractalDrawing {
        var stages = FractalStages()
        // Longer words would have details that are smaller than a pixel of the thumbnail.
        return try stages.drawing(of: system, largestWord: 40_000)
    }
}
