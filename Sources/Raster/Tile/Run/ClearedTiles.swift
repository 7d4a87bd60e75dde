// ClearedTiles: remembers the tiles of an image that were cleared to one value and in which nothing has been drawn since then. A
// remembered tile need not be cleared to the same value a second time. Leaving out repeated clears saves most of the work for an
// unchanging background and for a depth buffer that no draw uses.
//
// The texels in memory are always correct: only repeated work is left out. ClearedTiles has a mark for each tile. The marks are valid as
// long as the texture's version does not change. All code that writes texels changes the version.

import Memory

/// The marks for one aspect of an image: either for its colour or depth, or for its stencil. A marked tile holds the value to which it was
/// cleared.
final class ClearedTiles {
    private let level: Int, slice: Int, layerCount: Int
    /// The size of the target in pixels. The target may be smaller than the image. The last tiles of a row or column end at the target's
    /// borders.
    private let width: Int, height: Int
    /// The format in which clears of the target store the value.
    private let format: PixelFormat
    /// The version that the texture had when the marks were last valid.
    private var version: UInt64
    /// The value that marked tiles hold, as register bits.
    private var value: SIMD4<UInt32>
    /// A byte per tile: 1 if the tile holds the value. `marks` is a pointer, because several workers write at once. Each worker
    /// writes only the byte of its tile.
    private let marks: UnsafeMutablePointer<UInt8>
    private let memory: Allocation

    private init(_ attachment: Attachment, _ target: Framebuffer, tileCount: Int, value: SIMD4<UInt32>) {
        level = attachment.level; slice = attachment.slice; layerCount = target.layerCount; width = target.width; height = target.height; self.value = value
        format = target.drawnFormat(attachment)
        version = attachment.texture.hostVersion
        memory = Allocation(of: UInt8.self, count: tileCount, name: "ClearedTiles.marks")
        marks = memory.elements()
        marks.initialize(repeating: 0, count: tileCount)
    }
    deinit { memory.free() }

    /// Returns the ClearedTiles object for a pass that clears an image to `value`. If `known` is about this image, the result is `known`
    /// without the marks that are no longer valid. If `known` is nil, or is about another image or about a target of another size, the
    /// result is a new object.
    fileprivate static func begin(_ attachment: Attachment, of target: Framebuffer, _ known: inout ClearedTiles?, tileCount: Int,
                                  value: SIMD4<UInt32>) -> ClearedTiles {
        if let known, known.level == attachment.level, known.slice == attachment.slice, known.layerCount == target.layerCount, known.width == target.width,
           known.height == target.height, known.format == target.drawnFormat(attachment) {
            if known.version != attachment.texture.hostVersion || known.value != value { known.marks.update(repeating: 0, count: tileCount) }
            known.value = value
            return known
        }
        let made = ClearedTiles(attachment, target, tileCount: tileCount, value: value)
        known = made
        return made
    }
    /// Declares that the marks are valid for the present texels.
    fileprivate func end(_ texture: Texture) { version = texture.hostVersion }

    fileprivate func forget(_ tile: Int) { marks[tile] = 0 }

    /// Returns whether a tile still has to be cleared to `wanted`. If the result is true, this call also notes that the tile will
    /// be cleared. `isWhole` says whether the clear reaches all pixels of the tile.
    fileprivate func needsClear(_ tile: Int, to wanted: SIMD4<UInt32>, isWhole: Bool) -> Bool {
        let isKnown = marks[tile] == 1 && wanted == value
        if !isKnown { marks[tile] = isWhole && wanted == value ? 1 : 0 }
        return !isKnown
    }
}

/// The ClearedTiles objects that the tile renderer keeps with a texture: for the colour or depth of one image (level and slice), and for
/// its stencil.
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

/// The images of a pass, and the clears of the pass's tiles.
struct PassClears {
    private let target: Framebuffer
    private var colors: [ClearedTiles?]
    private var depth: ClearedTiles?
    private var stencil: ClearedTiles?

