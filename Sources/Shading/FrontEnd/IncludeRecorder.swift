// IncludeRecorder: keeps the texts that an include resolver returned. Included files may change later, but a program's sources must
// stay the same.

import Host

/// The answer to one `#include`.
package struct IncludedSource: Sendable {
    /// The path in the `#include` directive, and whether angle brackets enclose it.
    package var path: String
    package var isSystem: Bool
    /// The name of the source that contains the directive.
    package var includer: String
    package var source: ShaderSource

    /// Returns whether this answer and `other` belong to the same directive in the same source.
    package func isSameQuestion(as other: IncludedSource) -> Bool { path == other.path && isSystem == other.isSystem && includer == other.includer }
}

package final class IncludeRecorder: IncludeResolver {
    private let resolver: any IncludeResolver
    private let answers = Lock<[IncludedSource]>([])
    package init(_ resolver: any IncludeResolver) { self.resolver = resolver }

    /// The resolver's answers so far, without duplicates.
    package var found: [IncludedSource] { answers.withLock { $0 } }

    package func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        guard let source = resolver.resolve(path, isSystem: isSystem, from: includer) else { return nil }
        let answer = IncludedSource(path: path, isSystem: isSystem, includer: includer, source: source)
        answers.withLock { answers in
            // If two stages include the same file, its text is kept only once.
            if !answers.contains(where: { $0.isSameQuestion(as: answer) }) { answers.append(answer) }
        }
        return source
    }
}
