// Compares BaseEffect with the system's OpenGL ES 1.x. The fixed function of OpenGL ES 1.x has the same equations as BaseEffect.

import Effects
import Raster
import TestSupport
import Testing

@Suite("BaseEffect against OpenGL ES 1.x", .serialized)
struct FixedFunctionOracleTests {
    static let sceneCount = 240

    /// Returns the pictures of OpenGL ES 1.x, in the order of the scenes. Throws if the system has no OpenGL ES 1.x, which
    /// scripts/install-packages --tests installs.
    static func oraclePictures(_ scenes: [FixedFunctionScene]) throws -> (name: String, pictures: [[UInt8]]) {
        try FixedFunctionContext.withContext { context in (context.name, try scenes.map { try context.draw($0) }) }
    }

    /// Draws the scenes and compares every channel of every pixel.
    ///
    /// Scenes with point and spot lights and a shininess of 0 are drawn with a shininess slightly above 0, because for exactly 0 Mesa has
    /// a separate path that departs from the equations. The tests with the scalar oracle check the shininess 0. Triangles with a vertex
    /// brighter than 1 are not compared, only counted: Mesa's ES 1 contexts interpolate such colours without clamping. ES 1.1 (§2.12.6)
    /// and BaseEffect clamp colours at the vertex; the tests with the scalar oracle check the clamping.
    private func compare(_ kind: Device.Kind, _ seeds: [UInt64]) throws {
        let scenes = seeds.map { FixedFunctionScene(seed: $0).asMesaCanDraw }
        let oracle = try FixedFunctionOracleTests.oraclePictures(scenes)
        let device = Device(kind)
        var total = PictureDifference(), leftOut = 0
        for (scene, expected) in zip(scenes, oracle.pictures) {
            let actual = try scene.draw(device: device)
            try #require(actual.count == expected.count)
            let scalar = ScalarFixedFunction(scene)
            var difference = PictureDifference()
            for y in 0..<FixedFunctionScene.size {
                for x in 0..<FixedFunctionScene.size {
                    let pixel = scalar.pixel(x, y, perPixel: false)
                    if pixel.isSaturated || pixel.isAtStep { leftOut += 1; continue }
                    difference.compare(actual, expected, x, y)
                }
            }
            if difference.largest > 1 {
                let pictures = try PictureComparison.difference("scene \(scene.seed)", width: FixedFunctionScene.size, expected: expected, actual: actual) ?? ""
                Issue.record("scene \(scene.seed): \(difference); \(scene.summary); \(pictures)")
            }
            total.add(difference)
        }
        let pixels = scenes.count * FixedFunctionScene.size * FixedFunctionScene.size
        #expect(leftOut * 5 < pixels)
        print("\(device.name) against \(oracle.name): \(scenes.count) combinations, largest difference \(total.largest)/255, "
              + "\(total.different) of \(total.compared) channel values differ, \(total.between * 100 / max(1, total.compared)) % lie between 0 and 255; "
              + "\(leftOut * 100 / pixels) % of the pixels left out, whose vertices exceed 1")
    }

    @Test("240 random combinations match OpenGL ES 1.x within 1/255")
    func combinations() throws {
        try compare(.jit, (1...UInt64(FixedFunctionOracleTests.sceneCount)).map { $0 })
    }

    @Test("some combinations match it on the reference renderer too")
    func combinationsOnReference() throws {
        try compare(.reference, stride(from: 5, through: UInt64(FixedFunctionOracleTests.sceneCount), by: 20).map { $0 })
    }

