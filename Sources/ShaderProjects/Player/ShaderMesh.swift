// ShaderMesh: triangles for shaders that are drawn on a surface, and the camera that looks at them.

import Raster

/// Triangles with normals and texture coordinates, on which a project's last shader is drawn instead of a rectangle.
public struct ShaderMesh: Sendable {
    /// Eight floats per vertex: position, normal, texture coordinates.
    public var vertices: [Float]
    /// Three numbers of vertices per triangle.
    public var indices: [UInt32]

    /// A mesh of these vertices. Positions should fit into a sphere with the radius 1 around the origin.
    public init(vertices: [Float], indices: [UInt32]) { self.vertices = vertices; self.indices = indices }

    /// Moves and scales the mesh into the sphere with the radius 1 around the origin. Positions that are not finite stay.
    public func fitted() -> ShaderMesh {
        var low = SIMD3<Float>(repeating: .infinity), high = -low
        for at in stride(from: 0, to: vertices.count - 7, by: 8) {
            let position = SIMD3(vertices[at], vertices[at + 1], vertices[at + 2])
            guard (0..<3).allSatisfy({ position[$0].isFinite }) else { continue }
            low.replace(with: position, where: position .< low)
            high.replace(with: position, where: position .> high)
        }
        let size = high - low, radius = 0.5 * (size * size).sum().squareRoot(), middle = (low + high) * 0.5
        guard radius.isFinite, radius > 0 else { return self }
        var mesh = self
        for at in stride(from: 0, to: vertices.count - 7, by: 8) { for k in 0..<3 { mesh.vertices[at + k] = (vertices[at + k] - middle[k]) / radius } }
        return mesh
    }

    static let layoutStride = 32
    /// The attributes of the vertex shader that the player makes itself.
    static let attributes = [
        VertexAttribute("shaderProjectPosition", .float3), VertexAttribute("shaderProjectNormal", .float3, offset: 12),
        VertexAttribute("shaderProjectPlace", .float2, offset: 24),
    ]
    /// The layout for a vertex shader of the file: attributes by their names.
    static func layout(for program: Program) -> VertexLayout {
        var layout = VertexLayout(buffers: [VertexBufferLayout(stride: layoutStride)], attributes: attributes)
        for attribute in program.attributes where !attribute.name.hasPrefix("shaderProject") {
            let name = attribute.name.lowercased()
            func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
            if has("tangent") { layout.constants[attribute.name] = SIMD4(1, 0, 0, 1) }
            else if has("norm") { layout.attributes.append(VertexAttribute(attribute.name, .float3, offset: 12)) }
            else if has("tex", "uv", "coord") && name != "vertexcoord" { layout.attributes.append(VertexAttribute(attribute.name, .float2, offset: 24)) }
            else if has("col") { layout.constants[attribute.name] = SIMD4(1, 1, 1, 1) }
            else if has("pos", "vert", "point") { layout.attributes.append(VertexAttribute(attribute.name, .float3)) }
            else { layout.constants[attribute.name] = .zero }
        }
        return layout
    }
}

/// The camera of a mesh: it turns around the mesh once in 24 seconds, and sees a sphere with the radius 1.
struct MeshCamera {
    private static let distance: Float = 2.8, fovy: Float = 45 * .pi / 180
    let eye: SIMD3<Float>
    let view: Matrix4, projection: Matrix4

    init(time: Double, aspect: Double) {
        let turn = 0.5 + 2 * .pi * time / 24
        let direction = SIMD3<Float>(Float(PortableMath.sine(turn)) * 0.94, 0.34, Float(PortableMath.cosine(turn)) * 0.94)
        eye = direction * MeshCamera.distance
        view = .lookAt(eye: eye, center: .zero)
        projection = .perspective(fovy: MeshCamera.fovy, aspect: Float(aspect), near: 0.1, far: 20)
    }

    /// The value of a matrix or of the camera's position, by the name that hosts give it; nil if the name means something else.
    func value(of member: String) -> [Double]? {
        let name = member.lowercased()
        func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
        if name == "shaderprojectmatrix" { return numbers(projection * view) }
        if ["viewpos", "camerapos", "cameraposition", "u_camera", "eyepos", "eyeposition", "vieweye"].contains(name) {
            return [Double(eye.x), Double(eye.y), Double(eye.z)]
        }
        if has("mvp") || has("modelviewproj") || name == "transform" || has("viewproj") { return numbers(projection * view) }
        if has("normal") { return has("view") || name == "normalmatrix" ? numbers(view) : nil }
        if has("modelview") { return numbers(view) }
        if has("proj") { return numbers(projection) }
        if has("matview", "viewmat", "view_mat") { return numbers(view) }
        return nil
    }
    private func numbers(_ matrix: Matrix4) -> [Double] {
        [matrix.columns.0, matrix.columns.1, matrix.columns.2, matrix.columns.3].flatMap { column in (0..<4).map { Double(column[$0]) } }
    }
}
