// InclusivePixelBounds: the rectangle of pixels that a command or a primitive may touch.

/// A rectangle of pixels from (minX, minY) to (maxX, maxY), both included; empty if a maximum is below its minimum.
package struct InclusivePixelBounds: Equatable {
    package var minX: Int, minY: Int, maxX: Int, maxY: Int
    var isEmpty: Bool { maxX < minX || maxY < minY }
    func contains(_ x: Int, _ y: Int) -> Bool { x >= minX && x <= maxX && y >= minY && y <= maxY }
    func intersection(_ o: InclusivePixelBounds) -> InclusivePixelBounds {
        InclusivePixelBounds(minX: max(minX, o.minX), minY: max(minY, o.minY), maxX: min(maxX, o.maxX), maxY: min(maxY, o.maxY))
    }
    package init(minX: Int, minY: Int, maxX: Int, maxY: Int) { self.minX = minX; self.minY = minY; self.maxX = maxX; self.maxY = maxY }
    /// - Precondition: x, y, width and height of the rectangle are in the ranges of a scissor.
    init(_ rect: PixelRect) { self.init(minX: rect.x, minY: rect.y, maxX: rect.x + rect.width - 1, maxY: rect.y + rect.height - 1) }
    /// The bounds of all pixels that a primitive can reach.
    static let guardBand = InclusivePixelBounds(minX: -65536, minY: -65536, maxX: 65536, maxY: 65536)
    static func whole(_ target: Framebuffer) -> InclusivePixelBounds { InclusivePixelBounds(minX: 0, minY: 0, maxX: target.width - 1, maxY: target.height - 1) }
}
