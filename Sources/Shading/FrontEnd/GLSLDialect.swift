// GLSLDialect: the language version of a shader, from its `#version`.

package struct GLSLDialect: Sendable, Hashable {
    package enum Profile: String, Sendable, Hashable {
        /// Desktop GLSL before profiles existed (110–140), and GLSL ES 1.00, whose `#version 100` names no profile.
        case none = ""
        case core, compatibility, es
    }
    package var version: Int
    package var profile: Profile

    package init(version: Int, profile: Profile) { self.version = version; self.profile = profile }

    /// The dialect of a source without `#version`, unless the options name another dialect.
    package static let standard = GLSLDialect(version: 330, profile: .core)

    package var isES: Bool { profile == .es || version == 100 }
    /// True if the dialect has the fixed-function names (gl_Vertex, ftransform, …).
    package var isCompatibility: Bool { !isES && (version < 140 || profile == .compatibility) }
    /// The `#version` line of this dialect.
    package var directive: String { "#version \(version)" + (profile == .none ? "" : " \(profile.rawValue)") }
    /// The name of the dialect in messages, such as `GLSL 3.30` or `GLSL ES 3.00`.
    package var name: String {
        let minor = version % 100
        return "GLSL \(isES ? "ES " : "")\(version / 100).\(minor < 10 ? "0" : "")\(minor)"
    }

    /// True if `#line n` gives the next line the number n (GLSL ES, GLSL 3.30 and later); false if `#line n` gives the next line the number
    /// n + 1 (older GLSL).
    package var lineDirectiveNamesNextLine: Bool { isES || version >= 330 }

    /// Parses the words after `#version`. On failure, returns a message and a remedy.
    package static func parse(_ words: [String]) -> Result<GLSLDialect, DialectError> {
        guard let first = words.first, let version = Int(first), first.allSatisfy(\.isNumber) else {
            return .failure(DialectError("'#version' : must be followed by a version number, such as 330 or 300 es"))
        }
        guard words.count <= 2 else {
            return .failure(DialectError("'#version' : unexpected '\(words[2])' after the version"))
        }
        let profileName = words.count == 2 ? words[1] : ""
        let desktop = [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460]
        switch version {
        case 100:
            guard profileName.isEmpty else {
                return .failure(DialectError("'#version' : 100 has no profile: write #version 100"))
            }
            return .success(GLSLDialect(version: 100, profile: .none))
        case 300, 310, 320:
            guard profileName == "es" else {
                return .failure(DialectError("'#version' : \(version) exists only as GLSL ES: write #version \(version) es"))
            }
            return .success(GLSLDialect(version: version, profile: .es))
        case _ where desktop.contains(version):
            guard !profileName.isEmpty else { return .success(GLSLDialect(version: version, profile: version >= 150 ? .core : .none)) }
            guard let profile = Profile(rawValue: profileName), profile != .none else {
                return .failure(DialectError("'#version' : '\(profileName)' is not a profile: use core or compatibility"))
            }
            if profile == .es {
                return .failure(DialectError("'#version' : \(version) is desktop GLSL, not ES: drop the es, or use 300 es, 310 es or 320 es"))
            }
            guard version >= 150 else {
                return .failure(DialectError("'#version' : \(version) has no profiles: write #version \(version)"))
            }
            return .success(GLSLDialect(version: version, profile: profile))
        default:
            return .failure(DialectError("'#version' : \(version) is not supported: use 100, 300 es, 310 es, 320 es, "
                + "110, 120, 130, 140, 150, 330 or 400 to 460"))
        }
    }
}

/// The reason why a `#version` line is rejected.
package struct DialectError: Error, Sendable, Hashable {
    package var message: String
    package init(_ message: String) { self.message = message }
}
