// EnvironmentSource: the light around a model: a built-in environment or a file. The command line gives the name of the environment or of
// the file.

import ArgumentParser
import Effects
import Raster

package enum EnvironmentSource: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
    case studio, sky
    /// A picture of the whole sphere, as an equirectangular map.
    case file(String)

    package init?(argument: String) {
        switch argument {
        case "": return nil
        case "studio": self = .studio
        case "sky": self = .sky
        default: self = .file(argument)
        }
    }
    package var description: String {
        switch self {
        case .studio: "studio"
        case .sky: "sky"
        case .file(let path): path
        }
    }
    package var defaultValueDescription: String { description }

    /// - Throws: the errors of reading the file, and of `EnvironmentLight`.
    package func makeLight(on device: Device) throws -> EnvironmentLight {
        switch self {
        case .studio: return try EnvironmentLight.studio(on: device)
        case .sky: return try EnvironmentLight.sky(on: device)
        case .file(let path):
            let image = try Suggestion.withSuggestions(for: path, builtIn: ["studio", "sky"]) { try HighRangeImage(contentsOf: path) }
            return try EnvironmentLight(equirectangular: image.makeTexture(on: device))
        }
    }
}
