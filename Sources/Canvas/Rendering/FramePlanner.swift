// FramePlanner: turns the commands of a canvas into the passes of a frame. Layers, shadows and pieces have their own files.
//
// Every surface collects draws. When a draw to one surface must read another surface, the draws that the other surface has collected become
// a pass. Therefore the pass of a layer comes before the pass that shows the layer, and all draws to the target become one pass, unless a
// blend mode must read the target.

import Raster

final class FramePlanner {
    let device: Device
    let scale: Double
    let paths: PreparedPaths
    let images: ImageTextures
    let glyphs: GlyphRuns
    private let pool: SurfacePool
    var rasterizer: CoverageRasterizer
    var clips: ClipMasks
    /// The jobs of the current draw. `addBatch` moves these jobs to a batch when the draw's paint and composite are known.
    var pending: [PieceJob] = []
    private(set) var steps: [FrameStep] = []
    /// Images that no remaining draw of the frame uses.
    private var free: [Surface] = []
    private var layers: [OpenLayer] = []
    /// The boxes of layers, keyed by the index of the command that begins the layer.
    private var layerBoxes: [Int: PixelBox] = [:]
    /// The index of the current command, for error messages.
    private var commandNumber = 0

    private struct OpenLayer {
        /// The image of the layer; nil if no part of the layer is visible.
        var surface: Surface?
        var state: CanvasState
    }

    /// The maximum total size in bytes of layers that are finished and not yet shown by a pass.
    private static let borrowedLimit = 1 << 27
    private static let layerDepth = 64

    init(renderer: CanvasRenderer, pool: SurfacePool, scale: Double) {
        device = renderer.device; self.scale = scale; paths = renderer.paths; images = renderer.images; glyphs = renderer.glyphs; self.pool = pool
        rasterizer = renderer.rasterizer
        clips = ClipMasks(scale: scale)
    }
    /// The jobs of all passes, in order.
    var jobs: [PieceJob] {
        var lists: [[PieceJob]] = []
        for case .pass(let pass) in steps where !pass.jobs.isEmpty { lists.append(pass.jobs) }
        return lists.count == 1 ? lists[0] : Array(lists.joined())
    }

    /// Draws commands onto a surface and completes `steps`.
    func draw(_ commands: [CanvasCommand], onto target: Surface) throws {
        do {
            let hasLayers = commands.contains { if case .beginLayer = $0 { true } else { false } }
            if hasLayers {
                for (number, command) in commands.enumerated() {
                    commandNumber = number
                    try validate(command)
                }
                try measureLayers(commands)
            }
            layers = [OpenLayer(surface: target, state: CanvasState())]
            let plain = try SolidShapes(commands, on: target, scale: scale, paths: paths, device: device)
            var number = 0
            while number < commands.count {
                commandNumber = number
                // The prepared jobs of plain shapes are jobs on the target. Within a layer, commands draw to another surface, so these jobs
                // are not used.
                if layers.count == 1, let run = plain.run(from: number), let composite = Composite(run.mode) {
                    target.add(plain.jobs[run.numbers], BatchKey(paint: .color, composite: composite))
                    number = run.numbers.upperBound
                    continue
                }
                if !hasLayers { try validate(commands[number]) }
                switch commands[number] {
                case .draw(let draw):
                    if let surface = layers[layers.count - 1].surface { try self.draw(draw, onto: surface) }
                case .beginLayer(let state): try beginLayer(state, number)
                case .endLayer: try endLayer()
                }
                number += 1
            }
        } catch let error as CanvasError {
            var placed = error
            if placed.place.isEmpty { placed.place = "command \(commandNumber) of the canvas" }
            throw placed
        }
        flush(target)
    }

    // MARK: Surfaces

    /// Returns a transparent image for a box of pixels.
    func surface(_ box: PixelBox, format: PixelFormat = .rgba8, label: String) throws -> Surface {
        guard box.width <= Device.maximumTextureSize, box.height <= Device.maximumTextureSize else {
            throw CanvasError(.limitExceeded, "a \(label)", "has \(box.width) × \(box.height) pixels", remedy: "clip it, draw it at a smaller scale, or use a smaller blur")
        }
        if let i = free.lastIndex(where: { $0.texture.format == format && $0.width >= box.width && $0.height >= box.height }) {
            let old = free.remove(at: i)
            return Surface(framebuffer: old.framebuffer, texture: old.texture, box: box, clear: .zero)
        }
        return try pool.surface(box, format: format, label: label)
    }
    /// Turns the draws that a surface has collected into a step.
    func flush(_ surface: Surface) {
        if surface.clear != nil || !surface.batches.isEmpty {
            steps.append(.pass(PassStep(surface: surface, clear: surface.clear, jobs: surface.jobs, batches: surface.batches)))
        }
        surface.clear = nil
        surface.jobs = []
        surface.batches = []
        free += surface.borrowed
        surface.borrowed = []
    }
    /// Keeps an image until the collected draws of a surface become a step. If the kept images take too much memory, turns the collected
    /// draws into a step at once.
    func lend(_ other: Surface, to surface: Surface) {
        if surface.borrowed.reduce(other.byteCount, { $0 + $1.byteCount }) > FramePlanner.borrowedLimit { flush(surface) }
        surface.borrowed.append(other)
    }
    /// Releases an image: later steps may draw to this image.
    func release(_ surface: Surface) { free.append(surface) }
    /// Copies a part of a surface, with the result of all draws so far.
    func backdrop(of surface: Surface, _ box: PixelBox) throws -> Backdrop {
        flush(surface)
        let copy = try self.surface(box, label: "canvas backdrop")
        copy.clear = nil
        steps.append(.copy(from: surface, box: box, to: copy))
        return Backdrop(surface: copy, shift: surface.shift(to: copy))
    }

