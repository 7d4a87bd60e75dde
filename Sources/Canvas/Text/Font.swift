/// An outline font of a file.
public final class Font: Sendable {
    init() {}
    /// The outline of a glyph in em units: the em square is 1 by 1, the origin lies on the baseline, y down. Empty for a blank.
    package func outline(of glyph: UInt32) -> Path { Path() }
}
