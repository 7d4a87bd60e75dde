// triangles: an open box that turns; a tap unfolds the box or folds it again. The demo is an introduction to vertex buffers.
//
// The box has four sides of two triangles each, 24 vertices without an index buffer. The box (±0.5) changes into four flat panels.
// The inner edges of the panels are at x = ±0.1 and extend to y = ±1.2; the outer edges are at x = ±1.2 and extend to y = ±0.6.
// Positions and normals are interpolated linearly. The progress of the unfolding changes by 0.4 per second with quadratic easing.
// The buffer is uploaded again only if the vertices have changed. One BaseEffect draws all modes except points. Points are sprites
// with their own shader. The box hovers over a floor and casts a shadow. The shadow consists of the same vertices, projected from
// the light onto the floor.

import ArgumentParser
import Effects
import Foundation
import Panels
import Raster

struct TrianglesCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "triangles", abstract: "A box of 24 vertices that turns and unfolds: vertex layouts, light, points, a texture.",
        discussion: "Keys: " + TrianglesDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("What to show: constant, colors, lit, textured or points.", valueName: "mode"))
    var mode = TrianglesDemo.Mode.lit
    @Flag(name: .long, inversion: .prefixedNo, help: "Light the modes with normals (lit, textured).")
    var light = true
    @Option(name: .long, help: ArgumentHelp("Click at this time: the box unfolds, or folds. May be repeated.", valueName: "seconds"))
    var tap: [Double] = []
    @OptionGroup var common: CommonOptions

    func makeDemo(device: Device) throws -> TrianglesDemo { try TrianglesDemo(device: device, mode: mode, light: light, taps: tap) }
}

