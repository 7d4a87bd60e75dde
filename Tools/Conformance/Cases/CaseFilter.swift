// CaseFilter: selects cases by name.

import Glibc

package struct CaseFilter: Sendable {
    /// The patterns: parts of names, or patterns with `*` and `?` that match whole names. A name is accepted if any pattern matches
    /// the name, or if there are no patterns.
    package var patterns: [String]
    package init(_ patterns: [String]) { self.patterns = patterns }

    package func accepts(_ name: String) -> Bool {
        patterns.isEmpty || patterns.contains { pattern in
            pattern.contains { "*?".contains($0) } ? fnmatch(pattern, name, 0) == 0 : name.contains(pattern)
        }
    }
}
