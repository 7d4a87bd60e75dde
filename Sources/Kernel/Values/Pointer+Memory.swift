// Memory: loads, stores, gathers and scatters.
//
// Alignments are in bytes, and addresses must be multiples of the alignment; the default is the element's own size. Reads that may
// be out of range must use the gathers with a bound, which give 0 for indices outside of the bound.

import CLLVM

/// The assumptions that the compiler may make about a load.
package enum LoadPolicy: Sendable {
    case plain
    /// Nothing writes to the loaded memory while the kernel runs, so the compiler may move the load out of loops.
    case constant
}

extension Pointer {
    package static func + (a: Pointer, bytes: Int) -> Pointer { bytes == 0 ? a : a + a.builder.scalar(Int64(bytes)) }
    package static func + (a: Pointer, bytes: Scalar<Int64>) -> Pointer {
        var index: LLVMValueRef? = bytes.reference
        return Pointer(a.llvm.pointee.BuildGEP2(a.builder.builder, a.builder.type(.int8), a.reference, &index, 1, "")!, a.builder, bounds: a.bounds)
    }
    package static func + (a: Pointer, bytes: Scalar<Int32>) -> Pointer { a + bytes.widened(to: Int64.self) }
    /// Returns the address of element `index` in an array that begins at this pointer and whose elements are `stride` bytes apart.
    package func element(_ index: Scalar<Int32>, stride: Int) -> Pointer { self + index.widened(to: Int64.self) * Int64(stride) }
    package func element(_ index: Scalar<Int64>, stride: Int) -> Pointer { self + index * Int64(stride) }

    /// The address as a number, so that lanes can hold it.
    package var address: Scalar<Int64> { Scalar(llvm.pointee.BuildPtrToInt(builder.builder, reference, builder.type(.int64), "")!, builder) }

    // MARK: Scalars

    package func load<Element: LaneElement>(_ type: Element.Type = Element.self, at offset: Int = 0, alignment: Int? = nil,
                                            _ policy: LoadPolicy = .plain) -> Scalar<Element> {
        Scalar((self + offset).load(builder.type(Element.kind), Element.kind.byteCount, alignment ?? Element.kind.byteCount, policy), builder)
    }
    package func loadPointer(at offset: Int = 0, _ policy: LoadPolicy = .plain) -> Pointer {
        Pointer((self + offset).load(builder.pointerType, 8, 8, policy), builder)
    }
    package func store<Element: LaneElement>(_ value: Scalar<Element>, at offset: Int = 0, alignment: Int? = nil) {
        (self + offset).store(value.reference, Element.kind.byteCount, alignment ?? Element.kind.byteCount)
    }

    // MARK: Consecutive elements

    package func loadLanes<Element: LaneElement>(_ type: Element.Type = Element.self, at offset: Int = 0, count: Int? = nil, alignment: Int? = nil,
                                                 _ policy: LoadPolicy = .plain) -> Lanes<Element> {
        let count = count ?? builder.lanes
        return Lanes((self + offset).load(builder.vectorType(Element.kind, count), count * Element.kind.byteCount, alignment ?? Element.kind.byteCount, policy),
                     builder)
    }
    package func store<Element: LaneElement>(_ lanes: Lanes<Element>, at offset: Int = 0, alignment: Int? = nil) {
        (self + offset).store(lanes.reference, lanes.count * Element.kind.byteCount, alignment ?? Element.kind.byteCount)
    }
    /// Loads the elements that the mask selects. The memory of elements that the mask leaves out is not accessed. The values of the
    /// elements that the mask leaves out come from `other`, or are 0 if `other` is nil.
    package func loadLanes<Element: LaneElement>(_ type: Element.Type = Element.self, at offset: Int = 0, mask: LaneMask, else other: Lanes<Element>? = nil,
                                                 alignment: Int? = nil) -> Lanes<Element> {
        let vector = builder.vectorType(Element.kind, mask.count)
        let passThrough = other?.reference ?? llvm.pointee.ConstNull(vector)!
        let place = self + offset, address = place.reference
        place.check(elements: mask, byteCount: Element.kind.byteCount)
        let bytes = builder.constant(Int32(alignment ?? Element.kind.byteCount))
        return Lanes(builder.intrinsic("llvm.masked.load", [address, bytes, mask.reference, passThrough], overload: [passThrough, address]), builder)
    }
    /// Loads 64 bits per lane, `offsets` bytes after this address, one lane after the other, at any alignment. Offsets must be ≥
    /// 0. The offsets are written to memory and read back, because extracting the offsets from a vector costs more.
    package func loadEach(byteOffsets offsets: Lanes<Int32>) -> Lanes<UInt64> { builder.loadEach(byteOffsets: offsets, from: [self])[0] }

