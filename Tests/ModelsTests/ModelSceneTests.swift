// Compares two pictures of each model. For the first picture, the device poses the model. For the second picture, the vertices are already
// in world space. ModelPose and placed(in:) compute these vertices on the CPU.

import Effects
import Models
import Raster
import Testing

private let side = 96

/// Returns a strip of quads along y from 0 to 1, with a colour for each row.
private func strip(rows: Int = 8) -> Model.Primitive {
    var vertices: [Model.Vertex] = [], indices: [UInt32] = []
    for row in 0...rows {
        let y = Float(row) / Float(rows)
        for x in [Float(-0.15), 0.15] {
            vertices.append(Model.Vertex(position: SIMD3(x, y, 0), normal: SIMD3(0, 0, 1), color: Model.Vertex.color(SIMD4(y, x > 0 ? 1 : 0.2, 1 - y, 1))))
        }
        guard row < rows else { continue }
        let k = UInt32(2 * row)
        indices += [k, k + 1, k + 3, k, k + 3, k + 2]
    }
    return Model.Primitive(vertices: vertices, indices: indices, material: 0)
}
private func unlit() -> Model.Material {
    var material = Model.Material()
    material.isUnlit = true
    return material
}
private func model(_ primitive: Model.Primitive, materials: [Model.Material] = [unlit()], configure: (inout Model) -> Void) -> Model {
    var node = Model.Node(name: "strip")
    node.mesh = 0
    var model = Model(meshes: [Model.Mesh(name: "strip", primitives: [primitive])], nodes: [node], roots: [0], materials: materials)
    configure(&model)
    return model
}

private func draw(_ parts: [PhysicalPart], on device: Device) throws -> Image {
    let target = try device.makeFramebuffer(width: side, height: side, depth: .depth24)
    let scene = PhysicalScene(device: device)
    scene.parts = parts
    scene.toneMapping = .none
    scene.projectionMatrix = .ortho(left: -1.5, right: 1.5, bottom: -1.5, top: 1.5, near: -4, far: 4)
    var encoder = device.makeCommandEncoder()
    try scene.draw(into: &encoder, target: target)
    try device.submit(encoder)
    return try target.readImage()
}
/// Draws the vertices that the CPU has moved.
private func drawPlaced(_ model: Model, _ pose: ModelPose, on device: Device) throws -> Image {
    let parts = try model.placed(in: pose).map { primitive in
        let part = PhysicalPart(device: device, vertexBuffers: [try device.makeBuffer(primitive.vertices)], layout: Model.vertexLayout,
                                indices: try device.makeBuffer(primitive.indices), count: primitive.indices.count)
        part.material = try model.materials[primitive.material].mapTextures { _, image in
            try device.makeTexture(from: model.images[image], format: .srgb8Alpha8, mipmapped: true)
        }
        return part
    }
    return try draw(parts, on: device)
}
/// Returns the share of pixels that differ by more than 2/255. Vertices that are moved in another order of operations may cover
/// other pixels at edges.
private func difference(_ a: Image, _ b: Image) -> Double {
    var count = 0
    for pixel in 0..<side * side {
        let channels = 4 * pixel ..< 4 * pixel + 4
        if channels.contains(where: { abs(Int(a.bytes[$0]) - Int(b.bytes[$0])) > 2 }) { count += 1 }
    }
    return Double(count) / Double(side * side)
}
private func expectSame(_ model: Model, _ comment: Comment, pose: ModelPose? = nil) throws {
    let device = Device(), pose = pose ?? model.pose(), shown = try ModelScene(device: device, model: model)
    try shown.show(pose)
    let image = try draw(shown.parts, on: device), expected = try drawPlaced(model, pose, on: device)
    #expect(difference(image, expected) < 0.004, comment)
    let background = image[0, 0], covered = (0..<side * side).filter { image[$0 % side, $0 / side] != background }.count
    #expect(covered > 100, "the picture is not empty")
}

@Suite("Models on a device") struct ModelSceneTests {
    @Test("nodes, mirrored nodes and instances stand where the CPU places them") func nodes() throws {
        try expectSame(model(strip()) { model in
            model.nodes[0].transform = Model.NodeTransform(translation: SIMD3(0.3, -0.5, 0), rotation: Quaternion(angle: 0.7, axis: SIMD3(0, 0, 1)),
                                                           scale: SIMD3(1, 1.4, 1))
        }, "a node")
        try expectSame(model(strip()) { $0.nodes[0].transform.scale = SIMD3(-1, 0.8, 1) }, "a mirrored node")
        try expectSame(model(strip()) { model in
            model.nodes[0].instances = [.translation(-1, -0.5, 0), .translation(0.4, 0, 0) * .scale(-1, 1, 1), .translation(0.9, -1, 0) * .rotationZ(0.4)]
        }, "instances, one of them mirrored")
    }

