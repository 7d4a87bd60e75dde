// Galleries: checks that tiles are at the right places and that all names are readable, in windows of many shapes.

import Canvas
import DemoKit
import Effects
import Raster
import Scenes2D
import Testing

@Suite("Galleries of tiles") struct TileGalleryTests {
    private static let shape = 0.5625

    @Test("tiles do not overlap, lie inside of the picture, and each is found by the points inside of it",
          arguments: [(1, 320, 180), (30, 320, 180), (31, 180, 320), (7, 1280, 100), (100, 90, 90), (3, 5, 5)])
    func layout(count: Int, width: Int, height: Int) {
        let layout = GalleryLayout(count: count, shape: TileGalleryTests.shape, (width, height))
        var covered = 0.0
        for index in 0..<count {
            let tile = layout.tile(index)
            #expect(width < 20 || (tile.minX >= 0 && tile.minY >= 0 && tile.maxX <= Double(width) && tile.maxY <= Double(height)))
            #expect(layout.index(at: SIMD2(Float(tile.x) + 0.5, Float(Double(height) - tile.y) - 0.5)) == index)
            covered += tile.width * tile.height
        }
        #expect(layout.index(at: SIMD2(-1, -1)) == nil && covered <= Double(max(width * height, count)))
    }

    @Test("arrow keys move to the neighbours, and stop at the ends")
    func neighbors() {
        let layout = GalleryLayout(count: 30, shape: TileGalleryTests.shape, (1280, 720)), columns = layout.columns
        #expect(columns == 6)
        #expect(layout.neighbor(of: 7, dx: 1, dy: 0) == 8 && layout.neighbor(of: 7, dx: -1, dy: 0) == 6)
        #expect(layout.neighbor(of: 7, dx: 0, dy: -1) == 7 + columns && layout.neighbor(of: 7, dx: 0, dy: 1) == 7 - columns)
        #expect(layout.neighbor(of: 0, dx: -1, dy: 0) == 0 && layout.neighbor(of: 29, dx: 1, dy: 0) == 29)
        #expect(layout.neighbor(of: 3, dx: 0, dy: 1) == 3 && layout.neighbor(of: 27, dx: 0, dy: -1) == 27)
        let short = GalleryLayout(count: 18, shape: 0.625, (1280, 720))
        #expect(short.columns == 5 && short.neighbor(of: 14, dx: 0, dy: -1) == 17)
    }

    @Test("every transition and every fractal has its name below its tile: whole, readable, and without overlap",
          arguments: [(1280, 720), (720, 1280), (480, 320), (960, 540)])
    func names(width: Int, height: Int) throws {
        for (names, shape) in [(TransitionLibrary.names, TileGalleryTests.shape), (FractalLibrary.systems.map(\.name), 0.625)] {
            let gallery = try TileGallery(names: names, shape: shape, device: Device(.reference))
            gallery.resize(width, height)
            let layout = gallery.layout, labels = try gallery.labels()
            #expect(labels.count == names.count)
            for (index, label) in labels.enumerated() {
                let ink = try #require(label.text.inkBounds), strip = layout.name(index)
                let place = Rectangle(x: ink.x + label.origin.x, y: ink.y + label.origin.y, width: ink.width, height: ink.height)
                #expect(place.minX >= strip.minX && place.maxX <= strip.maxX && place.minY >= strip.minY && place.maxY <= strip.maxY,
                        "'\(names[index])' leaves its tile: \(place), \(strip)")
                #expect(!label.text.isTruncated && label.text.missingCharacters.isEmpty && label.text.lines.count == 1, "\(names[index])")
                #expect(label.text.lines[0].runs.allSatisfy { $0.glyphs.size >= 8 }, "'\(names[index])' is written too small")
                for other in 0..<index {
                    #expect(layout.tile(index).intersection(layout.tile(other)).map(\.isEmpty) ?? true, "\(names[index]), \(names[other])")
                }
            }
        }
    }
}
