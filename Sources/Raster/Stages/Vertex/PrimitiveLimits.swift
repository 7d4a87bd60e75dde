// PrimitiveLimits: the limits that may remove a primitive or a part of a primitive. A draw obeys all limits of its state. LimitLadder
// leaves some limits out, to find the limit that removed a primitive.

struct PrimitiveLimits: OptionSet, Sendable, Hashable {
    let rawValue: UInt8
    /// The near plane of the view volume.
    static let near = PrimitiveLimits(rawValue: 1)
    /// The far plane of the view volume.
    static let far = PrimitiveLimits(rawValue: 2)
    /// The distances that the vertex or geometry shader writes to gl_ClipDistance.
    static let clipDistances = PrimitiveLimits(rawValue: 4)
    /// The sides of the view volume, which are the sides of the viewport.
    static let sides = PrimitiveLimits(rawValue: 8)
    /// The borders of the target.
    static let target = PrimitiveLimits(rawValue: 16)
    /// Face culling.
    static let culling = PrimitiveLimits(rawValue: 32)
    /// The scissor rectangle.
    static let scissor = PrimitiveLimits(rawValue: 64)
    /// `RasterState.rasterizerDiscard`.
    static let rasterizerDiscard = PrimitiveLimits(rawValue: 128)
    static let all: PrimitiveLimits = [.rasterizerDiscard, .near, .far, .clipDistances, .sides, .target, .culling, .scissor]

    /// For each limit, the loss that the limit causes, in the order of the pipeline.
    static let losses: [(limits: PrimitiveLimits, loss: PipelineLoss)] = [
        (.rasterizerDiscard, .rasterizerDiscarded), (.near, .nearClipped), (.far, .farClipped), (.clipDistances, .clippedByShader),
        ([.sides, .target], .viewportClipped), (.culling, .culled), (.scissor, .scissorClipped),
    ]

    /// Makes the limits of a draw with the given state.
    init(_ state: RasterState) { self = state.depthClamp ? PrimitiveLimits.all.subtracting([.near, .far]) : .all }
    init(rawValue: UInt8) { self.rawValue = rawValue }
}
