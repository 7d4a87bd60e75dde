// MaskedStores: stores of the elements that a mask selects.
//
// A masked store is expensive on many processors. AMD's processors split VPMASKMOVD into about 18 steps, and SSE4.2 has no masked store, so
// LLVM emits a branch for each element. It is faster to load the memory, to replace the selected elements and to store all elements. This
// is correct only if no other thread writes the other elements in the meantime, so the caller must allow it. Processors with mask
// registers have fast masked stores of words and need no such permission.

import CLLVM

/// Whether a masked store may also write the elements that its mask leaves out. Such a store writes the values that the memory already
/// has. It is allowed only if the memory of these elements exists and no other thread writes it at the same time.
package enum Rewriting {
    case forbidden, allowed
    /// The condition is known only at run time.
    case allowedIf(Condition)
}

extension Pointer {
    /// Stores the elements that the mask selects.
    package func store<Element: LaneElement>(_ lanes: Lanes<Element>, at offset: Int = 0, mask: LaneMask, alignment: Int? = nil,
                                             rewriting: Rewriting = .forbidden) {
        func rewrite() {
            let stored = loadLanes(Element.self, at: offset, count: lanes.count, alignment: alignment)
            store(mask.choose(lanes, stored), at: offset, alignment: alignment)
        }
        let isFast = builder.target.hasMaskRegisters && Element.kind.byteCount >= 4
        builder.decide(isFast ? .forbidden : rewriting, allowed: rewrite, forbidden: { storeSelected(lanes, at: offset, mask: mask, alignment: alignment) })
    }
    private func storeSelected<Element: LaneElement>(_ lanes: Lanes<Element>, at offset: Int, mask: LaneMask, alignment: Int?) {
        let place = self + offset, address = place.reference
        place.check(elements: mask, byteCount: Element.kind.byteCount)
        let bytes = builder.constant(Int32(alignment ?? Element.kind.byteCount))
        _ = builder.intrinsic("llvm.masked.store", [lanes.reference, address, bytes, mask.reference], overload: [lanes.reference, address])
    }

    // MARK: Pairs

    /// Stores the elements in pairs, in order, at any alignment. Pair k is stored `offsets[k]` bytes after this address. Elements that the
    /// mask leaves out keep their values. If two pairs have the same place, the elements that the mask selects in the later pair remain.
    package func storePairs<Element: IntegerElement>(_ elements: Lanes<Element>, byteOffsets offsets: Lanes<Int32>, mask: LaneMask, rewriting: Rewriting) {
        let memory = builder.localMemory(bytes: 4 * offsets.count)
        memory.store(offsets, alignment: 64)
        /// Calls `body` with each pair's number, its two elements and its place.
        func forEachPair(_ body: (_ pair: Int, _ elements: Range<Int>, _ place: Pointer) -> Void) {
            for pair in 0..<offsets.count {
                let offset = (memory + 4 * pair).load(Int32.self)
                // The load is volatile. The optimiser would turn any other load into an extraction of the element from the vector.
                llvm.pointee.SetVolatile(offset.reference, 1)
                body(pair, 2 * pair ..< 2 * pair + 2, self + offset)
            }
        }
        func storeAll() { forEachPair { _, range, place in place.store(elements.slice(range), alignment: 1) } }
        builder.if(mask.all, storeAll, else: {
            let isFast = builder.target.hasMaskRegisters && Element.kind.byteCount == 4
            builder.decide(isFast ? .forbidden : rewriting, allowed: {
                forEachPair { _, range, place in place.store(elements.slice(range), mask: mask.slice(range), alignment: 1, rewriting: .allowed) }
            }, forbidden: {
                if Element.kind.byteCount != 4 { return scatterPairs(elements, offsets, mask) }
                // Processors without mask registers use the sign bits of a vector's words as a mask.
                let bits = builder.target.hasMaskRegisters ? mask.bits : nil, ones = mask.ones(Int32.self)
                forEachPair { pair, range, place in
                    let both = [range.lowerBound, range.lowerBound + 1, range.lowerBound, range.lowerBound + 1]
                    let own = bits.map { (($0 >> UInt32(2 * pair)) & 3).mask(4) } ?? ((ones.shuffled(both) & builder.lanes([-1, -1, 0, 0])) .< 0)
                    // Processors have no masked store of two lanes. So the code uses a masked store of four lanes, with a mask that leaves two
                    // lanes out.
                    place.store(elements.shuffled(both), mask: own, alignment: 1)
                }
            })
        })
    }
    private func scatterPairs<Element: IntegerElement>(_ elements: Lanes<Element>, _ offsets: Lanes<Int32>, _ mask: LaneMask) {
        let count = elements.count, inPair = builder.lanes((0..<count).map { Int32($0 % 2 * Element.kind.byteCount) })
        scatter(elements, byteOffsets: offsets.shuffled((0..<count).map { $0 / 2 }) + inPair, mask: mask)
    }
}

// MARK: Packed stores

extension Pointer {
    /// Stores only the elements that the mask selects. In memory, these elements follow each other directly, without gaps for the
    /// other elements. The memory after the last selected element, up to the size of all elements, may be overwritten.
    package func storePacked(_ lanes: Lanes<UInt32>, mask: LaneMask) {
        let count = lanes.count, isCompressed = builder.target.hasMaskRegisters && count >= 4
        if count > (isCompressed ? 16 : 8) {
            let half = count / 2, low = mask.slice(0..<half)
            storePacked(lanes.lowHalf, mask: low)
            element(low.bits.bitCount().withSign(of: Int32.self), stride: 4).storePacked(lanes.highHalf, mask: mask.slice(half..<count))
        } else if isCompressed {
            let packed = builder.intrinsic("llvm.x86.avx512.mask.compress",
                                           [lanes.reference, llvm.pointee.GetUndef(llvm.pointee.TypeOf(lanes.reference))!, mask.reference])
            store(Lanes<UInt32>(packed, builder), alignment: 4)
        } else if count == 8 && builder.permutedLaneCount == 8 && builder.tier == .optimized {
            let sources = builder.packedSources.element(mask.bits.withSign(of: Int32.self), stride: 8).loadLanes(UInt8.self, count: 8, .constant)
            store(lanes.permuted(by: sources.widened(to: Int32.self)), alignment: 4)
        } else {
            _ = (0..<count).reduce(builder.scalar(Int32(0))) { place, lane in
                element(place, stride: 4).store(lanes[lane])
                return place + mask[lane].number(Int32.self)
            }
        }
    }
}

extension KernelBuilder {
    /// For each mask of eight lanes, eight bytes: the numbers of the selected lanes, and then any numbers.
    fileprivate var packedSources: Pointer {
        table("packed lanes") {
            (0..<256).flatMap { mask in
                let selected = (0..<8).filter { mask >> $0 & 1 != 0 }
                return (selected + [Int](repeating: 0, count: 8 - selected.count)).map { UInt8($0) }
            }
        }
    }

    /// Emits the code that `rewriting` decides on, or both codes and a branch.
    package func decide(_ rewriting: Rewriting, allowed: () -> Void, forbidden: () -> Void) {
        switch rewriting {
        case .forbidden: forbidden()
        case .allowed: allowed()
        case .allowedIf(let condition): self.if(condition, allowed, else: forbidden)
        }
    }
}
