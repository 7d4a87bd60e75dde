// Compares skybox and reflections with geometric computations. Each colour in the cube maps encodes a direction or a face.

import Effects
import Foundation
import Raster
import Testing

@Suite("Cube maps")
struct CubeMapTests {
    private static let size = 48
    private static let faceColors: [SIMD4<UInt8>] = [
        SIMD4(200, 0, 0, 255), SIMD4(0, 200, 200, 255), SIMD4(0, 200, 0, 255), SIMD4(200, 0, 200, 255), SIMD4(0, 0, 200, 255), SIMD4(200, 200, 0, 255),
    ]

    /// Returns the direction towards the point (s, t) of a face (OpenGL 3.3 §3.8.10). s and t are in 0…1.
    private static func direction(_ face: CubeFace, _ s: Float, _ t: Float) -> SIMD3<Float> {
        let a = 2 * s - 1, b = 2 * t - 1
        return switch face {
        case .positiveX: SIMD3(1, -b, -a)
        case .negativeX: SIMD3(-1, -b, a)
        case .positiveY: SIMD3(a, 1, b)
        case .negativeY: SIMD3(a, -1, -b)
        case .positiveZ: SIMD3(a, -b, 1)
        case .negativeZ: SIMD3(-a, -b, -1)
        }
    }
    private static func tint(_ direction: SIMD3<Float>) -> SIMD3<Float> { direction.normalized * 0.5 + 0.5 }

    private static func cube(_ device: Device, size: Int, _ color: (CubeFace, SIMD3<Float>) -> SIMD4<UInt8>) throws -> Texture {
        try device.makeTexture(cube: CubeFace.allCases.map { face in
            var image = Image(width: size, height: size)
            for row in 0..<size {
                for column in 0..<size {
                    let c = color(face, direction(face, (Float(column) + 0.5) / Float(size), (Float(row) + 0.5) / Float(size)))
                    for i in 0..<4 { image.bytes[(row * size + column) * 4 + i] = c[i] }
                }
            }
            return image
        })
    }
    /// Returns a cube map in which the colour of each texel encodes the texel's direction.
    private static func directions(_ device: Device) throws -> Texture {
        try cube(device, size: 64) { _, d in
            let c = tint(d) * 255
            return SIMD4(UInt8(c.x.rounded()), UInt8(c.y.rounded()), UInt8(c.z.rounded()), 255)
        }
    }
    /// The directions towards a cube's faces, edges and corners.
    private static let views: [SIMD3<Float>] = {
        let steps: [Float] = [-1, 0, 1]
        var all: [SIMD3<Float>] = []
        for x in steps { for y in steps { for z in steps where !(x == 0 && y == 0 && z == 0) { all.append(SIMD3(x, y, z)) } } }
        return all
    }()

