// WorkSheet: the counts of each pixel of an image, or of each pixel of all layers of a layered framebuffer.
//
// The counts of the running pass are kept apart from the counts of earlier passes. When a draw into another image reads this image, the
// earlier counts are added to the pixels of the other image. If an opaque fragment is then written to this image, the earlier counts of its
// pixel are removed from this sheet. Without this removal, two images that are drawn alternately would count work twice. If no draw has
// read the image, an opaque fragment only hides the earlier work, and the earlier counts stay.

import Raster

final class WorkSheet {
    let width: Int, height: Int
    /// The number of layers; 1 for the images of a framebuffer that is not layered. Pixels are numbered through all layers: the first pixel
    /// of a layer follows the last pixel of the previous layer.
    let layerCount: Int
    /// The images that share the sheet. The list keeps the textures of these images alive.
    let members: [Attachment]
    /// Whether a draw or transfer has read the images since the beginning of the last pass that writes the images.
    var isHandedOn = false
    /// The counts of the running pass's draws, without the draws whose shaders a WorkRunner observes.
    private(set) var counter: FragmentCounter
    /// For each pixel, whether other draws have read the counts that the pixel had before the pass; empty if no draw has read such
    /// counts.
    private var stale: [Bool] = []
    let quantities: [FragmentCounter.Quantity]
    /// `before` has the counts of earlier passes. `added` has further counts of the running pass, which a WorkRunner added. An empty list
    /// means that there are no counts.
    private var before: [[Double]], added: [[Double]]

    /// Creates a sheet without counts. The sheet can count only between `begin` and `end`.
    init(width: Int, height: Int, layerCount: Int = 1, _ quantities: [FragmentCounter.Quantity], members: [Attachment]) {
        self.width = width; self.height = height; self.layerCount = layerCount; self.quantities = quantities; self.members = members
        before = quantities.map { _ in [] }
        added = before
        counter = FragmentCounter(width: 0, height: 0, [])
    }

    static func none(_ quantity: FragmentCounter.Quantity) -> Double { quantity == .mipLevel ? .nan : 0 }
    private static func sum(_ quantity: FragmentCounter.Quantity, _ a: Double, _ b: Double) -> Double { quantity == .mipLevel ? Double.minimum(a, b) : a + b }

    var hasStale: Bool { !stale.isEmpty }
    var isDepthAlone: Bool { members.allSatisfy { !$0.texture.format.isColor } }
    func place(of quantity: FragmentCounter.Quantity) -> Int? { quantities.firstIndex(of: quantity) }
    /// The number of pixels of a layer.
    private var layerSize: Int { width * height }
    private var pixelCount: Int { layerSize * layerCount }
    /// Returns the counts of one layer of an image that has the given size. The image may be smaller than the sheet.
    func values(_ quantity: FragmentCounter.Quantity, layer: Int, width: Int, height: Int) -> [Double] {
        guard let place = place(of: quantity), !before[place].isEmpty else { return [Double](repeating: WorkSheet.none(quantity), count: width * height) }
        return resized(place, layer: layer, width: width, height: height)
    }
    /// Returns the counts of a layer for another size. Pixels outside of the sheet have no counts.
    private func resized(_ place: Int, layer: Int, width: Int, height: Int) -> [Double] {
        let first = layer * layerSize
        if width == self.width && height == self.height { return Array(before[place][first..<(first + layerSize)]) }
        var result = [Double](repeating: WorkSheet.none(quantities[place]), count: width * height)
        for y in 0..<min(height, self.height) {
            for x in 0..<min(width, self.width) { result[y * width + x] = before[place][first + y * self.width + x] }
        }
        return result
    }
    /// Returns a pixel's count from finished passes.
    func value(_ place: Int, _ pixel: Int) -> Double { before[place].isEmpty ? WorkSheet.none(quantities[place]) : before[place][pixel] }

    // MARK: Passes

    func begin() {
        // A WorkRunner needs the number of written fragments of each pixel, so the counter always counts written fragments.
        counter = FragmentCounter(width: width, height: height, layerCount: layerCount, quantities.contains(.written) ? quantities : quantities + [.written])
        stale = isHandedOn && before.contains { !$0.isEmpty } ? [Bool](repeating: true, count: pixelCount) : []
        isHandedOn = false
    }
    /// Adds the counts of the pass to the counts of the earlier passes.
    func end() {
        for (place, quantity) in quantities.enumerated() {
            join(place, counter.values(quantity), at: 0, &before)
            if !added[place].isEmpty { join(place, added[place], at: 0, &before) }
            added[place] = []
        }
        counter = FragmentCounter(width: 0, height: 0, [])
        stale = []
    }
    /// - Parameter first: The pixel to which the first value is added.
    private func join(_ place: Int, _ values: [Double], at first: Int, _ list: inout [[Double]]) {
        let quantity = quantities[place]
        if list[place].isEmpty {
            if values.count == pixelCount { return list[place] = values }
            list[place] = [Double](repeating: WorkSheet.none(quantity), count: pixelCount)
        }
        for pixel in values.indices { list[place][first + pixel] = WorkSheet.sum(quantity, list[place][first + pixel], values[pixel]) }
    }

