// ShaderTrace+Source: the source text of a trace.

extension ShaderTrace {
    /// Returns the lines of the source or of an included file with the name `file`, as in `Place.file`; empty if they are not
    /// known.
    public func lines(of file: String) -> [String] { sources[file] ?? [] }
}
