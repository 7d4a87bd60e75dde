// CubeFaces: does the work of CubeProjection and cubeNeighbour in kernels. CubeFaces projects directions onto a cube's faces and, for
// seamless cubes, finds the texels across the edges of a face.

import Kernel

/// A direction per lane, projected onto the cube face that the direction hits.
struct CubeFaces {
    let builder: KernelBuilder
    /// The number of the face, 0…5, in GL's order.
    let face: IntLanes
    private let isX: LaneMask, isY: LaneMask, isNegative: LaneMask
    private let sc: FloatLanes, tc: FloatLanes, magnitude: FloatLanes
    /// ½ divided by the magnitude of the direction's component along the face's axis.
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

// MARK: Texels of seamless cubes

extension SampleEmitter {
    /// Returns the texels on a face of a seamless cube. The indices of these texels are −1…n, not wrapped.
    func seamlessTaps(_ s: FloatLanes, _ size: AxisSize, isFixedPoint: Bool) -> AxisTaps {
        let u = (s * size.float).greater(s.constant(0)).lesser(size.float) - 0.5
        var taps: AxisTaps
        if isFixedPoint {
            let fixed = (u * 256).roundedToInteger(), i = fixed >> 8
            taps = AxisTaps(first: i, second: i + 1)
            taps.weightByte = fixed
        } else {
            let floor = u.floor(), i = floor.convertedInRange(to: Int32.self)
            taps = AxisTaps(first: i, second: i + 1)
            taps.weight = u - floor
        }
        return taps
    }
}

extension SampleGroup {
    /// Returns the texels on a seamless cube. Beyond an edge of a face, the result has texels of the neighbouring face.
    func seamlessTexels(_ x: AxisTaps, _ y: AxisTaps, face: IntLanes, _ level: LevelFields, _ kind: TexelKind, _ reference: FloatLanes?,
                                mayBeInside: Bool) -> [FourTexels] {
        let last = level.width.last
        let begin = (x.first.maximum(0), y.first.maximum(0)), end = (x.second.minimum(last), y.second.minimum(last))
        let inside = AxisTaps(first: begin.0, second: end.0, plain: x.first, adjacency: .always)
        let texels = texels(inside, AxisTaps(first: begin.1, second: end.1, plain: y.first), slice: face, level, kind, reference, mayBeInside: mayBeInside)
        let crosses = ((x.first .< 0) | (x.second .> last) | (y.first .< 0) | (y.second .> last)) & first.mask

        let places = [(x.first, y.first), (x.second, y.first), (x.first, y.second), (x.second, y.second)]
        let results = texels.map { [$0.bottomLeft, $0.bottomRight, $0.topLeft, $0.topRight].map { $0.map { builder.variable($0) } } }
        builder.if(crosses.any) {
            for (member, corners) in zip(members, results) {
                for (corner, (i, j)) in zip(corners, places) {
                    for (r, v) in zip(corner, member.seamlessTexel(face, i, j, level, kind, reference)) { r.value = crosses.choose(v, r.value) }
                }
            }
        }
        return results.map {
            let found = $0.map { $0.map(\.value) }
            return FourTexels(bottomLeft: found[0], bottomRight: found[1], topLeft: found[2], topRight: found[3])
        }
    }
}

extension SampleEmitter {
    /// Returns the texel at indices of −1…n. The code is emitted as a function, because it is long, is needed in many places and rarely
    /// runs.
    fileprivate func seamlessTexel(_ face: IntLanes, _ i: IntLanes, _ j: IntLanes, _ level: LevelFields, _ kind: TexelKind,
                               _ reference: FloatLanes?) -> [UIntLanes] {
        let offset: any KernelValue = state.isLarge ? level.farOffset ?? builder.lanes(Int64(0)) : level.offset ?? builder.lanes(Int32(0))
        let count = kind.wordCount(channels: channels)
        let function = builder.sharedFunction("seamlessTexel \(kind) \(state)", [.pointer, .intLanes, .intLanes, .intLanes, .intLanes,
                                              .lanes(state.isLarge ? .int64 : .int32), .floatLanes],
                                              results: [KernelType](repeating: .intLanes, count: count)) { arguments in
            let inner = SampleEmitter(builder: builder, state: state, record: arguments[0].pointer, block: block, mask: builder.mask(true),
                                      sharesUnit: nil)
            func ints(_ k: Int) -> IntLanes { arguments[k].lanes(Int32.self) }
            let n = ints(4)
            var size = inner.baseLevel
            size.width = AxisSize(count: n); size.height = size.width
            if state.isLarge { size.farOffset = arguments[5].lanes(Int64.self) } else { size.offset = ints(5) }
            let reference = reference == nil ? nil : arguments[6].lanes(Float.self)
            return inner.neighbouringTexel(ints(1), ints(2), ints(3), size, inner.form(kind, reference))
        }
        return builder.call(function, [record.pointer, face, i, j, level.width.count, offset, reference ?? builder.lanes(Float(0))])
            .map { $0.lanes(Int32.self).withSign(of: UInt32.self) }
    }

    private func neighbouringTexel(_ slice: IntLanes, _ i: IntLanes, _ j: IntLanes, _ level: LevelFields, _ form: TexelForm) -> [UIntLanes] {
        // The faces of an array of cubes are counted through all cubes, so the remainder by 6 is the face within its cube.
        let face = state.type == .cube ? slice : slice.remainder(by: slice.constant(6))
        func texel(_ i: IntLanes, _ j: IntLanes) -> [UIntLanes] {
            var texel = cubeTexel(face, i, j, level.width.count)
            if state.type == .cubeArray { texel.face = slice - face + texel.face }
            return form.prepare(words(row(texel.face * level.height.count + texel.j, level), column: texel.i), nil)
        }
        let last = level.width.last
        let insideI = i.maximum(0).minimum(last), insideJ = j.maximum(0).minimum(last)
        let isCorner = (i .!= insideI) & (j .!= insideJ)
        let result = texel(i, isCorner.choose(insideJ, j)).map { builder.variable($0) }
        builder.if(isCorner.any) {
            let mean = form.mean(texel(insideI, insideJ), texel(i, insideJ), texel(insideI, j))
            for (r, v) in zip(result, mean) { r.value = isCorner.choose(v, r.value) }
        }
        return result.map(\.value)
    }
}
