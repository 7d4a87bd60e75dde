// Generated meshes, the camera that orbits a point, and effects that use an attribute which the vertices do not have.

import Effects
import Raster
import Testing

@Suite("Meshes and cameras") struct MeshAndCameraTests {
    @Test("a cylinder and a plane face outward and have normals of length one",
          arguments: [Mesh.cylinder(radius: 0.5, height: 2, columns: 24), Mesh.plane(width: 2, height: 3)])
    func outward(mesh: Mesh) {
        #expect(!mesh.indices.isEmpty)
        for i in stride(from: 0, to: mesh.indices.count, by: 3) {
            let corners = (0..<3).map { mesh.vertices[Int(mesh.indices[i + $0])] }
            let face = (corners[1].position - corners[0].position).cross(corners[2].position - corners[0].position)
            // In the middle of an end face of the cylinder, one of a quad's two triangles has no area. A triangle without area has no
            // direction to check, so the triangle is skipped.
            guard face.length > 1e-6 else { continue }
            for corner in corners {
                #expect(face.normalized.dot(corner.normal) > 0.9 && abs(corner.normal.length - 1) < 1e-5, "triangle \(i / 3)")
                #expect((0...1).contains(corner.u) && (0...1).contains(corner.v))
            }
        }
    }
    @Test("numbers outside of their range still give a mesh, and a mesh that is too large is refused") func limits() throws {
        #expect(Mesh.sphere(radius: 1, columns: -5, rows: 0).indices.count == 6)
        #expect(Mesh.torusKnot(radius: 1, swing: 0.3, width: 0.1, thickness: 0.1, columns: 0, rows: .max).vertices.count <= 65536)
        var large = Mesh.sphere(radius: 1, columns: 255, rows: 250)
        let before = large.vertices.count
        let error = #expect(throws: RasterError.self) { try large.append(.sphere(radius: 1)) }
        #expect(error?.code == .invalidSize && large.vertices.count == before)
    }
    @Test("the camera looks at its target from the place that its angles give, and frames a ball in every aspect") func camera() {
        var camera = OrbitCamera(target: SIMD3(1, 2, 3), distance: 4, yaw: 0, pitch: 0)
        #expect(camera.eye.distance(to: SIMD3(1, 2, 7)) < 1e-5)
        camera.drag(dx: 0, dy: -10_000)
        #expect(camera.pitch == 1.55)
        camera.zoom(steps: .infinity)
        #expect(camera.distance > 0 && camera.distance.isFinite)
        camera = OrbitCamera()
        camera.frame(radius: 1)
        for aspect in [Float(0.5), 1, 2] {
            let clip = camera.projection(aspect: aspect) * camera.view
            // Along the smaller dimension of the view (width or height), the silhouette of the ball touches both edges.
            let side = SIMD3(Float(0), 1, 0).cross(camera.eye).normalized, up = camera.eye.cross(side).normalized
            let sine = 1 / camera.distance, edge = (aspect < 1 ? side : up) * (1 - sine * sine).squareRoot() + camera.eye.normalized * sine
            let at = clip * SIMD4(edge, 1)
            #expect(abs(abs((aspect < 1 ? at.x : at.y) / at.w) - 1) < 1e-3, "\(aspect)")
        }
    }
    @Test("in validation mode, lights without normals and textures without coordinates give a message") func missingAttributes() throws {
        var options = Device.Options()
        options.validation = true
        let device = Device(.reference, options: options), effect = BaseEffect(device: device), target = try device.makeFramebuffer(width: 4, height: 4)
        device.validationHandler = { _ in }
        effect.label = "wall"
        effect.light0.enabled = true
        effect.texture2d0 = TextureProperty(try device.makeTexture(from: Image(width: 1, height: 1, bytes: [1, 2, 3, 255])))
        effect.texture2d0.enabled = true
        let bare = VertexLayout(stride: 12, .position(.float3))
        var frame = device.makeCommandEncoder()
        try frame.render(to: target, clear: .color(0, 0, 0)) { pass in
            for layout in [MeshVertex.layout, bare, bare] { try effect.prepareToDraw(in: &pass, layout: layout) }
        }
        try device.submit(frame)
        #expect(device.validationReports.map(\.description) == [
            "effect 'wall' uses its lights, but its vertex layout has no normal, so all vertices have the same value; add an entry .normal(…), or a constant [missingAttribute]",
            "effect 'wall' uses texture2d0, but its vertex layout has no texCoord0, so all vertices have the same value; add an entry .texCoord0(…), or a constant [missingAttribute]",
        ])
    }
}
