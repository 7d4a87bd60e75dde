// RunningSample: the sample for which a fragment kernel runs the shader, if the shader runs for each sample of a pixel.

import Kernel
import Shading

/// The sample for which the shader runs. If a pixel has at most `unrolledCount` samples, the kernel has separate code for each sample, with
/// constants for the sample's position. If a pixel has more samples, this code would be too long, so a loop runs over the sample numbers.
enum RunningSample {
    case fixed(Int)
    case counted(Scalar<Int32>, of: Int)

    /// Up to this number of samples, the kernel has separate code for each sample.
    static let unrolledCount = 4

    /// Returns the sample's number in all lanes.
    func number(_ builder: KernelBuilder) -> UIntLanes {
        switch self {
        case .fixed(let number): builder.lanes(UInt32(number))
        case .counted(let number, _): number.withSign(of: UInt32.self).broadcast()
        }
    }

    /// Returns the distance from the pixel's centre to the sample along an axis, in pixels.
    private static func offset(_ number: Scalar<Int32>, of count: Int, _ axis: (_ position: (x: Int, y: Int)) -> Int) -> Scalar<Float> {
        // A coordinate of a sample has four bits, in units of 1/16 pixel from the pixel's corner, so the coordinates of 16 samples along
        // one axis fit into 64 bits.
        let packed = SamplePositions.sixteenths(count).enumerated().reduce(UInt64(0)) { $0 | UInt64(8 + axis($1.element)) << UInt64(4 * $1.offset) }
        let place = number.withSign(of: UInt32.self).widened(to: UInt64.self) << 2
        let found = (number.builder.scalar(packed) >> place) & 15
        return (found.narrowed(to: UInt32.self).withSign(of: Int32.self) - 8).converted(to: Float.self) * (1 / 16)
    }
    /// Returns a coordinate x, moved from the pixel's centre to the sample.
    func movedX(_ x: FloatLanes, _ positions: [(x: Int, y: Int)]) -> FloatLanes { moved(x, positions) { $0.x } }
    /// Returns a coordinate y, moved from the pixel's centre to the sample.
    func movedY(_ y: FloatLanes, _ positions: [(x: Int, y: Int)]) -> FloatLanes { moved(y, positions) { $0.y } }

    private func moved(_ value: FloatLanes, _ positions: [(x: Int, y: Int)], _ axis: (_ position: (x: Int, y: Int)) -> Int) -> FloatLanes {
        switch self {
        case .fixed(let number): value + Float(axis(positions[number])) / 256
        case .counted(let number, let count): value + Self.offset(number, of: count, axis).broadcast()
        }
    }

    /// Returns the lanes in which `bits`, a mask of samples, contains this sample.
    func isIn(_ bits: UIntLanes) -> LaneMask {
        switch self {
        case .fixed(let number): (bits & (1 << UInt32(number))) .!= 0
        case .counted(let number, _): ((bits >> number.withSign(of: UInt32.self).broadcast()) & 1) .!= 0
        }
    }
    /// Returns the lanes in which alpha to coverage keeps the sample: of n samples, sample s is kept if alpha > s/n.
    func isKept(_ alpha: FloatLanes, of count: Int) -> LaneMask {
        switch self {
        case .fixed(let number): alpha .> Float(number) / Float(count)
        case .counted(let number, _): alpha .> (number.converted(to: Float.self) * (1 / Float(count))).broadcast()
        }
    }
}
