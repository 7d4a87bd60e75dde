// IncludeRecorder: keeps the texts that an include resolver returned. Included
// files may change later, but a program's sources must stay the same.

import Host
import Shading

/// The answer to one `#include`.
package struct IncludedSource: Sendable {
    /// The path in the `#include` directive, and whether angle brackets enclose it.
    package var path: String
    package var isSystem: Bool
    /// The name of the source that contains the directive.
    package var includer: String
    package var source: ShaderSource
}

final class IncludeRecorder: IncludeResolver {
    private let resolver: any IncludeResolver
    private let answers = Lock<[IncludedSource]>([])
    init(_ resolver: any IncludeResolver) { self.resolver = resolver }

    /// The resolver's answers so far, without duplicates.
    var found: [IncludedSource] { answers.withLock { $0 } }

    func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        guard let source = resolver.resolve(path, isSystem: isSystem, from: includer) else { return nil }
        answers.withLock { answers in
            // The two stages may include the same file.
            if answers.contains(where: { $0.path == path && $0.isSystem == isSystem && $0.includer == includer }) { return }
            answers.append(IncludedSource(path: path, isSystem: isSystem, includer: includer, source: source))
        }
        return source
    }
}
