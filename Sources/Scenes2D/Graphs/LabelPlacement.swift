public import Canvas

/// Finds places for texts and icons so that no two touch: every text and icon of a graph gets its place here.
///
/// A thing that wants a place names rectangles in the order of its liking and gets the first that lies within the bounds and keeps its distance from all that have theirs.
/// The thing that asks first has the choice.
public struct LabelPlacement: Sendable {
    /// Nothing gets a place that reaches beyond it.
    public let bounds: Rectangle
    /// The places that are taken, in the order in which they were.
    public private(set) var taken: [Rectangle] = []
    /// An empty area.
    public init(within bounds: Rectangle) { self.bounds = bounds }

    /// Keeps an area free of all that comes after, whatever lies there already.
    public mutating func block(_ area: Rectangle) { taken.append(area) }
    /// Whether a rectangle lies within the bounds and at least `gap` away from all places that are taken.
    public func isFree(_ place: Rectangle, gap: Double) -> Bool {
        guard place.minX >= bounds.minX, place.maxX <= bounds.maxX, place.minY >= bounds.minY, place.maxY <= bounds.maxY else { return false }
        return !taken.contains { $0.minX < place.maxX + gap && place.minX < $0.maxX + gap && $0.minY < place.maxY + gap && place.minY < $0.maxY + gap }
    }
    /// Takes the first free place, or rather the first that is also liked.
    /// - Parameters:
    ///   - candidates: Places in the order of their liking. Places of numbers that are not finite are never free.
    ///   - gap: The least distance to other places.
    ///   - isLiked: A free place that is not liked is taken only where no free place is liked.
    /// - Returns: Which one was taken; nil where none is free.
    public mutating func place(_ candidates: [Rectangle], gap: Double = 0, preferring isLiked: (Rectangle) -> Bool = { _ in true }) -> Int? {
        let free = candidates.indices.filter { isFree(candidates[$0], gap: gap) }
        guard let chosen = free.first(where: { isLiked(candidates[$0]) }) ?? free.first else { return nil }
        taken.append(candidates[chosen])
        return chosen
    }
}
