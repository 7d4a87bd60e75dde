// Lit images: comparisons with the scalar oracle on both renderers, the changes after which lighting is computed again, and errors.

import Effects
import Raster
import SeededRandom
import TestSupport
import Testing

/// Returns premultiplied noise with soft alpha, in which no two pixels are equal.
private func picture(width: Int = 150, height: Int = 100, opaque: Bool = false, seed: UInt64 = 7) -> Image {
    var random = SeededGenerator(state: seed), image = Image(width: width, height: height)
    for y in 0..<height {
        for x in 0..<width {
            let alpha = opaque ? 255 : Int(random.next() % 4) == 0 ? Int(random.next() % 256) : 255
            for i in 0..<3 { image.bytes[(y * width + x) * 4 + i] = UInt8(Int(random.next() % 256) * alpha / 255) }
            image.bytes[(y * width + x) * 4 + 3] = UInt8(alpha)
        }
    }
    return image
}

private func randomLights(_ count: Int, seed: UInt64 = 3, width: Float = 150, height: Float = 100) -> [PointLight] {
    var random = SeededGenerator(state: seed)
    func number(_ low: Float, _ high: Float) -> Float { low + (high - low) * Float(random.next() >> 40) / Float(1 << 24) }
    return (0..<count).map { i in
        PointLight(position: [number(-40, width + 40), number(-40, height + 40)], intensity: number(0, 1.5), range: number(0, 70),
                   color: [number(0, 1), number(0, 1), number(0, 1)], constantIntensityOverRange: i % 5 == 4)
    }
}

@Suite("Lit images") struct LightingTests {
    @Test("both renderers match the oracle within 1/255, for soft and opaque pictures, with both kinds of edges", arguments: [Device.Kind.reference, .jit])
    func oracle(kind: Device.Kind) throws {
        for (seed, edges) in zip([1, 2] as [UInt64], LitImage.Edges.allCases) {
            let picture = picture(seed: seed), lights = randomLights(12, seed: seed)
            let lit = try LightingStage(picture, lights, on: kind) { $0.edges = edges; $0.ambientLightLevel = 0.3 }.lit()
            let scalar = ScalarLighting(picture: picture, ambient: 0.3, lights: lights, edges: edges)
            #expect(scalar.largestDifference(from: lit) <= 1, "\(edges)")
        }
    }

    @Test("the article's scene: ambient 0.1 and a white light of intensity 0.8 and range 250")
    func articleScene() throws {
        let picture = picture(opaque: true), lights = [PointLight(position: [80, 60])]
        let lit = try LightingStage(picture, lights).lit()
        #expect(ScalarLighting(picture: picture, ambient: 0.1, lights: lights).largestDifference(from: lit) <= 1)
    }

    @Test("with intensity 0.9 and ambient light 0.1, the place at the lamp has exactly the picture's colour")
    func exactAtTheLamp() throws {
        let picture = picture(opaque: true)
        for constant in [false, true] {
            let lit = try LightingStage(picture, [PointLight(position: [40.5, 30.5], intensity: 0.9, range: 50, constantIntensityOverRange: constant)]).lit()
            #expect(lit[40, 69] == picture[40, 69])
        }
    }

    @Test("a constant light is a disc with a hard edge: it lights the points nearer than its range")
    func disc() throws {
        let white = Image(width: 32, height: 1, bytes: [UInt8](repeating: 255, count: 128))
        let lit = try LightingStage(white, [PointLight(position: [3.5, 0.5], intensity: 0.5, range: 10,
                                                       constantIntensityOverRange: true)]) { $0.ambientLightLevel = 0 }.lit()
        #expect((0..<32).map { lit[$0, 0].x } == (0..<32).map { abs($0 - 3) < 10 ? 128 : 0 })
    }

    @Test("the order of the lights changes no bit")
    func order() throws {
        let picture = picture(), lights = randomLights(40)
        let stage = try LightingStage(picture, lights)
        let first = try stage.lit()
        stage.controller.lights = lights.reversed()
        stage.image.setNeedsLightingUpdate()
        #expect(try stage.lit() == first)
        #expect(stage.image.renderCount == 2)
    }

