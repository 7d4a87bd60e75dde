// ScalarPhysical: the formulas of glTF 2.0, appendix B, and of the material extensions, at one point and in double precision,
// written from the specifications. They give the expected colours of PhysicalEffect.

import Effects
import Foundation

struct ScalarPhysical {
    typealias Vector = SIMD3<Double>

    var baseColor = Vector(1, 1, 1)
    var metallic = 1.0
    var roughness = 1.0
    var ior = 1.5
    var specular = 1.0
    var specularColor = Vector(1, 1, 1)
    /// Diffuse, specular and glossiness of the older model; nil for metal and roughness.
    var specularGlossiness: (diffuse: Vector, specular: Vector, glossiness: Double)?
    var clearcoat = 0.0
    var clearcoatRoughness = 0.0
    var anisotropy = 0.0
    var sheenColor = Vector(0, 0, 0)
    var sheenRoughness = 0.5
    var transmission = 0.0

    static func dot(_ a: Vector, _ b: Vector) -> Double { (a * b).sum() }
    static func unit(_ a: Vector) -> Vector { a / dot(a, a).squareRoot() }
    static func cross(_ a: Vector, _ b: Vector) -> Vector {
        Vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// The distribution of Trowbridge and Reitz (appendix B.2.3).
    static func distribution(_ nh: Double, _ a: Double) -> Double {
        guard nh > 0 else { return 0 }
        let tangentSquared = (1 - nh * nh) / (nh * nh)
        let slopes = 1 + tangentSquared / (a * a), square = nh * nh
        return 1 / (Double.pi * a * a * square * square * slopes * slopes)
    }
    /// Smith's masking and shadowing with correlated heights, divided by 4 · (n · l) · (n · v) (appendix B.2.3).
    static func visibility(_ nl: Double, _ nv: Double, _ a: Double) -> Double {
        func lambda(_ cosine: Double) -> Double {
            let tangentSquared = (1 - cosine * cosine) / (cosine * cosine)
            return ((1 + a * a * tangentSquared).squareRoot() - 1) / 2
        }
        return 1 / ((1 + lambda(nl) + lambda(nv)) * 4 * nl * nv)
    }
    static func lobe(_ nh: Double, _ nl: Double, _ nv: Double, _ a: Double) -> Double { distribution(nh, a) * visibility(nl, nv, a) }
    static func schlick(_ f0: Vector, _ f90: Double, _ cosine: Double) -> Vector { f0 + (Vector(repeating: f90) - f0) * pow(1 - cosine, 5) }
    /// The effect does not make highlights of lamps without size narrower than this.
    static func alpha(_ roughness: Double) -> Double { max(roughness * roughness, 0.0016) }

    /// The anisotropic distribution and visibility of KHR_materials_anisotropy. `t` is the direction of the stretch.
    private func stretched(_ n: Vector, _ v: Vector, _ l: Vector, _ h: Vector, _ t: Vector) -> Double {
        let b = ScalarPhysical.cross(n, t), ab = ScalarPhysical.alpha(roughness), at = ab + (1 - ab) * anisotropy * anisotropy
        func d(_ a: Vector, _ c: Vector) -> Double { ScalarPhysical.dot(a, c) }
        let slopes = Vector(d(t, h) / at, d(b, h) / ab, d(n, h)), slope = d(slopes, slopes)
        let distribution = 1 / (Double.pi * at * ab * slope * slope)
        func stretch(_ w: Vector) -> Double { Vector(at * d(t, w), ab * d(b, w), d(n, w)).length }
        return distribution * 0.5 / (d(n, l) * stretch(v) + d(n, v) * stretch(l))
    }

    /// The distribution and visibility of KHR_materials_sheen.
    static func sheen(_ roughness: Double, _ nl: Double, _ nv: Double, _ nh: Double) -> Double {
        let a = roughness * roughness
        let distribution = (2 + 1 / a) * pow((1 - nh * nh).squareRoot(), 1 / a) / (2 * Double.pi)
        return distribution * sheenVisibility(a, nl, nv)
    }
    static func sheenVisibility(_ a: Double, _ nl: Double, _ nv: Double) -> Double {
        func fit(_ x: Double) -> Double {
            let p0 = [25.3245, 3.32435, 0.16801, -1.27393, -4.85967], p1 = [21.5473, 3.82987, 0.19823, -1.97760, -4.32054]
            let w = (1 - a) * (1 - a), p = zip(p0, p1).map { w * $0 + (1 - w) * $1 }
            return p[0] / (1 + p[1] * pow(x, p[2])) + p[3] * x + p[4]
        }
        func lambda(_ cosine: Double) -> Double { cosine < 0.5 ? exp(fit(cosine)) : exp(2 * fit(0.5) - fit(1 - cosine)) }
        return 1 / ((1 + lambda(nv) + lambda(nl)) * 4 * nv * nl)
    }
    /// The share of light from all around that a sheen of white colour reflects.
    static func sheenAlbedo(_ roughness: Double, _ nv: Double) -> Double {
        let v = Vector((1 - nv * nv).squareRoot(), 0, nv), steps = 120
        var sum = 0.0
        for i in 0..<steps {
            for j in 0..<steps {
                let nl = (Double(i) + 0.5) / Double(steps), angle = (Double(j) + 0.5) / Double(steps) * Double.pi
                let s = (1 - nl * nl).squareRoot()
                let h = unit(v + Vector(s * cos(angle), s * sin(angle), nl))
                sum += sheen(roughness, nl, nv, h.z) * nl
            }
        }
        return sum * 2 * Double.pi / Double(steps * steps)
    }

    /// The light that the surface sends to `v` for light of strength 1 from `l`. Directions have length 1; `t` is the tangent.
    func reflected(n: Vector, v: Vector, l: Vector, tangent t: Vector) -> Vector {
        let nl = ScalarPhysical.dot(n, l), nv = max(ScalarPhysical.dot(n, v), 1e-4)
        var result = Vector(repeating: 0)
        let h = ScalarPhysical.unit(v + l), vh = ScalarPhysical.dot(v, h)
        if nl > 0 {
            let nh = ScalarPhysical.dot(n, h), a = ScalarPhysical.alpha(roughness)
            let specularLobe = anisotropy > 0 ? stretched(n, v, l, h, t) : ScalarPhysical.lobe(nh, nl, nv, a)
            let root = (ior - 1) / (ior + 1), f0 = pointwiseMin(specularColor * (root * root), Vector(repeating: 1)) * specular
            var fresnel = ScalarPhysical.schlick(f0, specular, vh)
            var diffuse = baseColor * ((1 - transmission) / Double.pi)
            if let old = specularGlossiness {
                let lobe = ScalarPhysical.lobe(nh, nl, nv, ScalarPhysical.alpha(1 - old.glossiness))
                fresnel = ScalarPhysical.schlick(old.specular, 1, vh)
                diffuse = old.diffuse * ((1 - old.specular.max()) / Double.pi)
                return (diffuse * (1 - fresnel.max()) + fresnel * lobe) * nl
            }
            let dielectric = diffuse * (1 - fresnel.max()) + fresnel * specularLobe
            let metal = ScalarPhysical.schlick(baseColor, 1, vh) * specularLobe
            result = (dielectric * (1 - metallic) + metal * metallic) * nl
            if sheenColor.max() > 0 {
                let albedo = max(ScalarPhysical.sheenAlbedo(sheenRoughness, nv), ScalarPhysical.sheenAlbedo(sheenRoughness, nl))
                result = result * (1 - sheenColor.max() * albedo) + sheenColor * (ScalarPhysical.sheen(sheenRoughness, nl, nv, nh) * nl)
            }
        } else if transmission > 0 {
            let mirrored = l - 2 * nl * n, middle = ScalarPhysical.unit(mirrored + v)
            let a = max(ScalarPhysical.alpha(roughness) * min(max(ior * 2 - 2, 0), 1), 0.0016)
            let share = transmission * (1 - metallic) * -nl
            result = baseColor * (share * ScalarPhysical.lobe(ScalarPhysical.dot(n, middle), -nl, nv, a))
        }
        guard clearcoat > 0 else { return result }
        let share = clearcoat * (0.04 + 0.96 * pow(1 - min(nv, 1), 5))
        var coat = 0.0
        if nl > 0 {
            let a = ScalarPhysical.alpha(clearcoatRoughness)
            coat = ScalarPhysical.lobe(ScalarPhysical.dot(n, h), nl, nv, a) * nl
        }
        return result * (1 - share) + Vector(repeating: coat * share)
    }

    /// The two numbers that light from all around multiplies with the reflectance at normal and at grazing incidence.
    static func table(roughness: Double, nv: Double) -> SIMD2<Double> {
        let a = alpha(roughness), v = Vector((1 - nv * nv).squareRoot(), 0, nv), steps = 400
        var sum = SIMD2(0.0, 0.0)
        for i in 0..<steps {
            for j in 0..<steps {
                // Microfacets, with their density as weight.
                let share = (Double(i) + 0.5) / Double(steps), angle = (Double(j) + 0.5) / Double(steps) * Double.pi
                let nh = ((1 - share) / (1 + (a * a - 1) * share)).squareRoot(), s = (1 - nh * nh).squareRoot()
                let h = Vector(s * cos(angle), s * sin(angle), nh), vh = dot(v, h), nl = 2 * vh * nh - nv
                guard nl > 0, vh > 0 else { continue }
                let weight = visibility(nl, nv, a) * 4 * vh * nl / nh, grazing = pow(1 - vh, 5)
                sum += SIMD2(1 - grazing, grazing) * weight
            }
        }
        return sum / Double(steps * steps)
    }

    /// The value that a display stores for linear light.
    static func encoded(_ c: Vector) -> Vector {
        func encoded(_ c: Double) -> Double { c <= 0.0031308 ? c * 12.92 : 1.055 * pow(min(c, 1), 1 / 2.4) - 0.055 }
        return Vector(encoded(max(c.x, 0)), encoded(max(c.y, 0)), encoded(max(c.z, 0)))
    }
}

extension SIMD3 where Scalar == Double {
    var length: Double { (self * self).sum().squareRoot() }
}
