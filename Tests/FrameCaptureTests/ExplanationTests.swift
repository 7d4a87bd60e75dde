// Explanations of a pixel's value. The answer follows the value to its origin: texels and their source, uniforms that are never
// set, or lines that make a NaN.

import Foundation
import FrameCapture
import Raster
import Shading
import TestSupport
import Testing

@Suite("Explanations of pixels") struct ExplanationTests {
    private let device = Device(.reference)
    private let file = TemporaryFile()
    /// A vertex shader that draws a rectangle in clip space, with coordinates from 0 to 1 inside of the rectangle.
    private static let rectangle = """
        #version 330
        uniform vec4 corners;
        uniform float depth;
        out vec2 place;
        void main() {
            place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
            gl_Position = vec4(mix(corners.xy, corners.zw, place), depth, 1.0);
        }
        """
    private static let whole = SIMD4<Float>(-1, -1, 1, 1)

    private func pipeline(_ fragment: String, name: String = "test.frag", vertex: String = rectangle,
                          _ configure: (inout RasterState) -> Void = { _ in }) throws -> Pipeline {
        var state = RasterState()
        configure(&state)
        let program = try device.makeProgram(vertex: ShaderSource(text: vertex, name: "test.vert"), fragment: ShaderSource(text: fragment, name: name),
                                             label: name)
        return try device.makePipeline(program: program, vertexLayout: .none, state: state)
    }
    private func captured(_ record: (inout CommandEncoder) throws -> Void) throws -> (capture: Capture, frame: CapturedFrame) {
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        try record(&encoder)
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path)
        return (capture, capture.frames[0])
    }
    private static let paint = "#version 330\nuniform vec4 paint;\nout vec4 pixel;\nvoid main() { pixel = paint; }"
    private static let copy = "#version 330\nuniform sampler2D layer;\nin vec2 place;\nout vec4 pixel;\nvoid main() { pixel = texture(layer, place); }"

    @Test("similar draws are combined into one sentence and one row, and the row of the deciding draw is always shown", arguments: Device.Kind.allCases)
    func strips(kind: Device.Kind) throws {
        let target = try device.makeFramebuffer(width: 40, height: 84, color: [.rgba8])
        let strip = try pipeline("#version 330\nuniform float time;\nout vec4 pixel;\nvoid main() {\n    float wave = sqrt(-1.0 - time);\n    pixel = vec4(vec3(wave), 1.0);\n}", name: "nan.frag")
        let (capture, frame) = try captured { encoder in
            encoder.render(to: target, clear: .color(1, 1, 1), label: "screen") { pass in
                pass.setPipeline(strip)
                pass.setUniform("corners", Self.whole)
                pass.setUniform("time", Float(0.5))
                for number in 0..<21 {
                    pass.setScissor(PixelRect(x: 0, y: 80 - 4 * number, width: 40, height: 4))
                    pass.draw(.triangleStrip, count: 4, label: "strip")
                }
            }
        }
        let explanation = try capture.explanation(x: 5, y: 2, in: frame, on: Device(kind))
        #expect(explanation.verdict.hasPrefix("Pixel (5, 2) is #000000 because draw @0 (screen/strip, ExplanationTests.swift:"), "\(explanation.verdict)")
        #expect(explanation.verdict.contains(" writes nan nan nan 1.0 with primitive ")
                && explanation.verdict.contains(", and the image stores NaN as 0. "), "\(explanation.verdict)")
        #expect(explanation.verdict.hasSuffix(" 20 draws do not change it, because the pixel lies outside of their scissor: @1–@20."), "\(explanation.verdict)")
        #expect(explanation.steps.map(\.text) == ["nan.frag:5 makes it a NaN: sqrt(-1.5) = nan, in “float wave = sqrt(-1.0 - time);”."], "\(explanation.steps)")
        #expect(explanation.commands == ["framescope trace \(file.path) @0 --fragment 5,2"])
        // The table shows the deciding draw, although twenty other draws come later. These twenty draws share one row of the table.
        let text = try run(["why", file.path, "5", "2"]).output, rows = try #require(text.range(of: "\n\ndraw  ")).lowerBound
        let table = text[rows...].split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(table.count == 4 && table[1].contains("cleared") && table[2].hasPrefix("@0 0 ") && table[2].contains("written")
                && table[2].contains("nan nan nan 1.0"), "\(table)")
        #expect(table[3].hasPrefix("@1–@20 - - scissor clipped") || table[3].hasPrefix("@1–@20 0 several scissor clipped"), "\(table)")
        // The command that the answer suggests works without changes.
        let command = try #require(text.components(separatedBy: "\n").first { $0.hasPrefix("Next step: framescope ") }).split(separator: " ").dropFirst(3)
            .map(String.init)
        let trace = try run(command)
        #expect(trace.status == 0 && trace.output.contains("first NaN") && trace.output.contains("sqrt(-1.5) = nan") && !trace.output.contains("-nan"),
                "\(trace)")
    }

    @Test("rows that differ are shown up to a limit, and deciding rows also beyond it")
    func limits() throws {
        let target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8], depth: .depth32Float)
        let wall = try pipeline(Self.paint) { $0.depth = .less }
        let (capture, frame) = try captured { encoder in
            encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
                pass.setPipeline(wall)
                pass.setUniform("corners", Self.whole)
                for number in 0..<30 {
                    pass.setUniform("depth", Float(number) / 100)
                    pass.setUniform("paint", SIMD4<Float>(1, Float(number) / 30, 0, 1))
                    pass.draw(.triangleStrip, count: 4, label: "wall")
                }
            }
        }
        let history = try capture.history(x: 3, y: 3, in: frame), (rows, omitted) = history.rows(limit: 12)
        #expect(rows.count == 12 && omitted == 31 - 12 && rows[0].isDeciding && rows[0].first.draw == 0
                && rows.dropFirst().map(\.first.draw) == (19..<30).map { $0 }, "\(rows.map(\.first.draw))")
        #expect(history.rows(limit: 0).rows.map(\.first.draw) == [0] && history.rows(limit: 100).omittedEvents == 0)
        #expect(history.verdict.hasSuffix(" 29 draws do not change it, because their primitives fail the depth test: @1–@29; of the last, depth 0.645 is not less than 0.5 of draw @0."), "\(history.verdict)")
        let text = try run(["why", file.path, "3", "3"])
        #expect(text.errors == "note: 19 more events have to do with the pixel; 'framescope pixel' prints all\n", "\(text.errors)")
    }

    @Test("several primitives of a draw, and few draws, are grouped with their numbers and names")
    func groups() throws {
        let target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8], depth: .depth32Float)
        let wall = try pipeline(Self.paint) { $0.depth = .less }, turned = try pipeline(Self.paint) { $0.depth = .less; $0.cull = .frontAndBack }
        let many = try pipeline(Self.paint, vertex: """
            #version 330
            void main() {
                int corner = gl_VertexID % 3;
                gl_Position = vec4(corner == 1 ? 3.0 : -1.0, corner == 2 ? 3.0 : -1.0, 0.2 + 0.1 * float(gl_VertexID / 3), 1.0);
            }
            """) { $0.depth = .less }
        let (capture, frame) = try captured { encoder in
            encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
                pass.setPipeline(wall)
                pass.setUniform("corners", Self.whole)
                pass.setUniform("paint", SIMD4<Float>(1, 1, 1, 1))
                pass.draw(.triangleStrip, count: 4, label: "wall")
                pass.setPipeline(many)
                pass.draw(count: 15, label: "behind")
                pass.setPipeline(turned)
                pass.setUniform("corners", Self.whole)
                for label in ["left", "right"] { pass.draw(.triangleStrip, count: 4, label: label) }
            }
        }
        let verdict = try capture.history(x: 3, y: 3, in: frame).verdict
        #expect(verdict.contains(" Draw @1 (p/behind, ExplanationTests.swift:")
            && verdict.contains(" does not change it, because 5 of its primitives fail the depth test; of the last, primitive 4, depth 0.8 is not less than 0.5 of draw @0."), "\(verdict)")
        #expect(verdict.hasSuffix(" 2 draws do not change it, because their primitives are culled: @2 (p/left), @3 (p/right)."), "\(verdict)")
    }

    @Test("if one primitive of a draw makes the pixel, only its other primitives are said not to change it")
    func othersOfTheMaker() throws {
        let target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8], depth: .depth32Float)
        let many = try pipeline(Self.paint, vertex: """
            #version 330
            void main() {
                int corner = gl_VertexID % 3;
                gl_Position = vec4(corner == 1 ? 3.0 : -1.0, corner == 2 ? 3.0 : -1.0, 0.2 + 0.1 * float(gl_VertexID / 3), 1.0);
            }
            """) { $0.depth = .less }
        for (triangles, words) in [(2, " Primitive 1 of draw @0 does not change it, because it fails the depth test: depth "),
                                   (5, " 4 other primitives of draw @0 do not change it, because they fail the depth test; of the last, primitive 4, depth 0.8 is not less than ")] {
            let (capture, frame) = try captured { encoder in
                encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
                    pass.setPipeline(many)
                    pass.setUniform("paint", SIMD4<Float>(1, 1, 1, 1))
                    pass.draw(count: 3 * triangles, label: "many")
                }
            }
            let verdict = try capture.history(x: 3, y: 3, in: frame).verdict
            #expect(verdict.contains(" writes this colour with primitive 0.\(words)") && !verdict.contains("Draw @0"), "\(verdict)")
        }
    }

    @Test("samples with the same fate and values are one row, in the viewer and in why")
    func samplesInOneRow() throws {
        let target = try device.makeFramebuffer(width: 4, height: 4, color: [.rgba8], depth: .depth32Float, samples: 4)
        let paint = try pipeline(Self.paint), slope = try pipeline(Self.paint, vertex: """
            #version 330
            void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, -0.5 + 0.1 * float(gl_VertexID), 1.0); }
            """) { $0.depth = .less }
        let (capture, frame) = try captured { encoder in
            encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
                pass.setPipeline(paint)
                pass.setUniform("corners", Self.whole)
                pass.setUniform("paint", SIMD4<Float>(1, 1, 1, 1))
                pass.draw(.triangleStrip, count: 4, label: "whole")
                pass.setPipeline(slope)
                pass.setUniform("paint", SIMD4<Float>(1, 0, 0, 1))
                pass.draw(count: 3, label: "slope")
            }
        }
        let history = try capture.history(x: 3, y: 0, in: frame, image: .target(of: frame.draws[1])), rows = HistoryRow.rows(of: history.events)
        #expect(rows.flatMap(\.events).count == history.events.count && history.events.count >= 9, "\(history.events.map(\.fate))")
        // On a slope the depths of the samples differ, and the viewer shows the range of the depths.
        let merged = HistoryRow.rows(of: history.events, mergesDepths: true)
        #expect(!rows.contains { $0.draws == [1] && $0.samples.count == 4 } && merged.contains { $0.draws == [1] && $0.samples == [0, 1, 2, 3] },
                "\(merged.map(\.samples))")
        #expect(rows.count < history.events.count && rows.contains { $0.draws == [0] && $0.samples == [0, 1, 2, 3] }, "\(rows.map(\.samples))")
    }

    @Test("a draw into an integer image writes numbers, not a colour")
    func integers() throws {
        let target = try device.makeFramebuffer(width: 4, height: 4, color: [.rgba32Uint])
        let numbers = try pipeline("#version 330\nout uvec4 pixel;\nvoid main() { pixel = uvec4(4286551257u, 7u, 0u, 1u); }")
        let (capture, frame) = try captured { encoder in
            encoder.render(to: target, label: "p") { pass in
                pass.setPipeline(numbers)
                pass.setUniform("corners", Self.whole)
                pass.draw(.triangleStrip, count: 4, label: "numbers")
            }
        }
        let verdict = try capture.history(x: 1, y: 1, in: frame).verdict
        #expect(verdict.hasPrefix("Pixel (1, 1) is 4286551257 7 0 1 because draw @0 (p/numbers, ") && verdict.contains(" writes these numbers with primitive"), "\(verdict)")
    }

    @Test("the failure of every kind of comparison is described in words", arguments: CompareFunction.allCases)
    func comparisons(compare: CompareFunction) throws {
        let target = try device.makeFramebuffer(width: 4, height: 4, color: [.rgba8], depth: .depth32FloatStencil8)
        let words: [CompareFunction: (depth: String, stencil: String)] = [
            .never: ("the comparison is 'never', which nothing passes", "the comparison is 'never', which nothing passes"),
            .less: ("depth 0.5 is not less than 0.5", "the stencil reference 3 is not less than the stored 3"),
            .equal: ("depth 0.75 is not equal to 0.5", "the stencil reference 7 is not equal to the stored 3"),
            .lessEqual: ("depth 0.75 is not less than or equal to 0.5", "the stencil reference 7 is not less than or equal to the stored 3"),
            .greater: ("depth 0.5 is not greater than 0.5", "the stencil reference 3 is not greater than the stored 3"),
            .notEqual: ("depth 0.5 is equal to 0.5", "the stencil reference 3 is equal to the stored 3"),
            .greaterEqual: ("depth 0.25 is not greater than or equal to 0.5", "the stencil reference 1 is not greater than or equal to the stored 3"),
        ]
        guard let wanted = words[compare] else { return }
        let tested = try pipeline(Self.paint) { $0.depth = DepthState(compare: compare) }
        let stencilled = try pipeline(Self.paint) { $0.stencil = StencilState(both: StencilFaceState(compare: compare)) }
        let depth: Float = [.equal, .lessEqual].contains(compare) ? 0.5 : compare == .greaterEqual ? -0.5 : 0
        let (capture, frame) = try captured { encoder in
            encoder.render(to: target, clear: ClearValues(colors: [.float(.zero)], depth: 0.5, stencil: 3), label: "p") { pass in
                pass.setPipeline(tested)
                pass.setUniform("corners", Self.whole)
                pass.setUniform("depth", depth)
                pass.draw(.triangleStrip, count: 4, label: "depth")
                pass.setPipeline(stencilled)
                pass.setUniform("corners", Self.whole)
                pass.setStencilReference([.equal, .lessEqual].contains(compare) ? 7 : compare == .greaterEqual ? 1 : 3)
                pass.draw(.triangleStrip, count: 4, label: "stencil")
            }
        }
        let verdict = try capture.history(x: 1, y: 1, in: frame).verdict
        #expect(verdict.contains("fails the depth test: \(wanted.depth)") && verdict.contains("fails the stencil test: \(wanted.stencil)"), "\(verdict)")
    }

    @Test("samples whose shown values are equal are combined, whichever primitive made them; other samples are printed with enough digits to differ")
    func samples() throws {
        for (format, isHalf) in [(PixelFormat.rgba8, false), (.rgba32Float, true)] {
            let target = try device.makeFramebuffer(width: 8, height: 8, color: [format], samples: 4)
            // The two triangles of a rectangle share the pixels on its diagonal. In a float image the colours of the two triangles
            // differ.
            let divided = try pipeline("#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(0.5 + 1e-7 * float(gl_PrimitiveID), 0.25, 0.0, 1.0); }")
            let (capture, frame) = try captured { encoder in
                encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
                    pass.setPipeline(divided)
                    pass.setUniform("corners", Self.whole)
                    pass.draw(.triangleStrip, count: 4, label: "two")
                }
            }
            let verdict = try capture.history(x: 4, y: 4, in: frame).verdict
            if isHalf {
                #expect(verdict.hasPrefix("The samples of pixel (4, 4) differ: sample") && verdict.contains(" 0.5 0.25 0.0 1.0 because")
                        && verdict.contains(" 0.5000001 0.25 0.0 1.0 because"), "\(verdict)")
            } else {
                #expect(verdict.hasPrefix("Pixel (4, 4) is #804000 because draw @0 (p/two, ExplanationTests.swift:")
                        && verdict.hasSuffix(" writes this colour with primitives 0, 1."), "\(verdict)")
            }
        }
    }

    @Test("a texel is followed through full-screen draws, blits, copies and mip levels to the draw that made it, up to the requested depth", arguments: Device.Kind.allCases)
    func chain(kind: Device.Kind) throws {
        func texture(_ label: String, _ size: Int, levels: Int = 1) throws -> Texture {
            try device.makeTexture(TextureDescriptor(format: .rgba8, width: size, height: size, mipLevels: levels, label: label))
        }
        let layer = try texture("layer", 16), copied = try texture("copied", 16), half = try texture("half", 8, levels: 2),
            composed = try texture("composed", 4)
        func target(_ texture: Texture) throws -> Framebuffer {
            try device.makeFramebuffer(color: [Attachment(texture)], depth: nil, stencil: nil, label: texture.descriptor.label)
        }
        let tree = try pipeline(Self.paint, name: "leaf.frag"), full = try pipeline(Self.copy, name: "full.frag")
        let targets = try [layer, composed].map(target), picture = try device.makeFramebuffer(width: 4, height: 4, color: [.rgba8], label: "picture")
        let (capture, frame) = try captured { encoder in
            encoder.render(to: targets[0], clear: .color(0, 0, 0), label: "tree") { pass in
                pass.setPipeline(tree)
                pass.setUniform("corners", Self.whole)
                pass.setUniform("paint", SIMD4<Float>(0, 1, 0, 1))
                pass.draw(.triangleStrip, count: 4, label: "leaf")
            }
            encoder.copy(layer, level: 0, region: TextureRegion(x: 0, y: 0, z: 0, width: 16, height: 16, depth: 1), to: copied, level: 0, x: 0, y: 0, z: 0)
            encoder.blit(Attachment(copied), from: (0, 0, 16, 16), to: Attachment(half), in: (8, 8, 0, 0), filter: .nearest)
            encoder.generateMipmaps(half)
            encoder.render(to: targets[1], clear: .color(0, 0, 0), label: "compose") { pass in
                pass.setPipeline(full)
                pass.setUniform("corners", Self.whole)
                pass.setTexture("layer", half, Sampler(min: .nearest, mag: .nearest, mip: .nearest))
                pass.draw(.triangleStrip, count: 4, label: "full")
            }
            encoder.render(to: picture, clear: .color(0, 0, 0), label: "show") { pass in
                pass.setPipeline(full)
                pass.setUniform("corners", Self.whole)
                pass.setTexture("layer", composed, .nearest)
                pass.draw(.triangleStrip, count: 4, label: "full")
            }
        }
        let explanation = try capture.explanation(x: 1, y: 0, in: frame, on: Device(kind)), steps = explanation.steps.map { "\($0.level) \($0.text)" }
        #expect(explanation.verdict.hasPrefix("Pixel (1, 0) is #00FF00 because draw @2 (show/full, "), "\(explanation.verdict)")
        let expected = [
            ("0 Draw @2 reads texture #", " 'composed' at (1, 0), which is #00FF00 because draw @1 (compose/full, "),
            ("1 Draw @1 reads texture #", " 'half', level 1 at (1, 0), which is #00FF00 of mipmap generation from level 0 into texture #"),
            ("2 It is the mean of several texels, one of them from texture #", " 'half' at (2, 1), which is #00FF00 of a blit into texture #"),
            ("3 The blit takes it from texture #", " 'copied' at (11, 12), which is #00FF00 because draw @0 (tree/leaf, "),
        ]
        #expect(steps.count == expected.count && zip(steps, expected).allSatisfy { $0.hasPrefix($1.0) && $0.contains($1.1) },
                "\(steps.joined(separator: "\n"))")
        #expect(explanation.commands.count == 3 && explanation.commands[2].hasSuffix(" @0 --fragment 11,12"), "\(explanation.commands)")
        // With `depth` 1, the answer ends earlier and says how to continue. The shorter answer describes the last texel in the same way
        // as an answer with a larger depth.
        let shallow = try capture.explanation(x: 1, y: 0, in: frame, depth: 1, on: Device(kind)).steps
        #expect(shallow.count == 2 && shallow[1].level == 1 && shallow[1].text.hasSuffix(" 'half', level 1, too: --depth 2 follows it."), "\(shallow)")
        #expect(try capture.explanation(x: 1, y: 0, in: frame, depth: 0).steps.isEmpty)
        for depth in [-1, 65] { #expect(throws: RasterError.self) { _ = try capture.explanation(x: 1, y: 0, in: frame, depth: depth) } }
        let text = try run(["why", file.path, "1", "0", "--depth", "64"])
        #expect(text.status == 0 && text.output.contains("\n      The blit takes it from texture #"), "\(text)")
        #expect(try run(["why", file.path, "1", "0", "--depth", "-1"]).status == 2)
        let json = try #require(run(["why", file.path, "1", "0", "--json"]).json as? [String: Any])
        #expect((json["steps"] as? [[String: Any]])?.map { $0["level"] as? Int } == [0, 1, 2, 3] && (json["commands"] as? [String])?.count == 3)
    }

    @Test("texels that no event of the frame made were uploaded, or were never set")
    func beginnings() throws {
        let target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8])
        let uploaded = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, label: "photo")),
            empty = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, label: "empty"))
        try uploaded.replace(bytes: [UInt8](repeating: 51, count: 256))
        let full = try pipeline(Self.copy)
        func explain(_ texture: Texture?, _ sampler: Sampler = .nearest) throws -> [String] {
            let (capture, frame) = try captured { encoder in
                encoder.render(to: target, clear: .color(1, 0, 0), label: "p") { pass in
                    pass.setPipeline(full)
                    pass.setUniform("corners", Self.whole)
                    if let texture { pass.setTexture("layer", texture, sampler) }
                    pass.draw(.triangleStrip, count: 4, label: "full")
                }
            }
            return try capture.explanation(x: 2, y: 1, in: frame).steps.map(\.text)
        }
        #expect(try explain(uploaded) == ["Draw @0 reads texture #0 'photo' at (2, 1), which is #33333333, as the program uploaded it, or as an earlier frame drew it."])
        #expect(try explain(empty) == ["Draw @0 reads texture #0 'empty' at (2, 1), which was never filled: all its texels are zero."])
        #expect(try explain(nil) == ["Draw @0 reads sampler 'layer', which has no texture, and gets vec4(0.0, 0.0, 0.0, 1.0)."])
        #expect(try explain(uploaded, Sampler(wrap: .repeat)).first?.contains(" at (2, 1) and 3 texels beside it, which is ") == true)
    }

    @Test("texels that the program writes between two submits are reported as an upload")
    func uploads() throws {
        let target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8]), full = try pipeline(Self.copy)
        let layer = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, label: "layer"))
        try device.captureNextFrame(to: file.path)
        try device.frame(label: "two submits") {
            for value in [UInt8(17), 34] {
                try layer.replace(bytes: [UInt8](repeating: value, count: 256))
                var encoder = device.makeCommandEncoder()
                encoder.render(to: target, clear: .color(1, 0, 0), label: "p") { pass in
                    pass.setPipeline(full)
                    pass.setUniform("corners", Self.whole)
                    pass.setTexture("layer", layer, .nearest)
                    pass.draw(.triangleStrip, count: 4, label: "full")
                }
                try device.submit(encoder)
            }
        }
        let capture = try Capture(contentsOf: file.path),
            steps = try capture.explanation(x: 3, y: 3, in: capture.frames[0]).steps.map { "\($0.level) \($0.text)" }
        #expect(steps.count == 2 && steps[0].contains("'layer' at (3, 3), which is #22222222 of a copy into texture #")
                && steps[1] == "1 The program uploaded it between two submits of the frame.", "\(steps)")
    }

    @Test("for a black pixel, the answer names the unset uniform, the line that makes zero, or the input that is zero")
    func black() throws {
        let target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8])
        func explain(_ fragment: String, vertex: String = ExplanationTests.rectangle, set: (inout RenderPass) -> Void = { _ in }) throws -> PixelExplanation {
            let black = try pipeline(fragment, name: "black.frag", vertex: vertex)
            let (capture, frame) = try captured { encoder in
                encoder.render(to: target, clear: .color(1, 0, 0), label: "p") { pass in
                    pass.setPipeline(black)
                    if vertex == Self.rectangle { pass.setUniform("corners", Self.whole) }
                    set(&pass)
                    pass.draw(.triangleStrip, count: 4, label: "black")
                }
            }
            return try capture.explanation(x: 2, y: 1, in: frame)
        }
        func steps(_ fragment: String, set: (inout RenderPass) -> Void = { _ in }) throws -> [String] { try explain(fragment, set: set).steps.map(\.text) }
        let lit = "#version 330\nuniform vec3 tint;\nuniform float gain = 0.0;\nin vec2 place;\nout vec4 pixel;\nvoid main() {\n    vec3 lit = tint * (place.x + 1.0);\n    pixel = vec4(lit * 2.0, 1.0);\n}"
        #expect(try steps(lit) == ["Uniform 'tint' is vec3(0.0, 0.0, 0.0): the program has not set it."])
        #expect(try steps(lit) { $0.setUniform("tint", SIMD3<Float>(1, 0, 0)) }.isEmpty)
        let gained = "#version 330\nuniform vec3 tint;\nuniform float gain = 0.0;\nout vec4 pixel;\nvoid main() { pixel = vec4(tint * gain, 1.0); }"
        #expect(try steps(gained) { $0.setUniform("tint", SIMD3<Float>(1, 1, 1)) } == ["Uniform 'gain' is 0.0."])
        let light = "#version 330\nuniform float angle;\nout vec4 pixel;\nvoid main() {\n    float light = max(angle - 2.0, 0.0);\n    pixel = vec4(vec3(light), 1.0);\n}"
        #expect(try steps(light) { $0.setUniform("angle", Float(1.5)) } == ["black.frag:5 makes it zero: max(-0.5, 0.0) = 0.0, in “float light = max(angle - 2.0, 0.0);”."])
        // A line of the shader that runs for several values is reported once.
        let cover = "#version 330\nuniform float angle;\nout vec4 pixel;\nfloat cover(float d) {\n    return max(angle - d, 0.0);\n}\nvoid main() {\n    pixel = vec4(cover(2.0), cover(3.0), cover(4.0), 1.0);\n}"
        let covered = try steps(cover) { $0.setUniform("angle", Float(1.5)) }
        #expect(covered.count == 1 && covered[0].hasPrefix("black.frag:5 makes it zero: max(")
                && covered[0].hasSuffix(", and 2 more times with other numbers."), "\(covered)")
        #expect(try steps("#version 330\nout vec4 pixel;\nvoid main() {\n    pixel = vec4(0.0, 0.0, 0.0, 1.0);\n}") == ["black.frag:4 writes the constant 0, in “pixel = vec4(0.0, 0.0, 0.0, 1.0);”."])
        #expect(try steps("#version 330\nout vec4 pixel;\nvoid main() { vec3 color; pixel.a = 1.0; pixel.rgb = color; }").first?.hasPrefix("Variable 'color' is zero") == true)
        let block = "#version 330\nlayout(std140) uniform Light { vec4 color; };\nout vec4 pixel;\nvoid main() { pixel = color; }"
        let buffer = try device.makeBuffer([Float](repeating: 0, count: 4), label: "lamp")
        #expect(try steps(block) { $0.setUniformBuffer("Light", buffer) } == ["Uniform 'color' is vec4(0.0, 0.0, 0.0, 0.0) in the buffer 'lamp' of its block 'Light'."])
        let varying = try explain("#version 330\nin vec3 shade;\nout vec4 pixel;\nvoid main() { pixel = vec4(shade, 1.0); }", vertex: """
            #version 330
            out vec3 shade;
            void main() { shade = vec3(0.0); gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0, 0.0, 1.0); }
            """)
        #expect(varying.steps.map(\.text) == ["Its input 'shade' is vec3(0.0, 0.0, 0.0): it comes from the vertices of primitive \(varying.history.events.last?.primitive ?? -1)."])
        #expect(varying.commands.count == 2 && varying.commands[1].contains(" @0 --vertex "), "\(varying.commands)")
    }

    @Test("for a blended pixel, the answer names the blending and the colour below, verbosely as a sum, with colours as numbers")
    func blending() throws {
        let target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8])
        let wall = try pipeline(Self.paint), glass = try pipeline(Self.paint) { $0.colorTargets = [ColorTargetState(blend: .alpha)] }
        let odd = try pipeline(Self.paint) {
            $0.colorTargets = [ColorTargetState(blend: BlendState(equation: .reverseSubtract, source: .oneMinusDestinationColor, destination: .one))]
        }
        func verdicts(_ second: Pipeline) throws -> (brief: String, verbose: String) {
            let (capture, frame) = try captured { encoder in
                encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
                    for (pipeline, paint) in [(wall, SIMD4<Float>(1, 1, 1, 1)), (second, SIMD4(1, 0, 0, 0.4))] {
                        pass.setPipeline(pipeline)
                        pass.setUniform("corners", Self.whole)
                        pass.setUniform("paint", paint)
                        pass.draw(.triangleStrip, count: 4)
                    }
                }
            }
            let history = try capture.history(x: 1, y: 1, in: frame)
            return (history.verdict, history.verboseVerdict)
        }
        let alpha = try verdicts(glass), other = try verdicts(odd)
        #expect(alpha.brief.hasSuffix(" writes #FF000066 with primitive 1 and blends it over #FFFFFF of draw @0 by alpha blending."), "\(alpha.brief)")
        #expect(alpha.verbose.contains(" writes 1.0 0.0 0.0 0.4 with primitive 1 and blends it over 1.0 1.0 1.0 1.0 of draw @0 by alpha blending, source × source alpha + destination × (1 − source alpha); for alpha source + destination × (1 − source alpha)."), "\(alpha.verbose)")
        #expect(other.brief.hasSuffix(" over #FFFFFF of draw @0 by destination − source × (1 − destination colour)."), "\(other.brief)")
        let text = try run(["why", file.path, "1", "1"]).output, loud = try run(["why", file.path, "1", "1", "--verbose"]).output
        #expect(text.contains("#FFFFFF") && !loud.contains("#FF") && loud.contains("1.0 1.0 1.0 1.0"), "\(loud)")
    }
}
