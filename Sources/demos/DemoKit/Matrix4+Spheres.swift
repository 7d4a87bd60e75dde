// Matrix4+Spheres: tests whether a ball can be visible. Demos leave out objects whose bounding ball is outside of the picture.

import Raster

extension Matrix4 {
    /// Returns whether a part of a sphere may be visible with this projection. `middle` is in eye space.
    func shows(sphereAround middle: SIMD3<Float>, radius: Float) -> Bool {
        func row(_ i: Int) -> SIMD4<Float> { SIMD4(columns.0[i], columns.1[i], columns.2[i], columns.3[i]) }
        let w = row(3), point = SIMD4(middle, 1)
        return (0..<3).allSatisfy { axis in
            [w + row(axis), w - row(axis)].allSatisfy { plane in
                let length = (plane.x * plane.x + plane.y * plane.y + plane.z * plane.z).squareRoot()
                return (plane * point).sum() >= -radius * length
            }
        }
    }
}
