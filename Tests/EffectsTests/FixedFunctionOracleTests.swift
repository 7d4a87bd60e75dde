// The oracle of BaseEffect: the system's OpenGL ES 1.x, whose fixed function has the same equations.

import Effects
import Raster
import Testing

@Suite("BaseEffect against OpenGL ES 1.x", .serialized)
struct FixedFunctionOracleTests {
    static let sceneCount = 240

    /// What the oracle drew, by seed; nil, with a printed reason, where there is no oracle.
    static func oraclePictures(_ scenes: [FixedFunctionScene]) throws -> (name: String, pictures: [[UInt8]])? {
        do {
            return try FixedFunctionContext.withContext { context in (context.name, try scenes.map { try context.draw($0) }) }
        } catch let reason as FixedFunctionUnavailable {
            print("OpenGL ES 1.x oracle skipped: \(reason)")
            return nil
        }
    }

    /// Draws the scenes and compares every channel of every pixel.
    private func compare(_ kind: Device.Kind, _ seeds: [UInt64]) throws {
        let scenes = seeds.map { FixedFunctionScene(seed: $0) }
        guard let oracle = try FixedFunctionOracleTests.oraclePictures(scenes) else { return }
        let device = Device(kind)
        var largest = 0, different = 0, total = 0, between = 0
        for (scene, expected) in zip(scenes, oracle.pictures) {
            let actual = try scene.draw(device: device)
            #expect(actual.count == expected.count)
            var worst = 0, place = 0
            for i in actual.indices {
                let difference = abs(Int(actual[i]) - Int(expected[i]))
                if difference > worst { worst = difference; place = i }
                if difference > 0 { different += 1 }
                if expected[i] > 0, expected[i] < 255 { between += 1 }
            }
            total += actual.count
            largest = max(largest, worst)
            #expect(worst <= 1, "scene \(scene.seed): \(worst)/255 at x \(place / 4 % 64), y \(place / 256), channel \(place % 4): \(actual[place]) instead of \(expected[place]); \(scene.summary)")
        }
        print("\(device.name) against \(oracle.name): \(scenes.count) combinations, largest difference \(largest)/255, "
              + "\(different) of \(total) channel values differ, \(between * 100 / max(1, total)) % lie between 0 and 255")
    }

    @Test("240 random combinations look as OpenGL ES 1.x draws them, within 1/255")
    func combinations() throws {
        try compare(.jit, (1...UInt64(FixedFunctionOracleTests.sceneCount)).map { $0 })
    }

    @Test("so do some of them on the reference renderer")
    func combinationsOnReference() throws {
        try compare(.reference, stride(from: 5, through: UInt64(FixedFunctionOracleTests.sceneCount), by: 20).map { $0 })
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

extension FixedFunctionScene {
    /// For a failing test.
    var summary: String {
        let kinds = lights.map { ($0.position.w == 0 ? "directional" : "point") + ($0.light.spotCutoff < 180 ? " spot" : "") }
        return "lights: \(kinds), two-sided: \(isTwoSided), colour material: \(isColorMaterial), colour array: \(hasColorArray), shininess: \(material.shininess), "
            + "fog: \(fog.enabled ? "\(fog.mode)" : "off"), textures: \(textures.map { $0.map { "\($0.mode)\($0.hasAlpha ? "" : " RGB")" } ?? "off" }), swapped: \(swapsUnits)"
    }
}
