import Foundation
import Raster
import SeededRandom
import TestSupport
import Testing

private let sampleFiles: [(name: String, bytes: [UInt8])] = {
    var palette = PNGWriter(width: 21, height: 13, depth: 4, colorType: 3, isInterlaced: true)
    palette.palette = (0..<48).map { UInt8($0 * 5) }
    palette.transparency = [0, 100, 255]
    var files = [
        ("interlaced palette PNG", palette.file { x, y, _ in (x + y) & 15 }),
        ("rgba16 PNG", try! noise(width: 9, height: 7, format: .rgba16).pngData()),
        ("compressed PNG", try! gradient(width: 40, height: 30).pngData(.small)),
        ("RGB JPEG", try! gradient(width: 40, height: 30).jpegData(quality: 80)),
        ("grey JPEG", try! gradient(width: 40, height: 30, format: .gray8).jpegData(quality: 95)),
    ]
    if ImageMagick.isInstalled {
        files.append(("progressive JPEG", try! ImageMagick.convert(["-seed", "7", "-size", "41x29", "plasma:", "-interlace", "JPEG", "jpeg:-"])))
    }
    return files
}()

@Suite("Damaged image files") struct ImageErrorTests {
    @Test("a truncated file is a typed error that names the file", arguments: sampleFiles.map(\.name))
    func truncated(name: String) throws {
        let bytes = sampleFiles.first { $0.name == name }!.bytes
        #expect(throws: Never.self) { try Image.read(bytes: bytes) }
        // Cuts at each of the last 64 bytes are all tested, because a file that is cut in this part may still contain all pixels.
        for count in Set(stride(from: 0, to: bytes.count, by: 7)).union(max(0, bytes.count - 64)..<bytes.count).sorted() {
            let error = #expect(throws: RasterError.self) { try Image.read(bytes: Array(bytes[..<count]), name: "image 'cut'") }
            #expect(error?.code == .invalidImage && error?.subject == "image 'cut'", "cut at \(count) of \(bytes.count)")
        }
    }

