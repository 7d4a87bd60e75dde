/// A line or curve of a path, with its start point.
struct PathSegment {
    let start: Point
    /// A curve or a line (`close` becomes a line).
    let element: Path.Element
    /// The index of the path element.
    let index: Int

    var end: Point { element.end ?? start }
    func point(at t: Double) -> Point {
        switch element {
        case _ where t >= 1: end
        case .quadratic(let control, let to): QuadraticCurve(start, control, to).point(at: t)
        case .cubic(let control1, let control2, let to): CubicCurve(start, control1, control2, to).point(at: t)
        case .move, .line, .close: start + (end - start) * t
        }
    }
    func derivative(at t: Double) -> Point {
        switch element {
        case .quadratic(let control, let to): QuadraticCurve(start, control, to).derivative(at: t)
        case .cubic(let control1, let control2, let to): CubicCurve(start, control1, control2, to).derivative(at: t)
        case .move, .line, .close: end - start
        }
    }
    /// Returns the length between two parameters by five-point Gauss–Legendre quadrature, which is exact for polynomials up to degree nine.
    func length(_ t0: Double, _ t1: Double) -> Double {
        let middle = (t0 + t1) / 2, half = (t1 - t0) / 2, root = (10.0 / 7).squareRoot(), root70 = 70.0.squareRoot()
        let near = (5 - 2 * root).squareRoot() / 3 * half, far = (5 + 2 * root).squareRoot() / 3 * half
        let atMiddle = derivative(at: middle).length * (128.0 / 225)
        let atNear = (derivative(at: middle - near).length + derivative(at: middle + near).length) * ((322 + 13 * root70) / 900)
        let atFar = (derivative(at: middle - far).length + derivative(at: middle + far).length) * ((322 - 13 * root70) / 900)
        return (atMiddle + atNear + atFar) * half
    }
    /// Returns the part between two parameters, as a path element, by de Casteljau's construction.
    func part(_ t0: Double, _ t1: Double) -> Path.Element {
        guard t0 > 0 || t1 < 1 else { return element }
        func mix(_ a: Point, _ b: Point, _ t: Double) -> Point { a + (b - a) * t }
        switch element {
        case .quadratic(let control, let to):
            let a = mix(start, control, t0), b = mix(control, to, t0)
            return .quadratic(control: mix(a, b, t1), to: point(at: t1))
        case .cubic(let control1, let control2, let to):
            func blossom(_ s: Double, _ t: Double, _ u: Double) -> Point {
                let a = mix(start, control1, s), b = mix(control1, control2, s), c = mix(control2, to, s)
                return mix(mix(a, b, t), mix(b, c, t), u)
            }
            return .cubic(control1: blossom(t0, t0, t1), control2: blossom(t0, t1, t1), to: point(at: t1))
        case .move, .line, .close:
            return .line(to: point(at: t1))
        }
    }
}
