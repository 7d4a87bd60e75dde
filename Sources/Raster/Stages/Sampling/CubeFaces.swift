// CubeFaces: the kernel half of CubeProjection and cubeNeighbour. It projects directions onto a cube's faces. For seamless cubes,
// it finds the texels across the edges of a face.

import Kernel

/// A direction per lane, projected onto the cube face that the direction hits.
struct CubeFaces {
    let builder: KernelBuilder
    /// The number of the face, 0…5, in GL's order.
    let face: IntLanes
    private let isX: LaneMask, isY: LaneMask, isNegative: LaneMask
    private let sc: FloatLanes, tc: FloatLanes, magnitude: FloatLanes
    /// ½ / magnitude.
    private let half: FloatLanes

    init(_ builder: KernelBuilder, _ x: FloatLanes, _ y: FloatLanes, _ z: FloatLanes) {
        self.builder = builder
        let ax = x.magnitude(), ay = y.magnitude(), az = z.magnitude()
        let isX = (ax .>= ay) & (ax .>= az), isY = ay .>= az
        self.isX = isX; self.isY = isY
        let isNegative = isX.choose(x, isY.choose(y, z)) .< 0
        self.isNegative = isNegative
        magnitude = isX.choose(ax, isY.choose(ay, az))
        half = builder.lanes(Float(0.5)) / magnitude
        face = isX.choose(builder.lanes(Int32(0)), isY.choose(builder.lanes(Int32(2)), builder.lanes(Int32(4)))) - isNegative.ones(Int32.self)
        (sc, tc) = Self.plane(isX, isY, isNegative, x, y, z)
    }

    var s: FloatLanes { sc * half + 0.5 }
    var t: FloatLanes { tc * half + 0.5 }

    /// Returns the components (sc, tc) of a vector on the face.
    private static func plane(_ isX: LaneMask, _ isY: LaneMask, _ isNegative: LaneMask, _ x: FloatLanes, _ y: FloatLanes, _ z: FloatLanes)
        -> (FloatLanes, FloatLanes) {
        let sc = isX.choose(isNegative.choose(z, -z), isY.choose(x, isNegative.choose(-x, x)))
        let tc = (~isX & isY).choose(isNegative.choose(-z, z), -y)
        return (sc, tc)
    }

    /// Returns the derivative of (s, t), given the derivative (x, y, z) of the direction.
    func derivative(_ x: FloatLanes, _ y: FloatLanes, _ z: FloatLanes) -> (FloatLanes, FloatLanes) {
        let (s, t) = Self.plane(isX, isY, isNegative, x, y, z)
        let major = isX.choose(x, isY.choose(y, z)), m = isNegative.choose(-major, major)
        let scale = (half + half) * half
        return ((s * magnitude - sc * m) * scale, (t * magnitude - tc * m) * scale)
    }
}

/// The function cubeNeighbour as a table. Each face has four entries, one for each edge that an index can cross: i < 0, i ≥ n, j < 0, j ≥ n. An
/// entry has the neighbouring face, and bits that say how to compute the indices on this face from the index along the edge.
private enum CubeEdge {
    static let alongI: UInt32 = 8, flipI: UInt32 = 16, alongJ: UInt32 = 32, flipJ: UInt32 = 64

    static let table: [UInt32] = (0..<24).map { number in
        let n = 8, along = 2
        let texels = [(-1, along), (n, along), (along, -1), (along, n)]
        let found = cubeNeighbour(face: number / 4, texels[number % 4].0, texels[number % 4].1, n)
        func code(_ i: Int, _ isAlong: UInt32, _ flips: UInt32) -> UInt32 {
            switch i {
            case 0: 0
            case n - 1: flips
            case along: isAlong
            default: isAlong | flips
            }
        }
        return UInt32(found.face) | code(found.i, alongI, flipI) | code(found.j, alongJ, flipJ)
    }
}

extension SampleEmitter {
    /// Returns texel (i, j) of a face. If i or j is outside of the face, returns the texel of the neighbouring face across the edge.
    func cubeTexel(_ face: IntLanes, _ i: IntLanes, _ j: IntLanes, _ n: IntLanes) -> (face: IntLanes, i: IntLanes, j: IntLanes) {
        let leavesI = (i .< 0) | (i .>= n), leavesJ = (j .< 0) | (j .>= n)
        let edge = leavesI.choose((i .>= n).ones(Int32.self) & 1, ((j .>= n).ones(Int32.self) & 1) + 2)
        let code = builder.table(CubeEdge.table).gather(UInt32.self, indices: (face << 2) + edge)
        let along = leavesI.choose(j, i), last = n - 1
        func index(_ isAlong: UInt32, _ flips: UInt32) -> IntLanes {
            let v = ((code & isAlong) .!= 0).choose(along, 0)
            return ((code & flips) .!= 0).choose(last - v, v)
        }
        let crosses = leavesI | leavesJ
        return (crosses.choose((code & 7).withSign(of: Int32.self), face), crosses.choose(index(CubeEdge.alongI, CubeEdge.flipI), i),
                crosses.choose(index(CubeEdge.alongJ, CubeEdge.flipJ), j))
    }
}
