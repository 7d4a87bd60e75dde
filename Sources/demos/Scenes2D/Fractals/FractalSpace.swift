// Fractals in space: lines are cylinders with round ends, discs are spheres. Cylinders and spheres use one mesh: a straight part
// with a half sphere at either end. Each instance stretches this mesh between two points, so one instanced draw shows all marks.

public import Canvas
public import Raster
import Shading

/// A cylinder with round ends between two points; a sphere if both points are equal.
public struct FractalBody: BitwiseCopyable, Sendable, Equatable {
    /// The centre of one end; x to the right, y up, z towards the viewer.
    public var from: SIMD3<Float>
    /// The centre of the other end.
    public var to: SIMD3<Float>
    /// The radius, above 0.
    public var radius: Float
    /// The colour in sRGB, 0…1.
    public var color: SIMD3<Float>
    /// Creates a body: a cylinder with round ends, or a sphere.
    public init(from: SIMD3<Float>, to: SIMD3<Float>, radius: Float, color: SIMD3<Float>) {
        self.from = from
        self.to = to
        self.radius = radius
        self.color = color
    }
}

extension FractalDrawing {
    /// Returns the largest distance from a point to a mark, ignoring the width of lines.
    private func reach(from middle: SIMD3<Double>) -> Double {
        func distance(_ p: SIMD3<Double>) -> Double { ((p - middle) * (p - middle)).sum().squareRoot() }
        return marks.reduce(0) { furthest, mark in
            switch mark.shape {
            case .line: max(furthest, distance(mark.from), distance(mark.to))
            case .dot(let radius): max(furthest, distance(mark.to) + radius)
            case .curve(let control1, let control2): max(furthest, distance(mark.from), max(distance(control1), distance(control2), distance(mark.to)))
            }
        }
    }
    /// Returns the first marks as bodies within a sphere of radius 1 about the origin. `progress` is the fraction of the marks to
    /// return. Each arc becomes four straight bodies.
    public func bodies(progress: Double = 1, widthFactor: Double = 1) -> [FractalBody] {
        let middle = (low + high) / 2, size = max(reach(from: middle), 1e-9)
        let end = max(0, min(progress.isNaN ? 0 : progress, 1)) * Double(marks.count), whole = Int(end), part = end - Double(whole)
        func place(_ p: SIMD3<Double>) -> SIMD3<Float> {
            let q = (p - middle) / size
            return SIMD3(Float(q.x), Float(-q.y), Float(q.z))
        }
        var bodies: [FractalBody] = []
        for index in 0..<min(whole + (part > 0 ? 1 : 0), marks.count) {
            let mark = marks[index], share = index == whole ? part : 1, paint = color(ofShade: shade(of: index))
            let color = SIMD3(Float(paint.red), Float(paint.green), Float(paint.blue)), radius = Float(max(abs(mark.width) * widthFactor / 2 / size, 0.0015))
            func add(_ a: SIMD3<Double>, _ b: SIMD3<Double>) { bodies.append(FractalBody(from: place(a), to: place(b), radius: radius, color: color)) }
            switch mark.shape {
            case .line: add(mark.from, mark.from + (mark.to - mark.from) * share)
            case .dot(let dot):
                if dot > 0 { bodies.append(FractalBody(from: place(mark.to), to: place(mark.to), radius: Float(dot / size * share), color: color)) }
            case .curve(let control1, let control2):
                var last = mark.from
                for step in 1...4 {
                    let t = Double(step) / 4 * share, s = 1 - t
                    let next = mark.from * (s * s * s) + control1 * (3 * s * s * t) + control2 * (3 * s * t * t) + mark.to * (t * t * t)
                    add(last, next)
                    last = next
                }
            }
        }
        return bodies
    }
}

/// Draws lit bodies with one instanced draw.
public final class FractalSpaceRenderer {
    /// The device that draws.
    public let device: Device
    private let pipeline: Pipeline
    private let vertices: Buffer, indices: Buffer, indexCount: Int
    private var instances: Buffer?
    private var shown: [FractalBody] = []

    /// Creates a renderer without bodies.
    public init(device: Device) throws {
        self.device = device
        let mesh = Self.capsule(columns: 12, rings: 3)
        vertices = try device.makeBuffer(mesh.vertices, label: "fractal capsule")
        indices = try device.makeBuffer(mesh.indices, label: "fractal capsule")
        indexCount = mesh.indices.count
        let program = try device.makeProgram(vertex: ShaderSource(text: Self.vertexShader, name: "fractal.vert"),
                                             fragment: ShaderSource(text: Self.fragmentShader, name: "fractal.frag"), label: "fractal")
        var state = RasterState()
        state.depth = .less
        let layout = VertexLayout(buffers: [VertexBufferLayout(stride: 16), VertexBufferLayout(stride: 40, divisor: 1)], attributes: [
            VertexAttribute("corner", .float4), VertexAttribute("from", .float3, slot: 1), VertexAttribute("to", .float3, offset: 12, slot: 1),
            VertexAttribute("radius", .float(1), offset: 24, slot: 1), VertexAttribute("color", .float3, offset: 28, slot: 1),
        ])
        pipeline = try device.makePipeline(program: program, vertexLayout: layout, state: state, label: "fractal")
    }

