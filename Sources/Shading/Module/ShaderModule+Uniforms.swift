// ShaderModule+Uniforms: which words of the default block a stage reads.

/// Words of the default block that an instruction reads by a value: `first` plus a multiple, below its count, of each step's stride.
struct IndexedUniformWords: Sendable, Hashable {
    struct Step: Sendable, Hashable { var count: Int, stride: Int }
    var first: Int
    var steps: [Step]

    /// Marks those that there are. Its time is that of the words: an array may have millions.
    func mark(in isRead: inout [Bool]) { IndexedUniformWords.mark(first, steps[...], in: &isRead) }

    private static func mark(_ word: Int, _ steps: ArraySlice<Step>, in isRead: inout [Bool]) {
        guard let step = steps.first else {
            if word < isRead.count { isRead[word] = true }
            return
        }
        let words = stride(from: word, to: min(word + step.count * step.stride, isRead.count), by: max(1, step.stride))
        if steps.count == 1 {
            for word in words { isRead[word] = true }
        } else {
            for word in words { mark(word, steps.dropFirst(), in: &isRead) }
        }
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
