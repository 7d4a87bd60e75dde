import Raster
import Shading

/// The light that surrounds a scene, prepared for surfaces of every roughness.
///
/// To make an environment, the device draws a cube map of the surroundings. The levels of the cube map show the reflections in surfaces of
/// growing roughness. The diffuse light is computed as spherical harmonics. Making an environment takes time, so an application should make
/// the object once and keep the object. The bundled environments are made once for each device.
public final class EnvironmentLight {
    /// The prefiltered cube map: level 0 is sharp, the last level is for roughness 1.
    let map: Texture
    /// The nine coefficients of the diffuse light, as environment-harmonics.frag defines them.
    let harmonics: [SIMD3<Float>]

    /// The sampler of `map`. Neighbouring faces of the map have equal texels along their common edge; see environment-lookup.glsl.
    static let sampler = { var sampler = Sampler.trilinear; sampler.seamlessCube = false; return sampler }()

    /// The average of the light from all directions.
    public var average: SIMD3<Float> { harmonics[0] }

    /// Creates the light of an equirectangular picture of the whole sphere, such as a Radiance HDR file. The middle of the picture shows
    /// +x, the top +y.
    /// - Parameters:
    ///   - equirectangular: A 2D texture of linear colours, usually of floats. Numbers that are negative or not finite count as 0.
    ///   - resolution: The side of the cube map: a power of two, 16…1024.
    /// - Throws: `RasterError` if the texture or the resolution cannot be used; the errors of `Device.submit`.
    public convenience init(equirectangular: Texture, resolution: Int = 256) throws {
        let device = try EnvironmentLight.device(of: equirectangular, .d2)
        // The number of lookups along each side of a texel of the cube map. With up to 16 lookups, neighbouring lookups are about one texel
        // of the picture apart, so no small bright spot is missed. In very large pictures, the lookups are farther apart.
        let taps = min(max(equirectangular.width / (4 * max(resolution, 1)), 1), 16)
        try self.init(device, resolution, .picture(equirectangular, .one), [ShaderDefine("EQUIRECTANGULAR"), ShaderDefine("TAPS", "\(taps)")])
    }
    /// Creates the light of a cube map.
    /// - Parameters:
    ///   - cube: A cube texture of linear colours.
    ///   - isRightHanded: The coordinate system that the faces were painted for, as in `SkyboxEffect.cubeMapIsRightHanded`.
    ///   - resolution: The side of the cube map that is made: a power of two, 16…1024.
    /// - Throws: `RasterError` if the texture or the resolution cannot be used; the errors of `Device.submit`.
    public convenience init(cube: Texture, isRightHanded: Bool = false, resolution: Int = 256) throws {
        let device = try EnvironmentLight.device(of: cube, .cube)
        let taps = min(max(cube.width / max(resolution, 1), 1), 16)
        try self.init(device, resolution, .picture(cube, SIMD3(1, 1, isRightHanded ? -1 : 1)), [ShaderDefine("CUBE"), ShaderDefine("TAPS", "\(taps)")])
    }

    /// Returns a studio: a grey room with large lamps behind white cloth. The studio shows shapes well and has no colour. If `resolution`
    /// is smaller, the environment is made faster, but mirrors show a blurred picture.
    public static func studio(on device: Device, resolution: Int = 256) throws -> EnvironmentLight {
        try EnvironmentPrograms.of(device).bundled("STUDIO", resolution: resolution)
    }
    /// Returns a summer day: a blue sky with a few clouds, a low sun, and sandy ground. `resolution` means the same as in
    /// `studio(on:resolution:)`.
    public static func sky(on device: Device, resolution: Int = 256) throws -> EnvironmentLight {
        try EnvironmentPrograms.of(device).bundled("SKY", resolution: resolution)
    }

    convenience init(bundled name: String, resolution: Int, device: Device) throws {
        try self.init(device, resolution, .none, [ShaderDefine(name), ShaderDefine("TAPS", "1")])
    }
    private init(_ device: Device, _ resolution: Int, _ source: EnvironmentPrograms.Source, _ defines: [ShaderDefine]) throws {
        guard (16...1024).contains(resolution), resolution & (resolution - 1) == 0 else {
            throw RasterError(.invalidSize, "environment", "cannot have a resolution of \(resolution)", remedy: "use a power of two from 16 to 1024")
        }
        (map, harmonics) = try EnvironmentPrograms.of(device).prefiltered(source, defines: defines, resolution: resolution)
    }

    private static func device(of texture: Texture, _ type: TextureType) throws -> Device {
        let descriptor = texture.descriptor
        guard descriptor.type == type, descriptor.samples == 1, descriptor.format.isColor, !descriptor.format.isInteger else {
            throw RasterError(.samplerTypeMismatch, "environment's texture", "is .\(descriptor.type) of format \(descriptor.format) with \(descriptor.samples) samples",
                              remedy: "use a \(type == .cube ? "cube map" : "2D texture") of colours")
        }
        return try texture.device
    }
}
