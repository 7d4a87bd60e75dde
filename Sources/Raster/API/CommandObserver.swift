/// Receives the commands that a device executes. A device has at most one observer. Without an observer it does no extra work.
package protocol CommandObserver: AnyObject {
    /// A frame begins. All submits until `didEndFrame` belong to it. Outside of such a frame, each submit is a frame of its own.
    func willBeginFrame(label: String)
    /// The frame of `willBeginFrame` is over.
    func didEndFrame() throws
    /// The commands of one submit are valid and run next. The resources that they read still have their contents from before the
    /// submit. If this throws, the commands do not run.
    func willExecute(_ commands: [Command], label: String) throws
    /// The commands that were passed to `willExecute` have run to their end, or until `error`.
    func didExecute(error: (any Error)?) throws
    /// A program could not be compiled or linked.
    func didFail(toMake program: ProgramSources, label: String, error: any Error)
    /// Whether the observer needs no further commands. The device then removes it.
    var isOver: Bool { get }
    /// The device's `lastCapture` once the observer is dropped.
    var summary: CaptureSummary? { get }
}

extension Device {
    /// Drops the observer if it has seen all that it wants to see.
    func dropFinishedObserver() {
        guard let observer, observer.isOver else { return }
        lastCapture = observer.summary
        self.observer = nil
    }
}
