// IncludeResolver: where the files behind `#include` come from.

/// Finds the file that an `#include` names.
public protocol IncludeResolver: Sendable {
    /// - Parameters:
    ///   - path: the text between the quotes or angle brackets.
    ///   - isSystem: true for `<path>`.
    ///   - includer: name of the source that holds the directive.
    /// - Returns: the file; its `name` identifies it (cycles are found by it) and goes into diagnostics. Nil: not found.
    func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource?
}