    @Test("one pass and alternating passes give the same bits, on both renderers and at each width of vectors")
    func paths() throws {
        let picture = picture(), lights = randomLights(9)
        let expected = try LightingStage(picture, lights, on: .reference).lit()
        for (kind, lanes) in [(.reference, nil), (.jit, 4), (.jit, 8), (.jit, 16)] as [(Device.Kind, Int?)] {
            let stage = try LightingStage(picture, lights, on: kind, lanes: lanes)
            for path in LightingController.Path.allCases {
                stage.controller.path = path
                #expect(try stage.lit() == expected, "\(path) on \(stage.device.name)")
            }
            #expect(stage.image.renderCount == 2)
        }
    }

    @Test("600 lights at one place need several passes, and match the oracle")
    func manyLights() throws {
        let picture = picture(width: 70, height: 20, opaque: true)
        var lights = randomLights(600, width: 70, height: 20)
        for i in lights.indices { lights[i].intensity *= 0.004; lights[i].range += 60 }
        let lit = try LightingStage(picture, lights) { $0.ambientLightLevel = 0.2 }.lit()
        #expect(ScalarLighting(picture: picture, ambient: 0.2, lights: lights).largestDifference(from: lit) <= 1)
    }

    @Test("a tile adds the lights that reach it and no others; tiles with the same lights are one draw")
    func tiles() throws {
        func lightCounts(_ lights: [PointLight]) throws -> [Int] {
            let stage = try LightingStage(picture(width: 640, height: 130), lights)
            var encoder = stage.device.makeCommandEncoder(), counts: [Int] = []
            try stage.controller.update(into: &encoder)
            for case .renderPass(let pass) in encoder.commands {
                for case .draw(let draw) in pass.operations {
                    counts.append(draw.pipeline.program.uniforms["lightCount"].map { Int(draw.uniforms[$0.offset / 4]) } ?? 0)
                }
            }
            return counts
        }
        // Each tile of the lowest row has one light. The two upper rows of tiles have no lights, and are drawn as one rectangle.
        #expect(try lightCounts((0..<10).map { PointLight(position: [Float($0) * 64 + 32, 32], range: 20) }) == Array(repeating: 1, count: 10) + [0])
        #expect(try lightCounts((0..<100).map { PointLight(position: [Float($0), 30], range: 2000) }) == [100])
        #expect(try lightCounts([PointLight(position: [-500, 30], range: 490)]) == [0])
    }

    @Test("lights reach a stretched, turned and moved image through its transform")
    func transforms() throws {
        let picture = picture(), lights = randomLights(8, width: 300, height: 200)
        for transform in [ImageTransform(origin: [20, 30], size: [300, 120], width: 150, height: 100),
                          ImageTransform(origin: [200, 10], xAxis: [0.2, 1.1], yAxis: [-1.4, 0.3])] {
            let lit = try LightingStage(picture, lights) { $0.transform = transform }.lit()
            var scalar = ScalarLighting(picture: picture, ambient: 0.1, lights: lights, transform: transform)
            #expect(scalar.largestDifference(from: lit) <= 1)
            // Without the transform, the pictures differ, which shows that the comparison above can find a wrong transform.
            scalar.transform = .identity
            #expect(scalar.largestDifference(from: lit) > 8)
        }
        let turned = ImageTransform(origin: [200, 10], xAxis: [0.2, 1.1], yAxis: [-1.4, 0.3])
        let there = turned.viewPlace(of: [12, 34]), back = try #require(turned.imagePlace(of: there))
        #expect(abs(back.x - 12) < 1e-4 && abs(back.y - 34) < 1e-4)
    }

    @Test("without any lights the image is shown unchanged, without being drawn")
    func noLight() throws {
        let picture = picture()
        let stage = try LightingStage(picture, [])
        #expect(try stage.lit() == picture)
        #expect(stage.image.litTexture === stage.image.picture && stage.image.renderCount == 0)
        // A lamp with intensity 0 counts as a light: the image is dark.
        stage.controller.lights = [PointLight(position: [10, 10], intensity: 0)]
        #expect(try ScalarLighting(picture: picture, ambient: 0.1, lights: []).largestDifference(from: stage.lit()) <= 1)
        stage.controller.lights = []
        #expect(try stage.lit() == picture)
    }

