import Host
import Kernel

/// Compilation in the background, started by `Device.prepareInBackground`. The compilation continues even if the application drops this
/// object. A process that exits does not wait for the compilation.
public final class Preparation: Sendable {
    private static let thread = BackgroundCompilation()
    private let completion = Completion()

    init(_ work: (@Sendable () -> Void)?) {
        guard let work else {
            completion.happen()
            return
        }
        // The background thread may refuse the work. If the thread refuses the work, each piece of code is compiled when a draw first needs
        // it.
        let isAdded = Self.thread.add([{ [completion] in
            work()
            completion.happen()
        }])
        if !isAdded { completion.happen() }
    }
    /// Whether the compilation of all code is complete.
    public var isFinished: Bool { completion.hasHappened }
    /// Waits until all code is compiled. If the process exits, the compilation ends, and this function returns.
    public func wait() { completion.wait { BackgroundCompilation.hasEnded } }
}