    @Test("a skin bends the vertices as the CPU does, also with more than eight joints for a vertex") func skin() throws {
        for sets in [1, 2, 3] {
            var primitive = strip()
            primitive.influences = (0..<sets).map { set in
                primitive.vertices.map { vertex in
                    let weight = vertex.y / Float(sets)
                    return Model.Influence(joints: SIMD4(0, 1, 0, 0), weights: SIMD4(1 / Float(sets) - weight, weight, 0, 0))
                }
            }
            let bent = model(primitive) { model in
                var lower = Model.Node(name: "lower"), upper = Model.Node(name: "upper")
                lower.children = [2]
                upper.transform = Model.NodeTransform(translation: SIMD3(0, 0.5, 0), rotation: Quaternion(angle: 1.1, axis: SIMD3(0, 0, 1)))
                model.nodes += [lower, upper]
                model.roots = [0, 1]
                model.skins = [Model.Skin(joints: [1, 2], inverseBindMatrices: [.identity, .translation(0, -0.5, 0)])]
                model.nodes[0].skin = 0
                // A skinned mesh ignores the place of its own node (glTF 2.0 §3.7.3.3).
                model.nodes[0].transform.translation = SIMD3(5, 5, 5)
            }
            try expectSame(bent, "\(sets) sets of influences")
        }
    }

    @Test("morph targets move the vertices by their weights, and an animation changes the weights") func morph() throws {
        var primitive = strip()
        var wide = Model.MorphTarget(), high = Model.MorphTarget()
        wide.positions = primitive.vertices.map { SIMD3($0.x * 3, 0, 0) }
        high.positions = primitive.vertices.map { SIMD3(0, $0.y * 0.4, 0) }
        primitive.targets = [wide, high]
        let morphed = model(primitive) { model in
            model.nodes[0].weights = [0.2, 0.9]
            model.animations = [Model.Animation(tracks: [Model.Track(node: 0, property: .weights, times: [0, 1], values: [0, 1, 1, 0])])]
        }
        try expectSame(morphed, "the node's own weights")
        try expectSame(morphed, "weights of an animation", pose: morphed.pose(of: morphed.animations, at: 0.75))
    }

    @Test("morph targets change colours and texture coordinates as the CPU does") func morphedSurface() throws {
        var primitive = strip(), red = Model.MorphTarget(), moved = Model.MorphTarget()
        for i in primitive.vertices.indices {
            primitive.vertices[i].u = primitive.vertices[i].x * 2 + 0.5
            primitive.vertices[i].v = primitive.vertices[i].y
        }
        red.colors = primitive.vertices.map { SIMD4(1, -$0.y, -2, 0) }
        moved.texCoords0 = primitive.vertices.map { SIMD2(0, 0.5 * $0.y) }
        moved.texCoords1 = primitive.vertices.map { _ in SIMD2(9, 9) }
        moved.positions = primitive.vertices.map { _ in SIMD3(0.2, 0, 0) }
        primitive.targets = [red, moved]
        var material = unlit()
        material.textures[.baseColor] = MaterialTexture(0, sampler: Sampler(wrap: .clampToEdge))
        for weights in [[0.3, 0], [0.7, 0.5], [0, 1]] as [[Float]] {
            let morphed = model(primitive, materials: [material]) { model in
                model.images = [Image(width: 1, height: 4, bytes: [255, 255, 255, 255, 90, 200, 255, 255, 255, 120, 90, 255, 60, 60, 60, 255])]
                model.nodes[0].weights = weights
            }
            try expectSame(morphed, "weights \(weights)")
        }
        // If only the morph targets change colours, the vertices still need a colour attribute.
        for i in primitive.vertices.indices { primitive.vertices[i].color = SIMD4(repeating: .max) }
        primitive.targets[0].colors = primitive.vertices.map { _ in SIMD4(0, -1, -1, 0) }
        let device = Device(), shown = try ModelScene(device: device, model: model(primitive) { $0.nodes[0].weights = [1, 0] })
        #expect(try draw(shown.parts, on: device)[side / 2, side / 2 - 8] == [255, 0, 0, 255])
    }

    @Test("points and lines without normals show their base colour and their emitted light, whatever the lights") func withoutSurface() throws {
        let device = Device()
        var material = Model.Material()
        material.baseColor = SIMD4(0.2, 0.4, 0, 1)
        material.emissive = SIMD3(0, 0, 1)
        for topology in [Model.Topology.points, .lines] {
            let ends = [-1, 1].map { Model.Vertex(position: SIMD3($0, 0.01, 0)) }
            var primitive = Model.Primitive(topology: topology, vertices: ends, indices: [0, 1], material: 0)
            let shown = try ModelScene(device: device, model: model(primitive, materials: [material]) { _ in })
            func hasColor(_ color: SIMD4<UInt8>, _ shown: ModelScene) throws -> Bool {
                let image = try draw(shown.parts, on: device)
                return (side / 2 - 3 ..< side / 2 + 3).contains { image[topology == .points ? 80 : side / 2, $0] == color }
            }
            #expect(try hasColor([124, 170, 255, 255], shown), "\(topology)")
            // With normals, points and lines are lit. This scene has no lights, so only the emitted light is visible.
            for i in 0..<2 { primitive.vertices[i].normal = SIMD3(0, 0, 1) }
            let lit = try ModelScene(device: device, model: model(primitive, materials: [material]) { _ in })
            #expect(try hasColor([0, 0, 255, 255], lit), "\(topology)")
        }
    }

