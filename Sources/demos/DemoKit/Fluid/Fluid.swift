// Fluid: a flat fluid without friction that carries ink, computed on grids by compute shaders. Each file Shaders/fluid-*.comp computes one
// part of a step.
//
// The velocity is computed on a grid of square cells. A step moves the velocity and the ink along with the flow, and adds pushes and small
// swirls. At the end of a step, the velocity is corrected, so that about as much fluid flows into each cell as out of the cell. The ink's
// grid has smaller cells, because the details of the ink are visible.
//
// Every step advances the fluid by the same time. No invocation of a shader reads a texel that another invocation of the same dispatch
// writes, so the order of the invocations has no effect. For this reason, the same stirrers give a fluid with the same bits on every machine.

import Raster
import Shading

final class Fluid {
    /// A disc that moves from `from` to `to` during a step, pushes the fluid and pours ink. The unit of lengths is the picture's height,
    /// and the origin is the picture's lower left corner.
    struct Stirrer {
        var from: SIMD2<Float>
        var to: SIMD2<Float>
        /// The velocity that the fluid gets at the stirrer, in heights per second.
        var push: SIMD2<Float>
        /// The colour of the ink that the stirrer pours, in linear light.
        var ink: SIMD3<Float>
        var radius: Float
    }
    static let stepsPerSecond = 60
    /// The maximum number of stirrers of a step.
    static let stirrerLimit = 8
    /// The number of iterations with which a step approximates the pressure of each cell.
    private static let pressureTurns = 10
    /// The width and the height of a work group. The shaders must declare the same width and height.
    private static let groupWidth = 16, groupHeight = 8

    private let device: Device
    private let stir, curl, swirl, sources, pressure, flow, carry: ComputeProgram
    let rows: Int
    private var columns = 0
    /// The texture with the present velocity, and a second texture into which a step writes the new velocity.
    private var velocities: [Texture] = []
    /// The texture with the present ink, and a second texture into which a step writes the new ink.
    private var inks: [Texture] = []
    private var curls, sourcesOfCells, pressures: Buffer?

    init(device: Device, rows: Int) throws {
        let stirrers = EmbeddedShader.source("fluid-stirrers.glsl")
        let options = ShaderCompileOptions(includeResolver: DictionaryIncludeResolver([stirrers.name: stirrers.text]))
        func program(_ name: String) throws -> ComputeProgram {
            try device.makeComputeProgram(EmbeddedShader.source("fluid-\(name).comp"), options: options, label: name)
        }
        self.device = device
        self.rows = rows
        stir = try program("stir")
        curl = try program("curl")
        swirl = try program("swirl")
        sources = try program("sources")
        pressure = try program("pressure")
        flow = try program("flow")
        carry = try program("carry")
    }

    /// The ink: its colour in linear light and its amount as alpha. The texture has all mip levels. `ink` is nil before the first
    /// call of `fit` and after `clear`.
    var ink: Texture? { inks.first }
    /// The fluid's width divided by its height.
    var aspect: Float { Float(columns) / Float(rows) }

    /// Gives the fluid the proportions of a picture. If the fluid had other proportions, the velocity and the ink are stretched to the
    /// picture's proportions.
    func fit(width: Int, height: Int, into encoder: inout CommandEncoder) throws {
        let wanted = min(max((rows * width + height / 2) / height, 8), 4 * rows)
        if wanted == columns { return }
        let old = (velocities.first, inks.first)
        columns = wanted
        let inkWidth = columns * 5 / 2, inkHeight = rows * 5 / 2
        velocities = try (0..<2).map { _ in
            try device.makeTexture(TextureDescriptor(format: .rg32Float, width: columns, height: rows, label: "velocity"))
        }
        let levels = TextureDescriptor.fullMipLevelCount(width: inkWidth, height: inkHeight)
        inks = try (0..<2).map { _ in
            try device.makeTexture(TextureDescriptor(format: .rgba16Float, width: inkWidth, height: inkHeight, mipLevels: levels, label: "ink"))
        }
        func buffer(_ label: String) throws -> Buffer { try device.makeBuffer(byteCount: 4 * columns * rows, label: label) }
        curls = try buffer("curl")
        sourcesOfCells = try buffer("sources")
        pressures = try buffer("pressure")
        for case (let from?, let to) in [(old.0, velocities[0]), (old.1, inks[0])] {
            encoder.blit(Attachment(from), from: (0, 0, from.width, from.height), to: Attachment(to), in: (0, 0, to.width, to.height), filter: .linear)
        }
    }
    /// Removes the ink, and stops the fluid.
    func clear() {
        columns = 0
        velocities = []
        inks = []
    }

