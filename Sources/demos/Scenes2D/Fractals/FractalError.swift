public import Raster

/// The error that is thrown if a fractal, its document or its drawing is refused.
public typealias FractalError = Refusal<FractalErrorCode>

/// The kinds of `FractalError`, for programs that handle some kinds.
public enum FractalErrorCode: String, Sendable, Hashable {
    /// A rule, a symbol or a number of a system is out of its range.
    case invalidSystem
    /// Rewriting or drawing would exceed the maximum number of symbols or marks.
    case limitExceeded
    /// A document cannot be read or is not a document.
    case unreadableDocument
    /// A drawing cannot be written as a file.
    case unwritableDrawing
}
