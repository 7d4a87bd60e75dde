// TexelFiltering: makes one lookup in one mip level (OpenGL 3.3 §3.8.9 to §3.8.14).
//
// This definition of linear filtering is bit-exact:
// - 8-bit unorm formats (r8, rg8, rgb8, rgba8): fixed point. U = round((u − ½)·256), ties to even, and V in the same way. The lookup reads
//   texel U >> 8 and the next texel. The next texel has the weight w = U & 255, and the first texel has the weight 256 − w. S = Σ code · wx
//   · wy is an integer below 2²⁴, so every computation of S gives the same number, in integers or binary32, fused or not. The value is S·K
//   with K = 1/(255·2¹⁶); K and the product are rounded to binary32. The values 0 and 1 are exact, and other values are within two units in
//   the last place. Because U and V are rounded, the value differs by at most 1/255 from exact filtering (½/256 of the range per axis).
// - All other formats: binary32. i = ⌊u − ½⌋, w = (u − ½) − i. Texels are mixed first along x, then along y: fma(b − a, w, a).
// - 3D: each of the two slices gives a value, computed as above. The values are mixed as fma(b − a, w, a); in fixed point w = (W &
//   255) / 256.
// - Shadow lookups compare the reference value with each texel (outcome 1 or 0) and filter the outcomes in binary32.
// - A cube corner is the mean of its three texels: (a + b + c + 1) / 3 in integers for codes, ((a + b) + c) / 3 for floats.

import Shading

/// 1/(255·2¹⁶)
let fixedPointScale = Float(1.0 / 255 / 65536)

/// The position of a linear lookup along one axis of a level.
struct LinearPosition {
    /// The index of the first of the two texels, before wrapping.
    var i = 0
    /// The weight of the second texel, 0…1.
    var weight: Float = 0
    /// The weight of the second texel in 256ths; 0 except in fixed point.
    var weight256: Int32 = 0

    @inline(__always) init(_ u: Float, isFixedPoint: Bool) {
        if isFixedPoint {
            let fixed = Int(((u - 0.5) * 256).rounded(.toNearestOrEven))
            i = fixed >> 8
            weight256 = Int32(truncatingIfNeeded: fixed & 255)
            weight = Float(weight256) * 0x1p-8
        } else {
            let v = u - 0.5
            let floor = v.rounded(.down)
            i = Int(floor)
            weight = v - floor
        }
    }
}

@inline(__always) private func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ w: Float) -> SIMD4<Float> { a.addingProduct(b - a, w) }
@inline(__always) private func mix(_ a: Float, _ b: Float, _ w: Float) -> Float { a.addingProduct(b - a, w) }
@inline(__always) private func floats(_ v: SIMD4<UInt32>) -> SIMD4<Float> { unsafeBitCast(v, to: SIMD4<Float>.self) }

/// The texels of a seamless cube that a lookup reads for one pair of indices: three texels at a corner of the cube, else one texel.
private struct CubeTexels {
    var count = 1
    var first: (face: Int, i: Int, j: Int)
    var second = (face: 0, i: 0, j: 0)
    var third = (face: 0, i: 0, j: 0)

    /// - Parameter face: The number of the face, counted through all cubes of an array.
    @inline(__always) init(face: Int, _ i: Int, _ j: Int, _ n: Int) {
        let iOut = i < 0 || i >= n, jOut = j < 0 || j >= n
        if !iOut && !jOut { first = (face, i, j); return }
        func neighbour(_ i: Int, _ j: Int) -> (face: Int, i: Int, j: Int) {
            let inCube = face % 6, place = cubeNeighbour(face: inCube, i, j, n)
            return (face - inCube + place.face, place.i, place.j)
        }
        if iOut != jOut { first = neighbour(i, j); return }
        let ci = i < 0 ? 0 : n - 1, cj = j < 0 ? 0 : n - 1
        count = 3
        first = (face, ci, cj)
        second = neighbour(i, cj)
        third = neighbour(ci, j)
    }
}

extension BoundTexture {
    // MARK: One texel

    @inline(__always) private func address(_ level: SampledLevel, _ i: Int, _ j: Int, _ k: Int, sample: Int = 0) -> UnsafeRawPointer {
        level.base + (k * level.bytesPerSlice + sample * level.bytesPerPlane + j * level.bytesPerRow + i * bytesPerTexel)
    }