    /// Records a step. Call `fit` before the first step.
    /// - Parameters:
    ///   - swirling: How much the step strengthens small swirls; with 0, the step does not strengthen swirls.
    ///   - keep: The share of the ink that remains after the step.
    func step(_ stirrers: [Stirrer], swirling: Float, keep: Float, into encoder: inout CommandEncoder) {
        guard let curls, let sourcesOfCells, let pressures else { preconditionFailure("a fluid without a shape") }
        let still = Stirrer(from: .zero, to: .zero, push: .zero, ink: .zero, radius: 1), count = min(stirrers.count, Fluid.stirrerLimit)
        let stirrers = stirrers.prefix(count) + Array(repeating: still, count: Fluid.stirrerLimit - count)
        let seconds = 1 / Float(Fluid.stepsPerSecond), groups = Fluid.groups(columns, rows)
        encoder.compute(label: "fluid") { pass in
            func setStirrers(_ pass: inout ComputePass) {
                pass.setUniform("seconds", seconds)
                pass.setUniform("stirrerCount", count)
                pass.setUniform("ways", stirrers.map { SIMD4(lowHalf: $0.from, highHalf: $0.to) })
            }
            pass.setProgram(stir)
            setStirrers(&pass)
            pass.setTexture("velocity", velocities[0])
            pass.setImage("stirred", velocities[1])
            pass.setUniform("pushes", stirrers.map { SIMD3($0.push.x, $0.push.y, $0.radius) })
            pass.dispatch(groups.x, groups.y, label: "stir")

            pass.setProgram(curl)
            pass.setImage("stirred", velocities[1])
            pass.setStorageBuffer("Curl", curls)
            pass.dispatch(groups.x, groups.y, label: "curl")

            pass.setProgram(swirl)
            pass.setImage("stirred", velocities[1])
            pass.setImage("swirled", velocities[0])
            pass.setStorageBuffer("Curl", curls)
            pass.setUniform("strength", swirling)
            pass.dispatch(groups.x, groups.y, label: "swirl")

            pass.setProgram(sources)
            pass.setImage("swirled", velocities[0])
            pass.setStorageBuffer("Sources", sourcesOfCells)
            pass.dispatch(groups.x, groups.y, label: "sources")

            pass.setProgram(pressure)
            pass.setStorageBuffer("Sources", sourcesOfCells)
            pass.setStorageBuffer("Pressure", pressures)
            pass.setUniform("size", SIMD2(Int32(columns), Int32(rows)))
            let half = Fluid.groups((columns + 1) / 2, rows)
            for _ in 0..<Fluid.pressureTurns {
                for color in 0..<2 {
                    pass.setUniform("color", color)
                    pass.dispatch(half.x, half.y, label: "pressure")
                }
            }

            pass.setProgram(flow)
            pass.setImage("swirled", velocities[0])
            pass.setImage("flowing", velocities[1])
            pass.setStorageBuffer("Pressure", pressures)
            pass.setUniform("keep", 0.9985)
            pass.dispatch(groups.x, groups.y, label: "flow")

            pass.setProgram(carry)
            setStirrers(&pass)
            pass.setTexture("velocity", velocities[1])
            pass.setTexture("ink", inks[0], .linear, levels: 0...0)
            pass.setImage("carried", inks[1])
            pass.setUniform("keep", keep)
            pass.setUniform("inks", stirrers.map { SIMD4($0.ink, $0.radius) })
            let inkGroups = Fluid.groups(inks[1].width, inks[1].height)
            pass.dispatch(inkGroups.x, inkGroups.y, label: "carry")
        }
        velocities.swapAt(0, 1)
        inks.swapAt(0, 1)
    }
    private static func groups(_ width: Int, _ height: Int) -> (x: Int, y: Int) {
        ((width + groupWidth - 1) / groupWidth, (height + groupHeight - 1) / groupHeight)
    }
}
