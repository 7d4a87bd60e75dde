import Effects
import Raster
import Testing

/// Draws a triangle of one colour over the lower left half, at a given depth.
struct TriangleDrawing {
    let pipeline: Pipeline
    init(device: Device, depth: DepthState? = nil, stencil: StencilState? = nil) throws {
        var state = RasterState()
        state.depth = depth; state.stencil = stencil
        pipeline = try device.makePipeline(program: device.makeProgram(
            vertex: "uniform float z; void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0; gl_Position = vec4(p, z, 1); }",
            fragment: "uniform vec4 color; out vec4 c; void main() { c = color; }"), vertexLayout: .none, state: state)
    }
    func draw(_ pass: inout RenderPass, _ color: SIMD4<Float>, z: Float = 0) {
        pass.setPipeline(pipeline); pass.setUniform("color", color); pass.setUniform("z", z)
        pass.draw(count: 3)
    }
}

@Suite("View") struct ViewTests {
    let device = Device(.reference)

    @Test("the defaults are those of GLKit")
    func defaults() throws {
        let view = try View(device: device, width: 30, height: 20)
        #expect(view.drawableColorFormat == .rgba8888 && view.drawableDepthFormat == .formatNone)
        #expect(view.drawableStencilFormat == .formatNone && view.drawableMultisample == .multisampleNone)
        #expect(view.drawableWidth == 30 && view.drawableHeight == 20)
        let target = try view.bindDrawable()
        #expect(target.color[0]?.texture.format == .rgba8 && target.depth == nil && target.stencil == nil && target.samples == 1)
    }

    @Test("every combination of formats draws the same picture", arguments: ViewDrawableColorFormat.allCases, ViewDrawableMultisample.allCases)
    func formats(color: ViewDrawableColorFormat, multisample: ViewDrawableMultisample) throws {
        let plain = try TriangleDrawing(device: device)
        let tested = try TriangleDrawing(device: device, depth: .less)
        let masked = try TriangleDrawing(device: device, stencil: StencilState(both: StencilFaceState(compare: .equal, pass: .incrementClamp)))
        for depth in ViewDrawableDepthFormat.allCases {
            for stencil in ViewDrawableStencilFormat.allCases {
                let view = try View(device: device, width: 9, height: 8)
                view.drawableColorFormat = color; view.drawableMultisample = multisample
                view.drawableDepthFormat = depth; view.drawableStencilFormat = stencil
                view.drawing = { _, encoder, target in
                    #expect(target.samples == (multisample == .multisample4X ? 4 : 1))
                    #expect((target.depth != nil) == (depth != .formatNone) && (target.stencil != nil) == (stencil != .formatNone))
                    encoder.render(to: target, clear: ClearValues.color(0, 0, 1, 1)) { pass in
                        plain.draw(&pass, [1, 0, 0, 1])
                        if depth != .formatNone {
                            pass.clear(ClearValues(depth: 1, stencil: nil))
                            tested.draw(&pass, [0, 1, 0, 1], z: 0)
                            tested.draw(&pass, [1, 1, 0, 1], z: 0.5)   // fails the depth test
                        }
                        if stencil != .formatNone {
                            pass.clear(ClearValues(depth: nil, stencil: 0))
                            masked.draw(&pass, [0, 1, 1, 1])
                            masked.draw(&pass, [1, 1, 1, 1])           // fails the stencil test: the value is already 1
                        }
                    }
                }
                let image = try view.snapshot()
                let triangle: SIMD4<UInt8> = stencil != .formatNone ? [0, 255, 255, 255] : depth != .formatNone ? [0, 255, 0, 255] : [255, 0, 0, 255]
                #expect(image.width == 9 && image.height == 8)
                #expect(image[0, 7] == triangle && image[8, 0] == [0, 0, 255, 255], "\(depth) \(stencil)")
                let shown = try view.displayed()
                #expect(shown.samples == 1 && [.rgba8, .srgb8Alpha8].contains(shown.color[0]!.texture.format))
            }
        }
    }

