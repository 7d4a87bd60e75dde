// MaterialsDemo: draws the scene, which is one object or all presets on a floor. For each frame, the demo sets the effects from the
// settings of the panel.

import Effects
import Foundation
import Panels
import Raster

package final class MaterialsDemo: Demo {
    var settings: MaterialSettings
    /// The textures from which the user chooses the picture of a texture unit.
    let pictures: [TextureSettings.Picture: Texture]

    private struct Shape {
        var mesh: MeshBuffers
        /// The colour of each vertex as RGBA bytes, computed from the vertex's normal.
        var colors: Buffer
        /// `place` is the transform that puts the object on the floor. `shadow` is the radius of the object's shadow.
        var place: Matrix4
        var shadow: Float
    }
    private let shapes: [MaterialSettings.Shape: Shape]
    private let floor: Shape
    private let lamp: MeshBuffers
    private static let lampRadius: Float = 0.045
    private let shadowSquare: MeshBuffers
    private let surface: BaseEffect
    private let floorSurface: BaseEffect
    private let flat: BaseEffect
    private let shadowSpot: Texture
    private let backdrop: Backdrop
    private var orbit = SIMD2<Float>(0.3, 0.26)
    private var zoom: Float = 1

    /// The layout of the vertices: slot 0 has positions, normals and texture coordinates, and slot 1 has colours.
    private static let coloredLayout = VertexLayout(buffers: MeshVertex.layout.buffers + [VertexBufferLayout(stride: 4)],
                                                    attributes: MeshVertex.layout.attributes + [.color(.unorm8x4, slot: 1)])
    private static let solid: RasterState = {
        var state = RasterState()
        state.depth = .less
        return state
    }()
    private static let blended: RasterState = {
        var state = RasterState()
        state.depth = .readOnly
        state.colorTargets = [ColorTargetState(blend: .alpha)]
        return state
    }()

    package init(device: Device, settings: MaterialSettings = MaterialSettings()) throws {
        self.settings = settings
        func shape(_ mesh: Mesh, _ label: String, place: Matrix4 = .identity, shadow: Float = 0, color: (MeshVertex) -> SIMD4<Float>) throws -> Shape {
            let colors = mesh.vertices.map { v in let c = color(v); return SIMD4(unorm8(c.x), unorm8(c.y), unorm8(c.z), unorm8(c.w)) }
            return Shape(mesh: try MeshBuffers(mesh, device: device, label: label), colors: try device.makeBuffer(colors, label: "\(label) colours"),
                         place: place, shadow: shadow)
        }
        shapes = try Dictionary(uniqueKeysWithValues: MaterialSettings.Shape.allCases.map { name in
            let (mesh, place, shadow) = MaterialsDemo.mesh(name)
            return (name, try shape(mesh, name.rawValue, place: place, shadow: shadow) { SIMD4($0.normal * 0.45 + 0.55, 1) })
        })
        // The floor has many vertices, because lighting may be computed only at the vertices. The floor fades out towards its rim.
        floor = try shape(MaterialsDemo.disc(radius: 9), "floor") { v in
            let r = (v.position.x * v.position.x + v.position.z * v.position.z).squareRoot()
            return SIMD4(0.30, 0.315, 0.35, 1 - smoothstep(2.2, 8.6, r))
        }
        lamp = try MeshBuffers(.sphere(radius: MaterialsDemo.lampRadius, columns: 24, rows: 12), device: device, label: "lamp")
        shadowSquare = try MeshBuffers(.floor(size: 2, repeats: 1), device: device, label: "shadow")
        shadowSpot = try device.makeTexture(from: Patterns.softShadow(), label: "soft shadow")
        let images: [(TextureSettings.Picture, Image)] = [
            (.checker, Patterns.checker()), (.brick, Patterns.brick(size: 256)), (.wood, Patterns.wood(size: 256)), (.marble, Patterns.marble(size: 256)),
            (.stickers, Patterns.stickers()),
        ]
        pictures = try Dictionary(uniqueKeysWithValues: images.map { name, image in
            (name, try device.makeTexture(from: image, mipmapped: true, label: name.rawValue))
        })
        backdrop = try Backdrop(device: device)

        surface = BaseEffect(device: device)
        surface.label = "surface"
        floorSurface = BaseEffect(device: device)
        floorSurface.label = "floor"
        floorSurface.colorMaterialEnabled = true
        floorSurface.material.specularColor = SIMD4(0.16, 0.17, 0.2, 1)
        floorSurface.material.shininess = 30
        flat = BaseEffect(device: device)
        flat.label = "without light"
    }

    package func timeUntilNextChange(at time: Double) -> Double? {
        settings.spin != 0 || (settings.isLit && settings.lights.contains { $0.isOn && $0.orbit != 0 }) ? 0 : nil
    }

    package static let keys = ["drag: walk around", "wheel: nearer, farther", "1-6: shape", "V: per vertex, per pixel", "A: one, all"]

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .drag(let dx, let dy, _):
            orbit.x -= dx * OrbitCamera.radiansPerPixel
            orbit.y = min(max(orbit.y - dy * OrbitCamera.radiansPerPixel, 0.02), 1.4)
        case .wheel(let steps): zoom = min(max(zoom * Float(PortableMath.power(1.1, Double(steps))), 0.4), 4)
        case .key("v"): settings.isPerPixel.toggle()
        case .key("a"): settings.view = settings.view == .one ? .all : .one
        case .key(let character):
            let all = MaterialSettings.Shape.allCases
            if let digit = character.wholeNumberValue, (1...all.count).contains(digit) { settings.shape = all[digit - 1] }
        default: break
        }
    }

    // MARK: a frame

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        let isAll = settings.view == .all
        let around = Double(orbit.x) - (isAll ? 0.22 : 0), up = min(Double(orbit.y) + (isAll ? 0.22 : 0), 1.5)
        let distance = (isAll ? 6.9 : 4.1) / zoom
        let looked = SIMD3<Float>(0, isAll ? 0.3 : 0.68, 0)
        let eye = looked + SIMD3(Float(PortableMath.sine(around) * PortableMath.cosine(up)), Float(PortableMath.sine(up)),
                                 Float(PortableMath.cosine(around) * PortableMath.cosine(up))) * distance
        let view = Matrix4.lookAt(eye: eye, center: looked)
        let projection = frame.perspective(fovy: 34 * .pi / 180, narrowest: isAll ? 4 / 3 : 1, near: 0.1, far: 60)
        for effect in [surface, floorSurface, flat] {
            effect.transform = Transform(modelview: view, projection: projection)
            settings.apply(fogAndLightingOf: effect)
        }
        settings.apply(lightsOf: surface, at: frame.time)
        settings.apply(lightsOf: floorSurface, at: frame.time)
        floorSurface.lightModelTwoSided = false
        applyTextures()
        surface.colorMaterialEnabled = settings.colorMaterial
        surface.constantColor = SIMD4(settings.constantColor, 1)

        try encoder.render(to: frame.target, clear: .color(0, 0, 0, 1), label: "materials") { pass in
            drawBackdrop(in: &pass, viewProjection: projection * view)
            try floorSurface.prepareToDraw(in: &pass, layout: MaterialsDemo.coloredLayout, state: MaterialsDemo.blended)
            pass.setVertexBuffer(floor.colors, slot: 1)
            floor.mesh.draw(in: &pass, label: "floor")
            let objects = isAll ? MaterialsDemo.collection : [Object(shape: settings.shape, surface: settings.surface, place: .identity)]
            for object in objects { try drawShadow(of: object, view: view, in: &pass) }
            for object in objects { try draw(object, view: view, time: frame.time, in: &pass) }
            if settings.showsLamps && settings.isLit { try drawLamps(view: view, projection: projection, time: frame.time, in: &pass) }
        }
    }

    private func applyTextures() {
        func property(_ unit: TextureSettings) -> TextureProperty {
            TextureProperty(pictures[unit.picture], sampler: .trilinearRepeat, envMode: unit.mode, enabled: unit.picture != .none)
        }
        surface.texture2d0 = property(settings.textures[0])
        surface.texture2d1 = property(settings.textures[1])
        surface.textureOrder = settings.isOrderSwapped ? [.texture2d1, .texture2d0] : [.texture2d0, .texture2d1]
    }

    private func drawBackdrop(in pass: inout RenderPass, viewProjection: Matrix4) {
        guard settings.fog.isOn else {
            return backdrop.draw(in: &pass, viewProjection: viewProjection, zenith: .init(0.010, 0.012, 0.018), horizon: .init(0.050, 0.060, 0.078),
                                 ground: .init(0.022, 0.026, 0.033), rise: 0.5)
        }
        // A colour in linear light that the backdrop's shader converts exactly to the colour of the fog.
        var fog = SIMD3<Float>.zero
        for k in 0..<3 {
            let light = Float(PortableMath.power(Double(settings.fog.color[k]), 2.2))
            fog[k] = light / (1 - 0.25 * light)
        }
        backdrop.draw(in: &pass, viewProjection: viewProjection, zenith: fog, horizon: fog, ground: fog, rise: 0.5)
    }

    private func draw(_ object: Object, view: Matrix4, time: Double, in pass: inout RenderPass) throws {
        guard let shape = shapes[object.shape] else { return }
        let turn = Float((Double(settings.spin) * time).truncatingRemainder(dividingBy: 2 * .pi)) + object.turn
        surface.transform.modelviewMatrix = view * object.place * .rotationY(turn) * shape.place
        surface.material.ambientColor = SIMD4(object.surface.ambient, 1)
        surface.material.diffuseColor = SIMD4(object.surface.diffuse, 1)
        surface.material.specularColor = SIMD4(object.surface.specular, 1)
        surface.material.emissiveColor = SIMD4(object.surface.emissive, 1)
        surface.material.shininess = object.surface.shininess
        try surface.prepareToDraw(in: &pass, layout: settings.hasVertexColors ? MaterialsDemo.coloredLayout : MeshVertex.layout, state: MaterialsDemo.solid)
        pass.setVertexBuffer(shape.colors, slot: 1)
        shape.mesh.draw(in: &pass, label: object.shape.rawValue)
    }

    private func drawShadow(of object: Object, view: Matrix4, in pass: inout RenderPass) throws {
        guard let shape = shapes[object.shape], settings.isLit else { return }
        flat.transform.modelviewMatrix = view * object.place * .translation(0, 0.002, 0) * .scale(shape.shadow)
        flat.constantColor = .one
        flat.texture2d0 = TextureProperty(shadowSpot, enabled: true)
        try flat.prepareToDraw(in: &pass, layout: MeshVertex.layout, state: MaterialsDemo.blended)
        shadowSquare.draw(in: &pass, label: "shadow")
    }

    private func drawLamps(view: Matrix4, projection: Matrix4, time: Double, in pass: inout RenderPass) throws {
        flat.texture2d0.enabled = false
        for light in settings.lights where light.isOn && light.kind != .directional {
            guard projection.shows(sphereAround: view.transformPoint(light.place(at: time)), radius: MaterialsDemo.lampRadius) else { continue }
            flat.transform.modelviewMatrix = view * .translation(light.place(at: time))
            flat.constantColor = SIMD4(mix(light.diffuse, .one, 0.35), 1)
            try flat.prepareToDraw(in: &pass, layout: MeshVertex.layout, state: MaterialsDemo.solid)
            lamp.draw(in: &pass, label: "lamp")
        }
    }

    // MARK: the objects

    private struct Object {
        var shape: MaterialSettings.Shape
        var surface: SurfaceSettings
        var place: Matrix4
        var turn: Float = 0
    }
    /// The material presets in three rows, each on a suitable object.
    private static let collection: [Object] = {
        let rows: [[(SurfaceSettings.Preset, MaterialSettings.Shape)]] = [
            [(.copper, .vase), (.emerald, .knot), (.chalk, .vase), (.pearl, .sphere)],
            [(.ruby, .sphere), (.gold, .knot), (.silver, .torus), (.jade, .pebble)],
            [(.obsidian, .pebble), (.rubber, .ribbon), (.ember, .sphere), (.plastic, .torus)],
        ]
        return rows.enumerated().flatMap { row, objects in
            objects.enumerated().map { column, object in
                let x = (Float(column) - 1.5) * 1.3 + (row == 1 ? 0.32 : -0.32), z = (Float(row) - 1) * 1.12
                return Object(shape: object.1, surface: object.0.surface, place: .translation(x, 0, z) * .scale(0.64),
                              turn: Float(column) * 0.9 + Float(row) * 0.5 - 0.6)
            }
        }
    }()

    private static func mesh(_ shape: MaterialSettings.Shape) -> (Mesh, place: Matrix4, shadow: Float) {
        switch shape {
        case .knot: (.torusKnot(radius: 0.43, swing: 0.19, width: 0.13, thickness: 0.085, turns: 1, columns: 320, rows: 28), .translation(0, 0.76, 0), 0.95)
        case .vase: (.vase(height: 1.5), .identity, 0.72)
        case .sphere: (.sphere(radius: 0.66, columns: 72, rows: 40), .translation(0, 0.66, 0), 0.85)
        case .torus: (.torus(radius: 0.5, tube: 0.23, columns: 88, rows: 36, repeatU: 4, repeatV: 2), .translation(0, 0.72, 0) * .rotationX(1.25), 0.95)
        case .pebble: (.pebble(radius: 0.58), .translation(0, 0.58, 0), 0.98)
        case .ribbon: (.ribbon(radius: 0.5, height: 1.35), .translation(0, 0.7, 0), 0.85)
        }
    }
    /// Returns a horizontal disc that consists of rings. The outer rings are wider.
    private static func disc(radius: Float) -> Mesh {
        Mesh(columns: 96, rows: 56) { u, v in
            // v grows from the rim to the middle, so that the triangles face up.
            let angle = Double(u) * 2 * .pi, r = radius * (1 - v) * (1 - v * 0.55)
            let x = r * Float(PortableMath.sine(angle)), z = r * Float(PortableMath.cosine(angle))
            return MeshVertex(position: SIMD3(x, 0, z), normal: SIMD3(0, 1, 0), u: x, v: -z)
        }
    }
}

