// ShaderEditor: writes a captured shader to a file, and draws with the file's text whenever the file is saved.

import Foundation
import FrameCapture
import Raster
import Shading

package final class ShaderEditor {
    package struct File {
        package var name: String
        package var program: Int
        package var stage: ShaderStage
        package var status: String
        fileprivate var changed: Date
    }
    package private(set) var files: [File] = []
    private let folder: URL

    package init(folder: URL) { self.folder = folder }

    package func open(_ stage: String, of viewer: FrameViewer) throws {
        let kind: ShaderStage = stage == "vertex" ? .vertex : .fragment
        guard let draw = viewer.chosen else { return }
        let (program, source) = try viewer.capture.shader(kind, of: draw, in: viewer.frame)
        let url = folder.appendingPathComponent("program-\(program).\(kind == .vertex ? "vert" : "frag")")
        guard !files.contains(where: { $0.name == url.path }) else { return }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(source.text.utf8).write(to: url)
        } catch { throw RasterError(.fileNotWritable, "'\(url.path)'", "cannot be written: \(error.localizedDescription)", remedy: "free some space in this folder") }
        files.append(File(name: url.path, program: program, stage: kind, status: "as captured", changed: ShaderEditor.date(url.path)))
    }
    /// Replaces the shaders whose files the user has saved since the last call. Returns whether any file was saved.
    package func update(_ viewer: FrameViewer) -> Bool {
        var isChanged = false
        for index in files.indices where ShaderEditor.date(files[index].name) != files[index].changed {
            files[index].changed = ShaderEditor.date(files[index].name)
            isChanged = true
            let file = files[index]
            do {
                let source = try ShaderSource(contentsOf: file.name)
                let new = viewer.replacing.filter { $0.program != file.program || $0.stage != file.stage }
                    + [ShaderReplacement(program: file.program, stage: file.stage, source: source)]
                // If the source does not compile, this line throws an error, and the picture stays unchanged.
                _ = try Replayer(viewer.frame, of: viewer.capture, on: viewer.device, replacing: new)
                viewer.replacing = new
                files[index].status = "drawn"
            } catch { files[index].status = "\(error)" }
        }
        return isChanged
    }
    package func close(_ viewer: FrameViewer) {
        files = []
        viewer.replacing = []
    }
    private static func date(_ path: String) -> Date {
        ((try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date) ?? .distantPast
    }
}
