public import Raster

/// The error of a drawing that is refused. A call that throws this error has drawn nothing.
public typealias CanvasError = Refusal<CanvasErrorCode>

/// The kinds of `CanvasError`. Code that handles only some kinds of errors compares the error's code with these values.
public enum CanvasErrorCode: String, Sendable, Hashable {
    /// A coordinate is NaN, infinite, or too large to compute with.
    case invalidCoordinate
    /// A number is out of range, a font feature is unknown, or a text style has no fonts.
    case invalidArgument
    /// A text is not SVG path data.
    case invalidPathData
    /// A limit on a count or size is exceeded.
    case limitExceeded
    /// No installed font has this name or style.
    case fontNotFound
    /// A font's file does not exist or is not readable.
    case fontNotReadable
    /// A file is not a supported font, or is damaged.
    case invalidFont
    /// The system has too little memory for the drawing.
    case outOfMemory
}
