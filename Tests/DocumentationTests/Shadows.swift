// The code of the page "Shadows": columns around a sphere, lit by one lamp.

import Raster

struct ShadowScene {
    let device: Device
    let objects: [SampleObject]

    static let casterVertex = """
        in vec3 position;
        uniform mat4 toLight;
        uniform vec3 center, size;
        void main() { gl_Position = toLight * vec4(center + size * position, 1.0); }
        """
    static let casterFragment = "void main() {}"

    static let litVertex = """
        in vec3 position, normal;
        uniform mat4 projection, view, toLight;
        uniform vec3 center, size;
        out vec3 direction, inLight;
        void main() {
            vec4 world = vec4(center + size * position, 1.0);
            gl_Position = projection * view * world;
            direction = normal / size;
            inLight = 0.5 + 0.5 * (toLight * world).xyz;
        }
        """
    static let litFragment = """
        uniform sampler2DShadow shadow;
        uniform vec3 tint, lamp;
        in vec3 direction, inLight;
        out vec4 pixel;
        void main() {
            vec3 n = normalize(direction);
            float lit = 0.0;
            vec2 texel = 1.0 / vec2(textureSize(shadow, 0));
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x)
                    lit += texture(shadow, vec3(inLight.xy + vec2(x, y) * texel, min(inLight.z, 1.0))) / 9.0;
            vec3 sky = vec3(0.16, 0.2, 0.32) * (0.6 + 0.4 * n.y), sun = vec3(1.0, 0.86, 0.66) * max(dot(n, lamp), 0.0);
            pixel = vec4(sqrt(tint * (sky + sun * lit)), 1.0);
        }
        """

    init(device: Device) throws {
        self.device = device
        let cube = try SampleMesh.cube(device), sphere = try SampleMesh.sphere(device), floor = try SampleMesh.floor(device)
        var objects = [
            SampleObject(mesh: floor, center: [0, 0, 0], size: [100, 1, 100], tint: [0.82, 0.78, 0.72]),
            SampleObject(mesh: sphere, center: [0, 0.62, 0], size: [0.62, 0.62, 0.62], tint: [0.85, 0.3, 0.22]),
        ]
        // The places of eight columns on a circle, an eighth of a turn apart. 0.7 is close enough to the square root of one half.
        let ring: [SIMD2<Float>] = [[1, 0], [0.7, 0.7], [0, 1], [-0.7, 0.7], [-1, 0], [-0.7, -0.7], [0, -1], [0.7, -0.7]]
        for at in ring {
            objects.append(SampleObject(mesh: cube, center: [2 * at.x, 0.75, 2 * at.y], size: [0.16, 0.75, 0.16], tint: [0.88, 0.86, 0.8]))
            objects.append(SampleObject(mesh: cube, center: [2 * at.x, 1.56, 2 * at.y], size: [0.26, 0.06, 0.26], tint: [0.7, 0.68, 0.62]))
        }
        self.objects = objects
    }

    private func drawObjects(in pass: inout RenderPass, tinted: Bool) {
        for object in objects {
            pass.setUniform("center", object.center)
            pass.setUniform("size", object.size)
            if tinted { pass.setUniform("tint", object.tint) }
            object.mesh.draw(in: &pass)
        }
    }

    func draw() throws -> Image {
        let target = try device.makeFramebuffer(width: 400, height: 225, depth: .depth32Float, samples: 4)
        let projection = Matrix4.frustum(left: -0.8, right: 0.8, bottom: -0.45, top: 0.45, near: 1.6, far: 200)
        let view = Matrix4.lookAt(eye: [2.2, 3.6, 6.4], center: [0.3, 0.5, 0])
        let casterProgram = try device.makeProgram(vertex: ShadowScene.casterVertex, fragment: ShadowScene.casterFragment)
        let litProgram = try device.makeProgram(vertex: ShadowScene.litVertex, fragment: ShadowScene.litFragment)
        var frame = device.makeCommandEncoder()

        let lamp = SIMD3<Float>(-4, 5, 2.5)
        let toLight = Matrix4.ortho(left: -4.5, right: 4.5, bottom: -4.5, top: 4.5, near: 1, far: 14)
            * .lookAt(eye: lamp, center: [0.6, 0, -0.4])
        let shadowMap = try device.makeFramebuffer(width: 1024, height: 1024, color: [], depth: .depth32Float)

        var casterState = RasterState()
        casterState.depth = .less
        casterState.polygonOffset = PolygonOffset(factor: 2, units: 4)
        let casters = try device.makePipeline(program: casterProgram, vertexLayout: MeshVertex.layout, state: casterState)
        let lit = try device.makePipeline(program: litProgram, vertexLayout: MeshVertex.layout, depth: .less, cull: .back)

        frame.render(to: shadowMap, clear: .depth(1), label: "shadow map") { pass in
            pass.setPipeline(casters)
            pass.setUniform("toLight", toLight)
            drawObjects(in: &pass, tinted: false)
        }

        var sampler = Sampler(wrap: .clampToBorder, compare: .lessEqual)
        sampler.borderColor = [1, 1, 1, 1]

        guard let map = shadowMap.depth else { return try target.readImage() }
        frame.render(to: target, clear: .color(0.42, 0.5, 0.62), label: "scene") { pass in
            pass.setPipeline(lit)
            pass.setUniform("projection", projection)
            pass.setUniform("view", view)
            pass.setUniform("toLight", toLight)
            pass.setUniform("lamp", lamp.normalized)
            pass.setTexture("shadow", map.texture, sampler)
            drawObjects(in: &pass, tinted: true)
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