    @Test("a depth format has the right number of bits",
          arguments: [(ViewDrawableDepthFormat.format16, ViewDrawableStencilFormat.formatNone, PixelFormat.depth16),
                                                     (.format24, .formatNone, .depth24), (.format24, .format8, .depth24Stencil8),
                                                     (.format16, .format8, .depth24Stencil8)])
    func depthBits(depth: ViewDrawableDepthFormat, stencil: ViewDrawableStencilFormat, expected: PixelFormat) throws {
        let view = try View(device: device, width: 2, height: 2)
        view.drawableDepthFormat = depth; view.drawableStencilFormat = stencil
        #expect(try view.bindDrawable().depth?.texture.format == expected)
    }

    @Test("the snapshot has the drawn bytes: unchanged, rounded to 565, or encoded as sRGB",
          arguments: [(ViewDrawableColorFormat.rgba8888, SIMD4<UInt8>(51, 102, 204, 128)), (.rgb565, SIMD4<UInt8>(49, 101, 206, 255)),
                      (.srgba8888, SIMD4<UInt8>(124, 170, 231, 128))])
    func bytes(color: ViewDrawableColorFormat, expected: SIMD4<UInt8>) throws {
        for multisample in ViewDrawableMultisample.allCases {
            let view = try View(device: device, width: 3, height: 2)
            view.drawableColorFormat = color; view.drawableMultisample = multisample
            view.drawing = { _, encoder, target in encoder.render(to: target, clear: .color(0.2, 0.4, 0.8, 128.0 / 255)) { _ in } }
            #expect(try view.snapshot().bytes == (0..<6).flatMap { _ in (0..<4).map { expected[$0] } })
        }
    }

    @Test("four samples smooth the edge, in linear light if the view is sRGB")
    func edge() throws {
        let drawing = try TriangleDrawing(device: device)
        func diagonal(_ color: ViewDrawableColorFormat) throws -> Set<UInt8> {
            let view = try View(device: device, width: 16, height: 16)
            view.drawableColorFormat = color; view.drawableMultisample = .multisample4X
            view.drawing = { _, encoder, target in encoder.render(to: target, clear: .color(0, 0, 0, 1)) { drawing.draw(&$0, [1, 1, 1, 1]) } }
            let image = try view.snapshot()
            return Set((0..<16).map { image[$0, $0].x })
        }
        let plain = try diagonal(.rgba8888), light = try diagonal(.srgba8888)
        #expect(plain.isSubset(of: [64, 128, 191]) && !plain.isEmpty)
        #expect(light.isSubset(of: [137, 188, 225]) && !light.isEmpty)
    }

    @Test("the compiled renderer gives the same snapshot", arguments: ViewDrawableColorFormat.allCases, ViewDrawableMultisample.allCases)
    func compiled(color: ViewDrawableColorFormat, multisample: ViewDrawableMultisample) throws {
        func picture(_ device: Device) throws -> Image {
            let drawing = try TriangleDrawing(device: device, depth: .less)
            let view = try View(device: device, width: 37, height: 21)
            view.drawableColorFormat = color; view.drawableMultisample = multisample
            view.drawableDepthFormat = .format24; view.drawableStencilFormat = .format8
            view.drawing = { _, encoder, target in
                encoder.render(to: target, clear: ClearValues.color(0.1, 0.3, 0.7, 1)) { pass in
                    pass.clear(ClearValues(depth: 1, stencil: 0))
                    drawing.draw(&pass, [0.9, 0.4, 0.2, 0.5])
                }
            }
            return try view.snapshot()
        }
        #expect(try picture(Device(.jit)) == picture(Device(.reference)))
    }

    @Test("a snapshot draws again; without a drawing, the picture stays")
    func snapshotDraws() throws {
        let view = try View(device: device, width: 2, height: 2)
        #expect(try view.snapshot() == Image(width: 2, height: 2))
        var count = 0
        view.drawing = { _, encoder, target in
            count += 1
            encoder.render(to: target, clear: .color(Float(count) / 255, 0, 0, 1)) { _ in }
        }
        #expect(try view.snapshot()[0, 0] == [1, 0, 0, 255])
        #expect(try view.snapshot()[1, 1] == [2, 0, 0, 255])
        view.drawing = nil
        #expect(try view.snapshot()[1, 1] == [2, 0, 0, 255])
    }

