// Two, four, eight and sixteen samples per pixel: their positions, and the samples that a triangle covers. The expected values come from
// the tables of the Vulkan specification and from edge functions in integers. The scenes in Tests/Scenes compare the tile renderer with the
// reference renderer.

import Raster
import Scenes
import SeededRandom
import Testing

@Suite("Numbers of samples")
struct SampleCountTests {
    /// The positions of samples in Vulkan's table of standard sample locations, from the pixel's corner.
    static let locations: [Int: [SIMD2<Float>]] = [
        2: [.init(0.75, 0.75), .init(0.25, 0.25)],
        4: [.init(0.375, 0.125), .init(0.875, 0.375), .init(0.125, 0.625), .init(0.625, 0.875)],
        8: [.init(0.5625, 0.3125), .init(0.4375, 0.6875), .init(0.8125, 0.5625), .init(0.3125, 0.1875), .init(0.1875, 0.8125), .init(0.0625, 0.4375),
            .init(0.6875, 0.9375), .init(0.9375, 0.0625)],
        16: [.init(0.5625, 0.5625), .init(0.4375, 0.3125), .init(0.3125, 0.625), .init(0.75, 0.4375), .init(0.1875, 0.375), .init(0.625, 0.8125),
             .init(0.8125, 0.6875), .init(0.6875, 0.1875), .init(0.375, 0.875), .init(0.5, 0.0625), .init(0.25, 0.125), .init(0.125, 0.75),
             .init(0, 0.5), .init(0.9375, 0.25), .init(0.875, 0.9375), .init(0.0625, 0)],
    ]
    private static let shader = """
        #version 400
        uniform vec2 points[3];
        void main() { gl_Position = vec4(points[gl_VertexID], 0.0, 1.0); }
        """