    /// Draws bodies, rotated about the y axis, into a pass whose target has a depth attachment.
    /// - Parameters:
    ///   - bodies: The bodies, within a sphere of radius 1 about the origin.
    ///   - camera: The camera. Use a camera that fits the complete drawing: such a camera stays constant while the drawing grows
    ///     and rotates.
    ///   - angle: The rotation about the y axis, in radians.
    ///   - fog: The colour that distant parts fade into.
    ///   - pass: A pass whose target has a depth attachment and whose viewport has the camera's aspect ratio.
    public func draw(_ bodies: [FractalBody], from camera: FractalCamera, angle: Double, fog: Color, in pass: inout RenderPass) throws {
        guard !bodies.isEmpty else { return }
        if bodies != shown {
            let words = bodies.flatMap { [$0.from.x, $0.from.y, $0.from.z, $0.to.x, $0.to.y, $0.to.z, $0.radius, $0.color.x, $0.color.y, $0.color.z] }
            instances = try device.makeBuffer(words, label: "fractal bodies")
            shown = bodies
        }
        guard let instances else { return }
        pass.setPipeline(pipeline)
        pass.setVertexBuffer(vertices, slot: 0)
        pass.setVertexBuffer(instances, slot: 1)
        pass.setUniform("view", camera.view(angle: angle))
        pass.setUniform("projection", camera.projection)
        pass.setUniform("middle", Float(camera.distance))
        pass.setUniform("fog", SIMD3(Float(fog.red), Float(fog.green), Float(fog.blue)))
        pass.drawIndexed(indices, count: indexCount, instances: bodies.count, label: "bodies")
    }

    /// Returns a sphere of radius 1 around the origin, cut into two halves at y = 0. Each vertex has four numbers: x, y, z, and the number
    /// of its half. Half 0 is at the body's first end, half 1 is at the second end.
    static func capsule(columns: Int, rings: Int) -> (vertices: [Float], indices: [UInt16]) {
        var vertices: [Float] = [], indices: [UInt16] = []
        let rows = 2 * rings + 2
        for row in 0..<rows {
            let end = row <= rings ? 0.0 : 1.0
            let latitude = (row <= rings ? Double(row) / Double(rings) - 1 : Double(row - rings - 1) / Double(rings)) * .pi / 2
            for column in 0..<columns {
                let longitude = Double(column) / Double(columns) * 2 * .pi
                vertices += [Float(PortableMath.cosine(latitude) * PortableMath.cosine(longitude)), Float(PortableMath.sine(latitude)),
                             Float(PortableMath.cosine(latitude) * PortableMath.sine(longitude)), Float(end)]
            }
        }
        for row in 0..<rows - 1 {
            for column in 0..<columns {
                let a = UInt16(row * columns + column), b = UInt16(row * columns + (column + 1) % columns), c = a + UInt16(columns), d = b + UInt16(columns)
                indices += [a, c, b, b, c, d]
            }
        }
        return (vertices, indices)
    }

    private static let vertexShader = """
        #version 330 core
        in vec4 corner;
        in vec3 from, to, color;
        in float radius;
        uniform mat4 view, projection;
        out vec3 normal, place, paint;
        void main() {
            vec3 way = to - from;
            float size = length(way);
            vec3 along = size > 1e-6 ? way / size : vec3(0.0, 1.0, 0.0);
            vec3 side = normalize(abs(along.y) < 0.9 ? cross(along, vec3(0.0, 1.0, 0.0)) : cross(along, vec3(1.0, 0.0, 0.0)));
            vec3 other = cross(side, along);
            vec3 outward = side * corner.x + along * corner.y + other * corner.z;
            vec4 seen = view * vec4(mix(from, to, corner.w) + outward * radius, 1.0);
            normal = mat3(view) * outward;
            place = seen.xyz;
            paint = color;
            gl_Position = projection * seen;
        }
        """
    private static let fragmentShader = """
        #version 330 core
        in vec3 normal, place, paint;
        uniform vec3 fog;
        uniform float middle;
        out vec4 result;
        void main() {
            vec3 n = normalize(normal), eye = normalize(-place), sun = normalize(vec3(0.5, 0.8, 0.6));
            vec3 base = paint * paint;
            float light = max(dot(n, sun), 0.0), sky = 0.5 + 0.5 * n.y;
            float shine = pow(max(dot(n, normalize(sun + eye)), 0.0), 40.0), rim = pow(1.0 - max(dot(n, eye), 0.0), 3.0);
            vec3 lit = base * (light * vec3(1.05, 0.98, 0.86) + mix(vec3(0.12, 0.10, 0.10), vec3(0.34, 0.42, 0.52), sky)) + vec3(0.22) * shine + rim * 0.12 * vec3(0.7, 0.85, 1.0);
            float depth = clamp((0.75 - middle - place.z) / 2.2, 0.0, 1.0);
            result = vec4(mix(sqrt(clamp(lit, 0.0, 1.0)), fog, 0.55 * depth * depth), 1.0);
        }
        """
}
