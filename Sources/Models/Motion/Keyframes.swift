// Keyframes: computes the value of an animated property at a time (glTF 2.0 §3.11 and appendix C).

import Raster

struct Keyframes {
    let interpolation: Model.Track.Interpolation
    let times: [Float]
    let values: [Float]
    /// Whether the values are rotations: unit quaternions, which are interpolated along the shorter arc.
    let areRotations: Bool

    /// The number of floats of a value.
    var width: Int { times.isEmpty ? 0 : values.count / times.count / (interpolation == .cubic ? 3 : 1) }

    func value(at time: Float) -> [Float] {
        guard let first = times.first, let last = times.last, width > 0 else { return [] }
        // If the time is NaN, this comparison is false, and the first value is returned.
        guard time > first else { return key(0) }
        guard time < last else { return key(times.count - 1) }
        // A bisection finds the first keyframe after the time.
        var low = 0, high = times.count - 1
        while low < high {
            let middle = (low + high) / 2
            if times[middle] > time { high = middle } else { low = middle + 1 }
        }
        let before = low - 1, span = times[low] - times[before], t = span > 0 ? (time - times[before]) / span : 0
        switch interpolation {
        case .step: return key(before)
        case .linear:
            let a = key(before), b = key(low)
            if areRotations { return Self.floats(Self.quaternion(a).slerp(to: Self.quaternion(b), t)) }
            return zip(a, b).map { $0 + ($1 - $0) * t }
        case .cubic:
            // In the file, tangents are changes per second, so tangents are multiplied by the time between the keyframes.
            let t2 = t * t, t3 = t2 * t, width = width
            let result = (0..<width).map { k in
                let value0 = values[(3 * before + 1) * width + k], out = values[(3 * before + 2) * width + k] * span
                let into = values[3 * low * width + k] * span, value1 = values[(3 * low + 1) * width + k]
                return (2 * t3 - 3 * t2 + 1) * value0 + (t3 - 2 * t2 + t) * out + (3 * t2 - 2 * t3) * value1 + (t3 - t2) * into
            }
            return areRotations ? Self.floats(Self.quaternion(result)) : result
        }
    }
    /// Returns the value of a keyframe.
    private func key(_ index: Int) -> [Float] {
        let width = width, start = (interpolation == .cubic ? 3 * index + 1 : index) * width
        let value = Array(values[start..<(start + width)])
        return areRotations ? Self.floats(Self.quaternion(value)) : value
    }
    private static func quaternion(_ v: [Float]) -> Quaternion { v.count == 4 ? Quaternion(v[0], v[1], v[2], v[3]).normalized : .identity }
    private static func floats(_ q: Quaternion) -> [Float] { [q.vector.x, q.vector.y, q.vector.z, q.scalar] }
}

extension Model.Track {
    private var keyframes: Keyframes { Keyframes(interpolation: interpolation, times: times, values: values, areRotations: property == .rotation) }
    /// The number of floats of a value.
    public var width: Int { keyframes.width }

    /// Returns the value at a time in seconds. Before the first keyframe, the result is the first value; after the last keyframe, the result
    /// is the last value. Rotations are unit quaternions. Returns an empty list for a track without keyframes.
    public func value(at time: Float) -> [Float] { keyframes.value(at: time) }
}