    /// Draws with a camera at the origin that looks along `view`, and calls `check` with each pixel's direction in the world.
    private static func forEachPixel(_ device: Device, view: SIMD3<Float>, draw: (inout RenderPass, _ camera: Matrix4, _ projection: Matrix4) throws -> Void,
                                     check: (_ color: SIMD4<UInt8>, _ direction: SIMD3<Float>, _ x: Int, _ y: Int) -> Void) throws {
        let target = try device.makeFramebuffer(width: size, height: size)
        let up = abs(view.normalized.y) > 0.99 ? SIMD3<Float>(0, 0, 1) : SIMD3<Float>(0, 1, 0)
        let camera = Matrix4.lookAt(eye: .zero, center: view, up: up)
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: .color(1, 0, 1, 0)) { try draw(&$0, camera, .perspective(fovy: .pi / 2, aspect: 1, near: 0.1, far: 100)) }
        try device.submit(encoder)
        let image = try target.readImage(), toWorld = camera.upperLeft.transposed
        for y in 0..<size {
            for x in 0..<size {
                let ray = SIMD3((Float(x) + 0.5) / Float(size) * 2 - 1, (Float(y) + 0.5) / Float(size) * 2 - 1, -1)
                check(image[x, size - 1 - y], toWorld * ray, x, y)
            }
        }
    }

    @Test("the skybox shows the right face in every direction", arguments: [Device.Kind.jit, .reference])
    func faces(_ kind: Device.Kind) throws {
        let device = Device(kind), skybox = SkyboxEffect(device: device)
        skybox.textureCubeMap.texture = try CubeMapTests.cube(device, size: 4) { face, _ in CubeMapTests.faceColors[face.rawValue] }
        skybox.textureCubeMap.sampler = .nearest
        for isRightHanded in [false, true] {
            skybox.cubeMapIsRightHanded = isRightHanded
            var wrong = 0
            for view in CubeMapTests.views {
                try CubeMapTests.forEachPixel(device, view: view) { pass, camera, projection in
                    skybox.transform = Transform(modelview: camera * .scale(20), projection: projection)
                    try skybox.prepareToDraw(in: &pass)
                    try skybox.draw(in: &pass)
                } check: { color, d, _, _ in
                    let lookup = isRightHanded ? SIMD3(d.x, d.y, -d.z) : d
                    let size = SIMD3(abs(d.x), abs(d.y), abs(d.z)), largest = size.max()
                    // If the direction of the pixel's middle points to the edge between two faces, the pixel may show either face.
                    let axes = (0..<3).filter { size[$0] > largest * 0.9999 }
                    let allowed = axes.map { CubeMapTests.faceColors[$0 * 2 + (lookup[$0] < 0 ? 1 : 0)] }
                    if !allowed.contains(color) { wrong += 1 }
                }
            }
            #expect(wrong == 0, "right-handed: \(isRightHanded)")
        }
    }

    @Test("the skybox has neither seams nor holes, also off centre, stretched, and culled to its inner sides")
    func seams() throws {
        let device = Device(.jit), skybox = SkyboxEffect(device: device)
        skybox.textureCubeMap.texture = try CubeMapTests.directions(device)
        let center = SIMD3<Float>(0.5, -2, 1), sides = SIMD3<Float>(30, 12, 20)
        skybox.center = center
        (skybox.xSize, skybox.ySize, skybox.zSize) = (sides.x, sides.y, sides.z)
        var state = RasterState()
        state.cull = .back
        var worst: Float = 0, holes = 0
        for view in CubeMapTests.views {
            try CubeMapTests.forEachPixel(device, view: view) { pass, camera, projection in
                skybox.transform = Transform(modelview: camera, projection: projection)
                try skybox.prepareToDraw(in: &pass, state: state)
                try skybox.draw(in: &pass)
            } check: { color, d, _, _ in
                if color.w != 255 { holes += 1 }
                // The ray leaves the box through one side. The lookup direction is the point where the ray leaves the box, divided
                // by the box's size along each axis.
                var reach = Float.infinity
                for axis in 0..<3 where d[axis] != 0 {
                    let wall: Float = center[axis] + (d[axis] < 0 ? -sides[axis] : sides[axis]) / 2
                    reach = min(reach, wall / d[axis])
                }
                let expected = CubeMapTests.tint((d * reach - center) / (sides / 2)) * 255
                for i in 0..<3 { worst = max(worst, abs(Float(color[i]) - expected[i])) }
            }
        }
        print("skybox: largest difference from the direction's colour \(worst)/255 over \(CubeMapTests.views.count) views")
        #expect(holes == 0)
        #expect(worst <= 2)
    }

    /// A square that is tilted in the world and far larger than the view.
    private struct Mirror {
        var point = SIMD3<Float>(0, 0, -3)
        var normal = SIMD3<Float>(0.3, -0.2, 1).normalized
        /// Interleaved positions and normals of two triangles.
        var vertices: [Float] {
            let side = normal.cross(SIMD3(0, 1, 0)).normalized, up = side.cross(normal)
            let corners: [(Float, Float)] = [(-1, -1), (1, -1), (1, 1), (-1, -1), (1, 1), (-1, 1)]
            return corners.flatMap { a, b -> [Float] in
                let p = point + side * (a * 50) + up * (b * 50)
                return [p.x, p.y, p.z, normal.x * 3, normal.y * 3, normal.z * 3]
            }
        }
    }
    private static let mirrorLayout = VertexLayout(stride: 24, .position(.float3), .normal(.float3, offset: 12))

    @Test("reflections stay fixed in the world while the camera turns")
    func reflections() throws {
        let device = Device(.jit), effect = ReflectionMapEffect(device: device), mirror = Mirror()
        effect.textureCubeMap = TextureProperty(try CubeMapTests.directions(device), target: .textureCubeMap, envMode: .replace, enabled: true)
        let buffer = try device.makeBuffer(mirror.vertices)
        for isRightHanded in [false, true] {
            effect.cubeMapIsRightHanded = isRightHanded
            var worst: Float = 0, compared = 0
            for step in -3...3 {
                let yaw = Float(step) * 0.2
                try CubeMapTests.forEachPixel(device, view: SIMD3(sin(yaw), 0.1, -cos(yaw))) { pass, camera, projection in
                    effect.transform = Transform(modelview: camera, projection: projection)
                    effect.matrix = camera.upperLeft.transposed
                    try effect.prepareToDraw(in: &pass, layout: CubeMapTests.mirrorLayout)
                    pass.setVertexBuffer(buffer)
                    pass.draw(count: 6)
                } check: { color, d, _, _ in
                    guard color.w == 255 else { return }
                    var r = d.normalized.reflected(at: mirror.normal)
                    if isRightHanded { r.z = -r.z }
                    let expected = CubeMapTests.tint(r) * 255
                    for i in 0..<3 { worst = max(worst, abs(Float(color[i]) - expected[i])) }
                    compared += 1
                }
            }
            print("reflection: largest difference from the mirrored direction's colour \(worst)/255 over \(compared) pixels")
            #expect(worst <= 2)
            #expect(compared > 7 * CubeMapTests.size * CubeMapTests.size / 2)
        }
    }

    @Test("without a matrix the reflection turns with the camera, and the cube map's colour is multiplied by the light's")
    func reflectionInEyeSpace() throws {
        let device = Device(.reference), effect = ReflectionMapEffect(device: device)
        effect.textureCubeMap.texture = try CubeMapTests.cube(device, size: 4) { face, _ in CubeMapTests.faceColors[face.rawValue] }
        effect.light0.enabled = true
        effect.material.ambientColor = .zero
        effect.material.diffuseColor = SIMD4(0.5, 0.5, 0.5, 1)
        // A mirror that directly faces the eye shows the direction behind the eye, which is +z in eye space.
        effect.transform.modelviewMatrix = .translation(0, 0, -1)
        effect.transform.projectionMatrix = .perspective(fovy: 0.2, aspect: 1, near: 0.1, far: 10)
        #expect(try PreparationTests.color(effect) == SIMD4(0, 0, 100, 255))
    }

    @Test("indexed and unindexed meshes give identical pixels")
    func indexed() throws {
        let device = Device(.jit), effect = ReflectionMapEffect(device: device)
        effect.textureCubeMap.texture = try CubeMapTests.directions(device)
        effect.light0.enabled = true
        effect.transform = Transform(modelview: .translation(0, 0, -3) * .rotation(0.7, axis: SIMD3(1, 2, 0)),
                                     projection: .perspective(fovy: 1, aspect: 1, near: 0.1, far: 10))
        var corners: [Float] = [], indices: [UInt16] = []
        for row in 0...12 {
            for column in 0...24 {
                let a = Float(column) / 24 * 2 * .pi, b = Float(row) / 12 * .pi
                let n = SIMD3(sin(b) * cos(a), cos(b), sin(b) * sin(a))
                corners += [n.x, n.y, n.z, n.x, n.y, n.z]
                if row < 12, column < 24 {
                    let i = UInt16(row * 25 + column)
                    indices += [i, i + 1, i + 26, i, i + 26, i + 25]
                }
            }
        }
        let unindexed = indices.flatMap { corners[Int($0) * 6 ..< Int($0) * 6 + 6] }
        var state = RasterState()
        state.depth = .less
        let pictures = try [true, false].map { isIndexed in
            let target = try device.makeFramebuffer(width: 64, height: 64, depth: .depth24)
            let vertexBuffer = try device.makeBuffer(isIndexed ? corners : unindexed), indexBuffer = try device.makeBuffer(indices)
            var encoder = device.makeCommandEncoder()
            try encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
                try effect.prepareToDraw(in: &pass, layout: CubeMapTests.mirrorLayout, state: state)
                pass.setVertexBuffer(vertexBuffer)
                if isIndexed { pass.drawIndexed(indexBuffer, count: indices.count) } else { pass.draw(count: indices.count) }
            }
            try device.submit(encoder)
            return try target.readImage().bytes
        }
        #expect(pictures[0] == pictures[1])
        #expect(pictures[0].contains { $0 != 0 })
    }
}
