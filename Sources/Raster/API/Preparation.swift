// Preparation: compilation that goes on in the background.

import Dispatch

/// Made by `Device.prepareInBackground`. May be dropped: the work goes on all the same.
public final class Preparation: Sendable {
    private let group = DispatchGroup()

    init(_ work: (@Sendable () -> Void)?) {
        if let work { DispatchQueue.global(qos: .utility).async(group: group, execute: work) }
    }
    /// Whether all is compiled.
    public var isFinished: Bool { group.wait(timeout: .now()) == .success }
    /// Returns when all is compiled.
    public func wait() { group.wait() }
}
