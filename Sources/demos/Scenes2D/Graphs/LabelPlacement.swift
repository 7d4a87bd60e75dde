public import Canvas

/// Finds positions for texts and icons, so that no text or icon overlaps another. This type places all texts and icons of a graph.
///
/// For each text or icon, the caller gives candidate rectangles in order of preference. The first candidate that lies within the bounds
/// and far enough from all taken rectangles is used. Texts and icons that are placed early have more free positions than texts and icons
/// that are placed late.
public struct LabelPlacement: Sendable {
    /// The area in which all placed rectangles must lie.
    public let bounds: Rectangle
    /// The taken rectangles, in the order in which they were taken.
    public private(set) var taken: [Rectangle] = []
    /// Creates an empty area.
    public init(within bounds: Rectangle) { self.bounds = bounds }

    /// Marks an area as taken, whether or not it overlaps other taken areas.
    public mutating func block(_ area: Rectangle) { taken.append(area) }
    /// Returns true if a rectangle lies within the bounds and at least `gap` away from all taken areas.
    public func isFree(_ place: Rectangle, gap: Double) -> Bool {
        guard place.minX >= bounds.minX, place.maxX <= bounds.maxX, place.minY >= bounds.minY, place.maxY <= bounds.maxY else { return false }
        return !taken.contains { $0.minX < place.maxX + gap && place.minX < $0.maxX + gap && $0.minY < place.maxY + gap && place.minY < $0.maxY + gap }
    }
    /// Takes the first candidate that is free and for which `isLiked` is true; if there is no such candidate, takes the first free
    /// candidate.
    /// - Parameters:
    ///   - candidates: Rectangles in order of preference. Rectangles with numbers that are not finite are never free.
    ///   - gap: The minimum distance to taken areas.
    ///   - isLiked: Returns true for a preferred rectangle.
    /// - Returns: The index of the taken candidate; nil if no candidate is free.
    public mutating func place(_ candidates: [Rectangle], gap: Double = 0, preferring isLiked: (Rectangle) -> Bool = { _ in true }) -> Int? {
        let free = candidates.indices.filter { isFree(candidates[$0], gap: gap) }
        guard let chosen = free.first(where: { isLiked(candidates[$0]) }) ?? free.first else { return nil }
        taken.append(candidates[chosen])
        return chosen
    }
}
