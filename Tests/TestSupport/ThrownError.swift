import Raster

extension RasterError {
    /// Returns the error that `body` throws; nil if `body` throws no error, or an error of another type.
    package static func thrown(by body: () throws -> Void) -> RasterError? {
        do { try body(); return nil } catch { return error as? RasterError }
    }
}
