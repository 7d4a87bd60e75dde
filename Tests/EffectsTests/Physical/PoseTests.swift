// Compares skins, morph targets and instances with vertices that the test itself moves. The matrices and displacements are exact in
// binary, so the pictures are equal bit by bit.

import Effects
import Raster
import TestSupport
import Testing

@Suite("Poses of PhysicalEffect")
struct PoseTests {
    /// A vertex with all attributes of a pose.
    struct Vertex: BitwiseCopyable {
        var position: SIMD3<Float>
        var normal: SIMD3<Float>
        var joints = SIMD4<UInt16>(0, 0, 0, 0)
        var weights = SIMD4<Float>(1, 0, 0, 0)
    }
    private static let layout = VertexLayout(
        stride: MemoryLayout<Vertex>.stride, .position(.float3), .normal(.float3, offset: MemoryLayout<Vertex>.offset(of: \.normal) ?? 0),
        VertexAttribute(.joints0, .integer(.uint16, 4), offset: MemoryLayout<Vertex>.offset(of: \.joints) ?? 0),
        VertexAttribute(.weights0, .float4, offset: MemoryLayout<Vertex>.offset(of: \.weights) ?? 0))
    /// A slanted band of four triangles around the origin.
    private static let band: [Vertex] = {
        let corners: [SIMD3<Float>] = [[-0.5, -0.25, 0], [0, -0.25, 0.125], [0.5, -0.125, 0], [-0.5, 0.25, 0.125], [0, 0.25, 0], [0.5, 0.25, 0.25]]
        return [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4].map { Vertex(position: corners[$0], normal: [0, 0, 1]) }
    }()

