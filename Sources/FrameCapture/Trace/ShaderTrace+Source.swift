// ShaderTrace+Source: the source text of a trace.

extension ShaderTrace {
    /// Returns the lines of the source or included file that `Place.file` calls `file`; empty if these lines are not
    /// known.
    public func lines(of file: String) -> [String] { sources[file] ?? [] }
}
