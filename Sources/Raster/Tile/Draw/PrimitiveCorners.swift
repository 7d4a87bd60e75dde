// PrimitiveCorners: which vertices a chunk has to shade, and which of them are the corners of its primitives.
//
// A triangle list whose indices lie close together shades the whole range that they span: its corners are the indices as
// they are. Everything else finds vertices met before in a table. Owns its memory, which only grows.
//
// What was collected last is kept: a mesh that is drawn again and again has the same corners each time.

import Memory
import Shading

package final class PrimitiveCorners {
    /// Three per primitive, in order: the vertices' places among the shaded ones, plus `firstPlace`. Padded to whole groups.
    package let corners = Storage<UInt32>("PrimitiveCorners.corners")
    package private(set) var firstPlace: UInt32 = 0
    /// Numbers of the primitives within their instance.
    package let ids = Storage<Int32>("PrimitiveCorners.ids")
    /// The vertices to shade, and one group of padding behind them: the element's number, and the instance.
    package let numbers = Storage<Int32>("PrimitiveCorners.numbers")
    package let instances = Storage<Int32>("PrimitiveCorners.instances")
    package private(set) var vertexCount = 0
    /// Whether vertices may be shaded that no primitive has.
    package private(set) var shadesRange = false

    private var primitiveCount = 0
    private let provokingList = Storage<UInt32>("PrimitiveCorners.provokingList")
    /// The provoking corner where it is the same of all triangles.
    private var provokingCorner: Int?
    private let reuse = VertexReuse()
    /// What part of which draw's indices was collected last; nil where that may have changed.
    private var collected: IndexRun?

    package init() {}

    /// The provoking vertex of primitive i is number i · step here; the same kind of number as in `corners`.
    package var provoking: (base: UnsafePointer<UInt32>, step: Int) {
        if let provokingCorner { (UnsafePointer(corners.base + provokingCorner), 3) } else { (UnsafePointer(provokingList.base), 1) }
    }

    /// - Parameter exactly: shades no vertex that no primitive has.
    package func collect(_ plan: DrawPlan, first: Int, count: Int, lanes: Int, exactly: Bool) {
        let run = IndexRun(plan, first: first, count: count, exactly: exactly)
        if let run, run == collected { return }
        collected = run
        primitiveCount = count
        let padded = (count + lanes - 1) / lanes * lanes
        corners.reserve(3 * padded)
        ids.reserve(count)
        let vertexRoom = Self.vertexLimit(count, lanes) + lanes
        numbers.reserve(vertexRoom)
        instances.reserve(vertexRoom)
        let source = plan.primitives
        let instance = first / source.perInstance, start = first % source.perInstance
        let isOneInstance = start + count <= source.perInstance
        firstPlace = 0
        provokingCorner = source.isTriangleList ? (source.firstProvokes ? 0 : 2) : nil
        shadesRange = false
        if source.isTriangleList && isOneInstance {
            for i in 0..<count { ids.base[i] = Int32(truncatingIfNeeded: start &+ i) }
            collectList(plan, from: plan.first + 3 * start, instance: instance, lanes: lanes, exactly: exactly)
        } else {
            collectAny(plan, instance: instance, from: start)
        }
        for i in 3 * count..<3 * padded { corners.base[i] = firstPlace }
        // Padding shades the last vertex again.
        for i in vertexCount..<vertexCount + lanes {
            numbers.base[i] = vertexCount > 0 ? numbers.base[vertexCount - 1] : 0
            instances.base[i] = vertexCount > 0 ? instances.base[vertexCount - 1] : 0
        }
    }

    /// To be called before buffers may change.
    package func forget() { collected = nil }

    /// Vertices of a range of indices that is shaded as a whole. A closed mesh has half as many vertices as triangles, and a part
    /// of it some more.
    private static func longestRange(_ primitives: Int, _ lanes: Int) -> Int { max(2 * lanes, primitives + primitives / 4) }
    /// As many vertices as may be collected, before padding: three for each primitive, or all of a range, which may be longer than
    /// a few primitives have corners.
    private static func vertexLimit(_ primitives: Int, _ lanes: Int) -> Int { max(3 * primitives, longestRange(primitives, lanes)) }

    // MARK: Triangle lists

    private func collectList(_ plan: DrawPlan, from position: Int, instance: Int, lanes: Int, exactly: Bool) {
        let count = 3 * primitiveCount
        guard let reader = plan.indices else {
            for i in 0..<count { corners.base[i] = UInt32(truncatingIfNeeded: i) }
            return shade(count, from: UInt32(truncatingIfNeeded: position), instance)
        }
        let span = switch reader.type {
        case .uint8: copyIndices(UInt8.self, reader.base + position, count)
        case .uint16: copyIndices(UInt16.self, reader.base + 2 * position, count)
        case .uint32: copyIndices(UInt32.self, reader.base + 4 * position, count)
        }
        let offset = UInt32(truncatingIfNeeded: plan.baseVertex), length = Int(span.last) - Int(span.first) + 1
        if !exactly && length <= Self.longestRange(primitiveCount, lanes) {
            firstPlace = span.first
            shadesRange = true
            return shade(length, from: span.first &+ offset, instance)
        }
        reuse.begin()
        vertexCount = 0
        for i in 0..<count { corners.base[i] = place(corners.base[i] &+ offset, instance) }
    }

    /// Copies indices to `corners`; gives the lowest and the highest.
    @inline(__always)
    private func copyIndices<Index: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _: Index.Type, _ from: UnsafeRawPointer, _ count: Int
    ) -> (first: UInt32, last: UInt32) {
        let corners = corners.base
        var lowest = UInt32.max, highest: UInt32 = 0
        for i in 0..<count {
            let index = UInt32(truncatingIfNeeded: from.loadUnaligned(fromByteOffset: i &* MemoryLayout<Index>.size, as: Index.self))
            corners[i] = index
            lowest = min(lowest, index); highest = max(highest, index)
        }
        return (lowest, highest)
    }

    /// Shades `count` vertices from a number on.
    private func shade(_ count: Int, from number: UInt32, _ instance: Int) {
        let numbers = numbers.base, instances = instances.base, instance = Int32(truncatingIfNeeded: instance)
        for i in 0..<count {
            numbers[i] = Int32(bitPattern: number &+ UInt32(truncatingIfNeeded: i))
            instances[i] = instance
        }
        vertexCount = count
    }

    @inline(__always)
    private func place(_ number: UInt32, _ instance: Int) -> UInt32 {
        let made = vertexCount
        let place = reuse.place(of: number, made)
        if place == made {
            numbers.base[made] = Int32(bitPattern: number)
            instances.base[made] = Int32(truncatingIfNeeded: instance)
            vertexCount += 1
        }
        return UInt32(truncatingIfNeeded: place)
    }

    // MARK: Other primitives, and several instances

    private func collectAny(_ plan: DrawPlan, instance firstInstance: Int, from start: Int) {
        let source = plan.primitives, reader = plan.indices
        let first = plan.first, offset = UInt32(truncatingIfNeeded: plan.baseVertex)
        provokingList.reserve(primitiveCount)
        var instance = firstInstance, k = start, run = 0
        vertexCount = 0
        reuse.begin()
        for i in 0..<primitiveCount {
            func local(_ position: Int) -> UInt32 {
                place(reader.map { $0.index(first + position) &+ offset } ?? UInt32(truncatingIfNeeded: first + position), instance)
            }
            let p = source.corners(k, run: &run)
            let a = local(p.a)
            let b = source.cornerCount > 1 ? local(p.b) : a, c = source.cornerCount > 2 ? local(p.c) : b
            corners.base[3 * i] = a; corners.base[3 * i + 1] = b; corners.base[3 * i + 2] = c
            provokingList.base[i] = p.provoking == p.a ? a : p.provoking == p.b ? b : c
            ids.base[i] = Int32(truncatingIfNeeded: p.id)
            k += 1
            if k == source.perInstance { k = 0; instance += 1; reuse.begin() }
        }
    }
}