package final class TrianglesDemo: Demo {
    package enum Mode: String, ExpressibleByArgument, CaseIterable, Sendable {
        /// Only the position, 12 bytes per vertex; every vertex is yellow.
        case constant
        /// The position and the colour as four unsigned normalised bytes, 16 bytes per vertex.
        case colors
        /// The position, the normal and the colour, 28 bytes per vertex.
        case lit
        /// The position, the normal and the texture coordinate, 32 bytes per vertex.
        case textured
        /// Point sprites: the position and the colour, 16 bytes per vertex.
        case points

        var hasNormals: Bool { self == .lit || self == .textured }
        var vertex: String {
            switch self {
            case .constant: "12 bytes: position"
            case .colors, .points: "16 bytes: position, colour"
            case .lit: "28 bytes: position, normal, colour"
            case .textured: "32 bytes: position, normal, texture coordinate"
            }
        }
    }
    private var mode: Mode
    private var light: Bool
    private var taps: [Double]
    private var buffers: [Mode: Buffer] = [:]
    private let effect: BaseEffect
    private let beads: Pipeline
    /// The 32-bit words that each buffer contains now.
    private var shownWords: [Mode: [UInt32]] = [:]
    private let depthTest: RasterState
    private let backdrop: Backdrop
    private let grid: Pipeline
    private let floor: MeshBuffers
    private let shadow: BaseEffect
    private let shadowState: RasterState

    private static let view = Matrix4.lookAt(eye: SIMD3(0, 0.75, 4.7), center: SIMD3(0, -0.22, 0))
    private static let toLight = SIMD3<Float>(-0.35, 1, 0.4).normalized
    private static let floorHeight: Float = -1.3
    /// The matrix that projects the world onto the floor, along the direction of the light.
    private static let flattening: Matrix4 = {
        let slope = SIMD2(toLight.x, toLight.z) / toLight.y
        return Matrix4(SIMD4(1, 0, 0, 0), SIMD4(-slope.x, 0, -slope.y, 0), SIMD4(0, 0, 1, 0),
                       SIMD4(slope.x * floorHeight, floorHeight, slope.y * floorHeight, 1))
    }()

    package init(device: Device, mode: Mode = .lit, light: Bool = true, taps: [Double] = []) throws {
        self.mode = mode; self.light = light; self.taps = taps.sorted()
        for mode in Mode.allCases {
            let words = TrianglesDemo.vertexWords(mode, morph: 0)
            buffers[mode] = try device.makeBuffer(words, label: "\(mode.rawValue) vertices")
            shownWords[mode] = words
        }
        var depthTest = RasterState()
        depthTest.depth = .less
        self.depthTest = depthTest
        let program = try device.makeProgram(vertex: EmbeddedShader.source("points.vert"), fragment: EmbeddedShader.source("points.frag"), label: "points")
        beads = try device.makePipeline(program: program, vertexLayout: TrianglesDemo.layout(.points), state: depthTest, label: "points")

        effect = BaseEffect(device: device)
        effect.label = "triangles"
        effect.colorMaterialEnabled = true
        effect.lightModelTwoSided = true
        // The light is set while the modelview is the camera's matrix, so the light is fixed in the world.
        effect.transform.modelviewMatrix = TrianglesDemo.view
        effect.light0.position = SIMD4(TrianglesDemo.toLight + SIMD3(0, 0, 0.6), 0)
        effect.light0.ambientColor = SIMD4(0.35, 0.35, 0.38, 1)

        backdrop = try Backdrop(device: device)
        grid = try device.makePipeline(program: device.makeProgram(vertex: EmbeddedShader.source("grid.vert"), fragment: EmbeddedShader.source("grid.frag"),
                                                                   label: "grid"),
                                       vertexLayout: MeshVertex.layout, depth: .readOnly, blend: .alpha, label: "grid")
        floor = try MeshBuffers(.floor(size: 1, repeats: 1), device: device, label: "floor")
        shadow = BaseEffect(device: device)
        shadow.label = "shadow"
        shadow.constantColor = SIMD4(0.115, 0.135, 0.17, 1)
        // Blending takes the minimum of the shadow's colour and the stored colour, so that overlapping sides of the box do not make
        // the shadow darker.
        var shadowState = RasterState()
        shadowState.depth = .readOnly
        shadowState.colorTargets = [ColorTargetState(blend: BlendState(equation: .min, source: .one, destination: .one))]
        self.shadowState = shadowState
        let atlas = try device.makeTexture(from: Patterns.fourFaces(), mipmapped: true, label: "four faces")
        effect.texture2d0 = TextureProperty(atlas, sampler: .trilinear)
    }

    package static let keys = ["1-5: mode", "L: light on, off", "click: unfold, fold"]

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .tap: taps.append(time)
        case .key("l"): light.toggle()
        case .key(let character):
            if let digit = character.wholeNumberValue, (1...Mode.allCases.count).contains(digit) { mode = Mode.allCases[digit - 1] }
        default: break
        }
    }

    package static let hasOptions = true
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.combo("mode", &mode)
        panel.note(mode.vertex)
        panel.disabled(!mode.hasNormals) { panel.checkbox("light", &light) }
        panel.disabled(mode != .textured) {
            panel.combo("environment", &effect.texture2d0.envMode, of: TextureProperty.EnvMode.allCases) { "\($0)" }
        }
        if panel.button(taps.count % 2 == 0 ? "unfold" : "fold") { taps.append(time) }
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        guard let buffer = buffers[mode] else { return }
        let turn = 0.5 * frame.time
        let model = Matrix4.rotationY(Float(0.62 + turn)) * .rotationX(Float(0.42 - 0.22 * PortableMath.sine(turn)))
        let modelview = TrianglesDemo.view * model
        let projection = frame.perspective(fovy: Float(42 * Double.pi / 180), near: 0.1, far: 100)
        let viewProjection = projection * TrianglesDemo.view
        let words = TrianglesDemo.vertexWords(mode, morph: morph(at: frame.time))
        // While the box neither folds nor unfolds, its vertices do not change.
        if words != shownWords[mode] { encoder.update(buffer, with: words) }
        shownWords[mode] = words
        try encoder.render(to: frame.target, clear: .color(0, 0, 0, 1), label: "triangles") { pass in
            backdrop.draw(in: &pass, viewProjection: viewProjection, zenith: SIMD3(0.05, 0.07, 0.12), horizon: SIMD3(0.30, 0.35, 0.44),
                          ground: SIMD3(0.10, 0.12, 0.15), rise: 0.7)
            pass.setPipeline(grid)
            pass.setUniform("viewProjection", viewProjection)
            pass.setUniform("center", SIMD3(0, TrianglesDemo.floorHeight, 0))
            pass.setUniform("extent", Float(14))
            pass.setUniform("cells", Float(35))
            pass.setUniform("shadow", Float(0.001))
            floor.draw(in: &pass, label: "floor")
            pass.setVertexBuffer(buffer)
            if mode != .points {
                shadow.transform = Transform(modelview: TrianglesDemo.view * TrianglesDemo.flattening * model, projection: projection)
                try shadow.prepareToDraw(in: &pass, layout: VertexLayout(stride: 4 * words.count / 24, .position(.float3)), state: shadowState)
                pass.draw(count: 24, label: "shadow")
            }
            if mode == .points {
                pass.setPipeline(beads)
                pass.setUniform("modelview", modelview)
                pass.setUniform("projection", projection)
                pass.setUniform("diameter", Float(0.075))
                pass.setUniform("pixelsPerUnit", projection.columns.1.y * Float(frame.target.height) / 2)
                pass.draw(.points, count: words.count / 4, label: "beads")
            } else {
                effect.transform = Transform(modelview: modelview, projection: projection)
                effect.light0.enabled = light && mode.hasNormals
                effect.texture2d0.enabled = mode == .textured
                effect.constantColor = mode == .constant ? SIMD4(1, 1, 0, 1) : .one
                try effect.prepareToDraw(in: &pass, layout: TrianglesDemo.layout(mode), state: depthTest)
                pass.draw(count: 24, label: mode.rawValue)
            }
        }
    }

    /// Returns the progress of unfolding, 0…1. Each tap reverses the direction.
    private func morph(at time: Double) -> Float {
        var progress = 0.0, direction = -1.0, last = 0.0
        for tap in taps where tap <= time {
            progress = min(1, max(0, progress + direction * 0.4 * (tap - last)))
            direction = -direction
            last = tap
        }
        progress = min(1, max(0, progress + direction * 0.4 * (time - last)))
        let rest = 1 - progress
        return Float(progress < 0.5 ? 2 * progress * progress : 1 - 2 * rest * rest)
    }

    // MARK: geometry

    private static func layout(_ mode: Mode) -> VertexLayout {
        switch mode {
        case .constant: VertexLayout(stride: 12, .position(.float3))
        case .colors, .points: VertexLayout(stride: 16, .position(.float3), .color(.unorm8x4, offset: 12))
        case .lit: VertexLayout(stride: 28, .position(.float3), .normal(.float3, offset: 12), .color(.unorm8x4, offset: 24))
        case .textured: VertexLayout(stride: 32, .position(.float3), .normal(.float3, offset: 12), .texCoord0(.float2, offset: 24))
        }
    }

    /// A side: its corners in the order bottom left, bottom right, top right, top left, as seen from outside.
    private struct Side {
        var corners: [SIMD3<Float>]
        var normal: SIMD3<Float>
        func point(_ x: Float, _ y: Float) -> SIMD3<Float> {
            mix(mix(corners[0], corners[1], x), mix(corners[3], corners[2], x), y)
        }
    }
    private static let boxSides: [Side] = (0..<4).map { i in
        // The front, right, back and left side. Each side is the previous side after a quarter turn.
        let turn = [(0, 1), (1, 0), (0, -1), (-1, 0)][i]
        let normal = SIMD3<Float>(Float(turn.0), 0, Float(turn.1)), right = SIMD3<Float>(Float(turn.1), 0, -Float(turn.0)), up = SIMD3<Float>(0, 1, 0)
        return Side(corners: [normal - right - up, normal + right - up, normal + right + up, normal - right + up].map { $0 * 0.5 }, normal: normal)
    }
    private static let flatSides: [Side] = [
        [(0.1, 0), (1.2, 0), (1.2, 0.6), (0.1, 1.2)], [(0.1, -1.2), (1.2, -0.6), (1.2, 0), (0.1, 0)],
        [(-1.2, -0.6), (-0.1, -1.2), (-0.1, 0), (-1.2, 0)], [(-1.2, 0), (-0.1, 0), (-0.1, 1.2), (-1.2, 0.6)],
    ].map { corners in Side(corners: corners.map { SIMD3($0.0, $0.1, 0) }, normal: .init(0, 0, 1)) }

    /// The colours of the four corners of each side, as RGBA bytes.
    private static let cornerColors: [[UInt32]] = [
        [0xFF2D55, 0xFF9500, 0xFFE066, 0xFF3B6B], [0xFF9500, 0x34C759, 0xA8F0B0, 0xFFE066],
        [0x34C759, 0x0A84FF, 0x7AD7FF, 0xA8F0B0], [0x0A84FF, 0xFF2D55, 0xFF3B6B, 0x7AD7FF],
    ]
    private static func color(_ side: Int, _ x: Float, _ y: Float) -> UInt32 {
        let c = cornerColors[side].map(rgb)
        let mixed = mix(mix(c[0], c[1], x), mix(c[3], c[2], x), y)
        return UInt32(unorm8(mixed.x)) | UInt32(unorm8(mixed.y)) << 8 | UInt32(unorm8(mixed.z)) << 16 | 0xFF00_0000
    }

    /// Returns the interleaved vertices as 32-bit words.
    private static func vertexWords(_ mode: Mode, morph: Float) -> [UInt32] {
        var words: [UInt32] = []
        func append(_ v: SIMD3<Float>) { words += [v.x.bitPattern, v.y.bitPattern, v.z.bitPattern] }
        for (i, (box, flat)) in zip(boxSides, flatSides).enumerated() {
            func position(_ x: Float, _ y: Float) -> SIMD3<Float> { mix(box.point(x, y), flat.point(x, y), morph) }
            if mode == .points {
                let count = 14
                for row in 0..<count {
                    for column in 0..<count {
                        let x = (Float(column) + 0.5) / Float(count), y = (Float(row) + 0.5) / Float(count)
                        append(position(x, y))
                        words.append(color(i, x, y))
                    }
                }
                continue
            }
            for (x, y) in [(0, 0), (1, 0), (1, 1), (0, 0), (1, 1), (0, 1)] as [(Float, Float)] {
                append(position(x, y))
                if mode == .lit || mode == .textured { append(mix(box.normal, flat.normal, morph)) }
                switch mode {
                case .colors, .lit: words.append(color(i, x, y))
                case .textured: words += [((Float(i) + x) * 0.25).bitPattern, y.bitPattern]
                case .constant, .points: break
                }
            }
        }
        return words
    }
}
