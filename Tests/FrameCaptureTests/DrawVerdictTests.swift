// The reason why a draw is invisible: one scene for each reason.

import FrameCapture
import Raster
import Testing

@Suite("Verdicts on draws") struct DrawVerdictTests {
    private let device = Device(.reference)
    private let file = TemporaryFile()

    /// A scene with the examined draw. A clear comes before the examined draw, and other draws may follow the examined draw.
    private struct Scene {
        var samples = 1
        var configure: (inout RasterState) -> Void = { _ in }
        /// The corners of the draw's rectangle in clip space: x0, y0, x1, y1.
        var corners = SIMD4<Float>(-1, -1, 1, 1)
        /// The z and w of all corners.
        var depth = SIMD2<Float>(0, 1)
        var paint = SIMD4<Float>(0, 1, 0, 1)
        var mode = 0
        var count = 6
        var instances = 1
        var prepare: (inout RenderPass) -> Void = { _ in }
        /// Whether later draws cover the whole target.
        var isCovered = false
    }
    private func verdict(_ scene: Scene, kind: Device.Kind = .jit) throws -> DrawVerdict {
        let target = try device.makeFramebuffer(width: 16, height: 16, depth: .depth32FloatStencil8, samples: scene.samples, label: "target")
        let program = try device.makeProgram(vertex: """
            #version 330
            uniform vec4 corners;
            uniform vec2 depth;
            uniform int mode;
            void main() {
                int corner = int[](0, 1, 2, 2, 1, 3)[gl_VertexID % 6];
                gl_Position = vec4(mix(corners.xy, corners.zw, vec2(corner & 1, corner >> 1)) * depth.y, depth);
                if (mode == 2) gl_Position.x = sqrt(-1.0 - depth.y);
                gl_ClipDistance[0] = mode == 3 ? -1.0 : 1.0;
            }
            """, fragment: """
            #version 400
            uniform vec4 paint;
            uniform int mode;
            out vec4 pixel;
            void main() {
                if (mode == 1) discard;
                gl_SampleMask[0] = mode == 4 ? 0 : -1;
                pixel = paint;
            }
            """)
        var state = RasterState()
        state.depth = DepthState(compare: .less, writes: false)
        scene.configure(&state)
        let judged = try device.makePipeline(program: program, vertexLayout: .none, state: state),
            plain = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 1), label: "p") { pass in
            func set(_ scene: Scene) {
                pass.setUniform("corners", scene.corners)
                pass.setUniform("depth", scene.depth)
                pass.setUniform("paint", scene.paint)
                pass.setUniform("mode", Int32(scene.mode))
            }
            pass.setPipeline(judged)
            set(scene)
            scene.prepare(&pass)
            pass.draw(count: scene.count, instances: scene.instances, label: "judged")
            pass.setScissor(nil)
            if scene.isCovered {
                pass.setPipeline(plain)
                for (label, right) in [("left", Float(0)), ("all", 1)] {
                    set(Scene(corners: SIMD4(-1, -1, right, 1), paint: SIMD4(1, 0, 0, 1)))
                    pass.draw(count: 6, label: label)
                }
            }
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path)
        return try capture.verdict(of: capture.frames[0].draws[0], in: capture.frames[0], on: kind)
    }
    private func expect(_ loss: DrawLoss, _ count: Int, _ unit: String, _ scene: Scene, _ words: String, _ location: SourceLocation = #_sourceLocation) throws {
        for kind in Device.Kind.allCases {
            let verdict = try verdict(scene, kind: kind)
            let entry = verdict.evidence.first { $0.loss == loss }
            #expect(verdict.seen == 0 && entry?.count == count && entry?.unit == unit, "\(verdict)", sourceLocation: location)
            #expect(verdict.sentence.hasPrefix("Draw @0 (p/judged, DrawVerdictTests.swift:")
                    && verdict.sentence.contains(") is not visible: ") && verdict.sentence.contains(words),
                    "\(verdict.sentence)", sourceLocation: location)
        }
    }

    @Test("the verdict of a visible draw gives the place, in samples of the result")
    func seen() throws {
        let verdict = try verdict(Scene(corners: SIMD4(-1, -1, 0, 0)))
        #expect(verdict.seen == 64 && verdict.changed == 64 && verdict.passed == 64 && verdict.samples == 64 && verdict.primitives == 2
                && verdict.evidence.isEmpty)
        #expect(verdict.sentence.hasSuffix("is visible: without it, 64 samples of the frame's result would have other values."))
    }

    @Test("the verdict of an empty draw says that it has no primitives")
    func nothing() throws {
        try expect(.noVertices, 1, "", Scene(count: 0), "it has no vertices")
        try expect(.noInstances, 1, "", Scene(instances: 0), "it has no instances")
        try expect(.noPrimitives, 1, "", Scene(count: 2), "make no primitive")
    }

    @Test("primitives that reach no pixel are counted by reason")
    func primitives() throws {
        try expect(.pipeline(.notFinite), 2, "primitives", Scene(mode: 2), "all 2 primitives have positions that are NaN")
        try expect(.pipeline(.behindEye), 2, "primitives", Scene(depth: [0, -1]), "all 2 primitives lie behind the eye")
        try expect(.pipeline(.rasterizerDiscarded), 2, "primitives", Scene(configure: { $0.rasterizerDiscard = true }),
                   "all 2 primitives are dropped by the pipeline's rasterizer discard")
        try expect(.pipeline(.nearClipped), 2, "primitives", Scene(depth: [-2, 1]), "in front of the near plane")
        try expect(.pipeline(.farClipped), 2, "primitives", Scene(depth: [2, 1]), "behind the far plane")
        try expect(.pipeline(.clippedByShader), 2, "primitives", Scene(mode: 3), "gl_ClipDistance")
        try expect(.pipeline(.viewportClipped), 4, "primitives", Scene(corners: SIMD4(2, 2, 3, 3), instances: 2), "all 4 primitives lie outside of the viewport")
        try expect(.pipeline(.viewportClipped), 2, "primitives",
                   Scene(corners: SIMD4(0, -1, 1, 1), prepare: { $0.setViewport(Viewport(x: 16, y: 0, width: 8, height: 16)) }), "outside of the viewport")
        try expect(.pipeline(.culled), 2, "primitives", Scene(configure: { $0.cull = .back }, corners: SIMD4(1, -1, -1, 1)),
                   "culled because of their visible side")
        try expect(.pipeline(.scissorClipped), 2, "primitives",
                   Scene(corners: SIMD4(0, 0, 1, 1), prepare: { $0.setScissor(PixelRect(x: 0, y: 0, width: 4, height: 4)) }), "outside of the scissor")
        try expect(.pipeline(.degenerate), 2, "primitives", Scene(corners: SIMD4(-1, -1, -1, 1)), "degenerate")
        // The rectangle lies between the centres of two pixels, so it covers no pixel's centre.
        try expect(.pipeline(.coversNothing), 2, "primitives", Scene(corners: SIMD4(0.001, 0.001, 0.05, 0.05)), "between the samples")
    }

    @Test("samples that do not reach the image are counted by reason")
    func samples() throws {
        try expect(.pipeline(.sampleMasked), 1024, "samples", Scene(samples: 4, configure: { $0.sampleMask = 0 }), "all 1024 samples are masked")
        try expect(.pipeline(.depthFailed), 256, "samples", Scene(configure: { $0.depth = .greater }), "all 256 samples fail the depth test")
        try expect(.pipeline(.stencilFailed), 256, "samples", Scene(configure: { $0.stencil = StencilState(both: StencilFaceState(compare: .notEqual)) }),
                   "fail the stencil test")
        try expect(.pipeline(.discarded), 256, "samples", Scene(mode: 1), "discarded by the shader")
        try expect(.pipeline(.maskedByShader), 1024, "samples", Scene(samples: 4, mode: 4), "masked by the shader")
    }

    @Test("for samples that pass but change nothing, the reason is given")
    func effectless() throws {
        try expect(.writeMasked, 256, "samples", Scene(configure: { $0.colorTargets = [ColorTargetState(writeMask: [])] }),
                   "the write masks block all channels")
        try expect(.transparent, 256, "samples", Scene(configure: { $0.colorTargets = [ColorTargetState(blend: .alpha, writeMask: [.red, .green, .blue])] },
                                                       paint: SIMD4(1, 1, 1, 0)), "alpha of 0")
        try expect(.unchanged, 256, "samples", Scene(paint: SIMD4(0, 0, 1, 1)), "the values that they had before")
    }

    @Test("samples covered by later draws are counted by draw")
    func overdrawn() throws {
        for kind in Device.Kind.allCases {
            let verdict = try verdict(Scene(isCovered: true), kind: kind)
            #expect(verdict.seen == 0 && verdict.changed == 256)
            #expect(verdict.evidence.map(\.by) == ["@1 (p/left)", "@2 (p/all)"] && verdict.evidence.map(\.count) == [128, 128], "\(verdict)")
            #expect(verdict.sentence.contains("128 of 256 changed samples are overdrawn by @1 (p/left); 128 of 256 changed samples are overdrawn by @2 (p/all)"), "\(verdict.sentence)")
        }
    }

    @Test("draws into an image that no later command reads are invisible")
    func unread() throws {
        let hidden = try device.makeFramebuffer(width: 8, height: 8), shown = try device.makeFramebuffer(width: 8, height: 8)
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
                                             fragment: "out vec4 c; void main() { c = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        for (target, label) in [(hidden, "hidden"), (shown, "shown")] {
            encoder.render(to: target, clear: .color(0, 0, 0), label: label) { pass in
                pass.setPipeline(pipeline)
                pass.draw(count: 3)
            }
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        let verdict = try capture.verdict(of: frame.draws[0], in: frame)
        #expect(verdict.seen == 0 && verdict.evidence.map(\.loss) == [.notShown] && verdict.sentence.contains("all 64 changed samples are not in the frame's result"),
                "\(verdict.sentence)")
        #expect(try capture.verdict(of: frame.draws[1], in: frame).seen == 64)
    }
}
