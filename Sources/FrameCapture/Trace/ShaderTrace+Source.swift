// ShaderTrace+Source: the source text of a trace.

extension ShaderTrace {
    /// Returns the lines of a source or of an included file, given its name as in `Place.file`; empty if the lines are not known.
    public func lines(of file: String) -> [String] { sources[file] ?? [] }
}