extension MaterialSettings {
    /// Sets the fog and the kind of lighting.
    func apply(fogAndLightingOf effect: BaseEffect) {
        effect.lightingType = isPerPixel ? .perPixel : .perVertex
        effect.lightModelTwoSided = isTwoSided
        effect.lightModelAmbientColor = SIMD4(modelAmbient, 1)
        effect.fog.enabled = fog.isOn
        effect.fog.mode = fog.mode
        effect.fog.color = SIMD4(fog.color, 1)
        effect.fog.density = fog.density
        effect.fog.start = fog.start
        effect.fog.end = fog.end
    }
    /// Sets the lights. Before the call, the effect's modelview must be the camera's matrix, because the assignment of a position converts
    /// the position to eye space with the modelview.
    func apply(lightsOf effect: BaseEffect, at time: Double) {
        effect.lights = lights.map { settings in
            var light = Light()
            light.enabled = settings.isOn && isLit
            let place = settings.place(at: time)
            light.position = SIMD4(place, settings.kind == .directional ? 0 : 1)
            light.ambientColor = SIMD4(settings.ambient, 1)
            light.diffuseColor = SIMD4(settings.diffuse, 1)
            light.specularColor = SIMD4(settings.specular, 1)
            if settings.kind != .directional {
                light.constantAttenuation = settings.attenuation.x
                light.linearAttenuation = settings.attenuation.y
                light.quadraticAttenuation = settings.attenuation.z
            }
            if settings.kind == .spot {
                let aim = settings.target - place
                light.spotDirection = aim.length > 1e-4 ? aim : SIMD3(0, -1, 0)
                light.spotExponent = settings.exponent
                light.spotCutoff = settings.cutoff
            }
            return light
        }
    }
}
