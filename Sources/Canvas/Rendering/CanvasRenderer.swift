public import Raster

/// Draws canvases with a device's pipelines. Keep one renderer for the lifetime of the device, because the renderer caches
/// programs, prepared paths and glyphs between frames.
public final class CanvasRenderer {
    /// Numbers that describe the work of one call of `draw`.
    public struct Statistics: Sendable, Hashable {
        /// The number of paths that were not cached, and were therefore flattened or stroked.
        public var preparedPaths = 0
        /// The number of render passes.
        public var passes = 0
        /// The number of draw calls. Consecutive shapes in plain colours share one call.
        public var drawCalls = 0
        /// The number of drawn pixel rectangles.
        public var pieces = 0
        /// The number of bytes of coverage passed to the pipeline.
        public var maskBytes = 0
    }
    /// The device that draws.
    public let device: Device
    /// The work of the last call of `draw`.
    public private(set) var statistics = Statistics()
    let paths = PreparedPaths()
    let images = ImageTextures()
    let glyphs = GlyphRuns()
    let rasterizer = CoverageRasterizer()
    private let crew: CoverageWorkers
    private let programs: CanvasPrograms
    private let pool: SurfacePool

    /// The memory, in bytes, that threads use to find paths and coverage. This memory is kept for later frames.
    package var scratchByteCount: Int { crew.keptBytes + paths.keptBytes }

    /// Creates a renderer with empty caches.
    public init(device: Device) throws {
        self.device = device
        programs = CanvasPrograms.of(device)
        pool = SurfacePool(device: device)
        crew = CoverageWorkers(device: device)
    }

    /// Records the passes that draw a canvas.
    /// - Parameters:
    ///   - canvas: The canvas.
    ///   - encoder: The encoder that the passes are recorded into. The encoder is unchanged if `draw` throws. The encoder may be kept and
    ///     submitted again, because the encoder retains all objects that its commands use.
    ///   - target: The framebuffer. Colour attachment 0 must be an `rgba8` image with one sample, and holds premultiplied colours; other
    ///     attachments stay unchanged.
    ///   - scale: Pixels per point, above 0.
    ///   - origin: The pixel of the canvas at the target's upper left corner. A large canvas can be drawn in tiles, each with its
    ///     own origin; the bits are the same as in one drawing.
    ///   - clear: The colour that fills the target first; nil to draw over the stored colours.
    /// - Throws: `CanvasError` if a number is not finite or a limit is exceeded. `RasterError` from the device, such as
    ///   `deviceInUse` while another thread uses the device.
    public func draw(_ canvas: Canvas, into encoder: inout CommandEncoder, target: Framebuffer, scale: Double = 1, origin: (x: Int, y: Int) = (0, 0),
                     clear: Color? = nil) throws {
        // Only one thread at a time may use the device and the caches.
        try device.access.held("the renderer of a canvas") { try drawAlone(canvas, into: &encoder, target, scale, origin, clear) }
    }
    private func drawAlone(_ canvas: Canvas, into encoder: inout CommandEncoder, _ target: Framebuffer, _ scale: Double, _ origin: (x: Int, y: Int),
                           _ clear: Color?) throws {
        guard scale > 0, scale.isFinite else { throw CanvasError(.invalidArgument, "the scale", "is \(scale)", remedy: "use a number above 0") }
        let places = -PixelBox.reach / 2...PixelBox.reach / 2
        guard places.contains(origin.x), places.contains(origin.y) else {
            throw CanvasError(.invalidArgument, "the origin", "is (\(origin.x), \(origin.y))", remedy: "use \(places.lowerBound) to \(places.upperBound)")
        }
        let framebuffer = try checkedTarget(target)
        guard let texture = framebuffer.color[0]?.texture, encoder.device === device else {
            throw RasterError(.wrongDevice, "the encoder of a canvas", "belongs to another device", remedy: "use one of the renderer's device")
        }
        let box = PixelBox(x0: origin.x, y0: origin.y, x1: origin.x + framebuffer.width, y1: origin.y + framebuffer.height)
        let surface = Surface(framebuffer: framebuffer, texture: texture, box: box, clear: clear?.premultiplied)
        let preparedBefore = paths.preparationCount
        pool.begin()
        defer { pool.end(); paths.endFrame(); images.endFrame(); glyphs.endFrame(); crew.endFrame() }
        let planner = FramePlanner(renderer: self, pool: pool, scale: scale)
        try planner.draw(canvas.commands, onto: surface)
        var recorded = encoder
        statistics = try record(planner, into: &recorded)
        statistics.preparedPaths = paths.preparationCount - preparedBefore
        encoder = recorded
    }