    /// A class whose objects are lamps. A lamp counts how often its properties are read.
    private final class Lamp: LightFixture {
        var position = SIMD2<Float>(30, 30)
        var intensity: Float = 0.8
        var range: Float = 20
        var looks = 0
        var color: SIMD3<Float> { looks += 1; return .one }
    }

    @Test("lighting is computed only for images that have changed")
    func workOnlyOnChange() throws {
        let lamp = Lamp(), stage = try LightingStage(picture(), [lamp])
        let far = try LitImage(stage.image.picture)
        far.transform = ImageTransform(origin: [500, 0], xAxis: [1, 0], yAxis: [0, 1])
        stage.controller.images.append(far)
        func counts() throws -> [Int] {
            try stage.controller.update()
            return [stage.image.renderCount, far.renderCount, stage.controller.renderCount, lamp.looks]
        }
        #expect(try counts() == [1, 1, 2, 1])
        #expect(try counts() == [1, 1, 2, 1], "nothing changed: the lamp is not even looked at")
        lamp.position.x = 50
        #expect(try counts() == [1, 1, 2, 1], "nobody said that the lamp moved")
        stage.controller.setNeedsLightingUpdate()
        #expect(try counts() == [2, 1, 3, 2], "the image that the lamp does not reach stays")
        stage.controller.lightsConstantlyUpdating = true
        #expect(try counts() == [2, 1, 3, 3], "looked at, and found to be the same")
        lamp.position.x = 60
        #expect(try counts() == [3, 1, 4, 4])
        lamp.position.x = 490
        #expect(try counts() == [4, 2, 6, 5], "gone from one, come to the other")
        stage.controller.lightsConstantlyUpdating = false
        stage.image.ambientLightLevel = 0.5
        #expect(try counts() == [5, 2, 7, 6])
        stage.image.ambientLightLevel = 0.5
        #expect(try counts() == [5, 2, 7, 6], "set to what it was")
        stage.image.setNeedsShadowUpdate()
        #expect(try counts() == [6, 2, 8, 7])
        far.setNeedsLightingUpdate()
        #expect(try counts() == [6, 3, 9, 8])
    }

    @Test("new texels of a shadow caster keep the relief's slopes, new texels of the picture do not")
    func reliefStays() throws {
        let stage = try LightingStage(picture(), randomLights(3)) { $0.relief = Relief() }
        func passes() throws -> [String] {
            var encoder = stage.device.makeCommandEncoder()
            try stage.controller.update(into: &encoder)
            try stage.device.submit(encoder)
            return encoder.commands.compactMap { if case .renderPass(let pass) = $0 { pass.label } else { nil } }
        }
        #expect(try passes() == ["relief", "light"])
        stage.image.setNeedsShadowUpdate()
        #expect(try passes() == ["light"])
        stage.image.setNeedsLightingUpdate()
        #expect(try passes() == ["relief", "light"])
    }

    @Test("correct edges keep the alpha, and do not change opaque pictures")
    func edges() throws {
        let soft = picture(), hard = picture(opaque: true), lights = randomLights(10)
        let corrected = try LightingStage(soft, lights) { $0.edges = .correct }.lit()
        #expect(stride(from: 3, to: soft.bytes.count, by: 4).allSatisfy { corrected.bytes[$0] == soft.bytes[$0] })
        #expect(try LightingStage(soft, lights).lit() != corrected)
        #expect(try LightingStage(hard, lights) { $0.edges = .correct }.lit() == LightingStage(hard, lights).lit())
    }

    @Test("a flat relief changes no bit; a slope is brighter on the lamp's side, on both renderers")
    func relief() throws {
        let gray = Image(width: 96, height: 64, bytes: [UInt8](repeating: 128, count: 96 * 64 * 4).enumerated().map { $0.offset % 4 == 3 ? 255 : $0.element })
        let lights = [PointLight(position: [48, 32], intensity: 0.6, range: 60)]
        let flat = try LightingStage(gray, lights) { $0.ambientLightLevel = 0.6 }.lit()
        #expect(try LightingStage(gray, lights) { $0.ambientLightLevel = 0.6; $0.relief = Relief(depth: 8) }.lit() == flat)
        // A ridge along the middle: the side towards the lamp is brighter, the side away from the lamp is darker.
        var ridge = Image(width: 96, height: 64)
        for y in 0..<64 { for x in 0..<96 { let h = UInt8(max(0, 255 - abs(x - 20) * 25)); ridge[x, y] = [h, h, h, 255] } }
        func lit(_ kind: Device.Kind) throws -> Image {
            try LightingStage(gray, lights, on: kind) {
                $0.ambientLightLevel = 0.6
                $0.relief = Relief(.heightMap(try $0.device.makeTexture(from: ridge)), depth: 12)
            }.lit()
        }
        let shown = try lit(.jit)
        #expect(shown[25, 32].x > flat[25, 32].x + 10 && shown[15, 32].x < flat[15, 32].x, "\(shown[25, 32]) \(shown[15, 32]) \(flat[25, 32])")
        #expect(try lit(.reference) == shown)
    }

