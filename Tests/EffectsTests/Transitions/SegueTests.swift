// Compares the geometry of the transitions in space with the requirements of effects.md.

import Effects
import Raster
import TestSupport
import Testing

private let ratios: [Float] = [16.0 / 9, 1, 9.0 / 16, 3]
private let times = [0.02, 0.25, 0.5, 0.75, 0.98]

@Suite("Segues in space")
struct SegueTests {
    /// The surfaces of the transitions with rigid bodies, by name.
    private static let bodies: [String: @Sendable (Double, Float, TransitionDirection) -> [Surface]] = [
        "box": { BoxTransition.surfaces(progress: $0, ratio: $1, direction: $2) }, "flip": { FlipTransition.surfaces(progress: $0, ratio: $1, direction: $2) },
        "cube": { CubeTransition.surfaces(progress: $0, ratio: $1, direction: $2) },
        "doors": { DoorsTransition.surfaces(progress: $0, ratio: $1, isVertical: !($2 == .left || $2 == .right)) },
        "scale-rotate": { progress, ratio, direction in ScaleRotateTransition.surfaces(progress: progress, ratio: ratio, isClockwise: direction == .left) },
    ]

    @Test("each picture stays a rectangle with its own proportions at any aspect ratio, time and direction", arguments: ["box", "flip", "cube", "doors", "scale-rotate"])
    func noShear(name: String) throws {
        let surfaces = try #require(SegueTests.bodies[name])
        for ratio in ratios {
            for progress in times {
                for direction in TransitionDirection.allCases {
                    for surface in surfaces(progress, ratio, direction) where surface.content == .source || surface.content == .destination {
                        // Each rectangle has six vertices: left bottom, right bottom, right top, left bottom, right top, left top.
                        for first in stride(from: 0, to: surface.vertices.count, by: 6) {
                            let v = surface.vertices[first..<first + 6].map { $0 }
                            let across = v[1].position - v[0].position, up = v[5].position - v[0].position
                            #expect(abs(across.dot(up)) <= 1e-4 * across.length * up.length, "\(name) at \(progress), \(ratio), \(direction)")
                            // The picture's width is `ratio` times its height. The same ratio holds for equal fractions of width
                            // and height, and for mirror images.
                            let wide = across.length / abs(v[1].u - v[0].u), high = up.length / abs(v[5].v - v[0].v)
                            #expect(abs(wide - ratio * high) < 1e-4 * wide, "\(name) at \(progress), \(ratio), \(direction)")
                        }
                    }
                }
            }
        }
    }

    @Test("the slab shows only the two pictures, which continue around its edges on darker sides")
    func sidesOfTheBox() {
        for direction in TransitionDirection.allCases {
            let surfaces = BoxTransition.surfaces(progress: 0.5, ratio: 16.0 / 9, direction: direction)
            #expect(surfaces.map(\.content) == [.source, .destination] && surfaces.allSatisfy { $0.vertices.count == 5 * 6 })
            // Half way through the transition, a side of the slab faces the eye. The first piece of each surface is the face with the
            // picture. If another piece touches this face, both pieces show the same place of the picture at the common edge.
            for surface in surfaces {
                #expect(surface.vertices.contains { abs($0.facing - 0.7) < 1e-5 })
                for a in surface.vertices.prefix(6) {
                    let touching = surface.vertices.dropFirst(6).filter { (a.position - $0.position).length < 1e-5 }
                    #expect(touching.count >= 2 && touching.allSatisfy { abs(a.u - $0.u) + abs(a.v - $0.v) < 1e-5 }, "\(direction)")
                }
            }
        }
    }

    @Test("the zoom's pieces also keep the picture's proportions, at all times")
    func zoomKeepsProportions() throws {
        let zoom = try ZoomFromRectangleTransition(device: Device(.reference), rectangle: (0.1, 0.6, 0.2, 0.35))
        for ratio in ratios {
            for step in 1..<40 {
                let vertices = zoom.surfaces(progress: Double(step) / 40, ratio: ratio)[0].vertices
                for first in stride(from: 0, to: vertices.count, by: 6) {
                    let a = vertices[first], c = vertices[first + 2]
                    #expect(abs((c.x - a.x) / (c.u - a.u) - ratio * (c.y - a.y) / (c.v - a.v)) < 1e-4 * ratio)
                }
            }
        }
    }

