// The transform matrices: tests of transformed points and of inverse matrices.

import Raster
import Testing

private func close(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ tolerance: Float = 1e-5) -> Bool {
    (0..<4).allSatisfy { abs(a[$0] - b[$0]) <= tolerance * max(1, abs(b[$0])) }
}
private func close(_ a: Matrix4, _ b: Matrix4, _ tolerance: Float = 1e-5) -> Bool {
    close(a.columns.0, b.columns.0, tolerance) && close(a.columns.1, b.columns.1, tolerance)
        && close(a.columns.2, b.columns.2, tolerance) && close(a.columns.3, b.columns.3, tolerance)
}
private func projected(_ m: Matrix4, _ x: Float, _ y: Float, _ z: Float) -> SIMD4<Float> {
    let p = m * SIMD4(x, y, z, 1)
    return p / p.w
}

@Test("perspective maps the near and far planes to −1 and 1")
func perspectiveDepth() {
    let m = Matrix4.perspective(fovy: .pi / 2, aspect: 2, near: 0.5, far: 20)
    #expect(close(projected(m, 0, 0, -0.5), .init(0, 0, -1, 1)))
    #expect(close(projected(m, 0, 0, -20), .init(0, 0, 1, 1)))
    #expect(close(projected(m, 6, 3, -3).xy, .init(1, 1, 0, 0)))
}

@Test("a symmetric frustum is the perspective of the same angle")
func frustumEqualsPerspective() {
    let near: Float = 0.1, top = near * Float(0.5773502692), right = top * 1.6
    let a = Matrix4.frustum(left: -right, right: right, bottom: -top, top: top, near: near, far: 50)
    #expect(close(a, .perspective(fovy: .pi / 3, aspect: 1.6, near: near, far: 50)))
}

@Test("ortho maps its box to the clip cube")
func orthoBox() {
    let m = Matrix4.ortho(left: 0, right: 640, bottom: 0, top: 360, near: 1, far: 3)
    #expect(close(m * SIMD4(0, 0, -1, 1), .init(-1, -1, -1, 1)))
    #expect(close(m * SIMD4(640, 360, -3, 1), .init(1, 1, 1, 1)))
}

@Test("lookAt puts the centre on the −z axis at its distance")
func lookAtCentre() {
    let eye = SIMD3<Float>(3, 4, 5), center = SIMD3<Float>(1, -2, 0.5)
    let m = Matrix4.lookAt(eye: eye, center: center)
    #expect(close(m * SIMD4(eye, 1), .init(0, 0, 0, 1)))
    #expect(close(m * SIMD4(center, 1), .init(0, 0, -(center - eye).length, 1)))
    #expect((m * SIMD4(0, 1, 0, 0)).y > 0)
}

@Test("lookAt along its up vector still gives a rotation")
func lookAtDegenerate() throws {
    for m in [Matrix4.lookAt(eye: .init(0, 5, 0), center: .zero), .lookAt(eye: .zero, center: .zero)] {
        #expect(close(try #require(m.inverse) * m, .identity))
        #expect(abs(m.upperLeft.columns.0.length - 1) < 1e-5)
    }
}

@Test("a quarter turn moves each axis to the next")
func quarterTurns() {
    let q = Float.pi / 2
    #expect(close(Matrix4.rotationX(q) * SIMD4(0, 1, 0, 0), .init(0, 0, 1, 0)))
    #expect(close(Matrix4.rotationY(q) * SIMD4(0, 0, 1, 0), .init(1, 0, 0, 0)))
    #expect(close(Matrix4.rotationZ(q) * SIMD4(1, 0, 0, 0), .init(0, 1, 0, 0)))
    #expect(close(.rotation(0.7, axis: .init(2, 0, 0)), .rotationX(0.7)))
    #expect(close(.rotation(-1.3, axis: .init(0, 1, 0)), .rotationY(-1.3)))
    #expect(close(.rotation(2.9, axis: .init(0, 0, 0.1)), .rotationZ(2.9)))
    #expect(close(.rotation(2 * q / 1.5, axis: .init(1, 1, 1)) * SIMD4(1, 0, 0, 0), .init(0, 1, 0, 0)))
    #expect(Matrix4.rotation(1, axis: .zero) == .identity)
}

@Test("inverse undoes a chain of transforms, and a singular matrix has none")
func inverses() throws {
    let m = Matrix4.perspective(fovy: 1.1, aspect: 1.5, near: 0.1, far: 100) * .translation(0.3, -2, -4)
        * .rotation(0.8, axis: .init(1, 2, 3)) * .scale(1, 2, 0.5)
    #expect(close(try #require(m.inverse) * m, .identity, 1e-3))
    #expect(close(try #require(m.transposed.inverse).transposed, try #require(m.inverse), 1e-3))
    #expect(Matrix4.scale(1, 0, 1).inverse == nil)
    #expect(Matrix4.scale(.nan).inverse == nil)
    #expect(Matrix4.scale(0).upperLeft.inverse == nil)
    let n = try #require(m.upperLeft.inverse) * m.upperLeft
    #expect(close(SIMD4(n.columns.1, 0), .init(0, 1, 0, 0), 1e-4))
}

@Test("the normal matrix keeps normals at right angles to their surface")
func normalMatrix() {
    let m = Matrix4.rotation(0.4, axis: .init(1, 0.5, 0)) * .scale(1, 3, 0.2)
    let tangent = SIMD3<Float>(1, -1, 0), normal = SIMD3<Float>(1, 1, 0)
    let t = m.upperLeft * tangent, n = m.normalMatrix * normal
    #expect(abs(t.dot(n)) < 1e-4)
    #expect(Matrix4.scale(1, 1, 0).normalMatrix * SIMD3(0, 0, 1) == SIMD3(0, 0, 1))
}

extension SIMD4 where Scalar == Float {
    /// The vector with z and w set to 0.
    fileprivate var xy: SIMD4<Float> { SIMD4(x, y, 0, 0) }
}
