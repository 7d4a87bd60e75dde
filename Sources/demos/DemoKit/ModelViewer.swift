// model: shows a model file on a floor, with an orbit camera whose distance depends on the model's bounding box.
//
// Opaque and masked meshes are drawn first, then blended meshes without writing depth. Both sides of every triangle are drawn.
// Base-colour images are sRGB, and light is computed in linear light. The base colour of a file that is not glTF is used without
// conversion.

import ArgumentParser
import Effects
import Foundation
import Models
import Panels
import Raster
import Shading
import Terminal

struct ModelCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Shows a model file (\(Model.fileExtensions.joined(separator: ", "))) with orbit controls.",
        discussion: "Controls: " + ModelViewer.keys.joined(separator: "; ") + ".")

    @Argument(help: ArgumentHelp("The model to show; without it, a vase.", valueName: "file"), completion: .file(extensions: Model.fileExtensions))
    var file: String?
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Turn the camera around the model by this angle.", valueName: "degrees"))
    var yaw = 30.0
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Height of the eye above the floor, as an angle from -89 to 89.", valueName: "degrees"))
    var pitch = 18.0
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Magnification; 1 shows the whole model.", valueName: "factor"))
    var zoom = 1.0
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Turns per minute.", valueName: "turns"))
    var spin = 0.0
    @Flag(name: .long, help: "Stand the model up: its z axis points upward.")
    var zUp = false
    @Flag(name: .long, help: "Draw the triangles' edges.")
    var wireframe = false
    @Flag(name: .long, inversion: .prefixedNo, help: "Draw the floor.")
    var floor = true
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard (-360_000...360_000).contains(yaw) else { throw ValidationError("--yaw must be between -360000 and 360000 degrees, not \(yaw).") }
        guard (-1000...1000).contains(spin) else { throw ValidationError("--spin must be between -1000 and 1000 turns per minute, not \(spin).") }
        guard (-89...89).contains(pitch) else { throw ValidationError("--pitch must be between -89 and 89, not \(pitch).") }
        guard (0.05...50).contains(zoom) else { throw ValidationError("--zoom must be between 0.05 and 50, not \(zoom).") }
    }
    func makeDemo(device: Device) throws -> ModelViewer {
        let model = try file.map { file in
            let model = try Suggestion.withSuggestions(for: file, builtIn: []) { try Model.load(file) }
            for warning in model.warnings { printError("\(file): \(warning)") }
            return model
        } ?? ModelViewer.vase
        return try ModelViewer(device: device, model: model, yaw: Float(yaw * .pi / 180), pitch: Float(pitch * .pi / 180), zoom: Float(zoom),
                               turnsPerMinute: spin, zUp: zUp, wireframe: wireframe, floor: floor)
    }
}