    /// Loads elements of the array of 256 elements that begins at this address. Each byte of `words` is an index into this array. For each
    /// byte position in `bytes`, the function returns a vector: for each lane, the byte at this position of the lane's word selects the
    /// lane's element. The words are written to memory, and their bytes are read back, because extracting bytes from a vector costs more.
    package func loadEach<Element: LaneElement>(_ type: Element.Type, byteIndices words: Lanes<UInt32>, bytes: Range<Int>) -> [Lanes<Element>] {
        let memory = builder.localMemory(bytes: 4 * words.count)
        memory.store(words, alignment: 64)
        let anything = Lanes<Element>(llvm.pointee.GetUndef(builder.vectorType(Element.kind, words.count))!, builder)
        return bytes.map { byte in
            (0..<words.count).reduce(anything) { result, lane in
                let index = (memory + (4 * lane + byte)).load(builder.type(.int8), 1, 1, .plain)
                llvm.pointee.SetVolatile(index, 1)
                let wide = Scalar<Int64>(llvm.pointee.BuildZExt(builder.builder, index, builder.type(.int64), "")!, builder)
                return result.replacing(lane, with: element(wide, stride: Element.kind.byteCount).load(Element.self, .constant))
            }
        }
    }

    // MARK: Gathers and scatters

    /// For each lane, loads the element at the lane's index in an array of E. Lanes that the mask leaves out get 0.
    package func gather<Element: LaneElement>(_ type: Element.Type = Element.self, indices: Lanes<Int32>, mask: LaneMask? = nil) -> Lanes<Element> {
        gather(addresses(builder.type(Element.kind), indices), count: indices.count, alignment: Element.kind.byteCount, mask)
    }
    /// Loads each lane's element, `offsets` bytes after this address, at any alignment. Lanes that the mask leaves out get 0. Offsets of 64 bits
    /// are for memory beyond 2 GiB.
    package func gather<Element: LaneElement>(_ type: Element.Type = Element.self, byteOffsets offsets: Lanes<some IntegerElement>,
                                              mask: LaneMask? = nil) -> Lanes<Element> {
        gather(addresses(builder.type(.int8), offsets), count: offsets.count, alignment: 1, mask)
    }
    /// For each lane, loads the element at the lane's index if the index is below `bound` (compared unsigned) and the mask selects the lane.
    /// Other lanes get 0.
    /// - Parameter bound: at most 2^31.
    package func gather<Element: LaneElement>(_ type: Element.Type = Element.self, indices: Lanes<UInt32>, below bound: Scalar<UInt32>,
                                              mask: LaneMask? = nil) -> Lanes<Element> {
        let isInside = indices .< bound.broadcast(indices.count)
        return gather(type, indices: indices.withSign(of: Int32.self), mask: mask.map { $0 & isInside } ?? isInside)
    }
    /// Loads each lane's byte, `offsets` bytes after this address. The load also reads the three bytes after each byte, so the memory
    /// must be three bytes longer.
    package func gatherBytes(byteOffsets offsets: Lanes<Int32>, mask: LaneMask? = nil) -> Lanes<UInt32> {
        gather(UInt32.self, byteOffsets: offsets, mask: mask) & 0xff
    }
    /// Loads each lane's 16-bit word, `offsets` bytes after this address. The load also reads the two bytes after each word, so the
    /// memory must be two bytes longer.
    package func gatherHalfWords(byteOffsets offsets: Lanes<Int32>, mask: LaneMask? = nil) -> Lanes<UInt32> {
        gather(UInt32.self, byteOffsets: offsets, mask: mask) & 0xffff
    }
    /// Stores each lane's element at the lane's index. If two lanes have the same index, the element of the higher lane remains.
    package func scatter<Element: LaneElement>(_ lanes: Lanes<Element>, indices: Lanes<Int32>, mask: LaneMask) {
        scatter(lanes, addresses(builder.type(Element.kind), indices), alignment: Element.kind.byteCount, mask)
    }
    package func scatter<Element: LaneElement>(_ lanes: Lanes<Element>, byteOffsets offsets: Lanes<some IntegerElement>, mask: LaneMask) {
        scatter(lanes, addresses(builder.type(.int8), offsets), alignment: 1, mask)
    }

    /// Prefetches the memory at this address, which will be read soon. Any address is allowed.
    package func prefetch() {
        // The operands select a prefetch for reading, into the data cache, with the highest locality.
        _ = builder.intrinsic("llvm.prefetch", [reference, builder.constant(Int32(0)), builder.constant(Int32(3)), builder.constant(Int32(1))])
    }

    /// Sets the `bytes` bytes that begin at this address to zero.
    package func clear(bytes: Scalar<Int64>, alignment: Int = 1) {
        check(byteCount: bytes)
        _ = llvm.pointee.BuildMemSet(builder.builder, reference, builder.constant(UInt8(0)), bytes.reference, UInt32(alignment))
    }

    // MARK: Plumbing

