// ScalarFixedFunction: the equations of OpenGL ES 1.1 (§2.12, §3.7.12, §3.8) pixel by pixel in double precision, written from the
// specification. The equations give the expected pixels of a FixedFunctionScene, lit per vertex or per pixel.

import Effects
import Raster

struct ScalarFixedFunction {
    typealias Vector = SIMD3<Double>
    struct Pixel {
        /// The pixel's colour as RGBA, 0…1.
        var color: SIMD4<Double>
        /// Whether the pixel is so close to a discontinuity of the equations (the spot cutoff, or the start of the highlight) that rounding
        /// can move the pixel to the other side of the discontinuity.
        var isAtStep: Bool
        /// Whether a vertex of the triangle has a channel above 1 before clamping.
        var isSaturated: Bool
    }
    private struct Vertex {
        var eye: Vector
        var normal: Vector
        var color: SIMD4<Double>
        var window: SIMD2<Double>
        var coordinates: (SIMD2<Double>, SIMD2<Double>)
    }
    private struct EyeLight {
        var light: Light
        var position: SIMD4<Double>
        var spotDirection: Vector
    }
    private let scene: FixedFunctionScene
    private var vertices: [Vertex] = []
    private var lights: [EyeLight] = []

    init(_ scene: FixedFunctionScene) {
        self.scene = scene
        let m = scene.modelview, normalMatrix = m.normalMatrix
        let stride = FixedFunctionScene.stride / 4, size = Double(FixedFunctionScene.size)
        for i in 0..<scene.vertexCount {
            let v = Array(scene.vertices[i * stride ..< (i + 1) * stride])
            let eye = ScalarFixedFunction.multiply(m, SIMD4(Double(v[0]), Double(v[1]), Double(v[2]), 1))
            let clip = ScalarFixedFunction.multiply(scene.projection, eye)
            let n = normalMatrix * SIMD3(v[3], v[4], v[5])
            vertices.append(Vertex(eye: xyz(eye), normal: unit(Vector(Double(n.x), Double(n.y), Double(n.z))),
                                   color: SIMD4<Double>(scene.hasColorArray ? SIMD4(v[6], v[7], v[8], v[9]) : scene.constantColor),
                                   window: SIMD2((clip.x / clip.w + 1) / 2 * size, (clip.y / clip.w + 1) / 2 * size),
                                   coordinates: (SIMD2(Double(v[10]), Double(v[11])), SIMD2(Double(v[12]), Double(v[13])))))
        }
        for settings in scene.lights {
            let d = settings.spotDirection
            lights.append(EyeLight(light: settings.light, position: ScalarFixedFunction.multiply(settings.modelview, SIMD4<Double>(settings.position)),
                                   spotDirection: unit(xyz(ScalarFixedFunction.multiply(settings.modelview, SIMD4(Double(d.x), Double(d.y), Double(d.z), 0))))))
        }
    }

    /// Returns the pixel (x, y), counted from the bottom-left.
    func pixel(_ x: Int, _ y: Int, perPixel: Bool) -> Pixel {
        let cell = y / 8 * FixedFunctionScene.cellCount + x / 8
        let middle = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        for triangle in 0..<2 {
            let corners = (0..<3).map { vertices[cell * 6 + triangle * 3 + $0] }
            let area = cross(corners[1].window - corners[0].window, corners[2].window - corners[0].window)
            var weights = (0..<3).map { i in
                cross(corners[(i + 1) % 3].window - middle, corners[(i + 2) % 3].window - middle) / area
            }
            guard weights.allSatisfy({ $0 >= -1e-3 }) else { continue }
            // With perspective, the window weights are divided by w, which is −z in eye space.
            weights = (0..<3).map { weights[$0] / -corners[$0].eye.z }
            let sum = weights.reduce(0, +)
            weights = weights.map { $0 / sum }
            return shade(corners, weights, isFront: area > 0, perPixel: perPixel)
        }
        preconditionFailure("the cells cover the target")
    }

