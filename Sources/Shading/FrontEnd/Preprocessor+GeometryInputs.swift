// Preprocessor, inputs of geometry shaders: finds declarations that glslang accepts and GLSL forbids, and handles `varying`, which
// glslang reads as the declaration of an input.

extension Preprocessor {
    /// Reports input layouts of a geometry shader that name several kinds of primitives (GLSL 1.50, 4.3.8.1 allows one kind). Also reports
    /// redeclarations of the built-in input block without the instance name gl_in (GLSL 4.10, 7.1 demands this name).
    mutating func refuseGeometryInputs() {
        let primitives: Set<String> = ["points", "lines", "lines_adjacency", "triangles", "triangles_adjacency"]
        var words: [String] = [], isBuiltInBlock = false
        for token in emitted[min(headCount, emitted.count)...] where token.kind != .directive {
            let spelling = spellings[token.symbol]
            if isBuiltInBlock, words.last == "}" {
                if spelling != "gl_in" { report("'gl_PerVertex' : the input block has the instance name gl_in; write } gl_in[];", at: token.place) }
                isBuiltInBlock = false
            }
            words.append(spelling)
            guard ["{", "}", ";"].contains(spelling) else { continue }
            if spelling == ";", words.dropLast().last == "in", words.first == "layout", words.count(where: primitives.contains) > 1 {
                report("'layout' : the inputs have one kind of primitives; leave all but one out", at: token.place)
            }
            if words.suffix(3) == ["in", "gl_PerVertex", "{"] { isBuiltInBlock = true }
            words = spelling == "}" ? ["}"] : []
        }
    }
    /// Makes `varying` declare an output. GLSL 1.50 has the word only in vertex and fragment shaders. But drivers also accept the word in geometry
    /// shaders of the compatibility profile, and let the shader write the variable.
    mutating func declareVaryingsAsOutputs() {
        guard stage == .geometry, dialect.isCompatibility, spellings.contains("varying") else { return }
        let varying = spellings.number(of: "varying"), output = spellings.number(of: "out")
        for index in emitted.indices where emitted[index].symbol == varying { emitted[index].symbol = output }
    }
}
