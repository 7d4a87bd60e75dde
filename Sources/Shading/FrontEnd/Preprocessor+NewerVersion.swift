// Preprocessor, newer version: supports an extension of an older dialect if glslang has the extension's features only in a later version.
//
// Later GLSL versions include the extension's features. glslang offers the functions and words of the extension only in the later versions,
// even if a directive enables the extension. So if a text enables an extension of this kind, glslang gets the text under the later version,
// in the compatibility profile, which keeps all features of older versions. The source cannot observe the newer version, because
// `__VERSION__` and conditionals have been evaluated already.

extension Preprocessor {
    private struct Addition {
        /// The first version of GLSL in which a text may enable the extension.
        var first = 130
        /// The version of GLSL that includes the extension.
        var version: Int
        /// If not nil, the version is raised only if the text uses one of these names. If nil, the version is raised whenever the
        /// text enables the extension, because no name shows whether the text uses the extension.
        var names: Set<String>?
        /// Names that belong to the later version and not to the extension. If the text uses one of these names, the version is not
        /// raised.
        var others: Set<String> = []
    }

    private static let additions: [(name: String, addition: Addition)] = [
        ("GL_ARB_explicit_attrib_location", Addition(first: 110, version: 130, names: ["in", "out"])),
        // A layout with the identifier `index` needs version 1.50.
        ("GL_ARB_explicit_attrib_location", Addition(first: 110, version: 150, names: ["index"])),
        ("GL_ARB_separate_shader_objects", Addition(first: 110, version: 150, names: ["location"])),
        ("GL_ARB_gpu_shader5", Addition(version: 400, names: nil)),
        ("GL_MESA_shader_integer_functions", Addition(version: 400, names: nil, others: functionsOf400)),
        ("GL_ARB_arrays_of_arrays", Addition(first: 120, version: 430, names: nil)),
        ("GL_EXT_texture_array",
         Addition(first: 110, version: 130, names: ["sampler1DArray", "sampler2DArray", "sampler1DArrayShadow", "sampler2DArrayShadow"])),
        ("GL_ARB_fragment_coord_conventions", Addition(first: 110, version: 150, names: ["in"])),
        ("GL_ARB_enhanced_layouts", Addition(first: 140, version: 150, names: nil)),
        // glslang has the constants of transform feedback only in version 4.40 and later.
        ("GL_ARB_enhanced_layouts",
         Addition(version: 440, names: ["gl_MaxTransformFeedbackBuffers", "gl_MaxTransformFeedbackInterleavedComponents"])),
        ("GL_ARB_derivative_control",
         Addition(version: 450, names: ["dFdxFine", "dFdyFine", "fwidthFine", "dFdxCoarse", "dFdyCoarse", "fwidthCoarse"])),
        ("GL_EXT_shader_integer_mix", Addition(version: 450, names: ["mix"])),
        ("GL_ARB_texture_query_lod", Addition(first: 150, version: 400, names: [queryLOD.extension])),
        ("GL_ARB_texture_query_levels", Addition(first: 150, version: 430, names: ["textureQueryLevels"])),
        ("GL_ARB_shader_texture_image_samples", Addition(first: 150, version: 450, names: ["textureSamples", "imageSamples"])),
        ("GL_ARB_explicit_uniform_location", Addition(version: 430, names: ["location"])),
        ("GL_AMD_conservative_depth", Addition(version: 420, names: ["gl_FragDepth"])),
        ("GL_ARB_conservative_depth", Addition(version: 420, names: ["gl_FragDepth"])),
        ("GL_ARB_shader_image_load_store", Addition(version: 420, names: nil)),
        ("GL_ARB_shader_atomic_counters", Addition(first: 140, version: 420, names: nil)),
        ("GL_ARB_shader_atomic_counter_ops", Addition(first: 140, version: 460, names: Set(counterOperations.map(\.extension)))),
        ("GL_ARB_shader_storage_buffer_object", Addition(first: 120, version: 430, names: ["buffer"])),
        ("GL_ARB_shader_image_size", Addition(version: 430, names: ["imageSize"])),
        ("GL_ARB_compute_shader", Addition(version: 430, names: nil)),
        ("GL_ARB_draw_instanced", Addition(first: 110, version: 150, names: [instanceID.extension])),
        ("GL_AMD_vertex_shader_layer", Addition(version: 450, names: [layer])),
        ("GL_ARB_fragment_layer_viewport", Addition(first: 140, version: 430, names: [layer, "gl_ViewportIndex"])),
        ("GL_ARB_shader_draw_parameters", Addition(version: 450, names: ["gl_BaseVertexARB", "gl_BaseInstanceARB", "gl_DrawIDARB"])),
    ]
    /// `instanceID` has the two names of a variable. `queryLOD` and each element of `counterOperations` have the two names of a function.
    /// `extension` is the name that an extension defines. `core` is the later name, the only name that glslang knows.
    private static let instanceID = (extension: "gl_InstanceIDARB", core: "gl_InstanceID")
    private static let layer = "gl_Layer"
    private static let queryLOD = (extension: "textureQueryLOD", core: "textureQueryLod")
    private static let counterOperations = ["Add", "Subtract", "Min", "Max", "And", "Or", "Xor", "Exchange", "CompSwap"].map {
        (extension: "atomicCounter\($0)ARB", core: "atomicCounter\($0)")
    }
    /// For each extension that glslang does not know: glslang's extension with the same features; nil if the newer version has the features
    /// without an extension.
    static let glslangNames: [String: String?] = ["GL_AMD_vertex_shader_layer": "GL_ARB_shader_viewport_layer_array",
                                                  "GL_ARB_fragment_layer_viewport": nil]
    /// Words that have a meaning in GLSL 4.00 and later, and are ordinary names in older versions.
    private static let newWords: Set<String> = ["patch", "subroutine", "double", "dvec2", "dvec3", "dvec4", "dmat2", "dmat3", "dmat4"]
    /// Functions and qualifiers of GLSL 4.00 that GL_ARB_gpu_shader5 has and GL_MESA_shader_integer_functions lacks.
    private static let functionsOf400: Set<String> = [
        "fma", "textureGather", "textureGatherOffset", "textureGatherOffsets", "interpolateAtCentroid", "interpolateAtSample", "interpolateAtOffset",
        "precise", "sample",
    ]
    /// Extensions that allow `in` and `out` at global scope before GLSL 1.30.
    private static let extensionsOfInterfaces: Set<String> = [
        "GL_ARB_explicit_attrib_location", "GL_ARB_fragment_coord_conventions", "GL_ARB_separate_shader_objects",
    ]
    /// Words and functions that have a meaning in GLSL 1.30 and later, and are ordinary names in older versions.
    private static let wordsOf130: Set<String> = [
        "uint", "uvec2", "uvec3", "uvec4", "flat", "smooth", "noperspective", "lowp", "mediump", "highp", "precision", "switch", "case", "default",
        "texture", "textureLod", "textureProj", "textureOffset", "textureSize", "texelFetch", "trunc", "round", "roundEven", "isnan", "isinf", "sinh",
        "cosh", "tanh", "asinh", "acosh", "atanh", "modf",
    ]