    // MARK: Layers

    private func measureLayers(_ commands: [CanvasCommand]) throws {
        var open: [(number: Int, state: CanvasState, box: PixelBox)] = []
        for (number, command) in commands.enumerated() {
            commandNumber = number
            switch command {
            case .draw(let draw):
                guard let last = open.indices.last else { continue }
                let box = shadowed(try self.box(of: draw), draw.state.shadows)
                open[last].box = open[last].box.union(try clips.bounds(draw.state.clip, within: box, paths: paths))
            case .beginLayer(let state):
                guard open.count < FramePlanner.layerDepth else {
                    throw CanvasError(.limitExceeded, "a layer", "lies within \(FramePlanner.layerDepth) others", remedy: "nest fewer layers")
                }
                open.append((number, state, .empty))
            case .endLayer:
                guard let layer = open.popLast() else { continue }
                layerBoxes[layer.number] = layer.box
                guard let last = open.indices.last else { continue }
                open[last].box = open[last].box.union(try clips.bounds(layer.state.clip, within: shadowed(layer.box, layer.state.shadows), paths: paths))
            }
        }
    }
    private func beginLayer(_ state: CanvasState, _ number: Int) throws {
        guard let parent = layers[layers.count - 1].surface else { return layers.append(OpenLayer(surface: nil, state: state)) }
        let box = try visible(layerBoxes[number] ?? .empty, state, on: parent)
        let isSeen = !box.isEmpty || state.blendMode.isUnbounded || state.blendMode.isReplacing
        layers.append(OpenLayer(surface: isSeen ? try surface(box, label: "canvas layer") : nil, state: state))
    }
    private func endLayer() throws {
        guard layers.count > 1, let layer = layers.popLast(), let surface = layer.surface, let parent = layers[layers.count - 1].surface else { return }
        try compose(surface, layer.state, onto: parent)
    }
    /// Returns the part of a drawing's box that is visible on a surface, either directly or by its shadows.
    func visible(_ box: PixelBox, _ state: CanvasState, on surface: Surface) throws(CanvasError) -> PixelBox {
        let clip = try clips.bounds(state.clip, within: surface.box, paths: paths)
        return box.intersection(casting(clip, state.shadows))
    }

    // MARK: Draws

    func draw(_ draw: CanvasDraw, onto surface: Surface) throws {
        var state = draw.state
        if state.blendMode.isReplacing {
            // A replacing mode (`copy` in HTML) leaves nothing of a drop shadow below the shape, so only inner shadows are kept.
            let hasInner = state.blendMode == .source && state.shadows.contains { $0.kind == .inner }
            state.shadows = hasInner ? state.shadows.filter { $0.kind == .inner } : []
            if hasInner {
                try drawShape(draw, alpha: 1, mode: .clear, clip: state.clip, onto: surface)
                state.blendMode = .plus
            }
        }
        guard !state.shadows.isEmpty || state.blendMode.isUnbounded else {
            return try drawShape(draw, alpha: state.alpha, mode: state.blendMode, clip: state.clip, onto: surface)
        }
        if let color = draw.plainColor, let composite = Composite(state.blendMode), !state.blendMode.isUnbounded, state.blendMode != .clear,
            state.shadows.allSatisfy({ $0.kind == .drop }) {
            for shadow in state.shadows { try drawShadow(shadow, of: draw, color, composite, onto: surface) }
            return try drawShape(draw, alpha: state.alpha, mode: state.blendMode, clip: state.clip, onto: surface)
        }
        let box = try visible(try self.box(of: draw), state, on: surface)
        guard !box.isEmpty || state.blendMode.isUnbounded else { return }
        let layer = try self.surface(box, label: "canvas shape")
        try drawShape(draw, alpha: 1, mode: .sourceOver, clip: nil, onto: layer)
        try compose(layer, state, onto: surface)
    }

    /// Returns a box of the pixels that a draw can touch. The draw's clip and shadows are not taken into account.
    private func box(of draw: CanvasDraw) throws -> PixelBox {
        let transform = AffineTransform.scale(scale) * draw.transform
        switch draw.shape {
        case .everything: return .everything
        case .fill(let path, _): return try box(path, nil, transform)
        case .stroke(let path, let style): return try box(path, style, transform)
        case .image(_, let rectangle, _): return try box(Path(rectangle: rectangle), nil, transform)
        case .glyphs(let run):
            var box = PixelBox.empty
            for glyph in run.glyphs { box = box.union(try self.box(run.font.outline(of: glyph.id), nil, transform * run.placement(of: glyph))) }
            return box
        }
    }
    private func box(_ path: Path, _ stroke: StrokeStyle?, _ transform: AffineTransform) throws -> PixelBox {
        guard let prepared = try paths.prepare(path, stroke: stroke, transform: transform) else { return .empty }
        return PixelBox(touching: prepared.bounds.transformed(by: prepared.placement(transform)))
    }
}

extension GlyphRun {
    /// Returns the transform from em units to user space.
    func placement(of glyph: Glyph) -> AffineTransform { AffineTransform(a: size, b: 0, c: 0, d: size, tx: glyph.position.x, ty: glyph.position.y) }
}

extension CanvasDraw {
    /// The single colour of the shape; nil if the shape has several colours.
    fileprivate var plainColor: Color? {
        if case .image = shape { return nil }
        if case .color(let color) = paint { return color }
        return nil
    }
}

extension CanvasDraw.Shape {
    /// True if the shape is a single path, filled or stroked.
    var isPath: Bool {
        switch self {
        case .fill, .stroke: true
        case .glyphs, .image, .everything: false
        }
    }
}
