// GlslangShader: one stage in glslang, from text to syntax tree.
//
// The text begins with `#version`. glslang gets OpenGL as the client, but no target language, so that each dialect keeps its own rules. Use
// this type only inside GlslangSession. The handle is valid until `delete()` is called. A glslang program refers to its shaders, so delete
// the program first, then the shaders.
import CGlslang
import CGlslangConstants

struct GlslangShader {
    let handle: OpaquePointer?
    let isAccepted: Bool
    /// The messages that glslang wrote about the text.
    let log: String

    /// Preprocesses and parses `text`.
    init(text: String, stage: ShaderStage) {
        (handle, isAccepted, log) = Self.withInput(text, stage) { input in
            // glslang keeps a pointer into the input until parsing ends. So the input stays in scope until parsing has ended.
            let handle = glslang_guarded_shader_create(input, Int32(bitPattern: GLSLANG_SHADER_AUTO_MAP_BINDINGS.rawValue
                                                                        | GLSLANG_SHADER_AUTO_MAP_LOCATIONS.rawValue))
            let isAccepted = glslang_guarded_shader_preprocess(handle, input) != 0 && glslang_guarded_shader_parse(handle, input) != 0
            return (handle, isAccepted, glslang_guarded_shader_log(handle).map { String(cString: $0) } ?? "")
        }
    }

    /// Finds mistakes that glslang accepts but that its syntax tree shows. Returns the line in the text and a message for each mistake.
    /// - Parameter extensions: The extensions that the source enables. With GL_ARB_gpu_shader5, and partly with
    ///   GL_MESA_shader_integer_functions, GLSL 4.00's rules for conversions and for indices apply.
    func oversights(_ dialect: GLSLDialect, _ extensions: Set<String>) -> [(line: Int, message: String)] {
        guard isAccepted else { return [] }
        let hasIndices = extensions.contains("GL_ARB_gpu_shader5")
        let hasConversions = hasIndices || extensions.contains("GL_MESA_shader_integer_functions")
        var found = [GlslangOversight](repeating: GlslangOversight(), count: 16)
        let count = glslang_guarded_shader_find_oversights(handle, &found, UInt32(found.count))
        return found.prefix(Int(count)).compactMap { oversight in
            switch oversight.kind {
            case GlslangLabelOfOtherType where dialect.isES ? dialect.version >= 300 : dialect.version < 400 && !hasConversions:
                // GLSL 4.00 converts signed integers implicitly to unsigned integers.
                (Int(oversight.line), "'case' : the label must have the type of the switch's expression; write 1u for unsigned, 1 for signed")
            case GlslangIndexBeyondSize:
                (Int(oversight.line), "'[' : the index \(oversight.index) is outside of the array, which is declared with \(oversight.size) elements")
            case GlslangVariableBlockIndex where !dialect.isES && dialect.version < 400 && !hasConversions:
                (Int(oversight.line), "'[' : the index of an array of uniform blocks must be a constant expression in this version (GLSL 1.50, 4.3.7)")
            case GlslangVariableSamplerIndex where !dialect.isES && (130..<400).contains(dialect.version) && !hasIndices:
                (Int(oversight.line), "'[' : the index of an array of samplers must be a constant expression in this version (GLSL 1.30, 4.1.7)")
            case GlslangChoiceOfArrays where dialect.version < (dialect.isES ? 300 : 120):
                (Int(oversight.line), "'?:' : cannot choose between arrays in this version (GLSL 1.10, 5.9); index each of them")
            case GlslangLargeCopy:
                (Int(oversight.line), "'=' : an array of \(oversight.size) vectors in a block is too long to be copied as a whole; copy its elements in a loop")
            case GlslangInterpolatedMember where dialect.isES:
                (Int(oversight.line), "'.' : an interpolation function takes no member of a structure (GLSL ES 3.20, 8.13.3); use an input of its own")
            case GlslangInputSizesDiffer:
                (Int(oversight.line), "'[' : this input is declared with \(oversight.index) vertices, and another input with \(oversight.size); "
                    + "all inputs of a geometry shader have the vertices of one primitive (GLSL 1.50, 4.3.8.1)")
            default: nil
            }
        }
    }

    /// Returns the locations and bindings that the source assigns. Call this function before the shader is linked, because linking
    /// assigns locations and bindings to all other variables.
    func locations(_ sourceNames: [String: String]) -> ExplicitLocations {
        var result = ExplicitLocations()
        guard isAccepted else { return result }
        var found = [GlslangLocation](repeating: GlslangLocation(), count: Int(glslang_guarded_shader_find_locations(handle, nil, 0)))
        _ = glslang_guarded_shader_find_locations(handle, &found, UInt32(found.count))
        for variable in found {
            let text = String(cString: variable.name), name = sourceNames[text] ?? text, location = Int(variable.location)
            if variable.hasBinding { result.bindings[name] = Int(variable.binding) }
            if !variable.hasLocation { continue }
            switch variable.storage {
            case GlslangInput: result.inputs[name] = location
            case GlslangOutput: result.outputs[name] = location
            default: result.uniforms.append(ExplicitLocations.Uniform(name: name, first: location, count: Int(variable.count)))
            }
        }
        return result
    }

