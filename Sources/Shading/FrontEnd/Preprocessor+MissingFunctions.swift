// Preprocessor, missing functions: declares built-in functions that belong to a dialect, but that glslang does not declare in this
// dialect.
//
// With GL_EXT_spirv_intrinsics, a line of text can declare a function that is one SPIR-V instruction. So a function that is declared in
// this way equals the function that glslang has in a later dialect. The line that declares a function is added only if the source uses the
// function's name and does not define the function. If a function is declared in this way, a call with constants is a constant expression,
// except for packing functions. The evaluation of constants (CGlslangConstants) distinguishes functions that are declared in this way only
// by their types, and several packing functions have the same types.

extension Preprocessor {
    mutating func declareMissingFunctions(_ outline: ShaderOutline) {
        guard !dialect.isES, (130...140).contains(dialect.version) else { return }
        // A later version of GLSL has the texture queries. But the text is not compiled under this later version, because shaders of
        // versions 1.30 and 1.40 use fixed-function varyings. So this function declares the queries.
        var lines: [String] = []
        if dialect.version == 140 { lines += declarations(Self.matrixFunctions, outline) }
        if enabledExtensions["GL_ARB_shader_bit_encoding"] == true { lines += declarations(Self.bitFunctions, outline) }
        if enabledExtensions["GL_ARB_shading_language_packing"] == true { lines += declarations(Self.packingFunctions, outline) }
        let hasCubeArrays = enabledExtensions["GL_ARB_texture_cube_map_array"] == true
        if enabledExtensions["GL_ARB_texture_query_lod"] == true, stage.rules.hasPixels {
            lines += declarations([MissingFunction("textureQueryLod", .imageQueryLod, "vec2", takesCoordinate: true, hasCubeArrays: hasCubeArrays)], outline)
        }
        if enabledExtensions["GL_ARB_texture_query_levels"] == true {
            let function = MissingFunction("textureQueryLevels", .imageQueryLevels, "int", takesCoordinate: false, hasCubeArrays: hasCubeArrays)
            lines += declarations([function], outline)
        }
        // These lines come before the directives of the source, so directives for the extensions that the lines use are added too.
        let directives = ["GL_EXT_spirv_intrinsics"] + (hasCubeArrays ? ["GL_ARB_texture_cube_map_array"] : [])
        if !lines.isEmpty { prelude += directives.map { "#extension \($0) : enable" } + lines }
    }

    private mutating func declarations(_ functions: [MissingFunction], _ outline: ShaderOutline) -> [String] {
        functions.filter { function in
            let symbol = spellings.number(of: function.name)
            return emitted.contains { $0.symbol == symbol } && !outline.functions.contains { $0.name == function.name }
        }.flatMap(\.declarations)
    }

    private struct MissingFunction {
        var name: String
        /// The arguments of `spirv_instruction`.
        var instruction: String
        /// For each overload: the parameters, and the type of the result.
        var overloads: [(parameters: String, result: String)]

        var declarations: [String] { overloads.map { "spirv_instruction(\(instruction)) \($0.result) \(name)(\($0.parameters));" } }

        /// Makes a function that is one instruction of GLSL.std.450.
        /// - Parameter types: Pairs of types: the type of the parameter, and the type of the result.
        init(_ name: String, _ function: GLSLFunction, _ types: [(String, String)]) {
            self.name = name; overloads = types.map { ("\($0) x", $1) }
            instruction = "set = \"GLSL.std.450\", id = \(function.rawValue)"
        }

        /// Makes a function that is the instruction OpBitcast. `from` and `to` each have the name of a scalar type and the prefix
        /// of the vector types.
        init(_ name: String, from: (String, String), to: (String, String)) {
            self.name = name
            instruction = "id = \(SPIRVOpcode.bitcast.rawValue)"
            overloads = [("\(from.0) x", to.0)] + (2...4).map { ("\(from.1)vec\($0) x", "\(to.1)vec\($0)") }
        }

        /// Makes a function that is one instruction, with an overload for each sampler type.
        init(_ name: String, _ opcode: SPIRVOpcode, _ result: String, takesCoordinate: Bool, hasCubeArrays: Bool) {
            self.name = name
            instruction = "id = \(opcode.rawValue)"
            // The dimensions of textures with levels, and the types of their coordinates, without the layer.
            let dimensions = [("1D", "float"), ("2D", "vec2"), ("3D", "vec3"), ("Cube", "vec3"), ("1DArray", "float"), ("2DArray", "vec2")]
                + (hasCubeArrays ? [("CubeArray", "vec3")] : [])
            let colors = ["", "i", "u"].flatMap { kind in dimensions.map { ("\(kind)sampler\($0)", $1) } }
            let shadows = dimensions.filter { $0.0 != "3D" }.map { ("sampler\($0)Shadow", $1) }
            overloads = (colors + shadows).map { ("\($0) s" + (takesCoordinate ? ", \($1) p" : ""), result) }
        }
    }

    // The matrix functions of GLSL 1.40, 8.5.
    private static var matrixFunctions: [MissingFunction] {
        [MissingFunction("inverse", .matrixInverse, [("mat2", "mat2"), ("mat3", "mat3"), ("mat4", "mat4")])]
    }

    // The functions of ARB_shader_bit_encoding.
    private static var bitFunctions: [MissingFunction] {
        [MissingFunction("floatBitsToInt", from: ("float", ""), to: ("int", "i")),
         MissingFunction("floatBitsToUint", from: ("float", ""), to: ("uint", "u")),
         MissingFunction("intBitsToFloat", from: ("int", "i"), to: ("float", "")),
         MissingFunction("uintBitsToFloat", from: ("uint", "u"), to: ("float", ""))]
    }

    // The functions of ARB_shading_language_packing.
    private static var packingFunctions: [MissingFunction] {
        [MissingFunction("packSnorm4x8", .packSnorm4x8, [("vec4", "uint")]), MissingFunction("packUnorm4x8", .packUnorm4x8, [("vec4", "uint")]),
         MissingFunction("packSnorm2x16", .packSnorm2x16, [("vec2", "uint")]), MissingFunction("packUnorm2x16", .packUnorm2x16, [("vec2", "uint")]),
         MissingFunction("packHalf2x16", .packHalf2x16, [("vec2", "uint")]), MissingFunction("unpackSnorm2x16", .unpackSnorm2x16, [("uint", "vec2")]),
         MissingFunction("unpackUnorm2x16", .unpackUnorm2x16, [("uint", "vec2")]), MissingFunction("unpackHalf2x16", .unpackHalf2x16, [("uint", "vec2")]),
         MissingFunction("unpackSnorm4x8", .unpackSnorm4x8, [("uint", "vec4")]), MissingFunction("unpackUnorm4x8", .unpackUnorm4x8, [("uint", "vec4")])]
    }
}
