// TexelAddressing: converts texture coordinates to texel indices (OpenGL 3.3 §3.8.8, §3.8.9, §3.8.10).
//
// The following definition is bit-exact (binary32, unfused):
// - `texelCoordinate` converts the coordinate s to texels. repeat: f·n with f = min(s − ⌊s⌋, 1 − 2⁻²⁴). mirroredRepeat: f·2n, where f is
// computed from s/2 in the same way. Other modes: s·n, limited to ±2²⁰; s itself in rectangle textures, which have only these other modes.
// NaN gives the lowest or the highest value of the range.
// - Nearest reads texel ⌊u⌋. Linear reads texel ⌊u − ½⌋ and the next texel. Offsets are added to these integers; then
//   `wrappedIndex` applies the wrap mode in integers, without rounding.
// - Cube: the axis of largest magnitude (X before Y before Z on ties) chooses the face as in table 3.19; s = sc·h + ½ with
//   h = ½/|ma|.
// - Seamless: one step beyond an edge lies the texel of the neighbouring face that touches the edge at the same place. Beyond a corner
//   there is no texel, so the three texels around the corner are averaged.

import Shading

/// The index that `wrappedIndex` returns if a lookup reads the border colour instead of a texel.
let borderIndex = -1

@inline(__always) func texelCoordinate(_ s: Float, _ wrap: WrapMode, _ n: Int) -> Float {
    let size = Float(n)
    switch wrap {
    case .repeat:
        let f = s - s.rounded(.down)
        return (f < 0x1.fffffep-1 ? f : 0x1.fffffep-1) * size
    case .mirroredRepeat:
        let h = s * 0.5
        let f = h - h.rounded(.down)
        return (f < 0x1.fffffep-1 ? f : 0x1.fffffep-1) * (size + size)
    case .clampToEdge, .clampToBorder, .mirrorClampToEdge:
        return limitedCoordinate(s * size)
    }
}
/// Returns a coordinate in texels, limited to a range whose numbers can be converted to integers.
@inline(__always) func limitedCoordinate(_ u: Float) -> Float { clamp(u, -0x1p20, 0x1p20) }

/// Returns an index in 0..<n, or `borderIndex`.
@inline(__always) func wrappedIndex(_ i: Int, _ wrap: WrapMode, _ n: Int) -> Int {
    switch wrap {
    case .repeat:
        if i >= 0 && i < n { return i }
        let m = i % n
        return m < 0 ? m + n : m
    case .mirroredRepeat:
        var m = i % (2 * n)
        if m < 0 { m += 2 * n }
        return m < n ? m : 2 * n - 1 - m
    case .clampToEdge: return i < 0 ? 0 : i < n ? i : n - 1
    case .clampToBorder: return i < 0 || i >= n ? borderIndex : i
    case .mirrorClampToEdge:
        let m = i < 0 ? -1 - i : i
        return m < n ? m : n - 1
    }
}

/// Returns the number of the nearest layer, limited to the layers of the array.
@inline(__always) func layerIndex(_ r: Float, _ count: Int) -> Int {
    Int(clamp((r + 0.5).rounded(.down), 0, Float(count - 1)))
}

/// A direction, projected onto the cube face that the direction hits.
struct CubeProjection {
    /// The number of the face, in GL's order, as in CubeFace.
    var face: Int
    private var sc: Float, tc: Float, magnitude: Float
    /// ½ divided by the magnitude of the direction's component along the face's axis. This one division serves both coordinates and their
    /// derivatives.
    private var half: Float

    init(_ d: SIMD3<Float>) {
        let ax = abs(d.x), ay = abs(d.y), az = abs(d.z)
        if ax >= ay && ax >= az { face = d.x < 0 ? 1 : 0; magnitude = ax }
        else if ay >= az { face = d.y < 0 ? 3 : 2; magnitude = ay }
        else { face = d.z < 0 ? 5 : 4; magnitude = az }
        let plane = CubeProjection.plane(face, d)
        sc = plane.x; tc = plane.y
        half = 0.5 / magnitude
    }

    var s: Float { sc * half + 0.5 }
    var t: Float { tc * half + 0.5 }

    /// Returns (sc, tc, |ma|) of a vector on a face. These three numbers are the vector's components in another order, some with the
    /// opposite sign.
    private static func plane(_ face: Int, _ d: SIMD3<Float>) -> SIMD3<Float> {
        switch face {
        case 0: SIMD3(-d.z, -d.y, d.x)
        case 1: SIMD3(d.z, -d.y, -d.x)
        case 2: SIMD3(d.x, d.z, d.y)
        case 3: SIMD3(d.x, -d.z, -d.y)
        case 4: SIMD3(d.x, -d.y, d.z)
        default: SIMD3(-d.x, -d.y, -d.z)
        }
    }

    /// Returns the derivative of (s, t), given the derivative `d` of the direction.
    func derivative(_ d: SIMD3<Float>) -> SIMD3<Float> {
        let p = CubeProjection.plane(face, d)
        let scale = (half + half) * half
        return SIMD3((p.x * magnitude - sc * p.z) * scale, (p.y * magnitude - tc * p.z) * scale, 0)
    }
}

/// Returns the texel of the neighbouring face at the position (i, j), one step beyond an edge of this face. Exactly one of i and j is −1 or n.
package func cubeNeighbour(face: Int, _ i: Int, _ j: Int, _ n: Int) -> (face: Int, i: Int, j: Int) {
    // (a, b) is the texel's centre, in half texels from the middle of the face. In half texels, the cube reaches from −n to n.
    let a = 2 * i + 1 - n, b = 2 * j + 1 - n
    // The texel is folded over the edge. The coordinate that left the face becomes the depth on the new face: ±n. The depth on the old face
    // becomes a coordinate on the new face: ±(n − 1), the centre of an outermost texel.
    let leavesAlongA = a > n || a < -n
    let depth = n - 1
    let foldedA = leavesAlongA ? (a < 0 ? -n : n) : a
    let foldedB = leavesAlongA ? b : (b < 0 ? -n : n)
    var point: SIMD3<Int>
    switch face {
    case 0: point = SIMD3(depth, -foldedB, -foldedA)
    case 1: point = SIMD3(-depth, -foldedB, foldedA)
    case 2: point = SIMD3(foldedA, depth, foldedB)
    case 3: point = SIMD3(foldedA, -depth, -foldedB)
    case 4: point = SIMD3(foldedA, -foldedB, depth)
    default: point = SIMD3(-foldedA, -foldedB, -depth)
    }
    let newFace: Int, sc: Int, tc: Int
    if point.x == n { newFace = 0; sc = -point.z; tc = -point.y }
    else if point.x == -n { newFace = 1; sc = point.z; tc = -point.y }
    else if point.y == n { newFace = 2; sc = point.x; tc = point.z }
    else if point.y == -n { newFace = 3; sc = point.x; tc = -point.z }
    else if point.z == n { newFace = 4; sc = point.x; tc = -point.y }
    else { newFace = 5; sc = -point.x; tc = -point.y }
    return (newFace, (sc + n - 1) / 2, (tc + n - 1) / 2)
}
