import Raster

/// OpenGL ES 1.1's fixed function as an effect: light, material, textures, fog (specification §2.12, §3.7, §3.8).
///
///     let effect = BaseEffect(device: device)
///     effect.light0.enabled = true
///     effect.transform.modelviewMatrix = .translation(0, 0, -4)
///     encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
///         try effect.prepareToDraw(in: &pass, layout: layout, state: state)
///         pass.setVertexBuffer(vertices)
///         pass.draw(count: 24)
///     }
///
/// Changes count from the next `prepareToDraw` on; what was recorded before keeps what it had. Nothing is checked before
/// then. Belongs to its device, and stays on its thread.
public class BaseEffect {
    /// The places at which light is worked out.
    public enum LightingType: Int, Sendable, Hashable, CaseIterable {
        /// At the vertices; colours are interpolated between them.
        case perVertex
        /// At every pixel, from the interpolated position and normal.
        case perPixel
    }
    /// The device that the effect was made for.
    public let device: Device
    /// The name that error messages call the effect by; empty for none.
    public var label = "" { didSet { name = label.isEmpty ? "effect" : "effect '\(label)'" } }
    private(set) var name = "effect"

    /// The matrices from object space to eye space and to clip space; identities at first.
    public var transform = Transform() { didSet { isStale = true } }
    /// How the surface reflects light.
    public var material = Material() { didSet { isStale = true } }
    /// The fog, off at first.
    public var fog = Fog() { didSet { isStale = true } }
    /// Texture unit 0, with the coordinates `texCoord0`.
    public var texture2d0 = TextureProperty() { didSet { isStale = true } }
    /// Texture unit 1, with the coordinates `texCoord1`.
    public var texture2d1 = TextureProperty() { didSet { isStale = true } }
    /// The units in the order in which they are applied. A unit that is left out is not applied.
    public var textureOrder: [TextureUnit] = [.texture2d0, .texture2d1] { didSet { isStale = true } }

    /// The lights, at most `maximumLightCount`; three at first, all off. Without any light on, a surface has its plain colour.
    public var lights = [Light(), Light(), Light()] {
        didSet {
            for i in lights.indices where lights[i].needsSettling { lights[i].settle(modelview: transform.modelviewMatrix) }
            isStale = true
        }
    }
    /// The most lights that an effect takes; ES 1.1 demands as many.
    public static let maximumLightCount = 8
    /// Whether light is worked out at the vertices or at the pixels.
    public var lightingType = LightingType.perVertex { didSet { isStale = true } }
    /// Red, green, blue and alpha of the light that is everywhere.
    public var lightModelAmbientColor = SIMD4<Float>(0.2, 0.2, 0.2, 1) { didSet { isStale = true } }
    /// Whether triangles that show their back, by winding, are lit with the opposite normal.
    public var lightModelTwoSided = false { didSet { isStale = true } }
    /// Whether the vertex colour stands for the material's ambient and diffuse colour.
    public var colorMaterialEnabled = false { didSet { isStale = true } }
    /// The colour of every vertex when the layout has no `color`. A layout's colour wins over it, as an enabled array wins
    /// over GL's current colour.
    public var constantColor = SIMD4<Float>(1, 1, 1, 1) { didSet { isStale = true } }
    /// Whether `constantColor` is used. Without it, and without a colour in the layout, all is white.
    public var useConstantColor = true { didSet { isStale = true } }

    /// The mirror that a `ReflectionMapEffect` adds.
    struct Reflection {
        var texture = TextureProperty(target: .textureCubeMap, enabled: true)
        var matrix = Matrix3.identity
        var isRightHanded = false
    }
    var reflection: Reflection? { didSet { isStale = true } }

    private var isStale = true
    private(set) var key = EffectKey()
    private var layout = VertexLayout.none
    private var state = RasterState()
    var prepared: PreparedDraw?
    private let programs: EffectPrograms

    /// An effect with ES 1.1's defaults: no lights, no textures, no fog. Nothing is compiled before it is drawn.
    public init(device: Device) {
        self.device = device
        programs = EffectPrograms.of(device)
    }

    /// Sets pipeline, uniforms and textures for the draws that follow in `pass`. Nothing is allocated when nothing changed since
    /// the last call.
    /// - Parameters:
    ///   - pass: The pass that draws.
    ///   - newLayout: Names its attributes as `EffectAttribute` does.
    ///   - newState: All fixed state: culling, depth, blending.
    /// - Throws: `RasterError` with `invalidArgument` and others for a property that cannot be drawn, which it names, and the
    ///   errors of
    ///   `Device.makePipeline`; then `pass` is unchanged.
    public func prepareToDraw(in pass: inout RenderPass, layout newLayout: VertexLayout, state newState: RasterState = RasterState()) throws {
        if isStale || newLayout != layout { try update(layout: newLayout, state: newState) }
        else if newState != state { try selectPipeline(key, layout: newLayout, state: newState) }
        prepared?.record(in: &pass)
    }

    /// `prepareToDraw(in:layout:state:)` with the fixed state that most draws set, the rest as it is by default.
    /// - Parameters:
    ///   - pass: The pass that draws.
    ///   - layout: Names its attributes as `EffectAttribute` does.
    ///   - depth: The depth test; nil: no test, and no depth is written.
    ///   - cull: The sides of triangles that are dropped.
    public func prepareToDraw(in pass: inout RenderPass, layout: VertexLayout, depth: DepthState?, cull: CullMode = .none) throws {
        var state = RasterState()
        state.depth = depth; state.cull = cull
        try prepareToDraw(in: &pass, layout: layout, state: state)
    }

    private func update(layout newLayout: VertexLayout, state newState: RasterState) throws {
        try validate()
        let newKey = try makeKey(layout: newLayout)
        if prepared == nil || newKey != key || newLayout != layout || newState != state {
            try selectPipeline(newKey, layout: newLayout, state: newState)
        }
        writeUniforms()
        isStale = false
    }

    private func selectPipeline(_ newKey: EffectKey, layout newLayout: VertexLayout, state newState: RasterState) throws {
        let pipeline = try programs.pipeline(.base(newKey), layout: newLayout, state: newState)
        if prepared?.use(pipeline) == nil { prepared = PreparedDraw(pipeline) }
        key = newKey; layout = newLayout; state = newState
    }
}

extension BaseEffect {
    /// `lights[0]`, which is added when there is none.
    public var light0: Light { get { light(0) } set { setLight(0, newValue) } }
    /// `lights[1]`, which is added, with those before it, when there is none.
    public var light1: Light { get { light(1) } set { setLight(1, newValue) } }
    /// `lights[2]`, which is added, with those before it, when there is none.
    public var light2: Light { get { light(2) } set { setLight(2, newValue) } }

    private func light(_ i: Int) -> Light { i < lights.count ? lights[i] : Light() }
    private func setLight(_ i: Int, _ light: Light) {
        while lights.count <= i { lights.append(Light()) }
        lights[i] = light
    }
}
