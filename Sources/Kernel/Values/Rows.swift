// Rows: records of a few words, one per lane. Each record is read or written with one 128-bit load or store. In registers the records are
// transposed: there is one vector for each word of the record. Gathers and scatters would read and write the same memory, but take several
// times as long.

import CLLVM

extension Lanes where Element == UInt32 {
    /// Returns the byte offset of each lane as a scalar. The offsets are written to memory and read back, because extracting the
    /// offsets from a vector costs more.
    package func offsets() -> [Scalar<Int64>] {
        let memory = builder.localMemory(bytes: 4 * count)
        memory.store(self, alignment: 64)
        return (0 ..< count).map { lane in
            let offset = (memory + 4 * lane).load(UInt32.self)
            // The load is volatile. The optimiser would turn any other load into an extraction of the lane from the vector.
            llvm.pointee.SetVolatile(offset.reference, 1)
            return offset.widened(to: Int64.self)
        }
    }
}

extension Pointer {
    /// Loads four words for each of W lanes, `offsets` bytes after this address, at any alignment. Value k of the result holds word k of every record.
    package func loadRows(_ offsets: [Scalar<Int64>], at constant: Int = 0) -> [Lanes<UInt32>] {
        precondition(offsets.count == builder.lanes)
        let rows = offsets.map { (self + $0).loadLanes(UInt32.self, at: constant, count: 4, alignment: 1) }
        return builder.transposedWithinParts((0 ..< 4).map { k in
            var parts = stride(from: k, to: rows.count, by: 4).map { rows[$0] }
            while parts.count > 1 { parts = stride(from: 0, to: parts.count, by: 2).map { parts[$0].joined(parts[$0 + 1]) } }
            return parts[0]
        })
    }
    /// Loads two words for each of W lanes, in the same way as `loadRows`.
    package func loadPairs(_ offsets: [Scalar<Int64>], at constant: Int = 0) -> [Lanes<UInt32>] {
        precondition(offsets.count == builder.lanes)
        let anything = Lanes<UInt64>(llvm.pointee.GetUndef(builder.vectorType(.int64, offsets.count))!, builder)
        let pairs = offsets.enumerated().reduce(anything) { $0.replacing($1.offset, with: (self + $1.element).load(UInt64.self, at: constant, alignment: 1)) }
        let words = pairs.reinterpreted(as: UInt32.self)
        return [words.evenHalf, words.oddHalf]
    }
    /// Writes four words for each lane, `offsets` bytes after this address, at any alignment. `words` has one vector for each of the four words.
    package func storeRows(_ words: [Lanes<UInt32>], byteOffsets offsets: [Scalar<Int64>]) {
        forEachRow(words, offsets) { _, row, place in place.store(row, alignment: 1) }
    }
    /// Writes four words for each lane of the mask, at the same places as `storeRows`. The rows of other lanes are loaded and stored
    /// unchanged. If two lanes have the same place, the row of the later lane of the mask remains.
    package func rewriteRows(_ words: [Lanes<UInt32>], byteOffsets offsets: [Scalar<Int64>], mask: LaneMask) {
        forEachRow(words, offsets) { lane, row, place in
            place.store(row, mask: mask.shuffled([lane, lane, lane, lane]), alignment: 1, rewriting: .allowed)
        }
    }
    /// Calls `body` with each lane's number, row and place, in the order of the lanes.
    private func forEachRow(_ words: [Lanes<UInt32>], _ offsets: [Scalar<Int64>], _ body: (_ lane: Int, _ row: Lanes<UInt32>, _ place: Pointer) -> Void) {
        precondition(offsets.count == builder.lanes)
        let rows = builder.transposedWithinParts(words)
        for (lane, offset) in offsets.enumerated() {
            let part = lane / 4
            body(lane, rows[lane % 4].slice(4 * part ..< 4 * part + 4), self + offset)
        }
    }
    /// Writes W rows of four words, `stride` bytes apart. Row k consists of lane k of `words[0]`, `words[1]`, `words[2]` and `words[3]`.
    package func storeRows(_ words: [Lanes<UInt32>], stride: Int, at constant: Int = 0, alignment: Int = 4) {
        for (k, rows) in builder.transposedWithinParts(words).enumerated() {
            for part in 0 ..< builder.lanes / 4 { store(rows.slice(4 * part ..< 4 * part + 4), at: (4 * part + k) * stride + constant, alignment: alignment) }
        }
    }
}
