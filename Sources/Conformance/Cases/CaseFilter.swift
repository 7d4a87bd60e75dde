// CaseFilter: which cases are meant, by name.

import Glibc

package struct CaseFilter: Sendable {
    /// Parts of names, or patterns of whole names with `*` and `?`. A name that any of them fits is meant; all names where there
    /// is none.
    package var patterns: [String]
    package init(_ patterns: [String]) { self.patterns = patterns }

    package func accepts(_ name: String) -> Bool {
        patterns.isEmpty || patterns.contains { pattern in
            pattern.contains { "*?".contains($0) } ? fnmatch(pattern, name, 0) == 0 : name.contains(pattern)
        }
    }
}
