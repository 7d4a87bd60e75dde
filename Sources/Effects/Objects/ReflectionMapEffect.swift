import Raster

/// A BaseEffect whose surface reflects a cube map.
///
/// At each pixel, u points from the eye to the surface, and r = u − 2n(n·u) is the reflected direction. The direction in which the
/// cube map is read is matrix · r. If the matrix is the identity, the reflection turns with the camera. If the matrix is the inverse of the
/// camera's rotation, the reflection stays fixed in the world.
public final class ReflectionMapEffect: BaseEffect {
    /// Creates an effect with ES 1.1's defaults and a reflection whose texture is not set.
    public override init(device: Device) {
        super.init(device: device)
        reflection = Reflection()
        textureOrder.append(.textureCubeMap)
    }
    /// The texture unit with the reflected cube map. The texture unit is enabled by default, and an enabled unit must have a
    /// texture. The property `envMode` says how the texels of the cube map are combined with the lit colour.
    public var textureCubeMap: TextureProperty {
        get { reflection?.texture ?? TextureProperty(target: .textureCubeMap) }
        set { reflection?.texture = newValue }
    }
    /// The rotation from eye space to the cube map's space; the identity by default.
    public var matrix: Matrix3 {
        get { reflection?.matrix ?? .identity }
        set { reflection?.matrix = newValue }
    }
    /// The coordinate system for which the faces were painted. If this property is false, the faces have OpenGL's left-handed layout
    /// (OpenGL 3.3 §3.8.10). If this property is true, the faces show a right-handed world: a viewer who looks along −z sees the
    /// face +Z. For faces of a right-handed world, the effect negates the z coordinate of each lookup.
    public var cubeMapIsRightHanded: Bool {
        get { reflection?.isRightHanded ?? false }
        set { reflection?.isRightHanded = newValue }
    }
}
