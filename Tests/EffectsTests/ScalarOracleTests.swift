// Compares BaseEffect with the scalar equations: with lighting per pixel, and in the cases in which the system's OpenGL ES 1.x
// departs from the equations.

import Effects
import Raster
import TestSupport
import Testing

@Suite("BaseEffect against the scalar equations", .serialized)
struct ScalarOracleTests {
    private func compare(_ kind: Device.Kind, _ seeds: [UInt64], _ lighting: BaseEffect.LightingType) throws {
        let device = Device(kind)
        var total = PictureDifference(), atStep = 0
        for scene in seeds.map({ FixedFunctionScene(seed: $0) }) {
            let actual = try scene.draw(device: device, lighting: lighting), scalar = ScalarFixedFunction(scene)
            var difference = PictureDifference(), expected = actual
            for y in 0..<FixedFunctionScene.size {
                for x in 0..<FixedFunctionScene.size {
                    let pixel = scalar.pixel(x, y, perPixel: lighting == .perPixel)
                    if pixel.isAtStep { atStep += 1; continue }
                    for channel in 0..<4 {
                        let index = (y * FixedFunctionScene.size + x) * 4 + channel, value = Int((pixel.color[channel] * 255).rounded())
                        difference.add(Int(actual[index]), value, "x \(x), y \(y), channel \(channel)")
                        expected[index] = UInt8(max(0, min(255, value)))
                    }
                }
            }
            if difference.largest > 1 {
                let picture = try PictureComparison.difference("scene \(scene.seed) \(lighting)", width: FixedFunctionScene.size, expected: expected,
                                                               actual: actual)
                Issue.record("\(difference); \(picture ?? ""); \(scene.summary)")
            }
            total.add(difference)
        }
        #expect(atStep * 1000 < seeds.count * FixedFunctionScene.size * FixedFunctionScene.size)
        print("\(device.name), \(lighting), against the scalar equations: \(seeds.count) combinations, largest difference \(total.largest)/255, "
              + "\(total.different) of \(total.compared) channel values differ; \(atStep) pixels at a step of the equations left out")
    }

    @Test("with lighting per pixel, 80 random combinations match the equations within 1/255")
    func perPixel() throws { try compare(.jit, (1...80).map { $0 }, .perPixel) }

    @Test("with lighting per vertex, 80 random combinations match the equations within 1/255, saturated colours included")
    func perVertex() throws { try compare(.jit, (1...80).map { $0 }, .perVertex) }

    @Test("some combinations match the equations on the reference renderer too")
    func reference() throws {
        try compare(.reference, [3, 17, 29, 45], .perPixel)
        try compare(.reference, [3, 17, 29, 45], .perVertex)
    }
}
