/// A clip of a drawing command: a path, and the outer clips that the path narrows. Clips are immutable; commands with the same state share
/// one clip.
///
/// A clip retains the next outer clip, so releasing a chain recurses and uses the stack. Therefore, `narrowing` limits the length of a chain.
package final class Clip: Sendable {
    package let path: Path
    package let rule: FillRule
    /// The transform from the path's space to base space.
    package let transform: AffineTransform
    package let parent: Clip?
    /// The number of clips in the chain, including this clip.
    let depth: Int

    private init(path: Path, rule: FillRule, transform: AffineTransform, parent: Clip?) {
        self.path = path; self.rule = rule; self.transform = transform; self.parent = parent
        depth = 1 + (parent?.depth ?? 0)
    }

    /// The maximum number of nested clips.
    static let largestDepth = 256

    /// Returns a clip within another clip. Drawing under a chain longer than `largestDepth` throws an error. This function therefore does
    /// not lengthen such a chain, but returns `parent`.
    static func narrowing(_ parent: Clip?, path: Path, rule: FillRule, transform: AffineTransform) -> Clip {
        if let parent, parent.depth > largestDepth { return parent }
        return Clip(path: path, rule: rule, transform: transform, parent: parent)
    }

    /// This clip and its outer clips, innermost first.
    var chain: some Sequence<Clip> { sequence(first: self, next: \.parent) }
}

/// The clips of a canvas, transformed for the other canvas into which this canvas is drawn. Commands that shared a clip still share
/// the transformed clip, so the mask of this clip is made only once.
struct MovedClips {
    /// The transform from the space of the clips to the space of the other canvas.
    let transform: AffineTransform
    /// The clip of the other canvas; nil if the other canvas has no clip. All moved clips lie within this clip.
    let outer: Clip?
    private var known: [ObjectIdentifier: Clip] = [:]

    init(transform: AffineTransform, outer: Clip?) { self.transform = transform; self.outer = outer }

    /// Returns the transformed clip within `outer`; `outer` itself if `clip` is nil.
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
