import Raster

/// A BaseEffect whose surface mirrors a cube map.
///
/// At each pixel, u points from the eye to the surface and r = u − 2n(n·u) is what the eye sees in it; the cube map is
/// read in the direction matrix · r. Without a matrix the mirrored world turns with the camera; the inverse of the
/// camera's turn keeps it fixed in the world.
public final class ReflectionMapEffect: BaseEffect {
    /// An effect with ES 1.1's defaults and a mirror that still needs its texture.
    public override init(device: Device) {
        super.init(device: device)
        reflection = Reflection()
        textureOrder.append(.textureCubeMap)
    }
    /// The cube map that is mirrored. On from the start, and it must have a texture then. Its texels join the colour as `envMode`
    /// says.
    public var textureCubeMap: TextureProperty {
        get { reflection?.texture ?? TextureProperty(target: .textureCubeMap) }
        set { reflection?.texture = newValue }
    }
    /// Turns directions from eye space to the cube map's space; the identity at first.
    public var matrix: Matrix3 {
        get { reflection?.matrix ?? .identity }
        set { reflection?.matrix = newValue }
    }
    /// How the faces were painted. false: as OpenGL's left-handed layout has them (OpenGL 3.3 §3.8.10). true: for a right-handed
    /// world, +Z to be seen when one looks along −z; lookups have their z turned round.
    public var cubeMapIsRightHanded: Bool {
        get { reflection?.isRightHanded ?? false }
        set { reflection?.isRightHanded = newValue }
    }
}
