import Corpus
import SeededRandom
import Shading
import Testing

/// SPIR-V that is cut off, overwritten or made up: the answer is an error or a program, never a trap.

private func compiled() throws -> SPIRVProgram {
    try GLSLCompiler.compile(vertex: ShaderSource(text: Corpus.dense.vertex, name: "hostile.vert"),
                             fragment: ShaderSource(text: Corpus.dense.fragment, name: "hostile.frag"))
}

/// Links, and returns whether that was refused. A refusal must have a reason; a linked program keeps every promise of a
/// ShaderModule.
private func isRefused(_ program: SPIRVProgram) -> Bool {
    do {
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

@Test("the untouched program links")
private func untouched() throws {
    #expect(!isRefused(try compiled()))
}

@Test("a truncated module is refused")
private func truncated() throws {
    let program = try compiled()
    for length in stride(from: 0, to: program.fragment.count, by: 7) {
        var cut = program
        cut.fragment = Array(program.fragment.prefix(length))
        #expect(isRefused(cut))
    }
}

@Test("overwritten words give an error or a valid module", arguments: 0..<6)
private func overwritten(seed: Int) throws {
    let program = try compiled()
    var random = SeededGenerator(state: UInt64(seed) &* 977 &+ 3)
    for _ in 0..<50 {
        var damaged = program
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 3..<damaged.fragment.count, using: &random)
            let word = damaged.fragment[place]
            damaged.fragment[place] = switch Int.random(in: 0..<5, using: &random) {
            case 0: UInt32.random(in: 0...UInt32.max, using: &random)
            case 1: UInt32.random(in: 0..<400, using: &random)
            case 2: word ^ (1 << UInt32.random(in: 0..<32, using: &random))
            case 3: word &+ 1
            default: damaged.fragment.randomElement(using: &random)!
            }
        }
        _ = isRefused(damaged)
    }
}

@Test("ids that are swapped give an error or a valid module", arguments: 0..<4)
private func swapped(seed: Int) throws {
    let program = try compiled()
    var random = SeededGenerator(state: UInt64(seed) &* 31 &+ 7)
    // Words that look like ids of this module, inside function bodies: the second half.
    let places = (program.fragment.count / 2 ..< program.fragment.count).filter { (1..<program.fragment[3]).contains(program.fragment[$0]) }
    for _ in 0..<50 {
        var damaged = program
        let (x, y) = (places.randomElement(using: &random)!, places.randomElement(using: &random)!)
        damaged.fragment.swapAt(x, y)
        _ = isRefused(damaged)
    }
}

@Test("instructions that are removed or doubled give an error or a valid module", arguments: 0..<4)
private func removed(seed: Int) throws {
    let program = try compiled()
    var random = SeededGenerator(state: UInt64(seed) &* 131 &+ 11)
    var starts: [Int] = []
    var offset = 5
    while offset < program.fragment.count {
        starts.append(offset)
        offset += Int(program.fragment[offset] >> 16)
    }
    for _ in 0..<50 {
        var damaged = program
        let start = starts.randomElement(using: &random)!
        let words = Array(damaged.fragment[start ..< start + Int(damaged.fragment[start] >> 16)])
        if Bool.random(using: &random) {
            damaged.fragment.removeSubrange(start ..< start + words.count)
        } else {
            damaged.fragment.insert(contentsOf: words, at: starts.randomElement(using: &random)!)
        }
        _ = isRefused(damaged)
    }
}

@Test("random words after a header are refused")
private func noise() throws {
    let program = try compiled()
    var random = SeededGenerator(state: 5)
    for _ in 0..<50 {
        var made = program
        made.fragment = Array(program.fragment.prefix(5)) + (0..<200).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
        #expect(isRefused(made))
    }
}
