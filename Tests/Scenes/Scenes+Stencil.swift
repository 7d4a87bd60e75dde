// Scenes: stencil tests and operations, one-sided and two-sided.

import Raster

extension Scene {
    static let stencil: [Scene] = [
        Scene("stencil operations where the test passes") { stage in
            try stage.stencilOperations { StencilFaceState(pass: $0) }
        },
        Scene("stencil operations where the stencil test fails") { stage in
            try stage.stencilOperations { StencilFaceState(compare: .never, stencilFail: $0) }
        },
        Scene("stencil operations where the depth test fails") { stage in
            try stage.stencilOperations(depth: DepthState(compare: .never)) { StencilFaceState(depthFail: $0) }
        },
        Scene("stencil comparisons with masks") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let target = try stage.target(96, 48, depth: .depth24Stencil8)
            let grid = Grid(columns: 4, cell: 24, 24)
            let colors = try stage.picture(target) { pass in
                pass.setPipeline(try stage.pipeline(program) { $0.stencil = StencilState(both: StencilFaceState(pass: .replace)) })
                for cell in 0..<8 {
                    for i in 0..<4 {
                        pass.setStencilReference(UInt8(0x30 + i * 0x41 & 0xFF))
                        var mesh = Mesh()
                        mesh.quad(Float(i) * 6, 0, Float(i) * 6 + 6, 24, Ink.blue)
                        try pass.draw(mesh, in: grid, cell: cell)
                    }
                }
                for (cell, compare) in CompareFunction.allCases.enumerated() {
                    let mask: UInt8 = cell % 2 == 0 ? 0xFF : 0x0F
                    pass.setPipeline(try stage.pipeline(program) {
                        $0.stencil = StencilState(both: StencilFaceState(compare: compare, pass: .invert, readMask: mask, writeMask: 0xF0))
                    })
                    pass.setStencilReference(0x71)
                    var mesh = Mesh()
                    mesh.triangle(.init(1, 1), .init(23, 5), .init(10, 23), Ink.yellow)
                    try pass.draw(mesh, in: grid, cell: cell)
                }
            }
            return colors + [try stage.depthOutput(target)]
        },
        Scene("two-sided stencil counts a volume") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let target = try stage.target(64, 64, depth: .depth24Stencil8)
            let colors = try stage.picture(target) { pass in
                pass.setPipeline(try stage.pipeline(program) { $0.depth = .less })
                var ground = Mesh()
                ground.vertex(0, 0, z: -0.25, Ink.green); ground.vertex(64, 0, z: 0.25, Ink.green); ground.vertex(64, 64, z: 0.75, Ink.green)
                ground.vertex(0, 0, z: -0.25, Ink.green); ground.vertex(64, 64, z: 0.75, Ink.green); ground.vertex(0, 64, z: 0.25, Ink.green)
                try pass.draw(ground)
                pass.setPipeline(try stage.pipeline(program) {
                    $0.depth = .readOnly
                    $0.stencil = StencilState(front: StencilFaceState(depthFail: .incrementWrap, pass: .keep, writeMask: 0x7F),
                                              back: StencilFaceState(depthFail: .decrementWrap, pass: .invert))
                    $0.colorTargets = [ColorTargetState(writeMask: .none)]
                })
                var volume = Mesh()
                volume.triangle(.init(8, 8), .init(58, 14), .init(30, 56), z: 0, Ink.white)
                volume.triangle(.init(10, 50), .init(50, 50), .init(40, 10), z: 0.25, Ink.white)
                volume.triangle(.init(4, 30), .init(60, 30), .init(50, 40), z: 0.5, Ink.white)
                try pass.draw(volume)
                pass.setPipeline(try stage.pipeline(program) {
                    $0.stencil = StencilState(front: StencilFaceState(compare: .notEqual), back: StencilFaceState(compare: .equal))
                    $0.colorTargets = [ColorTargetState(blend: .multiply)]
                })
                pass.setStencilReference(front: 0, back: 1)
                var shade = Mesh()
                shade.quad(0, 0, 64, 64, .init(0.4, 0.4, 0.6, 1))
                shade.triangle(.init(0, 64), .init(64, 64), .init(64, 0), .init(1, 0.5, 0.5, 1))
                try pass.draw(shade)
            }
            return colors + [try stage.depthOutput(target)]
        },
        Scene("stencil without depth") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let target = try stage.target(40, 40, depth: .stencil8)
            let colors = try stage.picture(target, clear: ClearValues(colors: [.float(.init(0, 0, 0.2, 1))], stencil: 5)) { pass in
                pass.setPipeline(try stage.pipeline(program) {
                    $0.stencil = StencilState(both: StencilFaceState(compare: .lessEqual, stencilFail: .zero, pass: .incrementClamp))
                })
                pass.setStencilReference(6)
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(38, 8), .init(14, 38), Ink.red)
                try pass.draw(mesh)
                pass.setStencilReference(5)
                mesh.quad(10, 4, 36, 20, Ink.yellow)
                try pass.draw(mesh)
                try pass.draw(mesh)
            }
            return colors + [try stage.depthOutput(target)]
        },
        Scene("clearing depth and stencil inside a scissor") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let target = try stage.target(40, 40, depth: .depth24Stencil8)
            let colors = try stage.picture(target, clear: ClearValues(colors: [.float(.init(0.2, 0, 0, 1))], depth: 0.5, stencil: 0x81)) { pass in
                pass.setScissor(PixelRect(x: 8, y: 12, width: 20, height: 10))
                pass.clear(.depth(1, stencil: 3))
                pass.setScissor(PixelRect(x: 20, y: 4, width: 6, height: 30))
                pass.clear(ClearValues(stencil: 0xFF))
                pass.setScissor(PixelRect(x: 0, y: 0, width: 40, height: 16))
                pass.clear(ClearValues(colors: [.float(.init(0, 0.5, 0, 1))], depth: 0.25))
                pass.setScissor(nil)
                pass.setPipeline(try stage.pipeline(program) {
                    $0.depth = .less
                    $0.stencil = StencilState(both: StencilFaceState(compare: .less, pass: .incrementWrap))
                })
                pass.setStencilReference(2)
                var mesh = Mesh()
                mesh.quad(2, 2, 38, 38, z: 0.25, Ink.yellow)
                try pass.draw(mesh)
            }
            return colors + [try stage.depthOutput(target)]
        },
    ]
}

