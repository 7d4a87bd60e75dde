import Host
import Raster

/// A box around the eye whose inner sides show a cube map.
///
///     try skybox.prepareToDraw(in: &pass, state: state)
///     skybox.draw(in: &pass)
///
/// Each side of the box shows one whole face of the map, whatever the proportions of the box. The eye should be inside of the box,
/// and the whole box should be nearer than the far plane.
public final class SkyboxEffect {
    /// The device that the effect was made for.
    public let device: Device
    /// The name of the effect in error messages; empty if the effect has no name.
    public var label = "" { didSet { name = label.isEmpty ? "skybox effect" : "skybox effect '\(label)'" } }
    private var name = "skybox effect"

    /// The matrices from object space to eye space and from eye space to clip space; identities by default.
    public var transform = Transform() { didSet { isStale = true } }
    /// The middle of the box in object space. The box reaches from center − size/2 to center + size/2.
    public var center = SIMD3<Float>.zero { didSet { isStale = true } }
    /// The box's extent along x in object space, above 0.
    public var xSize: Float = 1 { didSet { isStale = true } }
    /// The box's extent along y in object space, above 0.
    public var ySize: Float = 1 { didSet { isStale = true } }
    /// The box's extent along z in object space, above 0.
    public var zSize: Float = 1 { didSet { isStale = true } }
    /// The unit with the cube map that is shown. The unit must have a texture and must be enabled (the default). `envMode` has no effect.
    public var textureCubeMap = TextureProperty(target: .textureCubeMap, enabled: true) { didSet { isStale = true } }
    /// The coordinate system for which the faces were painted. If this property is false, the faces have OpenGL's left-handed layout
    /// (OpenGL 3.3 §3.8.10). If this property is true, the faces show a right-handed world: a viewer who looks along −z sees the face +Z.
    public var cubeMapIsRightHanded = false { didSet { isStale = true } }

    private var isStale = true
    private var state = RasterState()
    private var prepared: PreparedDraw?
    private let programs: EffectPrograms

    /// Creates a cube of size 1 around the origin, without a texture.
    public init(device: Device) {
        self.device = device
        programs = EffectPrograms.of(device)
    }

    /// Sets pipeline, uniforms and textures, like `BaseEffect.prepareToDraw`. The box's triangles are counter-clockwise as seen
    /// from inside.
    /// - Throws: a `RasterError` that names the property if a property has an invalid value. If an error is thrown, `pass` is unchanged.
    public func prepareToDraw(in pass: inout RenderPass, state newState: RasterState = RasterState()) throws {
        if isStale || newState != state { try LibraryCall.perform { try update(state: newState) } }
        prepared?.record(in: &pass)
    }
    /// Draws the box after `prepareToDraw`. The draw replaces the buffer in vertex buffer slot 0. A capture of a frame shows `file` and
    /// `line` as the draw's place in the source; by default, this place is the caller's line.
    public func draw(in pass: inout RenderPass, file: StaticString = #fileID, line: UInt = #line) throws {
        pass.setVertexBuffer(try programs.cubeBuffer())
        pass.draw(count: EffectPrograms.cubeVertexCount, label: label.isEmpty ? "skybox" : label, file: file, line: line)
    }

    private func update(state newState: RasterState) throws {
        try transform.validate(of: name)
        try requireFinite(center.isFinite, "center", center, of: name)
        for (side, size) in [("xSize", xSize), ("ySize", ySize), ("zSize", zSize)] {
            try require(size.isFinite && size > 0, side, "is \(size)", remedy: "use a size above 0", of: name)
        }
        try require(textureCubeMap.enabled, "textureCubeMap", "is disabled, so there is nothing to draw", remedy: "enable it, or leave the skybox out",
                    of: name)
        let texture = try textureCubeMap.validatedTexture("textureCubeMap", expected: .textureCubeMap, device: device, of: name)

        let pipeline = try programs.pipeline(.skybox, layout: EffectPrograms.cubeLayout, state: newState)
        var draw = prepared ?? PreparedDraw(pipeline)
        prepared = nil
        draw.use(pipeline)
        draw.set("modelviewProjection", transform.modelviewProjectionMatrix)
        draw.set("center", center)
        draw.set("halfSize", SIMD3(xSize, ySize, zSize) / 2)
        draw.set("lookupScale", SIMD3(1, 1, cubeMapIsRightHanded ? -1 : 1))
        draw.set("textureCubeMap", texture, textureCubeMap.sampler)
        prepared = draw
        state = newState
        isStale = false
    }
}