    /// Whether assigning locations takes little time and memory. The time and the memory grow with the size of the variables.
    /// `ProgramLinkChecks` rejects larger variables with an error that names them.
    var isQuicklyMapped: Bool {
        let sizes = glslang_guarded_shader_measure_variables(handle)
        return sizes.largest <= UInt64(ProgramLinkChecks.variableLimit) && sizes.inputsAndOutputs <= 4096
    }

    func delete() { glslang_guarded_shader_delete(handle) }

    /// Runs glslang's own preprocessor on the text. Returns the preprocessed text; nil if glslang rejects the text.
    static func preprocess(_ text: String, stage: ShaderStage) -> String? {
        withInput(text, stage) { input in
            let handle = glslang_guarded_shader_create(input, 0)
            defer { glslang_guarded_shader_delete(handle) }
            guard glslang_guarded_shader_preprocess(handle, input) != 0 else { return nil }
            return glslang_guarded_shader_preprocessed_code(handle).map { String(cString: $0) }
        }
    }

    private static func withInput<Result>(_ text: String, _ stage: ShaderStage,
                                          _ body: (UnsafePointer<glslang_input_t>) -> Result) -> Result {
        text.withCString { code in
            withUnsafePointer(to: resources) { resources in
                var input = glslang_input_t()
                input.language = GLSLANG_SOURCE_GLSL
                input.stage = stage.rules.glslang
                input.client = GLSLANG_CLIENT_OPENGL
                input.client_version = GLSLANG_TARGET_OPENGL_450
                input.target_language = GLSLANG_TARGET_NONE
                input.target_language_version = GLSLANG_TARGET_SPV_1_3
                input.code = code
                input.default_version = Int32(GLSLDialect.standard.version)
                input.default_profile = GLSLANG_CORE_PROFILE
                input.messages = GLSLANG_MSG_DEFAULT_BIT
                input.resource = resources
                return body(&input)
            }
        }
    }

    /// The values of the gl_Max… constants. glslang also uses these values to check shaders.
    private static let resources: glslang_resource_t = {
        var resources = glslang_default_resource().pointee
        resources.max_draw_buffers = 8
        resources.max_dual_source_draw_buffers_ext = 1
        resources.max_vertex_attribs = 16
        resources.max_texture_image_units = 32
        resources.max_vertex_texture_image_units = 32
        resources.max_combined_texture_image_units = 96
        resources.max_vertex_uniform_vectors = 1024
        resources.max_fragment_uniform_vectors = 1024
        resources.max_vertex_uniform_components = 4096
        resources.max_fragment_uniform_components = 4096
        resources.max_varying_vectors = 32
        resources.max_vertex_output_vectors = 32
        resources.max_fragment_input_vectors = 32
        resources.max_geometry_input_components = Int32(GeometryLayout.componentLimit)
        resources.max_geometry_output_components = Int32(GeometryLayout.componentLimit)
        resources.max_geometry_varying_components = Int32(GeometryLayout.componentLimit)
        resources.max_geometry_output_vertices = Int32(GeometryLayout.vertexLimit)
        resources.max_geometry_total_output_components = Int32(GeometryLayout.totalComponentLimit)
        resources.max_geometry_uniform_components = 4096
        resources.max_geometry_texture_image_units = 32
        resources.max_samples = 16
        resources.max_compute_work_group_count_x = 65535
        resources.max_compute_work_group_count_y = 65535
        resources.max_compute_work_group_count_z = 65535
        resources.max_compute_work_group_size_x = Int32(StageLowering.workGroupLimit.x)
        resources.max_compute_work_group_size_y = Int32(StageLowering.workGroupLimit.y)
        resources.max_compute_work_group_size_z = Int32(StageLowering.workGroupLimit.z)
        resources.max_compute_uniform_components = 4096
        resources.max_compute_texture_image_units = 32
        let images = Int32(ProgramLayout.imageUnitLimit)
        resources.max_image_units = images
        resources.max_vertex_image_uniforms = images
        resources.max_geometry_image_uniforms = images
        resources.max_fragment_image_uniforms = images
        resources.max_compute_image_uniforms = images
        resources.max_combined_image_uniforms = images
        resources.max_combined_shader_output_resources = 8 + images + Int32(ProgramLayout.storageBlockLimit)
        resources.max_combined_image_units_and_fragment_outputs = 8 + images
        resources.max_image_samples = 4
        let bindings = Int32(ProgramLayout.counterBindingLimit), counters = Int32(ProgramLayout.counterLimit)
        resources.max_atomic_counter_bindings = bindings
        resources.max_vertex_atomic_counter_buffers = bindings
        resources.max_geometry_atomic_counter_buffers = bindings
        resources.max_fragment_atomic_counter_buffers = bindings
        resources.max_compute_atomic_counter_buffers = bindings
        resources.max_combined_atomic_counter_buffers = bindings
        resources.max_atomic_counter_buffer_size = 4 * counters
        resources.max_vertex_atomic_counters = counters
        resources.max_geometry_atomic_counters = counters
        resources.max_fragment_atomic_counters = counters
        resources.max_compute_atomic_counters = counters
        resources.max_combined_atomic_counters = counters
        return resources
    }()
}
