import Corpus
import SeededRandom
import Shading
import Testing

/// SPIR-V that is truncated, overwritten or random: the result is an error or a program, never a trap.

private let compiled = Result { () throws(ShaderError) in
    try GLSLCompiler.compile(vertex: ShaderSource(text: Corpus.dense.vertex, name: "hostile.vert"),
                             fragment: ShaderSource(text: Corpus.dense.fragment, name: "hostile.frag"))
}

/// Links the words as a fragment stage with a valid vertex stage, and returns whether the words are refused. An error must have a reason;
/// a linked program obeys every rule of a ShaderModule.
private func isRefused(_ fragment: [UInt32]) throws -> Bool {
    var program = try compiled.get()
    do throws(ShaderError) {
        program.fragment = try SPIRVStage(fragment, stage: .fragment, lines: program.fragment.lines)
        let linked = try ShaderCompiler.link(program)
        for module in [linked.vertex, linked.fragment] {
            let violations = module.validate()
            #expect(violations.isEmpty, "\(module.stage): \(violations.prefix(3))")
        }
        return false
    } catch {
        #expect(error.diagnostics.contains { $0.severity == .error && !$0.message.isEmpty })
        return true
    }
}

@Test("the unchanged program links")
private func untouched() throws {
    #expect(!(try isRefused(compiled.get().fragment.words)))
}

@Test("a truncated module is refused")
private func truncated() throws {
    let words = try compiled.get().fragment.words
    for length in stride(from: 0, to: words.count, by: 7) {
        #expect(try isRefused(Array(words.prefix(length))))
    }
}

@Test("overwritten words give an error or a valid module", arguments: 0..<6)
private func overwritten(seed: Int) throws {
    let words = try compiled.get().fragment.words
    var random = SeededGenerator(state: UInt64(seed) &* 977 &+ 3)
    for _ in 0..<50 {
        var damaged = words
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 3..<damaged.count, using: &random)
            let word = damaged[place]
            damaged[place] = switch Int.random(in: 0..<5, using: &random) {
            case 0: UInt32.random(in: 0...UInt32.max, using: &random)
            case 1: UInt32.random(in: 0..<400, using: &random)
            case 2: word ^ (1 << UInt32.random(in: 0..<32, using: &random))
            case 3: word &+ 1
            default: damaged.randomElement(using: &random)!
            }
        }
        _ = try isRefused(damaged)
    }
}

@Test("swapped ids give an error or a valid module", arguments: 0..<4)
private func swapped(seed: Int) throws {
    let words = try compiled.get().fragment.words
    var random = SeededGenerator(state: UInt64(seed) &* 31 &+ 7)
    // Finds words that may be ids: they are in the second half of the module, which has the function bodies, and in the range of
    // the module's ids.
    let places = (words.count / 2 ..< words.count).filter { (1..<words[3]).contains(words[$0]) }
    for _ in 0..<50 {
        var damaged = words
        let (x, y) = (places.randomElement(using: &random)!, places.randomElement(using: &random)!)
        damaged.swapAt(x, y)
        _ = try isRefused(damaged)
    }
}

@Test("removed or repeated instructions give an error or a valid module", arguments: 0..<4)
private func removed(seed: Int) throws {
    let words = try compiled.get().fragment.words
    var random = SeededGenerator(state: UInt64(seed) &* 131 &+ 11)
    var starts: [Int] = []
    var offset = 5
    while offset < words.count {
        starts.append(offset)
        offset += Int(words[offset] >> 16)
    }
    for _ in 0..<50 {
        var damaged = words
        let start = starts.randomElement(using: &random)!
        let instruction = Array(damaged[start ..< start + Int(damaged[start] >> 16)])
        if Bool.random(using: &random) {
            damaged.removeSubrange(start ..< start + instruction.count)
        } else {
            damaged.insert(contentsOf: instruction, at: starts.randomElement(using: &random)!)
        }
        _ = try isRefused(damaged)
    }
}

@Test("random words after a header are refused")
private func noise() throws {
    let words = try compiled.get().fragment.words
    var random = SeededGenerator(state: 5)
    for _ in 0..<50 {
        let made = Array(words.prefix(5)) + (0..<200).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
        #expect(try isRefused(made))
    }
}
