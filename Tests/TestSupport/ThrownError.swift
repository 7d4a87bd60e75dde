import Raster

extension RasterError {
    /// The error that a piece of code ends with; nil where it throws none, or one of another type.
    package static func thrown(by body: () throws -> Void) -> RasterError? {
        do { try body(); return nil } catch { return error as? RasterError }
    }
}