    /// Returns the register bits of a texel, or of the border if an index is negative.
    func texel(_ level: SampledLevel, _ i: Int, _ j: Int, _ k: Int, sample: Int = 0) -> SIMD4<UInt32> {
        note(level, i, j, k, sample: sample)
        if i < 0 || j < 0 || k < 0 { return border }
        return PixelCodec.loadTexel(layout, address(level, i, j, k, sample: sample))
    }

    /// Reports a texel to the log, before the lookup reads the texel.
    @inline(__always) private func note(_ level: SampledLevel, _ i: Int, _ j: Int, _ k: Int, sample: Int = 0) {
        guard let log else { return }
        let isBorder = i < 0 || j < 0 || k < 0
        log._withUnsafeGuaranteedRef {
            $0.note(self, level, x: i, y: j, slice: isBorder ? k : k + firstLayer, isBorder: isBorder,
                    value: isBorder ? border : PixelCodec.loadTexel(layout, address(level, i, j, k, sample: sample)))
        }
    }

    /// Returns a texel as floats. On a seamless cube the indices may be one step outside of the face.
    private func value(_ level: SampledLevel, _ i: Int, _ j: Int, _ k: Int) -> SIMD4<Float> {
        guard isSeamlessCube else { return floats(texel(level, i, j, k)) }
        let cube = CubeTexels(face: k, i, j, level.width)
        let a = floats(texel(level, cube.first.i, cube.first.j, cube.first.face))
        if cube.count == 1 { return a }
        let b = floats(texel(level, cube.second.i, cube.second.j, cube.second.face))
        let c = floats(texel(level, cube.third.i, cube.third.j, cube.third.face))
        return ((a + b) + c) / 3
    }

    /// Returns the codes of an 8-bit texel. Channels that the format lacks are 0.
    private func codes(_ level: SampledLevel, _ i: Int, _ j: Int, _ k: Int) -> SIMD4<Int32> {
        guard isSeamlessCube else {
            note(level, i, j, k)
            return i < 0 || j < 0 || k < 0 ? borderCodes : loadCodes(address(level, i, j, k))
        }
        func texel(_ place: (face: Int, i: Int, j: Int)) -> SIMD4<Int32> {
            note(level, place.i, place.j, place.face)
            return loadCodes(address(level, place.i, place.j, place.face))
        }
        let cube = CubeTexels(face: k, i, j, level.width)
        let a = texel(cube.first)
        if cube.count == 1 { return a }
        let b = texel(cube.second)
        let c = texel(cube.third)
        let sum = a &+ b &+ c &+ 1
        return SIMD4(sum.x / 3, sum.y / 3, sum.z / 3, sum.w / 3)
    }

    @inline(__always) private func loadCodes(_ p: UnsafeRawPointer) -> SIMD4<Int32> {
        func code(_ i: Int) -> Int32 { Int32(p.load(fromByteOffset: i, as: UInt8.self)) }
        switch fixedPointChannels {
        case 1: return SIMD4(code(0), 0, 0, 0)
        case 2: return SIMD4(code(0), code(1), 0, 0)
        case 3: return SIMD4(code(0), code(1), code(2), 0)
        default: return SIMD4(code(0), code(1), code(2), code(3))
        }
    }

    /// Returns 1 if the reference value passes the comparison with a texel's depth, else 0. At a cube's corner, returns the mean of
    /// the results for the three texels.
    private func compared(_ level: SampledLevel, _ i: Int, _ j: Int, _ k: Int, _ reference: Float) -> Float {
        func outcome(_ v: SIMD4<UInt32>) -> Float { compare.passes(reference, Float(bitPattern: v.x)) ? 1 : 0 }
        guard isSeamlessCube else { return outcome(texel(level, i, j, k)) }
        let cube = CubeTexels(face: k, i, j, level.width)
        let a = outcome(texel(level, cube.first.i, cube.first.j, cube.first.face))
        if cube.count == 1 { return a }
        let b = outcome(texel(level, cube.second.i, cube.second.j, cube.second.face))
        let c = outcome(texel(level, cube.third.i, cube.third.j, cube.third.face))
        return ((a + b) + c) / 3
    }

    // MARK: Indices

    @inline(__always) private func column(_ i: Int, _ level: SampledLevel) -> Int { isSeamlessCube ? i : wrappedIndex(i, wrapS, level.width) }
    @inline(__always) private func row(_ j: Int, _ level: SampledLevel) -> Int { isSeamlessCube ? j : wrappedIndex(j, wrapT, level.height) }

