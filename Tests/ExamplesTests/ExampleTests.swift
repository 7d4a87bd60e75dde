// The programs under Examples are started as a user starts them, and must write the announced files. If RASTER_EXAMPLES is set, it
// names a folder in which the pictures are kept, so that people can look at the pictures.

import Foundation
import Raster
import TestSupport
import Testing

@Suite("Examples") struct ExampleTests {
    /// Runs a program in an empty folder, and returns the folder.
    private func run(_ name: String, _ arguments: String...) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let run = try ProgramRun([RunningProgram.path(ofBuilt: name)] + arguments, folder: folder.url)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output.contains(".png") || run.output.contains("folder"), "it says what it wrote: \(run.output)")
        return folder
    }
    /// Returns a picture, its number of colours, and the fraction of bright pixels.
    private func picture(_ name: String, in folder: TemporaryFolder) throws -> (image: Image, colors: Int, bright: Double) {
        let image = try Image(contentsOf: folder.path(name))
        if let kept = ProcessInfo.processInfo.environment["RASTER_EXAMPLES"] { try image.writePNG(to: "\(kept)/\(name)") }
        var colors: Set<SIMD4<UInt8>> = [], bright = 0
        for y in 0..<image.height {
            for x in 0..<image.width {
                let pixel = image[x, y]
                colors.insert(pixel)
                if max(pixel.x, pixel.y, pixel.z) > 100 { bright += 1 }
            }
        }
        return (image, colors.count, Double(bright) / Double(image.width * image.height))
    }

    @Test("a lit cube shows three sides with different light") func cube() throws {
        let seen = try picture("lit-cube.png", in: run("LitCube"))
        #expect(seen.colors >= 4 && seen.bright > 0.1 && seen.bright < 0.6)
        #expect(seen.image[2, 2] == SIMD4(26, 31, 41, 255), "the ground is around it")
    }
    @Test("a ball's shadow lies on the floor") func shadow() throws {
        let image = try picture("shadow-map.png", in: run("ShadowMap")).image
        // The floor has one colour in the light and a darker colour in the shadow. Each of the two colours covers many pixels.
        var counts: [SIMD4<UInt8>: Int] = [:]
        for y in 0..<image.height { for x in 0..<image.width { counts[image[x, y], default: 0] += 1 } }
        let often = counts.filter { $0.value > 300 }.keys
        #expect(often.contains { $0.x < 60 } && often.contains { $0.x > 150 && $0.x > $0.z }, "\(counts.sorted { $0.value > $1.value }.prefix(6))")
    }
    @Test("24 lamps light a knot in their colours") func deferred() throws {
        let seen = try picture("deferred-shading.png", in: run("DeferredShading"))
        #expect(seen.colors > 500 && seen.bright > 0.03)
        #expect(seen.image[0, 0] == SIMD4(0, 0, 0, 255))
    }
    @Test("sky, mirror and fog are drawn by three effects in one pass") func effects() throws {
        let seen = try picture("effects-together.png", in: run("EffectsTogether"))
        #expect(seen.colors > 50 && seen.bright > 0.2)
    }
    @Test("sparks fly without buffers, and move with time") func sparks() throws {
        let early = try picture("particles.png", in: run("Particles", "1")).image, late = try picture("particles.png", in: run("Particles"))
        #expect(late.bright > 0.01 && early != late.image)
        #expect(try picture("particles.png", in: run("Particles", "2")).image == late.image, "the same time gives the same picture")
    }
    @Test("the stars of two galaxies have two colours, and dark sky is around them") func galaxies() throws {
        let early = try picture("galaxies.png", in: run("Galaxies", "0")).image, late = try picture("galaxies.png", in: run("Galaxies"))
        let pixels = (0..<late.image.height).flatMap { y in (0..<late.image.width).map { late.image[$0, y] } }
        #expect(pixels.count { $0.x > 100 && $0.x / 2 > $0.z } > 300 && pixels.count { $0.z > 100 && $0.z / 2 > $0.x } > 300)
        #expect(late.bright < 0.3 && early != late.image)
    }
    @Test("a still life has gold, red lacquer, violet velvet and light around them") func stillLife() throws {
        let seen = try picture("physical-still.png", in: run("PhysicalStill"))
        func has(_ isSeen: (SIMD3<Int>) -> Bool) -> Bool {
            (0..<seen.image.width * seen.image.height).count {
                let pixel = seen.image[$0 % seen.image.width, $0 / seen.image.width]
                return isSeen(SIMD3(Int(pixel.x), Int(pixel.y), Int(pixel.z)))
            } > 500
        }
        #expect(seen.colors > 5000 && seen.bright > 0.5)
        #expect(has { $0.x > 180 && $0.x > $0.z + 60 && $0.y > $0.z + 30 }, "gold")
        #expect(has { $0.x > 90 && $0.x > 3 * $0.y && $0.x > 3 * $0.z }, "lacquer")
        #expect(has { $0.z > $0.x + 15 && $0.x > $0.y + 10 }, "velvet")
        #expect(has { $0.y > $0.x + 25 && $0.y > $0.z + 10 }, "green glass")
    }
    @Test("a chart has a card, a curve in its colour and dark text") func chart() throws {
        let seen = try picture("chart.png", in: run("Chart"))
        let pixels = (0..<seen.image.height).flatMap { y in (0..<seen.image.width).map { x in seen.image[x, y] } }
        #expect(seen.image[5, 5] == SIMD4(0xE8, 0xED, 0xF3, 255) && seen.image[440, 40] == SIMD4(255, 255, 255, 255))
        #expect(pixels.count { $0 == SIMD4(0xF5, 0x8A, 0x42, 255) } > 500 && pixels.count { $0.x < 0x40 && $0.z < 0x60 } > 150)
    }
    @Test("thumbnails of many tasks come in order, each the same as if drawn alone") func many() throws {
        func files(_ folder: TemporaryFolder, _ count: Int) throws -> [Data] {
            try (0..<count).map { try Data(contentsOf: folder.url.appendingPathComponent("thumbnails/\($0).png")) }
        }
        let all = try files(run("Thumbnails"), 200)
        #expect(Set(all).count > 100)
        #expect(try files(run("Thumbnails", "4"), 4) == Array(all.prefix(4)))
        #expect(try files(run("Thumbnails", "0"), 0).isEmpty)
    }
    @Test("without a screen, a program with a window prints one sentence about it") func noScreen() throws {
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] { environment[name] = nil }
        let run = try ProgramRun([RunningProgram.path(ofBuilt: "OwnWindow")], environment: environment)
        #expect(run.status == 1 && run.errors.contains("error: window 'knot' cannot be opened: there is no screen; "), "\(run.errors)")
        #expect(!run.errors.contains("crashed"), "\(run.errors)")
    }
}
