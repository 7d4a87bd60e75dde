import Kernel
import SeededRandom
import Testing

private func run(_ target: KernelTarget, _ tier: CompileTier = .optimized, inputs: [UInt32], outputs: Int,
                 _ body: @escaping (KernelBuilder, Pointer, Pointer) -> Void) throws -> [UInt32] {
    let kernel = try compiled(target, tier) { k in
        k.entry("run", [.pointer, .pointer]) { body(k, $0[0].pointer, $0[1].pointer) }
    }
    let run = try kernel.function("run", as: (@convention(c) (UnsafePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void).self)
    var output = [UInt32](repeating: 0xdead_beef, count: outputs)
    run(inputs, &output)
    return output
}

private let numbers: [UInt32] = {
    var randomness = SeededGenerator(state: 99)
    return (0 ..< 128).map { _ in .random(in: 0 ... .max, using: &randomness) }
}()

private func patterns(_ w: Int) -> [UInt32] {
    let full = UInt32.max >> UInt32(32 - w)
    return [0, 1, 0b1010, full, 1 << UInt32(w - 1), 0x5a5a_5a5a & full]
}

@Test("lanes are shuffled, joined, interleaved and halved", arguments: targets)
func shuffles(target: KernelTarget) throws {
    let w = target.lanes
    let output = try run(target, inputs: numbers, outputs: 8 * w) { k, input, output in
        let a = input.loadLanes(UInt32.self), b = input.loadLanes(UInt32.self, at: 4 * w)
        output.store(a.shuffled((0 ..< w).map { w - 1 - $0 }))
        output.store(a.interleaved(b), at: 4 * w)
        output.store(a.evenHalf.joined(b.oddHalf), at: 12 * w)
        output.store(a.permuted(by: b.withSign(of: Int32.self)), at: 16 * w)
        output.store(a[1].broadcast().replacing(2, with: b[0]), at: 20 * w)
        output.store(k.lanes(UInt32(7)).replacing(0, with: a.union()).replacing(1, with: a.sum()).replacing(2, with: a.smallest())
                        .replacing(3, with: b.largest()), at: 24 * w)
        output.store(k.laneIndices + a.withSign(of: Int32.self)[k.scalar(3)].broadcast(), at: 28 * w)
    }
    let a = Array(numbers[0 ..< w]), b = Array(numbers[w ..< 2 * w])
    func row(_ index: Int) -> [UInt32] { Array(output[index * w ..< (index + 1) * w]) }
    #expect(row(0) == a.reversed())
    #expect(row(1) + row(2) == zip(a, b).flatMap { [$0, $1] })
    #expect(row(3) == stride(from: 0, to: w, by: 2).map { a[$0] } + stride(from: 1, to: w, by: 2).map { b[$0] })
    #expect(row(4) == b.map { a[Int($0) % w] })
    #expect(row(5) == (0 ..< w).map { $0 == 2 ? b[0] : a[1] })
    #expect(Array(row(6)[0 ..< 4]) == [a.reduce(0, |), a.reduce(0, &+), a.min()!, b.max()!])
    #expect(row(7) == (0 ..< w).map { UInt32($0) &+ a[3] })
}

@Test("bytes are shuffled within groups of 16 and between groups, with zeros and with other bytes, by processor instructions and by LLVM", arguments: targets,
      [CompileTier.baseline, .optimized])
func byteShuffles(target: KernelTarget, tier: CompileTier) throws {
    let w = target.lanes, count = 4 * w
    let orders: [[Int]] = [
        (0 ..< count).map { $0 ^ 3 },
        (0 ..< count).map { $0 ^ 16 },
        (0 ..< count).map { $0 % 2 == 0 ? $0 & ~3 : count + $0 },
    ]
    let output = try run(target, tier, inputs: numbers, outputs: 4 * w) { k, input, output in
        let a = input.loadLanes(UInt32.self).reinterpreted(as: UInt8.self), b = input.loadLanes(UInt32.self, at: 4 * w).reinterpreted(as: UInt8.self)
        let zeros = a.constant(0)
        output.store(a.shuffled(orders[0]).reinterpreted(as: UInt32.self))
        output.store(a.shuffled(orders[1].map { $0 % count }).reinterpreted(as: UInt32.self), at: 4 * w)
        output.store(a.shuffled(with: zeros, orders[2]).reinterpreted(as: UInt32.self), at: 8 * w)
        output.store(a.shuffled(with: b, orders[2]).reinterpreted(as: UInt32.self), at: 12 * w)
    }
    func bytes(_ words: ArraySlice<UInt32>) -> [UInt8] { words.flatMap { word in (0 ..< 4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } } }
    let a = bytes(numbers[0 ..< w]), b = bytes(numbers[w ..< 2 * w]), zeros = [UInt8](repeating: 0, count: count)
    func row(_ index: Int) -> [UInt8] { bytes(output[index * w ..< (index + 1) * w]) }
    #expect(row(0) == orders[0].map { a[$0] })
    #expect(row(1) == orders[1].map { a[$0 % count] })
    #expect(row(2) == orders[2].map { (a + zeros)[$0] })
    #expect(row(3) == orders[2].map { (a + b)[$0] })
}

@Test("bytes are selected from 128, and products of unsigned and signed bytes are added in pairs with saturation to 16 bits",
      .enabled(if: KernelTarget(lanes: 16).hasBytePermutation))
func bytePairs() throws {
    let words = (0 ..< 48).map { UInt32(truncatingIfNeeded: ($0 + 3) &* 0x9E37_79B1) } + [0xFFFF_FFFF, 0x7F7F_8080]
    let output = try run(KernelTarget(lanes: 16), inputs: words, outputs: 48) { k, input, output in
        func bytes(_ row: Int) -> Lanes<UInt8> { input.loadLanes(UInt32.self, at: 64 * row, count: 16).reinterpreted(as: UInt8.self) }
        func broadcast(_ word: Int) -> Lanes<UInt8> { input.load(UInt32.self, at: 4 * word).broadcast().reinterpreted(as: UInt8.self) }
        output.store(bytes(0).permuted(with: bytes(1), by: bytes(2)).reinterpreted(as: UInt32.self))
        output.store(bytes(0).pairwiseDot(bytes(1).withSign(of: Int8.self)).reinterpreted(as: UInt32.self), at: 64)
        output.store(broadcast(48).pairwiseDot(broadcast(49).withSign(of: Int8.self)).reinterpreted(as: UInt32.self), at: 128)
    }
    func bytes(_ words: ArraySlice<UInt32>) -> [UInt8] { words.flatMap { word in (0 ..< 4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } } }
    let table = bytes(words[0 ..< 32]), sources = bytes(words[32 ..< 48])
    #expect(bytes(output[0 ..< 16]) == sources.map { table[Int($0) % 128] })
    func sum(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> UInt32 {
        let exact = zip(a, b).reduce(0) { $0 + Int($1.0) * Int(Int8(bitPattern: $1.1)) }
        return UInt32(UInt16(bitPattern: Int16(clamping: exact)))
    }
    let dots = (0 ..< 16).map { i -> UInt32 in
        let place = 4 * i
        let low = sum(table[place ..< place + 2], table[64 + place ..< 66 + place]),
            high = sum(table[place + 2 ..< place + 4], table[66 + place ..< 68 + place])
        return low | high << 16
    }
    #expect(Array(output[16 ..< 32]) == dots)
    #expect(Set(output[32 ..< 48]) == [0x7FFF_8000])
}

@Test("lanes are selected from two vectors, and consecutive lanes are read from two places", arguments: targets)
func permutations(target: KernelTarget) throws {
    let w = target.lanes, parts = [[3, 1], [0, 2]]
    let output = try run(target, inputs: numbers + numbers.reversed(), outputs: 5 * w) { k, input, output in
        let a = input.loadLanes(UInt32.self), b = input.loadLanes(UInt32.self, at: 4 * w)
        output.store(a.permuted(with: b, by: input.loadLanes(Int32.self, at: 8 * w)))
        let indices = k.lanes((0 ..< w).map { Int32($0 * 7 % 13) })
        let other = input + 4 * numbers.count
        let runs = k.loadRuns(UInt32.self, indices: indices, of: parts, count: w / 2, from: [(other, other), (input, other)])
        for (part, run) in runs[1].enumerated() {
            output.store(run.0, at: (1 + 2 * part) * 4 * w)
            output.store(run.1, at: (2 + 2 * part) * 4 * w)
        }
    }
    let both = Array(numbers[0 ..< 2 * w]), other = Array(numbers.reversed())
    func row(_ index: Int) -> [UInt32] { Array(output[index * w ..< (index + 1) * w]) }
    #expect(row(0) == numbers[2 * w ..< 3 * w].map { both[Int($0) % (2 * w)] })
    for (part, lanes) in parts.enumerated() {
        let starts = lanes.map { $0 * 7 % 13 }
        #expect(row(1 + 2 * part) == starts.flatMap { Array(numbers[$0 ..< $0 + w / 2]) })
        #expect(row(2 + 2 * part) == starts.flatMap { Array(other[$0 ..< $0 + w / 2]) })
    }
}

@Test("masks are converted to bits and back", arguments: targets)
func maskBits(target: KernelTarget) throws {
    let w = target.lanes
    for pattern in patterns(w) {
        let output = try run(target, inputs: [pattern] + numbers, outputs: 9 + w) { k, input, output in
            let mask = input.load(UInt32.self).mask()
            let stored = k.variable(mask)
            output.store(mask.bits)
            output.store(mask.any.number(UInt32.self), at: 4)
            output.store(mask.all.number(UInt32.self), at: 8)
            output.store(mask.none.number(UInt32.self), at: 12)
            output.store((~stored.value).bits, at: 16)
            output.store(mask.joined(k.mask(false)).shuffled((0 ..< w).map { $0 ^ 1 }).bits, at: 20)
            output.store(mask[2].number(UInt32.self), at: 24)
            output.store(k.firstLanes(k.scalar(3)).bits, at: 28)
            output.store(k.mask((0 ..< w).map { $0 % 3 == 0 }).bits, at: 32)
            output.store(mask.ones(UInt32.self), at: 36)
        }
        let full = UInt32.max >> UInt32(32 - w)
        #expect(output[0] == pattern)
        #expect(output[1] == (pattern != 0 ? 1 : 0) && output[2] == (pattern == full ? 1 : 0) && output[3] == (pattern == 0 ? 1 : 0))
        #expect(output[4] == ~pattern & full)
        let swapped: UInt32 = (pattern & 0x5555_5555) << 1 | (pattern & 0xaaaa_aaaa) >> 1
        #expect(output[5] == swapped & full)
        #expect(output[6] == pattern >> 2 & 1 && output[7] == 7)
        var thirds: UInt32 = 0
        for lane in stride(from: 0, to: w, by: 3) { thirds |= 1 << UInt32(lane) }
        #expect(output[8] == thirds)
        #expect(Array(output[9...]) == (0 ..< w).map { pattern >> UInt32($0) & 1 == 1 ? .max : 0 })
    }
}

@Test("bytes and shorts are packed, and pairs are multiplied and added", arguments: targets)
func packing(target: KernelTarget) throws {
    let w = target.lanes
    let output = try run(target, inputs: numbers, outputs: 4 * w) { k, input, output in
        let a = input.loadLanes(Int16.self, count: 2 * w), b = input.loadLanes(Int16.self, at: 4 * w, count: 2 * w)
        output.store(a.pairwiseDot(b))
        // Reads lanes of 32-bit words as bytes.
        let words = input.loadLanes(UInt32.self)
        let bytes = words.reinterpreted(as: UInt8.self)
        output.store(bytes.shuffled((0 ..< 4 * w).map { $0 / 4 * 4 + 3 - $0 % 4 }).reinterpreted(as: UInt32.self), at: 4 * w)
        output.store(bytes.widened(to: UInt16.self).multipliedHigh(bytes.constant(200).widened(to: UInt16.self)).reinterpreted(as: UInt32.self), at: 8 * w)
    }
    let shorts = numbers.flatMap { [Int16(truncatingIfNeeded: $0), Int16(truncatingIfNeeded: $0 >> 16)] }
    for lane in 0 ..< w {
        let a0 = Int32(shorts[2 * lane]), a1 = Int32(shorts[2 * lane + 1]), b0 = Int32(shorts[2 * w + 2 * lane]), b1 = Int32(shorts[2 * w + 2 * lane + 1])
        let dot: Int32 = (a0 &* b0) &+ (a1 &* b1)
        #expect(Int32(bitPattern: output[lane]) == dot)
        #expect(output[w + lane] == numbers[lane].byteSwapped)
    }
}

@Test("rows become columns, also when there are fewer rows than lanes", arguments: targets)
func transposition(target: KernelTarget) throws {
    let w = target.lanes
    for count in [1, w / 2, w - 1, w] {
        let output = try run(target, inputs: (0 ..< UInt32(w * w)).map { $0 * 7 }, outputs: w * w) { k, input, output in
            let rows = (0 ..< count).map { input.loadLanes(UInt32.self, at: 4 * w * $0) }
            for (column, lanes) in k.transposed(rows).enumerated() { output.store(lanes, at: 4 * w * column) }
        }
        for column in 0 ..< w {
            #expect(Array(output[column * w ..< column * w + count]) == (0 ..< count).map { UInt32(($0 * w + column) * 7) })
        }
    }
}

@Test("eight bytes per lane are loaded from any address", arguments: targets)
func loadsEach(target: KernelTarget) throws {
    let w = target.lanes
    let offsets = (0 ..< w).map { UInt32(($0 * 13) % 64) }
    let output = try run(target, inputs: offsets + numbers, outputs: 2 * w) { k, input, output in
        output.store((input + 4 * w).loadEach(byteOffsets: input.loadLanes(Int32.self)).reinterpreted(as: UInt32.self))
    }
    let bytes = numbers.withUnsafeBytes { Array($0) }
    for lane in 0 ..< w {
        let expected = (0 ..< 8).map { UInt64(bytes[Int(offsets[lane]) + $0]) << UInt64(8 * $0) }.reduce(0, |)
        #expect(UInt64(output[2 * lane]) | UInt64(output[2 * lane + 1]) << 32 == expected)
    }
}

@Test("the bytes of words choose elements of a table", arguments: targets)
func loadsByBytes(target: KernelTarget) throws {
    let w = target.lanes, words = (0 ..< w).map { UInt32($0) &* 0x9E37_79B9 }, table = (0 ..< 256).map { UInt32($0 * $0 + 7) }
    let output = try run(target, inputs: words + table, outputs: 3 * w) { k, input, output in
        let loaded = (input + 4 * w).loadEach(UInt32.self, byteIndices: input.loadLanes(UInt32.self), bytes: 1 ..< 4)
        for (number, lanes) in loaded.enumerated() { output.store(lanes, at: 4 * w * number) }
    }
    for number in 0 ..< 3 { #expect(Array(output[number * w ..< (number + 1) * w]) == words.map { table[Int($0 >> UInt32(8 * (number + 1)) & 255)] }) }
}

@Test("rows of two and of four words are loaded from any address", arguments: targets)
func loadsRows(target: KernelTarget) throws {
    let w = target.lanes
    let offsets = (0 ..< w).map { UInt32(($0 * 29) % 131) }
    let output = try run(target, inputs: offsets + numbers, outputs: 6 * w) { k, input, output in
        let places = input.loadLanes(UInt32.self).offsets(), data = input + 4 * w
        for (word, lanes) in (data.loadRows(places, at: 1) + data.loadPairs(places, at: 2)).enumerated() { output.store(lanes, at: 4 * w * word) }
    }
    let bytes = numbers.withUnsafeBytes { Array($0) }
    func word(_ place: Int) -> UInt32 { (0 ..< 4).map { UInt32(bytes[place + $0]) << UInt32(8 * $0) }.reduce(0, |) }
    for lane in 0 ..< w {
        let place = Int(offsets[lane])
        for k in 0 ..< 4 { #expect(output[k * w + lane] == word(place + 1 + 4 * k)) }
        for k in 0 ..< 2 { #expect(output[(4 + k) * w + lane] == word(place + 2 + 4 * k)) }
    }
}

@Test("rows of four words are stored at a stride", arguments: targets)
func storesRows(target: KernelTarget) throws {
    let w = target.lanes, stride = 7
    let output = try run(target, inputs: numbers, outputs: stride * w) { k, input, output in
        output.storeRows((0 ..< 4).map { input.loadLanes(UInt32.self, at: 4 * w * $0) }, stride: 4 * stride, at: 8)
    }
    for lane in 0 ..< w {
        let row = Array(output[lane * stride ..< (lane + 1) * stride])
        #expect(Array(row[2 ..< 6]) == (0 ..< 4).map { numbers[$0 * w + lane] })
        #expect(row[0] == 0xdead_beef && row[1] == 0xdead_beef && row[6] == 0xdead_beef)
    }
}

@Test("rows of four words are stored at any address", arguments: targets)
func storesRowsEach(target: KernelTarget) throws {
    let w = target.lanes, offsets = (0 ..< w).map { UInt32(($0 * 5 % w) * 20 + 3) }
    let output = try run(target, inputs: offsets + numbers, outputs: 5 * w + 1) { k, input, output in
        output.storeRows((0 ..< 4).map { input.loadLanes(UInt32.self, at: 4 * w * ($0 + 1)) }, byteOffsets: input.loadLanes(UInt32.self).offsets())
    }
    let bytes = output.withUnsafeBytes { Array($0) }
    for lane in 0 ..< w {
        for k in 0 ..< 4 {
            let place = Int(offsets[lane]) + 4 * k, word = (0 ..< 4).map { UInt32(bytes[place + $0]) << UInt32(8 * $0) }.reduce(0, |)
            #expect(word == numbers[k * w + lane])
        }
    }
}

@Test("the lanes that a mask selects are stored consecutively", arguments: targets)
func storesPacked(target: KernelTarget) throws {
    let w = target.lanes
    for pattern in patterns(w) {
        let output = try run(target, inputs: [pattern] + numbers, outputs: w) { k, input, output in
            output.storePacked((input + 4).loadLanes(UInt32.self), mask: input.load(UInt32.self).mask())
        }
        let selected = (0 ..< w).filter { pattern >> UInt32($0) & 1 == 1 }.map { numbers[$0] }
        #expect(Array(output.prefix(selected.count)) == selected)
    }
}

@Test("floats are rounded to integers, ties to even; values without an integer give the smallest one", arguments: targets)
func roundsToIntegers(target: KernelTarget) throws {
    let w = target.lanes
    let values: [Float] = [0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, 254.49, 254.5, 255.5, 8_388_609, 0x1.fffffep30, 0x1p31, -0x1p31, -0x1.000002p31, 1e30,
                           -1e30, .infinity, -.infinity, .nan, -.nan, .leastNonzeroMagnitude, 127.99999, -3.7]
    for first in stride(from: 0, to: values.count, by: w) {
        let row = (0 ..< w).map { values[(first + $0) % values.count] }
        let output = try run(target, inputs: row.map(\.bitPattern), outputs: w) { _, input, output in
            output.store(input.loadLanes(Float.self).roundedToInteger())
        }
        #expect(output.map { Int32(bitPattern: $0) } == row.map { Int32(exactly: $0.rounded(.toNearestOrEven)) ?? .min })
    }
}

@Test("integers saturate, in bytes from words and in sums and differences", arguments: targets)
func saturates(target: KernelTarget) throws {
    let w = target.lanes
    let values: [Int32] = [0, 1, 127, 128, 254, 255, 256, 300, 32767, 32768, 65535, 65536, 1 << 20, .max, .min, -1, -255, -32768, -32769, 77]
    let inputs = (0 ..< 4 * w).map { UInt32(bitPattern: values[($0 * 7 + 3) % values.count]) }
    let output = try run(target, inputs: inputs, outputs: 3 * w) { _, input, output in
        let v = (0 ..< 4).map { input.loadLanes(Int32.self, at: 4 * w * $0) }
        output.store(IntLanes.saturatedBytes(v[0], v[1], v[2], v[3]))
        let a = v[0].reinterpreted(as: UInt16.self), b = v[1].reinterpreted(as: UInt16.self)
        output.store(a.saturatingAdd(b).reinterpreted(as: UInt32.self), at: 4 * w)
        output.store(v[0].saturatingSubtract(v[1]), at: 8 * w)
    }
    for lane in 0 ..< w {
        let v = (0 ..< 4).map { inputs[$0 * w + lane] }
        let bytes = v.map { UInt32(min(max(Int32(bitPattern: $0), 0), 255)) }
        #expect(output[lane] == bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24)
        func sum(_ shift: UInt32) -> UInt32 { min(65535, (v[0] >> shift & 0xffff) + (v[1] >> shift & 0xffff)) }
        #expect(output[w + lane] == sum(0) | sum(16) << 16)
        let difference = Int64(Int32(bitPattern: v[0])) - Int64(Int32(bitPattern: v[1]))
        #expect(Int32(bitPattern: output[2 * w + lane]) == Int32(clamping: difference))
    }
}
