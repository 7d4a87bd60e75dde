// PixelArea: the saved contents of some pixels of a framebuffer, which can be restored after a draw.

import Raster

struct PixelArea {
    private let area: PixelRect
    private let places: [UnsafeMutableRawBufferPointer]
    private let saved: [[UInt8]]
    private let target: Framebuffer

    /// - Parameter area: An area inside of the framebuffer.
    init(_ area: PixelRect, of target: Framebuffer) {
        self.area = area; self.target = target
        let pixels = (0..<area.height).flatMap { dy in (0..<area.width).map { dx in (x: area.x + dx, y: area.y + dy) } }
        places = pixels.flatMap { PixelArea.places($0.x, $0.y, target) }
        saved = places.map { [UInt8]($0) }
    }
    func restore() {
        for (place, bytes) in zip(places, saved) { place.copyBytes(from: bytes) }
    }
    /// Returns a pixel's current contents: the values in each attachment, layer and sample.
    func bytes(ofX x: Int, y: Int) -> [[UInt8]] { PixelArea.places(x, y, target).map { [UInt8]($0) } }

    private static func places(_ x: Int, _ y: Int, _ target: Framebuffer) -> [UnsafeMutableRawBufferPointer] {
        target.attachments.flatMap { attachment in
            let storage = attachment.texture.storage
            return attachment.slices.prefix(target.layerCount).flatMap { slice in
                (0..<storage.samples).map {
                    UnsafeMutableRawBufferPointer(start: storage.address(level: attachment.level, slice: slice, x: x, y: y, sample: $0),
                                                  count: storage.bytesPerTexel)
                }
            }
        }
    }
}

extension PixelRect {
    /// Returns the intersection of the two rectangles; an empty rectangle if they have no common pixels.
    func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x), bottom = max(y, other.y)
        let right = min(x + width, other.x + other.width), top = min(y + height, other.y + other.height)
        return PixelRect(x: left, y: bottom, width: max(0, right - left), height: max(0, top - bottom))
    }
    func contains(_ x: Int, _ y: Int) -> Bool { x >= self.x && y >= self.y && x - self.x < width && y - self.y < height }
}
