/// A clip as drawing commands hold it: a path, and the clips that it narrows. Immutable; commands of the same state share one.
///
/// A clip holds the next outer one, so that a chain of them is released one within the other. The chain's length is bounded where it grows (`narrowing`), and with it the
/// stack that the release takes.
package final class Clip: Sendable {
    package let path: Path
    package let rule: FillRule
    /// From the path's space to base space.
    package let transform: AffineTransform
    package let parent: Clip?
    /// How many clips narrow each other here, this one included.
    let depth: Int

    private init(path: Path, rule: FillRule, transform: AffineTransform, parent: Clip?) {
        self.path = path; self.rule = rule; self.transform = transform; self.parent = parent
        depth = 1 + (parent?.depth ?? 0)
    }

    /// The number of clips that may narrow each other.
    static let largestDepth = 256

    /// A clip within another one. Where there are more than `largestDepth`, nothing is drawn under them, so that the chain grows no further.
    static func narrowing(_ parent: Clip?, path: Path, rule: FillRule, transform: AffineTransform) -> Clip {
        if let parent, parent.depth > largestDepth { return parent }
        return Clip(path: path, rule: rule, transform: transform, parent: parent)
    }

    /// This clip and the clips that it narrows, this one first.
    var chain: some Sequence<Clip> { sequence(first: self, next: \.parent) }
}

/// The clips of a canvas, moved into another canvas that draws it. Commands that share a clip share it there as well, so that its mask is made once.
struct MovedClips {
    /// From the space of the clips to the space of the other canvas.
    let transform: AffineTransform
    /// The other canvas's clip, which all of the clips narrow.
    let outer: Clip?
    private var known: [ObjectIdentifier: Clip] = [:]

    init(transform: AffineTransform, outer: Clip?) { self.transform = transform; self.outer = outer }

    /// The same clip within `outer`.
    mutating func moved(_ clip: Clip?) -> Clip? {
        guard let clip else { return outer }
        var result = outer, unknown: [Clip] = []
        for link in clip.chain {
            if let found = known[ObjectIdentifier(link)] { result = found; break }
            unknown.append(link)
        }
        for link in unknown.reversed() {
            let moved = Clip.narrowing(result, path: link.path, rule: link.rule, transform: transform * link.transform)
            known[ObjectIdentifier(link)] = moved
            result = moved
        }
        return result
    }
}
