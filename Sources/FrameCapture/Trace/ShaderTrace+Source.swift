// ShaderTrace+Source: the text that a trace goes through.

extension ShaderTrace {
    /// The lines of the source or of an included file, by the name that `Place.file` has; empty where it is not known.
    public func lines(of file: String) -> [String] { sources[file] ?? [] }
}
