// SequenceAlignment: finds the corresponding elements of two lists. An insertion or omission in one list does not shift the later
// pairs.

/// Pairs of indices into two lists, in order. If an element has no counterpart in the other list, the pair's index into the other list is
/// nil.
package struct SequenceAlignment {
    package typealias Pair = (a: Int?, b: Int?)
    package private(set) var pairs: [Pair] = []

    /// Pairs equal elements. First, equal elements at the beginning and at the end of both lists are paired. Then, elements that occur
    /// exactly once in each list are paired; these pairs divide the rest of the lists into parts, which are treated in the same way. If a
    /// part has no such elements, the size of the part selects the method: in a short part, the pairs are a longest common subsequence; in
    /// a long part, equal elements are paired in order.
    package init<Key: Hashable>(_ a: [Key], _ b: [Key]) { align(a[...], b[...]) }

    /// The maximum allowed number of cells in the table of subsequence lengths. In parts that need more cells, equal elements are
    /// paired in order.
    private static let tableLimit = 4_000_000

    private mutating func align<Key: Hashable>(_ a: ArraySlice<Key>, _ b: ArraySlice<Key>) {
        var a = a, b = b, tail: [Pair] = []
        while let x = a.first, let y = b.first, x == y { pairs.append((a.startIndex, b.startIndex)); a.removeFirst(); b.removeFirst() }
        while let x = a.last, let y = b.last, x == y { tail.append((a.endIndex - 1, b.endIndex - 1)); a.removeLast(); b.removeLast() }
        defer { pairs += tail.reversed() }
        if a.isEmpty || b.isEmpty {
            pairs += a.indices.map { ($0, nil) } + b.indices.map { (nil, $0) }
            return
        }
        let anchors = SequenceAlignment.anchors(a, b)
        if !anchors.isEmpty {
            var i = a.startIndex, j = b.startIndex
            for anchor in anchors {
                align(a[i..<anchor.a], b[j..<anchor.b])
                pairs.append((anchor.a, anchor.b))
                i = anchor.a + 1; j = anchor.b + 1
            }
            return align(a[i...], b[j...])
        }
        if a.count * b.count <= SequenceAlignment.tableLimit { alignByTable(a, b) } else { alignInOrder(a, b) }
    }

    /// Pairs the elements that occur once in each list. Returns the longest series of these pairs in which the indices rise in both
    /// lists.
    private static func anchors<Key: Hashable>(_ a: ArraySlice<Key>, _ b: ArraySlice<Key>) -> [(a: Int, b: Int)] {
        func places(_ list: ArraySlice<Key>) -> [Key: Int] {
            var found: [Key: Int] = [:], repeated: Set<Key> = []
            for (place, key) in zip(list.indices, list) where found.updateValue(place, forKey: key) != nil { repeated.insert(key) }
            return found.filter { !repeated.contains($0.key) }
        }
        let inB = places(b)
        let common = places(a).compactMap { key, place in inB[key].map { (a: place, b: $0) } }.sorted { $0.a < $1.a }
        // Finds the longest chain of pairs whose indices rise in both lists. Of all chains with i + 1 pairs, the search keeps a chain whose
        // last pair has the smallest index in b; `ends[i]` is the number of this last pair.
        var ends: [Int] = [], before = [Int?](repeating: nil, count: common.count)
        for (number, pair) in common.enumerated() {
            var low = 0, high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if common[ends[middle]].b < pair.b { low = middle + 1 } else { high = middle }
            }
            before[number] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(number) } else { ends[low] = number }
        }
        var chain: [(a: Int, b: Int)] = [], next = ends.last
        while let number = next { chain.append(common[number]); next = before[number] }
        return chain.reversed()
    }

    private mutating func alignByTable<Key: Hashable>(_ a: ArraySlice<Key>, _ b: ArraySlice<Key>) {
        let width = b.count + 1
        // The length of the longest common subsequence of a[i...] and b[j...], for each i and j.
        var lengths = [Int32](repeating: 0, count: (a.count + 1) * width)
        for i in stride(from: a.count - 1, through: 0, by: -1) {
            for j in stride(from: b.count - 1, through: 0, by: -1) {
                lengths[i * width + j] = a[a.startIndex + i] == b[b.startIndex + j] ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var i = 0, j = 0
        while i < a.count || j < b.count {
            if i < a.count, j < b.count, a[a.startIndex + i] == b[b.startIndex + j] {
                pairs.append((a.startIndex + i, b.startIndex + j)); i += 1; j += 1
            } else if j == b.count || (i < a.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
                pairs.append((a.startIndex + i, nil)); i += 1
            } else {
                pairs.append((nil, b.startIndex + j)); j += 1
            }
        }
    }

    private mutating func alignInOrder<Key: Hashable>(_ a: ArraySlice<Key>, _ b: ArraySlice<Key>) {
        var places: [Key: [Int]] = [:]
        for j in b.indices.reversed() { places[b[j], default: []].append(j) }
        var next = b.startIndex
        for i in a.indices {
            while let place = places[a[i]]?.last, place < next { places[a[i]]?.removeLast() }
            guard let place = places[a[i]]?.popLast() else {
                pairs.append((i, nil))
                continue
            }
            pairs += (next..<place).map { (nil, $0) }
            pairs.append((i, place))
            next = place + 1
        }
        pairs += (next..<b.endIndex).map { (nil, $0) }
    }
}
