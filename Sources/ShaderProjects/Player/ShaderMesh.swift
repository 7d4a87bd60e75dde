// ShaderMesh: triangles for shaders that are drawn on a surface, and the camera that looks at these triangles.

import Raster

/// Triangles with normals and texture coordinates, on which a project's last shader is drawn instead of a rectangle.
public struct ShaderMesh: Sendable {
    /// Eight floats per vertex: position, normal, texture coordinates.
    public var vertices: [Float]
    /// Three vertex indices per triangle.
    public var indices: [UInt32]

    /// Creates a mesh of these vertices. Positions should fit into a sphere with the radius 1 around the origin.
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
    /// Returns the layout for a vertex shader of the file. The name of an attribute determines which data the attribute gets.
    static func layout(for program: Program) -> VertexLayout {
        var layout = VertexLayout(buffers: [VertexBufferLayout(stride: layoutStride)], attributes: attributes)
        for attribute in program.attributes where !attribute.name.hasPrefix("shaderProject") {
            switch AttributeMeaning(attribute.name) {
            case .position: layout.attributes.append(VertexAttribute(attribute.name, .float3))
            case .normal: layout.attributes.append(VertexAttribute(attribute.name, .float3, offset: 12))
            case .place: layout.attributes.append(VertexAttribute(attribute.name, .float2, offset: 24))
            case .tangent: layout.constants[attribute.name] = SIMD4(1, 0, 0, 1)
            case .color: layout.constants[attribute.name] = SIMD4(1, 1, 1, 1)
            case .weights: layout.constants[attribute.name] = SIMD4(1, 0, 0, 0)
            case nil: layout.constants[attribute.name] = .zero
            }
        }
        return layout
    }
}

/// The meaning of an attribute of a file's own vertex shader, derived from the attribute's name.
enum AttributeMeaning {
    case position, normal, tangent, place, color
    /// The weights of four bones. The first bone has the weight 1, and the other bones have the weight 0.
    case weights

    /// Finds the meaning of an attribute; nil if the name of the attribute gives no hint.
    init?(_ attribute: String) {
        // libretro's VertexCoord is a position. The word "vertex" is removed from other names, because the letters "tex" in this word would
        // look like texture coordinates.
        let name = attribute == "VertexCoord" ? "" : attribute.lowercased().replacing("vertex", with: "")
        func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
        if has("tangent") { self = .tangent }
        else if has("weight") { self = .weights }
        else if has("norm") { self = .normal }
        else if has("tex", "uv", "coord") { self = .place }
        else if has("col") { self = .color }
        else if name.isEmpty || has("pos", "vert", "corner", "point") { self = .position }
        else { return nil }
    }
}

/// The camera of a mesh. The camera turns around the mesh once in 24 seconds, and sees a sphere with the radius 1.
struct MeshCamera {
    static let distance = 2.8, fovy = 45 * Double.pi / 180, near = 0.1, far = 20.0
    let eye: SIMD3<Float>
    let view: Matrix4, projection: Matrix4

    init(time: Double, aspect: Double) {
        let turn = 0.5 + 2 * .pi * time / 24
        let direction = SIMD3<Float>(Float(PortableMath.sine(turn)) * 0.94, 0.34, Float(PortableMath.cosine(turn)) * 0.94)
        eye = direction * Float(MeshCamera.distance)
        view = .lookAt(eye: eye, center: .zero)
        projection = .perspective(fovy: Float(MeshCamera.fovy), aspect: Float(aspect), near: Float(MeshCamera.near), far: Float(MeshCamera.far))
    }

    /// Returns the value of a matrix or of the camera's position, by its name in hosts' files; nil if the name means something else.
    func value(of member: String) -> [Double]? {
        let name = member.lowercased()
        func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
        if name == "shaderprojectmatrix" { return numbers(projection * view) }
        if ["viewpos", "camerapos", "cameraposition", "u_camera", "eyepos", "eyeposition", "vieweye"].contains(name) {
            return [Double(eye.x), Double(eye.y), Double(eye.z)]
        }
        if has("inverse") {
            let matrix = has("view") && has("proj") ? projection * view : has("proj") ? projection : has("view") ? view : .identity
            return matrix.inverse.map { numbers($0) }
        }
        if has("mvp") || has("modelviewproj") || name == "transform" || has("viewproj") { return numbers(projection * view) }
        if has("normal") { return has("view", "normalmatrix") ? numbers(view) : nil }
        if has("modelview") { return numbers(view) }
        if has("proj") { return numbers(projection) }
        if has("matview", "viewmat", "view_mat") { return numbers(view) }
        return nil
    }
    private func numbers(_ matrix: Matrix4) -> [Double] {
        [matrix.columns.0, matrix.columns.1, matrix.columns.2, matrix.columns.3].flatMap { column in (0..<4).map { Double(column[$0]) } }
    }
}
