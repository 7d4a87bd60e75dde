// Preprocessor, precise names: reports a declaration `precise x;` if its scope has no variable x. glslang accepts such a declaration.
//
// A declaration of this form redeclares a variable (GLSL 4.60, 4.9). A redeclaration must be in the scope of the variable, and drivers refuse
// a redeclaration in an inner scope.

extension Preprocessor {
    mutating func refusePreciseNames() {
        let owners = dialect.isES ? ["GL_EXT_gpu_shader5", "GL_OES_gpu_shader5"] : ["GL_ARB_gpu_shader5"]
        let isKeyword = dialect.version >= (dialect.isES ? 320 : 400) || owners.contains { enabledExtensions[$0] == true }
        guard isKeyword, spellings.contains("precise") else { return }
        /// The names in each open scope. The first scope is global.
        var scopes: [Set<Int32>] = [[]]
        /// `parameters` has the names in the parentheses that were open last. If the body of a function follows, these names are
        /// the function's parameters.
        var parameters: Set<Int32> = [], parentheses = 0, before = "", isQualified = false
        for index in emitted.indices.dropFirst(headCount) where emitted[index].kind != .directive {
            let token = emitted[index], spelling = spellings[token.symbol]
            switch spelling {
            case "(":
                if parentheses == 0 { parameters = [] }
                parentheses += 1
            case ")": parentheses -= 1
            case "{": scopes.append(before == ")" ? parameters : [])
            case "}": if scopes.count > 1 { scopes.removeLast() }
            case "precise": isQualified = ["{", "}", ";"].contains(before)
            case _ where token.kind == .identifier:
                let ends = index + 1 < emitted.count && [",", ";"].contains(spellings[emitted[index + 1].symbol])
                if isQualified, ends, before == "precise" || before == ",", scopes.count > 1, !scopes[scopes.count - 1].contains(token.symbol) {
                    report("'\(spelling)' : 'precise' qualifies only a variable of the same scope; write the qualifier where '\(spelling)' is declared",
                           at: token.place)
                }
                // In `precise float x, y;` the names belong to a new declaration.
                if before == "precise", !ends { isQualified = false }
                scopes[scopes.count - 1].insert(token.symbol)
                if parentheses > 0 { parameters.insert(token.symbol) }
            default: break
            }
            if spelling == ";" { isQualified = false }
            before = spelling
        }
    }
}
