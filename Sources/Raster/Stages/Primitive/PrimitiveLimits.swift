// PrimitiveLimits: what may keep a primitive, or a part of it, from being drawn. All of it holds for what is drawn; whoever asks why
// something is not there takes one after the other away.

struct PrimitiveLimits: OptionSet, Sendable, Hashable {
    let rawValue: UInt8
    /// The near plane of the view volume.
    static let near = PrimitiveLimits(rawValue: 1)
    /// The far plane.
    static let far = PrimitiveLimits(rawValue: 2)
    /// The distances that the vertex shader gives in gl_ClipDistance.
    static let clipDistances = PrimitiveLimits(rawValue: 4)
    /// The sides of the view volume, which are those of the viewport.
    static let sides = PrimitiveLimits(rawValue: 8)
    /// The borders of the target.
    static let target = PrimitiveLimits(rawValue: 16)
    /// The culling of triangles by the side that they show.
    static let culling = PrimitiveLimits(rawValue: 32)
    static let scissor = PrimitiveLimits(rawValue: 64)
    static let all: PrimitiveLimits = [.near, .far, .clipDistances, .sides, .target, .culling, .scissor]

    /// All that a state asks for.
    init(_ state: RasterState) { self = state.depthClamp ? PrimitiveLimits.all.subtracting([.near, .far]) : .all }
    init(rawValue: UInt8) { self.rawValue = rawValue }
}
