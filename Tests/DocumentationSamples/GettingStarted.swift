// The program of the page "Getting started".

import Effects
import Foundation
import Raster

struct TorusVertex { var x, y, z, normalX, normalY, normalZ: Float }

/// Returns the triangles of a torus: a grid with `around` cells around the ring and `across` cells around the tube.
func torus(_ around: Int = 64, _ across: Int = 32) -> [TorusVertex] {
    func vertex(_ i: Int, _ j: Int) -> TorusVertex {
        let u = Float(i) / Float(around) * 2 * .pi, v = Float(j) / Float(across) * 2 * .pi
        let normal = SIMD3(cos(v) * cos(u), cos(v) * sin(u), sin(v))
        let point = SIMD3(cos(u), sin(u), 0) + normal * 0.4
        return TorusVertex(x: point.x, y: point.y, z: point.z, normalX: normal.x, normalY: normal.y, normalZ: normal.z)
    }
    return (0..<around).flatMap { i in
        (0..<across).flatMap { j in
            [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)]
        }
    }
}

final class TorusController: ViewController {
    private let effect: BaseEffect
    private let vertices: Buffer
    private let layout = VertexLayout(stride: 24, .position(.float3), .normal(.float3, offset: 12))
    private var state = RasterState()
    private var angle: Float = 0

    init(device: Device, width: Int, height: Int, clock: any FrameClock = MonotonicFrameClock()) throws {
        let view = try View(device: device, width: width, height: height)
        view.drawableDepthFormat = .format24
        view.drawableMultisample = .multisample4X

        vertices = try device.makeBuffer(torus())
        effect = BaseEffect(device: device)
        effect.lightingType = .perPixel
        effect.light0.enabled = true
        effect.light0.position = [1, 2, 3, 0]
        effect.material.diffuseColor = [0.96, 0.51, 0.13, 1]
        effect.material.specularColor = [1, 1, 1, 1]
        effect.material.shininess = 40
        state.depth = .less
        state.cull = .back
        super.init(view: view, clock: clock)
    }

    override func update() {
        angle += 0.8 * Float(timeSinceLastUpdate)
    }

    override func view(_ view: View, draw encoder: inout CommandEncoder, into drawable: Framebuffer) throws {
        let aspect = Float(view.drawableWidth) / Float(view.drawableHeight)
        effect.transform.projectionMatrix = .perspective(fovy: 0.8, aspect: aspect, near: 0.1, far: 100)
        effect.transform.modelviewMatrix = .translation(0, 0, -4) * .rotationY(angle) * .rotationX(angle * 0.5)
        try encoder.render(to: drawable, clear: .color(0.1, 0.12, 0.18, 1)) { pass in
            try effect.prepareToDraw(in: &pass, layout: layout, state: state)
            pass.setVertexBuffer(vertices)
            pass.draw(count: 64 * 32 * 6)
        }
    }
}

/// Returns a picture of the controller's scene, 1.2 seconds after its start.
func torusPicture(device: Device) throws -> Image {
    let clock = ManualFrameClock()
    let controller = try TorusController(device: device, width: 400, height: 225, clock: clock)
    try controller.step()
    clock.advance(by: 1.2)
    try controller.step()
    return try controller.view.displayed().readImage()
}
