// TexelPosition: the kernel half of TexelAddressing and LinearPosition. It converts texture coordinates to texel indices along one
// axis, with the shortest code that gives the same indices and weights.
//
// The resulting indices are always inside of the level, even for coordinates that are NaN and for texels of the border; a mask
// marks the texels of the border. The code uses two properties of the definition in TexelAddressing:
// - Scaling by 256 and rounding give the same result in either order, so fixed-point positions are in 256ths from the start.
// - On clamped axes, a position before the centre of texel 0 or after the centre of the last texel reads one texel twice. In fixed
//   point, the weight does not matter for such a position.

import Kernel

/// The two texels that a linear lookup reads along one axis.
struct AxisTaps {
    var first: IntLanes
    var second: IntLanes
    /// The lanes in which the first or the second texel is the border; nil if no lane reads the border.
    var firstIsBorder: LaneMask?
    var secondIsBorder: LaneMask?
    /// The weight of the second texel, 0…1; nil in fixed point.
    var weight: FloatLanes?
    /// The weight of the second texel in 256ths, in the lowest byte; nil except in fixed point.
    var weightByte: IntLanes?
    /// The index of the first texel before wrapping. If this index is inside of the level and not the last index, wrapping changes nothing: this
    /// index is `first`, the next index is `second`, and neither texel is the border. nil if this property is not certain.
    var plain: IntLanes?
    /// How often `second` is the index after `first`: always, mostly or sometimes. A lane that does not use the second texel counts
    /// as if its `second` were the index after `first`.
    var adjacency = Adjacency.sometimes
    enum Adjacency { case always, mostly, sometimes }
}

extension SampleEmitter {
    private static let largestFraction: Float = 0x1.fffffep-1

    /// Returns `texelCoordinate` of TexelAddressing, in texels or in 256ths of a texel.
    private func texelCoordinate(_ s: FloatLanes, _ wrap: WrapMode, _ size: AxisSize, in256ths: Bool = false) -> FloatLanes {
        let scale: Float = in256ths ? 256 : 1
        if state.type == .rectangle { return (in256ths ? s * 256 : s).greater(s.constant(-0x1p20 * scale)).lesser(s.constant(0x1p20 * scale)) }
        let scaled = in256ths ? size.float256 : size.float
        switch wrap {
        case .repeat: return (s - s.floor()).lesser(s.constant(Self.largestFraction)) * scaled
        case .mirroredRepeat:
            let half = s * 0.5
            return (half - half.floor()).lesser(s.constant(Self.largestFraction)) * (scaled + scaled)
        case .clampToEdge, .clampToBorder, .mirrorClampToEdge:
            return (s * scaled).greater(s.constant(-0x1p20 * scale)).lesser(s.constant(0x1p20 * scale))
        }
    }

    private enum Side { case below, above }

    /// Returns `wrappedIndex` of TexelAddressing, and the lanes of the border. In these lanes the index is any index inside of the level.
    /// - Parameters:
    ///   - i: The index before wrapping. If there is no offset, this index is at most one step outside of the range of
    ///     texelCoordinate, on the given side.
    ///   - offset: The offset of the lookup, any integer.
    private func wrapped(_ i: IntLanes, _ offset: IntLanes?, _ wrap: WrapMode, _ size: AxisSize, leaves side: Side) -> (index: IntLanes, isBorder: LaneMask?) {
        /// Returns i modulo n, for i in −1..<n or 0…n. The result is the smaller of i and i ± n, compared as unsigned numbers.
        func stepBack(_ i: IntLanes, _ n: IntLanes) -> IntLanes {
            let u = i.withSign(of: UInt32.self), n = n.withSign(of: UInt32.self)
            return u.minimum(side == .below ? u + n : u - n).withSign(of: Int32.self)
        }
        func modulo(_ i: IntLanes, _ n: IntLanes) -> IntLanes {
            guard let offset else { return stepBack(i, n) }
            // The offset is reduced before the addition, so that the sum does not overflow.
            let rest = (i + offset.remainder(by: n)).remainder(by: n)
            return (rest .< 0).choose(rest + n, rest)
        }
        var i = i
        let count = size.count
        switch wrap {
        case .repeat: return (modulo(i, count), nil)
        case .mirroredRepeat:
            let m = modulo(i, count + count)
            return (m.minimum(count + count - 1 - m), nil)
        case .clampToEdge, .clampToBorder, .mirrorClampToEdge:
            if let offset { i = i + offset.clamped(-0x100_0000, 0x100_0000) }
        }
        let last = size.last
        switch wrap {
        case .clampToBorder: return (i.maximum(0).minimum(last), i.withSign(of: UInt32.self) .>= count.withSign(of: UInt32.self))
        case .mirrorClampToEdge: return ((i ^ (i >> 31)).minimum(last), nil)
        default: return (i.maximum(0).minimum(last), nil)
        }
    }

