extension Polylines {
    /// The winding number of the inside (+1 or −1), if a quick test finds this number. The test succeeds for a single polygon whose corners
    /// go exactly once around their mean, for example a convex shape, a disc or a star. A polygon whose corners go once around their mean
    /// never crosses itself, under any affine transform. For all other polygons the value is 0, even if the polygon does not cross itself.
    ///
    /// +1 means that, with y down and a transform without reflection, the edges to the left of the inside run downwards.
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
            // Each full turn passes the height of the centre twice: once downwards and once upwards.
            if (previous.y < 0) != (next.y < 0) { rounds += 1 }
            previous = next
        }
        guard rounds == 2, positive == 0 || negative == 0 else { return 0 }
        return positive > 0 ? -1 : 1
    }
}
