// PrimitiveCorners: finds the vertices to shade for a range of primitives, and the corners of each primitive among these vertices.
//
// The vertices of a triangle list without indices follow one another and need no search. If the indices of a triangle list lie close
// together, all vertices from the lowest to the highest index are shaded, and the indices are used unchanged as corners. In all other cases
// a table finds vertices that occurred earlier in the range. The memory of the lists belongs to the PrimitiveCorners object and only grows.
//
// The last result is kept, because a mesh that is drawn repeatedly has the same corners each time.

import Memory

package final class PrimitiveCorners {
    /// Three corners for each primitive, in order; or all vertices of each primitive if a geometry shader reads the primitives. A corner is
    /// the index of a shaded vertex plus `firstIndex`. The list is padded to whole groups of lanes.
    package let corners = Storage<UInt32>("PrimitiveCorners.corners")
    package private(set) var firstIndex: UInt32 = 0
    /// The number of each primitive within its instance.
    package let ids = Storage<Int32>("PrimitiveCorners.ids")
    /// The vertices to shade, each with its element number and instance. One group of lanes follows as padding.
    package let numbers = Storage<Int32>("PrimitiveCorners.numbers")
    package let instances = Storage<Int32>("PrimitiveCorners.instances")
    package private(set) var vertexCount = 0
    /// Whether the vertices to shade may include vertices that no primitive uses.
    package private(set) var shadesRange = false

    private var primitiveCount = 0
    private let provokingList = Storage<UInt32>("PrimitiveCorners.provokingList")
    /// The number of the provoking corner, 0…2; nil if the number may differ between primitives. If `provokingCorner` is nil,
    /// `provokingList` has the provoking vertices.
    private var provokingCorner: Int?
    private let reuse = VertexReuse()
    /// The run of indices that was collected last; nil if the indices may have changed since then.
    private var collected: IndexRun?

    package init() {}

    /// The provoking vertices, numbered like `corners`. The provoking vertex of primitive i is element i · step.
    package var provoking: (base: UnsafePointer<UInt32>, step: Int) {
        if let provokingCorner { (UnsafePointer(corners.base + provokingCorner), 3) } else { (UnsafePointer(provokingList.base), 1) }
    }

    /// Returns the list of the primitives, for draws without a geometry shader.
    func list(_ plan: DrawPlan) -> PrimitiveList {
        PrimitiveList(count: primitiveCount, cornerCount: plan.primitives.cornerCount, corners: corners.base, firstIndex: Int(firstIndex),
                      provoking: provoking, ids: ids.base)
    }

    /// Collects the corners of `count` primitives.
    /// - Parameter exactly: Whether only vertices that a primitive uses may be shaded.
    package func collect(_ plan: DrawPlan, first: Int, count: Int, lanes: Int, exactly: Bool) {
        let run = IndexRun(plan, first: first, count: count, exactly: exactly)
        if let run, run == collected { return }
        collected = run
        primitiveCount = count
        let padded = (count + lanes - 1) / lanes * lanes, cornerCount = plan.geometry?.input.vertexCount ?? 3
        corners.reserve(cornerCount * padded)
        ids.reserve(count)
        let vertexRoom = max(cornerCount * count, Self.longestRange(count, lanes)) + lanes
        numbers.reserve(vertexRoom)
        instances.reserve(vertexRoom)
        let source = plan.primitives
        let instance = first / source.perInstance, start = first % source.perInstance
        let isOneInstance = start + count <= source.perInstance
        firstIndex = 0
        provokingCorner = source.isTriangleList ? (source.firstProvokes ? 0 : 2) : nil
        shadesRange = false
        if source.isTriangleList && isOneInstance {
            for i in 0..<count { ids.base[i] = Int32(truncatingIfNeeded: start &+ i) }
            collectList(plan, from: plan.first + 3 * start, instance: instance, lanes: lanes, exactly: exactly)
        } else if plan.geometry != nil {
            collectInputs(plan, instance: instance, from: start)
        } else {
            collectAny(plan, instance: instance, from: start)
        }
        for i in cornerCount * count..<cornerCount * padded { corners.base[i] = firstIndex }
        // Padding shades the last vertex again.
        for i in vertexCount..<vertexCount + lanes {
            numbers.base[i] = vertexCount > 0 ? numbers.base[vertexCount - 1] : 0
            instances.base[i] = vertexCount > 0 ? instances.base[vertexCount - 1] : 0
        }
    }

    /// Forgets the last result. Call this function when buffers may have changed.
    package func forget() { collected = nil }

    /// Returns the maximum length of a span of indices whose vertices are all shaded. A closed mesh has half as many vertices as triangles,
    /// and a part of a mesh has a few more vertices, so most meshes stay below this maximum. For few primitives, the maximum is two groups
    /// of lanes, so the span may be longer than the list of their vertices.
    private static func longestRange(_ primitives: Int, _ lanes: Int) -> Int { max(2 * lanes, primitives + primitives / 4) }

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
            firstIndex = span.first
            shadesRange = true
            return shade(length, from: span.first &+ offset, instance)
        }
        reuse.begin()
        vertexCount = 0
        for i in 0..<count { corners.base[i] = index(of: corners.base[i] &+ offset, instance) }
    }

    /// Copies indices to `corners`. Returns the lowest and the highest of these indices.
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

    /// Lists `count` vertices with consecutive numbers that begin at `number`.
    private func shade(_ count: Int, from number: UInt32, _ instance: Int) {
        let numbers = numbers.base, instances = instances.base, instance = Int32(truncatingIfNeeded: instance)
        for i in 0..<count {
            numbers[i] = Int32(bitPattern: number &+ UInt32(truncatingIfNeeded: i))
            instances[i] = instance
        }
        vertexCount = count
    }

    @inline(__always)
    private func index(of number: UInt32, _ instance: Int) -> UInt32 {
        let made = vertexCount
        let index = reuse.index(of: number, made)
        if index == made {
            numbers.base[made] = Int32(bitPattern: number)
            instances.base[made] = Int32(truncatingIfNeeded: instance)
            vertexCount += 1
        }
        return UInt32(truncatingIfNeeded: index)
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
                index(of: reader.map { $0.index(first + position) &+ offset } ?? UInt32(truncatingIfNeeded: first + position), instance)
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

    // MARK: Primitives for a geometry shader

    private func collectInputs(_ plan: DrawPlan, instance firstInstance: Int, from start: Int) {
        let source = plan.primitives, reader = plan.indices
        let first = plan.first, offset = UInt32(truncatingIfNeeded: plan.baseVertex)
        var instance = firstInstance, k = start, run = 0, corner = corners.base
        vertexCount = 0
        reuse.begin()
        for i in 0..<primitiveCount {
            let p = source.input(k, run: &run)
            for vertex in 0..<p.count {
                let position = first + p.positions[vertex]
                corner[vertex] = index(of: reader.map { $0.index(position) &+ offset } ?? UInt32(truncatingIfNeeded: position), instance)
            }
            corner += p.count
            ids.base[i] = Int32(truncatingIfNeeded: p.id)
            k += 1
            if k == source.perInstance { k = 0; instance += 1; reuse.begin() }
        }
    }
}

