/// The part of each texel that a blit copies (the mask of glBlitFramebuffer, OpenGL 3.3 §4.3.2).
public enum BlitAspect: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The whole texel.
    case all
    /// Depth alone. The destination keeps its stencil.
    case depth
    /// Stencil alone. The destination keeps its depth.
    case stencil
}