    @Test("a file with random damage is an image or a typed error", arguments: sampleFiles.map(\.name))
    func mutated(name: String) throws {
        let bytes = sampleFiles.first { $0.name == name }!.bytes
        var generator = SeededGenerator(state: 42)
        for round in 0..<500 {
            var damaged = bytes
            for _ in 0...(round % 6) { damaged[Int.random(in: 8..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator) }
            if name.hasSuffix("PNG") && round % 2 == 0 { damaged = PNGWriter.mendChecksums(damaged) }
            do {
                let image = try Image.read(bytes: damaged)
                #expect(image.bytes.count == image.width * image.height * image.format.bytesPerPixel)
            } catch {
                #expect([.invalidImage, .invalidSize, .unsupported].contains(error.code))
            }
        }
    }

    @Test("a picture with a size beyond the limits is refused before memory is allocated")
    func sizes() throws {
        func header(_ width: Int, _ height: Int, depth: Int = 8, type: UInt8 = 6) -> [UInt8] {
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + PNGWriter.chunk("IHDR", PNGWriter.big(width) + PNGWriter.big(height) + [UInt8(depth), type, 0, 0, 0])
                + PNGWriter.chunk("IDAT", PNGWriter.stored([0])) + PNGWriter.chunk("IEND", [])
        }
        func code(_ bytes: [UInt8]) -> RasterError.Code? { do { _ = try Image.read(bytes: bytes); return nil } catch { return error.code } }
        #expect(code(header(16385, 1)) == .invalidSize)
        #expect(code(header(1, 1 << 20)) == .invalidSize)
        #expect(code(header(16384, 16384, depth: 16)) == .invalidSize)
        #expect(code(header(16384, 16384)) == .invalidImage)
        #expect(code(header(0, 5)) == .invalidImage)
        var jpeg = try gradient(width: 16, height: 16).jpegData()
        let frame = jpeg.indices.first { jpeg[$0] == 0xFF && (0xC0...0xC2).contains(jpeg[$0 + 1]) }!
        jpeg.replaceSubrange((frame + 5)..<(frame + 9), with: [0x00, 0x01, 0x40, 0x01])
        #expect(code(jpeg) == .invalidSize)
        jpeg.replaceSubrange((frame + 5)..<(frame + 9), with: [0x40, 0x00, 0x40, 0x00])
        #expect(code(jpeg) == .invalidImage)
        #expect(throws: RasterError.self) { try Image(width: 16385, height: 1, format: .gray8).pngData() }
        #expect(throws: RasterError.self) { try Image(width: 0, height: 0).pngData() }
        #expect(throws: RasterError.self) { try Image(width: 0, height: 0).jpegData() }
        #expect(throws: RasterError.self) { try Image(width: 1, height: 1).jpegData(quality: 0) }
    }

    @Test("a wrong checksum of a chunk that pixels depend on is named, and the picture is refused",
          arguments: [("IDAT", 0), ("IDAT", -1), ("PLTE", 0), ("tRNS", 0), ("IHDR", 0), ("IEND", 0)])
    func checksums(type: String, number: Int) throws {
        var writer = PNGWriter(width: 300, height: 300, depth: 8, colorType: 3)
        writer.palette = (0..<768).map { UInt8($0 & 255) }
        writer.transparency = [0, 100, 255]
        // The data are cut into several chunks, as in the files of most programs.
        let whole = writer.file { x, y, _ in (x * y) & 255 }, data = try #require(chunks(whole).first { $0.type == "IDAT" }).data
        let parts = stride(from: data.lowerBound, to: data.upperBound, by: 20_000).flatMap {
            PNGWriter.chunk("IDAT", Array(whole[$0..<min($0 + 20_000, data.upperBound)]))
        }
        var file = Array(whole[..<(data.lowerBound - 8)]) + parts + whole[(data.upperBound + 4)...]
        #expect(try Image(data: file) == Image(data: whole))
        let same = chunks(file).filter { $0.type == type }, chunk = number < 0 ? try #require(same.last) : try #require(same.first)
        file[chunk.data.upperBound] ^= 0x10
        let error = #expect(throws: RasterError.self) { try Image(data: file, name: "map") }
        #expect(error?.code == .invalidImage && error?.subject == "map")
        #expect(error?.problem == "is a damaged PNG: the checksum of the chunk \(type) at byte \(chunk.data.lowerBound - 8) is wrong")
    }

    @Test("a wrong checksum of a chunk that pixels do not depend on is a warning if Raster reads the chunk")
    func harmlessChecksums() throws {
        let image = gradient(width: 9, height: 9)
        for (type, data, warnings) in [("gAMA", PNGWriter.big(100_000), ["its chunk gAMA has a wrong checksum and is ignored"]),
                                       ("eXIf", ImageOrientationTests.exif(6), ["its chunk eXIf has a wrong checksum and is ignored"]),
                                       ("tIME", [7, 230, 1, 2, 3, 4, 5], [])] {
            var chunk = PNGWriter.chunk(type, data), file = try image.pngData()
            chunk[chunk.count - 1] ^= 1
            file.insert(contentsOf: chunk, at: 33)
            let read = try ImageFile(data: file)
            #expect(read.image == image && read.warnings == warnings, "\(type)")
        }
    }

    private func chunks(_ file: [UInt8]) -> [(type: String, data: Range<Int>)] {
        var place = 8, result: [(String, Range<Int>)] = []
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            result.append((String(decoding: file[place + 4..<place + 8], as: UTF8.self), place + 8..<place + 8 + length))
            place += 12 + length
        }
        return result
    }

    @Test("files of other kinds are named", arguments: [("GIF89a", "GIF"), ("II*\0....", "TIFF"), ("....ftypavif", "AVIF"), ("v/1\u{1}", "OpenEXR")])
    func otherKinds(start: String, kind: String) {
        let error = #expect(throws: RasterError.self) { try Image(data: Array(start.utf8), name: "logo") }
        #expect(error?.description == "logo is a \(kind) file; give a PNG, JPEG, WebP or Radiance HDR file [invalidImage]")
    }

    @Test("files that cannot be opened or written are errors that say so")
    func files() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path("missing.png"), folder.path("")] {
            let error = #expect(throws: RasterError.self) { try Image.read(from: path) }
            #expect(error?.code == .fileNotReadable && error?.subject.contains(path) == true)
        }
        let text = folder.path("text.png")
        try "hello".write(toFile: text, atomically: false, encoding: .utf8)
        #expect(throws: RasterError(.invalidImage, "image '\(text)'", "is neither PNG, JPEG, WebP nor Radiance HDR",
                                    remedy: "give a PNG, JPEG, WebP or Radiance HDR file")) {
            try Image.read(from: text)
        }
        let image = gradient(width: 4, height: 4)
        for path in [folder.path("no/such/folder.png"), folder.path(""), "/dev/full"] {
            let error = #expect(throws: RasterError.self) { try image.writePNG(to: path) }
            #expect(error?.code == .fileNotWritable && error?.subject.contains(path) == true)
        }
        #expect(FileManager.default.fileExists(atPath: "/dev/full"))
        let endless = #expect(throws: RasterError.self) { try Image.read(from: "/dev/zero") }
        #expect(endless?.code == .fileNotReadable)
    }
}
