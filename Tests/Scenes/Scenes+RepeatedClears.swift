// Scenes: images that are repeatedly cleared to values that parts of the image already have. A renderer may omit such clears, but
// everything drawn between two clears must disappear.

import Raster

extension Scene {
    static let repeatedClears: [Scene] = [
        Scene("an image cleared again after all that writes it") { stage in
            let target = try stage.target(150, 90, depth: .depth24Stencil8)
            guard let image = target.color[0] else { return [] }
            let background = ClearValues(colors: [.float(.init(0.2, 0.4, 0.6, 1))], depth: 0.5, stencil: 9)
            let pipeline = try stage.colorPipeline {
                $0.depth = .less
                $0.stencil = StencilState(both: StencilFaceState(depthFail: .invert, pass: .incrementWrap))
            }
            let depthOnly = try stage.colorPipeline { $0.depth = .less; $0.colorTargets = [ColorTargetState(writeMask: .none)] }
            let checkers = try stage.texture(.d2, .rgba8, 40, 30) { x, y, _, _ in (x + y) & 1 == 0 ? Ink.red : Ink.white }
            var mesh = Mesh(), outputs: [SceneOutput] = []
            mesh.triangle(.init(20, 10), .init(90, 30), .init(50, 80), z: -0.5, Ink.yellow)

            func look(_ clear: ClearValues = background, _ body: (inout RenderPass) throws -> Void = { _ in }) throws {
                outputs += try stage.picture(target, clear: clear, body)
                outputs.append(try stage.depthOutput(target))
            }
            func drawing(_ pipeline: Pipeline) -> (inout RenderPass) throws -> Void {
                { pass in
                    pass.setPipeline(pipeline)
                    try pass.draw(mesh)
                }
            }
            try look()
            try look(background, drawing(pipeline))
            try look()
            // Draws without clearing first.
            try look(.none, drawing(pipeline))
            try look()
            // Draws that change only depth.
            try look(background, drawing(depthOnly))
            try look()
            // One part of the image is cleared to a new value, and another part to the value that this part already has.
            try look { pass in
                pass.setScissor(PixelRect(x: 30, y: 20, width: 70, height: 50))
                pass.clear(ClearValues(colors: [.float(.init(1, 0, 0, 1))], depth: 0.25, stencil: 3))
                pass.setScissor(PixelRect(x: 60, y: 10, width: 80, height: 30))
                pass.clear(background)
            }
            try look()
            // Clears to other values, and then to the first values.
            try look(.color(0, 0, 0))
            try look()
            // Draws, clears in the same pass, and draws.
            try look { pass in
                try drawing(pipeline)(&pass)
                pass.clear(background)
                pass.setScissor(PixelRect(x: 0, y: 0, width: 50, height: 90))
                try drawing(pipeline)(&pass)
            }
            try look()
            // Writes to the image without a pass: with a blit, and with `replace`.
            var encoder = stage.device.makeCommandEncoder(label: "blit")
            encoder.blit(Attachment(checkers), from: (0, 0, 40, 30), to: image, in: (50, 40, 90, 70), filter: .nearest)
            try stage.device.submit(encoder)
            try look()
            try image.texture.replace(region: TextureRegion(x: 100, y: 5, width: 2, height: 2), bytes: [UInt8](repeating: 200, count: 16))
            try look()
            return outputs
        },
        Scene("layers of one texture cleared by turns") { stage in
            let layers = try stage.device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: 80, height: 70, depth: 2))
            let targets = try (0..<2).map { try stage.device.makeFramebuffer(color: [Attachment(layers, slice: $0)]) }
            let both = try stage.device.makeFramebuffer(color: [Attachment(layers, slice: 0), Attachment(layers, slice: 1)])
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh(), outputs: [SceneOutput] = []
            mesh.quad(10, 10, 40, 40, Ink.orange)
            for (target, draws) in [(targets[0], true), (targets[1], false), (targets[0], false), (targets[1], true), (both, false), (targets[1], false)] {
                outputs += try stage.picture(target, clear: .color(0.25, 0.5, 0.75)) { pass in
                    guard draws else { return }
                    pass.setPipeline(pipeline)
                    try pass.draw(mesh)
                }
                outputs += try (0..<2).map { try SceneOutput(layers, level: 0, slice: $0, name: "layer \($0)") }
            }
            return outputs
        },
    ]
}
