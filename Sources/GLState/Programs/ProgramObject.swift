import Raster
import Shading

/// A shader object (OpenGL ES 3.0.6 §2.12.1).
package final class ShaderObject {
    package let name: GLuint
    package var label = ""
    package init(name: GLuint) { self.name = name }
}

/// A program object (OpenGL ES 3.0.6 §2.12.3).
package final class ProgramObject {
    package let name: GLuint
    package var label = ""
    /// The program as it was last linked successfully; nil before.
    package var executable: ProgramExecutable?
    package init(name: GLuint) { self.name = name }
}

/// A linked program and its uniforms' values. Each successful link makes a new executable.
package final class ProgramExecutable {
    package let program: Program
    /// The words of the default uniform block.
    package var uniforms: [UInt32]
    /// The GL texture unit of each texture unit of `program.interface` (`SamplerUniform.unit`).
    package var textureUnits: [Int]
    /// The index of the uniform buffer binding of each block: block number i is `program.interface.uniformBlocks[i + 1]`.
    package var blockBindings: [Int]
    /// The active attributes, with the locations that glBindAttribLocation, the shader or the linker chose. A matrix has one entry for
    /// each column, named `m[0]`, `m[1]`, ….
    package let attributes: [Attribute]
    /// Grows when `textureUnits` or `blockBindings` change.
    package var bindingVersion = 0
    /// The pipelines of draws with the program.
    package var pipelines = PipelineCache()
    /// Whether the vertex shader reads gl_VertexID.
    package let readsVertexID: Bool

    package struct Attribute {
        package var name: String
        package var location: Int
        /// float, int or uint.
        package var type: ScalarType
    }

    package init(program: Program, attributes: [Attribute]) {
        self.program = program; self.attributes = attributes
        readsVertexID = program.linked.vertex.instructions.contains { $0.opcode == .builtin && $0.c == BuiltinInput.vertexID.rawValue }
        uniforms = program.initialUniforms
        textureUnits = Array(repeating: 0, count: program.interface.textureUnitCount)
        blockBindings = Array(repeating: 0, count: max(0, program.interface.uniformBlocks.count - 1))
    }
}
