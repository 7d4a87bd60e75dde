// The programs under Examples draw what they say. RASTER_EXAMPLES names a folder for their pictures, for people to look at.

import Examples
import Foundation
import Raster
import Testing

@Suite("Examples") struct ExampleTests {
    /// The colours of a picture, and the shares of its pixels that they take.
    private func look(_ image: Image, _ name: String) throws -> (colors: Int, bright: Double) {
        if let folder = ProcessInfo.processInfo.environment["RASTER_EXAMPLES"] { try image.writePNG(to: "\(folder)/\(name).png") }
        var colors: Set<SIMD4<UInt8>> = [], bright = 0
        for y in 0..<image.height {
            for x in 0..<image.width {
                let pixel = image[x, y]
                colors.insert(pixel)
                if max(pixel.x, pixel.y, pixel.z) > 100 { bright += 1 }
            }
        }
        return (colors.count, Double(bright) / Double(image.width * image.height))
    }

    @Test("a lit cube shows three sides of different light") func cube() throws {
        let image = try litCube(), seen = try look(image, "lit-cube")
        #expect(seen.colors >= 4 && seen.bright > 0.1 && seen.bright < 0.6)
        #expect(image[2, 2] == SIMD4(26, 31, 41, 255), "the ground is around it")
    }
    @Test("a ball's shadow lies on the floor") func shadow() throws {
        let image = try shadowMap()
        _ = try look(image, "shadow-map")
        // The floor has one light, and in the shadow a darker one, both in many pixels.
        let floor = SIMD4<UInt8>(178, 156, 134, 255)
        var counts: [SIMD4<UInt8>: Int] = [:]
        for y in 0..<image.height { for x in 0..<image.width { counts[image[x, y], default: 0] += 1 } }
        let dark = SIMD4<UInt8>(51, 45, 38, 255)
        let often = counts.filter { $0.value > 300 }.keys
        #expect(often.contains { $0.x < 60 } && often.contains { $0.x > 150 && $0.x > $0.z }, "\(counts.sorted { $0.value > $1.value }.prefix(6)) \(floor) \(dark)")
    }
    @Test("24 lamps light a knot in their colours") func deferred() throws {
        let image = try deferredShading(), seen = try look(image, "deferred-shading")
        #expect(seen.colors > 500 && seen.bright > 0.03)
        #expect(image[0, 0] == SIMD4(0, 0, 0, 255))
    }
    @Test("sky, mirror and fog are drawn by three effects in one pass") func effects() throws {
        let seen = try look(effectsTogether(), "effects-together")
        #expect(seen.colors > 50 && seen.bright > 0.2)
    }
    @Test("sparks fly without buffers, and move with time") func sparks() throws {
        let early = try particles(time: 1), late = try particles(time: 2)
        #expect(try look(late, "particles").bright > 0.01 && early != late)
        #expect(try particles(time: 2) == late, "the same time gives the same picture")
    }
    @Test("thumbnails of many tasks come in their order, each as if it were the only one") func many() async throws {
        let images = try await thumbnails(count: 200)
        #expect(images.count == 200 && Set(images).count > 100)
        _ = try look(images[3], "thumbnail")
        #expect(try await thumbnails(count: 4) == Array(images.prefix(4)))
    }
}
