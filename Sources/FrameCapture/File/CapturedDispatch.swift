import CaptureFile
import Raster

/// One dispatch of a captured frame: work groups of a compute program.
public struct CapturedDispatch: Sendable, Hashable {
    /// The dispatch's number in its frame, from 0. Draws are numbered separately.
    public let number: Int
    /// The dispatch's label.
    public let label: String
    /// The label of the compute program; empty if the program has no label.
    public let program: String
    /// The number of work groups.
    public let groups: WorkGroupCount
    /// The source file that recorded the dispatch, in the form of `#fileID`: the module and the file's name. The form `#fileID` is not a
    /// path.
    public let file: String
    /// The line in `file` that recorded the dispatch.
    public let line: Int
    /// The index of the dispatch's event in the frame.
    package let event: Int
    /// The path of the source file `file`; nil if the path is not known.
    let filePath: String?

    /// The dispatch's label; without a label, the label of its program; without both, its place in the source.
    public var name: String { label.isEmpty ? program.isEmpty ? site : program : label }
    /// The place in the source that recorded the dispatch, as in `CapturedDraw.site`.
    public var site: String { "\(filePath ?? file.split(separator: "/").last.map(String.init) ?? file):\(line)" }
}

extension CapturedFrame {
    /// Returns the dispatch with the given number.
    /// - Throws: `RasterError` with `invalidArgument` if the frame has no such dispatch.
    public func dispatch(_ number: Int) throws(RasterError) -> CapturedDispatch {
        guard dispatches.indices.contains(number) else {
            throw RasterError(.invalidArgument, "dispatch \(number)", "is not in frame \(self.number)",
                              remedy: dispatches.isEmpty ? "it has no dispatches" : "use 0 to \(dispatches.count - 1)")
        }
        return dispatches[number]
    }
    /// - Throws: `RasterError` with `invalidArgument` if the dispatch belongs to another frame.
    func recordedDispatch(_ dispatch: CapturedDispatch) throws(RasterError) -> RecordedDispatch {
        guard events.indices.contains(dispatch.event), case .dispatch(let record) = events[dispatch.event] else {
            throw RasterError(.invalidArgument, "dispatch \(dispatch.number)", "belongs to another frame", remedy: "give the dispatch's own frame")
        }
        return record
    }
    /// Returns the labels of the buffers and textures that a dispatch uses: first storage buffers, then images, then textures. A resource
    /// without a label has its number instead, such as #3.
    public func resourceNames(of dispatch: CapturedDispatch) -> [String] {
        guard let record = try? recordedDispatch(dispatch) else { return [] }
        func name(_ label: String, _ number: Int) -> String { label.isEmpty ? "#\(number)" : label }
        let images = record.images.sorted { $0.unit < $1.unit }.map(\.texture), textures = record.textures.sorted { $0.unit < $1.unit }.map(\.texture)
        var names: [String] = []
        for text in record.storageBuffers.sorted(by: { $0.block < $1.block }).map({ name(table.buffers[$0.buffer].label, $0.buffer) })
            + (images + textures).map({ name(table.textures[$0].descriptor.label, $0) }) where !names.contains(text) { names.append(text) }
        return names
    }
}
