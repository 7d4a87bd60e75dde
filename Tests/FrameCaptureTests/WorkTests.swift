// Counts that are followed through the passes of a frame, in scenes with an obvious answer.

import FrameCapture
import Raster
import Testing

@Suite("Counts through passes") struct WorkTests {
    /// Records frames of rectangles.
    private final class Stage {
        let device = Device(.reference)
        let file = TemporaryFile()
        private var encoder: CommandEncoder
        private var pipelines: [String: Pipeline] = [:]
        static let loop = "float sum = 0.0; for (int i = 0; i < 20; ++i) sum += sin(sum + place.x); pixel = vec4(sum);"

        init() { encoder = device.makeCommandEncoder() }
        func target(_ width: Int, _ height: Int, samples: Int = 1, levels: Int = 1, label: String = "") throws -> Framebuffer {
            let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: width, height: height, mipLevels: levels, samples: samples,
                                                                   label: label))
            return try device.makeFramebuffer(color: [Attachment(texture)], label: label)
        }
        func picture(_ target: Framebuffer) throws -> Texture { try #require(target.color[0]).texture }
        private func pipeline(_ body: String, outputs: Int, blend: BlendState?) throws -> Pipeline {
            let key = "\(body) \(outputs) \(blend != nil)"
            if let known = pipelines[key] { return known }
            let declared = outputs == 1 ? "out vec4 pixel;" : "layout(location = 0) out vec4 pixel; layout(location = 1) out vec4 second;"
            let program = try device.makeProgram(vertex: """
                uniform vec4 area = vec4(-1, -1, 1, 1);
                out vec2 place;
                void main() {
                    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
                    place = corner;
                    gl_Position = vec4(mix(area.xy, area.zw, corner), 0.0, 1.0);
                }
                """, fragment: "in vec2 place; uniform sampler2D image; \(declared) void main() { \(body) }")
            var state = RasterState()
            if let blend { state.colorTargets = [ColorTargetState(blend: blend)] }
            let made = try device.makePipeline(program: program, vertexLayout: .none, state: state)
            pipelines[key] = made
            return made
        }
        /// A rectangle that a pass draws. The rectangle's shader reads a texture or computes a value.
        struct Draw {
            var body = Stage.loop
            var area = SIMD4<Float>(-1, -1, 1, 1)
            var texture: Texture?
            var sampler = Sampler()
            var levels: ClosedRange<Int>?
            var blend: BlendState?
            static func of(_ texture: Texture, _ sampler: Sampler = .nearest, _ body: String = "pixel = texture(image, place);") -> Draw {
                Draw(body: body, texture: texture, sampler: sampler)
            }
        }
        func pass(_ target: Framebuffer, clear: ClearValues = .color(0, 0, 0, 0), _ draws: Draw...) throws {
            try encoder.render(to: target, clear: clear, label: target.label) { pass in
                for draw in draws {
                    pass.setPipeline(try pipeline(draw.body, outputs: target.color.count, blend: draw.blend))
                    pass.setUniform("area", draw.area)
                    if let texture = draw.texture { pass.setTexture("image", texture, draw.sampler, levels: draw.levels) }
                    pass.draw(.triangleStrip, count: 4)
                }
            }
        }
        func record(_ body: (inout CommandEncoder) throws -> Void) rethrows { try body(&encoder) }
        func captured() throws -> (capture: Capture, frame: CapturedFrame) {
            try device.captureNextFrame(to: file.path)
            try device.submit(encoder)
            let capture = try Capture(contentsOf: file.path)
            return (capture, capture.frames[0])
        }
        /// Captures the frame, and returns the overlay of its last draw.
        func overlay(_ overlay: Overlay, _ scope: OverlayScope = .frame) throws -> OverlayImage {
            let (capture, frame) = try captured(), image = try capture.overlay(overlay, of: #require(frame.draws.last), in: frame, scope: scope)
            #expect(image.isProven)
            return image
        }
        func numbers(_ overlay: Overlay, _ scope: OverlayScope = .frame) throws -> PixelNumbers { try #require(self.overlay(overlay, scope).numbers) }
    }
    private static let left = SIMD4<Float>(-1, -1, 0, 1)

    /// Returns the number of operations per pixel in a frame that draws a single rectangle. The rectangle's shader either computes a
    /// value, or reads an image without counts.
    private func cost(reads: Bool) throws -> Double {
        let stage = Stage()
        try stage.pass(stage.target(16, 8), reads ? .of(stage.picture(stage.target(16, 8))) : Stage.Draw())
        let numbers = try stage.numbers(.cost)
        #expect(Set(numbers.values).count == 1)
        return numbers[0, 0]
    }

    @Test("the counts of a picture that shows another image include the image's counts, pixel by pixel", arguments: [Sampler.nearest, .linear])
    func composition(sampler: Sampler) throws {
        let stage = Stage(), first = try stage.target(16, 8, label: "first"), second = try stage.target(16, 8, label: "second")
        try stage.pass(first, Stage.Draw(), Stage.Draw(area: Self.left))
        try stage.pass(second, .of(stage.picture(first), sampler))
        let image = try stage.overlay(.overdraw), numbers = try #require(image.numbers)
        for y in 0..<8 { for x in 0..<16 { #expect(numbers[x, y] == (x < 8 ? 3 : 2), "(\(x), \(y))") } }
        let subject = try #require(image.subject)
        #expect(subject.followsPasses && subject.image.label == "second" && subject.passes.map(\.draws) == [2, 1] && subject.leftOut.isEmpty)
        #expect(subject.description.joined().contains("first, 16×8"), "\(subject.description)")
    }

    @Test("the scope of an image counts only the draws into it, and lists the others")
    func imageScope() throws {
        let stage = Stage(), first = try stage.target(16, 8, label: "first"), second = try stage.target(16, 8, label: "second")
        try stage.pass(first, Stage.Draw(), Stage.Draw())
        try stage.pass(second, .of(stage.picture(first)))
        let image = try stage.overlay(.overdraw, .image)
        #expect(image.numbers?.values.allSatisfy { $0 == 1 } == true && image.subject?.leftOut.map(\.draws) == [2])
        #expect(image.subject?.description.last?.hasPrefix("Not counted: 2 draws of 1 pass") == true, "\(image.subject?.description ?? [])")
    }

    @Test("a smaller image is spread over the pixels that show it, and all operations are kept", arguments: [Sampler.nearest, .linear])
    func smaller(sampler: Sampler) throws {
        let stage = Stage(), first = try stage.target(8, 4), second = try stage.target(16, 8)
        try stage.pass(first, Stage.Draw())
        try stage.pass(second, .of(stage.picture(first), sampler))
        let numbers = try stage.numbers(.cost), one = try cost(reads: false), own = try cost(reads: true)
        #expect(one > 40 && numbers.values.allSatisfy { $0 == own + one / 4 }, "\(numbers[0, 0]), \(own) and \(one)")
        #expect(numbers.values.reduce(0, +) == own * 128 + one * 32)
    }

    @Test("a picture that is shown in a small area has its counts there")
    func sprite() throws {
        let stage = Stage(), first = try stage.target(8, 4), second = try stage.target(16, 8)
        try stage.pass(first, Stage.Draw(), Stage.Draw())
        var sprite = Stage.Draw.of(try stage.picture(first))
        sprite.area = SIMD4(0, 0, 1, 1)
        try stage.pass(second, sprite)
        let numbers = try stage.numbers(.overdraw)
        for y in 0..<8 { for x in 0..<16 { #expect(numbers[x, y] == (x >= 8 && y < 4 ? 3 : 0), "(\(x), \(y))") } }
    }

    @Test("a blur of many texels has the mean of their counts, not the sum")
    func blur() throws {
        let stage = Stage(), first = try stage.target(16, 8), second = try stage.target(16, 8)
        try stage.pass(first, Stage.Draw(), Stage.Draw(area: Self.left))
        try stage.pass(second, .of(stage.picture(first), .nearest, "pixel = vec4(0); for (int i = -1; i < 2; ++i) pixel += texture(image, place + vec2(i, 0) / 16.0);"))
        let numbers = try stage.numbers(.overdraw)
        for (x, expected) in [(3, 3), (6, 3), (7, 1 + 5.0 / 3), (8, 1 + 4.0 / 3), (9, 2), (12, 2)] as [(Int, Double)] {
            #expect(abs(numbers[x, 3] - expected) < 1e-9, "\(x): \(numbers[x, 3])")
        }
    }

    @Test("with two alternating images, no draw is counted twice")
    func turns() throws {
        let stage = Stage(), images = [try stage.target(16, 8), try stage.target(16, 8)]
        try stage.pass(images[0], Stage.Draw())
        for number in 1..<8 { try stage.pass(images[number % 2], clear: .none, .of(stage.picture(images[(number - 1) % 2]))) }
        #expect(try stage.numbers(.overdraw).values.allSatisfy { $0 == 8 })
    }

    @Test("hidden draws count unless the image is cleared")
    func hidden() throws {
        let stage = Stage(), target = try stage.target(16, 8)
        try stage.pass(target, Stage.Draw(), Stage.Draw())
        try stage.pass(target, clear: .none, Stage.Draw())
        #expect(try stage.numbers(.overdraw).values.allSatisfy { $0 == 3 })
        let cleared = Stage(), again = try cleared.target(16, 8)
        try cleared.pass(again, Stage.Draw(), Stage.Draw())
        try cleared.pass(again, Stage.Draw(area: Self.left))
        let numbers = try cleared.numbers(.overdraw)
        #expect(numbers[2, 2] == 1 && numbers[12, 2] == 0)
    }

    @Test("a pass that does not contribute to the picture is not counted, and is named")
    func unseen() throws {
        let stage = Stage(), unseen = try stage.target(32, 32, label: "unseen"), target = try stage.target(16, 8, label: "seen")
        try stage.pass(unseen, Stage.Draw(), Stage.Draw())
        try stage.pass(target, Stage.Draw())
        let image = try stage.overlay(.overdraw)
        #expect(image.numbers?.values.allSatisfy { $0 == 1 } == true && image.subject?.leftOut.map(\.label) == ["unseen"]
                && image.subject?.leftOut.first?.draws == 2)
        #expect(image.subject?.description.last?.contains("unseen, 32×32") == true)
    }

    @Test("counts follow copies, scaled blits and mip levels")
    func transfers() throws {
        let stage = Stage(), first = try stage.target(16, 8), second = try stage.target(16, 8)
        try stage.pass(first, Stage.Draw(), Stage.Draw(area: Self.left))
        try stage.record { encoder in
            try encoder.copy(stage.picture(first), region: TextureRegion(width: 8, height: 8), to: stage.picture(second), x: 8, y: 0)
        }
        try stage.pass(second, clear: .none, Stage.Draw(area: SIMD4(-1, -1, 1, 0), blend: .alpha))
        let copied = try stage.numbers(.overdraw)
        #expect([copied[2, 1], copied[10, 1], copied[2, 6], copied[10, 6]] == [0, 2, 1, 3])

        let blitted = Stage(), small = try blitted.target(8, 4), large = try blitted.target(16, 8)
        try blitted.pass(small, Stage.Draw(), Stage.Draw())
        try blitted.record { encoder in
            encoder.blit(try #require(small.color[0]), from: (0, 0, 8, 4), to: try #require(large.color[0]), in: (0, 0, 16, 8), filter: .nearest)
        }
        try blitted.pass(large, clear: .none, Stage.Draw(blend: .alpha))
        #expect(try blitted.numbers(.overdraw).values.allSatisfy { $0 == 1.5 })

        let levels = Stage(), fine = try levels.target(16, 8, levels: 3), shown = try levels.target(4, 2)
        try levels.pass(fine, Stage.Draw())
        levels.record { $0.generateMipmaps(fine.color[0]!.texture) }
        var reduced = Stage.Draw.of(try levels.picture(fine))
        reduced.levels = 2...2
        try levels.pass(shown, reduced)
        // The pixel shows a texel of level 2, which was made from sixteen texels of level 0: 16 + 1 draws.
        #expect(try levels.numbers(.overdraw).values.allSatisfy { $0 == 17 })
    }

    @Test("if a pass reads several images of an earlier pass, the draws of that pass count once")
    func severalImages() throws {
        let stage = Stage(),
            textures = try (0..<2).map { try stage.device.makeTexture(TextureDescriptor(format: .rgba8, width: 16, height: 8, label: "image \($0)")) }
        let both = try stage.device.makeFramebuffer(color: textures.map { Attachment($0) }), second = try stage.target(16, 8), third = try stage.target(16, 8)
        try stage.pass(both, Stage.Draw(body: "pixel = vec4(place, 0, 1); second = vec4(1);"), Stage.Draw(body: "pixel = vec4(place, 0, 1); second = vec4(1);"))
        try stage.pass(second, .of(textures[1]))
        try stage.pass(third, .of(textures[0]), Stage.Draw(body: "pixel = texture(image, place);", texture: try stage.picture(second), blend: .alpha))
        // The count is the sum of two draws of the last pass, one draw into the second image, and the two draws of the first pass.
        // The draws of the first pass count twice, because two draws read the first pass's images.
        #expect(try stage.numbers(.overdraw).values.allSatisfy { $0 == 2 + 1 + 2 + 2 })
    }

    @Test("the overlay shows the finest mip level that was read for a pixel")
    func mipLevel() throws {
        let stage = Stage(), image = try stage.device.makeTexture(TextureDescriptor(format: .rgba8, width: 64, height: 64, mipLevels: 7))
        let first = try stage.target(16, 8), second = try stage.target(16, 8)
        try stage.pass(first, Stage.Draw(body: "pixel = textureLod(image, place, gl_FragCoord.x < 8.0 ? 2.0 : 3.0);", texture: image, sampler: .trilinearRepeat))
        try stage.pass(second, .of(stage.picture(first)))
        let numbers = try stage.numbers(.mipLevel)
        #expect(numbers[2, 2] == 2 && numbers[12, 2] == 3)
    }

    @Test("in a frame of one image without reads, the frame has the counts of the image", arguments: Device.Kind.allCases)
    func oneImage(kind: Device.Kind) throws {
        let file = TemporaryFile(), capture = try TrianglesByHand(seed: 4).capture(to: file).capture, frame = capture.frames[0], draw = frame.draws[5]
        for overlay in Overlay.allCases where overlay.hasScope {
            let image = try capture.overlay(overlay, of: draw, in: frame, scope: .image, on: Device(kind)),
                whole = try capture.overlay(overlay, of: draw, in: frame, scope: .frame, on: Device(kind))
            #expect(zip(image.numbers?.values ?? [], whole.numbers?.values ?? []).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) } && whole.isProven,
                    "\(overlay)")
            #expect(whole.subject?.followsPasses == overlay.followsPasses)
        }
    }

    @Test("overlays of a whole frame apply to its result, also if a blit makes it, and if some draws have several samples")
    func result() throws {
        let stage = Stage(), scene = try stage.target(16, 8, samples: 4, label: "scene"), picture = try stage.target(16, 8, label: "picture"),
            shown = try stage.target(32, 16, label: "shown")
        try stage.pass(scene, Stage.Draw(), Stage.Draw(area: Self.left))
        try stage.record { encoder in
            encoder.resolve(try #require(scene.color[0]), to: try #require(picture.color[0]))
            encoder.blit(try #require(picture.color[0]), from: (0, 0, 16, 8), to: try #require(shown.color[0]), in: (0, 0, 32, 16), filter: .nearest)
        }
        let (capture, frame) = try stage.captured(), images = try capture.overlays([.overdraw, .wireframe, .cost], of: frame)
        // No draw writes an image of this size, so there is no wireframe.
        #expect(images.map(\.overlay) == [.overdraw, .cost] && images.allSatisfy(\.isProven))
        let numbers = try #require(images[0].numbers)
        // The checked pixels do not lie on the diagonal of a rectangle. On the diagonal, both triangles of the rectangle have fragments, so
        // the counts differ.
        #expect(numbers.width == 32 && numbers[3, 6] == 0.5 && numbers[30, 3] == 0.25 && images[0].picture.width == 32,
                "\(numbers.width): \(numbers[3, 6]), \(numbers[30, 3])")
        #expect(images[0].subject?.image.label == "shown")
    }
}
