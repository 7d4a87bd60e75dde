// Preprocessor, qualifiers: reports errors in qualifiers and pragmas. glslang accepts these errors, but the preprocessor recognises
// them from neighbouring tokens.
//
// Versions before GLSL 4.20 and GLSL ES 3.10 prescribe the order of qualifiers (GLSL 1.50, 4.7): invariant, interpolation, layout,
// storage, precision.

extension Preprocessor {
    private static let precisions: Set<String> = ["lowp", "mediump", "highp"]
    private static let interpolations: Set<String> = ["flat", "smooth", "noperspective"]
    private static let storages: Set<String> = ["in", "out", "inout", "uniform", "varying", "attribute", "const", "centroid"]
    private static let oldStorages: Set<String> = ["attribute", "varying"]

    mutating func refuseQualifiers() {
        let isFree = dialect.isES ? dialect.version >= 310
            : dialect.version >= 420 || enabledExtensions["GL_ARB_shading_language_420pack"] == true
        let hasQualifiers = dialect.version >= (dialect.isES ? 300 : 130)
        let repeatsNames = dialect.isES || dialect.version >= 440 || enabledExtensions["GL_ARB_enhanced_layouts"] == true
        var braces = 0, parentheses = 0, isBody = false, before = ""
        /// The qualifiers of the current declaration that have been read so far: `layout`, and interpolation qualifiers.
        var words: Set<String> = []
        /// `layout` is nil outside of layouts. Inside of a layout, `layout` has the number of parentheses that are open around the
        /// layout, and the names that the layout contains so far.
        var layout: (parentheses: Int, names: Set<String>)?, isBehindLayout = false
        for index in emitted.indices.dropFirst(headCount) {
            let token = emitted[index], spelling = spellings[token.symbol]
            guard token.kind != .directive else {
                if braces > 0, isBody, let pragma = ["optimize", "debug"].first(where: { spelling.hasPrefix("#pragma \($0) ") }) {
                    report("'#pragma \(pragma)' : is allowed only outside of functions (GLSL 4.60, 3.3); move it before the function", at: token.place)
                }
                continue
            }
            let isInLayout = layout != nil
            switch spelling {
            case "(": parentheses += 1
            case ")":
                parentheses -= 1
                if let open = layout, parentheses == open.parentheses { layout = nil }
            case "{":
                if braces == 0 { isBody = before == ")" && !isBehindLayout }
                braces += 1
                words = []
            case "}":
                braces -= 1
                words = []
            case ";" where parentheses == 0: words = []
            case "layout" where !isInLayout:
                if parentheses > 0 {
                    report("'layout' : a parameter cannot have a layout", at: token.place)
                } else if !isFree, isBehindLayout {
                    report("'layout' : a declaration can have only one layout in this version; write all of it in one pair of parentheses", at: token.place)
                } else if !isFree, hasQualifiers || !dialect.isES, Self.storages.contains(before) {
                    report("'layout' : must precede '\(before)' in this version", at: token.place)
                }
                layout = (parentheses, [])
                words.insert(spelling)
            case _ where isInLayout:
                guard token.kind == .identifier, before == "(" || before == ",",
                      layout?.names.insert(spelling).inserted == false, !repeatsNames else { break }
                report("'\(spelling)' : appears twice in this layout; leave one out", at: token.place)
            case _ where Self.oldStorages.contains(spelling):
                if braces > 0, !isBody {
                    report("'\(spelling)' : members cannot have this storage qualifier; leave '\(spelling)' out", at: token.place)
                } else if words.contains("layout"), !dialect.isES {
                    report("'layout' : is allowed with 'in' and 'out', not with '\(spelling)'", at: token.place)
                } else if !dialect.isES, hasQualifiers, let word = Self.interpolations.first(where: words.contains) {
                    report("'\(word)' : is allowed with 'in' and 'out', not with '\(spelling)' (GLSL 1.30, 4.3)", at: token.place)
                }
            case _ where Self.storages.contains(spelling):
                if !dialect.isES, hasQualifiers, !isFree, Self.precisions.contains(before) {
                    report("'\(before)' : must follow '\(spelling)' in this version", at: token.place)
                }
            case _ where braces == 0 && Self.interpolations.contains(spelling): words.insert(spelling)
            default: break
            }
            isBehindLayout = isInLayout && layout == nil
            before = spelling
        }
    }
}
