// Compares filters with scalar formulas, in fused and in separate passes.

import Effects
import Foundation
import Raster
import SeededRandom
import TestSupport
import Testing

private typealias Color = SIMD4<Double>

/// Returns premultiplied noise. If `opaque` is false, some pixels are partly transparent.
private func noise(width: Int = 40, height: Int = 30, opaque: Bool = false, seed: UInt64 = 5) -> Image {
    var random = SeededGenerator(state: seed), image = Image(width: width, height: height)
    for pixel in 0..<width * height {
        let alpha = opaque || random.next() % 3 > 0 ? 255 : Int(random.next() % 256)
        for i in 0..<3 { image.bytes[pixel * 4 + i] = UInt8(Int(random.next() % 256) * alpha / 255) }
        image.bytes[pixel * 4 + 3] = UInt8(alpha)
    }
    return image
}
private func color(_ image: Image, _ x: Int, _ y: Int) -> Color { Color(image[x, y]) / 255 }

private func apply(_ chain: [Filter], to image: Image, on device: Device = Device(.reference), pictures: [String: Image] = [:],
                   fused: Bool = true) throws -> (image: Image, passes: Int) {
    let renderer = FilterRenderer(device: device)
    renderer.fusesStages = fused
    let source = try device.makeTexture(from: image)
    let result = try renderer.apply(chain, to: source, pictures: pictures.mapValues { try device.makeTexture(from: $0) })
    return (try result.readImage(), renderer.passCount)
}
/// Returns the largest difference between a channel of the filtered image and the value of a formula. The formula's arguments are the
/// column, the row from the top, and the picture.
private func difference(_ chain: [Filter], _ image: Image, pictures: [String: Image] = [:], _ formula: (Int, Int) -> Color) throws -> Int {
    let result = try apply(chain, to: image, pictures: pictures).image
    var largest = 0
    for y in 0..<image.height {
        for x in 0..<image.width {
            let expected = formula(x, y)
            for i in 0..<4 { largest = max(largest, abs(Int((min(max(expected[i], 0), 1) * 255).rounded()) - Int(result[x, y][i]))) }
        }
    }
    return largest
}
/// Applies a formula to the colour that is not yet multiplied by alpha.
private func onStraight(_ c: Color, _ formula: (Color) -> Color) -> Color {
    guard c.w > 0 else { return .zero }
    let result = formula(Color(c.x / c.w, c.y / c.w, c.z / c.w, c.w))
    return Color(result.x * result.w, result.y * result.w, result.z * result.w, result.w)
}

