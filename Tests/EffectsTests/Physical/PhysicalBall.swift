// PhysicalBall: a square whose normal map holds the normals of a ball. The square is seen along parallel rays, and each pixel shows one
// texel of the map, so the normal of each pixel is known without interpolation.

import Effects
import Raster

struct PhysicalBall {
    static let size = 32
    let device: Device
    let effect: PhysicalEffect
    let quad: MeshBuffers
    var layout: VertexLayout

    init(device: Device) throws {
        self.device = device
        effect = PhysicalEffect(device: device)
        quad = try MeshBuffers(.plane(width: 2, height: 2), device: device)
        var layout = MeshVertex.layout
        layout.constants["tangent"] = SIMD4(1, 0, 0, 1)
        self.layout = layout
        effect.toneMapping = .none
    }
    func normalMap() throws -> MaterialTexture<Texture> {
        let size = PhysicalBall.size
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: size, height: size))
        var texels: [SIMD4<Float>] = []
        for y in 0..<size { for x in 0..<size { texels.append(SIMD4((PhysicalBall.normal(x, y) + 1) / 2, 1)) } }
        try texture.replace(bytes: texels)
        return MaterialTexture(texture, sampler: .nearest)
    }
    /// Returns the normal at pixel (x, y), counted from the bottom left. Outside of the ball, the normal points to the eye.
    static func normal(_ x: Int, _ y: Int) -> SIMD3<Float> {
        let p = place(x, y) * 1.02, squared = (p * p).sum()
        return squared < 0.98 ? SIMD3(p.x, p.y, (1 - squared).squareRoot()) : SIMD3(0, 0, 1)
    }
    static func place(_ x: Int, _ y: Int) -> SIMD2<Float> { SIMD2((Float(x) + 0.5) * 2 / Float(size) - 1, (Float(y) + 0.5) * 2 / Float(size) - 1) }

    /// Draws the square, and returns its pixels, with the lower left pixel first.
    func draw(format: PixelFormat = .rgba8) throws -> [SIMD4<Float>] {
        let target = try device.makeFramebuffer(width: PhysicalBall.size, height: PhysicalBall.size, color: [format])
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            var state = effect.materialState
            state.depth = nil
            try effect.prepareToDraw(in: &pass, layout: layout, state: state)
            quad.draw(in: &pass)
        }
        try device.submit(encoder)
        return try target.readPixels()
    }
}
