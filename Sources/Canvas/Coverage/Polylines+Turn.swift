extension Polylines {
    /// How often the lines wind around their inside, where that is seen at once: +1 or −1 for a single polygon whose corners go once around the mean of all corners, as those of
    /// convex shapes, discs and stars do. Such a polygon never crosses itself, whatever affine transform is applied. 0 for all others, be they as simple.
    ///
    /// +1 where a transform without reflection, y down, makes edges to the left of the inside run downwards.
    package var turn: Int32 {
        guard starts.count == 1, points.count >= 3 else { return 0 }
        var sum = Point(0, 0)
        for point in points { sum += point }
        let center = sum / Double(points.count)
        guard center.x.isFinite, center.y.isFinite else { return 0 }
        var previous = points[points.count - 1] - center, positive = 0, negative = 0, rounds = 0
        for point in points {
            let next = point - center, cross = previous.cross(next)
            if cross > 0 { positive += 1 } else if cross < 0 { negative += 1 } else { return 0 }
            // Each full turn comes once from above the center to below it, or the other way around.
            if (previous.y < 0) != (next.y < 0) { rounds += 1 }
            previous = next
        }
        guard rounds == 2, positive == 0 || negative == 0 else { return 0 }
        return positive > 0 ? -1 : 1
    }
}
