// FourTexels: the 2×2 texels of one slice that a linear lookup mixes or a gather returns. Each texel already has the form that the
// next step needs.

import Kernel

struct FourTexels {
    /// The texels at (x.first, y.first), (x.second, y.first), (x.first, y.second) and (x.second, y.second).
    var bottomLeft: [UIntLanes], bottomRight: [UIntLanes], topLeft: [UIntLanes], topRight: [UIntLanes]
}

extension FourTexels {
    /// Makes texels of one word each.
    init(firstWords words: [UIntLanes]) {
        self.init(bottomLeft: [words[0]], bottomRight: [words[1]], topLeft: [words[2]], topRight: [words[3]])
    }
    var firstWords: [UIntLanes] { [bottomLeft[0], bottomRight[0], topLeft[0], topRight[0]] }
}

/// The forms in which a texel is used.
enum TexelKind {
    /// The packed codes of an 8-bit texel, in one word.
    case packed
    /// Register bits of the format's channels.
    case value
    /// The outcome of a comparison: 1 if the reference value passes the comparison with the texel, else 0.
    case outcome
    /// Register bits of one channel.
    case component(Int)

    func wordCount(channels: Int) -> Int { if case .value = self { channels } else { 1 } }
}

/// The functions that convert raw words of texels to one form.
struct TexelForm {
    /// Converts the raw words of a texel. The lanes of the mask get the border colour instead.
    let prepare: ([UIntLanes], LaneMask?) -> [UIntLanes]
    /// Averages the three texels around a corner of a seamless cube.
    let mean: ([UIntLanes], [UIntLanes], [UIntLanes]) -> [UIntLanes]
}

extension SampleGroup {
    /// Returns, for each lookup, the texels at the indices of `x` and `y` in the form that `kind` names.
    /// - Parameter mayBeInside: False if the caller knows that some lanes read outside of the level.
    func four(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields, _ kind: TexelKind, _ reference: FloatLanes? = nil,
              mayBeInside: Bool = true) -> [FourTexels] {
        if first.state.isSeamlessCube { return seamlessTexels(x, y, face: slice!, level, kind, reference, mayBeInside: mayBeInside) }
        return texels(x, y, slice: slice, level, kind, reference, mayBeInside: mayBeInside)
    }

    private func texels(_ x: AxisTaps, _ y: AxisTaps, slice: IntLanes?, _ level: LevelFields, _ kind: TexelKind, _ reference: FloatLanes?,
                        mayBeInside: Bool) -> [FourTexels] {
        let start = slice.map { $0 * level.height.count }
        func general() -> [FourTexels] {
            rows(first.row(start.map { $0 + y.first } ?? y.first, level), first.row(start.map { $0 + y.second } ?? y.second, level), x)
        }
        let words: [FourTexels]
        if mayBeInside && first.mayReadInside(x, y) {
            let found = members.map { _ in (0..<4).map { _ in builder.variable(builder.lanes(UInt32(0))) } }
            func set(_ values: [[UIntLanes]]) { for (variable, value) in zip(found.joined(), values.joined()) { variable.value = value } }
            chooseWay(x, y, start, level, inside: { set($0.words($1)) }, others: { set(general().map(\.firstWords)) })
            words = found.map { FourTexels(firstWords: $0.map(\.value)) }
        } else {
            words = general()
        }
        return zip(members, words).map { member, words in
            let form = member.form(kind, reference)
            func prepared(_ words: [UIntLanes], _ a: LaneMask?, _ b: LaneMask?) -> [UIntLanes] {
                form.prepare(words, a.map { a in b.map { a | $0 } ?? a } ?? b)
            }
            return FourTexels(bottomLeft: prepared(words.bottomLeft, x.firstIsBorder, y.firstIsBorder),
                              bottomRight: prepared(words.bottomRight, x.secondIsBorder, y.firstIsBorder),
                              topLeft: prepared(words.topLeft, x.firstIsBorder, y.secondIsBorder),
                              topRight: prepared(words.topRight, x.secondIsBorder, y.secondIsBorder))
        }
    }

    /// Returns, for each lookup, the raw words of texels in two rows.
    private func rows(_ bottom: TexelRow, _ top: TexelRow, _ x: AxisTaps) -> [FourTexels] {
        guard first.hasPairs && x.adjacency != .sometimes else {
            return members.map {
                FourTexels(bottomLeft: $0.words(bottom, column: x.first), bottomRight: $0.words(bottom, column: x.second),
                           topLeft: $0.words(top, column: x.first), topRight: $0.words(top, column: x.second))
            }
        }
        let low = pairs(bottom, column: x.first), high = pairs(top, column: x.first)
        var right = zip(low, high).map { ($0.1, $1.1) }
        if x.adjacency == .mostly {
            let apart = (x.second .!= x.first + 1) & first.mask
            let found = right.map { (bottom: builder.variable($0.0), top: builder.variable($0.1)) }
            builder.if(apart.any) {
                for (member, (found, next)) in zip(members, zip(found, right)) {
                    found.bottom.value = apart.choose(member.words(bottom, column: x.second, mask: apart)[0], next.0)
                    found.top.value = apart.choose(member.words(top, column: x.second, mask: apart)[0], next.1)
                }
            }
            right = found.map { ($0.bottom.value, $0.top.value) }
        }
        return members.indices.map { FourTexels(bottomLeft: [low[$0].0], bottomRight: [right[$0].0], topLeft: [high[$0].0], topRight: [right[$0].1]) }
    }

    /// Returns the texels on a seamless cube. Beyond an edge of a face, the result has texels of the neighbouring face.
    private func seamlessTexels(_ x: AxisTaps, _ y: AxisTaps, face: IntLanes, _ level: LevelFields, _ kind: TexelKind, _ reference: FloatLanes?,
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
    /// Returns the texel at indices of −1…n. The code is emitted as a function, because this code is long, is needed in many places
    /// and rarely runs.
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
        // The faces of an array of cubes are counted through all cubes.
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
