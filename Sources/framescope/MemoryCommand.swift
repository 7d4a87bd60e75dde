// framescope memory: prints what a draw or dispatch reads and writes in storage buffers and images.

import ArgumentParser
import Foundation
import FrameCapture
import Raster

struct MemoryCommand: Question {
    static let configuration = CommandConfiguration(
        commandName: "memory", abstract: "Prints what a draw or dispatch changed in storage buffers and images.",
        discussion: """
            The frame is drawn up to the draw or dispatch, and then with it. For each storage block, the values that changed are listed with the \
            names of the block's members, before and after; --all lists all values. For each image, the number of changed texels is printed; with -o, \
            pictures of it are written into a folder: NAME-before.png and NAME-after.png, with the layer in the name if it has several.

            Examples:
              framescope memory frame.rcap dispatch:0
              framescope memory frame.rcap dispatch:0 --block Particles --all --limit 1000
              framescope memory frame.rcap @3 -o pictures
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: ArgumentHelp("The dispatch, such as dispatch:0, or the draw, such as @3.", valueName: "command"))
    var command: CommandName
    @Option(help: ArgumentHelp("Only this storage block or image.", valueName: "name"))
    var block: String?
    @Flag(help: "All values, also those that did not change.")
    var all = false
    @Option(help: ArgumentHelp("The largest number of values of each block.", valueName: "count"))
    var limit = 40
    @OptionGroup var shown: DisplayArguments
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("A folder for the pictures of the images.", valueName: "folder"), completion: .directory)
    var output: String?
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    func validate() throws {
        if limit < 0 { throw ValidationError("--limit must not be negative") }
        if output == PictureOutput.standardOutput { throw ValidationError("The pictures are several files; name a folder.") }
    }
    static let fields = [
        Field("draw", .integer, "The draw.", only: "of a draw"), Field("dispatch", .integer, "The dispatch.", only: "of a dispatch"),
        Field("error", .optional(.text), "The error with which it was stopped; null if it ran to its end."),
        Field("blocks", .list(.object([
            Field("name", .text, "The name of the storage block."), Field("buffer", .integer, "The number of the buffer."),
            Field("label", .text, "Its label; empty for none."),
            Field("offset", .integer, "The first byte of the buffer that the block uses."), Field("bytes", .integer, "The number of bytes of the block."),
            Field("isWritten", .flag, "Whether the shaders may write it."), Field("changedBytes", .integer, "The number of bytes in words that changed."),
            Field("changedRanges", .list(.list(.integer)), "The first byte and the byte after the last of each range that changed, at most `--limit` ranges."),
            Field("values", .list(.object([
                Field("name", .text, "The member."), Field("type", .text, "Its GLSL type."), Field("offset", .integer, "Its first byte in the block."),
                Field("before", .value, "The value before."), Field("after", .value, "The value after."), Field("isChanged", .flag, "Whether it changed."),
            ])), "The values that changed, or all values with `--all`."),
            Field("omitted", .integer, "The number of further values, beyond `--limit`."),
        ])), "The storage blocks."),
        Field("images", .list(.object([
            Field("name", .text, "The name of the image uniform."), Field("texture", .integer, "The number of the texture."),
            Field("label", .text, "Its label; empty for none."),
            Field("level", .integer, "The mip level."), Field("layers", .list(.integer), "The layers that the shaders see."),
            Field("format", .text, "The format as which the shaders see its texels."), Field("width", .integer, "The width of the level."),
            Field("height", .integer, "The height of the level."), Field("isWritten", .flag, "Whether the shaders may write it."),
            Field("changedTexels", .integer, "The number of texels that changed."),
            Field("firstChange", .optional(.list(.integer)), "The first texel that changed: x, y and the layer; null for none."),
            Field("files", .list(.text), "The written pictures."),
        ])), "The images."),
    ]

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input), command = try command.command(in: frame)
        let folder = try output.map { URL(fileURLWithPath: try session.path(of: $0)) }
        let memory = try capture.memory(of: command, in: frame, picturesAs: folder == nil ? nil : shown.display, on: session.device(device))
        let blocks = memory.blocks.filter { block == nil || $0.name == block }, images = memory.images.filter { block == nil || $0.name == block }
        if let block, blocks.isEmpty, images.isEmpty {
            let names = memory.blocks.map(\.name) + memory.images.map(\.name)
            throw RasterError(.invalidArgument, "'\(block)'", "is neither a storage block nor an image of \(command)",
                              remedy: names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))")
        }
        if let error = memory.error { session.note("note: it was stopped, so its contents after it are undefined: \(error)") }
        if memory.blocks.isEmpty && memory.images.isEmpty { session.note("\(command) uses no storage buffers and no images") }
        var files: [[String]] = []
        for image in images { files.append(try folder.map { try write(image, to: $0) } ?? []) }
        let words = capture.vocabulary, values = blocks.map { $0.values(changedOnly: !all, limit: limit) }
        let members: [(String, JSON)] = [
            command.member, ("error", JSON(memory.error)), ("blocks", .list(zip(blocks, values).map { json($0, $1.values, $1.omittedCount) })),
            ("images", .list(zip(images, files).map { MemoryCommand.json($0, $1, words) })),
        ]
        return Answer(members: members, pictures: files.flatMap { $0 }) {
            for (block, values) in zip(blocks, values) { tell(block, values.values, values.omittedCount, words) }
            for (image, files) in zip(images, files) {
                print(MemoryCommand.heading(image, words))
                for file in files { print("  \(file)") }
            }
        }
    }

    private func write(_ image: ImageContents, to folder: URL) throws -> [String] {
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw RasterError(.fileNotWritable, "'\(folder.path)'", "cannot be made: \(error.localizedDescription)", remedy: "write to another place")
        }
        var files: [String] = []
        for (moment, pictures) in [("before", image.before), ("after", image.after)] {
            for (layer, picture) in zip(image.layers, pictures) {
                let name = image.name + (image.layers.count > 1 ? "-\(layer)" : "") + "-\(moment).png", file = folder.appendingPathComponent(name).relativePath
                try picture.picture.writePNG(to: file)
                files.append(file)
            }
        }
        return files
    }
    private static func heading(_ image: ImageContents, _ words: Vocabulary) -> String {
        var text = "image \(image.name): \(words.place("texture", image.label, image.texture)), \(image.size.width)×\(image.size.height), \(words.name(image.format))"
        if image.level > 0 { text += ", level \(image.level)" }
        if image.layers.count > 1 {
            text += ", \(image.layers.count) layers"
        } else if image.layers.lowerBound > 0 {
            text += ", layer \(image.layers.lowerBound)"
        }
        if !image.isWritten { return Output.printable(text + "; only read") }
        text += "; \(counted(image.changedCount, "texel")) changed"
        if let first = image.firstChange { text += ", the first at (\(first.x), \(first.y))" + (image.layers.count > 1 ? " of layer \(first.layer)" : "") }
        return Output.printable(text)
    }
    private func tell(_ block: BlockContents, _ values: [BlockValue], _ omitted: Int, _ words: Vocabulary) {
        let place = block.offset == 0 ? "" : " from byte \(block.offset) on"
        let places = block.changedRanges.count > 1 ? " in \(block.changedRanges.count) places" : ""
        let change = block.isWritten ? "\(block.changedByteCount) changed\(places)" : "only read"
        print(Output.printable("block \(block.name): \(words.place("buffer", block.label, block.buffer))\(place), \(counted(block.after.count, "byte")); \(change)"))
        if !values.isEmpty {
            print(Output.table([["  byte", "member", "type", "before", "", "after"]] + values.map { value in
                ["  \(value.offset)", value.name, value.type, value.before.description]
                    + (value.isChanged ? ["→", value.after.description] : ["", ""])
            }))
        }
        if omitted > 0 { print("  and \(counted(omitted, "more value")): raise --limit") }
    }
    private func json(_ block: BlockContents, _ values: [BlockValue], _ omitted: Int) -> JSON {
        .object([
            ("name", .string(block.name)), ("buffer", .int(block.buffer)), ("label", .string(block.label)), ("offset", .int(block.offset)),
            ("bytes", .int(block.after.count)), ("isWritten", .bool(block.isWritten)), ("changedBytes", .int(block.changedByteCount)),
            ("changedRanges", .list(block.changedRanges.prefix(limit).map { .list([.int($0.lowerBound), .int($0.upperBound)]) })),
            ("values", .list(values.map { value in
                .object([("name", .string(value.name)), ("type", .string(value.type)), ("offset", .int(value.offset)), ("before", JSON(value.before)),
                         ("after", JSON(value.after)), ("isChanged", .bool(value.isChanged))])
            })), ("omitted", .int(omitted)),
        ])
    }
    private static func json(_ image: ImageContents, _ files: [String], _ words: Vocabulary) -> JSON {
        .object([
            ("name", .string(image.name)), ("texture", .int(image.texture)), ("label", .string(image.label)), ("level", .int(image.level)),
            ("layers", .list(image.layers.map { .int($0) })), ("format", .string(words.name(image.format))), ("width", .int(image.size.width)),
            ("height", .int(image.size.height)), ("isWritten", .bool(image.isWritten)), ("changedTexels", .int(image.changedCount)),
            ("firstChange", image.firstChange.map { .list([.int($0.x), .int($0.y), .int($0.layer)]) } ?? .null), ("files", JSON(files)),
        ])
    }
}
