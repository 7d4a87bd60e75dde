// CaseFilter: selects cases by name.

import Glibc

package struct CaseFilter: Sendable {
    /// Parts of names, or patterns with `*` and `?` for whole names. A name is accepted if a pattern matches the name, or if there
    /// are no patterns.
    package var patterns: [String]
    package init(_ patterns: [String]) { self.patterns = patterns }

    package func accepts(_ name: String) -> Bool {
        patterns.isEmpty || patterns.contains { pattern in
            pattern.contains { "*?".contains($0) } ? fnmatch(pattern, name, 0) == 0 : name.contains(pattern)
        }
    }
}
