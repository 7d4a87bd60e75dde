import Raster
import Scenes
import Testing

/// One way to run the tile renderer.
struct TileConfiguration: Sendable, CustomTestStringConvertible {
    var lanes: Int
    var threads: Int
    var testDescription: String { "\(lanes) lanes, \(threads) threads" }
    static let all = [TileConfiguration(lanes: 16, threads: 2), TileConfiguration(lanes: 8, threads: 1), TileConfiguration(lanes: 4, threads: 3),
                      TileConfiguration(lanes: 16, threads: 8)]
    func makeDevice() -> Device {
        var options = Device.Options()
        options.lanes = lanes; options.threads = threads; options.codeCache = .none
        return Device(.jit, options: options)
    }
}

@Suite("Tile renderer") struct TileRendererTests {
    @Test("every scene has the bits of the reference renderer", arguments: TileConfiguration.all)
    func sameBits(configuration: TileConfiguration) throws {
        let reference = Device(.reference), device = configuration.makeDevice()
        #expect(device.name.hasPrefix("jit"))
        for scene in Scene.all {
            do {
                let expected = try scene.outputs(on: reference), actual = try scene.outputs(on: device)
                #expect(expected.count == actual.count, "\(scene)")
                for (e, a) in zip(expected, actual) {
                    let different = zip(e.values, a.values).enumerated().filter { $1.0.bitPattern != $1.1.bitPattern && !($1.0.isNaN && $1.1.isNaN) }
                    if let first = different.first {
                        let pixel = first.offset / e.channels
                        Issue.record("\(scene), \(e.name): \(different.count) of \(e.values.count) values differ, first at (\(pixel % e.width), \(pixel / e.width)) channel \(first.offset % e.channels): \(first.element.0) is \(first.element.1)")
                    }
                }
            } catch { Issue.record("\(scene): \(error)") }
        }
    }
}
