// The corpus compiles, its SPIR-V is valid, and mutated shaders never crash the front end.

import Corpus
import SeededRandom
import Shading
import Testing

@Suite("Front end: corpus")
struct FrontEndCorpusTests {
    @Test("the corpus is large and its names are unique")
    func size() {
        #expect(Corpus.all.count >= 120)
        #expect(Set(Corpus.all.map(\.name)).count == Corpus.all.count)
    }

    @Test("every program of the corpus compiles to valid SPIR-V", arguments: Corpus.all)
    func compiles(shader: ShaderCase) throws {
        let program = try GLSLCompiler.compile(vertex: ShaderSource(text: shader.vertex, name: "case.vert"),
                                               fragment: ShaderSource(text: shader.fragment, name: "case.frag"))
        for (words, lines) in [program.vertex, program.fragment].map({ ($0.words, $0.lines) }) {
            #expect(words.count > 20)
            #expect(words[0] == 0x0723_0203)
            #expect(words[1] == 0x0001_0300)
            let bound = words[3]
            var blocks: Set<UInt32> = [], memberOffsets: [UInt32: Int] = [:], memberCounts: [UInt32: Int] = [:], uniforms: [UInt32] = [],
                pointees: [UInt32: UInt32] = [:]
            var entryPoints = 0, functions = 0, results: Set<UInt32> = [], badIDs = 0, badLines = 0
            let isWhole = FrontEnd.forEachInstruction(words) { opcode, operands in
                let first = operands.startIndex
                switch opcode {
                case 71 where operands[first + 1] == 2: blocks.insert(operands[first])
                case 72 where operands[first + 2] == 35: memberOffsets[operands[first], default: 0] += 1
                default: break
                }
                if opcode == 30 { memberCounts[operands[first]] = operands.count - 1 }
                if opcode == 32 { pointees[operands[first]] = operands[first + 2] }
                if opcode == 59, operands[first + 2] == 2, let type = pointees[operands[first]] { uniforms.append(type) }
                switch opcode {
                case 15: entryPoints += 1
                case 54: functions += 1
                case 8: if lines.location(ofLine: Int(operands[first + 1])).line == 0, operands[first + 1] != 0 { badLines += 1 }
                // The result's id is the first operand of instructions for types, and the second operand of instructions for
                // constants, variables and accesses.
                case 19...33: if operands[first] >= bound || !results.insert(operands[first]).inserted { badIDs += 1 }
                case 43, 44, 59, 61, 65: if operands[first + 1] >= bound || !results.insert(operands[first + 1]).inserted { badIDs += 1 }
                default: break
                }
            }
            #expect(isWhole)
            #expect(entryPoints == 1)
            #expect(functions >= 1)
            #expect(badIDs == 0)
            #expect(badLines == 0)
            for type in uniforms where blocks.contains(type) {
                #expect(memberOffsets[type] == memberCounts[type], "a uniform block without offsets")
            }
        }
    }
}

extension SeededGenerator {
    /// Returns a random number from 0 up to, but not including, `sides`; 0 if `sides` is 0.
    fileprivate mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(max(sides, 1))) }
}

@Suite("Front end: mutated shaders")
struct FrontEndMutationTests {
    /// Texts that cause trouble for preprocessors and parsers.
    private static let pieces = ["(", ")", "{", "}", ";", "#", "\n#if 1\n", "\n#else\n", "\n#endif\n", "\n#define v v v\n", "/*", "*/", "//", "\\\n",
                                 "\"", "\u{0}",
                                 "\u{E9}", "0x", "1e", ".", "struct ", "void ", "return ", "for(;;)", "while(true)", "[", "]", "[999999999]", "uniform ", "in ",
                                 "out ", "const ", "discard;", "##", "float ", "mat4 ", "sampler2D ", "?", ":", ",", "-", "++", "layout(location=99) ",
                                 "\n#line 7\n"]

    /// Compiles a shader. The result must be a program or diagnostics with valid locations, and the process must not crash.
    private func tryOut(_ shader: ShaderCase, _ text: String, isVertex: Bool) {
        do throws(ShaderError) {
            _ = try GLSLCompiler.compile(vertex: ShaderSource(text: isVertex ? text : shader.vertex, name: "v"),
                                         fragment: ShaderSource(text: isVertex ? shader.fragment : text, name: "f"))
        } catch {
            #expect(error.diagnostics.contains { $0.severity == .error })
            let lineCount = text.split(omittingEmptySubsequences: false) { $0.isNewline }.count
            for diagnostic in error.diagnostics {
                #expect(diagnostic.line >= 0 && diagnostic.line <= max(lineCount, 100), "\(diagnostic)")
                #expect(!diagnostic.message.isEmpty)
            }
        }
    }

    @Test("truncated shaders never crash")
    func truncations() {
        var dice = SeededGenerator(state: 88172645463325252)
        for _ in 0..<150 {
            let shader = Corpus.all[dice.roll(Corpus.all.count)]
            let isVertex = dice.roll(4) == 0
            let bytes = Array((isVertex ? shader.vertex : shader.fragment).utf8)
            tryOut(shader, String(decoding: bytes.prefix(dice.roll(bytes.count)), as: UTF8.self), isVertex: isVertex)
        }
    }

    @Test("shaders with inserted, removed and repeated texts never crash")
    func mutations() {
        var dice = SeededGenerator(state: 2463534242)
        for _ in 0..<250 {
            let shader = Corpus.all[dice.roll(Corpus.all.count)]
            let isVertex = dice.roll(4) == 0
            var bytes = Array((isVertex ? shader.vertex : shader.fragment).utf8)
            for _ in 0...dice.roll(3) {
                let place = dice.roll(bytes.count)
                switch dice.roll(3) {
                case 0: bytes.insert(contentsOf: Self.pieces[dice.roll(Self.pieces.count)].utf8, at: place)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + dice.roll(12)))
                default: bytes.insert(contentsOf: Array(bytes[place..<min(bytes.count, place + 1 + dice.roll(40))]), at: dice.roll(bytes.count))
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            tryOut(shader, String(decoding: bytes, as: UTF8.self), isVertex: isVertex)
        }
    }
}
