import Raster

/// A draw of a `PhysicalScene`: triangles, lines or points with one material.
public final class PhysicalPart {
    /// The vertices, one buffer for each slot of the layout.
    public var vertexBuffers: [Buffer]
    /// The layout of the vertices, with the names that `PhysicalEffect` reads.
    public var layout: VertexLayout
    /// The indices; nil if the vertices are drawn in their order.
    public var indices: Buffer?
    /// The number of indices; if `indices` is nil, the number of vertices.
    public var count: Int
    /// How the vertices form primitives.
    public var primitive: PrimitiveType
    /// The number of instances, for layouts with `instanceMatrix`.
    public var instanceCount = 1
    /// The middle of the part in object space. Blended parts are drawn from far to near, by the distances of their middles from the
    /// eye.
    public var center = SIMD3<Float>(0, 0, 0)
    /// The size of points in pixels.
    public var pointSize: Float = 3
    /// Whether the part is drawn.
    public var isVisible = true
    /// The name of the draw in error messages and captures.
    public var label = "" { didSet { effect.label = label } }

    /// The appearance of the surface.
    public var material: PhysicalMaterial<Texture> { get { effect.material } set { effect.material = newValue; behindIsStale = true } }
    /// The matrix from object space to world space. If the part has a skin, this matrix maps the space of the joints to world space.
    public var matrix: Matrix4 { get { effect.modelMatrix } set { effect.modelMatrix = newValue; behindIsStale = true } }
    /// The pose of a skin; nil if the part has no skin.
    public var joints: JointPalette? { get { effect.joints } set { effect.joints = newValue; behindIsStale = true } }
    /// The morph targets; nil if the part has no morph targets.
    public var morphTargets: MorphTargets? { get { effect.morphTargets } set { effect.morphTargets = newValue; behindIsStale = true } }
    /// The weights of the morph targets. Missing weights count as 0.
    public var morphWeights: [Float] { get { effect.morphWeights } set { effect.morphWeights = newValue; behindIsStale = true } }

    let effect: PhysicalEffect
    /// The effect for drawing the part into `PhysicalEffect.sceneBehind`, the picture that transmissive parts show; nil until a scene needs
    /// this picture.
    private var behind: PhysicalEffect?
    private var behindIsStale = true

    /// Creates a part from its buffers, with glTF's default material.
    public init(device: Device, vertexBuffers: [Buffer], layout: VertexLayout, indices: Buffer? = nil, count: Int, primitive: PrimitiveType = .triangles) {
        effect = PhysicalEffect(device: device)
        self.vertexBuffers = vertexBuffers; self.layout = layout; self.indices = indices; self.count = count; self.primitive = primitive
    }
    /// Creates a part that shows a mesh.
    public convenience init(device: Device, mesh: MeshBuffers, material: PhysicalMaterial<Texture> = PhysicalMaterial(), matrix: Matrix4 = .identity) {
        self.init(device: device, vertexBuffers: [mesh.vertices], layout: MeshVertex.layout, indices: mesh.indices, count: mesh.count)
        self.material = material
        self.matrix = matrix
    }

    /// Returns the effect for drawing the part into `PhysicalEffect.sceneBehind`, the picture that transmissive parts show.
    func effectBehind() -> PhysicalEffect {
        let effect = behind ?? PhysicalEffect(device: self.effect.device)
        behind = effect
        if behindIsStale {
            effect.label = label
            effect.material = material
            effect.modelMatrix = matrix
            effect.joints = joints; effect.morphTargets = morphTargets; effect.morphWeights = morphWeights
            behindIsStale = false
        }
        return effect
    }

    /// Records the draw with the pass's current pipeline.
    func draw(in pass: inout RenderPass) {
        for (slot, buffer) in vertexBuffers.enumerated() { pass.setVertexBuffer(buffer, slot: slot) }
        if let indices {
            pass.drawIndexed(indices, primitive, count: count, instances: instanceCount, label: label)
        } else {
            pass.draw(primitive, count: count, instances: instanceCount, label: label)
        }
    }
}