    /// Returns the coordinates u and v in texels. On a seamless cube, u and v are clamped to the face, and the wrap modes have no effect.
    @inline(__always) private func planeCoordinates(_ s: Float, _ t: Float, _ level: SampledLevel) -> (Float, Float) {
        if isSeamlessCube {
            return (clamp(s * Float(level.width), 0, Float(level.width)), clamp(t * Float(level.height), 0, Float(level.height)))
        }
        if dimension == .rectangle { return (limitedCoordinate(s), limitedCoordinate(t)) }
        return (texelCoordinate(s, wrapS, level.width), texelCoordinate(t, wrapT, level.height))
    }

    /// Returns the slice that a 2D lookup reads (a layer, a face or 0), and the coordinates s and t on this slice.
    @inline(__always) private func plane(_ c: SIMD4<Float>, _ level: SampledLevel) -> (s: Float, t: Float, slice: Int) {
        switch dimension {
        case .d2, .d3, .d1, .rectangle, .buffer, .d2Multisample: return (c.x, c.y, 0)
        case .d2Array, .d1Array, .d2MultisampleArray: return (c.x, c.y, layerIndex(c.z, level.slices))
        case .cube, .cubeArray:
            let p = CubeProjection(SIMD3(c.x, c.y, c.z)), first = dimension == .cube ? 0 : 6 * layerIndex(c.w, level.slices / 6)
            return (p.s, p.t, first + p.face)
        }
    }

    // MARK: One level

    /// Returns the register bits of the nearest texel.
    func nearest(_ levelIndex: Int, _ c: SIMD4<Float>, _ offset: SIMD3<Int>) -> SIMD4<UInt32> {
        let level = levels[levelIndex]
        let (i, j, k) = nearestIndices(level, c, offset)
        return texel(level, i, j, k)
    }

    @inline(__always) private func nearestIndices(_ level: SampledLevel, _ c: SIMD4<Float>, _ offset: SIMD3<Int>) -> (Int, Int, Int) {
        let (s, t, slice) = plane(c, level)
        let (u, v) = planeCoordinates(s, t, level)
        var i = Int(u.rounded(.down)) &+ offset.x, j = Int(v.rounded(.down)) &+ offset.y
        if isSeamlessCube {
            i = min(max(i, 0), level.width - 1); j = min(max(j, 0), level.height - 1)
        } else {
            i = wrappedIndex(i, wrapS, level.width); j = wrappedIndex(j, wrapT, level.height)
        }
        guard dimension == .d3 else { return (i, j, slice) }
        let w = texelCoordinate(c.z, wrapR, level.slices)
        return (i, j, wrappedIndex(Int(w.rounded(.down)) &+ offset.z, wrapR, level.slices))
    }

    /// Returns the value of linear filtering within the level.
    func linear(_ levelIndex: Int, _ c: SIMD4<Float>, _ offset: SIMD3<Int>) -> SIMD4<Float> {
        let level = levels[levelIndex]
        let isFixedPoint = fixedPointChannels > 0
        let (s, t, slice) = plane(c, level)
        let (u, v) = planeCoordinates(s, t, level)
        let x = LinearPosition(u, isFixedPoint: isFixedPoint), y = LinearPosition(v, isFixedPoint: isFixedPoint)
        func slicePlane(_ k: Int) -> SIMD4<Float> {
            if isFixedPoint { return value(ofCodeSum: codeSum(level, x, y, offset, slice: k)) }
            let i0 = column(x.i &+ offset.x, level), i1 = column(x.i &+ offset.x &+ 1, level)
            let j0 = row(y.i &+ offset.y, level), j1 = row(y.i &+ offset.y &+ 1, level)
            let bottom = mix(value(level, i0, j0, k), value(level, i1, j0, k), x.weight)
            let top = mix(value(level, i0, j1, k), value(level, i1, j1, k), x.weight)
            return mix(bottom, top, y.weight)
        }
        guard dimension == .d3 else { return slicePlane(slice) }
        let z = LinearPosition(texelCoordinate(c.z, wrapR, level.slices), isFixedPoint: isFixedPoint)
        let k0 = wrappedIndex(z.i &+ offset.z, wrapR, level.slices), k1 = wrappedIndex(z.i &+ offset.z &+ 1, wrapR, level.slices)
        return mix(slicePlane(k0), slicePlane(k1), z.weight)
    }

    // MARK: Sums of codes

    /// Whether the average of several linear lookups is computed from the sums S of their codes.
    var averagesCodes: Bool { fixedPointChannels > 0 && dimension != .d3 }