    fileprivate func load(_ type: LLVMTypeRef, _ byteCount: Int, _ alignment: Int, _ policy: LoadPolicy) -> LLVMValueRef {
        check(byteCount: byteCount)
        let value = llvm.pointee.BuildLoad2(builder.builder, type, reference, "")!
        llvm.pointee.SetAlignment(value, UInt32(alignment))
        if policy == .constant { builder.markInvariant(value) }
        return value
    }
    private func store(_ value: LLVMValueRef, _ byteCount: Int, _ alignment: Int) {
        check(byteCount: byteCount)
        llvm.pointee.SetAlignment(llvm.pointee.BuildStore(builder.builder, value, reference)!, UInt32(alignment))
    }
    private func addresses<Index: IntegerElement>(_ type: LLVMTypeRef, _ indices: Lanes<Index>) -> LLVMValueRef {
        var index: LLVMValueRef? = indices.reference
        return llvm.pointee.BuildGEP2(builder.builder, type, reference, &index, 1, "")!
    }
    private func gather<Element: LaneElement>(_ addresses: LLVMValueRef, count: Int, alignment: Int, _ mask: LaneMask?) -> Lanes<Element> {
        check(addresses, count: count, byteCount: Element.kind.byteCount, mask)
        let other = llvm.pointee.ConstNull(builder.vectorType(Element.kind, count))!
        let lanes = mask?.reference ?? builder.splat(builder.condition(true).reference, count)
        return Lanes(builder.intrinsic("llvm.masked.gather", [addresses, builder.constant(Int32(alignment)), lanes, other],
                                       overload: [other, addresses]), builder)
    }
    private func scatter<Element: LaneElement>(_ lanes: Lanes<Element>, _ addresses: LLVMValueRef, alignment: Int, _ mask: LaneMask) {
        check(addresses, count: lanes.count, byteCount: Element.kind.byteCount, mask)
        _ = builder.intrinsic("llvm.masked.scatter", [lanes.reference, addresses, builder.constant(Int32(alignment)), mask.reference],
                              overload: [lanes.reference, addresses])
    }
}

extension KernelBuilder {
    /// Loads 64 bits per lane from each of several places, at the same offsets from each place; see `Pointer.loadEach`.
    package func loadEach(byteOffsets offsets: Lanes<Int32>, from places: [Pointer]) -> [Lanes<UInt64>] {
        loadEach(offsets, unit: 1, from: places.map { [$0] }).map { $0[0] }
    }
    /// Loads 64 bits per lane from each of several pairs of places. `offsets` are in units of 4 bytes.
    package func loadEach(wordOffsets offsets: Lanes<Int32>, from places: [(Pointer, Pointer)]) -> [(Lanes<UInt64>, Lanes<UInt64>)] {
        loadEach(offsets, unit: 4, from: places.map { [$0, $1] }).map { ($0[0], $0[1]) }
    }

    /// Fills the vectors of one group of places completely before the vectors of the next group, so that few registers hold unfinished
    /// vectors. The vectors of a group are filled lane by lane.
    private func loadEach(_ offsets: Lanes<Int32>, unit: Int64, from groups: [[Pointer]]) -> [[Lanes<UInt64>]] {
        let offset = storedOffsets(offsets)
        // The loads are of type Double, because x86 can load a double into either half of a 128-bit vector.
        let anything = Lanes<Double>(llvm.pointee.GetUndef(vectorType(.double, offsets.count))!, self)
        return groups.map { places in
            var results = places.map { _ in anything }
            for lane in 0..<offsets.count {
                let wide = offset(lane) * unit
                for (k, place) in places.enumerated() {
                    results[k] = results[k].replacing(lane, with: (place + wide).load(Double.self, alignment: 1))
                }
            }
            return results.map { $0.reinterpreted(as: UInt64.self) }
        }
    }

    /// Loads runs of `count` consecutive elements. A lane has one run at each place; `indices` has the number of elements from the place to
    /// the start of the lane's run. Each element of `lanes` is a list of lanes. For each pair of places and each list, the function returns
    /// two vectors, one for each place of the pair. A vector has the runs of the list's lanes, one run after the other. Indices must be ≥
    /// 0. The indices are written to memory and read back, as in `loadEach`.
    /// - Precondition: the number of lanes in each list is a power of two; the elements are aligned.
    package func loadRuns<Element: LaneElement>(_ type: Element.Type = Element.self, indices: Lanes<Int32>, of lanes: [[Int]], count: Int,
                                                from places: [(Pointer, Pointer)]) -> [[(Lanes<Element>, Lanes<Element>)]] {
        let index = storedOffsets(indices)
        return places.map { place in
            lanes.map { part in
                let runs = part.map { lane in
                    let wide = index(lane) * Int64(Element.kind.byteCount)
                    return ((place.0 + wide).loadLanes(Element.self, count: count), (place.1 + wide).loadLanes(Element.self, count: count))
                }
                return (Lanes.joined(runs.map(\.0)), Lanes.joined(runs.map(\.1)))
            }
        }
    }

    /// Writes offsets to memory. Returns a function that reads the offset of a lane. The load is volatile, because the optimiser would turn any
    /// other load into an extraction of the offset from the vector.
    private func storedOffsets(_ offsets: Lanes<Int32>) -> (Int) -> Scalar<Int64> {
        let memory = localMemory(bytes: 4 * offsets.count)
        memory.store(offsets, alignment: 64)
        return { lane in
            let offset = (memory + 4 * lane).load(self.type(.int32), 4, 4, .plain)
            self.llvm.pointee.SetVolatile(offset, 1)
            return Scalar<Int64>(self.llvm.pointee.BuildZExt(self.builder, offset, self.type(.int64), "")!, self)
        }
    }
}