/// A part of a draw's indices that is all of one instance and gives the corners of a triangle list.
private struct IndexRun: Equatable {
    private let base: UnsafeRawPointer, type: IndexType
    private let first: Int, baseVertex: Int, start: Int, count: Int, instance: Int
    private let exactly: Bool, firstProvokes: Bool

    /// nil for everything else.
    init?(_ plan: DrawPlan, first: Int, count: Int, exactly: Bool) {
        let source = plan.primitives
        guard source.isTriangleList, let indices = plan.indices, first % source.perInstance + count <= source.perInstance else { return nil }
        base = indices.base; type = indices.type
        self.first = plan.first; baseVertex = plan.baseVertex
        start = first % source.perInstance; self.count = count; instance = first / source.perInstance
        self.exactly = exactly; firstProvokes = source.firstProvokes
    }
}

/// Finds vertices of a chunk that were met before. A small direct-mapped cache: a miss only means shading twice.
struct VertexReuse: ~Copyable {
    private static let size = 2048
    /// Number (32 bits), stamp (16), place (16): an entry counts with the present stamp only.
    private let entries: UnsafeMutablePointer<UInt64>
    private let memory: Allocation
    /// Behind the entries.
    private var stamp: UInt64 {
        get { entries[Self.size] }
        nonmutating set { entries[Self.size] = newValue }
    }
    init() {
        memory = Allocation(of: UInt64.self, count: Self.size + 1, name: "VertexReuse.entries")
        entries = memory.elements()
        entries.initialize(repeating: 0, count: Self.size + 1)
    }
    deinit { memory.free() }
    /// Forgets everything.
    func begin() {
        stamp &+= 1
        if stamp == 1 << 16 { entries.update(repeating: 0, count: Self.size); stamp = 1 }
    }
    /// The place of a vertex: `next`, below 65536, when it is met first.
    @inline(__always) func place(of number: UInt32, _ next: Int) -> Int {
        let slot = entries + Int(number & UInt32(Self.size - 1))
        let wanted = UInt64(number) << 16 | stamp
        let entry = slot.pointee
        if entry >> 16 == wanted { return Int(truncatingIfNeeded: entry & 0xffff) }
        slot.pointee = wanted << 16 | UInt64(truncatingIfNeeded: next)
        return next
    }
}
