// The comparison of two frames.

import FrameCapture
import Raster
import Testing

/// A frame of squares, with one draw for each square.
struct Squares {
    struct Square {
        var label: String
        var place: SIMD2<Int>
        var paint: SIMD4<Float>
    }
    var squares: [Square] = [
        Square(label: "red", place: [0, 0], paint: [1, 0, 0, 1]), Square(label: "green", place: [4, 0], paint: [0, 1, 0, 1]),
        Square(label: "blue", place: [0, 4], paint: [0, 0, 1, 1]), Square(label: "white", place: [4, 4], paint: [1, 1, 1, 1]),
    ]
    var size = 8
    var clear = ClearValues.color(0, 0, 0)
    /// The number of instances in the draw of each square.
    var instances = 3

    func capture(_ file: TemporaryFile) throws -> (capture: Capture, frame: CapturedFrame) {
        let device = Device(.reference)
        let target = try device.makeFramebuffer(width: size, height: size, label: "picture"),
            unused = try device.makeFramebuffer(width: 4, height: 4, label: "unused")
        let program = try device.makeProgram(vertex: """
            uniform vec4 corners;
            void main() { gl_Position = vec4(mix(corners.xy, corners.zw, vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1)), 0.0, 1.0); }
            """, fragment: """
            uniform vec4 paint;
            uniform sampler2D image;
            out vec4 pixel;
            void main() { pixel = paint + 0.0 * texture(image, vec2(0.5)); }
            """, label: "paint")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 64, height: 64, label: "noise"))
        try texture.replace(bytes: (0..<(64 * 64 * 4)).map { UInt8(truncatingIfNeeded: ($0 &* 2654435761) >> 7) })
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder(label: "squares")
        func draw(_ square: Square, _ pass: inout RenderPass, size: Int = 8) {
            pass.setPipeline(pipeline)
            pass.setTexture("image", texture, .linear)
            let low = SIMD2<Float>(Float(square.place.x), Float(square.place.y)) / Float(size) * 2 - 1
            pass.setUniform("corners", SIMD4<Float>(low.x, low.y, low.x + 8 / Float(size), low.y + 8 / Float(size)))
            pass.setUniform("paint", square.paint)
            pass.draw(.triangleStrip, count: 4, instances: instances, label: square.label)
        }
        frame.render(to: unused, clear: .color(1, 1, 0), label: "unused") { pass in draw(squares[0], &pass) }
        frame.render(to: target, clear: clear, label: "main") { pass in
            for square in squares { pass.group("squares") { pass in draw(square, &pass, size: size) } }
        }
        try device.submit(frame)
        let capture = try Capture(contentsOf: file.path)
        return (capture, capture.frames[0])
    }
}

@Suite("Differences of frames") struct DiffTests {
    private let first = TemporaryFile(), second = TemporaryFile()

    private func difference(_ a: Squares, _ b: Squares, on kind: Device.Kind = .jit) throws -> FrameDifference {
        let (one, oneFrame) = try a.capture(first), (two, twoFrame) = try b.capture(second)
        return try one.difference(of: oneFrame, from: two, twoFrame, on: kind)
    }