    /// Returns, for each channel, the weighted sum of the texels' codes in a linear lookup in a fixed-point format: S in the definition at
    /// the top of the file.
    func codeSum(_ levelIndex: Int, _ c: SIMD4<Float>, _ offset: SIMD3<Int>) -> SIMD4<Int32> {
        let level = levels[levelIndex], (s, t, slice) = plane(c, level), (u, v) = planeCoordinates(s, t, level)
        return codeSum(level, LinearPosition(u, isFixedPoint: true), LinearPosition(v, isFixedPoint: true), offset, slice: slice)
    }

    private func codeSum(_ level: SampledLevel, _ x: LinearPosition, _ y: LinearPosition, _ offset: SIMD3<Int>, slice: Int) -> SIMD4<Int32> {
        let i0 = column(x.i &+ offset.x, level), i1 = column(x.i &+ offset.x &+ 1, level)
        let j0 = row(y.i &+ offset.y, level), j1 = row(y.i &+ offset.y &+ 1, level)
        let wx = x.weight256, wy = y.weight256
        let bottom = codes(level, i0, j0, slice) &* (256 - wx) &+ codes(level, i1, j0, slice) &* wx
        let top = codes(level, i0, j1, slice) &* (256 - wx) &+ codes(level, i1, j1, slice) &* wx
        return bottom &* (256 - wy) &+ top &* wy
    }

    /// Returns the value of a lookup, given its sum S, or the average of several lookups, given the sum of their sums.
    func value(ofCodeSum sum: SIMD4<Int32>, probes: Int = 1) -> SIMD4<Float> {
        var result = SIMD4<Float>(sum) * fixedPointScale / Float(probes)
        if fixedPointChannels < 4 { result.w = 1 }
        return result
    }

    /// Returns the result of a shadow lookup within the level, 0…1.
    func shadow(_ levelIndex: Int, _ c: SIMD4<Float>, _ offset: SIMD3<Int>, _ reference: Float, _ filter: FilterMode) -> Float {
        let level = levels[levelIndex]
        if filter == .nearest {
            let (i, j, k) = nearestIndices(level, c, offset)
            return compare.passes(reference, Float(bitPattern: texel(level, i, j, k).x)) ? 1 : 0
        }
        let (s, t, slice) = plane(c, level)
        let (u, v) = planeCoordinates(s, t, level)
        let x = LinearPosition(u, isFixedPoint: false), y = LinearPosition(v, isFixedPoint: false)
        let i0 = column(x.i &+ offset.x, level), i1 = column(x.i &+ offset.x &+ 1, level)
        let j0 = row(y.i &+ offset.y, level), j1 = row(y.i &+ offset.y &+ 1, level)
        let bottom = mix(compared(level, i0, j0, slice, reference), compared(level, i1, j0, slice, reference), x.weight)
        let top = mix(compared(level, i0, j1, slice, reference), compared(level, i1, j1, slice, reference), x.weight)
        return mix(bottom, top, y.weight)
    }

    // MARK: Gather

    /// Returns one component of the four texels of the base level that a linear lookup would mix, in GL's order: (i₀, j₁), (i₁,
    /// j₁), (i₁, j₀), (i₀, j₀). With a reference value, returns the outcomes of the four comparisons instead.
    func gather(_ c: SIMD4<Float>, _ offset: SIMD3<Int>, component: Int, reference: Float?) -> SIMD4<UInt32> {
        let level = levels[0]
        let (s, t, slice) = plane(c, level)
        let (u, v) = planeCoordinates(s, t, level)
        let x = LinearPosition(u, isFixedPoint: false), y = LinearPosition(v, isFixedPoint: false)
        let i0 = column(x.i &+ offset.x, level), i1 = column(x.i &+ offset.x &+ 1, level)
        let j0 = row(y.i &+ offset.y, level), j1 = row(y.i &+ offset.y &+ 1, level)
        func tap(_ i: Int, _ j: Int) -> UInt32 {
            if let reference { return compared(level, i, j, slice, reference).bitPattern }
            if isSeamlessCube && (!format.isFilterable || layout.kind == .stencil) {
                // Integers are not averaged. At a corner of a cube the result is the texel of the face that the lookup hits.
                let cube = CubeTexels(face: slice, i, j, level.width)
                return texel(level, cube.first.i, cube.first.j, cube.first.face)[component]
            }
            return isSeamlessCube ? value(level, i, j, slice)[component].bitPattern : texel(level, i, j, slice)[component]
        }
        return SIMD4(tap(i0, j1), tap(i1, j1), tap(i1, j0), tap(i0, j0))
    }
}
