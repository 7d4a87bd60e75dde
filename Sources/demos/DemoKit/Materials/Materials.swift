// materials: shows every property of the effect objects on generated meshes: up to eight lights, materials, textures and fog. The
// user can change each property while the demo runs.
//
// Lights are fixed in the world. As in GLKit, assigning a light's position converts the position with the effect's present modelview
// matrix. For this reason, the demo first sets the modelview to the camera's matrix in each frame and then assigns the positions of the
// lights. The floor fades out by the alpha of its vertex colours, and small balls mark the positions of the lights.

import ArgumentParser
import Effects
import Foundation
import Panels
import Raster

struct MaterialsCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "materials", abstract: "Gold, jade, plastic and more under eight lights: every property of the effect objects.",
        discussion: "Keys: " + MaterialsDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("What to show: one object, or all presets.", valueName: "view"))
    var view = MaterialSettings.View.one
    @Option(name: .long, help: ArgumentHelp("The object: \(MaterialSettings.Shape.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "shape"))
    var shape = MaterialSettings.Shape.knot
    @Option(name: .long, help: ArgumentHelp("The material: \(SurfaceSettings.Preset.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "preset"))
    var preset = SurfaceSettings.Preset.gold
    @Flag(name: .long, help: "Light the vertices instead of the pixels.")
    var perVertex = false
    @Option(name: .long, help: ArgumentHelp("A picture on the object: \(TextureSettings.Picture.allCases.map(\.rawValue).joined(separator: ", ")).",
                                            valueName: "picture"))
    var texture = TextureSettings.Picture.none
    @Flag(name: .long, help: "Let fog hide distant objects.")
    var fog = false
    @OptionGroup var common: CommonOptions

    func makeDemo(device: Device) throws -> MaterialsDemo {
        var settings = MaterialSettings()
        settings.view = view
        settings.shape = shape
        settings.preset = preset
        settings.surface = preset.surface
        settings.isPerPixel = !perVertex
        settings.textures[0].picture = texture
        settings.fog.isOn = fog
        return try MaterialsDemo(device: device, settings: settings)
    }
}
extension MaterialSettings.View: ExpressibleByArgument {}
extension MaterialSettings.Shape: ExpressibleByArgument {}
extension SurfaceSettings.Preset: ExpressibleByArgument {}
extension TextureSettings.Picture: ExpressibleByArgument {}
