import Effects
import Raster

/// The places of a model's nodes, the weights of its morph targets, and its materials, lights and cameras at one moment.
///
///     let pose = model.pose(of: model.animations, at: 1.5)
///     let joints = pose.jointMatrices(of: model.skins[0])
public struct ModelPose: Sendable, Hashable {
    /// For each node, the matrix from the node's space to world space.
    public internal(set) var matrices: [Matrix4]
    /// For each node, the weights of its mesh's morph targets; empty for a mesh without targets.
    public internal(set) var weights: [[Float]]
    /// For each node, whether the node belongs to the shown scene and is not hidden.
    public internal(set) var isShown: [Bool]
    /// The materials. A material that an animation changes differs from the material in `Model.materials`.
    public internal(set) var materials: [Model.Material]
    /// The lights, each in the space of its node.
    public internal(set) var lights: [PunctualLight]
    /// The cameras.
    public internal(set) var cameras: [Model.Camera]

    /// Returns for each joint of a skin the matrix from the space of the bound mesh to world space. A vertex of the mesh is moved
    /// by the weighted sum of its joints' matrices; the matrix of the mesh's own node is not used (glTF 2.0 §3.7.3.3).
    public func jointMatrices(of skin: Model.Skin) -> [Matrix4] {
        zip(skin.joints, skin.inverseBindMatrices).map { matrices[$0] * $1 }
    }
}

extension Model {
    /// Returns the model's own pose: the transforms and weights of the nodes, without animations.
    public func pose() -> ModelPose { pose(transforms: nodes.map(\.transform), weights: nodes.indices.map(ownWeights)) }

    /// Returns the pose that the given animations produce at a time. If several tracks change the same property, the last track counts.
    /// - Parameters:
    ///   - animations: One or several animations of this model, such as `[model.animations[0]]`.
    ///   - time: The time in seconds. Each track keeps its first value before its first keyframe, and its last value after its last
    ///     keyframe.
    public func pose(of animations: some Sequence<Animation>, at time: Float) -> ModelPose {
        var transforms = nodes.map(\.transform), weights = nodes.indices.map(ownWeights)
        for track in animations.lazy.flatMap(\.tracks) where nodes.indices.contains(track.node) {
            let value = track.value(at: time)
            switch track.property {
            case .translation where value.count == 3: transforms[track.node].translation = SIMD3(value[0], value[1], value[2])
            case .scale where value.count == 3: transforms[track.node].scale = SIMD3(value[0], value[1], value[2])
            case .rotation where value.count == 4: transforms[track.node].rotation = Quaternion(value[0], value[1], value[2], value[3])
            case .weights: for (i, weight) in value.enumerated() where weights[track.node].indices.contains(i) { weights[track.node][i] = weight }
            default: break
            }
        }
        var visibility = nodes.map(\.isVisible), materials = materials, lights = lights, cameras = cameras
        for track in animations.lazy.flatMap(\.parameterTracks) {
            let value = track.value(at: time), name = track.parameter.name
            guard value.count == track.parameter.width else { continue }
            switch track.parameter.owner {
            case .material(let index) where materials.indices.contains(index): MaterialParameters.all[name]?.set(&materials[index], value)
            case .light(let index) where lights.indices.contains(index): LightParameters.all[name]?.set(&lights[index], value)
            case .camera(let index) where cameras.indices.contains(index): CameraParameters.all[name]?.set(&cameras[index], value)
            case .node(let index) where nodes.indices.contains(index): visibility[index] = value[0] != 0
            default: break
            }
        }
        var pose = pose(transforms: transforms, weights: weights, visibility: visibility)
        (pose.materials, pose.lights, pose.cameras) = (materials, lights, cameras)
        return pose
    }

    /// Returns the pose for other transforms and weights of the nodes.
    /// - Parameters:
    ///   - transforms: For each node, the transform to its parent's space.
    ///   - weights: For each node, the weights of its mesh's morph targets.
    /// - Precondition: Both arrays have one element for each node.
    public func pose(transforms: [NodeTransform], weights: [[Float]]) -> ModelPose {
        pose(transforms: transforms, weights: weights, visibility: nodes.map(\.isVisible))
    }
    private func pose(transforms: [NodeTransform], weights: [[Float]], visibility: [Bool]) -> ModelPose {
        precondition(transforms.count == nodes.count && weights.count == nodes.count)
        var pose = ModelPose(matrices: transforms.map(\.matrix), weights: weights, isShown: [Bool](repeating: false, count: nodes.count),
                             materials: materials, lights: lights, cameras: cameras)
        var isChild = [Bool](repeating: false, count: nodes.count)
        for node in nodes { for child in node.children { isChild[child] = true } }
        let shown = Set(roots)
        var open = nodes.indices.filter { !isChild[$0] }
        for root in open { pose.isShown[root] = shown.contains(root) && visibility[root] }
        while let parent = open.popLast() {
            for child in nodes[parent].children {
                pose.matrices[child] = pose.matrices[parent] * pose.matrices[child]
                pose.isShown[child] = (pose.isShown[parent] || shown.contains(child)) && visibility[child]
                open.append(child)
            }
        }
        return pose
    }

    /// Returns the weights of a node without animations: the node's own weights or, if the node has no weights, the weights of its mesh.
    /// Missing weights are zeros.
    private func ownWeights(_ index: Int) -> [Float] {
        guard let mesh = nodes[index].mesh else { return [] }
        let count = meshes[mesh].targetCount, given = nodes[index].weights ?? meshes[mesh].weights
        return (0..<count).map { $0 < given.count ? given[$0] : 0 }
    }
}
