// Model+Animation: keyframes that move nodes, blend morph targets and change parameters (glTF 2.0 §3.11).

import Raster

extension Model {
    /// Tracks of keyframes that are played together.
    public struct Animation: Sendable, Hashable {
        /// The animation's name in the file; it may be empty.
        public var name: String
        /// The tracks of nodes. A track changes a single property of a node.
        public var tracks: [Track]
        /// The tracks of materials, lights, cameras and visibility (KHR_animation_pointer).
        public var parameterTracks: [ParameterTrack] = []
        /// Creates an animation from its tracks.
        public init(name: String = "", tracks: [Track]) { self.name = name; self.tracks = tracks }
        /// The time of the last keyframe, in seconds.
        public var duration: Float { (tracks.map(\.times) + parameterTracks.map(\.times)).reduce(0) { max($0, $1.last ?? 0) } }
    }

    /// The values of one property over time.
    public struct Track: Sendable, Hashable {
        /// The properties of a node that a track can animate. Each case gives the number of floats in a value.
        public enum Property: String, Sendable, Hashable, CaseIterable {
            /// Three floats: `NodeTransform.translation`.
            case translation
            /// Four floats, x, y, z and w: `NodeTransform.rotation`.
            case rotation
            /// Three floats: `NodeTransform.scale`.
            case scale
            /// One float for each morph target: `Node.weights`.
            case weights
        }
        /// The ways to compute values between keyframes (glTF 2.0 appendix C).
        public enum Interpolation: String, Sendable, Hashable, CaseIterable {
            /// No interpolation: the last keyframe at or before the time gives the value.
            case step
            /// Linear interpolation between the two neighbouring keyframes; rotations are interpolated along the shorter arc.
            case linear
            /// A cubic Hermite spline. Each keyframe has three values: in-tangent, value, out-tangent.
            case cubic
        }
        /// The index of the node in `Model.nodes`.
        public var node: Int
        /// The property.
        public var property: Property
        /// The interpolation between keyframes.
        public var interpolation: Interpolation
        /// The times of the keyframes in seconds, in ascending order.
        public var times: [Float]
        /// The values of the keyframes, one after another; for `cubic`, three values for each keyframe.
        public var values: [Float]
        /// Creates a track from its keyframes.
        /// - Precondition: `values` has the same number of floats for each keyframe.
        public init(node: Int, property: Property, interpolation: Interpolation = .linear, times: [Float], values: [Float]) {
            precondition(times.isEmpty ? values.isEmpty : values.count % times.count == 0)
            self.node = node; self.property = property; self.interpolation = interpolation; self.times = times; self.values = values
        }
    }
}