package final class ModelViewer: Demo {
    private struct Part {
        var vertices: Buffer
        var indices: Buffer
        var count: Int
        var primitive: PrimitiveType
        var color: SIMD4<Float>
        var alphaMode: MaterialAlphaMode
        var alphaCutoff: Float
        var texture: Texture?
        var sampler: Sampler
        var label: String
    }
    private struct PipelineKey: Hashable { var wireframe: Bool, blends: Bool, cutsOut: Bool }

    private let parts: [Part]
    private var pipelines: [PipelineKey: Pipeline] = [:]
    private let backdrop: Backdrop
    private let grid: Pipeline
    private let gridMesh: MeshBuffers
    private let white: Texture
    private let minimum: SIMD3<Float>
    private let maximum: SIMD3<Float>
    /// The largest distance of a vertex from the upright axis through the middle of the bounding box: first if y points up, second
    /// if z points up.
    private let footprint: (yUp: Float, zUp: Float)

    private var yaw: Float
    private var pitch: Float
    private var zoom: Float
    /// The shift of the centre of view, in units of the model's radius along the screen's axes.
    private var pan = SIMD2<Float>.zero
    private var turnsPerMinute: Double
    private var zUp: Bool
    private var wireframe: Bool
    private var floor: Bool
    private let firstView: (yaw: Float, pitch: Float, zoom: Float)

    /// The model that is shown if no file is given.
    package static var vase: Model {
        var clay = Model.Material(), glaze = Model.Material()
        clay.metallic = 0
        glaze.metallic = 0
        glaze.roughness = 0.2
        clay.baseColor = SIMD4(0.62, 0.24, 0.13, 1)
        glaze.baseColor = SIMD4(0.09, 0.33, 0.40, 1)
        func mesh(_ mesh: Mesh, moved y: Float, _ material: Int, _ name: String) -> Model.Mesh {
            Model.Mesh(name: name, vertices: mesh.vertices.map { Model.Vertex(position: $0.position + SIMD3(0, y, 0), normal: $0.normal, u: $0.u, v: $0.v) },
                       indices: mesh.indices.map { UInt32($0) }, material: material)
        }
        return Model(meshes: [mesh(.vase(height: 1), moved: 0, 0, "vase"), mesh(.torus(radius: 0.345, tube: 0.022), moved: 0.36, 1, "ring"),
                              mesh(.torus(radius: 0.17, tube: 0.018), moved: 0.86, 1, "collar")],
                     materials: [clay, glaze])
    }

    /// A viewer of `model`. Angles are in radians.
    package init(device: Device, model: Model, yaw: Float = 0.5, pitch: Float = 0.3, zoom: Float = 1, turnsPerMinute: Double = 0, zUp: Bool = false,
                 wireframe: Bool = false, floor: Bool = true) throws {
        self.yaw = yaw; self.pitch = pitch; self.zoom = zoom; self.turnsPerMinute = turnsPerMinute
        self.zUp = zUp; self.wireframe = wireframe; self.floor = floor
        firstView = (yaw, pitch, zoom)
        minimum = model.minimum; maximum = model.maximum
        let middle = (model.minimum + model.maximum) * 0.5
        var widest = SIMD2<Float>.zero
        let placed = try model.placed()
        for primitive in placed {
            for vertex in primitive.vertices {
                let x = vertex.x - middle.x, y = vertex.y - middle.y, z = vertex.z - middle.z
                widest = SIMD2(max(widest.x, x * x + z * z), max(widest.y, x * x + y * y))
            }
        }
        footprint = (widest.x.squareRoot(), widest.y.squareRoot())
        white = try device.makeTexture(from: Image(width: 1, height: 1, bytes: [255, 255, 255, 255]), label: "white")
        var textures: [Int: Texture] = [:]
        parts = try placed.map { primitive in
            let material = model.materials[primitive.material], use = material.textures[.baseColor] ?? material.textures[.diffuse]
            if let image = use?.image, textures[image] == nil {
                textures[image] = try device.makeTexture(from: model.images[image].converted(to: .rgba8), format: .srgb8Alpha8, mipmapped: true,
                                                         label: "image \(image)")
            }
            var sampler = use?.sampler ?? Sampler()
            sampler.maxAnisotropy = 8
            return Part(vertices: try device.makeBuffer(primitive.vertices, label: "\(primitive.name) vertices"),
                        indices: try device.makeBuffer(primitive.indices, label: "\(primitive.name) indices"), count: primitive.indices.count,
                        primitive: primitive.topology.primitiveType, color: material.specularGlossiness?.diffuse ?? material.baseColor,
                        alphaMode: material.alphaMode, alphaCutoff: material.alphaCutoff, texture: use.flatMap { textures[$0.image] },
                        sampler: sampler, label: primitive.name)
        }

        backdrop = try Backdrop(device: device)
        func program(_ name: String) throws -> Program {
            try device.makeProgram(vertex: EmbeddedShader.source("\(name).vert"), fragment: EmbeddedShader.source("\(name).frag"), label: name)
        }
        // A program without CUTOUT never discards, so the depth can be tested before its fragment shader runs.
        let cutout = try device.makeProgram(vertex: EmbeddedShader.source("model.vert"), fragment: EmbeddedShader.source("model.frag"),
                                            options: ShaderCompileOptions(defines: [ShaderDefine("CUTOUT", "1")]), label: "model, cut out")
        let whole = try program("model")
        for wireframe in [false, true] {
            for (blends, cutsOut) in [(false, false), (false, true), (true, false)] {
                var state = RasterState()
                state.depth = blends ? .readOnly : .less
                state.polygonMode = wireframe ? .line : .fill
                // A cloud of single pixels would hardly be seen.
                state.pointSize = 3
                if blends { state.colorTargets = [ColorTargetState(blend: .alpha)] }
                pipelines[PipelineKey(wireframe: wireframe, blends: blends, cutsOut: cutsOut)] = try device.makePipeline(
                    program: cutsOut ? cutout : whole, vertexLayout: Model.vertexLayout, state: state, label: "model")
            }
        }
        grid = try device.makePipeline(program: program("grid"), vertexLayout: MeshVertex.layout, depth: .readOnly, blend: .alpha, label: "grid")
        gridMesh = try MeshBuffers(.floor(size: 1, repeats: 1), device: device, label: "grid")
    }

    package static let keys = ["drag: turn", "right drag: move", "wheel: zoom", "W: wireframe", "Z: stand up, lie down", "F: floor", "S: spin",
                               "R: reset the view"]
    package var isAnimated: Bool { turnsPerMinute != 0 }

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .drag(let dx, let dy, secondary: false):
            yaw -= dx * OrbitCamera.radiansPerPixel
            pitch = min(max(pitch - dy * OrbitCamera.radiansPerPixel, -1.55), 1.55)
        case .drag(let dx, let dy, secondary: true):
            pan -= SIMD2(dx, dy) * 0.003 / zoom
            pan.clamp(lowerBound: .init(repeating: -4), upperBound: .init(repeating: 4))
        case .wheel(let steps): zoom = min(max(zoom * Float(PortableMath.power(1.12, Double(steps))), 0.05), 50)
        case .key("w"): wireframe.toggle()
        case .key("z"): zUp.toggle()
        case .key("f"): floor.toggle()
        case .key("s"):
            // The model keeps its current rotation.
            yaw += turned(at: time)
            turnsPerMinute = turnsPerMinute == 0 ? 4 : 0
            yaw -= turned(at: time)
        case .key("r"): (yaw, pitch, zoom, pan) = (firstView.yaw, firstView.pitch, firstView.zoom, .zero)
        default: break
        }
    }
    package static let hasOptions = true
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        let triangleCount = parts.reduce(0) { $0 + ($1.primitive == .triangles ? $1.count / 3 : 0) }
        panel.text("\(parts.count) \(parts.count == 1 ? "mesh" : "meshes"), \(triangleCount) triangles")
        panel.checkbox("wireframe", &wireframe)
        panel.checkbox("floor", &floor)
        panel.checkbox("z points up", &zUp)
        panel.separator()
        var degrees = SIMD2(yaw, pitch) * (180 / .pi)
        degrees.x -= (degrees.x / 360).rounded() * 360
        if panel.slider("turn", &degrees.x, in: -180...180, decimals: 0, unit: "°") { yaw = degrees.x * .pi / 180 }
        if panel.slider("height", &degrees.y, in: -88...88, decimals: 0, unit: "°") { pitch = degrees.y * .pi / 180 }
        panel.slider("zoom", &zoom, in: 0.05...50, unit: "×", logarithmic: true)
        let reached = turned(at: time)
        // The model keeps its current rotation.
        if panel.slider("spin", &turnsPerMinute, in: -30...30, decimals: 1, unit: " / min") { yaw += reached - turned(at: time) }
        if panel.button("first view") { (yaw, pitch, zoom, pan) = (firstView.yaw, firstView.pitch, firstView.zoom, .zero) }
    }

    /// Returns the distance of the eye at which an upright cylinder around the model (radius `footprint`, half height `height`)
    /// fits into the view with a margin. The distance is the same for every rotation of the model.
    private static func framingDistance(footprint: Float, height: Float, toEye: SIMD3<Float>, fovy: Float, aspect: Float) -> Float {
        let right = SIMD3(toEye.z, 0, -toEye.x).normalized, up = toEye.cross(right)
        let tangent = Float(PortableMath.tangent(Double(fovy) / 2))
        var distance: Float = 0
        for step in 0..<48 {
            let angle = Double(step) / 48 * 2 * .pi
            for y in [-height, height] {
                let corner = SIMD3(footprint * Float(PortableMath.sine(angle)), y, footprint * Float(PortableMath.cosine(angle)))
                let side = max(abs(corner.dot(up)) / tangent, abs(corner.dot(right)) / (tangent * aspect))
                distance = max(distance, corner.dot(toEye) + side * 1.02)
            }
        }
        return distance
    }
    private func turned(at time: Double) -> Float { Float((time * turnsPerMinute / 60).truncatingRemainder(dividingBy: 1) * 2 * .pi) }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        // The model is scaled to a bounding sphere of radius 1, and stands on the floor with its middle above the origin.
        let size = maximum - minimum
        let radius = max(size.length * 0.5, .leastNormalMagnitude)
        let upright = zUp ? Matrix4.rotationX(-.pi / 2) : .identity
        let center = (minimum + maximum) * 0.5
        let height = (zUp ? size.z : size.y) * 0.5 / radius
        let model = Matrix4.translation(0, height, 0) * .scale(1 / radius) * upright * .translation(-center)

        let angle = yaw + turned(at: frame.time)
        let fovy: Float = 34 * .pi / 180
        let toEye = SIMD3(Float(PortableMath.sine(Double(angle)) * PortableMath.cosine(Double(pitch))), Float(PortableMath.sine(Double(pitch))),
                          Float(PortableMath.cosine(Double(angle)) * PortableMath.cosine(Double(pitch))))
        let right = SIMD3(Float(PortableMath.cosine(Double(angle))), 0, -Float(PortableMath.sine(Double(angle)))), up = toEye.cross(right)
        let footprint = (zUp ? self.footprint.zUp : self.footprint.yUp) / radius
        let distance = ModelViewer.framingDistance(footprint: footprint, height: height, toEye: toEye, fovy: fovy, aspect: frame.aspect) / zoom
        let looked = SIMD3(0, height, 0) + right * pan.x + up * pan.y
        let eye = looked + toEye * distance
        let near = max(distance - 6, distance * 0.01)
        let viewProjection = Matrix4.perspective(fovy: fovy, aspect: frame.aspect, near: near, far: distance + 14) * .lookAt(eye: eye, center: looked)

        encoder.render(to: frame.target, clear: .color(0, 0, 0, 1), label: "model") { pass in
            backdrop.draw(in: &pass, viewProjection: viewProjection, zenith: .init(0.09, 0.15, 0.27), horizon: .init(0.46, 0.54, 0.62),
                          ground: .init(0.17, 0.19, 0.23), rise: 0.55)
            drawParts(blended: false, in: &pass)
            if floor { drawFloor(in: &pass) }
            drawParts(blended: true, in: &pass)
        }

        func drawParts(blended: Bool, in pass: inout RenderPass) {
            for part in parts where (part.alphaMode == .blend) == blended {
                let cutsOut = part.alphaMode == .mask
                guard let pipeline = pipelines[PipelineKey(wireframe: wireframe, blends: blended, cutsOut: cutsOut)] else { continue }
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(part.vertices)
                pass.setUniform("model", model)
                pass.setUniform("modelNormal", model.normalMatrix)
                pass.setUniform("viewProjection", viewProjection)
                pass.setUniform("hasPicture", part.texture != nil)
                pass.setUniform("baseColor", part.color)
                if cutsOut { pass.setUniform("alphaCutoff", part.alphaCutoff) }
                pass.setUniform("blended", blended)
                pass.setUniform("eye", eye)
                pass.setUniform("keyDirection", (toEye * 0.55 - right * 0.5 + SIMD3(0, 0.75, 0)).normalized)
                pass.setUniform("rimDirection", (right * 0.8 - toEye * 0.6 + SIMD3(0, 0.35, 0)).normalized)
                pass.setTexture("picture", part.texture ?? white, part.sampler)
                pass.drawIndexed(part.indices, type: .uint32, part.primitive, count: part.count, label: part.label)
            }
        }
        func drawFloor(in pass: inout RenderPass) {
            pass.setPipeline(grid)
            pass.setUniform("viewProjection", viewProjection)
            pass.setUniform("center", SIMD3<Float>(0, -0.002, 0))
            pass.setUniform("extent", Float(12))
            pass.setUniform("cells", Float(60))
            pass.setUniform("shadow", footprint / 12)
            gridMesh.draw(in: &pass, label: "floor")
        }
    }
}
