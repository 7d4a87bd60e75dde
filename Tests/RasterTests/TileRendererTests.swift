import Kernel
import Raster
import Scenes
import Testing

/// One way to run the tile renderer.
struct TileConfiguration: Sendable, CustomTestStringConvertible {
    var lanes: Int
    var threads: Int
    var forms = KernelForms.full
    var testDescription: String { "\(lanes) lanes, \(threads) threads, forms: \(forms)" }
    /// With quick forms alone, few triangles are set up by code as well.
    static let all = [TileConfiguration(lanes: 16, threads: 2), TileConfiguration(lanes: 8, threads: 1), TileConfiguration(lanes: 4, threads: 3),
                      TileConfiguration(lanes: 16, threads: 8),
                      TileConfiguration(lanes: 16, threads: 2, forms: .quick), TileConfiguration(lanes: 8, threads: 1, forms: .quick),
                      TileConfiguration(lanes: 4, threads: 3, forms: .quick), TileConfiguration(lanes: 16, threads: 2, forms: .quickThenFull)]
    func makeDevice() throws -> Device {
        Device(renderer: try TileRenderer(lanes: lanes, threads: threads, stepLimit: Device.Options().shaderStepLimit, cache: CodeCache(.none), forms: forms))
    }
}

@Suite("Tile renderer") struct TileRendererTests {
    @Test("every scene has the bits of the reference renderer", arguments: TileConfiguration.all)
    func sameBits(configuration: TileConfiguration) throws {
        let reference = Device(.reference), device = try configuration.makeDevice()
        let renderer = try #require(device.renderer as? TileRenderer)
        // What drew each feature: the scenes are one for each.
        var table = "passes by kernels, by the reference renderer\n"
        defer { if configuration.threads == 2 && configuration.forms == .full { print(table) } }
        for scene in Scene.all {
            do {
                let before = renderer.passCounts
                let expected = try scene.outputs(on: reference), actual = try scene.outputs(on: device)
                let after = renderer.passCounts
                table += "\(after.compiled - before.compiled)\t\(after.reference - before.reference)\t\(scene)\n"
                #expect(after.reference == before.reference, "\(scene) fell back")
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

    @Test("a pass whose kernels cannot be compiled is drawn by the reference renderer")
    func fallsBack() throws {
        var options = KernelOptions()
        options.passes = "no such pass"
        let renderer = try TileRenderer(lanes: 4, threads: 1, stepLimit: 1 << 22, options: options, cache: CodeCache(.none))
        let scene = try #require(Scene.all.first { $0.name == "blend factors" } ?? Scene.all.first)
        let actual = try scene.outputs(on: Device(renderer: renderer)), expected = try scene.outputs(on: Device(.reference))
        #expect(zip(actual, expected).allSatisfy { $0.values == $1.values })
        #expect(renderer.passCounts.compiled == 0 && renderer.passCounts.reference > 0)
    }
}