    @Test("the toolbar comes last, from above, and bounces")
    func toolbar() throws {
        let zoom = try ZoomFromRectangleTransition(device: Device(.reference), toolbar: 0.2)
        let tops = (0...200).map { zoom.surfaces(progress: min(0.9999, Double($0) / 200), ratio: 1)[0].vertices.dropFirst(6).map(\.y).max() }
        #expect(tops[0] == nil && tops[120] == nil)
        let seen = tops.compactMap { $0 }
        // The toolbar's upper edge ends at the view's edge, 0.5. On its way down, the toolbar rises again more than once.
        #expect(abs((seen.last ?? 0) - 0.5) < 0.001 && seen[0] > 0.6)
        #expect(zip(seen, seen.dropFirst()).filter { $1 > $0 + 1e-5 }.count > 3)
        // At the start the thumbnail is at the requested place.
        let first = zoom.surfaces(progress: 1e-9, ratio: 2)[0].vertices
        #expect(abs(first[0].x - (0.08 - 0.5) * 2) < 1e-5 && abs(first[0].y - (0.12 - 0.5)) < 1e-5 && abs(first[2].x - (0.34 - 0.5) * 2) < 1e-5)
    }

    @Test("the two directions are mirror images of each other")
    func directions() throws {
        func mirrored(_ image: Image) -> Image {
            var result = image
            for y in 0..<image.height { for x in 0..<image.width { result[x, y] = image[image.width - 1 - x, y] } }
            return result
        }
        let device = Device(.reference)
        let a = TransitionFixture.picture(40, 24) { x, y in SIMD4(x, y, 0.5, 1) }, b = TransitionFixture.picture(40, 24) { x, y in SIMD4(0.2, 1 - x, y, 1) }
        let target = try device.makeFramebuffer(width: 40, height: 24, depth: .depth32Float)
        func frame(_ transition: any Transition, _ a: Image, _ b: Image) throws -> Image {
            var encoder = device.makeCommandEncoder()
            try transition.draw(TransitionFrame(source: device.makeTexture(from: a), destination: device.makeTexture(from: b), target: target, progress: 0.3),
                                into: &encoder)
            try device.submit(encoder)
            return try target.readImage()
        }
        let pairs: [(any Transition, any Transition)] = [
            (BoxTransition(device: device, direction: .left), BoxTransition(device: device, direction: .right)),
            (FlipTransition(device: device, direction: .left), FlipTransition(device: device, direction: .right)),
            (CubeTransition(device: device, direction: .left), CubeTransition(device: device, direction: .right)),
            (try ClothTransition(device: device, direction: .left), try ClothTransition(device: device, direction: .right)),
            (ScaleRotateTransition(device: device, clockwise: false), ScaleRotateTransition(device: device, clockwise: true)),
        ]
        for (left, right) in pairs {
            let expected = try mirrored(frame(left, a, b)), actual = try frame(right, mirrored(a), mirrored(b))
            // A small difference is allowed: in the mirror image, a pixel centre on an edge may belong to the other triangle.
            #expect(TransitionFixture.meanDifference(expected, actual) < 0.5, "\(left.name)")
        }
    }

    @Test("the front of a body at rest saturates: it shows the picture's own bytes", arguments: ["box", "flip", "cube", "doors"])
    func saturation(name: String) throws {
        let fixture = try TransitionFixture(width: 64, height: 36)
        let image = try fixture.frame(fixture.transition(name), 1e-7)
        #expect(try PictureComparison.difference(name, expected: fixture.source, actual: image) == nil)
    }

