// Common parts of the front-end tests: short functions for compiling, and for the diagnostics of shaders that must fail.
import Shading

enum FrontEnd {
    /// Returns a vertex shader in the given version. The shader writes only gl_Position.
    static func plainVertex(_ version: String = "330") -> String { "#version \(version)\nvoid main() { gl_Position = vec4(0.0); }\n" }

    /// Returns a fragment shader without outputs in the given version.
    static func plainFragment(_ version: String = "330") -> String { "#version \(version)\nvoid main() { }\n" }

    static func compile(vertex: String, fragment: String, defines: [ShaderDefine] = [],
                        resolver: (any IncludeResolver)? = nil) throws(ShaderError) -> SPIRVProgram {
        try GLSLCompiler.compile(vertex: ShaderSource(text: vertex, name: "test.vert"), fragment: ShaderSource(text: fragment, name: "test.frag"),
                                 options: ShaderCompileOptions(defines: defines, includeResolver: resolver))
    }

    /// Returns the errors of a program that must not compile or link; empty if the program links.
    static func errors(vertex: String, fragment: String, defines: [ShaderDefine] = [],
                       resolver: (any IncludeResolver)? = nil) -> [ShaderDiagnostic] {
        do throws(ShaderError) {
            _ = try compile(vertex: vertex, fragment: fragment, defines: defines, resolver: resolver)
            return []
        } catch {
            return error.diagnostics.filter { $0.severity == .error }
        }
    }

    static func fragmentErrors(_ fragment: String, version: String = "330", defines: [ShaderDefine] = [],
                               resolver: (any IncludeResolver)? = nil) -> [ShaderDiagnostic] {
        errors(vertex: plainVertex(version), fragment: fragment, defines: defines, resolver: resolver)
    }

    /// Returns the floats of all OpConstant instructions, which show the tokens that passed the preprocessor.
    static func floatConstants(_ stage: SPIRVStage) -> Set<Float> {
        var floats: Set<UInt32> = [], result: Set<Float> = []
        forEachInstruction(stage.words) { opcode, operands in
            if opcode == 22 { floats.insert(operands[operands.startIndex]) }
            if opcode == 43, floats.contains(operands[operands.startIndex]) {
                result.insert(Float(bitPattern: operands[operands.startIndex + 2]))
            }
        }
        return result
    }

    /// Returns the lines of the source that have instructions, from OpLine: each as file and line.
    static func sourceLines(_ stage: SPIRVStage) -> Set<String> {
        var result: Set<String> = []
        let map = stage.lines
        forEachInstruction(stage.words) { opcode, operands in
            guard opcode == 8 else { return }
            let location = map.location(ofLine: Int(operands[operands.startIndex + 1]))
            result.insert("\(map.fileName(of: location)):\(location.line)")
        }
        return result
    }

    /// Calls `body` for each instruction of a module. Returns false if an instruction extends beyond the end of the module.
    @discardableResult
    static func forEachInstruction(_ words: [UInt32], _ body: (_ opcode: UInt32, _ operands: ArraySlice<UInt32>) -> Void) -> Bool {
        var index = 5
        while index < words.count {
            let count = Int(words[index] >> 16)
            guard count > 0, index + count <= words.count else { return false }
            body(words[index] & 0xFFFF, words[(index + 1)..<(index + count)])
            index += count
        }
        return true
    }
}
