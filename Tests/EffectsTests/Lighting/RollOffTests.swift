// The roll-off of bright light: its curve and its hues. The roll-off is off by default.

import Effects
import Raster
import SeededRandom
import TestSupport
import Testing

@Suite("Roll-off of lit images") struct RollOffTests {
    /// Returns premultiplied noise in which about half of the pixels are partly transparent.
    private func noise(width: Int = 96, height: Int = 70) -> Image {
        var random = SeededGenerator(state: 21), image = Image(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let alpha = random.next() % 2 == 0 ? 255 : Int(random.next() % 256)
                func channel() -> UInt8 { UInt8(Int(random.next() % 256) * alpha / 255) }
                image[x, y] = SIMD4(channel(), channel(), channel(), UInt8(alpha))
            }
        }
        return image
    }
    private func gray(_ value: UInt8, width: Int = 1, height: Int = 1) -> Image {
        var image = Image(width: width, height: height)
        for y in 0..<height { for x in 0..<width { image[x, y] = SIMD4(value, value, value, 255) } }
        return image
    }
    private let bright = [
        PointLight(position: [10, 10], intensity: 6, range: 60, color: [1, 0.5, 0.2]),
        PointLight(position: [60, 30], intensity: 2, range: 80, color: [0.3, 0.6, 1]),
        PointLight(position: [90, 60], intensity: 0.4, range: 50),
        PointLight(position: [40, 50], intensity: 30, range: 20, color: [0.1, 1, 0.4], constantIntensityOverRange: true),
    ]

    @Test("both renderers match the oracle within 1/255, with both kinds of edges, for each start of the curve", arguments: [Device.Kind.reference, .jit])
    func oracle(kind: Device.Kind) throws {
        let picture = noise()
        for edges in LitImage.Edges.allCases {
            for knee in [0, 0.3, 0.8, 1] as [Float] {
                let lit = try LightingStage(picture, bright, on: kind) { $0.edges = edges; $0.ambientLightLevel = 0.4; $0.rollOff = knee }.lit()
                #expect(ScalarLighting(picture: picture, ambient: 0.4, lights: bright, edges: edges, rollOff: knee).largestDifference(from: lit) <= 1,
                        "\(edges) from \(knee)")
            }
        }
    }

    @Test("one pass and alternating passes give the same bits, on both renderers and at each width of vectors")
    func paths() throws {
        let picture = noise()
        for edges in LitImage.Edges.allCases {
            let expected = try LightingStage(picture, bright, on: .reference) { $0.rollOff = 0.6; $0.edges = edges; $0.relief = Relief() }.lit()
            for (kind, lanes) in [(.reference, nil), (.jit, 4), (.jit, 8), (.jit, 16)] as [(Device.Kind, Int?)] {
                let stage = try LightingStage(picture, bright, on: kind, lanes: lanes) { $0.rollOff = 0.6; $0.edges = edges; $0.relief = Relief() }
                for path in LightingController.Path.allCases {
                    stage.controller.path = path
                    #expect(try stage.lit() == expected, "\(path) on \(stage.device.name), \(edges)")
                }
            }
        }
    }

    @Test("roll-off is off by default; after it is switched on and off, a picture has the same bits as before")
    func off() throws {
        let picture = noise(), stage = try LightingStage(picture, bright)
        #expect(stage.image.rollOff == nil)
        let before = try stage.lit()
        stage.image.rollOff = 0.5
        let rolled = try stage.lit()
        #expect(rolled != before && stage.image.renderCount == 2)
        stage.image.rollOff = nil
        #expect(try stage.lit() == before && stage.image.renderCount == 3)
    }

    @Test("more light is never darker, and never reaches full brightness", arguments: [0, 0.5, 0.8] as [Float])
    func monotone(knee: Float) throws {
        for value in [0, 90, 255] as [UInt8] {
            let stage = try LightingStage(gray(value), []) { $0.ambientLightLevel = 0.2; $0.rollOff = knee }
            var last = -1, distinct = 0
            for step in 0...60 {
                // The intensity goes from 0 to 1000.
                let intensity = Float(step * step * step) / 216
                stage.controller.lights = [PointLight(position: .zero, intensity: intensity, range: 100, constantIntensityOverRange: true)]
                let shown = Int(try stage.lit()[0, 0].x)
                #expect(shown >= last && shown < 255, "\(value) in light of \(intensity) is \(shown) after \(last)")
                distinct += shown > last ? 1 : 0
                last = shown
            }
            #expect(distinct > 8, "\(value): \(distinct) brightnesses")
        }
    }

    @Test("with roll-off the hue stays, however bright the lamp is; without roll-off the hue changes")
    func hue() throws {
        // At this ambient level, a pixel without a lamp is black, so the tested pixel shows only the light of the lamp.
        let value: UInt8 = 191, color = SIMD3<Float>(1, 0.5, 0.2)
        func shown(_ intensity: Float, rollOff: Float?) throws -> SIMD3<Float> {
            let lamp = PointLight(position: .zero, intensity: intensity, range: 100, color: color, constantIntensityOverRange: true)
            let pixel = try LightingStage(gray(value), [lamp]) { $0.ambientLightLevel = 1 - Float(value) / 255; $0.rollOff = rollOff }.lit()[0, 0]
            return SIMD3(Float(pixel.x), Float(pixel.y), Float(pixel.z))
        }
        for intensity in [0.2, 0.7, 0.9, 1.5, 4, 50, 1000] as [Float] {
            let pixel = try shown(intensity, rollOff: 0.7), expected = color * pixel.x
            #expect(abs(pixel.y - expected.y) <= 1 && abs(pixel.z - expected.z) <= 1, "\(pixel) in light of \(intensity)")
        }
        #expect(try shown(1000, rollOff: nil) == SIMD3(255, 255, 255))
    }

    @Test("a picture in the light of a hundred lamps is still recognisable")
    func detail() throws {
        var picture = gray(90, width: 2)
        picture[1, 0] = SIMD4(200, 200, 200, 255)
        let lamps = (0..<100).map { PointLight(position: [1, Float($0)], intensity: 1, range: 500) }
        let rolled = try LightingStage(picture, lamps) { $0.rollOff = 0.8 }.lit(), cut = try LightingStage(picture, lamps).lit()
        #expect(Int(rolled[1, 0].x) - Int(rolled[0, 0].x) > 60, "\(rolled[0, 0]) \(rolled[1, 0])")
        #expect(cut[0, 0] == cut[1, 0])
    }

    @Test("a value outside of the range is an error that names it", arguments: [-0.01, 1.01, Float.nan, .infinity])
    func refused(value: Float) throws {
        let stage = try LightingStage(gray(9), bright) { $0.label = "wall"; $0.rollOff = value }
        let error = RasterError.thrown { try stage.controller.update() }
        #expect(error?.code == .invalidArgument && error.map { "\($0)".hasPrefix("rollOff of lit image 'wall' is") } == true, "\(String(describing: error))")
    }
}