    /// Extensions of desktop GLSL that glslang does not know. The features of these extensions are part of the version to which
    /// `raiseVersion` raises the text.
    private static let unknownExtensions: Set<String> = [
        "GL_AMD_conservative_depth", "GL_ARB_arrays_of_arrays", "GL_ARB_compatibility", "GL_ARB_conservative_depth", "GL_ARB_shader_precision",
        "GL_ARB_texture_query_levels", "GL_EXT_texture_array", "GL_MESA_shader_integer_functions",
    ]
    /// Returns true if glslang does not know the extension, so that directives for the extension must not be passed on to glslang.
    static func isTakenIn(_ extension: String, _ dialect: GLSLDialect) -> Bool { !dialect.isES && unknownExtensions.contains(`extension`) }

    /// Raises the version if an extension needs a newer version, or if a geometry shader of the compatibility profile uses varyings of
    /// fixed function. The text stays unchanged if it contains words that mean something else in the newer version.
    mutating func raiseVersion() {
        let isCompatibleGeometry = stage == .geometry && dialect.isCompatibility
        guard !dialect.isES, isCompatibleGeometry || enabledExtensions.values.contains(true), let head = emitted.first, head.kind == .directive else { return }
        let names = Set(emitted.lazy.filter { $0.kind == .identifier }.map(\.symbol)).map { spellings[$0] }
        guard dialect.version >= 400 || Self.newWords.isDisjoint(with: names) else { return }
        let extensionVersions = Self.additions.compactMap { name, addition -> Int? in
            guard enabledExtensions[name] == true, dialect.version >= addition.first else { return nil }
            // GLSL 1.10 has no `centroid`, but the newer version would accept the word. So the version of a GLSL 1.10 text with `centroid`
            // is not raised. GLSL 1.20 has `centroid`, but only for varyings.
            if dialect.version < 120, names.contains("centroid") { return nil }
            if dialect.version < 130, !Self.wordsOf130.isDisjoint(with: names) { return nil }
            if dialect.version < 130, Self.extensionsOfInterfaces.contains(name), !hasGlobalInterface { return nil }
            if !addition.others.isDisjoint(with: names) { return nil }
            return addition.names?.isDisjoint(with: names) ?? false ? nil : addition.version
        }
        // glslang 12 lets geometry shaders write the varyings of fixed function only in GLSL 4.00 and later. So a geometry shader with
        // varyings of fixed function needs version 4.00.
        let writesOldVaryings = isCompatibleGeometry && !LegacyVariables.members.isDisjoint(with: names)
        guard let version = (extensionVersions + (writesOldVaryings ? [400] : [])).max(), version > dialect.version else { return }
        // The block gl_PerVertex has more members in the compatibility profile, and neighbouring stages must have the same members.
        // So a vertex or geometry shader of the core profile stays in this profile, unless it uses `attribute` or `varying`.
        let isCore = dialect.profile == .core || (dialect.version == 140 && enabledExtensions["GL_ARB_compatibility"] != true)
        let staysCore = isCore && [.vertex, .geometry].contains(stage) && !names.contains { ["attribute", "varying"].contains($0) }
        if staysCore, version >= 450, dialect.version < 450, !names.contains("gl_PerVertex"), !names.contains("gl_ClipDistance") {
            // Versions before 4.50 have no gl_CullDistance in the block gl_PerVertex. This declaration gives the block the members of the
            // older versions, so that the block matches the block of a neighbouring stage in an older version.
            let members = "{ vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[]; }"
            prelude.append(stage == .vertex ? "out gl_PerVertex \(members);" : "in gl_PerVertex \(members) gl_in[];")
        }
        let profile: GLSLDialect.Profile = version < 150 ? .none : staysCore ? .core : .compatibility
        emitted[0].symbol = spellings.number(of: GLSLDialect(version: version, profile: profile).directive)
    }

