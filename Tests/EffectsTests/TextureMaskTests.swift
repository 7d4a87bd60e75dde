// Grey pictures as masks in a texture unit, according to OpenGL ES 1.1 (§3.7.12, table 3.14) for GL_ALPHA.

import Effects
import Raster
import Testing

@Test("a grey picture loaded as alpha masks the colour and does not change it otherwise", arguments: [Device.Kind.reference, .jit],
      TextureProperty.EnvMode.allCases)
func alphaOnlyTexture(kind: Device.Kind, mode: TextureProperty.EnvMode) throws {
    let device = Device(kind)
    let gray = Image(width: 2, height: 2, format: .gray8, bytes: [51, 51, 51, 51])
    let info = try TextureLoader(device: device).texture(with: gray, options: .init(grayscaleAsAlpha: true))
    #expect(info.isAlphaOnly)
    #expect(try TextureLoader(device: device).texture(with: gray).isAlphaOnly == false)

    let effect = BaseEffect(device: device)
    effect.constantColor = [1, 0.6, 0.2, 0.8]
    effect.texture2d0 = TextureProperty(info, envMode: mode)
    let vertices: [Float] = [-1, -1, 0, 0, 3, -1, 2, 0, -1, 3, 0, 2]
    let buffer = try device.makeBuffer(vertices), target = try device.makeFramebuffer(width: 4, height: 4)
    var frame = device.makeCommandEncoder()
    try frame.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
        try effect.prepareToDraw(in: &pass, layout: VertexLayout(stride: 16, .position(.float2), .texCoord0(.float2, offset: 8)))
        pass.setVertexBuffer(buffer)
        pass.draw(count: 3)
    }
    try device.submit(frame)
    // The colour is unchanged. The alpha is the mask, the mask times 0.8, or unchanged.
    let alpha: UInt8 = switch mode { case .replace: 51; case .modulate: 41; case .decal: 204 }
    #expect(try target.readImage()[2, 2] == SIMD4(255, 153, 51, alpha))
}
