// A pixel's history: each way in which a draw can change a pixel, and each reason for which a draw does not change the pixel.

import FrameCapture
import Raster
import Testing

@Suite("Pixel history") struct HistoryTests {
    /// Captures a frame whose draws are named after their fates at the pixels in the middle.
    private func capture(_ file: TemporaryFile, samples: Int = 1) throws -> (capture: Capture, picture: Image, target: Framebuffer) {
        let device = Device(.reference)
        let target = try device.makeFramebuffer(width: 16, height: 16, color: [.rgba8], depth: .depth32FloatStencil8, samples: samples, label: "target")
        let program = try device.makeProgram(vertex: """
            uniform float z;
            void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, z, 1.0); }
            """, fragment: """
            uniform vec4 paint;
            uniform bool drops;
            out vec4 pixel;
            void main() { if (drops) discard; pixel = paint; }
            """, label: "paint")
        func pipeline(_ configure: (inout RasterState) -> Void = { _ in }) throws -> Pipeline {
            var state = RasterState()
            state.depth = .less
            configure(&state)
            return try device.makePipeline(program: program, vertexLayout: .none, state: state)
        }
        let plain = try pipeline(), culling = try pipeline { $0.cull = .front }
        let blending = try pipeline { $0.depth = nil; $0.colorTargets = [ColorTargetState(blend: .alpha, writeMask: [.red, .green])] }
        let stencilled = try pipeline { $0.stencil = StencilState(both: StencilFaceState(compare: .equal)) }
        let masked = try pipeline { $0.sampleMask = 0b0001 }
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0, 0, 1), label: "main") { pass in
            func draw(_ label: String, _ pipeline: Pipeline, z: Float, _ paint: SIMD4<Float>, drops: Bool = false) {
                pass.setPipeline(pipeline)
                pass.setUniform("z", z)
                pass.setUniform("paint", paint)
                pass.setUniform("drops", drops)
                pass.draw(count: 3, label: label)
            }
            draw("wall", plain, z: 0, SIMD4(1, 0, 0, 1))
            draw("behind", plain, z: 0.5, SIMD4(0, 1, 0, 1))
            draw("turned", culling, z: -0.5, SIMD4(0, 1, 0, 1))
            draw("beyond", plain, z: 1.5, SIMD4(0, 1, 0, 1))
            draw("dropped", plain, z: -0.5, SIMD4(0, 1, 0, 1), drops: true)
            pass.setStencilReference(5)
            draw("stencilled", stencilled, z: -0.5, SIMD4(0, 1, 0, 1))
            pass.setScissor(PixelRect(x: 0, y: 0, width: 4, height: 4))
            draw("corner", plain, z: -0.5, SIMD4(0, 1, 0, 1))
            pass.setScissor(nil)
            draw("glass", blending, z: 0, SIMD4(0, 1, 0, 0.5))
            if samples > 1 { draw("masked", masked, z: -0.5, SIMD4(1, 1, 1, 1)) }
        }
        try device.submit(frame)
        return (try Capture(contentsOf: file.path), try target.readImage(), target)
    }

    @Test("each draw has its fate, with the numbers that decide it", arguments: Device.Kind.allCases)
    func fates(kind: Device.Kind) throws {
        let file = TemporaryFile(), capture = try capture(file).capture, frame = capture.frames[0]
        let history = try capture.history(x: 8, y: 8, in: frame, on: Device(kind))
        #expect(history.isProven)
        #expect(history.events.map(\.fate) == [.cleared, .written, .lost(.depthFailed), .lost(.culled), .lost(.farClipped), .lost(.discarded),
                                               .lost(.stencilFailed), .lost(.scissorClipped), .written])
        #expect(history.events.map(\.draw) == [nil, 0, 1, 2, 3, 4, 5, 6, 7])
        let wall = history.events[1], behind = history.events[2], stencilled = history.events[6], glass = history.events[8]
        #expect(wall.before == .numbers([0, 0, 1, 1]) && wall.after == .numbers([1, 0, 0, 1]) && wall.primitive == 0 && wall.isFrontFacing == true)
        #expect(wall.depth == 0.5 && wall.storedDepth == 1 && behind.depth == 0.75 && behind.storedDepth == 0.5 && behind.depthCompare == .less)
        #expect(stencilled.stencilReference == 5 && stencilled.storedStencil == 0)
        #expect(glass.output == .numbers([0, 1, 0, 0.5]) && glass.before == wall.after && glass.writeMask == "rg"
                && glass.blend?.hasPrefix("add(sourceAlpha, oneMinusSourceAlpha)") == true)
        // In the corner, the scissored draw is in front of all other draws, and the glass is blended over the scissored draw.
        let corner = try capture.history(x: 1, y: 14, in: frame, on: Device(kind))
        #expect(corner.events.first { $0.name == "main/corner" }?.fate == .written)
        // Computing the histories does not change the frame's bits.
        #expect(try capture.verify(frame, ways: [.reference]).passes)
    }

    @Test("at every pixel, the history ends with the value that the program drew")
    func ends() throws {
        let file = TemporaryFile(), (capture, picture, _) = try capture(file)
        for (x, y) in [(0, 0), (15, 15), (8, 8), (3, 12), (4, 11), (0, 15)] {
            let history = try capture.history(x: x, y: y, in: capture.frames[0], on: Device(.reference))
            guard case .numbers(let last) = history.events.last(where: { $0.fate == .written })?.after else {
                Issue.record("nothing is written at (\(x), \(y))")
                continue
            }
            #expect(SIMD4<UInt8>((0..<4).map { UInt8(last[$0] * 255 + 0.5) }) == picture[x, y], "(\(x), \(y))")
        }
        #expect(throws: RasterError.self) { _ = try capture.history(x: 16, y: 0, in: capture.frames[0]) }
        #expect(throws: RasterError.self) { _ = try capture.history(x: 0, y: -1, in: capture.frames[0]) }
    }

    @Test("a clear with masks is captured with them, and a history names its channels")
    func maskedClear() throws {
        let device = Device(.reference), file = TemporaryFile()
        let target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8, .rgba8], depth: .depth24Stencil8)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.setScissor(PixelRect(x: 2, y: 2, width: 4, height: 4))
            pass.clear(.color(1, 1, 1), mask: ClearMask(colors: [[.red, .blue], .none], stencil: 0x0F))
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        let mask = ClearMask(colors: [[.red, .blue], .none], stencil: 0x0F)
        #expect(frame.events.contains { if case .clear(let clear) = $0 { clear.mask == mask } else { false } })
        #expect(try capture.verify(frame, ways: [.reference]).passes)
        let changes = try #require(try capture.history(x: 3, y: 3, in: frame).events.last).changes
        #expect(changes.map(\.attachment) == [.color(0), .depth, .stencil])
        #expect(changes[0].writeMask == "rb" && changes[0].after == .numbers([1, 0, 1, 1]))
        // A clear without masks is written in the form that Raster used before Raster had masks: the number 3, and no mask after the scissor.
        let plain = RecordedEvent.clear(RecordedClear(values: .none)).encoded
        let masked = RecordedEvent.clear(RecordedClear(values: .none, mask: .colors(.red))).encoded
        #expect(plain[0] == 3 && masked.count > plain.count)
        #expect(try RecordedEvent(decoding: plain, subject: "event") == .clear(RecordedClear(values: .none)))
        #expect(try RecordedEvent(decoding: masked, subject: "event") == .clear(RecordedClear(values: .none, mask: .colors(.red))))
    }

    @Test("each sample of a multisampled pixel has its own history", arguments: [4, 16])
    func samples(count: Int) throws {
        let file = TemporaryFile(), capture = try capture(file, samples: count).capture
        let history = try capture.history(x: 8, y: 8, in: capture.frames[0])
        #expect(history.isProven)
        #expect(history.events.filter { $0.draw == 0 && $0.fate == .written }.compactMap(\.sample) == Array(0..<count))
        let masked = history.events.filter { $0.draw == 8 }
        #expect(masked.filter { $0.fate == .lost(.sampleMasked) }.compactMap(\.sample) == Array(1..<count))
        #expect(masked.filter { $0.fate == .written }.compactMap(\.sample) == [0])
    }

    @Test("the verdict names the draw that made the pixel, and why later draws did not")
    func verdict() throws {
        let file = TemporaryFile(), capture = try capture(file).capture, frame = capture.frames[0]
        let verdict = try capture.history(x: 8, y: 8, in: frame).verdict
        #expect(verdict.contains("draw @7 (main/glass, HistoryTests.swift:") && verdict.contains("writes #00FF0080 with primitive 0 and blends it over #FF0000 of draw @0 by alpha blending, and the write mask lets only red and green through"), "\(verdict)")
        // Captures a frame of two draws. The second draw is behind the first draw.
        let device = Device(.reference), other = TemporaryFile()
        let target = try device.makeFramebuffer(width: 4, height: 4, depth: .depth32Float)
        let program = try device.makeProgram(vertex: "uniform float z; void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, z, 1); }",
                                             fragment: "out vec4 c; void main() { c = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, depth: .less)
        try device.captureNextFrame(to: other.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
            pass.setPipeline(pipeline)
            for z in [Float(-0.5), 0.5] {
                pass.setUniform("z", z)
                pass.draw(count: 3, label: "z \(z)")
            }
        }
        try device.submit(encoder)
        let second = try Capture(contentsOf: other.path), text = try second.history(x: 1, y: 1, in: second.frames[0]).verdict
        #expect(text.contains("because draw @0 (p/z -0.5") && text.contains("Draw @1 (p/z 0.5")
            && text.contains("does not change it, because its primitive 0 fails the depth test: depth 0.75 is not less than 0.25 of draw @0."), "\(text)")
    }

    @Test("the verdict follows a resolve, and distinguishes samples that differ")
    func resolved() throws {
        let file = TemporaryFile(), device = Device(.reference)
        let target = try device.makeFramebuffer(width: 8, height: 8, depth: nil, samples: 4), result = try device.makeFramebuffer(width: 8, height: 8)
        // The right edge of the draw "half" lies inside of pixel 4 of a row, so that the edge divides the samples of this pixel.
        let program = try device.makeProgram(vertex: """
            uniform float right;
            void main() { gl_Position = vec4(gl_VertexID % 2 == 0 ? -1.0 : right, gl_VertexID < 2 ? -1.0 : 1.0, 0.0, 1.0); }
            """, fragment: "uniform vec4 paint; out vec4 pixel; void main() { pixel = paint; }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0, 0, 1), label: "p") { pass in
            pass.setPipeline(pipeline)
            for (label, right, paint) in [("all", Float(1), SIMD4<Float>(1, 0, 0, 1)), ("half", 0.125, SIMD4(0, 1, 0, 1))] {
                pass.setUniform("right", right)
                pass.setUniform("paint", paint)
                pass.draw(.triangleStrip, count: 4, label: label)
            }
        }
        frame.resolve(try #require(target.color[0]), to: try #require(result.color[0]))
        // A later pass draws into the resolved image, which has one sample. This draw does not change the samples of the
        // multisampled image.
        frame.render(to: result, clear: .none, label: "q") { pass in
            pass.setPipeline(pipeline)
            pass.setScissor(PixelRect(x: 0, y: 6, width: 8, height: 2))
            pass.setUniform("right", Float(1))
            pass.setUniform("paint", SIMD4<Float>(1, 1, 1, 1))
            pass.draw(.triangleStrip, count: 4, label: "top")
        }
        try device.submit(frame)
        let capture = try Capture(contentsOf: file.path), verdict = { (x: Int) in try capture.history(x: x, y: 3, in: capture.frames[0]).verdict }
        let left = try verdict(1), right = try verdict(7), mixed = try verdict(4)
        #expect(left.hasPrefix("Pixel (1, 3) is #00FF00 because draw @1 (p/half") && left.hasSuffix("Then a resolve into texture #1 takes it over."), "\(left)")
        #expect(right.hasPrefix("Pixel (7, 3) is #FF0000 because draw @0 (p/all"), "\(right)")
        #expect(mixed.hasPrefix("The samples of pixel (4, 3) differ: sample") && mixed.contains("draw @0 (p/all") && mixed.contains("draw @1 (p/half"), "\(mixed)")
        #expect(mixed.contains("Then a resolve into texture #1 takes them over as #"), "\(mixed)")
        let top = try capture.history(x: 4, y: 0, in: capture.frames[0]).verdict
        #expect(top.hasPrefix("Pixel (4, 0) is #FFFFFF because draw @2 (q/top") && !top.contains("resolve"), "\(top)")
    }
}
