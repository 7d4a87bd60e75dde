// Vectors, matrices, quaternions and the matrix stack: tests of identities between their operations.

import Effects
import Foundation
import Raster
import SeededRandom
import Testing

private func isClose(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ tolerance: Float = 1e-5) -> Bool { a.distance(to: b) <= tolerance * max(1, b.length) }
private func isClose(_ a: Matrix4, _ b: Matrix4, _ tolerance: Float = 1e-4) -> Bool {
    zip(a.elements, b.elements).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($1)) }
}
private func isClose(_ a: Matrix3, _ b: Matrix3, _ tolerance: Float = 1e-4) -> Bool {
    zip(a.elements, b.elements).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($1)) }
}

@Suite("Mathematics of effects")
struct MathTests {
    @Test("vector operations do what their names say") func vectors() {
        let a = SIMD3<Float>(1, 2, 3), b = SIMD3<Float>(4, -5, 6)
        #expect(a.lerp(to: b, 0) == a && a.lerp(to: b, 0.5) == SIMD3(2.5, -1.5, 4.5))
        #expect(a.distance(to: b) == (9 + 49 + 9 as Float).squareRoot())
        #expect(isClose(a.projected(onto: SIMD3(0, 9, 0)), SIMD3(0, 2, 0)) && a.projected(onto: .zero) == .zero)
        #expect(SIMD3<Float>(1, -1, 0).reflected(at: SIMD3(0, 1, 0)) == SIMD3(1, 1, 0))
        #expect(SIMD4<Float>(1, 0, 0, 5).cross(SIMD4(0, 1, 0, 7)) == SIMD4(0, 0, 1, 0))
        #expect(SIMD4<Float>(2, 0, 0, 0).normalized == SIMD4(1, 0, 0, 0) && SIMD4<Float>.zero.normalized == .zero)
        #expect(SIMD2<Float>(3, 4).length == 5 && SIMD2<Float>(3, 4).dot(SIMD2(1, 1)) == 7 && SIMD2<Float>.zero.normalized == .zero)
        #expect(pointwiseMin(a, b) == SIMD3(1, -5, 3))
        #expect(abs(Float.radians(fromDegrees: 180) - .pi) < 1e-6 && abs(Float.degrees(fromRadians: .pi / 2) - 90) < 1e-4)
    }

    @Test("matrices are made from rows, arrays and parts, and return them") func parts() throws {
        let numbers = (0..<16).map { Float($0) }
        let m = try #require(Matrix4(columnMajor: numbers))
        #expect(m.elements == numbers && Matrix4(columnMajor: [1, 2]) == nil)
        #expect(m[column: 1] == SIMD4(4, 5, 6, 7) && m[row: 1] == SIMD4(1, 5, 9, 13))
        #expect(Matrix4(rows: m[row: 0], m[row: 1], m[row: 2], m[row: 3]) == m)
        var changed = m
        changed[row: 2] = .zero
        changed[column: 0] = .one
        #expect(changed[row: 2] == SIMD4(1, 0, 0, 0) && changed[column: 0] == .one)
        #expect(Matrix3(columnMajor: (0..<9).map { Float($0) })?[row: 1] == SIMD3(1, 4, 7))
        #expect(m.upperLeft2x2 == Matrix2(.init(0, 1), .init(4, 5)))
        #expect((m + m) - m == m)
        let turn = Matrix2.rotation(0.3)
        let inverse = try #require(turn.inverse)
        #expect((inverse * (turn * SIMD2(1, 2))).distance(to: SIMD2(1, 2)) < 1e-6 && Matrix2.scale(0, 1).inverse == nil)
        #expect(Matrix4.identity.description == "1.0 0.0 0.0 0.0; 0.0 1.0 0.0 0.0; 0.0 0.0 1.0 0.0; 0.0 0.0 0.0 1.0")
    }

    @Test("appended transforms are multiplied from the right") func appended() {
        let m = Matrix4.lookAt(eye: SIMD3(1, 2, 3), center: .zero)
        #expect(isClose(m.translated(1, 2, 3), m * .translation(1, 2, 3)))
        #expect(isClose(m.scaled(2, 3, 4), m * .scale(2, 3, 4)))
        #expect(isClose(m.rotated(0.4, axis: .one), m * .rotation(0.4, axis: .one)))
        #expect(isClose(m.rotatedX(1).rotatedY(2).rotatedZ(3), m * .rotationX(1) * .rotationY(2) * .rotationZ(3)))
        #expect(Matrix4.translation(5, 0, 0).transformDirection(.one) == .one && Matrix4.translation(5, 0, 0).transformPoint(.one) == SIMD3(6, 1, 1))
        #expect(Matrix4.scale(1, 1, 1).projectPoint(SIMD3(1, 2, 3)) == SIMD3(1, 2, 3))
    }

