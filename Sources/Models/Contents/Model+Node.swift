// Model+Node: the trees of nodes that place meshes, cameras and lights; skins and cameras.

import Raster

extension Model {
    /// A node of the model's tree. A node places a mesh, a camera or a light, and has a transform to the space of its parent.
    public struct Node: Sendable, Hashable {
        /// The node's name in the file; it may be empty.
        public var name: String
        /// The indices of the child nodes in `Model.nodes`.
        public var children: [Int] = []
        /// The transform from the node's space to the parent's space.
        public var transform = NodeTransform()
        /// The index of the mesh in `Model.meshes`; nil if the node shows no mesh.
        public var mesh: Int?
        /// The index of the skin in `Model.skins`; nil if the mesh is rigid.
        public var skin: Int?
        /// The index of the camera in `Model.cameras`; nil if the node has no camera.
        public var camera: Int?
        /// The index of the light in `Model.lights`; nil if the node has no light.
        public var light: Int?
        /// The weights of the mesh's morph targets; nil if the mesh's own weights apply.
        public var weights: [Float]?
        /// The transforms of copies of the mesh, from the copy's space to the node's space (EXT_mesh_gpu_instancing); nil if the node shows a
        /// single mesh at its own place.
        public var instances: [Matrix4]?
        /// False if the node and its descendants are not shown (KHR_node_visibility).
        public var isVisible = true
        /// Creates a node at its parent's place.
        public init(name: String = "") { self.name = name }
    }

    /// A transform by its parts, which animations can change: scale first, then rotation, then translation. A file may give a matrix instead
    /// of the parts. Animations cannot move a node with a matrix (glTF 2.0 §3.5.3).
    public struct NodeTransform: Sendable, Hashable {
        /// The shift, in units of the parent's space.
        public var translation = SIMD3<Float>.zero
        /// The rotation, a unit quaternion.
        public var rotation = Quaternion.identity
        /// The scale factors along x, y and z.
        public var scale = SIMD3<Float>.one
        /// If `fixed` is not nil, this matrix replaces the parts.
        public var fixed: Matrix4?
        /// Creates a transform that changes nothing.
        public init() {}
        /// Creates a transform from its parts.
        public init(translation: SIMD3<Float>, rotation: Quaternion = .identity, scale: SIMD3<Float> = .one) {
            self.translation = translation; self.rotation = rotation; self.scale = scale
        }
        /// The matrix of the transform.
        public var matrix: Matrix4 {
            if let fixed { return fixed }
            var matrix = Matrix4(rotation).scaled(scale)
            matrix.columns.3 = SIMD4(translation, 1)
            return matrix
        }
    }

    /// Joints that bend a mesh.
    public struct Skin: Sendable, Hashable {
        /// The skin's name in the file; it may be empty.
        public var name = ""
        /// The nodes that are joints, as indices in `Model.nodes`.
        public var joints: [Int]
        /// For each joint, the matrix from the mesh's space to the joint's space at the time of binding.
        public var inverseBindMatrices: [Matrix4]
        /// Creates a skin of joints. If `inverseBindMatrices` is nil, all matrices are identities, as if the joints had been at the mesh's
        /// origin.
        public init(joints: [Int], inverseBindMatrices: [Matrix4]? = nil) {
            self.joints = joints
            self.inverseBindMatrices = inverseBindMatrices ?? [Matrix4](repeating: .identity, count: joints.count)
        }
    }

    /// A camera that looks along −z of its node, with y up.
    public struct Camera: Sendable, Hashable {
        /// The camera's name in the file; it may be empty.
        public var name = ""
        /// The projection.
        public var projection: Projection
        /// The distance of the near plane.
        public var near: Float
        /// The distance of the far plane; nil if the distance is infinite.
        public var far: Float?
        /// The kinds of projection (glTF 2.0 §3.10.3).
        public enum Projection: Sendable, Hashable {
            /// `fovy` is the vertical angle of view in radians; `aspect` is the width divided by the height; `aspect` is nil if the
            /// viewport's aspect is used.
            case perspective(fovy: Float, aspect: Float?)
            /// Half the width and half the height of the view.
            case orthographic(halfWidth: Float, halfHeight: Float)
        }
        /// Creates a camera with a projection.
        public init(_ projection: Projection, near: Float, far: Float? = nil) { self.projection = projection; self.near = near; self.far = far }
    }
}
