// ClearedTiles: which tiles of an image hold one value throughout, since they were cleared to it and nothing was drawn
// there. Clearing them to it again is no work: a background that stays, a depth buffer that is not used.
//
// Memory always holds what it should. What is known of an image counts as long as its texture's version stays, which
// everyone changes who writes texels.

import Memory

/// What is known of one image: its colour or depth, or its stencil.
final class ClearedTiles {
    private let level: Int, slice: Int, tileCount: Int
    /// The texture's, of which this is known.
    private var version: UInt64
    /// Register bits.
    private var value: SIMD4<UInt32>
    /// 1 where a tile holds the value. Unsafe: each tile's worker writes its own byte.
    private let marks: UnsafeMutablePointer<UInt8>
    private let memory: Allocation

    private init(_ attachment: Attachment, tileCount: Int, value: SIMD4<UInt32>) {
        level = attachment.level; slice = attachment.slice; self.tileCount = tileCount; self.value = value
        version = attachment.texture.hostVersion
        memory = Allocation(of: UInt8.self, count: tileCount, name: "ClearedTiles.marks")
        marks = memory.elements()
        marks.initialize(repeating: 0, count: tileCount)
    }
    deinit { memory.free() }

    /// What is known of an image as a pass begins that clears it to `value`.
    fileprivate static func begin(_ attachment: Attachment, _ known: inout ClearedTiles?, tileCount: Int, value: SIMD4<UInt32>) -> ClearedTiles {
        if let known, known.level == attachment.level, known.slice == attachment.slice, known.tileCount == tileCount {
            if known.version != attachment.texture.hostVersion || known.value != value { known.marks.update(repeating: 0, count: tileCount) }
            known.value = value
            return known
        }
        let made = ClearedTiles(attachment, tileCount: tileCount, value: value)
        known = made
        return made
    }
    /// Makes what is known count for the texels as they are now.
    fileprivate func end(_ texture: Texture) { version = texture.hostVersion }

    fileprivate func forget(_ tile: Int) { marks[tile] = 0 }

    /// Whether a tile has to be cleared to `wanted`, in all of its pixels or in a part.
    fileprivate func needsClear(_ tile: Int, to wanted: SIMD4<UInt32>, isWhole: Bool) -> Bool {
        let isKnown = marks[tile] == 1 && wanted == value
        if !isKnown { marks[tile] = isWhole && wanted == value ? 1 : 0 }
        return !isKnown
    }
}

/// What the tile renderer remembers of a texture: of one image of it, its colour or depth and its stencil.
private final class TextureTiles {
    var image: ClearedTiles?
    var stencil: ClearedTiles?
}

extension Texture {
    fileprivate var tileState: TextureTiles {
        if let known = rendererState as? TextureTiles { return known }
        let made = TextureTiles()
        rendererState = made
        return made
    }
}

/// The images of a pass, and the clears of its tiles.
struct PassImages {
    private let target: Framebuffer
    private var colors: [ClearedTiles?]
    private var depth: ClearedTiles?
    private var stencil: ClearedTiles?

    init(_ pass: RenderPassCommand, _ grid: TileGrid) {
        let target = pass.target, tileCount = grid.columns * grid.rows
        self.target = target
        /// Of two images of one texture only one would be known.
        func isAlone(_ attachment: Attachment) -> Bool {
            target.color.filter { $0?.texture === attachment.texture }.count + (target.depth?.texture === attachment.texture ? 1 : 0) < 2
        }
        colors = target.color.enumerated().map { index, attachment in
            guard let attachment, isAlone(attachment), let value = pass.clear.color(index) else { return nil }
            return .begin(attachment, &attachment.texture.tileState.image, tileCount: tileCount, value: value.registers)
        }
        if let attachment = target.depth, let value = pass.clear.depth, isAlone(attachment) {
            depth = .begin(attachment, &attachment.texture.tileState.image, tileCount: tileCount, value: SIMD4(value.bitPattern, 0, 0, 0))
        }
        if let attachment = target.stencil, let value = pass.clear.stencil {
            stencil = .begin(attachment, &attachment.texture.tileState.stencil, tileCount: tileCount, value: SIMD4(UInt32(value), 0, 0, 0))
        }
    }

    /// To be called when the pass is over and the textures have their new versions.
    func end() {
        for (attachment, tiles) in zip(target.color, colors) { if let attachment { tiles?.end(attachment.texture) } }
        if let attachment = target.depth { depth?.end(attachment.texture) }
        if let attachment = target.stencil { stencil?.end(attachment.texture) }
    }

    /// Something is drawn in a tile.
    func draw(_ tile: Int, _ aspects: ImageAspects) {
        if aspects.contains(.color) { for tiles in colors { tiles?.forget(tile) } }
        if aspects.contains(.depth) { depth?.forget(tile) }
        if aspects.contains(.stencil) { stencil?.forget(tile) }
    }

    /// - Parameters:
    ///   - pixels: those of the tile.
    ///   - area: what is to be cleared.
    ///   - replacesColor: the colours are drawn over before anyone sees them.
    func clear(_ tile: Int, _ pixels: PixelBounds, _ area: PixelBounds, _ values: ClearValues, replacesColor: Bool) {
        let part = area.intersection(pixels)
        if part.isEmpty { return }
        let isWhole = part == pixels
        let rect = PixelRect(x: part.minX, y: part.minY, width: part.maxX - part.minX + 1, height: part.maxY - part.minY + 1)
        if !replacesColor {
            for (i, attachment) in target.color.enumerated() {
                guard let attachment, let value = values.color(i), colors[i]?.needsClear(tile, to: value.registers, isWhole: isWhole) ?? true else { continue }
                AttachmentClear.color(attachment, value, rect)
            }
        }
        if let value = values.depth, let attachment = target.depth,
           depth?.needsClear(tile, to: SIMD4(value.bitPattern, 0, 0, 0), isWhole: isWhole) ?? true { AttachmentClear.depth(attachment, value, rect) }
        if let value = values.stencil, let attachment = target.stencil,
           stencil?.needsClear(tile, to: SIMD4(UInt32(value), 0, 0, 0), isWhole: isWhole) ?? true { AttachmentClear.stencil(attachment, value, rect) }
    }
}
