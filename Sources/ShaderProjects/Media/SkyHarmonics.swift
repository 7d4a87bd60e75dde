// SkyHarmonics: the light of a sky as nine coefficients of spherical harmonics, as glslViewer gives them in `u_SH`.

import Raster

enum SkyHarmonics {
    /// Returns nine colours: the coefficients of the light that reaches a surface, divided by π. The basis has the order and the signs
    /// that shaders for glslViewer expect.
    /// - Parameter faces: Six square pictures in the order +X −X +Y −Y +Z −Z.
    static func coefficients(of faces: [Image]) -> [Double] {
        var sums = [SIMD3<Double>](repeating: .zero, count: 9)
        for (face, image) in zip(CubeFace.allCases, faces) {
            let image = image.converted(to: .rgba8), step = max(1, image.width / 32)
            for row in stride(from: step / 2, to: image.height, by: step) {
                for column in stride(from: step / 2, to: image.width, by: step) {
                    let a = 2 * (Double(column) + 0.5) / Double(image.width) - 1, b = 2 * (Double(row) + 0.5) / Double(image.height) - 1
                    let length = (1 + a * a + b * b).squareRoot(), d = face.direction(a, b) / length
                    // The solid angle of a texel is proportional to 1 / distance³, where the distance is measured from the middle of the
                    // cube.
                    let angle = 4 * Double(step * step) / Double(image.width * image.height) / (length * length * length)
                    let texel = image[column, row], light = SIMD3(Double(texel.x), Double(texel.y), Double(texel.z)) / 255
                    for (index, value) in basis(d).enumerated() { sums[index] += light * value * angle }
                }
            }
        }
        // The convolution with the cosine, divided by π, has the factors 1, 2/3 and 1/4 (Ramamoorthi, Hanrahan 2001).
        return sums.enumerated().flatMap { index, sum in
            let color = sum * (index == 0 ? 1 : index < 4 ? 2.0 / 3 : 0.25)
            return [color.x, color.y, color.z]
        }
    }
    private static func basis(_ d: SIMD3<Double>) -> [Double] {
        [0.282_095, -0.488_603 * d.y, 0.488_603 * d.z, -0.488_603 * d.x, 1.092_548 * d.y * d.x, -1.092_548 * d.y * d.z,
         0.315_392 * (3 * d.z * d.z - 1), -1.092_548 * d.z * d.x, 0.546_274 * (d.x * d.x - d.y * d.y)]
    }
}

extension CubeFace {
    /// Returns the direction to a point of the face (OpenGL 3.3 §3.8.10): `a` grows with s, `b` with t, both −1…1. The longest component of
    /// the direction is ±1.
    func direction(_ a: Double, _ b: Double) -> SIMD3<Double> {
        switch self {
        case .positiveX: SIMD3(1, -b, -a)
        case .negativeX: SIMD3(-1, -b, a)
        case .positiveY: SIMD3(a, 1, b)
        case .negativeY: SIMD3(a, -1, -b)
        case .positiveZ: SIMD3(a, -b, 1)
        case .negativeZ: SIMD3(-a, -b, -1)
        }
    }
}
