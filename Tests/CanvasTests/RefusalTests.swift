import Canvas
import Raster
import Testing

@Suite("Errors of a canvas") struct RefusalTests {
    let stage: Stage
    init() throws { stage = try Stage() }

    private func refusal(_ draw: (inout Canvas) -> Void) throws -> CanvasError {
        var canvas = Canvas()
        canvas.fill(.box(0, 0, 9, 9), with: .color(.black))
        draw(&canvas)
        var encoder = stage.device.makeCommandEncoder()
        let target = try stage.device.makeFramebuffer(width: 16, height: 16)
        let error = #expect(throws: CanvasError.self) { try stage.renderer.draw(canvas, into: &encoder, target: target) }
        #expect(encoder.commands.isEmpty)
        return try #require(error)
    }

    @Test("numbers that are not finite are errors that name their command") func notFinite() throws {
        let numbers = [Double.nan, .infinity]
        for number in numbers {
            let path = try refusal { $0.fill(.box(number, 0, 1, 1), with: .color(.black)) }
            #expect(path.code == .invalidCoordinate && path.place == "command 1 of the canvas")
            #expect(try refusal { $0.stroke(.box(0, number, 1, 1), with: .color(.black)) }.code == .invalidCoordinate)
            let transform = try refusal { $0.scale(number, 1); $0.fill(.box(0, 0, 1, 1), with: .color(.black)) }
            #expect(transform.description == "command 1 of the canvas: the transform has a number that is not finite; give finite numbers [invalidCoordinate]")
            #expect(try refusal {
                $0.fillEverything(with: .gradient(.linear(from: Point(0, number), to: Point(1, 1), [.black, .white])))
            }.code == .invalidCoordinate)
            #expect(try refusal { $0.draw(Image(width: 1, height: 1), in: Rectangle(x: number, y: 0, width: 1, height: 1)) }.code == .invalidCoordinate)
            #expect(try refusal {
                $0.shadows = [Shadow(offset: Point(number, 0), blur: 0, color: .black)]
                $0.fillEverything(with: .color(.black))
            }.code == .invalidCoordinate)
            #expect(try refusal { $0.clip(to: .box(number, 0, 1, 1)); $0.fillEverything(with: .color(.black)) }.code == .invalidCoordinate)
            #expect(try refusal {
                $0.translate(number, 0)
                $0.clip(to: .box(0, 0, 1, 1))
                $0.transform = .identity
                $0.fillEverything(with: .color(.black))
            }.code == .invalidCoordinate)
        }
        let blur = try refusal { $0.shadows = [Shadow(blur: -1, color: .black)]; $0.fillEverything(with: .color(.black)) }
        #expect(blur.description == "command 1 of the canvas: a shadow has the blur -1.0; use 0 to 4096.0 [invalidArgument]")
        #expect(try refusal { $0.shadows = [Shadow(blur: 1e6, color: .black)]; $0.fillEverything(with: .color(.black)) }.code == .invalidArgument)
    }
    @Test("too many nested layers and too many gradient stops are refused") func limits() throws {
        func nest(_ canvas: inout Canvas, _ depth: Int) {
            canvas.layer { if depth > 0 { nest(&$0, depth - 1) } else { $0.fillEverything(with: .color(.black)) } }
        }
        #expect(try refusal { nest(&$0, 64) }.code == .limitExceeded)
        // A part of the layer that lies far outside of the picture casts the shadow that the picture shows. An image of the layer that
        // includes this far part would be too large, so the layer is refused.
        let wide = try refusal { canvas in
            canvas.shadows = [Shadow(offset: Point(20_000, 0), blur: 0, color: .black)]
            canvas.layer { $0.fill(.box(-20_000, 0, 20_100, 9), with: .color(.white)) }
        }
        #expect(wide.description == "command 1 of the canvas: a canvas layer has 20016 × 9 pixels; clip it, draw it at a smaller scale, or use a smaller blur [limitExceeded]")
        let stops = (0...20000).map { Gradient.Stop(Double($0) / 20000, .black) }
        #expect(try refusal { $0.fillEverything(with: .gradient(Gradient(.linear(from: Point(0, 0), to: Point(1, 0)), stops: stops))) }.code == .limitExceeded)
    }
    @Test("colours, alphas and sizes outside of their range are clamped or draw nothing") func lenient() throws {
        let pixels = try stage.pixels { canvas in
            canvas.alpha = 7
            canvas.fill(.box(0, 0, 10, 10), with: .color(Color(2, -1, .nan, 1)))
            canvas.alpha = .nan
            canvas.fill(.box(10, 0, 10, 10), with: .color(.white))
            canvas.alpha = 1
            for width in [-1, .nan, .infinity] as [Double] { canvas.stroke(.box(30, 30, 10, 10), with: .color(.white), style: StrokeStyle(width: width)) }
            canvas.saved { $0.scale(0, 0); $0.fill(.box(0, 0, 10, 10), with: .color(.white)) }
            canvas.saved { $0.scale(1, 0); $0.stroke(.box(0, 0, 10, 10), with: .color(.white)) }
            canvas.draw(Image(width: 0, height: 0), in: Rectangle(x: 0, y: 0, width: 64, height: 64))
            canvas.fill(Path(), with: .color(.white))
            canvas.clip(to: .box(0, 0, 0, 0))
            canvas.fillEverything(with: .color(.white))
        }
        #expect(pixels.largestDifference { x, y in x < 10 && y < 10 ? SIMD4(1, 0, 0, 1) : .zero }.value == 0)
    }
    @Test("the largest coordinates and scales are drawn or refused, without a trap or a long wait") func huge() throws {
        for size in [1e5, 1e9, 1e15, 1e30, 1e90] {
            let pixels = try stage.pixels { canvas in
                canvas.fill(.box(-size, -size, 2 * size, 2 * size), with: .color(.white))
                canvas.stroke(.disc(0, 0, size), with: .color(.black), style: StrokeStyle(width: 1, dashes: size < 1e6 ? [size / 10] : []))
            }
            #expect(pixels[20, 20].w == 255)
            for scale in [size, 1 / size] {
                _ = try? stage.pixels { canvas in
                    canvas.scale(scale, scale)
                    canvas.shadows = [Shadow(offset: Point(size, 0), blur: 3, color: .black)]
                    canvas.fill(.disc(0, 0, 10), with: .gradient(.radial(center: Point(0, 0), radius: size, [.white, .black])))
                    canvas.layer { $0.fillEverything(with: .color(.white)) }
                }
            }
        }
    }
    @Test("a target that has several samples, a format other than rgba8, or another device is refused") func targets() throws {
        var encoder = stage.device.makeCommandEncoder()
        func code(_ target: Framebuffer, scale: Double = 1) -> String {
            do {
                try stage.renderer.draw(Canvas(), into: &encoder, target: target, scale: scale)
                return "none"
            } catch let error as RasterError { return error.code.rawValue } catch { return "\((error as? CanvasError)?.code.rawValue ?? "")" }
        }
        #expect(code(try stage.device.makeFramebuffer(width: 8, height: 8, samples: 4)) == "unsupported")
        #expect(code(try stage.device.makeFramebuffer(width: 8, height: 8, color: [.rgba16Float])) == "incompleteFramebuffer")
        #expect(code(try Device().makeFramebuffer(width: 8, height: 8)) == "wrongDevice")
        #expect(code(try stage.device.makeFramebuffer(width: 8, height: 8), scale: 0) == "invalidArgument")
        #expect(code(try stage.device.makeFramebuffer(width: 8, height: 8), scale: .nan) == "invalidArgument")
        #expect(code(try stage.device.makeFramebuffer(width: 8, height: 8, color: [.rgba8, .r8], depth: .depth32Float)) == "none")
        #expect(encoder.commands.count <= 1)
    }
}
