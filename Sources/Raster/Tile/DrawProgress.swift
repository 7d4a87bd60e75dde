// DrawProgress: what the workers report about a draw while it runs.

import Synchronization

final class DrawProgress: Sendable {
    /// Samples that passed all tests.
    let passedSamples = Atomic<UInt64>(0)
    /// `end` of the loop that ran too long, in bits 1…; bit 0 tells the stage (1: fragment). −1 while all is well.
    private let failure = Atomic<Int>(-1)

    var hasFailed: Bool { failure.load(ordering: .relaxed) >= 0 }

    func fail(loopEnd: Int, isFragment: Bool) {
        _ = failure.compareExchange(expected: -1, desired: loopEnd << 1 | (isFragment ? 1 : 0), ordering: .relaxed)
    }
    var failedLoop: (loopEnd: Int, isFragment: Bool)? {
        let value = failure.load(ordering: .relaxed)
        return value < 0 ? nil : (value >> 1, value & 1 == 1)
    }
}