    @Test("a normal map gives the same slopes as heights of the same plane, and a flat normal map changes no bit", arguments: [PixelFormat.rgba8, .rgba32Float])
    func normals(format: PixelFormat) throws {
        func plain(_ color: SIMD4<UInt8>) -> Image { Image(width: 96, height: 64, bytes: (0..<96 * 64).flatMap { _ in [color.x, color.y, color.z, color.w] }) }
        let gray = plain([128, 128, 128, 255]), lights = [PointLight(position: [48, 32], intensity: 0.6, range: 60, color: [1, 0.7, 0.4])]
        var ramp = gray
        for y in 0..<64 { for x in 0..<96 { let h = UInt8(x + y); ramp[x, y] = [h, h, h, 255] } }
        func lit(_ map: Image, normals: Bool, depth: Float, _ kind: Device.Kind = .jit) throws -> Image {
            try LightingStage(gray, lights, on: kind) {
                $0.ambientLightLevel = 0.6
                $0.picture = try $0.device.makeTexture(from: gray, format: format)
                let map = try $0.device.makeTexture(from: map)
                $0.relief = Relief(normals ? .normalMap(map) : .heightMap(map), depth: depth)
            }.lit()
        }
        // Heights rise by 80 / 255 of a pixel to the right and downwards. The normal map stores half of this slope, because the
        // depth of the normal map is 2.
        let slope = 80.0 / 255, half = slope / 2, long = (1 + 2 * half * half).squareRoot()
        func code(_ x: Double) -> UInt8 { UInt8((x / long * 127 + 128).rounded()) }
        let normals = plain(SIMD4(code(-half), code(half), code(1), 255))
        let heights = try lit(ramp, normals: false, depth: 80), shown = try lit(normals, normals: true, depth: 2),
            flat = try lit(plain([128, 128, 255, 255]), normals: true, depth: 5)
        var largest = 0
        for y in 2..<62 { for x in 2..<94 { for i in 0..<3 { largest = max(largest, abs(Int(heights[x, y][i]) - Int(shown[x, y][i]))) } } }
        #expect(largest <= 2 && shown != flat, "\(largest)")
        #expect(try flat == LightingStage(gray, lights) { $0.ambientLightLevel = 0.6 }.lit())
        #expect(try lit(normals, normals: true, depth: 2, .reference) == shown)
    }

    @Test("a picture of bytes, read with its relief in one lookup, is lit bit for bit like the same picture of floats",
          arguments: [Device.Kind.reference, .jit])
    func surfaces(kind: Device.Kind) throws {
        // A separate height map gives slopes in all directions.
        let picture = picture(width: 96, height: 70, seed: 4), heights = self.heights(width: 96, height: 70)
        for (edges, path) in zip(LitImage.Edges.allCases, LightingController.Path.allCases) {
            let stages = try [PixelFormat.rgba8, .rgba32Float].map { format in
                let stage = try LightingStage(picture, randomLights(3, width: 96, height: 70), on: kind)
                if format != .rgba8 { stage.image.picture = try stage.device.makeTexture(from: picture, format: format) }
                stage.image.relief = Relief(.heightMap(try stage.device.makeTexture(from: heights)), depth: 30)
                stage.image.edges = edges
                stage.controller.path = path
                return stage
            }
            let bytes = try stages[0].lit()
            #expect(try stages[1].lit() == bytes, "\(edges), \(path)")
            // The picture is replaced by a picture of another format, and then by a picture of the first format.
            let other = self.heights(width: 96, height: 70, seed: 9)
            stages[1].image.picture = try stages[1].device.makeTexture(from: other, format: .rgba32Float)
            let expected = try stages[1].lit()
            for format in [PixelFormat.rgba32Float, .rgba8] {
                stages[0].image.picture = try stages[0].device.makeTexture(from: other, format: format)
                #expect(try stages[0].lit() == expected, "\(format)")
            }
            #expect(expected != bytes)
        }
    }
    /// Returns opaque grey noise.
    private func heights(width: Int, height: Int, seed: UInt64 = 6) -> Image {
        var random = SeededGenerator(state: seed), image = Image(width: width, height: height)
        for y in 0..<height { for x in 0..<width { let h = UInt8(random.next() % 256); image[x, y] = [h, h, h, 255] } }
        return image
    }