    @Test("tiles fly past the eye one after the other, and are cut by the near plane there")
    func tiles() throws {
        let near = Float(0.5 / Double(0.22169466264)) - 2
        for progress in times {
            let vertices = TileFlyTransition.surfaces(progress: progress, width: 640, height: 360, tileSize: 32, seed: 3)[0].vertices
            // The fastest tiles are nearer than the near plane, and no tile is behind the eye. The farthest tiles come first in the
            // list.
            let depths = stride(from: 0, to: vertices.count, by: 6).map { vertices[$0].z }
            #expect(depths == depths.sorted() && depths.allSatisfy { $0 < 0 })
            #expect(progress < 0.3 || depths.contains { $0 > -near })
        }
        // There are 20 × 12 tiles of 32 pixels, and the uppermost row is cut. At this time no tile has passed the eye, so all tiles
        // are drawn.
        let all = TileFlyTransition.surfaces(progress: 0.01, width: 640, height: 360, tileSize: 32, seed: 3)[0].vertices
        #expect(all.count == 6 * 20 * 12)
        let area = stride(from: 0, to: all.count, by: 6).reduce(Float(0)) { $0 + (all[$1 + 2].u - all[$1].u) * (all[$1 + 2].v - all[$1].v) }
        #expect(abs(area - 1) < 1e-4)
        for i in stride(from: 0, to: all.count, by: 6) { #expect(all[i + 2].x - all[i].x < 32.01 / 360 && all[i].facing == 1) }
    }

    @Test("scale-rotate ends smaller than a pixel")
    func endsBelowAPixel() {
        let last = ScaleRotateTransition.surfaces(progress: 0.99, ratio: 16.0 / 9, isClockwise: false)[0].vertices
        #expect((last[0].position - last[2].position).length * 1080 < 1)
    }

    @Test("near-plane clipping is exact: in a wide view, a door that swings through the eye's plane leaves no hole and no smear")
    func nearPlane() throws {
        let fixture = try TransitionFixture(width: 240, height: 40, plain: true)
        let image = try fixture.frame(fixture.transition("doors"), 0.6)
        // Every pixel shows the shaded source, the shaded destination, or the background. The frame equals its mirror image, except for
        // single pixels at edges.
        var uneven = 0
        for y in 0..<40 {
            for x in 0..<240 {
                let c = image[x, y]
                #expect(c.y == 0 || c.x == c.y && c.y == c.z)
                if image[239 - x, y] != c { uneven += 1 }
            }
        }
        #expect(uneven < 240 * 40 / 50)
    }

    @Test("the cloth has the numbers of the notes")
    func clothNumbers() throws {
        let cloth = try ClothTransition(device: Device(.reference))
        #expect(cloth.particles(progress: 0, ratio: 1).count == 169
                    && cloth.surfaces(progress: 0, ratio: 1).reduce(0) { $0 + $1.vertices.count } == 2 * 12 * 12 * 6)
        // At the start the cloth fills the view of 65°. At the end each particle is at the mirrored place.
        for ratio in ratios {
            let start = cloth.particles(progress: 0, ratio: ratio), end = cloth.particles(progress: 1, ratio: ratio)
            let distance = Float(0.5 / 0.63707026081)
            for i in 0..<169 {
                let x = (Float(i % 13) / 12 - 0.5) * ratio, y = Float(i / 13) / 12 - 0.5
                #expect((start[i] - SIMD3(x, y, -distance)).length < 1e-4 * max(1, ratio))
                #expect((end[i] - SIMD3(-x, y, -distance)).length < 1e-4 * max(1, ratio))
            }
            // The transition itself moves the particles of the upper edge. Half way through the turn, all these particles have the same x.
            let middle = cloth.particles(progress: 0.4, ratio: ratio)
            let edge = middle[156...168]
            #expect(edge.allSatisfy { abs($0.x - edge[156].x) < 1e-3 * ratio })
        }
    }

    @Test("the cloth neither bursts nor shrinks, and hangs in folds on the way")
    func clothIsCalm() throws {
        let cloth = try ClothTransition(device: Device(.reference))
        for ratio in ratios {
            var deepest: Float = 0
            for step in 0...60 {
                let p = cloth.particles(progress: Double(step) / 60, ratio: ratio)
                #expect(p.allSatisfy { abs($0.x) < ratio + 0.6 * max(1, ratio) && abs($0.y) < 0.9 && $0.z < 0.6 })
                for i in 0..<169 where i % 13 < 12 {
                    let gap = (p[i + 1] - p[i]).length
                    #expect(gap < 1.6 * ratio / 12)
                }
                deepest = min(deepest, p.map(\.z).min() ?? 0)
            }
            #expect(deepest < -0.9)
        }
    }

    @Test("the cloth's frames do not depend on the frame rate or the order of calls")
    func clothDeterminism() throws {
        let device = Device(.reference)
        let steady = try ClothTransition(device: device), slow = try ClothTransition(device: device), jumping = try ClothTransition(device: device)
        for i in 0...300 { _ = steady.particles(progress: Double(i) / 300, ratio: 1.5) }
        for i in 0...7 { _ = slow.particles(progress: Double(i) / 7, ratio: 1.5) }
        for progress in [0.7, 0.123, 1.0 / 3, 0.9] {
            let expected = steady.particles(progress: progress, ratio: 1.5)
            #expect(slow.particles(progress: progress, ratio: 1.5) == expected)
            #expect(jumping.particles(progress: progress, ratio: 1.5) == expected)
        }
        // Between the other frames, draws a frame of another aspect ratio, which uses another cloth.
        _ = jumping.particles(progress: 0.5, ratio: 0.5)
        #expect(jumping.particles(progress: 0.7, ratio: 1.5) == steady.particles(progress: 0.7, ratio: 1.5))
    }
}