    /// Returns the index of the nearest texel, and the lanes in which this texel is the border.
    func nearestTap(_ s: FloatLanes, _ wrap: WrapMode, _ size: AxisSize, offset: IntLanes?) -> (index: IntLanes, isBorder: LaneMask?) {
        if offset == nil, state.type != .rectangle {
            switch wrap {
            case .clampToEdge:
                // The coordinate is clamped and therefore not negative, so truncation rounds it down.
                return ((s * size.float).greater(s.constant(0)).lesser(size.float - 1).convertedInRange(to: Int32.self), nil)
            case .repeat: return (texelCoordinate(s, wrap, size).convertedInRange(to: Int32.self), nil)
            default: break
            }
        }
        let u = texelCoordinate(s, wrap, size)
        return wrapped(u.floor().convertedInRange(to: Int32.self), offset, wrap, size, leaves: .below)
    }

    /// Returns the texels before and after the position, with a weight in floats.
    func linearTaps(_ s: FloatLanes, _ wrap: WrapMode, _ size: AxisSize, offset: IntLanes?) -> AxisTaps {
        let v = texelCoordinate(s, wrap, size) - 0.5
        let floor = v.floor()
        var taps = pair(floor.convertedInRange(to: Int32.self), wrap, size, offset)
        taps.weight = v - floor
        return taps
    }

    /// Returns the texels before and after the position, with a weight in 256ths.
    func fixedPointTaps(_ s: FloatLanes, _ wrap: WrapMode, _ size: AxisSize, offset: IntLanes?) -> AxisTaps {
        if wrap == .clampToEdge && offset == nil {
            let scaled = size.float256
            let u = ((state.type == .rectangle ? s * 256 : s * scaled) - 128).greater(s.constant(0)).lesser(scaled - 256).roundedToInteger()
            let first = u >> 8
            return AxisTaps(first: first, second: (first + 1).minimum(size.last), weightByte: u, plain: first, adjacency: .always)
        }
        let u = (texelCoordinate(s, wrap, size, in256ths: true) - 128).roundedToInteger()
        var taps = pair(u >> 8, wrap, size, offset)
        taps.weightByte = u
        return taps
    }

    private func pair(_ i: IntLanes, _ wrap: WrapMode, _ size: AxisSize, _ offset: IntLanes?) -> AxisTaps {
        let first = wrapped(i, offset, wrap, size, leaves: .below), second = wrapped(i + 1, offset, wrap, size, leaves: .above)
        let isMirrored = wrap == .mirroredRepeat || wrap == .mirrorClampToEdge
        return AxisTaps(first: first.index, second: second.index, firstIsBorder: first.isBorder, secondIsBorder: second.isBorder,
                        plain: offset == nil ? i : nil, adjacency: isMirrored ? .sometimes : .mostly)
    }

    /// Returns the texels on a face of a seamless cube. Their indices are −1…n, not wrapped.
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
