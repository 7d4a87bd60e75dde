// New effects have the defaults of GLKit and OpenGL ES 1.1.

import Effects
import Raster
import Testing

@Suite("Defaults")
struct EffectDefaultsTests {
    @Test("a base effect starts with GLKit's defaults") func baseEffect() {
        let effect = BaseEffect(device: Device(.reference))
        #expect(!effect.colorMaterialEnabled && !effect.lightModelTwoSided && effect.useConstantColor)
        #expect(effect.constantColor == .one && effect.lightModelAmbientColor == SIMD4(0.2, 0.2, 0.2, 1))
        #expect(effect.lightingType == .perVertex && effect.textureOrder == [.texture2d0, .texture2d1] && effect.label == "")
        #expect(!effect.light0.enabled && !effect.light1.enabled && !effect.light2.enabled)
        #expect(!effect.texture2d0.enabled && !effect.texture2d1.enabled && !effect.fog.enabled)
        #expect(effect.texture2d0.texture == nil && effect.texture2d0.target == .texture2D && effect.texture2d0.envMode == .modulate)
        #expect(effect.transform == Transform())
        #expect(effect.transform.modelviewMatrix == .identity && effect.transform.projectionMatrix == .identity && effect.transform.normalMatrix == .identity)
    }
    @Test("light, material and fog start with GLKit's defaults") func properties() {
        let light = Light(), material = Material(), fog = Fog()
        #expect(light.position == SIMD4(0, 0, 1, 0) && light.spotDirection == SIMD3(0, 0, -1))
        #expect(light.ambientColor == SIMD4(0, 0, 0, 1) && light.diffuseColor == .one && light.specularColor == .one)
        #expect(light.spotExponent == 0 && light.spotCutoff == 180 && light.transform == Transform())
        #expect(light.constantAttenuation == 1 && light.linearAttenuation == 0 && light.quadraticAttenuation == 0)
        #expect(material.ambientColor == SIMD4(0.2, 0.2, 0.2, 1) && material.diffuseColor == SIMD4(0.8, 0.8, 0.8, 1))
        #expect(material.specularColor == SIMD4(0, 0, 0, 1) && material.emissiveColor == SIMD4(0, 0, 0, 1) && material.shininess == 0)
        #expect(fog.mode == .exp && fog.color == .zero && fog.density == 1 && fog.start == 0 && fog.end == 1)
    }
    @Test("the effects with a cube map start with GLKit's defaults") func cubeEffects() {
        let device = Device(.reference)
        let skybox = SkyboxEffect(device: device), mirror = ReflectionMapEffect(device: device)
        #expect(skybox.center == .zero && skybox.xSize == 1 && skybox.ySize == 1 && skybox.zSize == 1 && skybox.label == "")
        #expect(skybox.transform == Transform() && skybox.textureCubeMap.target == .textureCubeMap && !skybox.cubeMapIsRightHanded)
        #expect(mirror.matrix == .identity && mirror.textureOrder == [.texture2d0, .texture2d1, .textureCubeMap] && !mirror.cubeMapIsRightHanded)
    }
    @Test("light 1 can be set even if the list of lights is empty") func fewerLights() {
        let effect = BaseEffect(device: Device(.reference))
        effect.lights = []
        effect.light1.enabled = true
        #expect(effect.lights.map(\.enabled) == [false, true])
    }
}