    init(_ pass: RenderPassCommand, _ grid: TileGrid) {
        let target = pass.target, tileCount = grid.tileCount
        self.target = target
        /// A texture keeps the marks of only one of its images. So a pass that draws to two images of one texture keeps no marks for these
        /// images.
        func isAlone(_ attachment: Attachment) -> Bool {
            target.color.filter { $0?.texture === attachment.texture }.count + (target.depth?.texture === attachment.texture ? 1 : 0) < 2
        }
        colors = target.color.enumerated().map { index, attachment in
            guard let attachment, isAlone(attachment), let value = pass.clear.color(index) else { return nil }
            return .begin(attachment, of: target, &attachment.texture.tileState.image, tileCount: tileCount, value: value.registers)
        }
        if let attachment = target.depth, let value = pass.clear.depth, isAlone(attachment) {
            depth = .begin(attachment, of: target, &attachment.texture.tileState.image, tileCount: tileCount, value: SIMD4(value.bitPattern, 0, 0, 0))
        }
        if let attachment = target.stencil, let value = pass.clear.stencil {
            stencil = .begin(attachment, of: target, &attachment.texture.tileState.stencil, tileCount: tileCount, value: SIMD4(UInt32(value), 0, 0, 0))
        }
    }

    /// Ends the pass. Call this function after the textures have got their new versions.
    func end() {
        for (attachment, tiles) in zip(target.color, colors) { if let attachment { tiles?.end(attachment.texture) } }
        if let attachment = target.depth { depth?.end(attachment.texture) }
        if let attachment = target.stencil { stencil?.end(attachment.texture) }
    }

    /// Removes the marks of a tile in which something is drawn.
    func draw(_ tile: Int, _ aspects: ImageAspects) {
        if aspects.contains(.color) { for tiles in colors { tiles?.forget(tile) } }
        if aspects.contains(.depth) { depth?.forget(tile) }
        if aspects.contains(.stencil) { stencil?.forget(tile) }
    }

    /// Clears the part of a tile that lies within `area`.
    /// - Parameters:
    ///   - layer: The layer of the tile.
    ///   - pixels: The pixels of the tile.
    ///   - area: The pixels that the clear reaches. The scissor of `clear` has no effect.
    ///   - replacesColor: Whether the next draw replaces the colour of every pixel of the tile, so that cleared colours would never
    ///     be seen.
    func clear(_ tile: Int, layer: Int, _ pixels: InclusivePixelBounds, _ area: InclusivePixelBounds, _ clear: ClearCall, replacesColor: Bool) {
        let part = area.intersection(pixels), values = clear.values, mask = clear.mask
        if part.isEmpty { return }
        let isWhole = part == pixels
        let rect = PixelRect(x: part.minX, y: part.minY, width: part.maxX - part.minX + 1, height: part.maxY - part.minY + 1)
        if !replacesColor {
            for (i, attachment) in target.color.enumerated() {
                guard let attachment, let value = values.color(i) else { continue }
                let mask = mask.color(i)
                guard colors[i]?.needsClear(tile, to: value.registers, isWhole: isWhole && mask == .all) ?? true else { continue }
                AttachmentClear.color(attachment, of: target, layer: layer, value, mask: mask, rect)
            }
        }
        let depthValue = values.depth.flatMap { value in
            depth?.needsClear(tile, to: SIMD4(value.bitPattern, 0, 0, 0), isWhole: isWhole) ?? true ? value : nil
        }
        let stencilValue = values.stencil.flatMap { value in
            stencil?.needsClear(tile, to: SIMD4(UInt32(value), 0, 0, 0), isWhole: isWhole && mask.stencil == 0xFF) ?? true ? value : nil
        }
        if depthValue != nil || stencilValue != nil {
            AttachmentClear.depthAndStencil(of: target, layer: layer, depth: depthValue, stencil: stencilValue, stencilMask: mask.stencil, rect)
        }
    }
}
