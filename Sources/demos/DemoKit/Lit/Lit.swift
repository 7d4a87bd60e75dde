// The demo `lit`: coloured lamps shine on a wall, and on a figure that walks back and forth along the wall. The demo follows an article of
// 2015 about dynamic lighting.

import ArgumentParser
import Raster

struct LitCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "lit", abstract: "Coloured lamps over a brick wall and a walking figure: lit images, bumps, soft shadows.",
        discussion: "Keys: " + LitDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("The number of lamps, 0 to \(LitLamp.most). [default: 3, or the number of --lamp]", valueName: "count"))
    var lamps: Int?
    @Option(name: .long, parsing: .unconditionalSingleValue, help: ArgumentHelp(
        "A lamp's colour, and optionally its intensity (0 to 4) and range (1 to 2000): '#ff9e57,0.9,400' or 'gold,,300'.",
        discussion: "Given once it sets the first lamp, twice the first two, and so on.", valueName: "colour,intensity,range"))
    var lamp: [LampOption] = []
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Brightness without lamps, 0 to 1.", valueName: "share"))
    var ambient: Float = 0.24
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The lamps' brightness, 0 to 4.", valueName: "number"))
    var intensity: Float = 0.95
    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("The lamps' range, 1 to 2000 points; the picture is 720 points high.", valueName: "points"))
    var reach: Float = 520
    @Flag(name: .long, inversion: .prefixedNo, help: "Roll bright light off smoothly instead of clipping it.")
    var rollOff = true
    @Flag(name: .long, inversion: .prefixedNo, help: "Let light show the bumps of the wall and the figure.")
    var relief = true
    @Flag(name: .long, inversion: .prefixedNo, help: "Let the figure cast shadows.")
    var shadows = true
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 2.4 }

    func validate() throws {
        if let lamps, !(0...LitLamp.most).contains(lamps) { throw ValidationError("--lamps must be between 0 and \(LitLamp.most), not \(lamps).") }
        guard lamp.count <= lamps ?? LitLamp.most else { throw ValidationError("--lamp is given \(lamp.count) times for \(lamps ?? LitLamp.most) lamps.") }
        guard (0...1).contains(ambient) else { throw ValidationError("--ambient must be between 0 and 1, not \(ambient).") }
        guard LitLamp.intensities.contains(intensity) else { throw ValidationError("--intensity must be between 0 and 4, not \(intensity).") }
        guard LitLamp.ranges.contains(reach) else { throw ValidationError("--reach must be between 1 and 2000, not \(reach).") }
    }
    func makeDemo(device: Device) throws -> LitDemo {
        try LitDemo(device: device, lamps: lamps ?? (lamp.isEmpty ? 3 : lamp.count), own: lamp, ambient: ambient, intensity: intensity, range: reach,
                    rollOff: rollOff,
                    relief: relief, shadows: shadows)
    }
}
