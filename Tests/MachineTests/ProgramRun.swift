import Foundation
import TestSupport

extension ProgramRun {
    /// Runs an executable of this package, as a user does.
    /// - Parameter guarding: The value of RASTER_GUARD_MEMORY in the environment of the program.
    init(_ name: String, _ arguments: [String], guarding: String? = nil) throws {
        var environment = ProcessInfo.processInfo.environment
        if let guarding { environment["RASTER_GUARD_MEMORY"] = guarding }
        try self.init([RunningProgram.path(ofBuilt: name)] + arguments, environment: environment, seconds: 1200)
    }
}
