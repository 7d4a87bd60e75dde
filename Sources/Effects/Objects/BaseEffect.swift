import Host
import Raster

/// OpenGL ES 1.1's fixed-function pipeline as an effect: light, material, textures, fog (specification §2.12, §3.7, §3.8).
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
/// A change of a property takes effect at the next `prepareToDraw`. Commands that were recorded before the change keep the old
/// values. Properties are checked only by `prepareToDraw`. An effect belongs to its device and must be used on the device's thread.
public class BaseEffect {
    /// Where light is computed.
    public enum LightingType: Int, Sendable, Hashable, CaseIterable {
        /// Light is computed at the vertices, and colours are interpolated between the vertices.
        case perVertex
        /// Light is computed at every pixel, from the interpolated position and normal.
        case perPixel
    }
    /// The device that the effect was made for.
    public let device: Device
    /// The name of the effect in error messages; empty if the effect has no name.
    public var label = "" { didSet { name = label.isEmpty ? "effect" : "effect '\(label)'" } }
    private(set) var name = "effect"

    /// The matrices from object space to eye space and from eye space to clip space; identities by default.
    public var transform = Transform() { didSet { isStale = true } }
    /// How the surface reflects light.
    public var material = Material() { didSet { isStale = true } }
    /// The fog; off by default.
    public var fog = Fog() { didSet { isStale = true } }
    /// Texture unit 0, which uses the texture coordinates `texCoord0`.
    public var texture2d0 = TextureProperty() { didSet { isStale = true } }
    /// Texture unit 1, which uses the texture coordinates `texCoord1`.
    public var texture2d1 = TextureProperty() { didSet { isStale = true } }
    /// The texture units, in the order in which they are applied. A texture unit that is not in this array is not applied.
    public var textureOrder: [TextureUnit] = [.texture2d0, .texture2d1] { didSet { isStale = true } }

    /// The lights, at most `maximumLightCount`; by default three, all off. If all lights are off, a surface has its unlit colour.
    public var lights = [Light(), Light(), Light()] {
        didSet {
            for i in lights.indices where lights[i].needsSettling {
                LibraryCall.performHere { lights[i].settle(modelview: transform.modelviewMatrix) }
            }
            isStale = true
        }
    }
    /// The maximum number of lights of an effect. ES 1.1 requires at least this number.
    public static let maximumLightCount = 8
    /// Whether light is computed at the vertices or at the pixels.
    public var lightingType = LightingType.perVertex { didSet { isStale = true } }
    /// Red, green, blue and alpha of the ambient light of the whole scene.
    public var lightModelAmbientColor = SIMD4<Float>(0.2, 0.2, 0.2, 1) { didSet { isStale = true } }
    /// Whether back-facing triangles are lit with the opposite normal.
    public var lightModelTwoSided = false { didSet { isStale = true } }
    /// Whether the vertex colour replaces the material's ambient and diffuse colour.
    public var colorMaterialEnabled = false { didSet { isStale = true } }
    /// The colour of every vertex if the layout has no `color`. If the layout has a `color`, this property is not used, just as OpenGL does
    /// not use its current colour if the colour array is enabled.
    public var constantColor = SIMD4<Float>(1, 1, 1, 1) { didSet { isStale = true } }
    /// Whether `constantColor` is used. If `useConstantColor` is false and the layout has no `color`, the colour of every vertex is white.
    public var useConstantColor = true { didSet { isStale = true } }

    /// The reflection that a `ReflectionMapEffect` adds.
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

    /// Creates an effect with ES 1.1's defaults: no lights, no textures, no fog. Programs are compiled at the first draw.
    public init(device: Device) {
        self.device = device
        programs = EffectPrograms.of(device)
    }

    /// Sets pipeline, uniforms and textures for the following draws in `pass`. If nothing has changed since the last call, the call
    /// allocates no memory.
    /// - Parameters:
    ///   - pass: The pass that draws.
    ///   - newLayout: The vertex layout, whose attributes have the names of `EffectAttribute`.
    ///   - newState: The fixed state of the draw: culling, depth, blending.
    /// - Throws: a `RasterError` that names the property, such as `invalidArgument`, if a property has an invalid value; the errors of
    ///   `Device.makePipeline`. If an error is thrown, `pass` is unchanged.
    public func prepareToDraw(in pass: inout RenderPass, layout newLayout: VertexLayout, state newState: RasterState = RasterState()) throws {
        if isStale || newLayout != layout { try LibraryCall.perform { try update(layout: newLayout, state: newState) } }
        else if newState != state { try selectPipeline(key, layout: newLayout, state: newState) }
        prepared?.record(in: &pass)
    }

    /// Does the same as `prepareToDraw(in:layout:state:)`, with parameters for the state that most draws set. All other state has
    /// its default.
    /// - Parameters:
    ///   - pass: The pass that draws.
    ///   - layout: The vertex layout, whose attributes have the names of `EffectAttribute`.
    ///   - depth: The depth test; nil if depth is neither tested nor written.
    ///   - cull: The faces of triangles that are culled.
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
    /// The light at index 0 of `lights`. If `lights` is empty, setting this property adds the light.
    public var light0: Light { get { light(0) } set { setLight(0, newValue) } }
    /// The light at index 1 of `lights`. If `lights` has fewer than two lights, setting this property adds the missing lights.
    public var light1: Light { get { light(1) } set { setLight(1, newValue) } }
    /// The light at index 2 of `lights`. If `lights` has fewer than three lights, setting this property adds the missing lights.
    public var light2: Light { get { light(2) } set { setLight(2, newValue) } }

    private func light(_ i: Int) -> Light { i < lights.count ? lights[i] : Light() }
    private func setLight(_ i: Int, _ light: Light) {
        while lights.count <= i { lights.append(Light()) }
        lights[i] = light
    }
}
