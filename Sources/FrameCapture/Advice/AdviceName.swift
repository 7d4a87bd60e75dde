/// The kinds of advice, with the names that other developer tools use.
///
/// Some names that those tools use are missing here, because the faults cannot occur in Raster:
/// - *Recommend Using VBO* and *Recommend Using VAO*: vertices always come from buffers, and vertex layouts are part of a pipeline.
/// - *State Query Call Count*: applications cannot query state.
/// - *Unnecessary Logical Buffer Store*: passes have no store action.
/// - *Dependent Texture Sampling* and *Shader Dynamic Branching*: a computed texture coordinate or a branch costs only the instructions
///   that the shader executes for the coordinate or branch, and a profile counts these instructions.
///
/// Vertex attributes that lie outside of their buffer need no advice, because Raster reports such attributes as errors.
public enum AdviceName: String, Sendable, Hashable, CaseIterable {
    /// A transfer, an update or a clear that changes no bit.
    case redundantCall = "Redundant Call"
    /// A draw that changes no bit.
    case drawWithoutEffect = "Draw Without Effect"
    /// Triangles or lines that are drawn without indices, although the same vertices occur several times.
    case recommendIndexedRendering = "Recommend Indexed Rendering"
    /// Draws that alternate between pipelines, although the draws could be sorted by pipeline.
    case inefficientStateUpdate = "Inefficient State Update"
    /// A pass that keeps the old contents of its attachment, although the pass overwrites the whole attachment.
    case logicalBufferLoad = "Logical Buffer Load"
    /// A texture whose contents could be stored exactly in a smaller format.
    case textureFormatCompactness = "Texture Format Compactness"
    /// A texture that a draw reads although the texture holds only zeros.
    case uninitializedTextureData = "Uninitialized Texture Data"
    /// A sampler that uses mip levels although its texture has no complete mip chain.
    case mipmappingWithoutChain = "Mipmapping Without Complete Mip Chain"
    /// A discard statement that never discards a fragment, but prevents the depth test from running before the shader.
    case lossOfDepthTestOptimizations = "Loss of Depth Test Hardware Optimizations"
    /// Blending whose result is the same as without blending.
    case blendingWithoutEffect = "Blending Without Effect"

    /// The property of a frame that a fix improves.
    public enum Gain: Sendable, Hashable {
        /// The frame takes less time.
        case time
        /// The frame takes less memory; the fix must not make the frame slower.
        case memory
        /// The fix corrects the picture, even if the fix costs time and memory.
        case picture
    }
    /// The property of a frame that a fix for this kind of advice improves.
    public var gain: Gain {
        switch self {
        case .redundantCall, .drawWithoutEffect, .recommendIndexedRendering, .inefficientStateUpdate, .logicalBufferLoad, .lossOfDepthTestOptimizations,
             .blendingWithoutEffect: .time
        case .textureFormatCompactness: .memory
        case .uninitializedTextureData, .mipmappingWithoutChain: .picture
        }
    }
}