    @Test("an animated material is drawn with the values of the pose") func animatedMaterial() throws {
        let glowing = model(strip(), materials: [unlit(), unlit()]) { model in
            model.meshes[0].primitives[0].vertices.indices.forEach { model.meshes[0].primitives[0].vertices[$0].color = SIMD4(repeating: .max) }
            model.animations = [Model.Animation(tracks: [])]
            model.animations[0].parameterTracks = [Model.ParameterTrack(.init(.material(0), "pbrMetallicRoughness/baseColorFactor"), times: [0, 1],
                                                                        values: [1, 0, 0, 1, 0, 0, 1, 1])]
        }
        let device = Device(), shown = try ModelScene(device: device, model: glowing)
        func color(_ pose: ModelPose) throws -> [UInt8] {
            try shown.show(pose)
            let pixel = try draw(shown.parts, on: device)[side / 2, side / 2 - 8]
            return (0..<4).map { pixel[$0] }
        }
        #expect(try color(glowing.pose()) == [255, 255, 255, 255])
        #expect(try color(glowing.pose(of: glowing.animations, at: 0)) == [255, 0, 0, 255])
        #expect(try color(glowing.pose(of: glowing.animations, at: 1)) == [0, 0, 255, 255])
        #expect(try color(glowing.pose()) == [255, 255, 255, 255])
    }

    @Test("a variant changes the materials, and lights follow their nodes") func variantsAndLights() throws {
        var red = unlit(), blue = unlit(), primitive = strip()
        red.baseColor = SIMD4(1, 0, 0, 1)
        blue.baseColor = SIMD4(0, 0, 1, 1)
        primitive.variants = [0: 1]
        let device = Device()
        let made = model(primitive, materials: [red, blue]) { model in
            model.variants = ["blue"]
            model.lights = [PunctualLight(.point, intensity: 3)]
            model.nodes[0].light = 0
            model.nodes[0].transform.translation = SIMD3(1, 2, 3)
        }
        let shown = try ModelScene(device: device, model: made)
        #expect(shown.parts[0].material.baseColor == red.baseColor)
        shown.variant = 0
        #expect(shown.parts[0].material.baseColor == blue.baseColor)
        #expect(shown.lights.map(\.position) == [SIMD3(1, 2, 3)])
        shown.matrix = .rotationX(.pi)
        try shown.show(made.pose())
        #expect(shown.lights.count == 1 && (shown.lights[0].position - SIMD3(1, -2, -3)).length < 1e-5)
        var hidden = made
        hidden.nodes[0].isVisible = false
        try shown.show(hidden.pose())
        #expect(shown.lights.isEmpty && !shown.parts[0].isVisible)
    }

    @Test("cameras project as glTF's matrices do, and the scale of their nodes has no effect") func cameras() throws {
        // glTF 2.0 §3.10.3: a point on the upper edge of the view has y / −z = tan(fovy / 2).
        for far in [Float(10), nil] {
            let camera = Model.Camera(.perspective(fovy: .pi / 2, aspect: nil), near: 0.5, far: far)
            let matrix = camera.projectionMatrix(aspect: 2)
            let edge = matrix * SIMD4(0, 3, -3, 1), corner = matrix * SIMD4(6, 0, -3, 1), near = matrix * SIMD4(0, 0, -0.5, 1)
            #expect(abs(edge.y / edge.w - 1) < 1e-5 && abs(corner.x / corner.w - 1) < 1e-5 && abs(near.z / near.w + 1) < 1e-5)
            let distant = matrix * SIMD4(0, 0, -(far ?? 1e9), 1)
            #expect(abs(distant.z / distant.w - 1) < 1e-4)
        }
        let parallel = Model.Camera(.orthographic(halfWidth: 9, halfHeight: 2), near: 1, far: 3).projectionMatrix(aspect: 1.5)
        #expect(parallel * SIMD4(3, 2, -3, 1) == SIMD4(1, 1, 1, 1))
        let made = model(strip()) { model in
            model.cameras = [Model.Camera(.perspective(fovy: 1, aspect: nil), near: 1)]
            model.nodes[0].camera = 0
            model.nodes[0].transform = Model.NodeTransform(translation: SIMD3(1, 2, 3), scale: SIMD3(7, 7, 7))
        }
        #expect(made.cameraNodes == [0] && made.cameraName(of: 0) == "strip")
        let eye = made.pose().viewMatrix(of: 0) * SIMD4(1, 2, 1, 1)
        #expect(abs(eye.x) < 1e-5 && abs(eye.y) < 1e-5 && abs(eye.z + 2) < 1e-5)
    }
}