    @Test("equal frames have no difference, and no name occurs twice in a state")
    func equal() throws {
        let device = Device(.reference), file = TemporaryFile(), target = try device.makeFramebuffer(width: 4, height: 4)
        let program = try device.makeProgram(vertex: "in vec4 p; in vec3 n; void main() { gl_Position = p + vec4(n, 0.0); }", fragment: "out vec4 c; void main() { c = vec4(1); }")
        var layout = VertexLayout(stride: 16, VertexAttribute("p", .float4))
        layout.constants = ["n": .zero, "p": SIMD4(1, 2, 3, 4)]
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout)
        let buffer = try device.makeBuffer([Float](repeating: 0, count: 12))
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, label: "p") { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(buffer)
            pass.draw(count: 3)
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), state = try capture.state(of: capture.frames[0].draws[0], in: capture.frames[0])
        #expect(Set(state.entries.map(\.name)).count == state.entries.count && state["attribute.n"] == .numbers([0, 0, 0, 0]))
        #expect(state.differences(from: state).isEmpty)

        let difference = try difference(Squares(), Squares())
        #expect(difference.isEmpty && difference.pairs.count == 5 && difference.pairs.allSatisfy(\.isEqual))
    }

    @Test("the first differing draw, pixel and fragment are reported", arguments: Device.Kind.allCases)
    func changed(kind: Device.Kind) throws {
        var other = Squares()
        other.squares[2].paint = SIMD4(0, 0.5, 1, 1)
        other.squares[3].paint = SIMD4(0, 0, 0, 1)
        let difference = try difference(Squares(), other, on: kind), divergence = try #require(difference.divergence)
        #expect(difference.pairs.filter { !$0.isEqual }.map(\.a?.number) == [3, 4])
        #expect(difference.pairs[3].changes.map(\.name) == ["uniform.paint"] && difference.pairs[3].changes.first?.b == .numbers([0, 0.5, 1, 1]))
        // The blue square covers the upper left quarter.
        #expect(divergence.draws?.a.label == "blue" && divergence.attachment == .color(0) && divergence.pixel?.x == 0 && divergence.pixel?.y == 0
                && divergence.sampleCount == 16)
        #expect(divergence.fragments?.a?.output == .numbers([0, 0, 1, 1]) && divergence.fragments?.b?.output == .numbers([0, 0.5, 1, 1]))
        #expect(divergence.sentence.contains("The frames first differ at draw @3 (main/squares/blue): color0 differs in 16 samples, first at pixel (0, 0)."), "\(divergence.sentence)")
    }

    @Test("an inserted or omitted draw shifts no other draws, and is reported as the cause of later differences")
    func inserted() throws {
        var other = Squares()
        other.squares.remove(at: 1)
        let missing = try difference(Squares(), other)
        #expect(missing.pairs.map(\.a?.number) == [0, 1, 2, 3, 4] && missing.pairs.map(\.b?.number) == [0, 1, nil, 2, 3])
        #expect(missing.divergence?.sentence.contains("draw @2 (main/squares/green) is only in the first frame") == true, "\(String(describing: missing.divergence))")
        let added = try difference(other, Squares())
        #expect(added.pairs.map(\.a?.number) == [0, 1, nil, 2, 3])
        #expect(added.divergence?.sentence.contains("draw @2 (main/squares/green) is only in the second frame") == true)
    }

    @Test("draws with the same label match only if kind and program are equal")
    func kinds() throws {
        func captured(_ file: TemporaryFile, _ primitives: [PrimitiveType], programs: [String]) throws -> (capture: Capture, frame: CapturedFrame) {
            let device = Device(.reference), target = try device.makeFramebuffer(width: 4, height: 4)
            let pipelines = try programs.map { label in
                try device.makePipeline(program: device.makeProgram(vertex: "void main() { gl_Position = vec4(0, 0, 0, 1); }",
                                                                    fragment: "out vec4 c; void main() { c = vec4(1); }", label: label),
                                        vertexLayout: .none)
            }
            try device.captureNextFrame(to: file.path)
            var frame = device.makeCommandEncoder()
            frame.render(to: target, label: "p") { pass in
                for (primitive, pipeline) in zip(primitives, pipelines) {
                    pass.setPipeline(pipeline)
                    pass.draw(primitive, count: 3, label: "same")
                }
            }
            try device.submit(frame)
            let capture = try Capture(contentsOf: file.path)
            return (capture, capture.frames[0])
        }
        func pairs(_ a: (capture: Capture, frame: CapturedFrame), _ b: (capture: Capture, frame: CapturedFrame)) throws -> [[Int?]] {
            try a.capture.difference(of: a.frame, from: b.capture, b.frame, drawsFrames: false).pairs.map { [$0.a?.number, $0.b?.number] }
        }
        let both = try captured(first, [.points, .triangles], programs: ["one", "two"])
        #expect(try pairs(both, captured(second, [.triangles], programs: ["two"])) == [[0, nil], [1, 0]])
        #expect(try pairs(both, captured(second, [.lines], programs: ["two"])) == [[0, nil], [1, nil], [nil, 0]])
        #expect(try pairs(both, captured(second, [.points], programs: ["two"])) == [[0, nil], [1, nil], [nil, 0]])
    }

    @Test("differing clears and sizes are reported")
    func passes() throws {
        var cleared = Squares(), larger = Squares()
        cleared.clear = .color(0, 0, 1)
        larger.size = 16
        #expect(try difference(Squares(), cleared).divergence?.event == "the beginning of pass main")
        #expect(try difference(Squares(), larger).divergence?.sentence.contains("8×8, in the other frame rgba8 of 16×16") == true)
    }

    @Test("lists are aligned at their common elements", arguments: [
        ("abcdef", "abcdef"), ("abcdef", "bcdefa"), ("aaaa", "aaa"), ("", "abc"), ("xaybzc", "abc"), ("abab", "baba"), ("", ""),
    ])
    func alignment(a: String, b: String) throws {
        let x = Array(a), y = Array(b), pairs = SequenceAlignment(x, y).pairs
        #expect(pairs.compactMap { $0.a } == Array(x.indices) && pairs.compactMap { $0.b } == Array(y.indices))
        #expect(pairs.allSatisfy { pair in pair.a.flatMap { i in pair.b.map { x[i] == y[$0] } } ?? true })
        // Checks that the alignment is as long as the longest common subsequence, which is computed here.
        var lengths = Array(repeating: Array(repeating: 0, count: y.count + 1), count: x.count + 1)
        for i in x.indices { for j in y.indices { lengths[i + 1][j + 1] = x[i] == y[j] ? lengths[i][j] + 1 : max(lengths[i][j + 1], lengths[i + 1][j]) } }
        #expect(pairs.count { $0.a != nil && $0.b != nil } == lengths[x.count][y.count])
    }
}