    @Test("a resized view draws in its new size, and keeps its picture if the size is the same")
    func resize() throws {
        let view = try View(device: device, width: 4, height: 3)
        view.drawing = { view, encoder, target in
            #expect(target.width == view.drawableWidth && target.height == view.drawableHeight)
            encoder.render(to: target, clear: .color(1, 1, 1, 1)) { _ in }
        }
        #expect(try view.snapshot().bytes.count == 4 * 3 * 4)
        let before = try view.bindDrawable()
        try view.resize(width: 4, height: 3)
        #expect(try view.bindDrawable() === before)
        try view.resize(width: 7, height: 11)
        let image = try view.snapshot()
        #expect(image.width == 7 && image.height == 11 && image.bytes.allSatisfy { $0 == 255 })
    }

    @Test("invalid framebuffer sizes are refused and change nothing", arguments: [(0, 5), (5, 0), (-1, 5), (5, 16385)])
    func badSize(width: Int, height: Int) throws {
        let made = #expect(throws: RasterError.self) { try View(device: device, width: width, height: height) }
        #expect(made?.code == .invalidSize && made?.subject == "view")
        let view = try View(device: device, width: 5, height: 6)
        let resized = #expect(throws: RasterError.self) { try view.resize(width: width, height: height) }
        #expect(resized?.code == .invalidSize)
        #expect(view.drawableWidth == 5 && view.drawableHeight == 6)
    }

    @Test("a changed format makes a new drawable, the same format does not")
    func changedFormat() throws {
        let view = try View(device: device, width: 4, height: 4)
        let first = try view.bindDrawable()
        view.drawableColorFormat = .rgba8888; view.drawableDepthFormat = .formatNone
        #expect(try view.bindDrawable() === first)
        view.drawableDepthFormat = .format24
        let second = try view.bindDrawable()
        #expect(second !== first)
        view.deleteDrawable()
        #expect(try view.bindDrawable() !== second)
    }

    @Test("the caller may draw to the drawable and resolve it")
    func ownEncoder() throws {
        let view = try View(device: device, width: 2, height: 2)
        view.drawableColorFormat = .rgb565; view.drawableMultisample = .multisample4X
        var encoder = device.makeCommandEncoder()
        encoder.render(to: try view.bindDrawable(), clear: .color(1, 0, 1, 1)) { _ in }
        try view.resolveDrawable(into: &encoder)
        try device.submit(encoder)
        #expect(try view.displayed().readImage()[1, 0] == [255, 0, 255, 255])
    }

    private final class Painter: ViewDelegate {
        var count = 0
        func view(_ view: View, draw encoder: inout CommandEncoder, into drawable: Framebuffer) {
            count += 1
            encoder.render(to: drawable, clear: .color(0, 1, 0, 1)) { _ in }
        }
    }

    @Test("the delegate draws and is not retained; if a view has a delegate and a closure, the one set last draws")
    func delegate() throws {
        let view = try View(device: device, width: 1, height: 1)
        var painter: Painter? = Painter()
        view.drawing = { _, encoder, target in encoder.render(to: target, clear: .color(1, 0, 0, 1)) { _ in } }
        view.delegate = painter
        #expect(try view.snapshot()[0, 0] == [0, 255, 0, 255] && painter?.count == 1 && view.drawing == nil)
        view.drawing = { _, encoder, target in encoder.render(to: target, clear: .color(0, 0, 1, 1)) { _ in } }
        #expect(try view.snapshot()[0, 0] == [0, 0, 255, 255] && view.delegate == nil)
        view.delegate = painter
        painter = nil
        #expect(view.delegate == nil)
        #expect(try view.snapshot()[0, 0] == [0, 0, 255, 255])
    }

    @Test("an error while drawing is thrown, and the view can draw again")
    func drawingError() throws {
        struct Refused: Error {}
        let view = try View(device: device, width: 1, height: 1)
        view.drawing = { _, _, _ in throw Refused() }
        #expect(throws: Refused.self) { try view.display() }
        view.drawing = { view, _, _ in _ = try view.snapshot() }
        let nested = #expect(throws: RasterError.self) { try view.display() }
        #expect(nested?.code == .invalidArgument && nested?.subject == "view")
        view.drawing = { view, _, _ in try view.resize(width: 2, height: 2) }
        #expect(throws: RasterError.self) { try view.display() }
        view.drawing = { _, encoder, target in encoder.render(to: target, clear: .color(1, 1, 1, 1)) { _ in } }
        #expect(try view.snapshot()[0, 0] == [255, 255, 255, 255])
    }
}