    /// Adds a count to the running pass.
    func add(_ place: Int, _ pixel: Int, _ value: Double) {
        let quantity = quantities[place]
        if added[place].isEmpty { added[place] = [Double](repeating: WorkSheet.none(quantity), count: pixelCount) }
        added[place][pixel] = WorkSheet.sum(quantity, added[place][pixel], value)
    }
    /// Removes the earlier counts of a pixel if another draw has read these counts. The counts then belong to the image of the other draw.
    /// The method `replace` is called when an opaque fragment is written.
    func replace(_ pixel: Int) {
        guard !stale.isEmpty, stale[pixel] else { return }
        stale[pixel] = false
        for (place, quantity) in quantities.enumerated() where !before[place].isEmpty { before[place][pixel] = WorkSheet.none(quantity) }
    }

    // MARK: Clears and transfers

    func forget() { before = quantities.map { _ in [] } }
    /// - Parameter area: An area from the lower left, in all layers. Parts outside of the image are ignored.
    func forget(_ area: PixelRect) {
        let columns = max(0, area.x)..<max(max(0, area.x), min(width, area.x + area.width)),
            rows = max(0, area.y)..<max(max(0, area.y), min(height, area.y + area.height))
        for (place, quantity) in quantities.enumerated() where !before[place].isEmpty {
            for layer in 0..<layerCount {
                for y in rows { for x in columns { before[place][layer * layerSize + y * width + x] = WorkSheet.none(quantity) } }
            }
        }
    }
    /// Adds the counts from a layer of another sheet to a layer of this sheet.
    func take(_ other: LayerOfSheet, into layer: Int) {
        for place in quantities.indices where !other.sheet.before[place].isEmpty {
            join(place, other.sheet.resized(place, layer: other.layer, width: width, height: height), at: layer * layerSize, &before)
        }
    }
    /// Replaces the counts of a layer's rectangle with the counts of another image's rectangle, scaled to the size of the first
    /// rectangle. Enlarging spreads the counts over more pixels, and reducing adds up the counts. Corners may be swapped, as in a
    /// blit. If `other` is nil, the other image has no counts. Pixels outside of `scissor`, and pixels that come from outside of
    /// the other image, keep their counts.
    func replace(_ to: (x0: Int, y0: Int, x1: Int, y1: Int), ofLayer layer: Int, from other: LayerOfSheet?,
                 _ from: (x0: Int, y0: Int, x1: Int, y1: Int), sourceSize: (width: Int, height: Int), within scissor: PixelRect? = nil) {
        let source = other?.sheet, first = layer * layerSize, sourceFirst = other.map { $0.layer * $0.sheet.layerSize } ?? 0
        guard to.x0 != to.x1, to.y0 != to.y1, from.x0 != from.x1, from.y0 != from.y1 else { return }
        /// For each pixel of a row or column of the destination, returns the source pixels and a share: the destination pixel gets this
        /// share of the source pixels' counts.
        func spans(_ a: (Int, Int), _ b: (Int, Int), _ limit: Int, _ sourceLimit: Int, _ counted: Int?,
                   _ scissor: (start: Int, count: Int)?) -> [(pixel: Int, source: Range<Int>, share: Double)] {
            let low = max(0, min(a.0, a.1), scissor?.start ?? 0), high = min(limit, max(a.0, a.1), scissor.map { $0.start + $0.count } ?? limit)
            let step = Double(b.1 - b.0) / Double(a.1 - a.0)
            return (low..<max(low, high)).compactMap { pixel in
                guard Blit.texel(pixel, destination: a, source: b, limit: sourceLimit) != nil else { return nil }
                let p = Double(b.0) + Double(pixel - a.0) * step, q = p + step
                let first = Int(min(p, q).rounded(.down)), last = max(first + 1, Int(max(p, q).rounded(.down)))
                let inside = max(0, first)..<max(max(0, first), min(sourceLimit, counted ?? sourceLimit, last))
                return (pixel, inside, abs(step) / Double(last - first))
            }
        }
        let columns = spans((to.x0, to.x1), (from.x0, from.x1), width, sourceSize.width, source?.width, scissor.map { ($0.x, $0.width) }),
            rows = spans((to.y0, to.y1), (from.y0, from.y1), height, sourceSize.height, source?.height, scissor.map { ($0.y, $0.height) })
        for (place, quantity) in quantities.enumerated() {
            let none = WorkSheet.none(quantity)
            if before[place].isEmpty {
                if source?.before[place].isEmpty ?? true { continue }
                before[place] = [Double](repeating: none, count: pixelCount)
            }
            for row in rows {
                for column in columns {
                    var sum = none
                    if let source, !source.before[place].isEmpty {
                        for y in row.source {
                            for x in column.source { sum = WorkSheet.sum(quantity, sum, source.before[place][sourceFirst + y * source.width + x]) }
                        }
                    }
                    before[place][first + row.pixel * width + column.pixel] = quantity == .mipLevel ? sum : sum * row.share * column.share
                }
            }
        }
    }
}

/// The counts of one image: a layer of a sheet.
struct LayerOfSheet {
    let sheet: WorkSheet
    let layer: Int
}
