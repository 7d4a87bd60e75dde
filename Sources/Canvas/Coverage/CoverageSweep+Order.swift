extension CoverageSweep {
    /// Sorts numbers that are mostly in order, by insertion. If insertion needs too many moves, this method sorts runs of 16
    /// numbers and merges them; merging takes at most n·log n steps.
    static func sort(_ keys: UnsafeMutablePointer<Int64>, _ count: Int, _ spare: UnsafeMutablePointer<Int64>) {
        var patience = 8 &* count &+ 64, sorted = 1
        while sorted < count && patience >= 0 {
            patience &-= insert(sorted, from: 0, keys)
            sorted &+= 1
        }
        if sorted >= count { return }
        let run = 16
        for start in stride(from: 0, to: count, by: run) {
            for index in start &+ 1..<max(min(start &+ run, count), start &+ 1) { _ = insert(index, from: start, keys) }
        }
        var length = run
        while length < count {
            var left = 0
            while left &+ length < count {
                let middle = left &+ length, right = min(middle &+ length, count)
                if keys[middle &- 1] > keys[middle] {
                    spare.update(from: keys + left, count: length)
                    var a = 0, b = middle, to = left
                    while a < length && b < right {
                        if spare[a] <= keys[b] {
                            keys[to] = spare[a]
                            a &+= 1
                        } else {
                            keys[to] = keys[b]
                            b &+= 1
                        }
                        to &+= 1
                    }
                    (keys + to).update(from: spare + a, count: length &- a)
                }
                left = right
            }
            length &*= 2
        }
    }
    /// Moves a key to its position among the previous keys, which are sorted; returns how far the key moved.
    @inline(__always) private static func insert(_ index: Int, from start: Int, _ keys: UnsafeMutablePointer<Int64>) -> Int {
        let key = keys[index]
        var at = index
        while at > start && keys[at &- 1] > key {
            keys[at] = keys[at &- 1]
            at &-= 1
        }
        keys[at] = key
        return index &- at
    }
}
