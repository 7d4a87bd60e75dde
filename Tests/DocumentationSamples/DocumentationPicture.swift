// DocumentationPicture: every picture on the documentation's pages, by its file name.

import Raster

package enum DocumentationPicture {
    /// The pictures of the pages about effects and panels.
    package static let effects = ["getting-started", "lighting", "spot-lights", "fog", "texture-environment", "skybox", "reflection-map", "mipmaps",
                                  "film-strip",
                                 "lit-image", "lit-relief", "lit-shadows", "filters", "transitions", "physical-materials"]
    package static let panel = "panel"

    /// Draws the named picture. Traps if no picture has the given name.
    package static func draw(_ name: String, on device: Device) throws -> Image {
        let stage = SampleStage(device: device)
        return switch name {
        case "getting-started": try torusPicture(device: device)
        case "lighting": try stage.lighting()
        case "spot-lights": try stage.spotLights()
        case "fog": try stage.fog()
        case "texture-environment": try stage.textureEnvironment()
        case "skybox": try stage.skybox()
        case "reflection-map": try stage.reflectionMap()
        case "mipmaps": try stage.mipmaps()
        case "film-strip": try stage.filmStrip()
        case "lit-image": try LitPictures(device: device).plain()
        case "lit-relief": try LitPictures(device: device).relief()
        case "lit-shadows": try LitPictures(device: device).shadows()
        case "filters": try LitPictures(device: device).filters()
        case "transitions": try stage.transitions()
        case "physical-materials": try PhysicalPictures(device: device).materials()
        case panel: try lampPicture(device: device)
        default: preconditionFailure("no page has a picture \(name)")
        }
    }
}
