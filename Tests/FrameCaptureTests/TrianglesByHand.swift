// TrianglesByHand finds the fate of each fragment of a list of triangles, pixel by pixel and in whole numbers. TrianglesByHand also
// captures a frame of the same triangles.

import FrameCapture
import Raster
import SeededRandom

struct TrianglesByHand {
    static let width = 32, height = 16
    /// A triangle with corners in sixteenths of a pixel, so that some pixel centres lie on edges.
    struct Triangle {
        var corners: [SIMD2<Int>]
        /// The depth of the triangle, a multiple of 1/8 in −1…1.
        var z: Float
        /// The positions of the corners in normalised device coordinates.
        var positions: [Float] { corners.flatMap { (corner: SIMD2<Int>) -> [Float] in [Float(corner.x) / 256 - 1, Float(corner.y) / 128 - 1, z] } }
        var doubledArea: Int { (corners[1].x - corners[0].x) * (corners[2].y - corners[0].y) - (corners[2].x - corners[0].x) * (corners[1].y - corners[0].y) }

        func covers(_ x: Int, _ y: Int) -> Bool {
            let area = doubledArea
            if area == 0 { return false }
            let p = area > 0 ? corners : [corners[0], corners[2], corners[1]], center = SIMD2(16 * x + 8, 16 * y + 8)
            return (0..<3).allSatisfy { i in
                let a = p[i], d = SIMD2(p[(i + 1) % 3].x - a.x, p[(i + 1) % 3].y - a.y)
                let side = d.x * (center.y - a.y) - d.y * (center.x - a.x)
                return side > 0 || (side == 0 && (d.y < 0 || (d.y == 0 && d.x > 0)))
            }
        }
    }
    struct Draw {
        var triangles: [Triangle]
        /// Whether the shader of the draw discards pixels whose x + y is a multiple of three. If the shader discards, depth tests
        /// run after the shader.
        var discards: Bool
        var cull: CullMode
    }
    let draws: [Draw]

    init(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        draws = (0..<6).map { number in
            Draw(triangles: (0..<5).map { _ in
                Triangle(corners: (0..<3).map { _ in SIMD2(Int.random(in: 0...(16 * 32), using: &random), Int.random(in: 0...256, using: &random)) },
                         z: Float(Int.random(in: -7...7, using: &random)) / 8)
            }, discards: number % 2 == 1, cull: [.none, .back, .front][number % 3])
        }
    }

    /// For each pixel, the counts of a range of draws. Draws before the range are not counted, but these draws change the depth.
    struct Counts {
        var covered = TrianglesByHand.zeros, written = TrianglesByHand.zeros, discarded = TrianglesByHand.zeros, earlyKilled = TrianglesByHand.zeros
        var runs = TrianglesByHand.zeros, quads = TrianglesByHand.zeros, passed = TrianglesByHand.zeros, failed = TrianglesByHand.zeros
        var kept = TrianglesByHand.zeros, culled = TrianglesByHand.zeros
        var area = [Double](repeating: .nan, count: TrianglesByHand.width * TrianglesByHand.height)
    }
    private static let zeros = [Double](repeating: 0, count: width * height)

    /// Returns the counts of a range of draws. The rows are counted from the top, as in pictures.
    func counts(of range: ClosedRange<Int>) -> Counts {
        var counts = Counts(), depth = [Float](repeating: 1, count: TrianglesByHand.width * TrianglesByHand.height)
        for (number, draw) in draws.enumerated() where number <= range.upperBound {
            let isCounted = range.contains(number)
            for triangle in draw.triangles {
                let isFront = triangle.doubledArea > 0, isCulled = draw.cull == (isFront ? .front : .back)
                var shadedQuads: Set<SIMD2<Int>> = []
                for y in 0..<TrianglesByHand.height {
                    for x in 0..<TrianglesByHand.width where triangle.covers(x, y) {
                        let i = (TrianglesByHand.height - 1 - y) * TrianglesByHand.width + x
                        func count(_ list: WritableKeyPath<Counts, [Double]>) { if isCounted { counts[keyPath: list][i] += 1 } }
                        count(isCulled ? \.culled : \.kept)
                        if isCulled { continue }
                        count(\.covered)
                        let z = (triangle.z + 1) / 2, isNearer = z < depth[i]
                        if draw.discards {
                            count(\.runs)
                            shadedQuads.insert(SIMD2(x / 2, y / 2))
                            if (x + y) % 3 == 0 {
                                count(\.discarded)
                                continue
                            }
                        }
                        count(isNearer ? \.passed : \.failed)
                        if !isNearer {
                            if !draw.discards { count(\.earlyKilled) }
                            continue
                        }
                        if !draw.discards {
                            count(\.runs)
                            shadedQuads.insert(SIMD2(x / 2, y / 2))
                        }
                        depth[i] = z
                        count(\.written)
                        if isCounted { counts.area[i] = Double(abs(triangle.doubledArea)) / 512 }
                    }
                }
                for quad in shadedQuads where isCounted {
                    for lane in 0..<4 {
                        counts.quads[(TrianglesByHand.height - 1 - 2 * quad.y - lane / 2) * TrianglesByHand.width + 2 * quad.x + lane % 2] += 1
                    }
                }
            }
        }
        return counts
    }

    /// Captures the draws. Draws 0 to 2 are in one pass, the other draws in a second pass. Both passes write the same image.
    func capture(to file: TemporaryFile) throws -> (capture: Capture, picture: Image) {
        let device = Device(.reference)
        let target = try device.makeFramebuffer(width: TrianglesByHand.width, height: TrianglesByHand.height, color: [.rgba8], depth: .depth32Float)
        let vertex = "in vec3 position; void main() { gl_Position = vec4(position, 1.0); }"
        let plain = try device.makeProgram(vertex: vertex, fragment: "uniform vec4 paint; out vec4 pixel; void main() { pixel = paint; }")
        let discarding = try device.makeProgram(vertex: vertex, fragment: """
            uniform vec4 paint; out vec4 pixel;
            void main() { if (int(gl_FragCoord.x + gl_FragCoord.y) % 3 == 1) discard; pixel = paint; }
            """)
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        for (pass, range) in [0..<3, 3..<draws.count].enumerated() {
            try frame.render(to: target, clear: pass == 0 ? .color(0, 0, 0) : .none, label: "pass \(pass)") { target in
                for number in range {
                    let draw = draws[number]
                    target.setPipeline(try device.makePipeline(program: draw.discards ? discarding : plain,
                                                               vertexLayout: VertexLayout(stride: 12, VertexAttribute("position", .float3)), depth: .less,
                                                               cull: draw.cull))
                    target.setVertexBuffer(try device.makeBuffer(draw.triangles.flatMap(\.positions)))
                    target.setUniform("paint", SIMD4<Float>(Float(number + 1) / 8, 0.5, 0.25, 1))
                    target.draw(count: draw.triangles.count * 3, label: "draw \(number)")
                }
            }
        }
        try device.submit(frame)
        return (try Capture(contentsOf: file.path), try target.readImage())
    }
}