extension Stage {
    /// Draws a cell for each operation. A cell has one column for each start value, and applies the operation with three reference
    /// values.
    fileprivate func stencilOperations(depth: DepthState? = nil, _ face: (StencilOperation) -> StencilFaceState) throws -> [SceneOutput] {
        let program = try program(Mesh.vertexShader, Mesh.fragmentShader)
        let target = try target(96, 48, depth: .depth24Stencil8)
        let grid = Grid(columns: 4, cell: 24, 24)
        let colors = try picture(target, clear: .color(0, 0, 0)) { pass in
            for (cell, operation) in StencilOperation.allCases.enumerated() {
                for (i, start) in ([0, 1, 0x7F, 0xFE, 0xFF, 0x55] as [UInt8]).enumerated() {
                    pass.setPipeline(try pipeline(program) { $0.stencil = StencilState(both: StencilFaceState(pass: .replace)) })
                    pass.setStencilReference(start)
                    var mesh = Mesh()
                    mesh.quad(Float(i) * 4, 0, Float(i) * 4 + 4, 24, .init(Float(start) / 255, 0.2, 0.3, 1))
                    try pass.draw(mesh, in: grid, cell: cell)
                }
                for (i, reference) in ([0x80, 3, 0xFF] as [UInt8]).enumerated() {
                    pass.setPipeline(try pipeline(program) { $0.depth = depth; $0.stencil = StencilState(both: face(operation)) })
                    pass.setStencilReference(reference)
                    var mesh = Mesh()
                    mesh.quad(1, Float(i) * 8, 23, Float(i) * 8 + 6, Ink.yellow)
                    try pass.draw(mesh, in: grid, cell: cell)
                }
            }
        }
        return colors + [try depthOutput(target)]
    }
}
