// ModelOptions: the options that `model` and `thumbnails` share.

import ArgumentParser
import Effects
import Models
import Raster

/// A curve of tone mapping, as the command line and the panel name it.
package enum ToneCurve: String, CaseIterable, ExpressibleByArgument, Sendable {
    case neutral, aces, none
    var mapping: ToneMapping {
        switch self {
        case .neutral: .khronosNeutral
        case .aces: .aces
        case .none: .none
        }
    }
}

struct ModelOptions: ParsableArguments {
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Turn the camera around the model by this angle.", valueName: "degrees"))
    var yaw = 30.0
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Height of the eye above the floor, as an angle from -89 to 89.", valueName: "degrees"))
    var pitch = 18.0
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Magnification; 1 shows the whole model.", valueName: "factor"))
    var zoom = 1.0
    @Flag(name: .long, help: "Stand the model up: its z axis points upward.")
    var zUp = false
    @Flag(name: .long, inversion: .prefixedNo, help: "Draw a soft shadow on the floor.")
    var floor = true
    @Option(name: .long, help: ArgumentHelp("The light around the model: studio, sky, or a picture of the whole sphere.",
                                            discussion: "A picture is a Radiance HDR file, or a PNG or JPEG, and is twice as wide as high (an equirectangular map).",
                                            valueName: "studio|sky|file"), completion: .file(extensions: ["hdr", "png", "jpg"]))
    var environment = EnvironmentSource.studio
    @Flag(name: .long, help: "Leave out the background: the picture is transparent beside the model and its shadow.")
    var transparent = false
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The factor of the light.", valueName: "factor"))
    var exposure = 1.0
    @Option(name: .long, help: ArgumentHelp("The curve from light to the display's colours.", valueName: "curve"))
    var toneMapping = ToneCurve.neutral

    func validate() throws {
        guard (-360_000...360_000).contains(yaw) else { throw ValidationError("--yaw must be between -360000 and 360000 degrees, not \(yaw).") }
        guard (-89...89).contains(pitch) else { throw ValidationError("--pitch must be between -89 and 89, not \(pitch).") }
        guard (0.05...50).contains(zoom) else { throw ValidationError("--zoom must be between 0.05 and 50, not \(zoom).") }
        guard (0...1000).contains(exposure) else { throw ValidationError("--exposure must be between 0 and 1000, not \(exposure).") }
    }
    var settings: ModelViewer.Settings {
        var settings = ModelViewer.Settings()
        settings.yaw = Float(yaw * .pi / 180); settings.pitch = Float(pitch * .pi / 180); settings.zoom = Float(zoom)
        settings.zUp = zUp; settings.floor = floor
        settings.environment = environment; settings.isTransparent = transparent
        settings.exposure = Float(exposure); settings.toneMapping = toneMapping
        return settings
    }
}
