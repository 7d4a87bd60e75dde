// BytePairs: the first step of fixed-point filtering, along x, for processors with an instruction that multiplies pairs of bytes
// and adds the two products.
//
// Each lane has two words per row of texels. The even word has the left and right codes of channels 0 and 2 side by side. The odd word has the
// left and right codes of channels 1 and 3. One permutation picks these bytes from the loaded registers. The two weights of a pair sum to 256.
// 128 is subtracted from each code, so that the weighted sum of a pair fits in 16 bits. Each weight must fit in a byte. If the left
// texel has the whole weight of 256, both codes of the pair are the left texel's code, and each has the weight 128.

import Kernel

struct BytePairs {
    /// The words of both rows of texels, four bytes per lane.
    let bottomEven: Lanes<UInt8>, bottomOdd: Lanes<UInt8>, topEven: Lanes<UInt8>, topOdd: Lanes<UInt8>

    /// The number of lanes in one register.
    fileprivate static let part = 16
    static func arePossible(_ builder: KernelBuilder) -> Bool { builder.target.hasBytePermutation && builder.lanes % part == 0 }

    fileprivate static func isAllLeft(_ weight: IntLanes) -> LaneMask { (weight & 255) .== 0 }

    /// Returns the weights of both texels as bytes, in the order of the codes in a word.
    /// - Parameter weight: The weight of the right texel in 256ths, in the lowest byte.
    static func weights(_ weight: IntLanes) -> Lanes<UInt8> {
        let both = (weight.lowestByteFourTimes ^ 0x00FF_00FF).reinterpreted(as: UInt8.self)
            + weight.constant(0x0001_0001).reinterpreted(as: UInt8.self)
        return isAllLeft(weight).choose(weight.constant(Int32(bitPattern: 0x8080_8080)), both.reinterpreted(as: Int32.self)).reinterpreted(as: UInt8.self)
    }

    /// Returns 256 · left + (right − left) · weight − 2¹⁵ for two channels, 16 bits each.
    static func mixed(_ pairs: Lanes<UInt8>, _ weights: Lanes<UInt8>) -> UIntLanes {
        weights.pairwiseDot((pairs ^ 0x80).withSign(of: Int8.self)).reinterpreted(as: UInt32.self)
    }
}

extension Lanes where Element == Int32 {
    fileprivate var lowestByteFourTimes: Lanes<Int32> {
        reinterpreted(as: UInt8.self).shuffled((0 ..< 4 * count).map { $0 & ~3 }).reinterpreted(as: Int32.self)
    }
}

extension SampleGroup {
    /// Returns the words of each lookup.
    func bytePairs(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields) -> [BytePairs] {
        let lanes = builder.lanes, part = BytePairs.part, isAllLeft = BytePairs.isAllLeft(x.weightByte!)
        /// Returns the byte indices of channels 0 and 2, given the byte indices at which the texels begin.
        func byteIndices(left: (Int) -> Int32, right: (Int) -> Int32) -> IntLanes {
            func word(_ lane: Int, _ right: (Int) -> Int32) -> Int32 { left(lane) * 0x0001_0001 + right(lane) * 0x0100_0100 + 0x0202_0000 }
            let words = (0..<lanes).map { word($0, right) }, wordsOfLeft = (0..<lanes).map { word($0, left) }
            return isAllLeft.choose(builder.lanes(wordsOfLeft), builder.lanes(words))
        }
        func picked(_ tables: [(Lanes<UInt8>, Lanes<UInt8>)], _ indices: IntLanes) -> Lanes<UInt8> {
            let bytes = indices.reinterpreted(as: UInt8.self)
            let parts = tables.enumerated().map { $1.0.permuted(with: $1.1, by: bytes.slice($0 * 4 * part ..< ($0 + 1) * 4 * part)) }
            return parts.dropFirst().reduce(parts[0]) { $0.joined($1) }
        }
        let found = members.map { _ in (0..<4).map { _ in builder.variable(builder.lanes(UInt8(0), count: 4 * lanes)) } }
        func set(_ found: [Variable<Lanes<UInt8>>], bottom: [(Lanes<UInt8>, Lanes<UInt8>)], top: [(Lanes<UInt8>, Lanes<UInt8>)], _ indices: IntLanes) {
            let odd = indices + 0x0101_0101
            for (variable, value) in zip(found, [picked(bottom, indices), picked(bottom, odd), picked(top, indices), picked(top, odd)]) {
                variable.value = value
            }
        }
        func halves<Element: LaneElement>(_ values: Lanes<Element>) -> (Lanes<UInt8>, Lanes<UInt8>) {
            let bytes = values.reinterpreted(as: UInt8.self)
            return (bytes.lowHalf, bytes.highHalf)
        }
        func tables(_ pairs: Lanes<UInt64>) -> [(Lanes<UInt8>, Lanes<UInt8>)] { (0..<lanes / part).map { halves(pairs.slice($0 * part ..< ($0 + 1) * part)) } }
        func tables(_ left: UIntLanes, _ right: UIntLanes) -> [(Lanes<UInt8>, Lanes<UInt8>)] {
            func bytes(_ values: UIntLanes, _ number: Int) -> Lanes<UInt8> { values.slice(number * part ..< (number + 1) * part).reinterpreted(as: UInt8.self) }
            return (0..<lanes / part).map { (bytes(left, $0), bytes(right, $0)) }
        }

        chooseWay(x, y, slice.map { $0 * level.height.count }, level, inside: { texels, way in
            if way == .pairs {
                func left(_ lane: Int) -> Int32 { Int32(8 * (lane % part)) }
                let indices = byteIndices(left: left, right: { left($0) + 4 })
                for (found, pairs) in zip(found, texels.pairs()) { set(found, bottom: tables(pairs.bottom), top: tables(pairs.top), indices) }
            } else {
                let starts = texels.rows.runPositions
                func left(_ lane: Int) -> Int32 { 4 * starts[lane] }
                let indices = byteIndices(left: left, right: { left($0) + 4 }) + (texels.columns << 2).lowestByteFourTimes
                for (found, runs) in zip(found, texels.runs()) { set(found, bottom: runs.map { halves($0.bottom) }, top: runs.map { halves($0.top) }, indices) }
            }
        }, others: {
            func left(_ lane: Int) -> Int32 { Int32(4 * (lane % part)) }
            let indices = byteIndices(left: left, right: { left($0) + Int32(4 * part) })
            for (found, words) in zip(found, four(x, y, slice, level, .packed, mayBeInside: false)) {
                set(found, bottom: tables(words.bottomLeft[0], words.bottomRight[0]), top: tables(words.topLeft[0], words.topRight[0]), indices)
            }
        })
        return found.map {
            let values = $0.map(\.value)
            return BytePairs(bottomEven: values[0], bottomOdd: values[1], topEven: values[2], topOdd: values[3])
        }
    }
}
