import Corpus
import Shading
import Testing

@Suite("Lowering: corpus")
struct LoweringCorpusTests {
    @Test("every program of the corpus lowers to valid modules and runs", arguments: Corpus.all)
    func lowers(shader: ShaderCase) throws {
        let program = try ShaderCompiler.link(vertex: ShaderSource(text: shader.vertex, name: "case.vert"),
                                              fragment: ShaderSource(text: shader.fragment, name: "case.frag"))
        #expect(program.interface.varyings.count == program.fragment.inputComponentCount)
        // Every uniform word is 2: a small loop limit as an integer, and nearly zero as a float.
        let words = [UInt32](repeating: 2, count: 1024)
        try words.withUnsafeBytes { bytes in
            for module in [program.vertex, program.fragment] {
                #expect(module.validate(uniformBlockCount: program.interface.uniformBlocks.count).isEmpty)
                let interpreter = Interpreter(module: module, stepLimit: 100_000)
                for k in 0..<module.inputComponentCount { interpreter.inputs[k] = QuadUInt(1, 2, 3, 4) }
                interpreter.bind(uniformBlocks: program.interface.uniformBlocks.map { _ in bytes }, textures: NoTexels())
                _ = try interpreter.run(active: SIMDMask(repeating: true))
            }
        }
    }

    @Test("lowering the same program twice gives the same module", arguments: Corpus.all.prefix(20))
    func isDeterministic(shader: ShaderCase) throws {
        func modules() throws -> [ShaderModule] {
            let program = try ShaderCompiler.link(vertex: ShaderSource(text: shader.vertex, name: "case.vert"),
                                                  fragment: ShaderSource(text: shader.fragment, name: "case.frag"))
            return [program.vertex, program.fragment]
        }
        for (first, second) in zip(try modules(), try modules()) {
            #expect(first.instructions == second.instructions)
            #expect(first.textureOperations == second.textureOperations && first.localArrays == second.localArrays)
        }
    }
}
