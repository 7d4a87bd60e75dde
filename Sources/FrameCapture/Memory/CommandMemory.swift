// CommandMemory: the contents of storage buffers and images before and after a draw or dispatch.

import CaptureFile
import Glibc
import Raster

/// An image that the shaders of a draw or dispatch use, with its contents before and after the draw or dispatch.
public struct ImageContents: Sendable {
    /// The image's name in GLSL, with an index if the image is an element of an array.
    public let name: String
    /// The number of the texture in the frame.
    public let texture: Int
    /// The label of the texture; empty if the texture has no label.
    public let label: String
    /// The mip level.
    public let level: Int
    /// The layers, slices or faces that the shaders see.
    public let layers: Range<Int>
    /// The format in which the shaders read and write texels, such as `rgba8`.
    public let format: PixelFormat
    /// The width and height of the level.
    public let size: (width: Int, height: Int)
    /// Whether the shaders may write the image.
    public let isWritten: Bool
    /// The number of texels that changed.
    public let changedCount: Int
    /// The position of the first texel that changed: x from the left, y from the top, and the layer; nil if no texel changed.
    public let firstChange: (x: Int, y: Int, layer: Int)?
    /// The pictures of the layers before the draw or dispatch; empty if no pictures were requested.
    public internal(set) var before: [DisplayedImage] = []
    /// The pictures of the layers after the draw or dispatch; empty if no pictures were requested.
    public internal(set) var after: [DisplayedImage] = []
}

/// The memory that the shaders of a draw or dispatch use, before and after the draw or dispatch.
public struct CommandMemory: Sendable {
    /// The storage blocks, in the order of the program's interface. Blocks without a buffer are left out.
    public let blocks: [BlockContents]
    /// The images, in the order of the program's image units. Units without an image are left out.
    public let images: [ImageContents]
    /// The error with which the draw or dispatch was stopped; nil if the draw or dispatch ran to its end. The contents after the stopped
    /// draw or dispatch are undefined.
    public let error: String?
    /// The maximum number of an image's layers that become pictures.
    public static let pictureLimit = 64
}

extension Capture {
    /// Draws a frame up to a draw or dispatch, and returns the contents of the storage buffers and images that the command's shaders use,
    /// before and after the command.
    /// - Parameters:
    ///   - command: The draw or dispatch.
    ///   - frame: The frame of the draw or dispatch.
    ///   - display: How the images become pictures; nil for no pictures.
    ///   - device: The device that draws the frame.
    /// - Throws: `RasterError` if the frame cannot be drawn, or with `invalidArgument` if the command belongs to another frame.
    public func memory(of command: ShaderCommand, in frame: CapturedFrame, picturesAs display: ImageDisplay? = nil,
                       on device: Device = Device(.jit)) throws -> CommandMemory {
        let replayer = try Replayer(frame, of: self, on: device)
        guard frame.events.indices.contains(command.event), let used = replayer.memory(usedBy: frame.events[command.event]) else {
            throw RasterError(.invalidArgument, "\(command)", "belongs to another frame", remedy: "give its own frame")
        }
        try replayer.run(before: command.event)
        let old = try MemorySnapshot(used, replayer, display)
        var problem: String?
        do { try replayer.run(from: command.event, before: command.event + 1) } catch let error as RasterError where error.code == .shaderDidNotEnd {
            problem = "\(error)"
        }
        let new = try MemorySnapshot(used, replayer, display)
        return CommandMemory(blocks: old.blocks(with: new, replayer), images: old.images(with: new, replayer), error: problem)
    }
}

extension Capture {
    /// Draws a frame once. Passes each dispatch to `body`, with the memory that its shader uses, before and after the dispatch, and with
    /// pictures of the written images.
    func visitDispatches(of frame: CapturedFrame, on device: Device, _ body: (CapturedDispatch, CommandMemory) throws -> Void) throws {
        if frame.dispatches.isEmpty { return }
        let replayer = try Replayer(frame, of: self, on: device)
        try replayer.loadContents()
        var next = 0
        for dispatch in frame.dispatches {
            guard let used = replayer.memory(usedBy: frame.events[dispatch.event]) else { continue }
            try replayer.run(from: next, before: dispatch.event)
            let old = try MemorySnapshot(used, replayer)
            try replayer.run(from: dispatch.event, before: dispatch.event + 1)
            next = dispatch.event + 1
            let new = try MemorySnapshot(used, replayer, .automatic)
            try body(dispatch, CommandMemory(blocks: old.blocks(with: new, replayer), images: old.images(with: new, replayer), error: nil))
        }
    }
}

