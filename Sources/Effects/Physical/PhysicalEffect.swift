import Host
import Raster
import Shading

/// Physical shading of the materials of glTF 2.0: surfaces made of microfacets reflect the light of lamps and of the surroundings.
///
///     let effect = PhysicalEffect(device: device)
///     effect.environment = try EnvironmentLight.studio(on: device)
///     effect.material.baseColor = SIMD4(1, 0.77, 0.34, 1)
///     effect.material.roughness = 0.3
///     effect.viewMatrix = camera.view
///     effect.projectionMatrix = camera.projection(aspect: 1.5)
///     encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
///         try effect.prepareToDraw(in: &pass, layout: MeshVertex.layout)
///         mesh.draw(in: &pass)
///     }
///
/// Layouts use the names of `EffectAttribute` and `PhysicalAttribute`, and `instanceMatrix` for a matrix for each instance. If the layout
/// has no normals, each triangle is lit as a flat face. A change of a property takes effect at the next `prepareToDraw`, which also checks
/// the properties. A program contains only the features that a material uses, so a plain material costs little. For whole scenes with
/// sorted transparency see `PhysicalScene`.
///
/// The formulas come from glTF 2.0, appendix B, and from the specifications of the material extensions. In the formulas, α is the square of
/// the roughness. The effect uses an α of at least 0.0016, because lamps have no size: with α = 0, the highlight of a lamp would have no
/// size either.
public final class PhysicalEffect {
    /// The meaning of the colours that the effect writes.
    public enum Output: Sendable, Hashable {
        /// Colours for a display: exposed, tone-mapped, and encoded as sRGB. A target of an sRGB format encodes the colours itself.
        case display
        /// The light of the scene, for a target of floats that a later pass reads.
        case light
    }
    /// The device that the effect was made for.
    public let device: Device
    /// The name of the effect in error messages; empty if the effect has no name.
    public var label = ""
    var name: String { label.isEmpty ? "effect" : "effect '\(label)'" }

    /// The matrix from object space to world space. If the effect draws a skin, this matrix maps the space of the joints to world space.
    public var modelMatrix = Matrix4.identity { didSet { matricesAreStale = true } }
    /// The matrix from world space to eye space.
    public var viewMatrix = Matrix4.identity { didSet { matricesAreStale = true } }
    /// The matrix from eye space to clip space: a perspective or an orthographic projection.
    public var projectionMatrix = Matrix4.identity { didSet { matricesAreStale = true } }

    /// The appearance of the surface.
    public var material = PhysicalMaterial<Texture>() { didSet { isStale = true; matricesAreStale = true } }
    /// The lights, at most `maximumLightCount`; none by default.
    public var lights: [PunctualLight] = [] { didSet { isStale = true } }
    /// The maximum number of lights.
    public static let maximumLightCount = 64
    /// The light from all around; nil if no environment lights the mesh.
    public var environment: EnvironmentLight? { didSet { isStale = true } }
    /// The factor that multiplies the environment's light.
    public var environmentStrength: Float = 1 { didSet { isStale = true } }
    /// The rotation of the environment around the y axis in radians, counter-clockwise as seen from above.
    public var environmentRotation: Float = 0 { didSet { isStale = true } }

    /// The meaning of the colours that the effect writes.
    public var output = Output.display { didSet { isStale = true } }
    /// The factor that multiplies the light before tone mapping.
    public var exposure: Float = 1 { didSet { isStale = true } }
    /// The curve that maps light to the range of a display.
    public var toneMapping = ToneMapping.khronosNeutral { didSet { isStale = true } }

    /// The pose of a skin, for a layout with `joints0` and `weights0`; nil if the mesh has no skin.
    public var joints: JointPalette? { didSet { isStale = true } }
    /// The morph targets; nil if the mesh has no morph targets.
    public var morphTargets: MorphTargets? { didSet { isStale = true } }
    /// The weights of the morph targets. Missing weights count as 0.
    public var morphWeights: [Float] = [] { didSet { isStale = true } }
    /// A picture of the opaque scene's light with mip levels, which transmissive surfaces show; nil if these surfaces show the environment.
    /// The picture must cover the whole target of the pass.
    public var sceneBehind: Texture? { didSet { isStale = true } }

