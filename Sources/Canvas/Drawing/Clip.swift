/// A clip as drawing commands hold it: a path, and the clips that it narrows. Immutable; commands of the same state share one.
package final class Clip: Sendable {
    package let path: Path
    package let rule: FillRule
    /// From the path's space to base space.
    package let transform: AffineTransform
    package let parent: Clip?
    init(path: Path, rule: FillRule, transform: AffineTransform, parent: Clip?) {
        self.path = path; self.rule = rule; self.transform = transform; self.parent = parent
    }
}