@Suite("Filters") struct FilterTests {
    @Test("each pixel filter gives the values of its formula within 1/255")
    func formulas() throws {
        let image = noise(), other = noise(seed: 9), light: Color = [1, 0.5, 0.25, 0.5]
        func c(_ x: Int, _ y: Int) -> Color { color(image, x, y) }
        #expect(try difference([.colorControls(saturation: 0.4, contrast: 1.3, brightness: 0.1)], image) { x, y in
            onStraight(c(x, y)) { c in
                let luma = 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z
                func shown(_ v: Double) -> Double { (luma + (v - luma) * 0.4 - 0.5) * 1.3 + 0.6 }
                return Color(shown(c.x), shown(c.y), shown(c.z), c.w)
            }
        } <= 1)
        #expect(try difference([.sepia(0.7)], image) { x, y in
            let c = c(x, y)
            func mixed(_ v: Double, _ r: Double, _ g: Double, _ b: Double) -> Double { v + (min(r * c.x + g * c.y + b * c.z, c.w) - v) * 0.7 }
            return Color(mixed(c.x, 0.393, 0.769, 0.189), mixed(c.y, 0.349, 0.686, 0.168), mixed(c.z, 0.272, 0.534, 0.131), c.w)
        } <= 1)
        #expect(try difference([.vignette(0.8, radius: 0.3, softness: 0.5)], image) { x, y in
            let dx = Double(x) + 0.5 - 20, dy = Double(y) + 0.5 - 15, r = (dx * dx + dy * dy).squareRoot() / 25
            let t = min(max((r - 0.3) / 0.5, 0), 1), keep = 1 - 0.8 * t * t * (3 - 2 * t), c = c(x, y)
            return Color(c.x * keep, c.y * keep, c.z * keep, c.w)
        } <= 1)
        #expect(try difference([.colorMatrix(red: [0, 1, 0, 0], green: [0.5, 0.5, 0, 0], blue: [0, 0, 0, 1], bias: [0, 0, -0.25, 0])], image) { x, y in
            onStraight(c(x, y)) { Color($0.y, ($0.x + $0.y) / 2, $0.w - 0.25, $0.w) }
        } <= 1)
        #expect(try difference([.radialGradient(x: 0.25, y: 0.75, inner: 0.1, outer: 0.6, color: SIMD4(light))], image) { x, y in
            let dx = Double(x) + 0.5 - 10, dy = 30 - (Double(y) + 0.5) - 22.5, r = (dx * dx + dy * dy).squareRoot() / 30
            let glow = 1 - min(max((r - 0.1) / 0.5, 0), 1)
            return Color(light.x * light.w, light.y * light.w, light.z * light.w, light.w) * glow
        } <= 1)
        func d(_ x: Int, _ y: Int) -> Color { color(other, x, y) }
        #expect(try difference([.addition("other")], image, pictures: ["other": other]) { c($0, $1) + d($0, $1) } <= 1)
        #expect(try difference([.sourceIn("other")], image, pictures: ["other": other]) { c($0, $1) * d($0, $1).w } <= 1)
        #expect(try difference([.sourceOver("other")], image, pictures: ["other": other]) { c($0, $1) + d($0, $1) * (1 - c($0, $1).w) } <= 1)
    }

    @Test("the composition of lit images is also a filter chain: gradient, addition, source-in")
    func litComposite() throws {
        let image = noise(opaque: true),
            result = try apply([.radialGradient(outer: 1, color: [1, 1, 1, 0.5]), .addition("source"), .sourceIn("source")], to: image)
        #expect(result.passes == 1)
        let c = color(image, 20, 15), r = (0.5 * 0.5 + 0.5 * 0.5).squareRoot() / 30
        #expect(abs(Double(result.image[20, 15].x) / 255 - min(1, c.x + (1 - r) * 0.5)) < 1.01 / 255)
    }

    @Test("a hue rotation keeps luma and greys, turns red to its neighbours, and returns after 360 degrees")
    func hue() throws {
        let image = noise(opaque: true)
        #expect(try difference([.hue(360)], image) { color(image, $0, $1) } <= 1)
        var gray = Image(width: 1, height: 1)
        gray[0, 0] = [90, 90, 90, 255]
        #expect(try apply([.hue(123)], to: gray).image == gray)
        gray[0, 0] = [200, 60, 60, 255]
        let turned = try apply([.hue(-120)], to: gray).image[0, 0]
        #expect(turned.y > turned.x && turned.y > turned.z, "\(turned)")
    }

    @Test("an identity lookup table changes nothing, another table changes colours as it says; a table of another shape is refused")
    func lookupTable() throws {
        func table(_ map: (Int, Int, Int) -> SIMD4<UInt8>) -> Image {
            var image = Image(width: 64, height: 8)
            for b in 0..<8 { for g in 0..<8 { for r in 0..<8 { image[b * 8 + r, g] = map(r, g, b) } } }
            return image
        }
        func code(_ i: Int) -> UInt8 { UInt8(Float(i) / 7 * 255 + 0.5) }
        let image = noise(opaque: true)
        #expect(try difference([.lookupTable("t")], image, pictures: ["t": table { [code($0), code($1), code($2), 255] }]) { color(image, $0, $1) } <= 1)
        #expect(try difference([.lookupTable("t")], image, pictures: ["t": table { [code(7 - $2), code($0), code($1), 255] }]) {
            let c = color(image, $0, $1)
            return Color(1 - c.z, c.x, c.y, 1)
        } <= 1)
        let error = #expect(throws: FilterError.self) { try apply([.lookupTable("t")], to: image, pictures: ["t": image]) }
        #expect(error?.description == "table of lookupTable is 40×30 pixels; use a table of N·N × N pixels, N from 2 to 64 [unknownPicture]")
    }

    @Test("a blurred point is a Gaussian, a uniform picture stays; radius 0 needs no pass")
    func blur() throws {
        var point = Image(width: 31, height: 31)
        point[15, 15] = [255, 255, 255, 255]
        let sigma = 1.5, blurred = try apply([.blur(radius: Float(sigma))], to: point)
        #expect(blurred.passes == 2)
        let total = (-5...5).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }.reduce(0, +)
        for (x, y) in [(15, 15), (16, 15), (15, 17), (17, 17), (19, 15), (25, 25)] {
            let dx = x - 15, dy = y - 15, expected = max(abs(dx), abs(dy)) > 5 ? 0 : exp(-Double(dx * dx + dy * dy) / (2 * sigma * sigma)) / (total * total)
            #expect(abs(Double(blurred.image[x, y].x) - 255 * expected) <= 1)
        }
        let even = Image(width: 9, height: 4, bytes: [UInt8](repeating: 77, count: 144))
        #expect(try apply([.blur(radius: 100)], to: even).image == even)
        let nothing = try apply([.blur(radius: 0)], to: point)
        #expect(nothing.image == point && nothing.passes == 0)
    }

    @Test("pixellate fills squares with their mean, from the upper left corner; the filter edges gives black where the picture is uniform")
    func gathering() throws {
        let image = noise(width: 40, height: 32, opaque: true)
        #expect(try difference([.pixellate(size: 8)], image) { x, y in
            let left = x / 8 * 8, top = y / 8 * 8
            var sum = Color.zero
            for v in top..<top + 8 { for u in left..<left + 8 { sum += color(image, u, v) } }
            return sum / 64
        } <= 1)
        #expect(try apply([.pixellate(size: 1)], to: image).image == image)
        var halves = Image(width: 16, height: 8)
        for y in 0..<8 { for x in 0..<16 { halves[x, y] = x < 8 ? [0, 0, 0, 255] : [51, 51, 51, 255] } }
        let found = try apply([.edges(0.5)], to: halves).image
        #expect((0..<16).map { found[$0, 4].x } == (0..<16).map { $0 == 7 || $0 == 8 ? 102 : 0 })
    }

    @Test("bloom makes bright parts glow and does not change dark pictures")
    func bloom() throws {
        var picture = Image(width: 24, height: 24)
        for y in 0..<24 { for x in 0..<24 { picture[x, y] = x == 12 && y == 12 ? [255, 255, 255, 255] : [40, 40, 40, 255] } }
        let shining = try apply([.bloom(intensity: 2, radius: 2, threshold: 0.5)], to: picture)
        #expect(shining.passes == 3 && shining.image[13, 12].x > 45 && shining.image[0, 0].x == 40 && shining.image[12, 12].w == 255)
        picture[12, 12] = [40, 40, 40, 255]
        #expect(try apply([.bloom(intensity: 2, radius: 2, threshold: 0.5)], to: picture).image == picture)
    }

    static let counted: [(String, fused: Int, unfused: Int)] = [
        ("", 0, 0), ("sepia", 1, 1), ("sepia | vignette | hue | colorControls", 1, 4), ("sepia(0.8) | blur(4) | vignette", 3, 4),
        ("blur | blur", 4, 4), ("bloom", 3, 4), ("hue | bloom | sepia", 4, 6), ("pixellate | edges | sepia", 2, 3),
        ("radialGradient | addition(source) | sourceIn(source)", 1, 3),
    ]
    @Test("consecutive pixel filters share one pass, also with the gathering filter before them", arguments: counted.indices)
    func passCounts(index: Int) throws {
        let (text, fused, unfused) = FilterTests.counted[index], chain = try Filter.chain(text), image = noise(width: 6, height: 5)
        #expect(try apply(chain, to: image).passes == fused)
        #expect(try apply(chain, to: image, fused: false).passes == unfused)
    }

    @Test("random chains give the same bits fused and unfused, on both renderers and at each width of vectors")
    func sameBits() throws {
        let image = noise(width: 21, height: 13), reference = Device(.reference)
        let devices = [4, 8, 16].map { lanes in
            var options = Device.Options()
            options.lanes = lanes
            return Device(.jit, options: options)
        }
        var random = SeededGenerator(state: 12), table = Image(width: 16, height: 4)
        for i in table.bytes.indices { table.bytes[i] = UInt8(truncatingIfNeeded: random.next()) }
        for round in 0..<14 {
            let chain = (0..<Int(2 + random.next() % 5)).map { _ in
                var filter = Filter(Filter.Kind.allCases[Int(random.next() % UInt64(Filter.Kind.allCases.count))])
                for parameter in filter.kind.definition.parameters {
                    switch parameter.kind {
                    case .number(let range, _):
                        // Larger radii are not tested, because larger radii would only take more time.
                        let upper = min(range.upperBound, parameter.name == "radius" || parameter.name == "size" ? 5 : range.upperBound)
                        filter[parameter.name] = .number(range.lowerBound + (upper - range.lowerBound) * Float(random.next() >> 40) / Float(1 << 24))
                    case .numbers(let standard): filter[parameter.name] = .numbers(standard.map { $0 + Float(random.next() % 5) * 0.1 - 0.2 })
                    case .color: break
                    case .picture: filter[parameter.name] = .picture(filter.kind == .lookupTable ? "table" : "source")
                    }
                }
                return filter
            }
            let expected = try apply(chain, to: image, on: reference, pictures: ["table": table], fused: false).image
            #expect(try apply(chain, to: image, on: reference, pictures: ["table": table]).image == expected, "\(chain)")
            for fused in [true, false] {
                let device = devices[round % 3]
                #expect(try apply(chain, to: image, on: device, pictures: ["table": table], fused: fused).image == expected, "\(chain) \(fused) \(device.name)")
            }
        }
    }

    @Test("a result stays valid until the next chain is applied; the next one may have another size or use the result as source")
    func reuse() throws {
        let device = Device(.reference), renderer = FilterRenderer(device: device)
        let image = noise(), source = try device.makeTexture(from: image), small = try device.makeTexture(from: noise(width: 7, height: 3))
        let once = try renderer.apply([.sepia()], to: source).readImage()
        let first = try renderer.apply([.sepia()], to: source), again = try renderer.apply([.hue(20)], to: first).readImage()
        #expect(try renderer.apply([.hue(20)], to: device.makeTexture(from: once)).readImage() == again)
        // The result is both the source and the second picture of the next chain. The next chain must not overwrite this result.
        let seen = try renderer.apply([.sepia()], to: source), mixed: [Filter] = [.blur(), .hue(), .blur(), .addition("source"), .addition("seen")]
        let apart = try device.makeTexture(from: once),
            expected = try FilterRenderer(device: device).apply(mixed, to: apart, pictures: ["seen": apart]).readImage()
        #expect(try renderer.apply(mixed, to: seen, pictures: ["seen": seen]).readImage() == expected)
        #expect(try renderer.apply([.sepia(), .blur()], to: small).width == 7)
        #expect(try renderer.apply([], to: source) === source && renderer.passCount == 0)
    }

    @Test("missing pictures and pictures of another device are errors that name them")
    func missingPictures() throws {
        let image = noise(width: 4, height: 4)
        let error = #expect(throws: FilterError.self) { try apply([.addition("sorce")], to: image) }
        #expect(error?.description == "picture of addition is 'sorce', which is not among the pictures; did you mean 'source'? [unknownPicture]")
        #expect(throws: FilterError.self) { try apply([.lookupTable("source")], to: image) }
        let device = Device(.reference), other = Device(.reference), foreign = try other.makeTexture(from: image)
        let refused = RasterError.thrown {
            _ = try FilterRenderer(device: device).apply([.addition("x")], to: device.makeTexture(from: image), pictures: ["x": foreign])
        }
        #expect(refused?.code == .wrongDevice && refused?.subject == "picture 'x' of filter 'addition'")
        #expect(RasterError.thrown { _ = try FilterRenderer(device: device).apply([.sepia()], to: foreign) }?.code == .wrongDevice)
        #expect(throws: FilterError.self) { try apply([.sepia(.nan)], to: image) }
    }
}
