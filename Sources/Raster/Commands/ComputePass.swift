import Shading

/// The dispatches that one call of `CommandEncoder.compute` records. A setting stays in force until the application changes the setting. A
/// pass cannot be copied, because the dispatches recorded in a copy would be lost.
public struct ComputePass: ~Copyable {
    /// The pass's name in error messages.
    public let label: String
    private(set) var dispatches: [DispatchCall] = []
    private(set) var recordingError: RasterError?
    private(set) var hasIndirectDispatches = false

    private var program: ComputeProgram?
    private var uniforms = UniformWords()
    private var resources = ResourceBindings(uniformBuffers: [], textures: [], storageBuffers: [], images: [])
    /// The bindings of the programs that the pass used before the current program.
    private var parked: [(program: ComputeProgram, uniforms: UniformWords, resources: ResourceBindings, given: Set<String>)] = []
    /// Whether validation mode needs the names of unset uniforms.
    private let notesUnset: Bool
    /// The names of the uniforms that were set since the current program was set, for validation mode.
    private var given: Set<String> = []

    /// See `DispatchCall.isRobust`.
    private let isRobust: Bool

    init(label: String, notesUnset: Bool, isRobust: Bool) { self.label = label; self.notesUnset = notesUnset; self.isRobust = isRobust }

    private mutating func refuse(_ error: RasterError) { recordingError = recordingError ?? error.at("before dispatch \(dispatches.count) of \(label)") }
    private mutating func requireProgram(for what: @autoclosure () -> String) -> ComputeProgram? {
        if program == nil { refuse(RasterError(.missingPipeline, what(), "was set before any program", remedy: "call setProgram first")) }
        return program
    }

    /// Selects the program of the following dispatches. Each program keeps its uniforms and resources for the whole pass. At first, the
    /// uniforms of a program have the default values from the shader, or zero, and no resources are bound.
    public mutating func setProgram(_ new: ComputeProgram) {
        if program === new { return }
        if let program { parked.append((program, uniforms, resources, given)) }
        program = new
        if let place = parked.firstIndex(where: { $0.program === new }) {
            (_, uniforms, resources, given) = parked.remove(at: place)
        } else {
            uniforms = UniformWords(new.table)
            resources = new.table.noResources
            given = []
        }
    }
    /// Sets a uniform of the default block, as `RenderPass.setUniform` does. The program must be set before its uniforms. `submit` throws
    /// an error for an unknown name or a wrong type.
    public mutating func setUniform<Value: UniformValue>(_ name: String, _ value: Value) { setValue(name, value) }
    private mutating func setValue<Value: UniformValue>(_ name: String, _ value: Value) {
        guard let program = requireProgram(for: "uniform '\(name)'") else { return }
        if uniforms.writeAgain(value, to: name) { return }
        do { try uniforms.write(value, to: name, of: program.table) } catch { return refuse(error) }
        if notesUnset { given.formUnion([name, splitArrayName(name).0]) }
    }
    /// Sets a uniform to a matrix. Because this overload states the type of the value, the short form
    /// `setUniform("model", .translation(0, 1, 0))` compiles.
    @_documentation(visibility: internal)
    public mutating func setUniform(_ name: String, _ matrix: Matrix4) { setValue(name, matrix) }

