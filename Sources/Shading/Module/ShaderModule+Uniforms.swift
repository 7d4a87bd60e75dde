// ShaderModule+Uniforms: the words of the default block that a stage reads.

/// The words of the default block that an instruction with an index may read. The index of a word that may be read is the sum of `first`
/// and, for each step, a multiple of the step's stride. For each step, the multiple is below the step's count.
struct IndexedUniformWords: Sendable, Hashable {
    struct Step: Sendable, Hashable { var count: Int, stride: Int }
    var first: Int
    var steps: [Step]

    /// Sets the entries of `isRead` for the words that exist in the block. An array may have millions of elements, so each loop stops at
    /// the block's end.
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
    /// For each word of the default block, whether a shader reads it. Uniforms that are declared but have no effect are not read.
    package var uniformWordsRead: [Bool] { interface.uniformWordsRead(by: stages) }
}

extension ProgramInterface {
    /// For each word of the default block, whether one of the stages reads it.
    package func uniformWordsRead(by stages: [ShaderModule]) -> [Bool] {
        var isRead = [Bool](repeating: false, count: ((uniformBlocks.first?.byteCount ?? 0) + 3) / 4)
        for stage in stages {
            for instruction in stage.instructions where instruction.opcode == .uniform && instruction.b == 0 && isRead.indices.contains(Int(instruction.c)) {
                isRead[Int(instruction.c)] = true
            }
            for words in stage.indexedUniforms { words.mark(in: &isRead) }
        }
        return isRead
    }
}
