// ShaderStage+Rules: all differences between stages that matter during compilation. A further stage needs a row in this file, a case of
// `ShaderStage`, and code that runs the stage.
import CGlslang

/// The rules of one stage.
struct StageRules {
    /// The place from which a stage's inputs come, or to which a stage's outputs go.
    enum Connection {
        /// Attributes of vertices.
        case attributes
        /// The neighbouring stage. Values between the stages are interpolated.
        case varyings
        /// Colour attachments.
        case targets
    }

    let glslang: glslang_stage_t
    /// The stage's number in OpEntryPoint (SPIR-V 1.6, section 3.3).
    let executionModel: UInt32
    let inputs: Connection
    let outputs: Connection
    /// Whether each lane of the stage is a pixel in a quad. A stage with pixels has derivatives, levels of detail from derivatives,
    /// `discard`, and inputs that can be interpolated at other places of the pixel.
    let hasPixels: Bool
    let builtinInputs: Set<SPIRVBuiltIn>
    let builtinOutputs: Set<SPIRVBuiltIn>
    /// The variables of old GLSL that become ordinary inputs of this stage; see `LegacyVariables`.
    let legacyInputs: Set<String>
    let legacyOutputs: Set<String>
    /// The default precisions of types (GLSL ES 3.00, 4.5.4).
    let defaultPrecisions: [String: String]
}

extension ShaderStage {
    var rules: StageRules {
        switch self {
        case .vertex: Self.vertexRules
        case .geometry: Self.geometryRules
        case .fragment: Self.fragmentRules
        case .compute: Self.computeRules
        }
    }

    private static let vertexRules = StageRules(
        glslang: GLSLANG_STAGE_VERTEX, executionModel: 0, inputs: .attributes, outputs: .varyings, hasPixels: false,
        builtinInputs: [.vertexID, .vertexIndex, .instanceID, .instanceIndex, .baseVertex, .baseInstance, .drawIndex],
        builtinOutputs: [.position, .pointSize, .clipDistance, .layer],
        legacyInputs: LegacyVariables.attributes, legacyOutputs: LegacyVariables.vertexOutputs,
        defaultPrecisions: ["float": "highp", "int": "highp"])

    private static let geometryRules = StageRules(
        glslang: GLSLANG_STAGE_GEOMETRY, executionModel: 3, inputs: .varyings, outputs: .varyings, hasPixels: false,
        builtinInputs: [.position, .pointSize, .clipDistance, .primitiveID, .invocationID],
        builtinOutputs: [.position, .pointSize, .clipDistance, .primitiveID, .layer],
        legacyInputs: [], legacyOutputs: LegacyVariables.vertexOutputs,
        defaultPrecisions: ["float": "highp", "int": "highp"])

    private static let fragmentRules = StageRules(
        glslang: GLSLANG_STAGE_FRAGMENT, executionModel: 4, inputs: .varyings, outputs: .targets, hasPixels: true,
        builtinInputs: [.fragCoord, .frontFacing, .pointCoord, .primitiveID, .layer, .viewportIndex, .helperInvocation, .sampleID, .samplePosition, .sampleMask,
                        .clipDistance],
        builtinOutputs: [.fragDepth, .sampleMask],
        legacyInputs: LegacyVariables.fragmentInputs, legacyOutputs: LegacyVariables.fragmentOutputs,
        defaultPrecisions: ["int": "mediump"])

    private static let computeRules = StageRules(
        glslang: GLSLANG_STAGE_COMPUTE, executionModel: 5, inputs: .attributes, outputs: .varyings, hasPixels: false,
        builtinInputs: [.workGroupCount, .workGroup, .localInvocation, .globalInvocation, .localInvocationIndex],
        builtinOutputs: [], legacyInputs: [], legacyOutputs: [],
        defaultPrecisions: ["float": "highp", "int": "highp"])
}
