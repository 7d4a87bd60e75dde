// Window+Screenshot: saves the picture in the window, at the window's size, as a PNG in the current folder.

import CSDL
import Glibc
import Raster

extension Window {
    /// Writes the picture in the window to `name-YYYYMMDD-HHMMSS.png` and returns the path. Existing files are never replaced:
    /// `-2`, `-3` … are added to the name. Throws `fileNotWritable`, or `invalidArgument` if no frame has been shown yet.
    public func saveScreenshot() throws(RasterError) -> String {
        guard texture != nil else {
            throw RasterError(.invalidArgument, "screenshot of window '\(name)'", "cannot be made before a frame is shown", remedy: "present a frame first")
        }
        let data = try readBack().pngData()
        let stem = "\(fileStem)-\(localTime())"
        var number = 1
        while true {
            let path = number == 1 ? "\(stem).png" : "\(stem)-\(number).png"
            if access(path, F_OK) == 0 { number += 1; continue }
            do {
                try HostFile.write(data, to: path, replacing: false)
                return path
            } catch {
                // If the file exists now, another process has created the file since the check, so the next name is tried.
                guard access(path, F_OK) == 0 else { throw error }
                number += 1
            }
        }
    }

    /// Draws the frame once more without showing the frame, and reads the drawn pixels. The pixels of a presented frame can no longer be
    /// read.
    private func readBack() throws(RasterError) -> Image {
        try drawTexture()
        let (width, height) = drawableSize()
        var bytes = [UInt8](repeating: 0, count: width * height * 3)
        let code = bytes.withUnsafeMutableBytes { SDL_RenderReadPixels(renderer, nil, SDL_PIXELFORMAT_RGB24.rawValue, $0.baseAddress, Int32(width * 3)) }
        guard code == 0 else { throw failure("cannot be read") }
        return Image(width: width, height: height, format: .rgb8, bytes: bytes)
    }

    /// Saves a screenshot and reports the result in the window and on standard error. A failure must not end the application.
    func reportScreenshot() {
        let text: String
        do { text = "saved \(try saveScreenshot())" } catch { text = "no screenshot: \(error)" }
        say(text)
        showNotice(text)
    }

    private func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// The window's name as part of a file name: letters, digits, `-` and `_` are kept; every other character becomes `-`.
    private var fileStem: String {
        let stem = String(name.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : "-" })
        return stem.isEmpty ? "screenshot" : stem
    }

    private func localTime() -> String {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y%m%d-%H%M%S", &local)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
