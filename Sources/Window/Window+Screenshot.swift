// Window+Screenshot: the picture on the screen as a PNG in the current folder.

import Glibc
import Raster

extension Window {
    /// Writes the frame shown last, without its alpha, as `name-YYYYMMDD-HHMMSS.png` and returns the path. An existing
    /// file is never replaced: `-2`, `-3` … are added. Throws `fileNotWritable`, or `invalidArgument` before any frame.
    public func saveScreenshot() throws -> String {
        guard let shown, let attachment = shown.color.first ?? nil else {
            throw RasterError(.invalidArgument, "screenshot of window '\(name)'", "cannot be made before a frame is shown", remedy: "present one first")
        }
        try attachment.texture.prepareForHostAccess()
        var image = Image(width: shown.width, height: shown.height, format: .rgba8)
        let rowBytes = shown.width * 4
        image.bytes.withUnsafeMutableBytes { pixels in
            for row in 0..<shown.height {
                let source = attachment.texture.storage.address(level: attachment.level, slice: attachment.slice, x: 0, y: shown.height - 1 - row)
                (pixels.baseAddress! + row * rowBytes).copyMemory(from: source, byteCount: rowBytes)
            }
        }
        let data = try image.converted(to: .rgb8).pngData()
        let stem = "\(fileStem)-\(localTime())"
        var number = 1
        while true {
            let path = number == 1 ? "\(stem).png" : "\(stem)-\(number).png"
            if access(path, F_OK) == 0 { number += 1; continue }
            do {
                try HostFile.write(data, to: path, replacing: false)
                return path
            } catch {
                // Another program may have taken the name since it was looked up.
                guard access(path, F_OK) == 0 else { throw error }
                number += 1
            }
        }
    }

    /// Saves and tells the user: a failure here must not end the show.
    func reportScreenshot() {
        do { say("saved \(try saveScreenshot())") } catch { say("no screenshot: \(error)") }
    }

    private func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// The window's name as part of a file name: letters, digits, - and _ stay.
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
