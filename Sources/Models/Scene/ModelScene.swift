import Effects
import Raster

/// A model in the memory of a device: parts and lights of a `PhysicalScene`, which follow the poses of the model.
///
///     let shown = try ModelScene(device: device, model: model)
///     try shown.show(model.pose(of: model.animations, at: 1.5))
///     scene.parts = shown.parts
///     scene.lights = shown.lights
///     try scene.draw(into: &encoder, target: drawable)
///
/// Vertices, images and morph targets are copied to the device once. A pose changes only matrices, weights, joints and the values of
/// materials. Parts read these values when their encoder is submitted, so submit each pose before the next call of `show`.
public final class ModelScene {
    /// The model.
    public let model: Model
    /// The parts, one for each shown primitive. A part is hidden if the pose does not show its node.
    public let parts: [PhysicalPart]
    /// The lights of the model's nodes in the current pose, at most `PhysicalEffect.maximumLightCount`.
    public private(set) var lights: [PunctualLight] = []
    /// The transform from the model's space to the world. For example, a rotation can turn the model upright. A new matrix takes effect with
    /// the next call of `show`. Lights keep their strength if the matrix scales.
    public var matrix = Matrix4.identity
    /// The index of the shown variant in `Model.variants`; nil if the materials of the file are shown.
    public var variant: Int? { didSet { setMaterials() } }
    /// One sentence for each kind of content of the model that is not drawn.
    public let warnings: [String]

    private let placements: [Placement]
    private var textures: ModelTextures
    /// `shownMaterials`: the materials in the current pose. `materials`: the same materials with textures of the device.
    private var shownMaterials: [Model.Material]
    private var materials: [PhysicalMaterial<Texture>]
    /// The joints of each node with a skin.
    private let palettes: [Int: JointPalette]

    /// The place of one part in the model.
    private struct Placement {
        var node: Int
        var primitive: Model.Primitive
        /// The transform from the primitive's space to the node's space. If the part has a buffer of instances, the transform is the
        /// identity.
        var instance: Matrix4
        var isSkinned: Bool
    }

    /// Copies a model to a device, in the model's own pose.
    /// - Throws: the errors of `Device.makeBuffer` and `Device.makeTexture`, such as `invalidSize` for an image that is larger than
    ///   a texture can be.
    public init(device: Device, model: Model) throws {
        self.model = model
        var textures = ModelTextures(device: device, images: model.images)
        materials = try model.materials.map { material throws in try textures.material(material) }
        shownMaterials = model.materials
        self.textures = textures
        var parts: [PhysicalPart] = [], placements: [Placement] = [], palettes: [Int: JointPalette] = [:]
        var buffers = PrimitiveBuffers(device: device)
        for (number, node) in model.nodes.enumerated() {
            guard let mesh = node.mesh else { continue }
            if let skin = node.skin, !model.skins[skin].joints.isEmpty {
                palettes[number] = try JointPalette(device: device, count: model.skins[skin].joints.count)
            }
            for (k, primitive) in model.meshes[mesh].primitives.enumerated() where !primitive.indices.isEmpty {
                let shape = try buffers.shape(of: primitive, mesh: mesh, number: k, label: model.meshes[mesh].name)
                let isSkinned = palettes[number] != nil && shape.isSkinned
                for group in PrimitiveBuffers.groups(of: node.instances) {
                    let part = try buffers.part(shape, instances: group.count > 1 ? group : [])
                    part.center = primitive.center
                    part.label = model.meshes[mesh].name
                    if isSkinned { part.joints = palettes[number] }
                    parts.append(part)
                    placements.append(Placement(node: number, primitive: primitive, instance: group.count > 1 ? .identity : group[0], isSkinned: isSkinned))
                }
            }
        }
        self.parts = parts; self.placements = placements; self.palettes = palettes
        let maximum = PhysicalEffect.maximumLightCount, count = model.nodes.count { $0.light != nil }
        warnings = count > maximum ? ["\(count - maximum) of \(count) lights are left out, because a scene has at most \(maximum)."] : []
        setMaterials()
        try show(model.pose())
    }

    private func setMaterials() {
        for (part, placement) in zip(parts, placements) { part.material = materials[placement.primitive.material(in: variant)] }
    }

    /// Moves the parts and the lights to a pose of the model, and gives the parts the materials of the pose.
    /// - Throws: `RasterError` with `invalidArgument` if a joint's matrix is not finite.
    public func show(_ pose: ModelPose) throws {
        if pose.materials != shownMaterials {
            for (index, material) in pose.materials.enumerated() where material != shownMaterials[index] { materials[index] = try textures.material(material) }
            shownMaterials = pose.materials
            setMaterials()
        }
        for (number, palette) in palettes {
            guard let skin = model.nodes[number].skin else { continue }
            try palette.update(pose.jointMatrices(of: model.skins[skin]))
        }
        for (part, placement) in zip(parts, placements) {
            part.isVisible = pose.isShown[placement.node]
            part.matrix = placement.isSkinned ? matrix : matrix * pose.matrices[placement.node] * placement.instance
            if part.morphTargets != nil { part.morphWeights = pose.weights[placement.node] }
        }
        let shining = model.nodes.indices.lazy.filter { pose.isShown[$0] }.compactMap { [self] number in
            model.nodes[number].light.map { pose.lights[$0].transformed(by: matrix * pose.matrices[number]) }
        }
        lights = Array(shining.prefix(PhysicalEffect.maximumLightCount))
    }
}

extension Model.Primitive {
    /// The middle of the box around the vertices; the origin if a coordinate is not finite.
    fileprivate var center: SIMD3<Float> {
        guard let first = vertices.first?.position else { return .zero }
        let (low, high) = vertices.reduce((first, first)) { (pointwiseMin($0.0, $1.position), pointwiseMax($0.1, $1.position)) }
        let middle = (low + high) * 0.5
        return middle.x.isFinite && middle.y.isFinite && middle.z.isFinite ? middle : .zero
    }
}