    @Test("unproject undoes project, through any viewport") func projection() throws {
        var random = SeededGenerator(state: 11)
        for _ in 0..<200 {
            let modelview = Matrix4.translation(0, 0, -6) * .rotation(random.float(0...6), axis: random.direction())
            let projection = Matrix4.perspective(fovy: random.float(0.3...2), aspect: random.float(0.5...2), near: 0.5, far: 40)
            let viewport = Viewport(x: random.float(-50...50), y: 7, width: random.float(100...900), height: random.float(100...900))
            let p = random.direction() * 2
            let window = try #require(Matrix4.project(p, modelview: modelview, projection: projection, viewport: viewport))
            let back = try #require(Matrix4.unproject(window, modelview: modelview, projection: projection, viewport: viewport))
            #expect(isClose(back, p, 1e-3))
        }
        let middle = try #require(Matrix4.project(SIMD3(0, 0, -1), modelview: .identity, projection: .ortho(left: -1, right: 1, bottom: -1, top: 1),
                                                  viewport: Viewport(width: 640, height: 480)))
        #expect(middle == SIMD3(320, 240, 1))
        #expect(Matrix4.unproject(.zero, modelview: .scale(0), projection: .identity, viewport: Viewport(width: 1, height: 1)) == nil)
        #expect(Matrix4.unproject(.zero, modelview: .identity, projection: .identity, viewport: Viewport(width: 0, height: 1)) == nil)
    }

    @Test("quaternions rotate as matrices do, and can be made from them") func quaternions() throws {
        var random = SeededGenerator(state: 5)
        for _ in 0..<300 {
            let angle = random.float(0.01...6.2), axis = random.direction(), v = random.direction() * 3
            let q = Quaternion(angle: angle, axis: axis * 7), m = Matrix3.rotation(angle, axis: axis)
            #expect(isClose(q.rotate(v), m * v))
            #expect(isClose(Matrix3(q), m))
            let back = Quaternion(m)
            #expect(abs(abs(back.dot(q)) - 1) < 1e-5)
            #expect(isClose(Matrix4(back), Matrix4.rotation(angle, axis: axis)))
            let other = Quaternion(angle: random.float(0...6), axis: random.direction())
            #expect(isClose((q * other).rotate(v), q.rotate(other.rotate(v))))
            #expect(isClose(q.conjugate.rotate(q.rotate(v)), v))
            let inverse = try #require((q * 2).inverse)
            let one = q * 2 * inverse
            #expect(abs(one.scalar - 1) < 1e-5 && one.vector.length < 1e-5)
            #expect(abs(q.angle - angle) < 1e-4 && isClose(q.axis, axis, 1e-3))
        }
        #expect(Quaternion(angle: 1, axis: .zero) == .identity && Quaternion(0, 0, 0, 0).inverse == nil && Quaternion(0, 0, 0, 0).normalized == .identity)
    }

    @Test("slerp takes the shorter way at constant speed") func slerp() {
        let a = Quaternion(angle: 0.2, axis: SIMD3(0, 1, 0)), b = Quaternion(angle: 1.4, axis: SIMD3(0, 1, 0))
        for step in 0...4 {
            let t = Float(step) / 4
            for end in [b, -b] { #expect(abs(a.slerp(to: end, t).angle - (0.2 + 1.2 * t)) < 1e-4) }
        }
        #expect(abs(a.slerp(to: a, 0.5).dot(a) - 1) < 1e-6)
    }

    @Test("the matrix stack post-multiplies its top, and its last matrix stays") func stack() throws {
        var stack = MatrixStack()
        #expect(stack.size == 1 && stack.matrix4 == .identity && !stack.pop())
        stack.translate(1, 2, 3)
        stack.push()
        stack.rotate(0.5, axis: .one)
        stack.rotateX(1); stack.rotateY(2); stack.rotateZ(3)
        stack.scale(2, 3, 4)
        let expected = Matrix4.translation(1, 2, 3) * .rotation(0.5, axis: .one) * .rotationX(1) * .rotationY(2) * .rotationZ(3) * .scale(2, 3, 4)
        #expect(isClose(stack.matrix4, expected) && stack.size == 2)
        #expect(stack.matrix3 == stack.matrix4.upperLeft && stack.matrix2 == stack.matrix3.upperLeft)
        #expect(isClose(try #require(stack.matrix4Inverse) * stack.matrix4, .identity))
        #expect(isClose(try #require(stack.matrix3Inverse) * stack.matrix3, .identity))
        #expect(isClose(try #require(stack.matrix4InverseTranspose).transposed * stack.matrix4, .identity))
        #expect(isClose(try #require(stack.matrix3InverseTranspose).transposed * stack.matrix3, .identity))
        var other = MatrixStack()
        other.load(.scale(2))
        stack.pop()
        #expect(stack.matrix4 == .translation(1, 2, 3))
        stack.multiply(other)
        #expect(stack.matrix4 == .translation(1, 2, 3) * .scale(2))
        stack.load(.scale(0))
        #expect(stack.matrix4Inverse == nil && stack.matrix3InverseTranspose == nil)
    }
}
