// Each fault is put into a clean frame. The advice must find this fault and no other fault.

import Foundation
import FrameCapture
import Raster
import Shading
import Testing

@Suite("Advice") struct AdviceTests {
    /// A frame without faults: a textured quad with depth, then a blended quad.
    final class CleanFrame {
        let device = Device(.jit)
        let target: Framebuffer, other: Framebuffer
        let texture: Texture
        let corners: Buffer, triangles: Buffer, block: Buffer
        let opaque: Pipeline, blended: Pipeline
        let layout = VertexLayout(stride: 8, VertexAttribute("position", .float2))

        init() throws {
            target = try device.makeFramebuffer(width: 32, height: 32, color: [.rgba8], depth: .depth24Stencil8, label: "target")
            other = try device.makeFramebuffer(width: 32, height: 32, label: "other")
            texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4, mipLevels: 3, label: "checks"))
            try texture.replace(bytes: (0..<64).map { UInt8(truncatingIfNeeded: $0 * 41) })
            var encoder = device.makeCommandEncoder()
            encoder.generateMipmaps(texture)
            try device.submit(encoder)
            corners = try device.makeBuffer([Float]([-0.8, -0.8, 0.8, -0.8, -0.8, 0.8, 0.8, 0.8]))
            triangles = try device.makeBuffer((0..<20).flatMap { i -> [Float] in
                let x = Float(i) / 10 - 1
                return [x, -0.5, x + 0.09, -0.5, x, 0.5, x, 0.5, x + 0.09, -0.5, x + 0.09, 0.5]
            })
            block = try device.makeBuffer([Float](repeating: 0.5, count: 4))
            opaque = try Self.pipeline(device, layout, blend: false)
            blended = try Self.pipeline(device, layout, blend: true)
        }
        private static func program(_ device: Device, discards: Bool = false) throws -> Program {
            try device.makeProgram(vertex: "#version 330\nin vec2 position; uniform float depth; out vec2 place; void main() { place = position; gl_Position = vec4(position, depth, 1.0); }",
                                   fragment: "#version 330\nin vec2 place; uniform sampler2D image; uniform float alpha; out vec4 pixel;\nvoid main() { \(discards ? "if (place.x > 2.0) discard; " : "")pixel = vec4(texture(image, place).rgb, alpha); }")
        }
        static func pipeline(_ device: Device, _ layout: VertexLayout, blend: Bool, discards: Bool = false) throws -> Pipeline {
            var state = RasterState()
            state.depth = .lessEqual
            if blend { state.colorTargets = [ColorTargetState(blend: .alpha)] }
            return try device.makePipeline(program: program(device, discards: discards), vertexLayout: layout, state: state)
        }
        func quad(_ pass: inout RenderPass, _ pipeline: Pipeline, depth: Float, alpha: Float) {
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(corners)
            pass.setTexture("image", texture, .trilinearRepeat)
            pass.setUniform("depth", depth)
            pass.setUniform("alpha", alpha)
            pass.draw(.triangleStrip, count: 4)
        }
        func drawCleanly(_ encoder: inout CommandEncoder) {
            encoder.render(to: target, clear: .color(0, 0, 0.2), label: "main") { pass in
                quad(&pass, opaque, depth: 0.5, alpha: 1)
                quad(&pass, blended, depth: 0.25, alpha: 0.5)
            }
        }
        /// Returns all findings. With a timer, returns only the findings whose correction saves time, and calls `leftOut` for the
        /// other findings.
        func advice(timer: ScriptedTimer? = nil, leftOut: (Advice) -> Void = { _ in }, _ draw: (inout CommandEncoder) throws -> Void) throws -> [Advice] {
            let file = TemporaryFile()
            try device.captureNextFrame(to: file.path)
            var encoder = device.makeCommandEncoder()
            try draw(&encoder)
            try device.submit(encoder)
            let capture = try Capture(contentsOf: file.path)
            guard let timer else { return try capture.findings(in: capture.frames[0]) }
            return try capture.advice(for: capture.frames[0], on: Device(.jit), timer: timer, leftOut: leftOut)
        }
        /// Records a draw that all other draws hide.
        func drawHidden(_ encoder: inout CommandEncoder) {
            drawCleanly(&encoder)
            encoder.render(to: target, label: "more") { pass in
                quad(&pass, blended, depth: 0, alpha: 0.5)
                pass.setUniform("depth", Float(0.9))
                pass.draw(.triangleStrip, count: 4)
            }
        }
    }
    /// A timer that returns given times: one list for the original frame, and one list for the corrected frame.
    final class ScriptedTimer: FrameTimer {
        private let before: [Double], after: [Double]
        private(set) var counts = (before: 0, after: 0)
        /// The order in which frames were timed: true for the corrected frame, false for the original frame.
        private(set) var order: [Bool] = []
        init(before: [Double], after: [Double]) { self.before = before; self.after = after }
        func milliseconds(isMended: Bool, _ draw: () throws -> Void) throws -> Double {
            try draw()
            order.append(isMended)
            if isMended {
                counts.after += 1
                return after[(counts.after - 1) % after.count]
            }
            counts.before += 1
            return before[(counts.before - 1) % before.count]
        }
    }
    /// Expects exactly one piece of advice.
    private func expect(_ name: AdviceName, _ advice: [Advice], draws: [Int], saving: String) throws {
        #expect(advice.map(\.name) == [name])
        let piece = try #require(advice.first)
        #expect(piece.draws == draws && piece.saving == saving)
    }

    @Test("a clean frame gets no advice") func clean() throws {
        let frame = try CleanFrame()
        #expect(try frame.advice { frame.drawCleanly(&$0) }.map(\.finding) == [])
    }

    @Test("a draw hidden by another draw is reported, with its place in the source") func hidden() throws {
        let frame = try CleanFrame(), line = UInt(#line) + 5
        let advice = try frame.advice { encoder in
            frame.drawCleanly(&encoder)
            encoder.render(to: frame.target, label: "more") { pass in
                frame.quad(&pass, frame.blended, depth: 0, alpha: 0.5)
                pass.setUniform("depth", Float(0.9)); pass.draw(.triangleStrip, count: 4)
            }
        }
        try expect(.drawWithoutEffect, advice, draws: [3], saving: "1 of 4 draws")
        #expect(advice.first?.site.hasSuffix("AdviceTests.swift:\(line)") == true)
        #expect(advice.first?.measurement == nil, "nobody measured")
    }

    @Test("advice is given if the corrected frame takes at least a hundredth less time in three of four pairs of times; the reported saving is the median of the pairs", arguments: [
        ([10.0], [8.0], true), ([10], [10], false), ([10], [11], false), ([10, 10, 10, 20], [9, 9, 9, 30], true), ([10, 10, 10, 10], [9, 9, 11, 11], false),
        // The machine is busy during every second pair of frames. The load does not change the difference between the two times of a
        // pair.
        ([10, 50], [9, 49], true),
        // In the first case the correction saves less than a hundredth of the frame's time; in the second case the correction saves more
        // than a hundredth.
        ([10], [9.95], false), ([10], [9.8], true),
    ] as [([Double], [Double], Bool)])
    func measured(before: [Double], after: [Double], pays: Bool) throws {
        let frame = try CleanFrame(), timer = ScriptedTimer(before: before, after: after)
        var leftOut: [Advice] = []
        let advice = try frame.advice(timer: timer, leftOut: { leftOut.append($0) }) { frame.drawHidden(&$0) }
        #expect(advice.count == (pays ? 1 : 0) && leftOut.count == (pays ? 0 : 1))
        let measurement = try #require((advice + leftOut).first?.measurement)
        #expect(measurement.pairs.count == 16 && timer.counts == (16, 16) && Array(timer.order.prefix(4)) == [false, true, true, false])
        if before == [10, 50] { #expect(measurement.saving == 1 && measurement.fasterCount == 16) }
        #expect((advice + leftOut).first?.milliseconds?.before == measurement.before)
    }

    @Test("a slow frame is measured fewer times")
    func slow() throws {
        let frame = try CleanFrame(), timer = ScriptedTimer(before: [400], after: [300])
        #expect(try frame.advice(timer: timer) { frame.drawHidden(&$0) }.first?.measurement?.pairs.count == 6)
    }

    @Test("advice that saves memory is given unless it makes the frame slower, and advice about wrong pictures is always given")
    func gains() throws {
        func advice(_ descriptor: TextureDescriptor, _ sampler: Sampler, fill: Float?, times: ([Double], [Double])) throws -> [AdviceName] {
            let frame = try CleanFrame(), image = try frame.device.makeTexture(descriptor)
            if let fill { try image.replace(bytes: (0..<16).flatMap { _ in withUnsafeBytes(of: fill) { [UInt8]($0) } }) }
            return try frame.advice(timer: ScriptedTimer(before: times.0, after: times.1)) { encoder in
                encoder.render(to: frame.target, clear: .color(0, 0, 0.2), label: "main") { pass in
                    frame.quad(&pass, frame.opaque, depth: 0.5, alpha: 1)
                    frame.quad(&pass, frame.blended, depth: 0.25, alpha: 0.5)
                    pass.setTexture("image", image, sampler)
                    pass.setUniform("depth", Float(0.1))
                    pass.draw(.triangleStrip, count: 4)
                }
            }.map(\.name)
        }
        let wide = TextureDescriptor(format: .rgba32Float, width: 2, height: 2, label: "wide"),
            empty = TextureDescriptor(format: .rgba8, width: 4, height: 4, label: "empty")
        #expect(try advice(wide, Sampler(), fill: 1, times: ([10], [10])) == [.textureFormatCompactness])
        #expect(try advice(wide, Sampler(), fill: 1, times: ([10], [12])).isEmpty)
        #expect(try advice(empty, Sampler(), fill: nil, times: ([10], [12])) == [.uninitializedTextureData])
    }

    @Test("a texture that a shader of the frame writes as an image is not called uninitialised")
    func storedImage() throws {
        let file = TemporaryFile()
        _ = try ComputeFixture.capture(file)
        let capture = try Capture(contentsOf: file.path), findings = try capture.findings(in: capture.frames[0])
        #expect(!findings.contains { $0.name == .uninitializedTextureData }, "\(findings)")
    }

    @Test("blending over a cleared target is no fault if it would be visible over other colours")
    func chance() throws {
        let frame = try CleanFrame()
        // Over the black clear colour, blending of a premultiplied colour has the same result as no blending.
        var state = RasterState()
        state.depth = .lessEqual
        state.colorTargets = [ColorTargetState(blend: .premultiplied)]
        let premultiplied = try frame.device.makePipeline(program: frame.opaque.program, vertexLayout: frame.layout, state: state)
        #expect(try frame.advice { encoder in
            encoder.render(to: frame.target, clear: .color(0, 0, 0, 0), label: "main") { frame.quad(&$0, premultiplied, depth: 0.5, alpha: 0.5) }
        }.map(\.name) == [])
        #expect(try frame.advice { encoder in
            encoder.render(to: frame.target, clear: .color(0, 0, 0, 0), label: "main") { frame.quad(&$0, premultiplied, depth: 0.5, alpha: 1) }
        }.map(\.name) == [.blendingWithoutEffect])
    }

    @Test("draws from one place in the source share one piece of advice, draws from another place get their own") func places() throws {
        let frame = try CleanFrame()
        let advice = try frame.advice { encoder in
            frame.drawCleanly(&encoder)
            encoder.render(to: frame.target, label: "more") { pass in
                frame.quad(&pass, frame.blended, depth: 0, alpha: 0.5)
                for depth in [0.8, 0.9, 0.95] as [Float] {
                    pass.setUniform("depth", depth)
                    pass.draw(.triangleStrip, count: 4)
                }
                pass.draw(.triangleStrip, count: 4)
            }
        }
        #expect(advice.map(\.name) == [.drawWithoutEffect, .drawWithoutEffect] && advice.map(\.draws) == [[3, 4, 5], [6]])
        #expect(advice.map(\.saving) == ["3 of 7 draws", "1 of 7 draws"] && advice.first?.finding == "3 draws changed no bit of any image.")
    }

    @Test("an update with a buffer's current bytes, a second generateMipmaps and a second clear are redundant") func redundant() throws {
        let frame = try CleanFrame()
        try expect(.redundantCall, try frame.advice { encoder in
            encoder.update(frame.block, at: 4, with: [Float](repeating: 0.5, count: 2))
            frame.drawCleanly(&encoder)
        }, draws: [], saving: "8 bytes")
        try expect(.redundantCall, try frame.advice { encoder in
            encoder.generateMipmaps(frame.texture)
            frame.drawCleanly(&encoder)
        }, draws: [], saving: "the levels of a texture of 4×4")
        try expect(.redundantCall, try frame.advice { encoder in
            encoder.render(to: frame.target, clear: .color(0, 0, 0.2), label: "main") { pass in
                pass.clear(.color(0, 0, 0.2))
                frame.quad(&pass, frame.opaque, depth: 0.5, alpha: 1)
                frame.quad(&pass, frame.blended, depth: 0.25, alpha: 0.5)
            }
        }, draws: [], saving: "a clear")
    }

    @Test("for triangles that repeat their vertices, indices are recommended") func repeated() throws {
        let frame = try CleanFrame()
        try expect(.recommendIndexedRendering, try frame.advice { encoder in
            frame.drawCleanly(&encoder)
            encoder.render(to: frame.target, label: "more") { pass in
                frame.quad(&pass, frame.blended, depth: 0, alpha: 0.5)
                pass.setVertexBuffer(frame.triangles)
                pass.setUniform("depth", Float(-0.5))
                pass.draw(count: 120, instances: 64)
            }
        }, draws: [3], saving: "2560 of 7680 vertices")
        // No advice is given about only forty vertices, because forty vertices take no measurable time.
        #expect(try frame.advice { encoder in
            frame.drawCleanly(&encoder)
            encoder.render(to: frame.target, label: "more") { pass in
                frame.quad(&pass, frame.blended, depth: 0, alpha: 0.5)
                pass.setVertexBuffer(frame.triangles)
                pass.setUniform("depth", Float(-0.5))
                pass.draw(count: 120)
            }
        }.isEmpty)
    }

    @Test("pipelines that alternate without reason are reported") func turns() throws {
        let frame = try CleanFrame()
        try expect(.inefficientStateUpdate, try frame.advice { encoder in
            let again = try CleanFrame.pipeline(frame.device, frame.layout, blend: false)
            encoder.render(to: frame.target, clear: .color(0, 0, 0.2), label: "main") { pass in
                for i in 0..<6 { frame.quad(&pass, i % 2 == 0 ? frame.opaque : again, depth: 0.9 - 0.1 * Float(i), alpha: 1) }
            }
        }.filter { $0.name == .inefficientStateUpdate }, draws: [0, 1, 2, 3, 4, 5], saving: "4 of 6 changes of the pipeline")
    }

    @Test("a pass that loads contents and overwrites them is reported") func loads() throws {
        let frame = try CleanFrame()
        let full = try frame.device.makeBuffer([Float]([-1, -1, 1, -1, -1, 1, 1, 1]))
        try expect(.logicalBufferLoad, try frame.advice { encoder in
            frame.drawCleanly(&encoder)
            encoder.render(to: frame.other, label: "whole") { pass in
                frame.quad(&pass, frame.opaque, depth: 0, alpha: 1)
                pass.setVertexBuffer(full)
                pass.draw(.triangleStrip, count: 4)
            }
        }.filter { $0.name == .logicalBufferLoad }, draws: [2, 3], saving: "loading 1024 samples")
    }

    @Test("a float texture whose values fit in bytes is reported with the wasted bytes") func compactness() throws {
        let frame = try CleanFrame()
        let wide = try frame.device.makeTexture(TextureDescriptor(format: .rgba32Float, width: 2, height: 2, label: "wide"))
        try wide.replace(bytes: [Float]([1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1]).flatMap { value in withUnsafeBytes(of: value) { [UInt8]($0) } })
        try expect(.textureFormatCompactness, try frame.advice { encoder in
            encoder.render(to: frame.target, clear: .color(0, 0, 0.2), label: "main") { pass in
                frame.quad(&pass, frame.opaque, depth: 0.5, alpha: 1)
                frame.quad(&pass, frame.blended, depth: 0.25, alpha: 0.5)
                pass.setTexture("image", wide, Sampler())
                pass.setUniform("depth", Float(0.1))
                pass.draw(.triangleStrip, count: 4)
            }
        }, draws: [2], saving: "48 of 64 bytes")
    }

    @Test("a texture of zeros, and a texture without the levels that its sampler needs, are reported") func textures() throws {
        let frame = try CleanFrame()
        let empty = try frame.device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4, label: "empty"))
        let advice = try frame.advice { encoder in
            encoder.render(to: frame.target, clear: .color(0, 0, 0.2), label: "main") { pass in
                frame.quad(&pass, frame.opaque, depth: 0.5, alpha: 1)
                frame.quad(&pass, frame.blended, depth: 0.25, alpha: 0.5)
                pass.setTexture("image", empty, .trilinearRepeat)
                pass.setUniform("depth", Float(0.1))
                pass.draw(.triangleStrip, count: 4)
            }
        }
        #expect(advice.map(\.name) == [.mipmappingWithoutChain, .uninitializedTextureData])
        #expect(advice.map(\.draws) == [[2], [2]])
        #expect(advice.first?.finding == "A sampler asks for mip levels, and the texture of 4×4 has 1 of 3.")
    }

    @Test("a discard without effect, and blending of opaque colours, are reported") func pipelines() throws {
        let frame = try CleanFrame()
        let discarding = try CleanFrame.pipeline(frame.device, frame.layout, blend: false, discards: true)
        try expect(.lossOfDepthTestOptimizations, try frame.advice { encoder in
            encoder.render(to: frame.target, clear: .color(0, 0, 0.2), label: "main") { pass in
                frame.quad(&pass, discarding, depth: 0.5, alpha: 1)
                frame.quad(&pass, frame.blended, depth: 0.25, alpha: 0.5)
            }
        }, draws: [0], saving: "the shader for hidden fragments in 1 draw")
        try expect(.blendingWithoutEffect, try frame.advice { encoder in
            encoder.render(to: frame.target, clear: .color(0, 0, 0.2), label: "main") { pass in
                frame.quad(&pass, frame.opaque, depth: 0.5, alpha: 1)
                frame.quad(&pass, frame.blended, depth: 0.25, alpha: 1)
            }
        }, draws: [1], saving: "reading pixels that 1 draw overwrites")
    }

    @Test("a frame's limits are the numbers of its viewports, textures and shaders") func limits() throws {
        let frame = try CleanFrame(), file = TemporaryFile()
        try frame.device.captureNextFrame(to: file.path)
        var encoder = frame.device.makeCommandEncoder()
        frame.drawCleanly(&encoder)
        try frame.device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), limits = try capture.limits(of: capture.frames[0])
        #expect(limits.map(\.experiment) == ["viewports of 1×1 pixel", "textures of 1×1 texel", "fragment shaders that do nothing"])
        #expect(limits.allSatisfy { $0.milliseconds.before > 0 && $0.milliseconds.after > 0 && (0...1).contains($0.share) })
    }

    @Test("a frame that spends its time on the pixels of a long shader is reported")
    func shading() throws {
        // On the reference renderer, the loop takes nearly all of the frame's time, whatever the machine is.
        let device = Device(.reference), target = try device.makeFramebuffer(width: 32, height: 32), file = TemporaryFile()
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }", fragment: """
            uniform int count;
            out vec4 pixel;
            void main() { float sum = 0.0; for (int i = 0; i < count; i++) sum += sin(sum + float(i)); pixel = vec4(sum); }
            """)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("count", Int32(100))
            pass.draw(count: 3)
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), limits = try capture.limits(of: capture.frames[0], on: device)
        #expect(limits.map(\.experiment) == ["viewports of 1×1 pixel", "fragment shaders that do nothing"] && limits.allSatisfy { $0.share > 0.5 }, "\(limits)")
    }

    @Test("framescope advise prints each finding with draws, place, correction and saving, and the distribution of a frame's time")
    func command() throws {
        let frame = try CleanFrame(), file = TemporaryFile(), clean = TemporaryFile(), line = UInt(#line) + 7
        try frame.device.captureNextFrame(to: file.path)
        var encoder = frame.device.makeCommandEncoder()
        frame.drawCleanly(&encoder)
        encoder.render(to: frame.target, label: "more") { pass in
            frame.quad(&pass, frame.blended, depth: 0, alpha: 0.5)
            pass.setUniform("depth", Float(0.9))
            pass.draw(.triangleStrip, count: 4)
        }
        try frame.device.submit(encoder)
        let text = try framescope("advise", file.path, "--untimed")
        let lines = text.output.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        try #require(lines.count >= 4, "\(text)")
        #expect(text.status == 0 && lines[0].hasPrefix("Draw Without Effect: ") && lines[0].hasSuffix("AdviceTests.swift:\(line), @3"), "\(text)")
        #expect(lines[1] == "The draw changed no bit of any image." && lines[2].hasPrefix("Leave it out") && lines[3] == "Saves 1 of 4 draws.", "\(text)")
        let json = try #require(framescope("advise", file.path, "--untimed", "--json", "--limits").json as? [String: Any])
        let pieces = try #require(json["advice"] as? [[String: Any]]), piece = try #require(pieces.first),
            limits = try #require(json["limits"] as? [[String: Any]])
        #expect(pieces.count == 1 && piece["name"] as? String == "Draw Without Effect" && piece["draws"] as? [Int] == [3]
                && piece["saving"] as? String == "1 of 4 draws")
        #expect(piece["mend"] as? String == lines[2] && piece["finding"] as? String == lines[1]
                && (piece["site"] as? String)?.hasSuffix("AdviceTests.swift:\(line)") == true)
        #expect(piece["milliseconds"] is NSNull && piece["measured"] is NSNull)
        // With measurement, the finding is either printed with its times, or listed among the findings that save too little.
        let timed = try framescope("advise", file.path)
        #expect(timed.status == 0 && (timed.output.contains("; measured: about ") || timed.errors.contains("left out, because it does not pay here: Draw Without Effect")),
                "\(timed)")
        #expect(limits.map { $0["experiment"] as? String } == ["viewports of 1×1 pixel", "textures of 1×1 texel", "fragment shaders that do nothing"])
        let table = try framescope("advise", file.path, "--limits").output
        for limit in limits { #expect(table.contains(limit["experiment"] as? String ?? "-"), "\(table)") }
        try frame.device.captureNextFrame(to: clean.path)
        encoder = frame.device.makeCommandEncoder()
        frame.drawCleanly(&encoder)
        try frame.device.submit(encoder)
        #expect(try framescope("advise", clean.path, "--untimed").output == "No advice: no unnecessary work was found.\n")
    }

    @Test("an empty frame has no advice but still has limits") func empty() throws {
        let frame = try CleanFrame(), file = TemporaryFile()
        #expect(try frame.advice { _ in }.isEmpty)
        try frame.device.captureNextFrame(to: file.path)
        try frame.device.submit(frame.device.makeCommandEncoder())
        let capture = try Capture(contentsOf: file.path)
        #expect(try capture.limits(of: capture.frames[0]).map(\.experiment) == ["viewports of 1×1 pixel", "fragment shaders that do nothing"])
    }
}
