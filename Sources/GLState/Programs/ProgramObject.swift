import Raster
import Shading

/// A program object (OpenGL ES 3.0.6 §2.12.3).
package final class ProgramObject {
    package let name: GLuint
    package var label = ""
    /// The program as it was last linked successfully; nil before. A failed link leaves it in use. Setters of uniforms read it, so
    /// Swift checks no overlapping accesses; there are none, because nothing is called while the property is used.
    @exclusivity(unchecked) package var executable: ProgramExecutable?
    /// Whether the last link succeeded.
    package var isLinked = false
    var log = ""
    var isValidated = false
    /// The attached shaders, in the order in which they were attached.
    var shaders: [ShaderObject] = []
    /// The locations that glBindAttribLocation gave. The next link uses them.
    var attributeBindings: [String: Int] = [:]
    /// The places that glBindFragDataLocation gave. The next link uses them.
    var outputs = FragmentOutputs()
    /// The outputs that glTransformFeedbackVaryings gave. The next link uses them.
    var feedback = FeedbackRequest()
    var isBinaryRetrievable = false
    /// Whether the next link makes a program whose stages can be used apart (GL_PROGRAM_SEPARABLE).
    var isSeparable = false
    /// The number of contexts in which the program is current, and of pipeline objects that have it. A deleted program lives until there
    /// are none.
    var useCount = 0
    var isDeleted = false

    package init(name: GLuint) { self.name = name }

    /// The executable, if the last link succeeded. All queries answer from it.
    var linked: ProgramExecutable? { isLinked ? executable : nil }
}

/// A linked program and its uniforms' values. Each successful link makes a new executable.
package final class ProgramExecutable {
    /// nil for a program that cannot draw, because it has no vertex shader.
    package let program: Program?
    /// The program of a compute shader; nil for programs that draw.
    let compute: ComputeProgram?
    let parts: ProgramParts
    /// The compiled shaders, from which pipeline objects link programs of several objects.
    let shaders: [CompiledShader]
    let isSeparable: Bool
    /// The words of the default uniform block. Setters write them, so Swift checks no overlapping accesses.
    @exclusivity(unchecked) package var uniforms: [UInt32]
    /// The GL texture unit of each texture unit of `program.interface` (`SamplerUniform.unit`).
    package var textureUnits: [Int]
    /// The GL image unit of each image unit of `program.interface` (`ImageUniform.unit`).
    var imageUnits: [Int]
    /// The index of the uniform buffer binding of each block: block number i is `program.interface.uniformBlocks[i + 1]`.
    package var blockBindings: [Int]
    /// The index of the buffer binding of each storage block of `program.interface`.
    var storageBindings: [Int]
    /// The active attributes, with the locations that glBindAttribLocation, the shader or the linker chose. A matrix has one entry for
    /// each column, named `m[0]`, `m[1]`, ….
    package let attributes: [Attribute]
    /// Grows when `textureUnits` or `blockBindings` change.
    package var bindingVersion = 0
    /// The pipelines of draws with the program.
    package var pipelines = PipelineCache()
    /// Whether the vertex shader reads gl_VertexID.
    package let readsVertexID: Bool
    /// The primitives that the geometry shader reads and makes; nil without a geometry shader.
    let geometryLayout: GeometryLayout?

    /// The names, types and locations of the program's variables, for queries.
    let reflection: ProgramReflection
    /// The inputs and outputs, which programs seldom ask for.
    private(set) lazy var resources = ProgramResources(parts, reflection.attributes)
    /// What each uniform location stands for.
    let places: [UniformPlace]
    /// The outputs that transform feedback writes.
    package let feedback: [FeedbackVarying]
    package let feedbackMode: GLenum
    /// The outputs that transform feedback writes, for programs that are linked again with other stages.
    var feedbackOutputs: TransformFeedbackOutputs?

    package struct Attribute {
        package var name: String
        package var location: Int
        /// float, int or uint.
        package var type: ScalarType
    }

    init(program: Program? = nil, compute: ComputeProgram? = nil, parts: ProgramParts, shaders: [CompiledShader], isSeparable: Bool,
         attributes: [Attribute] = [], activeAttributes: [ActiveAttribute] = [], feedbackMode: GLenum = GL_INTERLEAVED_ATTRIBS) {
        self.compute = compute
        self.program = program; self.parts = parts; self.shaders = shaders; self.isSeparable = isSeparable
        self.attributes = attributes; self.feedbackMode = feedbackMode
        geometryLayout = program?.linked.geometry?.geometryLayout
        readsVertexID = parts.stage(.vertex)?.reads(.vertexID) ?? false
        uniforms = parts.initialUniforms
        textureUnits = Array(repeating: 0, count: parts.interface.textureUnitCount)
        for sampler in parts.interface.samplers {
            guard let binding = sampler.binding else { continue }
            for k in 0..<sampler.count { textureUnits[sampler.unit + k] = binding + k }
        }
        blockBindings = parts.interface.uniformBlocks.dropFirst().map { parts.bindings[String($0.name.prefix { $0 != "[" })] == nil ? 0 : $0.binding }
        imageUnits = Array(repeating: 0, count: parts.imageUnitCount)
        for image in parts.interface.images { for k in 0..<image.count { imageUnits[image.unit + k] = image.binding + k } }
        storageBindings = parts.interface.storageBlocks.map(\.binding)
        reflection = ProgramReflection(parts, attributes: activeAttributes)
        places = reflection.places
        feedback = parts.interface.transformFeedback?.buffers.flatMap(\.outputs).map(FeedbackVarying.init) ?? []
    }

    /// A texture unit that active samplers of different types use, with which a draw is not allowed (OpenGL ES 3.0.6 §2.12.9); nil if
    /// there is none. The answer stays the same as long as `bindingVersion` does.
    package func conflictingTextureUnit() -> Int? {
        var types: [Int: GLenum] = [:]
        for sampler in parts.interface.samplers where !parts.readers(of: sampler).isEmpty {
            for unit in textureUnits[sampler.unit ..< sampler.unit + sampler.count] {
                if let other = types.updateValue(sampler.glType, forKey: unit), other != sampler.glType { return unit }
            }
        }
        return nil
    }
}