    /// Throws an error if a canvas cannot be drawn to the target. If the canvas can be drawn, returns a framebuffer with only colour
    /// attachment 0 of the target.
    private func checkedTarget(_ target: Framebuffer) throws -> Framebuffer {
        let name = "a canvas' target" + (target.label.isEmpty ? "" : " '\(target.label)'")
        guard target.owner === device else { throw RasterError(.wrongDevice, name, "belongs to another device", remedy: "use one of the renderer's device") }
        guard let color = target.color.first ?? nil, color.texture.format == .rgba8 else {
            throw RasterError(.incompleteFramebuffer, name, "has no colour 0 of format rgba8", remedy: "make it with color: [.rgba8]")
        }
        guard target.samples == 1 else {
            throw RasterError(.unsupported, name, "is multisampled", remedy: "use a single-sampled target: a canvas antialiases edges by itself")
        }
        return target.attachments.count == 1 ? target : try device.makeFramebuffer(color: [color], label: target.label)
    }

    private func record(_ planner: FramePlanner, into encoder: inout CommandEncoder) throws -> Statistics {
        var statistics = Statistics()
        try glyphs.compose(on: device)
        let jobs = planner.jobs, found = try crew.cover(jobs)
        let masks = try found.maskSizes.map { try pool.mask(byteCount: $0) }
        let vertices = try pool.vertices(byteCount: found.pieceCount * 4 * MemoryLayout<PieceVertex>.stride), quads = try programs.quadIndices()
        try vertices.write(as: PieceVertex.self) { try crew.write(jobs, to: $0) }
        for (number, mask) in masks.enumerated() { try mask.write { try crew.write(mask: number, to: $0) } }
        statistics.maskBytes = found.maskSizes.reduce(0, +)
        var firstJob = 0
        for step in planner.steps {
            switch step {
            case .copy(let source, let box, let copy):
                // The rows of textures are counted from the bottom, but the rows of boxes are counted from the top.
                let image = source.framebuffer.color[0]
                let region = TextureRegion(x: box.x0 - source.box.x0, y: source.height - (box.y1 - source.box.y0), z: image?.slice ?? 0,
                                           width: box.width, height: box.height)
                encoder.copy(source.texture, level: image?.level ?? 0, region: region, to: copy.texture,
                             x: box.x0 - copy.box.x0, y: copy.height - (box.y1 - copy.box.y0))
            case .pass(let pass):
                let clear = pass.clear.map { ClearValues(colors: [.float($0)]) } ?? .none
                try encoder.render(to: pass.surface.framebuffer, clear: clear, label: "canvas") { render in
                    for batch in pass.batches {
                        let first = firstJob + batch.jobs.lowerBound, last = firstJob + batch.jobs.upperBound
                        let pieces = (first == 0 ? 0 : found.ends[first - 1])..<(last == 0 ? 0 : found.ends[last - 1])
                        if pieces.isEmpty { continue }
                        try begin(batch, of: pass, &render)
                        for number in masks.indices {
                            let end = number + 1 < masks.count ? found.maskBegins[number + 1] : found.pieceCount
                            let own = pieces.clamped(to: found.maskBegins[number]..<end)
                            if own.isEmpty { continue }
                            render.setTexture("mask", masks[number], .nearest)
                            record(own, vertices, quads, "\(batch.key.paint.shader)", into: &render, &statistics)
                        }
                    }
                }
                statistics.passes += 1
                firstJob += pass.jobs.count
            }
        }
        return statistics
    }
    /// Sets the state that all pieces of a batch share.
    private func begin(_ batch: Batch, of pass: PassStep, _ render: inout RenderPass) throws {
        let surface = pass.surface
        let pipeline = try programs.pipeline(batch.key)
        render.setPipeline(pipeline)
        render.setUniform("pixelSize", SIMD2(2 / Float(surface.width), 2 / Float(surface.height)))
        // Programs for plain colours have no uniform `place`, because plain colours do not depend on the pixel's position.
        if pipeline.program.uniforms["place"] != nil { render.setUniform("place", surface.place - batch.key.paint.origin) }
        batch.key.paint.set(in: &render)
        if let backdrop = batch.backdrop {
            render.setTexture("backdrop", backdrop.surface.texture, .nearest)
            render.setUniform("backdropShift", backdrop.shift)
        }
    }
    private func record(_ pieces: Range<Int>, _ vertices: Buffer, _ quads: Buffer, _ label: String, into render: inout RenderPass,
                        _ statistics: inout Statistics) {
        for first in stride(from: pieces.lowerBound, to: pieces.upperBound, by: CanvasPrograms.piecesPerDraw) {
            let count = min(CanvasPrograms.piecesPerDraw, pieces.upperBound - first)
            render.setVertexBuffer(vertices, offset: first * 4 * MemoryLayout<PieceVertex>.stride)
            render.drawIndexed(quads, type: .uint16, count: 6 * count, label: label)
            statistics.drawCalls += 1
            statistics.pieces += count
        }
    }
}
