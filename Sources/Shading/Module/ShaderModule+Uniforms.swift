// ShaderModule+Uniforms: which words of the default block a stage reads.

/// Words of the default block that an instruction reads by a value: `first` plus a multiple, below its count, of each step's stride.
struct IndexedUniformWords: Sendable, Hashable {
    struct Step: Sendable, Hashable { var count: Int, stride: Int }
    var first: Int
    var steps: [Step]

    /// Marks those that there are.
    func mark(in isRead: inout [Bool]) {
        func visit(_ word: Int, _ rest: ArraySlice<Step>) {
            guard let step = rest.first else {
                if isRead.indices.contains(word) { isRead[word] = true }
                return
            }
            for k in 0..<step.count { visit(word + k * step.stride, rest.dropFirst()) }
        }
        visit(first, steps[...])
    }
}

extension LinkedProgram {
    /// For each word of the default block whether a shader reads it. What is declared and has no effect is not read.
    package var uniformWordsRead: [Bool] {
        var isRead = [Bool](repeating: false, count: ((interface.uniformBlocks.first?.byteCount ?? 0) + 3) / 4)
        for stage in stages {
            for instruction in stage.instructions where instruction.opcode == .uniform && instruction.b == 0 && isRead.indices.contains(Int(instruction.c)) {
                isRead[Int(instruction.c)] = true
            }
            for words in stage.indexedUniforms { words.mark(in: &isRead) }
        }
        return isRead
    }
}
