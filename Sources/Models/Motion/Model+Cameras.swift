// Model+Cameras: the matrices of a model's cameras.

import Raster

extension Model {
    /// The nodes that hold a camera, in the order of `nodes`.
    public var cameraNodes: [Int] { nodes.indices.filter { nodes[$0].camera != nil } }

    /// Returns the name of the camera at a node: the camera's own name or, if the camera has no name, the node's name. If neither the
    /// camera nor the node has a name, the result is "camera" with the node's position in `cameraNodes`, from 1.
    /// - Precondition: The node holds a camera.
    public func cameraName(of node: Int) -> String {
        guard let camera = nodes[node].camera else { preconditionFailure("node \(node) has no camera") }
        let names = [cameras[camera].name, nodes[node].name].filter { !$0.isEmpty }
        return names.first ?? "camera \((cameraNodes.firstIndex(of: node) ?? 0) + 1)"
    }
}

extension ModelPose {
    /// Returns the matrix from the model's space to the eye space of a camera at a node. The node's scale has no effect
    /// (glTF 2.0 §3.10.1).
    public func viewMatrix(of node: Int) -> Matrix4 {
        let columns = matrices[node].columns
        func unit(_ column: SIMD4<Float>) -> SIMD4<Float> { SIMD4(SIMD3(column.x, column.y, column.z).normalized, 0) }
        return Matrix4(unit(columns.0), unit(columns.1), unit(columns.2), columns.3).inverse ?? .identity
    }
}

extension Model.Camera {
    /// Returns the matrix from eye space to clip space (glTF 2.0 §3.10.3).
    /// - Parameter aspect: The width of the picture divided by its height. The camera's vertical angle of view does not depend on
    ///   `aspect`. In an orthographic view, the height of the view does not depend on `aspect`.
    public func projectionMatrix(aspect: Float) -> Matrix4 {
        switch projection {
        case .perspective(let fovy, _):
            if let far { return .perspective(fovy: fovy, aspect: aspect, near: near, far: far) }
            let f = Float(1 / PortableMath.tangent(Double(fovy) / 2))
            return Matrix4(SIMD4(f / aspect, 0, 0, 0), SIMD4(0, f, 0, 0), SIMD4(0, 0, -1, -1), SIMD4(0, 0, -2 * near, 0))
        case .orthographic(_, let halfHeight):
            let halfWidth = halfHeight * aspect
            return .ortho(left: -halfWidth, right: halfWidth, bottom: -halfHeight, top: halfHeight, near: near, far: far ?? near + 1)
        }
    }
}