    @Test("lights in one layer of shadows and in several layers give the same bits, unrolled or in a loop", arguments: [Device.Kind.reference, .jit])
    func fewAndManyLights(kind: Device.Kind) throws {
        let white = Image(width: 256, height: 64, bytes: [UInt8](repeating: 255, count: 256 * 64 * 4))
        let bar = Image(width: 8, height: 20, bytes: [UInt8](repeating: 255, count: 8 * 20 * 4))
        func lit(_ lights: [PointLight]) throws -> Image {
            try LightingStage(white, lights, on: kind) { image in
                image.ambientLightLevel = 0.1
                image.relief = Relief(depth: 3)
                image.shadowCasters = [ShadowCaster(try image.device.makeTexture(from: bar),
                                                    transform: ImageTransform(origin: [30, 20], xAxis: [1, 0], yAxis: [0, 1]))]
            }.lit()
        }
        for count in 1...4 {
            let lights = (0..<count).map { (i: Int) -> PointLight in
                let place = SIMD2(Float(8 + i * 15), Float(50 - i * 13)), green = Float(i) / 4
                return PointLight(position: place, intensity: 0.3, range: 70, color: SIMD3(1, green, 0.5))
            }
            // The lights `others` are far to the right, in other tiles. In the sorted list of lights, some of `others` come before
            // `lights`, and some come after.
            let others = (0..<6).map { (i: Int) -> PointLight in PointLight(position: SIMD2(Float(200 + i * 8), Float(i * 10)), intensity: 0.2, range: 6) }
            let few = try lit(lights), many = try lit(lights + others)
            #expect((0..<64).allSatisfy { y in (0..<160).allSatisfy { few[$0, y] == many[$0, y] } }, "\(count) lights")
            #expect(few != many)
            // Adds dark lights to the same tiles. With so many lights the program uses a loop.
            let dark = (0..<4).map { (i: Int) -> PointLight in PointLight(position: SIMD2(Float(60 + i), 1), intensity: 1e-30, range: 70) }
            let looped = try lit(lights + dark)
            #expect(looped == few, "\(count) lights and dark ones")
        }
    }

