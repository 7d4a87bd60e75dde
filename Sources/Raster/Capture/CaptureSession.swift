// CaptureSession: captures some frames of a device to a file, while the device executes them.

import CaptureFile
import Glibc

extension RasterError {
    package init(_ error: CaptureFileError) {
        let code: Code = switch error.code { case .notReadable: .fileNotReadable; case .notWritable: .fileNotWritable; case .damaged: .invalidCapture; case .unsupported: .unsupported }
        self.init(code, error.subject, error.problem, remedy: error.remedy)
    }
}

final class CaptureSession: CommandObserver {
    private let path: () -> String
    private let frames: CaptureFrames
    private let start: RecordedOrigin
    /// A capture that somebody asked for from outside must not stop the program.
    private let isAskedByEnvironment: Bool
    /// Made when the first frame is to be written.
    private var recorder: FrameRecorder?
    /// The number of the next frame.
    private var next = 0
    /// The label of the frame of several submits that the program draws; nil outside of one.
    private var groupLabel: String?
    /// The number of that frame; nil until its first submit.
    private var groupNumber: Int?
    private var isWriting = false
    private var frameCount = 0
    /// The time that the session has taken of the program's, writing included.
    private var time = Duration.zero
    /// What stands in the file; nil until it is whole.
    private var file: (path: String, byteCount: Int, writingTime: Duration)?
    /// What the capture took; nil until it is over, and where it failed or has no file.
    var summary: CaptureSummary? {
        file.map { CaptureSummary(path: $0.path, frameCount: frameCount, byteCount: $0.byteCount, recordingTime: time - $0.writingTime, writingTime: $0.writingTime) }
    }
    /// Whether all that was asked for is in the file.
    private(set) var isOver = false

    init(path: @autoclosure @escaping () -> String, frames: CaptureFrames, start: RecordedOrigin, isAskedByEnvironment: Bool) {
        self.path = path; self.frames = frames; self.start = start; self.isAskedByEnvironment = isAskedByEnvironment
    }
    /// Begins the file now, so that a path that cannot be written is told at once.
    func begin() throws { try timed { recorder = try madeRecorder() } }
    private func madeRecorder() throws -> FrameRecorder {
        do { return try FrameRecorder(path: path(), start: start) } catch { throw RasterError(error) }
    }
    deinit { try? finish() }

    func willBeginFrame(label: String) { groupLabel = label }
    func didEndFrame() throws {
        groupLabel = nil
        try timed { try endFrame(error: nil) }
    }
    private func timed(_ body: () throws -> Void) rethrows {
        let began = ContinuousClock.now
        defer { time += ContinuousClock.now - began }
        try body()
    }
    func willExecute(_ commands: [Command], label: String) throws { try timed { try record(commands, label: label) } }
    private func record(_ commands: [Command], label: String) throws {
        let isFirst = groupNumber == nil, number = groupNumber ?? next
        if isFirst { next += 1 }
        if groupLabel != nil { groupNumber = number }
        if case .range(let range) = frames, !range.contains(number) { return }
        do {
            let recorder = try self.recorder ?? madeRecorder()
            self.recorder = recorder
            // Contents that a group's earlier submits wrote are there already.
            guard isFirst || !isWriting else { return try recorder.goOn(with: commands) }
            isWriting = true
            try recorder.write(commands, label: groupLabel.flatMap { $0.isEmpty ? nil : $0 } ?? label, frame: number)
        } catch {
            try giveUp(error)
        }
    }
    func didExecute(error: (any Error)?) throws {
        if groupLabel == nil || error != nil { return try timed { try endFrame(error: error) } }
        if isWriting { recorder?.noteExecution() }
    }
    /// The frame that is being written is over.
    private func endFrame(error: (any Error)?) throws {
        groupNumber = nil
        guard isWriting, let recorder else { return }
        isWriting = false
        do {
            try recorder.writeOutcome(error: error)
            frameCount += 1
            switch frames {
            case .range(let range): if next > range.upperBound { try finish() }
            case .failing: if error != nil { try finish() } else { try recorder.clear(); frameCount = 0 }
            case .endless: break
            }
        } catch {
            try giveUp(error)
        }
    }
    /// A capture of what fails has it as a frame without events.
    func didFail(toMake program: ProgramSources, label: String, error: any Error) {
        guard frames == .failing, !isOver else { return }
        timed { record(program, label: label, error) }
    }
    private func record(_ program: ProgramSources, label: String, _ error: any Error) {
        do {
            let recorder = try self.recorder ?? madeRecorder()
            self.recorder = recorder
            try recorder.clear()
            try recorder.write(program, label: label, frame: next)
            try recorder.writeOutcome(error: error)
            frameCount = 1
            try finish()
        } catch let failure {
            // The program's own error counts.
            try? giveUp(failure)
        }
    }
    private func giveUp(_ error: any Error) throws {
        isOver = true
        isWriting = false
        recorder = nil
        let told = (error as? CaptureFileError).map { RasterError($0) } ?? error
        guard isAskedByEnvironment else { throw told }
        CaptureSession.tell("Raster captures no more: \(told)")
    }

    /// Ends the capture, and the frame that is being drawn as far as it has come.
    func stop() throws {
        try timed {
            try endFrame(error: nil)
            try finish()
        }
    }
    /// Ends the capture. The file has an index then. Without a frame there is no file.
    func finish() throws {
        isOver = true
        guard let recorder else { return }
        self.recorder = nil
        do {
            // Frames of which none failed are gone.
            if frames == .failing && !recorder.hasFrame { return recorder.writer.remove() }
            try recorder.writer.finish()
            file = (recorder.writer.path, Int(recorder.writer.byteCount), recorder.writer.writingTime)
        } catch { throw RasterError(error) }
    }

    static func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
