/// Receives the commands that a device executes. A device has at most one observer. A device without an observer does no extra
/// work.
package protocol CommandObserver: AnyObject {
    /// Called when a frame begins. All submits until `didEndFrame` belong to this frame. A submit that is not between calls of
    /// `willBeginFrame` and `didEndFrame` is a frame by itself.
    func willBeginFrame(label: String)
    /// Called when the frame that began with `willBeginFrame` is over.
    func didEndFrame() throws
    /// Called before the device executes the valid commands of one submit. The resources that these commands read have not changed yet. If
    /// this function throws, the commands do not run.
    func willExecute(_ commands: [Command], label: String) throws
    /// Called after all commands that were passed to `willExecute` have run, or after `error` has stopped the commands.
    func didExecute(error: (any Error)?) throws
    /// Called if a program could not be compiled or linked.
    func didFail(toMake program: ProgramSources, label: String, error: any Error)
    /// Called if a compute program could not be compiled or linked.
    func didFail(toMake program: ComputeSources, label: String, error: any Error)
    /// Whether the observer needs no further commands. If true, the device removes the observer.
    var isOver: Bool { get }
    /// The value that the device's `lastCapture` gets when the device removes the observer; nil if the observer made no capture.
    var summary: CaptureSummary? { get }
}

extension Device {
    /// Removes the observer if the observer needs no further commands.
    func dropFinishedObserver() {
        guard let observer, observer.isOver else { return }
        lastCapture = observer.summary
        self.observer = nil
    }
}
