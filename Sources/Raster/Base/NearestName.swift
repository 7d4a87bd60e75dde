// NearestName: the known name nearest to one that is not known, for errors that say what was meant.

package enum NearestName {
    /// The name that takes the fewest changes of single characters, or of two neighbours that change places, if they are few for its length; else,
    /// where three characters are given, the shortest one that begins with it, or else that contains it.
    package static func of(_ name: String, among names: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased())
        guard wanted.count <= 100 else { return nil }
        let best = names.filter { $0.count <= 100 }.map { (name: $0, distance: distance(wanted, Array($0.lowercased()))) }.min { $0.distance < $1.distance }
        if let best, best.distance <= max(1, wanted.count / 3) { return best.name }
        if wanted.count < 3 { return nil }
        let containing = names.filter { $0.lowercased().contains(name.lowercased()) }
        let beginning = containing.filter { $0.lowercased().hasPrefix(name.lowercased()) }
        return (beginning.isEmpty ? containing : beginning).min { $0.count < $1.count }
    }

    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var before: [Int] = [], row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var next = [i + 1]
            for (j, y) in b.enumerated() {
                var least = min(row[j] + (x == y ? 0 : 1), next[j] + 1, row[j + 1] + 1)
                if i > 0, j > 0, x == b[j - 1], y == a[i - 1] { least = min(least, before[j - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[b.count]
    }
}