    @Test("a caster's alpha casts a shadow away from the lamp, softer for a large lamp, on both renderers")
    func shadows() throws {
        let white = Image(width: 160, height: 96, bytes: [UInt8](repeating: 255, count: 160 * 96 * 4))
        let lights = [PointLight(position: [8, 48], intensity: 0.8, range: 400)]
        var bar = Image(width: 16, height: 12, bytes: [UInt8](repeating: 255, count: 16 * 12 * 4))
        func lit(radius: Float, opacity: Float = 1, _ kind: Device.Kind = .jit) throws -> Image {
            try LightingStage(white, lights, on: kind) { image in
                image.ambientLightLevel = 0
                image.lampRadius = radius
                image.shadowCasters = [ShadowCaster(try image.device.makeTexture(from: bar),
                                                    transform: ImageTransform(origin: [60, 42], xAxis: [1, 0], yAxis: [0, 1]), opacity: opacity)]
            }.lit()
        }
        let open = try LightingStage(white, lights) { $0.ambientLightLevel = 0 }.lit(), sharp = try lit(radius: 0), soft = try lit(radius: 30),
            thin = try lit(radius: 0, opacity: 0.5)
        #expect(sharp[120, 48].x < 20 && open[120, 48].x > 140 && sharp[40, 48] == open[40, 48] && sharp[120, 4] == open[120, 4],
                "behind the bar, before it, beside it")
        #expect(abs(Int(thin[120, 48].x) - Int(open[120, 48].x) / 2) < 8, "half the light passes")
        func grays(_ image: Image) -> Int { (0..<96).count { y in let v = Int(image[150, y].x) * 10 / max(1, Int(open[150, y].x)); return v > 0 && v < 9 } }
        #expect(grays(soft) > grays(sharp) + 8, "\(grays(soft)) \(grays(sharp))")
        #expect(try lit(radius: 30, .reference) == soft)
        bar = Image(width: 16, height: 12)
        #expect(try lit(radius: 30) == open, "what is transparent throws none")
    }

    @Test("each of nine lights casts its own shadow: together they give the sum of the single lights", arguments: [Device.Kind.reference, .jit])
    func manyShadows(kind: Device.Kind) throws {
        let white = Image(width: 96, height: 64, bytes: [UInt8](repeating: 255, count: 96 * 64 * 4))
        let bar = Image(width: 10, height: 14, bytes: [UInt8](repeating: 255, count: 10 * 14 * 4))
        // One of the ten lights does not reach the picture.
        let colors: [SIMD3<Float>] = [[1, 0.2, 0.2], [0.2, 1, 0.2], [0.2, 0.2, 1]]
        let lights = (0..<10).map { (i: Int) -> PointLight in
            let place = i == 4 ? SIMD2<Float>(900, 900) : SIMD2(Float(i * 37 % 96), Float(i * 23 % 64))
            return PointLight(position: place, intensity: 0.1 + 0.01 * Float(i), range: 130, color: colors[i % 3])
        }
        func lit(_ lights: [PointLight]) throws -> Image {
            try LightingStage(white, lights, on: kind) { image in
                image.ambientLightLevel = 0
                image.lampRadius = 3
                image.shadowCasters = [ShadowCaster(try image.device.makeTexture(from: bar),
                                                    transform: ImageTransform(origin: [43, 25], xAxis: [1, 0], yAxis: [0, 1]))]
            }.lit()
        }
        let together = try lit(lights), alone = try lights.map { try lit([$0]) }
        for y in 0..<64 {
            for x in 0..<96 {
                for i in 0..<3 {
                    let sum = alone.reduce(0) { $0 + Int($1[x, y][i]) }
                    #expect(abs(sum - Int(together[x, y][i])) <= 5, "\(x), \(y)")
                }
            }
        }
    }

    @Test("the shadow covers the points whose rays to a small lamp meet the caster, and no others")
    func shadowPlaces() throws {
        let white = Image(width: 200, height: 120, bytes: [UInt8](repeating: 255, count: 200 * 120 * 4)), lamp = SIMD2<Float>(20, 30)
        let low = SIMD2<Float>(80, 40), high = SIMD2<Float>(112, 72)
        let box = Image(width: 4, height: 4, bytes: [UInt8](repeating: 255, count: 64))
        func lit(_ casts: Bool) throws -> Image {
            try LightingStage(white, [PointLight(position: lamp, intensity: 0.9, range: 600)]) { image in
                image.ambientLightLevel = 0
                image.lampRadius = 0
                guard casts else { return }
                image.shadowCasters = [ShadowCaster(try image.device.makeTexture(from: box),
                                                    transform: ImageTransform(origin: low, size: high - low, width: 4, height: 4))]
            }.lit()
        }
        let open = try lit(false), shadowed = try lit(true)
        /// Returns whether the line from the lamp to the pixel crosses the box, enlarged by `room`. Intersects the line with the
        /// box's slabs.
        func crosses(_ x: Int, _ y: Int, room: Float) -> Bool {
            let place = SIMD2(Float(x) + 0.5, Float(119 - y) + 0.5), way = place - lamp
            let a = (low - room - lamp) / way, b = (high + room - lamp) / way, entry = pointwiseMin(a, b).max(), exit = pointwiseMax(a, b).min()
            return max(entry, 0) < min(exit, 1)
        }
        for y in 0..<120 {
            for x in 0..<200 {
                let share = Float(shadowed[x, y].x) / Float(open[x, y].x)
                // Compares only points well inside and well outside of the shadow. The shadow's edge is exact only to a pixel of
                // the shadow map, and this pixel covers four pixels of the image.
                if crosses(x, y, room: -8) { #expect(share < 0.25, "\(x), \(y)") }
                if !crosses(x, y, room: 10) { #expect(share > 0.97, "\(x), \(y)") }
            }
        }
    }

    @Test("values outside of their ranges are errors that name the values, and nothing is drawn")
    func refusals() throws {
        func message(_ light: PointLight = PointLight(position: .zero), _ change: (LitImage) throws -> Void = { _ in }) throws -> String? {
            let stage = try LightingStage(picture(width: 4, height: 4), [PointLight(position: .zero), light], change)
            let error = RasterError.thrown { try stage.controller.update() }
            #expect(error == nil || stage.image.renderCount == 0)
            return error?.description
        }
        #expect(try message() == nil)
        #expect(try message(PointLight(position: .zero,
                                       range: -1)) == "range of lights[1] of lighting controller is -1.0; use 0.0 to 1000000.0 [invalidArgument]")
        #expect(try message(PointLight(position: [.nan, 0]))?.hasPrefix("position.x of lights[1]") == true)
        #expect(try message(PointLight(position: .zero, intensity: .infinity))?.hasPrefix("intensity of lights[1]") == true)
        #expect(try message(PointLight(position: .zero, color: [0, 2, 0]))?.hasPrefix("color[1] of lights[1]") == true)
        #expect(try message { $0.ambientLightLevel = 1.5 } == "ambientLightLevel of lit image is 1.5; use 0 to 1 [invalidArgument]")
        #expect(try message { $0.label = "wall"; $0.transform.yAxis = $0.transform.xAxis }?.hasPrefix("transform of lit image 'wall' gives") == true)
        #expect(try message { $0.transform.origin.x = .nan }?.hasPrefix("transform.origin of lit image") == true)
        #expect(try message { $0.relief = Relief(depth: -1) }?.hasPrefix("relief.depth of lit image") == true)
        #expect(try message { $0.shadowCasters = [ShadowCaster($0.picture, transform: .identity, opacity: 2)] }?.hasPrefix("shadowCasters[0].opacity") == true)
        let other = Device(.reference), foreign = try other.makeTexture(from: picture(width: 2, height: 2))
        #expect(try message { $0.relief = Relief(.heightMap(foreign)) }?.contains("another device") == true)
        let integers = try other.makeTexture(TextureDescriptor(format: .rgba8Uint, width: 2, height: 2))
        let controller = LightingController(device: other)
        controller.lights = [PointLight(position: .zero)]
        controller.images = [try LitImage(integers)]
        #expect(RasterError.thrown { try controller.update() }?.code == .invalidFormat)
    }

    @Test("an update that fails for lack of memory is repeated when there is memory")
    func failedHalfWay() throws {
        var options = Device.Options()
        options.memoryLimit = 400_000
        let device = Device(.reference, options: options), image = try LitImage(device.makeTexture(from: picture()))
        let controller = LightingController(device: device), lights = randomLights(3)
        image.relief = Relief()
        controller.images = [image]
        controller.lights = lights
        // The picture, its normals and its lit texture take 60,000 bytes each. While the buffer `ballast` is in memory, the last of the
        // three textures does not fit.
        var ballast: Buffer? = try device.makeBuffer(byteCount: 250_000)
        #expect(ballast != nil && RasterError.thrown { try controller.update() }?.code == .outOfMemory)
        ballast = nil
        try controller.update()
        #expect(try image.litTexture.readImage() == LightingStage(picture(), lights) { $0.relief = Relief() }.lit())
    }

    @Test("lights with the smallest and largest allowed numbers give no trap and no NaN")
    func extremes() throws {
        let white = Image(width: 130, height: 3, bytes: [UInt8](repeating: 255, count: 130 * 12))
        for range in [Float.leastNonzeroMagnitude, 1e-30, 1e6] {
            for place in [Float(-1e6), 0, 1e6] {
                let lights = [PointLight(position: [place, place], intensity: 1000, range: range),
                              PointLight(position: [0.5, 0.5], intensity: 1000, range: range, constantIntensityOverRange: true)]
                for transform in [ImageTransform.identity, ImageTransform(origin: .zero, xAxis: [1e-6, 0], yAxis: [0, 1e6])] {
                    let lit = try LightingStage(white, lights, on: .reference) { $0.transform = transform }.lit()
                    #expect(lit[100, 0].w == 255)
                }
            }
        }
    }
}