extension CommandMemory {
    /// The changes of a draw or dispatch, in a few words: "changes 12 bytes of Particles and 703 texels of target".
    var summary: String {
        let parts = blocks.filter { $0.isWritten }.map { "\(counted($0.changedByteCount, "byte")) of \($0.name)" }
            + images.filter { $0.isWritten }.map { "\(counted($0.changedCount, "texel")) of \($0.name)" }
        return parts.isEmpty ? "writes nothing" : "changes " + joined(parts)
    }
}

/// The contents of the memory that shaders use, at one moment.
struct MemorySnapshot {
    private let used: UsedMemory
    private let buffers: [(binding: RecordedStorageBuffer, bytes: [UInt8])]
    private let images: [(binding: RecordedImageBinding, slices: [[UInt8]], pictures: [DisplayedImage])]

    init(_ used: UsedMemory, _ replayer: Replayer, _ display: ImageDisplay? = nil) throws {
        self.used = used
        buffers = try used.buffers.sorted { $0.block < $1.block }.map { binding in
            let all = replayer.buffers[binding.buffer].bytes
            guard binding.offset >= 0, binding.byteCount >= 0, binding.offset <= all.count, binding.byteCount <= all.count - binding.offset else {
                throw RasterError(.invalidCapture, "a storage block", "uses bytes outside of its buffer", remedy: "capture the frame again")
            }
            return (binding, [UInt8](all[binding.offset..<(binding.offset + binding.byteCount)]))
        }
        images = try used.images.sorted { $0.unit < $1.unit }.map { binding in
            let slices = replayer.slices(of: binding)
            try replayer.textures[binding.texture].prepareForHostAccess()
            let pictures = try display.map { display in
                try slices.prefix(CommandMemory.pictureLimit).map { slice in
                    try replayer.picture(ofImage: Attachment(replayer.textures[slice.texture], level: slice.level, slice: slice.slice), as: display)
                }
            }
            return (binding, slices.map { [UInt8](replayer.bytes(of: $0)) }, pictures ?? [])
        }
    }

    func blocks(with new: MemorySnapshot, _ replayer: Replayer) -> [BlockContents] {
        zip(buffers, new.buffers).compactMap { old, new in
            let blocks = used.table.interface.storageBlocks
            guard blocks.indices.contains(old.binding.block) else { return nil }
            return BlockContents(blocks[old.binding.block], buffer: old.binding.buffer, label: replayer.frame.table.buffers[old.binding.buffer].label,
                                 offset: old.binding.offset, before: old.bytes, after: new.bytes,
                                 isWritten: used.table.memory.writtenBlocks.contains(old.binding.block))
        }
    }
    func images(with new: MemorySnapshot, _ replayer: Replayer) -> [ImageContents] {
        zip(images, new.images).compactMap { old, new in
            let binding = old.binding, texture = replayer.textures[binding.texture], first = max(0, binding.layer)
            guard let uniform = used.table.interface.images.first(where: { ($0.unit..<($0.unit + $0.count)).contains(binding.unit) }) else { return nil }
            let size = replayer.size(binding.texture, level: binding.level), texel = texture.storage.bytesPerTexel
            var count = 0, place: (x: Int, y: Int, layer: Int)?
            for (slice, (a, b)) in zip(old.slices, new.slices).enumerated() where a != b {
                let isCube = texture.descriptor.type == .cube
                for start in stride(from: 0, to: a.count, by: texel) where a[start..<(start + texel)] != b[start..<(start + texel)] {
                    count += 1
                    // A slice holds one plane for each sample; the rows of a plane start at the bottom.
                    let index = start / texel % max(1, size.width * size.height), row = index / max(1, size.width)
                    let found = (x: index % max(1, size.width), y: isCube ? row : size.height - 1 - row, layer: first + slice)
                    if place.map({ (found.layer, found.y, found.x) < ($0.layer, $0.y, $0.x) }) ?? true { place = found }
                }
            }
            return ImageContents(name: uniform.name + (uniform.count > 1 ? "[\(binding.unit - uniform.unit)]" : ""), texture: binding.texture,
                                 label: texture.descriptor.label, level: binding.level, layers: first..<(first + old.slices.count), format: binding.format,
                                 size: size, isWritten: used.table.memory.writtenImageUnits.contains(binding.unit), changedCount: count, firstChange: place,
                                 before: old.pictures, after: new.pictures)
        }
    }
}