    /// Whether `in` or `out` occurs outside of parentheses and braces. Outside of parentheses and braces, the word declares an interface
    /// variable, not a parameter.
    private var hasGlobalInterface: Bool {
        var nesting = 0
        return emitted[headCount...].contains { token in
            switch spellings[token.symbol] {
            case "(", "{": nesting += 1
            case ")", "}": nesting -= 1
            case "in", "out": return nesting == 0
            default: break
            }
            return false
        }
    }

    /// Makes glslang accept the types of rectangle textures in versions before 1.40, because drivers accept these types too.
    mutating func declareRectangleSamplers() {
        guard !dialect.isES, dialect.version < 140, enabledExtensions["GL_ARB_texture_rectangle"] != false,
              ["sampler2DRect", "sampler2DRectShadow"].contains(where: spellings.contains) else { return }
        prelude.append("#extension GL_ARB_texture_rectangle : enable")
    }

    /// Lets glslang accept `out gl_PerVertex { vec4 gl_Position; };`, which declares only the built-in outputs that are used. GLSL
    /// allows this declaration from 4.10 on. Drivers accept the declaration from 1.50 on, the first version with gl_PerVertex.
    mutating func allowSubsetsOfVertexBlock() {
        guard !dialect.isES, (150..<410).contains(dialect.version), spellings.contains("gl_PerVertex") else { return }
        prelude.append("#extension GL_ARB_separate_shader_objects : enable")
    }

    /// Removes gl_Layer from a redeclared gl_PerVertex. GL_AMD_vertex_shader_layer adds gl_Layer to the block's members, but in glslang
    /// gl_Layer is a separate variable.
    mutating func dropLayerOfVertexBlock() {
        guard stage == .vertex, enabledExtensions["GL_AMD_vertex_shader_layer"] == true, spellings.contains("gl_PerVertex"),
              let block = emitted.firstIndex(where: { spellings[$0.symbol] == "gl_PerVertex" }),
              let end = emitted[block...].firstIndex(where: { spellings[$0.symbol] == "}" }) else { return }
        let member = ["int", Self.layer, ";"]
        guard let first = emitted[block..<end].indices.first(where: { emitted[$0..<end].prefix(3).map { spellings[$0.symbol] } == member }) else { return }
        emitted.removeSubrange(first..<first + member.count)
    }

