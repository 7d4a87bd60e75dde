import Raster

/// The kinds of advice, named as in the tools that developers know.
///
/// Some names of those tools are missing, because Raster has nothing that they could find: vertices always come from buffers and vertex
/// layouts are part of a pipeline (*Recommend Using VBO*, *Recommend Using VAO*), no state is asked back (*State Query Call Count*), passes have no
/// action at their end (*Unnecessary Logical Buffer Store*), attributes outside of a buffer are errors, and texture coordinates that are computed,
/// and branches, cost what they execute, which a profile counts (*Dependent Texture Sampling*, *Shader Dynamic Branching*).
public enum AdviceName: String, Sendable, Hashable, CaseIterable {
    /// A transfer, an update or a clear that leaves all bits as they were.
    case redundantCall = "Redundant Call"
    /// A draw that leaves all bits as they were.
    case drawWithoutEffect = "Draw Without Effect"
    /// Triangles whose vertices are the same again and again, without indices.
    case recommendIndexedRendering = "Recommend Indexed Rendering"
    /// Pipelines that take turns, although their draws could follow one another.
    case inefficientStateUpdate = "Inefficient State Update"
    /// A pass that keeps what its attachment held, although nothing of it is seen.
    case logicalBufferLoad = "Logical Buffer Load"
    /// A texture whose contents a smaller format holds exactly.
    case textureFormatCompactness = "Texture Format Compactness"
    /// A texture that is read and holds nothing but zeros.
    case uninitializedTextureData = "Uninitialized Texture Data"
    /// A sampler that asks for mip levels of a texture that lacks them.
    case mipmappingWithoutChain = "Mipmapping Without Complete Mip Chain"
    /// A discard that discards nothing, but keeps the depth test from running before the shader.
    case lossOfDepthTestOptimizations = "Loss of Depth Test Hardware Optimizations"
    /// Blending that gives what writing without it gives.
    case blendingWithoutEffect = "Blending Without Effect"
}

/// One piece of advice: a fault, the draws that have it, and what its mend saves.
public struct Advice: Sendable {
    /// The kind.
    public let name: AdviceName
    /// Numbers of the draws concerned, in rising order; empty where it is no draw's fault.
    public let draws: [Int]
    /// The place in the source that recorded the first of them, as file:line; else the name of the command or resource.
    public let site: String
    /// What was found, in a sentence.
    public let finding: String
    /// What to change, in a sentence.
    public let mend: String
    /// What the mend saves of work, such as "24 of 36 vertices".
    public let saving: String
    /// The frame's time with the fault and with the mend, measured in turns on this machine: medians, in milliseconds. nil where no
    /// experiment can be drawn.
    public let milliseconds: (before: Double, after: Double)?
}

/// The time of a frame with some of its work taken away: which part makes it slow.
public struct FrameLimit: Sendable {
    /// What was taken away.
    public let experiment: String
    /// Medians of frames drawn in turns on this machine, in milliseconds.
    public let milliseconds: (before: Double, after: Double)
    /// The part of the frame's time that went with it, 0 to 1.
    public var share: Double { milliseconds.before > 0 ? min(1, max(0, 1 - milliseconds.after / milliseconds.before)) : 0 }
}