    private func shade(_ corners: [Vertex], _ weights: [Double], isFront: Bool, perPixel: Bool) -> Pixel {
        func mixed<V: SIMD>(_ value: (Vertex) -> V) -> V where V.Scalar == Double {
            value(corners[0]) * weights[0] + value(corners[1]) * weights[1] + value(corners[2]) * weights[2]
        }
        let side: Double = scene.isTwoSided && !isFront ? -1 : 1
        var isAtStep = false, isSaturated = false
        var c: SIMD4<Double>
        if lights.isEmpty {
            c = mixed { $0.color }
        } else if perPixel {
            let (color, step) = lit(eye: mixed { $0.eye }, normal: unit(mixed { $0.normal }) * side, surface: mixed { $0.color })
            c = clamped(color); isAtStep = step
        } else {
            var colors: [SIMD4<Double>] = []
            for corner in corners {
                let (color, step) = lit(eye: corner.eye, normal: corner.normal * side, surface: corner.color)
                isAtStep = isAtStep || step
                isSaturated = isSaturated || color.max() > 1.0001
                colors.append(clamped(color))
            }
            c = colors[0] * weights[0] + colors[1] * weights[1] + colors[2] * weights[2]
        }
        for unit in 0..<2 {
            guard let settings = scene.textures[unit] else { continue }
            let uv = mixed { unit == 0 ? $0.coordinates.0 : $0.coordinates.1 }
            let at = min(3, max(0, Int(uv.y * 4))) * 4 + min(3, max(0, Int(uv.x * 4)))
            let t = SIMD4<Double>(SIMD4(settings.texels[at * 4], settings.texels[at * 4 + 1], settings.texels[at * 4 + 2], settings.texels[at * 4 + 3])) / 255
            let alpha = settings.hasAlpha ? t.w : 1
            switch settings.mode {
            case .replace: c = SIMD4(xyz(t), settings.hasAlpha ? t.w : c.w)
            case .modulate: c = SIMD4(xyz(c) * xyz(t), c.w * alpha)
            case .decal: c = SIMD4(xyz(c) * (1 - alpha) + xyz(t) * alpha, c.w)
            }
        }
        if scene.fog.enabled {
            let fog = scene.fog, d = abs(mixed { $0.eye }.z), k = Double(fog.density) * d
            let f: Double = switch fog.mode {
            case .exp: exponential(-k)
            case .exp2: exponential(-k * k)
            case .linear: (Double(fog.end) - d) / Double(fog.end - fog.start)
            }
            let share = min(max(f, 0), 1)
            c = SIMD4(xyz(c) * share + xyz(SIMD4<Double>(fog.color)) * (1 - share), c.w)
        }
        return Pixel(color: clamped(c), isAtStep: isAtStep, isSaturated: isSaturated)
    }

    /// Returns the result of the lighting equation, without clamping. `normal` has the length 1.
    private func lit(eye: Vector, normal n: Vector, surface: SIMD4<Double>) -> (color: SIMD4<Double>, isAtStep: Bool) {
        let m = scene.material
        let ambient = scene.isColorMaterial ? surface : SIMD4<Double>(m.ambientColor)
        let diffuse = scene.isColorMaterial ? surface : SIMD4<Double>(m.diffuseColor)
        let specular = xyz(SIMD4<Double>(m.specularColor))
        var c = xyz(SIMD4<Double>(m.emissiveColor)) + xyz(ambient) * xyz(SIMD4<Double>(scene.modelAmbient))
        var isAtStep = false
        for l in lights {
            var attenuation = 1.0
            var towards = xyz(l.position)
            if l.position.w != 0 {
                towards = towards / l.position.w - eye
                let d = length(towards)
                attenuation = 1 / (Double(l.light.constantAttenuation) + Double(l.light.linearAttenuation) * d + Double(l.light.quadraticAttenuation) * d * d)
            }
            towards = unit(towards)
            var spot = 1.0
            if l.light.spotCutoff != 180 {
                let along = -dot(towards, l.spotDirection), limit = cosine(Double(l.light.spotCutoff) * .pi / 180)
                spot = along >= limit ? power(max(along, 0), Double(l.light.spotExponent)) : 0
                isAtStep = isAtStep || abs(along - limit) < 1e-5
            }
            let facing = dot(n, towards)
            var sum = xyz(ambient) * xyz(SIMD4<Double>(l.light.ambientColor)) + xyz(diffuse) * xyz(SIMD4<Double>(l.light.diffuseColor)) * max(facing, 0)
            if facing > 0 {
                let h = unit(towards + Vector(0, 0, 1))
                sum += specular * xyz(SIMD4<Double>(l.light.specularColor)) * power(max(dot(n, h), 0), Double(m.shininess))
            }
            isAtStep = isAtStep || (abs(facing) < 1e-5 && specular.max() > 0)
            c += sum * attenuation * spot
        }
        return (SIMD4(c, diffuse.w), isAtStep)
    }

    private static func multiply(_ m: Matrix4, _ v: SIMD4<Double>) -> SIMD4<Double> {
        let columns = (SIMD4<Double>(m.columns.0) * v.x, SIMD4<Double>(m.columns.1) * v.y, SIMD4<Double>(m.columns.2) * v.z, SIMD4<Double>(m.columns.3) * v.w)
        return columns.0 + columns.1 + (columns.2 + columns.3)
    }
}

private func xyz(_ v: SIMD4<Double>) -> SIMD3<Double> { SIMD3(v.x, v.y, v.z) }
private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
private func length(_ v: SIMD3<Double>) -> Double { dot(v, v).squareRoot() }
private func unit(_ v: SIMD3<Double>) -> SIMD3<Double> { length(v) > 0 ? v / length(v) : v }
private func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
private func clamped(_ c: SIMD4<Double>) -> SIMD4<Double> { c.clamped(lowerBound: .zero, upperBound: .one) }
