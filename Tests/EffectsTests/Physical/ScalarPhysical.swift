// ScalarPhysical: the formulas of glTF 2.0, appendix B, and of the material extensions, at one point and in double precision, written
// from the specifications. The formulas give the expected colours of PhysicalEffect.

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
    /// The values of the older specular-glossiness model; nil if the material uses `metallic` and `roughness`.
    var specularGlossiness: (diffuse: Vector, specular: Vector, glossiness: Double)?
    var clearcoat = 0.0
    var clearcoatRoughness = 0.0
    var anisotropy = 0.0
    var sheenColor = Vector(0, 0, 0)
    var sheenRoughness = 0.5
    var transmission = 0.0
    /// The strength, the index of refraction and the thickness in nanometres of a thin film; nil if there is no film.
    var film: (factor: Double, ior: Double, thickness: Double)?

    static func dot(_ a: Vector, _ b: Vector) -> Double { (a * b).sum() }
    static func unit(_ a: Vector) -> Vector { a / dot(a, a).squareRoot() }
    static func cross(_ a: Vector, _ b: Vector) -> Vector {
        Vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// Returns the density of microfacet normals by the distribution of Trowbridge and Reitz (appendix B.2.3).
    static func distribution(_ nh: Double, _ a: Double) -> Double {
        guard nh > 0 else { return 0 }
        let tangentSquared = (1 - nh * nh) / (nh * nh)
        let slopes = 1 + tangentSquared / (a * a), square = nh * nh
        return 1 / (Double.pi * a * a * square * square * slopes * slopes)
    }
    /// Returns Smith's masking and shadowing with correlated heights, divided by 4 · (n · l) · (n · v) (appendix B.2.3).
    static func visibility(_ nl: Double, _ nv: Double, _ a: Double) -> Double {
        func lambda(_ cosine: Double) -> Double {
            let tangentSquared = (1 - cosine * cosine) / (cosine * cosine)
            return ((1 + a * a * tangentSquared).squareRoot() - 1) / 2
        }
        return 1 / ((1 + lambda(nl) + lambda(nv)) * 4 * nl * nv)
    }
    static func lobe(_ nh: Double, _ nl: Double, _ nv: Double, _ a: Double) -> Double { distribution(nh, a) * visibility(nl, nv, a) }
    static func schlick(_ f0: Vector, _ f90: Double, _ cosine: Double) -> Vector { f0 + (Vector(repeating: f90) - f0) * pow(1 - cosine, 5) }
    /// Returns the roughness squared, but at least 0.0016. A lamp has no size, so without the minimum its highlight could be arbitrarily
    /// narrow. `PhysicalEffect` has the same minimum.
    static func alpha(_ roughness: Double) -> Double { max(roughness * roughness, 0.0016) }

    /// Returns the product of the anisotropic distribution and visibility of KHR_materials_anisotropy. `t` is the direction of the stretch.
    private func stretched(_ n: Vector, _ v: Vector, _ l: Vector, _ h: Vector, _ t: Vector) -> Double {
        let b = ScalarPhysical.cross(n, t), ab = ScalarPhysical.alpha(roughness), at = ab + (1 - ab) * anisotropy * anisotropy
        func d(_ a: Vector, _ c: Vector) -> Double { ScalarPhysical.dot(a, c) }
        let slopes = Vector(d(t, h) / at, d(b, h) / ab, d(n, h)), slope = d(slopes, slopes)
        let distribution = 1 / (Double.pi * at * ab * slope * slope)
        func stretch(_ w: Vector) -> Double { Vector(at * d(t, w), ab * d(b, w), d(n, w)).length }
        return distribution * 0.5 / (d(n, l) * stretch(v) + d(n, v) * stretch(l))
    }

    /// Returns the product of the distribution and visibility of KHR_materials_sheen.
    static func sheen(_ roughness: Double, _ nl: Double, _ nv: Double, _ nh: Double) -> Double {
        sheenDistribution(roughness * roughness, nh) * sheenVisibility(roughness * roughness, nl, nv)
    }
    static func sheenDistribution(_ a: Double, _ nh: Double) -> Double { (2 + 1 / a) * pow((1 - nh * nh).squareRoot(), 1 / a) / (2 * Double.pi) }
    static func sheenVisibility(_ a: Double, _ nl: Double, _ nv: Double) -> Double {
        let p0 = SIMD8(25.3245, 3.32435, 0.16801, -1.27393, -4.85967, 0, 0, 0), p1 = SIMD8(21.5473, 3.82987, 0.19823, -1.97760, -4.32054, 0, 0, 0)
        let w = (1 - a) * (1 - a), p = w * p0 + (1 - w) * p1
        func fit(_ x: Double) -> Double { p[0] / (1 + p[1] * pow(x, p[2])) + p[3] * x + p[4] }
        func lambda(_ cosine: Double) -> Double { cosine < 0.5 ? exp(fit(cosine)) : exp(2 * fit(0.5) - fit(1 - cosine)) }
        return 1 / ((1 + lambda(nv) + lambda(nl)) * 4 * nv * nl)
    }
    /// Returns the share of the light from all around that a white sheen reflects.
    static func sheenAlbedo(_ roughness: Double, _ nv: Double) -> Double {
        let v = Vector((1 - nv * nv).squareRoot(), 0, nv), steps = 120, a = roughness * roughness
        var sum = 0.0
        for i in 0..<steps {
            let nl = (Double(i) + 0.5) / Double(steps), s = (1 - nl * nl).squareRoot(), visibility = sheenVisibility(a, nl, nv)
            for j in 0..<steps {
                let angle = (Double(j) + 0.5) / Double(steps) * Double.pi
                let h = unit(v + Vector(s * cos(angle), s * sin(angle), nl))
                sum += sheenDistribution(a, h.z) * visibility * nl
            }
        }
        return sum * 2 * Double.pi / Double(steps * steps)
    }

    /// Returns the reflectance of a thin film between air and a surface of reflectance `base` (KHR_materials_iridescence, after Belcour and
    /// Barla 2017), channel by channel.
    static func filmReflectance(_ filmIor: Double, _ cosine: Double, _ thickness: Double, _ base: Vector) -> Vector {
        func reflectance(_ a: Double, _ b: Double) -> Double { pow((a - b) / (a + b), 2) }
        func schlick(_ f0: Double, _ cosine: Double) -> Double { f0 + (1 - f0) * pow(1 - cosine, 5) }
        let blend = min(max(thickness / 0.03, 0), 1), ior = 1 + (filmIor - 1) * blend * blend * (3 - 2 * blend)
        let insideSquared = 1 - (1 - cosine * cosine) / (ior * ior)
        guard insideSquared >= 0 else { return Vector(repeating: 1) }
        let inside = insideSquared.squareRoot(), r12 = schlick(reflectance(ior, 1), cosine), t121 = 1 - r12
        let phase12 = ior < 1 ? Double.pi : 0, phase21 = Double.pi - phase12, path = 2 * ior * thickness * inside
        // For each channel, adds the light of the interference orders 0, 1 and 2.
        var result = Vector(repeating: 0)
        for channel in 0..<3 {
            let root = min(max(base[channel], 0), 0.9999).squareRoot(), below = (1 + root) / (1 - root)
            let r23 = schlick(reflectance(below, ior), inside)
            let r123 = min(max(r12 * r23, 1e-5), 0.9999), multiple = t121 * t121 * r23 / (1 - r123)
            var sum = r12 + multiple, order = multiple - t121
            for m in 1...2 {
                order *= r123.squareRoot()
                // X gets the phase shift of the red channel, Y gets the phase shift of green, and Z gets the phase shift of blue.
                let shifts = (0..<3).map { k -> Double in
                    let root = min(max(base[k], 0), 0.9999).squareRoot(), below = (1 + root) / (1 - root)
                    return Double(m) * (phase21 + (below < ior ? Double.pi : 0))
                }
                sum += order * 2 * sensitivity(Double(m) * path, shifts)[channel]
            }
            result[channel] = max(sum, 0)
        }
        return result
    }
    /// Returns, for each linear sRGB channel, the cosine of the interference at a path difference of `path` nanometres, averaged over the
    /// channel's wavelengths. Gaussians approximate the colour matching functions.
    private static func sensitivity(_ path: Double, _ shifts: [Double]) -> [Double] {
        let phase = 2 * Double.pi * path * 1e-9
        func gauss(_ value: Double, _ position: Double, _ variance: Double, _ shift: Double) -> Double {
            value * (2 * Double.pi * variance).squareRoot() * cos(position * phase + shift) * exp(-phase * phase * variance)
        }
        let x = (gauss(5.4856e-13, 1.6810e6, 4.3278e9, shifts[0]) + gauss(9.7470e-14, 2.2399e6, 4.5282e9, shifts[0])) / 1.0685e-7
        let y = gauss(4.4201e-13, 1.7953e6, 9.3046e9, shifts[1]) / 1.0685e-7, z = gauss(5.2481e-13, 2.2084e6, 6.6121e9, shifts[2]) / 1.0685e-7
        return [3.2404542 * x - 1.5371385 * y - 0.4985314 * z, -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
                0.0556434 * x - 0.2040259 * y + 1.0572252 * z]
    }

    /// Returns the average direction from which a metal mirrors light to `v`. Directions are weighted by their share of the light. The
    /// metal's highlights are stretched along `t`.
    func stretchedDirection(n: Vector, v: Vector, t: Vector) -> Vector {
        let steps = 150, ab = ScalarPhysical.alpha(roughness), at = ab + (1 - ab) * anisotropy * anisotropy, b = ScalarPhysical.cross(n, t)
        var sum = Vector(repeating: 0), total = 0.0
        for i in 0..<steps {
            for j in 0..<steps {
                // The directions h are sampled with the density of the microfacets.
                let share = (Double(i) + 0.5) / Double(steps), angle = (Double(j) + 0.5) / Double(steps) * 2 * Double.pi
                let slope = (share / (1 - share)).squareRoot()
                let h = ScalarPhysical.unit(n + t * (at * slope * cos(angle)) + b * (ab * slope * sin(angle)))
                let vh = ScalarPhysical.dot(v, h), nh = ScalarPhysical.dot(n, h), l = h * (2 * vh) - v
                guard vh > 0, ScalarPhysical.dot(n, l) > 0 else { continue }
                func stretch(_ w: Vector) -> Double {
                    Vector(at * ScalarPhysical.dot(t, w), ab * ScalarPhysical.dot(b, w), ScalarPhysical.dot(n, w)).length
                }
                let nl = ScalarPhysical.dot(n, l), nv = ScalarPhysical.dot(n, v), weight = vh * nl / nh / (nl * stretch(v) + nv * stretch(l))
                sum += l * weight
                total += weight
            }
        }
        return sum / max(total, 1e-12)
    }

    /// Returns the sum of the directions of all light that a white sheen reflects. Each direction is multiplied by its share of the light.
    /// x is the component along the surface towards the eye, and y is the component along the normal.
    static func sheenDirection(_ roughness: Double, _ nv: Double) -> SIMD2<Double> {
        let v = Vector((1 - nv * nv).squareRoot(), 0, nv), steps = 120, a = roughness * roughness
        var sum = SIMD2(0.0, 0.0)
        for i in 0..<steps {
            let nl = (Double(i) + 0.5) / Double(steps), s = (1 - nl * nl).squareRoot(), visibility = sheenVisibility(a, nl, nv)
            for j in 0..<steps {
                let angle = (Double(j) + 0.5) / Double(steps) * Double.pi
                let l = Vector(s * cos(angle), s * sin(angle), nl)
                sum += SIMD2(l.x, l.z) * (sheenDistribution(a, unit(v + l).z) * visibility * nl)
            }
        }
        return sum * 2 * Double.pi / Double(steps * steps)
    }

    /// Returns the light that the surface reflects to `v` if light of strength 1 comes from `l`. Directions have length 1; `t` is the
    /// tangent.
    func reflected(n: Vector, v: Vector, l: Vector, tangent t: Vector) -> Vector {
        let nl = ScalarPhysical.dot(n, l), nv = max(ScalarPhysical.dot(n, v), 1e-4)
        var result = Vector(repeating: 0)
        let h = ScalarPhysical.unit(v + l), vh = ScalarPhysical.dot(v, h)
        if nl > 0 {
            let nh = ScalarPhysical.dot(n, h), a = ScalarPhysical.alpha(roughness)
            let specularLobe = anisotropy > 0 ? stretched(n, v, l, h, t) : ScalarPhysical.lobe(nh, nl, nv, a)
            let root = (ior - 1) / (ior + 1), f0 = pointwiseMin(specularColor * (root * root), Vector(repeating: 1)) * specular
            var fresnel = ScalarPhysical.schlick(f0, specular, vh), metalFresnel = ScalarPhysical.schlick(baseColor, 1, vh)
            if let film {
                func mixed(_ plain: Vector, _ base: Vector) -> Vector {
                    plain + (ScalarPhysical.filmReflectance(film.ior, nv, film.thickness, base) - plain) * film.factor
                }
                fresnel = mixed(fresnel, f0)
                metalFresnel = mixed(metalFresnel, baseColor)
            }
            var diffuse = baseColor * ((1 - transmission) / Double.pi)
            if let old = specularGlossiness {
                let lobe = ScalarPhysical.lobe(nh, nl, nv, ScalarPhysical.alpha(1 - old.glossiness))
                fresnel = ScalarPhysical.schlick(old.specular, 1, vh)
                diffuse = old.diffuse * ((1 - old.specular.max()) / Double.pi)
                return (diffuse * (1 - fresnel.max()) + fresnel * lobe) * nl
            }
            let dielectric = diffuse * (1 - fresnel.max()) + fresnel * specularLobe
            let metal = metalFresnel * specularLobe
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

    /// Returns two factors for light from all around: x for the reflectance at normal incidence, y for the reflectance at grazing
    /// incidence.
    static func table(roughness: Double, nv: Double) -> SIMD2<Double> {
        let a = alpha(roughness), v = Vector((1 - nv * nv).squareRoot(), 0, nv), steps = 400
        var sum = SIMD2(0.0, 0.0)
        for i in 0..<steps {
            for j in 0..<steps {
                // The directions h are sampled with the density of the microfacets.
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

    /// Returns the sRGB value that an image for a display stores for linear light.
    static func encoded(_ c: Vector) -> Vector {
        func encoded(_ c: Double) -> Double { c <= 0.0031308 ? c * 12.92 : 1.055 * pow(min(c, 1), 1 / 2.4) - 0.055 }
        return Vector(encoded(max(c.x, 0)), encoded(max(c.y, 0)), encoded(max(c.z, 0)))
    }
}

extension SIMD3 where Scalar == Double {
    var length: Double { (self * self).sum().squareRoot() }
}
