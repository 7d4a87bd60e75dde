// NearestName: finds the known name that is nearest to an unknown name, for suggestions in error messages.

package enum NearestName {
    /// Returns the known name from which `name` differs by the fewest changes, if the number of changes is small in comparison with the
    /// length of `name`. A change replaces, inserts or removes a character, or swaps two neighbours. If the nearest known name needs more
    /// changes, and if `name` has at least three characters, returns the shortest known name that begins with `name`. If no known name
    /// begins with `name`, returns the shortest known name that contains `name`. If no known name contains `name`, returns nil.
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