    /// Makes glslang accept locations of blocks with GL_ARB_separate_shader_objects, because drivers accept such locations. For locations
    /// of blocks, glslang requires GL_ARB_enhanced_layouts, which also adds locations of members.
    mutating func allowLocationsOfBlocks() {
        guard dialect.version < 440, enabledExtensions["GL_ARB_separate_shader_objects"] == true,
              enabledExtensions["GL_ARB_enhanced_layouts"] != true else { return }
        prelude.append("#extension GL_ARB_enhanced_layouts : enable")
    }

    /// Replaces names that extensions define by the names that glslang has for the same variables and functions.
    mutating func renameExtensionNames() {
        let counters = Self.counterOperations.map { ("GL_ARB_shader_atomic_counter_ops", $0) }
        for (owner, name) in [("GL_ARB_draw_instanced", Self.instanceID), ("GL_ARB_texture_query_lod", Self.queryLOD)] + counters {
            guard enabledExtensions[owner] == true, spellings.contains(name.extension) else { continue }
            let symbol = spellings.number(of: name.extension)
            for index in emitted.indices where emitted[index].symbol == symbol { rename(index, to: name.core, from: name.extension) }
        }
    }

    /// Lets shaders loop over the arrays of sample masks, because drivers accept such loops. The arrays have one element with the bits of
    /// 32 samples. glslang declares the arrays without a size, and refuses a variable as the index of an output in GLSL ES. So
    /// `gl_SampleMask.length()` becomes 1, and an index that is the name of a variable becomes 0. GLSL ES allows no constant index beyond
    /// the array (OES_sample_variables), but glslang cannot check this rule for an array without a size. So a constant index i becomes
    /// `int[1](0)[i]`, whose index glslang checks.
    mutating func adaptSampleMasks() {
        let names = ["gl_SampleMask", "gl_SampleMaskIn"].filter(spellings.contains).map { spellings.number(of: $0) }
        guard !names.isEmpty else { return }
        let call = [".", "length", "(", ")"].map { spellings.number(of: $0) }, open = spellings.number(of: "["), close = spellings.number(of: "]")
        for index in emitted.indices.reversed() where names.contains(emitted[index].symbol) {
            let behind = emitted[(index + 1)...].prefix(call.count)
            if behind.map(\.symbol) == call {
                emitted[index].symbol = spellings.number(of: "1")
                emitted.removeSubrange(behind.indices)
            } else if behind.count > 2, behind[index + 1].symbol == open, behind[index + 3].symbol == close {
                let position = behind[index + 2]
                if dialect.isES, position.kind == .number || isConstantInteger(position) {
                    emitted.replaceSubrange(index + 2 ... index + 2, with: ["int", "[", "1", "]", "(", "0", ")", "["].map { text in
                        PreprocessorToken(kind: text == "int" ? .identifier : text == "0" || text == "1" ? .number : .punctuator, hasSpaceBefore: false,
                                          symbol: spellings.number(of: text), place: position.place)
                    } + [position, behind[index + 3]])
                } else if position.kind == .identifier {
                    emitted[index + 2].symbol = spellings.number(of: "0")
                }
            }
        }
    }
    /// Returns whether every integer that the source declares with the name `name` is a constant with a value, as in `const highp int name = 1`.
    private mutating func isConstantInteger(_ name: PreprocessorToken) -> Bool {
        guard name.kind == .identifier else { return false }
        let types = ["int", "uint"].map { spellings.number(of: $0) }, constant = spellings.number(of: "const"), equals = spellings.number(of: "=")
        var isDeclared = false
        for index in emitted.indices.dropFirst(3) where emitted[index].symbol == name.symbol && types.contains(emitted[index - 1].symbol) {
            guard emitted[index - 3 ..< index - 1].contains(where: { $0.symbol == constant }), emitted.dropFirst(index + 1).first?.symbol == equals else {
                return false
            }
            isDeclared = true
        }
        return isDeclared
    }
}
