// Dialect: the GLSL versions that a text may need. A text without `#version` is tried in several versions.

/// A GLSL version: number and profile, as in a `#version` directive.
package struct Dialect: Equatable, Sendable {
    package var number: Int
    package var isES: Bool
    package var directive: String
    /// Whether the dialect has the qualifiers `attribute` and `varying` instead of `in` and `out`.
    var isOld: Bool { isES ? number < 300 : number < 130 }

    static let es300 = Dialect(number: 300, isES: true, directive: "#version 300 es")
    static let es310 = Dialect(number: 310, isES: true, directive: "#version 310 es")
    static let es100 = Dialect(number: 100, isES: true, directive: "#version 100")
    static let desktop120 = Dialect(number: 120, isES: false, directive: "#version 120")
    static let desktop130 = Dialect(number: 130, isES: false, directive: "#version 130")
    static let desktop330 = Dialect(number: 330, isES: false, directive: "#version 330")
    /// The first version that allows `{ }` around initial values without an extension is 4.20. Version 4.30 is tried, because this version
    /// adds more functions.
    static let desktop430 = Dialect(number: 430, isES: false, directive: "#version 430")
    static let desktop460 = Dialect(number: 460, isES: false, directive: "#version 460")
    static let compatible330 = Dialect(number: 330, isES: false, directive: "#version 330 compatibility")
    static let compatible460 = Dialect(number: 460, isES: false, directive: "#version 460 compatibility")

    /// Finds the version that a text declares; nil if the text has no `#version`.
    /// - Parameter code: The text without comments.
    package init?(declaredIn code: String) {
        for line in code.split(separator: "\n") {
            let text = line.trimmed
            guard text.hasPrefix("#") else { if text.isEmpty { continue } else { return nil } }
            let words = text.dropFirst().split { $0 == " " || $0 == "\t" }.map(String.init)
            guard words.first == "version", words.count >= 2, let number = Int(words[1]) else { continue }
            self.init(number: number, isES: number == 100 || words.dropFirst(2).first == "es", directive: String(text))
            return
        }
        return nil
    }
    init(number: Int, isES: Bool, directive: String) { self.number = number; self.isES = isES; self.directive = directive }

    private static let oldNames: Set<String> = ["gl_FragColor", "gl_FragData", "texture2D", "textureCube", "varying", "texture2DLod", "texture2DProj"]

    /// Returns the dialects to try for a text of a host; the most likely dialect comes first.
    package static func candidates(for text: ShaderText, host: ShaderHost) -> [Dialect] {
        if let declared = Dialect(declaredIn: text.code) {
            // Drivers accept newer features even if the text declares an older version. So if the declared version fails, the newest versions
            // are tried.
            if declared.isES { return [declared] + (declared.number == 300 ? [es310, desktop460] : declared.number == 100 ? [es300] : [desktop460]) }
            return [declared] + (declared.number < 420 ? [declared.number < 140 ? compatible460 : desktop460] : declared.number < 460 ? [desktop460] : [])
        }
        switch host {
        case .shadertoy, .ghostty: return [es300, desktop330, desktop430, desktop460]
        case .isf: return [desktop130, compatible330, compatible460, desktop330, desktop120]
        case .libretro: return [desktop130, desktop120, compatible330, desktop330, es300, compatible460]
        case .picom: return [desktop330, desktop460]
        default:
            // Some files use old names of lookups, such as texture2D, and also declare outputs, which the old dialects do not have. The
            // newer dialects accept both the old names and outputs, so these dialects are tried after the old dialects.
            return text.words.isDisjoint(with: oldNames) ? [desktop330, es300, desktop430, desktop460]
                : [desktop120, es100, desktop330, desktop130, es300, compatible460]
        }
    }
}