    private mutating func bind(_ what: @autoclosure () -> String, _ body: (inout ResourceBindings, ProgramTable) throws(RasterError) -> Bool) {
        guard let program = requireProgram(for: what()) else { return }
        do { _ = try body(&resources, program.table) } catch { refuse(error) }
    }
    /// Binds bytes of `buffer` to a uniform block. `name` is the block's name in GLSL, not the name of its instance.
    /// - Parameters:
    ///   - name: The block's name.
    ///   - buffer: The buffer that holds the block's bytes. The dispatch must not write these bytes.
    ///   - offset: The block's first byte, a multiple of 4.
    ///   - byteCount: The number of bytes that the block may read; nil for all bytes from `offset` to the end of the buffer.
    public mutating func setUniformBuffer(_ name: String, _ buffer: Buffer, offset: Int = 0, byteCount: Int? = nil) {
        bind("uniform block '\(name)'") { (r, table) throws(RasterError) in
            try r.setUniformBuffer(name, buffer, offset: offset, byteCount: byteCount, of: table)
        }
    }
    /// Binds bytes of `buffer` to a storage block, which the shader reads and writes. `name` is the block's name in GLSL, not the name of
    /// its instance. Several blocks may use the same bytes.
    /// - Parameters:
    ///   - name: The block's name.
    ///   - buffer: The buffer that holds the block's bytes.
    ///   - offset: The block's first byte, a multiple of 4.
    ///   - byteCount: The number of bytes that the block may use; nil for all bytes from `offset` to the end of the buffer.
    public mutating func setStorageBuffer(_ name: String, _ buffer: Buffer, offset: Int = 0, byteCount: Int? = nil) {
        bind("storage block '\(name)'") { (r, table) throws(RasterError) in
            try r.setStorageBuffer(name, buffer, offset: offset, byteCount: byteCount, of: table)
        }
    }
    /// Binds a texture to a sampler uniform: `name`, or `name[i]` for element i of an array.
    /// - Parameters:
    ///   - name: The sampler's name in GLSL.
    ///   - texture: The texture. The texture's type and the kind of its format must match the GLSL sampler.
    ///   - sampler: How the texture is read. Lookups without a level of detail read level 0.
    ///   - levels: The mip levels that may be read; nil for all levels.
    public mutating func setTexture(_ name: String, _ texture: Texture, _ sampler: Sampler = .linear, levels: ClosedRange<Int>? = nil) {
        setTexture(name, TextureView(texture, levels: levels), sampler)
    }
    /// Binds a view of a texture to a sampler uniform: `name`, or `name[i]` for element i of an array.
    public mutating func setTexture(_ name: String, _ view: TextureView, _ sampler: Sampler = .linear) {
        bind("sampler '\(name)'") { (r, table) throws(RasterError) in try r.setTexture(name, view, sampler, of: table) }
    }
    /// Binds a level of a texture to an image uniform: `name`, or `name[i]` for element i of an array. The shader reads and writes the
    /// texels of the level without filtering (glBindImageTexture). In GLSL, a multisampled texture is an `image2DMS` or `image2DMSArray`,
    /// and a buffer texture is an `imageBuffer`: the writes of the shader change the buffer.
    /// - Parameters:
    ///   - name: The image's name in GLSL.
    ///   - texture: The texture. The dispatch must not sample the level.
    ///   - level: The mip level.
    ///   - layer: The layer, slice or face that the shader sees as a 2D image; nil for the whole level in the texture's own shape.
    ///   - format: The format in which the shader reads and writes the texels; nil for the texture's format. Texels of both formats must
    ///     have the same size.
    public mutating func setImage(_ name: String, _ texture: Texture, level: Int = 0, layer: Int? = nil, format: PixelFormat? = nil) {
        let binding = ImageBinding(texture: texture, level: level, layer: layer, format: format)
        bind("image '\(name)'") { (r, table) throws(RasterError) in try r.setImage(name, binding, of: table) }
    }

    /// Runs x · y · z work groups of the program (glDispatchCompute). The dispatch reads the results of the commands before it, and the
    /// commands after the dispatch read the results of the dispatch. If a loop does not end, `submit` throws `shaderDidNotEnd`. The
    /// description of `RasterErrorCode.shaderDidNotEnd` says which results the dispatch leaves.
    /// - Parameters:
    ///   - x: The number of groups along x. Each of `x`, `y` and `z` is 0…`Device.maximumWorkGroupCount`, and all invocations together
    ///     are at most `Device.maximumInvocationCount`.
    ///   - y: The number of groups along y.
    ///   - z: The number of groups along z.
    ///   - label: The dispatch's name in error messages and captures; by default the name of the pass.
    ///   - file: The source file of the dispatch, for captures and validation reports; by default the caller's.
    ///   - line: The line in `file`; by default the caller's.
    public mutating func dispatch(_ x: Int, _ y: Int = 1, _ z: Int = 1, label: String = "", file: StaticString = #fileID, line: UInt = #line) {
        record(WorkGroupCount(x, y, z), nil, label, CallSite(file: file, line: line))
    }
    /// Runs as many work groups along x, y and z as a buffer states. The buffer contains three unsigned integers of 32 bits, which are read
    /// when the dispatch begins (glDispatchComputeIndirect). If one of the numbers is above `Device.maximumWorkGroupCount`, or if there are
    /// more than `Device.maximumInvocationCount` invocations in all, nothing runs.
    /// - Parameters:
    ///   - arguments: The buffer with the three numbers. Earlier commands, and the shaders that these commands run, may write the numbers.
    ///   - offset: The byte at which the numbers begin, a multiple of 4.
    ///   - label: The dispatch's name in error messages and captures; by default the name of the pass.
    ///   - file: The source file of the dispatch, for captures and validation reports; by default the caller's.
    ///   - line: The line in `file`; by default the caller's.
    public mutating func dispatchIndirect(_ arguments: Buffer, offset: Int = 0, label: String = "", file: StaticString = #fileID, line: UInt = #line) {
        record(WorkGroupCount(0, 0, 0), IndirectGroups(buffer: arguments, offset: offset), label, CallSite(file: file, line: line))
    }
    private mutating func record(_ groups: WorkGroupCount, _ indirect: IndirectGroups?, _ label: String, _ site: CallSite) {
        guard let program = requireProgram(for: "a dispatch") else { return }
        if indirect != nil { hasIndirectDispatches = true }
        dispatches.append(DispatchCall(program: program, groups: groups, uniforms: uniforms.words, resources: resources,
                                       label: label.isEmpty ? self.label : label, site: site, indirect: indirect, isRobust: isRobust,
                                       unset: notesUnset ? program.table.unset(given: given) : []))
    }
}