    @Test("shaders see the standard positions, and inputs are taken there", arguments: [2, 4, 8, 16])
    func positions(samples: Int) throws {
        let device = Device(.reference), places = try #require(Self.locations[samples])
        let program = try device.makeProgram(vertex: """
            #version 400
            out vec2 place; noperspective sample out vec2 each;
            void main() {
                gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
                place = each = gl_Position.xy + 1.0;
            }
            """, fragment: """
            #version 400
            noperspective sample in vec2 each; in vec2 place;
            uniform vec2 places[\(samples)];
            out vec4 result;
            void main() {
                vec2 expected = places[gl_SampleID];
                result = vec4(gl_SamplePosition == expected, fract(each) == expected, interpolateAtSample(place, gl_SampleID) == each,
                              fract(gl_FragCoord.xy) == expected && gl_NumSamples == \(samples));
            }
            """)
        let target = try device.makeFramebuffer(width: 2, height: 2, color: [.rgba8], samples: samples)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("places", places)
            pass.draw(count: 3)
        }
        try device.submit(encoder)
        for sample in 0..<samples {
            #expect(try SceneOutput(#require(target.color[0]).texture, sample: sample).values.allSatisfy { $0 == 255 }, "sample \(sample)")
        }
    }

    @Test("a triangle covers the samples inside of its edges, and on its left and lower edges", arguments: [2, 4, 8, 16])
    func coverage(samples: Int) throws {
        let device = Device(.reference), size = 16, places = try #require(Self.locations[samples])
        let program = try device.makeProgram(vertex: Self.shader, fragment: "out vec4 result; void main() { result = vec4(1.0); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        var random = SeededGenerator(state: UInt64(samples)), onEdges = 0, wrong: [String] = []
        for number in 0..<16 {
            func coordinate() -> Int { Int.random(in: 0...(size * 256), using: &random) }
            var corners = (0..<3).map { _ in SIMD2(coordinate(), coordinate()) }
            if number < 12 {
                // All three edges go through the same sample of many pixels.
                let place = places[number % samples], offset = SIMD2(Int(place.x * 256), Int(place.y * 256))
                let pixels = number % 2 == 0 ? [SIMD2(3, 3), SIMD2(11, 3), SIMD2(3, 11)] : [SIMD2(12, 12), SIMD2(12, 4), SIMD2(4, 12)]
                corners = pixels.map { $0 &* 256 &+ offset }
            }
            let target = try device.makeFramebuffer(width: size, height: size, color: [.r8], samples: samples)
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
                pass.setPipeline(pipeline)
                pass.setUniform("points", corners.map { SIMD2(Float($0.x), Float($0.y)) / Float(size * 128) - 1 })
                pass.draw(count: 3)
            }
            try device.submit(encoder)
            for (sample, place) in places.enumerated() {
                let drawn = try SceneOutput(#require(target.color[0]).texture, sample: sample)
                for y in 0..<size {
                    for x in 0..<size {
                        let point = SIMD2(256 * x + Int(place.x * 256), 256 * y + Int(place.y * 256)), covers = Self.covers(corners, point)
                        if covers.isOnEdge { onEdges += 1 }
                        if (drawn.values[(size - 1 - y) * size + x] == 255) != covers.isInside {
                            wrong.append("sample \(sample) of (\(x), \(y)), corners \(corners)")
                        }
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) samples differ from the formula, first \(wrong.first ?? "")")
        #expect(onEdges > 200, "too few samples lie on edges")
    }

    /// Returns whether a triangle covers a point, all in 1/256 pixel with y up.
    private static func covers(_ corners: [SIMD2<Int>], _ point: SIMD2<Int>) -> (isInside: Bool, isOnEdge: Bool) {
        func cross(_ a: SIMD2<Int>, _ b: SIMD2<Int>) -> Int { a.x * b.y - a.y * b.x }
        let area = cross(corners[1] &- corners[0], corners[2] &- corners[0])
        if area == 0 { return (false, false) }
        let ring = area > 0 ? corners : [corners[0], corners[2], corners[1]]
        var isOnEdge = false
        for i in 0..<3 {
            let side = ring[(i + 1) % 3] &- ring[i], value = cross(side, point &- ring[i])
            if value < 0 { return (false, false) }
            if value == 0 {
                isOnEdge = true
                // The corners are in counter-clockwise order, so a left edge runs down, and a lower edge runs to the right.
                if !(side.y < 0 || (side.y == 0 && side.x > 0)) { return (false, true) }
            }
        }
        return (true, isOnEdge)
    }

    @Test("a shader runs once for a pixel, or for each covered sample if the minimum of sample shading is more than one sample",
          arguments: [Device.Kind.reference, .jit])
    func minimumSampleShading(kind: Device.Kind) throws {
        let device = Device(kind)
        let program = try device.makeProgram(vertex: Self.shader, fragment: """
            #version 430
            layout(std430) buffer Counter { uint runs; };
            void main() { atomicAdd(runs, 1u); }
            """)
        func runs(samples: Int, minimum: Float, multisample: Bool = true) throws -> UInt32 {
            var state = RasterState()
            (state.minimumSampleShading, state.multisample) = (minimum, multisample)
            let counter = try device.makeBuffer([0] as [UInt32])
            let pipeline = try device.makePipeline(program: program, vertexLayout: .none, state: state)
            let target = try device.makeFramebuffer(width: 4, height: 4, color: [], samples: samples)
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target) { pass in
                pass.setPipeline(pipeline)
                pass.setUniform("points", [SIMD2<Float>(-1, -1), .init(3, -1), .init(-1, 3)])
                pass.setStorageBuffer("Counter", counter)
                pass.draw(count: 3)
            }
            try device.submit(encoder)
            return counter.bytes.load(as: UInt32.self)
        }
        #expect(try runs(samples: 4, minimum: 0) == 16)
        #expect(try runs(samples: 4, minimum: 0.25) == 16, "one run for four samples is a quarter of the samples")
        #expect(try runs(samples: 4, minimum: 0.26) == 64)
        #expect(try runs(samples: 8, minimum: 0.25) == 128)
        #expect(try runs(samples: 8, minimum: 1, multisample: false) == 16)
        #expect(try runs(samples: 1, minimum: 1) == 16)
    }

    @Test("other numbers of samples, and minima beyond 0…1, are refused")
    func refused() throws {
        let device = Device(.reference)
        for samples in [-1, 0, 3, 5, 12, 32] {
            let error = #expect(throws: RasterError.self) { _ = try device.makeFramebuffer(width: 4, height: 4, samples: samples) }
            #expect(error?.code == .unsupported && error?.description.contains("use 1, 2, 4, 8 or 16") == true)
        }
        let program = try device.makeProgram(vertex: Self.shader, fragment: "void main() {}")
        for minimum in [-0.125, 1.5, .nan, .infinity] as [Float] {
            var state = RasterState()
            state.minimumSampleShading = minimum
            let error = #expect(throws: RasterError.self) { _ = try device.makePipeline(program: program, vertexLayout: .none, state: state) }
            #expect(error?.code == .invalidArgument && error?.description.contains("minimumSampleShading") == true)
        }
        let two = try device.makeFramebuffer(width: 4, height: 4, samples: 2), eight = try device.makeFramebuffer(width: 4, height: 4, samples: 8)
        var encoder = device.makeCommandEncoder()
        encoder.resolve(try #require(eight.color[0]), to: try #require(two.color[0]))
        #expect(throws: RasterError.self) { try device.submit(encoder) }
    }
}