    /// Draws vertices under a lamp from the side, so that normals matter.
    private func draw(_ vertices: [Vertex], on device: Device, layout: VertexLayout = layout, instances: Buffer? = nil, count: Int = 1,
                      _ set: (PhysicalEffect) throws -> Void = { _ in }) throws -> Image {
        let effect = PhysicalEffect(device: device)
        var sun = PunctualLight(.directional, intensity: 2)
        sun.direction = [-0.5, -0.25, -1]
        effect.lights = [sun]
        effect.material.metallic = 0
        effect.material.isDoubleSided = true
        try set(effect)
        let target = try device.makeFramebuffer(width: 64, height: 64, depth: .depth24), buffer = try device.makeBuffer(vertices)
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: .color(0, 0, 0, 1)) { pass in
            try effect.prepareToDraw(in: &pass, layout: layout)
            pass.setVertexBuffer(buffer)
            if let instances { pass.setVertexBuffer(instances, slot: 1) }
            pass.draw(count: vertices.count, instances: count)
        }
        try device.submit(encoder)
        return try target.readImage()
    }
    private func moved(_ vertices: [Vertex], by matrix: (Int) -> Matrix4) -> [Vertex] {
        vertices.enumerated().map { i, vertex in
            var vertex = vertex
            vertex.position = matrix(i).transformPoint(vertex.position)
            vertex.normal = matrix(i).transformDirection(vertex.normal)
            return vertex
        }
    }
    /// Matrices that rotate by quarter turns and translate. All numbers of these matrices are exact in binary.
    private static let quarter = Matrix4(rows: SIMD4(0, -1, 0, 0.25), SIMD4(1, 0, 0, -0.125), SIMD4(0, 0, 1, 0.0625), SIMD4(0, 0, 0, 1))
    private static let shift = Matrix4.translation(-0.25, 0.375, 0)

    @Test("a skin with more joints than fit into a row of the texture poses each vertex by its joints", arguments: [Device.Kind.jit, .reference])
    func skin(kind: Device.Kind) throws {
        let device = Device(kind)
        var matrices = Array(repeating: Matrix4.translation(9, 9, 9), count: 1500)
        matrices[1] = PoseTests.quarter; matrices[1400] = PoseTests.shift
        // A vertex with a weight of ½ for each of two joints is moved by the average of the two matrices.
        let half = Matrix4(rows: SIMD4(0.5, -0.5, 0, 0), SIMD4(0.5, 0.5, 0, 0.125), SIMD4(0, 0, 1, 0.03125), SIMD4(0, 0, 0, 1))
        var posed = PoseTests.band
        for i in posed.indices {
            posed[i].joints = SIMD4(1, 1400, 3, 3)
            posed[i].weights = [SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0.5, 0.5, 0, 0)][i % 3]
        }
        let palette = try JointPalette(device: device, count: 1500)
        try palette.update(matrices)
        let actual = try draw(posed, on: device) { $0.joints = palette }
        let expected = try draw(moved(PoseTests.band) { [PoseTests.quarter, PoseTests.shift, half][$0 % 3] }, on: device)
        #expect(try PictureComparison.difference("skin", expected: expected, actual: actual) == nil)
        // Weights that do not add up to 1 are scaled, and a vertex without weights keeps its place.
        for i in posed.indices { posed[i].weights = i % 2 == 0 ? SIMD4(0.5, 0, 0, 0) : .zero }
        let scaled = try draw(posed, on: device) { $0.joints = palette }
        let kept = try draw(moved(PoseTests.band) { $0 % 2 == 0 ? PoseTests.quarter : .identity }, on: device)
        #expect(try PictureComparison.difference("scaled weights", expected: kept, actual: scaled) == nil)
    }

    @Test("any number of morph targets add their displacements by their weights", arguments: [Device.Kind.jit, .reference])
    func morphs(kind: Device.Kind) throws {
        let device = Device(kind), count = 300
        let up = SIMD3<Float>(0.125, 0.25, 0), aside = SIMD3<Float>(-0.5, 0, 0.125)
        var targets = Array(repeating: MorphTargets.Target(positions: Array(repeating: [5, 5, 5], count: PoseTests.band.count)), count: count)
        targets[7] = MorphTargets.Target(positions: PoseTests.band.indices.map { up * Float($0 % 4) }, normals: PoseTests.band.map { _ in [0.5, 0, -0.5] })
        targets[299] = MorphTargets.Target(positions: PoseTests.band.indices.map { aside * Float($0 % 2) })
        let morphs = try MorphTargets(device: device, vertexCount: PoseTests.band.count, targets: targets)
        var weights = [Float](repeating: 0, count: count)
        weights[7] = 0.5; weights[299] = -0.25
        let actual = try draw(PoseTests.band, on: device) { $0.morphTargets = morphs; $0.morphWeights = weights }
        let expected = try draw(PoseTests.band.enumerated().map { i, vertex in
            var vertex = vertex
            vertex.position += up * Float(i % 4) * 0.5 - aside * Float(i % 2) * 0.25
            vertex.normal += [0.25, 0, -0.25]
            return vertex
        }, on: device)
        #expect(try PictureComparison.difference("morphs", expected: expected, actual: actual) == nil)
        #expect(try draw(PoseTests.band, on: device) { $0.morphTargets = morphs } == draw(PoseTests.band, on: device), "without weights nothing moves")
    }

    @Test("instances have their own matrices, and a mirrored instance keeps its normals outside")
    func instances() throws {
        let device = Device()
        let mirror = Matrix4.translation(0.25, -0.5, 0) * .scale(-1, 1, 1)
        var layout = PoseTests.layout
        layout.buffers.append(VertexBufferLayout(stride: 64, divisor: 1))
        layout.attributes += VertexAttribute.instanceMatrix(slot: 1)
        let matrices = try device.makeBuffer([PoseTests.shift, mirror].flatMap(\.elements))
        let actual = try draw(PoseTests.band, on: device, layout: layout, instances: matrices, count: 2)
        let expected = try draw(moved(PoseTests.band) { _ in PoseTests.shift } + moved(PoseTests.band) { _ in mirror }, on: device)
        #expect(try PictureComparison.difference("instances", expected: expected, actual: actual) == nil)
    }

    @Test("palettes and morph targets of wrong sizes are refused with their numbers")
    func refusals() throws {
        let device = Device(.reference)
        #expect(throws: RasterError.self) { try JointPalette(device: device, count: 0) }
        #expect(throws: RasterError.self) { try JointPalette(device: device, count: 70000) }
        #expect(throws: RasterError.self) { try JointPalette(device: device, count: 2).update([.identity]) }
        #expect(throws: RasterError.self) { try JointPalette(device: device, count: 1).update([.scale(.nan)]) }
        #expect(throws: RasterError.self) { try MorphTargets(device: device, vertexCount: 3, targets: []) }
        #expect(throws: RasterError.self) { try MorphTargets(device: device, vertexCount: 3, targets: [.init(positions: [.zero])]) }
        #expect(throws: RasterError.self) { try MorphTargets(device: device, vertexCount: .max, targets: [.init(), .init()]) }
        // A vertex that names a joint beyond the palette draws something, without an error.
        var vertices = PoseTests.band
        for i in vertices.indices { vertices[i].joints = SIMD4(60000, 0, 0, 0) }
        let palette = try JointPalette(device: device, count: 2)
        _ = try draw(vertices, on: device) { $0.joints = palette }
    }
}