/// Identifies a part of a draw's indices. Equal runs give equal corners, as long as the buffers do not change.
struct IndexRun: Equatable {
    private let base: UnsafeRawPointer, type: IndexType
    private let first: Int, baseVertex: Int, start: Int, count: Int, instance: Int
    private let exactly: Bool, firstProvokes: Bool

    /// Returns nil unless the primitives are an indexed triangle list and belong to one instance. PrimitiveCorners keeps only the results
    /// for indexed triangle lists of one instance.
    init?(_ plan: DrawPlan, first: Int, count: Int, exactly: Bool) {
        let source = plan.primitives
        guard source.isTriangleList, let indices = plan.indices, first % source.perInstance + count <= source.perInstance else { return nil }
        base = indices.base; type = indices.type
        self.first = plan.first; baseVertex = plan.baseVertex
        start = first % source.perInstance; self.count = count; instance = first / source.perInstance
        self.exactly = exactly; firstProvokes = source.firstProvokes
    }
}

/// Finds vertices that occurred earlier in a range. VertexReuse is a small direct-mapped cache: a vertex that is no longer in the
/// cache is shaded again.
struct VertexReuse: ~Copyable {
    private static let size = 2048
    /// Each entry has a vertex's number (32 bits), a stamp (16) and the vertex's index (16). An entry is valid only if its stamp is
    /// the current stamp.
    private let entries: UnsafeMutablePointer<UInt64>
    private let memory: Allocation
    /// The current stamp, which is stored after the cache's entries.
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
    /// Forgets all vertices.
    func begin() {
        stamp &+= 1
        if stamp == 1 << 16 { entries.update(repeating: 0, count: Self.size); stamp = 1 }
    }
    /// Returns the index that an earlier call gave to the vertex. A vertex that is not found gets the index `next`, which must be below 65536.
    @inline(__always) func index(of number: UInt32, _ next: Int) -> Int {
        let address = entries + Int(number & UInt32(Self.size - 1))
        let wanted = UInt64(number) << 16 | stamp
        let entry = address.pointee
        if entry >> 16 == wanted { return Int(truncatingIfNeeded: entry & 0xffff) }
        address.pointee = wanted << 16 | UInt64(truncatingIfNeeded: next)
        return next
    }
}

/// The primitives that set-up and transform feedback read: the primitives of a range, or the primitives that a geometry shader
/// emits for a range. The pointers refer to memory of the object that made the list, so the list must not be used after this object
/// has changed or been released.
struct PrimitiveList {
    let count: Int
    /// The number of corners of a primitive: 1, 2 or 3.
    let cornerCount: Int
    /// Three corners for each primitive, in order, padded to whole groups of lanes. A corner is the index of a shaded vertex plus
    /// `firstIndex`. Points and lines repeat their last corner.
    let corners: UnsafePointer<UInt32>
    let firstIndex: Int
    /// The provoking vertices, numbered like `corners`. The provoking vertex of primitive i is element i · step.
    let provoking: (base: UnsafePointer<UInt32>, step: Int)
    /// gl_PrimitiveID of each primitive.
    let ids: UnsafePointer<Int32>

    /// Returns the index of a corner's vertex among the shaded vertices.
    @inline(__always)
    func index(_ corner: UInt32) -> Int { Int(corner) - firstIndex }
    /// Returns the index of the vertex whose values become the flat varyings of a primitive.
    @inline(__always)
    func provokingVertex(of primitive: Int) -> Int { index(provoking.base[primitive * provoking.step]) }
}