    @Test("both renderers draw the combinations with the same bits, at every number of lanes")
    func sameBits() throws {
        let reference = Device(.reference)
        let devices = [4, 8, 16].map { lanes in
            var options = Device.Options()
            options.lanes = lanes
            return Device(.jit, options: options)
        }
        for seed in stride(from: 1, through: UInt64(FixedFunctionOracleTests.sceneCount), by: 6) {
            let scene = FixedFunctionScene(seed: seed)
            let expected = try scene.draw(device: reference)
            for device in devices {
                #expect(try PictureComparison.difference("scene \(seed)", width: FixedFunctionScene.size, expected: expected,
                                                         actual: scene.draw(device: device)) == nil,
                        "\(device.name)")
            }
        }
    }

    @Test("the combinations cover every feature")
    func coverage() {
        let scenes = (1...UInt64(FixedFunctionOracleTests.sceneCount)).map { FixedFunctionScene(seed: $0) }
        func count(_ holds: (FixedFunctionScene) -> Bool) -> Int { scenes.filter(holds).count }
        #expect((0...8).allSatisfy { n in count { $0.lights.count == n } >= 5 })
        for mode in Fog.Mode.allCases { #expect(count { $0.fog.enabled && $0.fog.mode == mode } >= 20) }
        for mode in TextureProperty.EnvMode.allCases {
            for unit in 0..<2 { #expect(count { $0.textures[unit]?.mode == mode } >= 20) }
        }
        #expect(count { $0.textures[0] != nil && $0.textures[1] != nil && $0.swapsUnits } >= 15)
        #expect(count { $0.lights.contains { $0.light.spotCutoff < 180 } } >= 60)
        #expect(count { $0.lights.contains { $0.position.w != 0 && $0.light.quadraticAttenuation > 0 } } >= 40)
        #expect(count { $0.isTwoSided && !$0.lights.isEmpty } >= 60)
        #expect(count { $0.isColorMaterial && !$0.lights.isEmpty && $0.hasColorArray } >= 25)
        #expect(count { $0.isColorMaterial && !$0.lights.isEmpty && !$0.hasColorArray } >= 25)
    }
}

/// The difference of two RGBA pictures of a scene's size.
struct PictureDifference: CustomStringConvertible {
    var largest = 0, different = 0, compared = 0
    /// The number of expected values that are neither 0 nor 255.
    var between = 0
    private var place = ""

    mutating func compare(_ actual: [UInt8], _ expected: [UInt8], _ x: Int, _ y: Int) {
        for channel in 0..<4 {
            let i = (y * FixedFunctionScene.size + x) * 4 + channel
            add(Int(actual[i]), Int(expected[i]), "x \(x), y \(y), channel \(channel)")
        }
    }
    mutating func add(_ actual: Int, _ expected: Int, _ where: @autoclosure () -> String) {
        let difference = abs(actual - expected)
        if difference > largest { largest = difference; place = "\(`where`()): \(actual) instead of \(expected)" }
        if difference > 0 { different += 1 }
        if expected > 0, expected < 255 { between += 1 }
        compared += 1
    }
    mutating func add(_ other: PictureDifference) {
        largest = max(largest, other.largest); different += other.different; compared += other.compared; between += other.between
    }
    var description: String { "\(largest)/255 at \(place)" }
}

extension FixedFunctionScene {
    /// The scene without the settings that Mesa's ES 1 draws wrongly: see `compare`.
    var asMesaCanDraw: FixedFunctionScene {
        var scene = self
        if material.shininess == 0, lights.contains(where: { $0.position.w != 0 || $0.light.spotCutoff < 180 }) { scene.material.shininess = 0.01 }
        return scene
    }
    /// A description of the scene for the message of a failing test.
    var summary: String {
        let kinds = lights.map { ($0.position.w == 0 ? "directional" : "point") + ($0.light.spotCutoff < 180 ? " spot" : "") }
        return "lights: \(kinds), two-sided: \(isTwoSided), colour material: \(isColorMaterial), colour array: \(hasColorArray), shininess: \(material.shininess), "
            + "fog: \(fog.enabled ? "\(fog.mode)" : "off"), textures: \(textures.map { $0.map { "\($0.mode)\($0.hasAlpha ? "" : " RGB")" } ?? "off" }), swapped: \(swapsUnits)"
    }
}
