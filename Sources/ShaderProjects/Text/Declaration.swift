// Declaration: the variables that a shader declares outside of its functions.

/// A variable of the outermost level: `flat in ivec2 cell;` has the storage `in`, the type `ivec2` and the name `cell`.
package struct Declaration: Sendable, Equatable {
    /// `uniform`, `in`, `out`, `varying` or `attribute`.
    package var storage: String
    /// The layout with its parentheses, or empty.
    package var layout = ""
    /// The qualifiers before the storage, which the previous stage must repeat: `flat`, `centroid`, `smooth`, `noperspective`, `sample`.
    package var interpolation: [String] = []
    package var type: String
    package var name: String
    /// The size with its brackets, or empty.
    package var array = ""
    /// The members of an interface block; nil if the declaration is no block. The name of the block is in `type`. If the members are global,
    /// `name` is empty.
    package var members: [Declaration]?

    /// Returns the declaration of the same variable in another stage, with the storage `storage`.
    package func declared(as storage: String) -> String {
        let start = (interpolation + [layout]).filter { !$0.isEmpty }.map { $0 + " " }.joined() + (storage.isEmpty ? "" : storage + " ") + type
        guard let members else { return "\(start) \(name)\(array);" }
        return "\(start) { \(members.map { $0.declared(as: "") }.joined(separator: " ")) } \(name)\(array);"
    }

    private static let storages: Set<String> = ["uniform", "in", "out", "varying", "attribute"]
    private static let interpolations: Set<String> = ["flat", "centroid", "smooth", "noperspective", "sample"]
    private static let ignored: Set<String> = ["lowp", "mediump", "highp", "const", "invariant", "precise"]

    /// Finds the declarations in a text without comments. Directives are skipped.
    static func all(in code: String) -> [Declaration] {
        let text = code.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.trimmed.hasPrefix("#") }.joined(separator: "\n")
        var found: [Declaration] = [], statement: [String] = [], braces = 0, parentheses = 0, block: Declaration?
        for word in ShaderText.words(in: text, keeping: "(){}[];,=") {
            switch word {
            case "{":
                if braces == 0 {
                    block = Declaration.block(in: statement)
                    statement = []
                }
                braces += 1
            case "}":
                braces = max(0, braces - 1)
                // A function's body ends without a semicolon. A block's body is followed by a name and a semicolon.
                if braces == 0 { statement = [] }
                continue
            case ";" where braces == 1 && block != nil:
                block?.members? += members(in: statement)
                statement = []
                continue
            case ";" where braces == 0 && block != nil:
                if var block {
                    (block.name, block.array) = (statement.first ?? "", statement.dropFirst().joined())
                    found.append(block)
                }
                (block, statement, parentheses) = (nil, [], 0)
                continue
            case "(": parentheses += 1
            case ")": parentheses = max(0, parentheses - 1)
            case ";" where braces == 0:
                found += declarations(in: statement)
                (statement, parentheses) = ([], 0)
                continue
            default: break
            }
            if braces == 0 || braces == 1 && block != nil && word != "{" { statement.append(word) }
        }
        return found
    }

    /// Returns the block that begins with the words before a brace, such as `layout(location = 0) in Surface`; nil if these words begin a
    /// function or a structure.
    private static func block(in statement: [String]) -> Declaration? {
        guard var block = declarations(in: statement + ["shaderProjectBlock"]).first, block.name == "shaderProjectBlock" else { return nil }
        block.members = []
        return block
    }
    /// Returns the members of a block that a statement declares. The members of a block have no storage qualifier of their own.
    private static func members(in statement: [String]) -> [Declaration] {
        declarations(in: statement.contains { storages.contains($0) } ? statement : ["in"] + statement)
    }

    private static func declarations(in statement: [String]) -> [Declaration] {
        var words = statement[...], layout = "", interpolation: [String] = [], storage: String?
        while let word = words.first {
            if word == "layout" {
                guard let end = words.firstIndex(of: ")") else { return [] }
                layout = words[...end].joined(separator: " ")
                words = words[(end + 1)...]
                continue
            }
            if storages.contains(word) { storage = word }
            else if interpolations.contains(word) { interpolation.append(word) }
            else if !ignored.contains(word) { break }
            words.removeFirst()
        }
        guard let storage, let type = words.popFirst(), type != "(", type != "{" else { return [] }
        // Brackets after the type belong to every variable of the declaration.
        var common = ""
        if words.first == "[", let end = words.firstIndex(of: "]") {
            common = words[...end].joined()
            words = words[(end + 1)...]
        }
        var found: [Declaration] = []
        while let name = words.popFirst(), name.utf8.first.map(ShaderText.isWordByte) == true {
            var array = common
            if words.first == "[", let end = words.firstIndex(of: "]") {
                array = words[...end].joined()
                words = words[(end + 1)...]
            }
            found.append(Declaration(storage: storage, layout: layout, interpolation: interpolation, type: type, name: name, array: array))
            // The initial value ends at the next comma outside of parentheses.
            var depth = 0
            while let word = words.first, !(word == "," && depth == 0) {
                if word == "(" { depth += 1 } else if word == ")" { depth -= 1 }
                words.removeFirst()
            }
            _ = words.popFirst()
        }
        return found
    }
}