    /// True for points and lines without normals, which have no side that light could fall on. Points and lines without normals show the
    /// sum of their base colour and their emitted light (glTF 2.0 §3.9.7).
    var lacksSurface = false { didSet { if oldValue != lacksSurface { isStale = true } } }

    private var isStale = true
    private var matricesAreStale = true
    private var layout = VertexLayout.none
    private var state = RasterState()
    private var encodes = true
    private var key: [ShaderDefine] = []
    var prepared: PreparedDraw?
    let programs: EffectPrograms

    /// Creates an effect with glTF's default material, without lights and surroundings. Programs are compiled at the first draw.
    public init(device: Device) {
        self.device = device
        programs = EffectPrograms.of(device)
    }

    /// The fixed state that the material needs. Nearer surfaces hide farther surfaces. Back faces are culled, unless the material is
    /// double-sided. Blended surfaces are blended, and write no depth. If the model matrix mirrors the object, front faces are clockwise.
    public var materialState: RasterState {
        var state = RasterState()
        state.cull = material.isDoubleSided ? .none : .back
        state.frontFace = modelMatrix.upperLeft.determinant < 0 ? .clockwise : .counterClockwise
        state.depth = material.alphaMode == .blend ? .readOnly : .less
        if material.alphaMode == .blend { state.colorTargets = [ColorTargetState(blend: .alpha)] }
        return state
    }

    /// Sets pipeline, uniforms and textures for the following draws in `pass`.
    /// - Parameters:
    ///   - pass: The pass that draws.
    ///   - newLayout: The vertex layout.
    ///   - newState: The fixed state of the draw; nil for `materialState`.
    /// - Throws: a `RasterError` that names the property, such as `invalidArgument`, if a property has an invalid value; the errors of
    ///   `Device.makePipeline`. If an error is thrown, `pass` is unchanged.
    public func prepareToDraw(in pass: inout RenderPass, layout newLayout: VertexLayout, state newState: RasterState? = nil) throws {
        let newState = newState ?? materialState
        let newEncodes = pass.target.color.first??.texture.format.isSRGB != true
        if isStale || newLayout != layout || newEncodes != encodes {
            try LibraryCall.perform { try update(layout: newLayout, state: newState, encodes: newEncodes) }
        } else if newState != state {
            try selectPipeline(key, layout: newLayout, state: newState)
        }
        if matricesAreStale { try LibraryCall.perform { try updateMatrices() } }
        prepared?.record(in: &pass)
    }

    private func update(layout newLayout: VertexLayout, state newState: RasterState, encodes newEncodes: Bool) throws {
        try validate()
        let features = PhysicalFeatures(of: self, layout: newLayout, encodes: newEncodes)
        try selectPipeline(features.defines, layout: newLayout, state: newState)
        encodes = newEncodes
        try writeUniforms(features)
        isStale = false
    }
    private func selectPipeline(_ newKey: [ShaderDefine], layout newLayout: VertexLayout, state newState: RasterState) throws {
        let pipeline = try programs.pipeline(.physical(newKey), layout: newLayout, state: newState)
        if prepared?.use(pipeline) == nil { prepared = PreparedDraw(pipeline) }
        if newKey != key { matricesAreStale = true }
        key = newKey; layout = newLayout; state = newState
    }
    private func updateMatrices() throws {
        for (part, matrix) in [("modelMatrix", modelMatrix), ("viewMatrix", viewMatrix), ("projectionMatrix", projectionMatrix)] {
            try requireFinite(matrix.isFinite, part, matrix, of: name)
        }
        writeMatrices()
        matricesAreStale = false
    }
}
