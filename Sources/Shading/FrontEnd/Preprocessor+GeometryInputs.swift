// Preprocessor, inputs of geometry shaders: finds declarations that glslang accepts and GLSL forbids, and handles `varying`, which glslang
// takes for an input.

extension Preprocessor {
    /// A layout of a geometry shader's inputs names one kind of primitives (GLSL 1.50, 4.3.8.1). The built-in block of inputs keeps its
    /// instance name when it is redeclared (GLSL 4.10, 7.1).
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
    /// Makes `varying` declare an output. GLSL 1.50 has the word only in vertex and fragment shaders, but drivers accept it in geometry shaders of
    /// the compatibility profile, which can write such a variable.
    mutating func declareVaryingsAsOutputs() {
        guard stage == .geometry, dialect.isCompatibility, spellings.contains("varying") else { return }
        let varying = spellings.number(of: "varying"), output = spellings.number(of: "out")
        for index in emitted.indices where emitted[index].symbol == varying { emitted[index].symbol = output }
    }
}
