// FrameLimits: removes parts of a frame's work, to measure how much time each part takes.

import CaptureFile
import Raster
import Shading

/// The time of a frame from which a part of the work was removed. If the frame becomes much faster without a part, this part makes the
/// frame slow.
public struct FrameLimit: Sendable {
    /// The removed part of the frame's work.
    public let experiment: String
    /// Median times in milliseconds: `before` for the unchanged frame, `after` for the frame without the part. The frame with and the frame
    /// without the part are drawn alternately on this machine.
    public let milliseconds: (before: Double, after: Double)
    /// The share of the frame's time that the removed part takes, 0 to 1.
    public var share: Double { milliseconds.before > 0 ? min(1, max(0, 1 - milliseconds.after / milliseconds.before)) : 0 }
}

struct FrameLimits {
    let trial: AdviceTrial
    private var frame: CapturedFrame { trial.frame }

    init(trial: AdviceTrial) { self.trial = trial }

    func all() throws -> [FrameLimit] {
        var limits = [FrameLimit(experiment: "viewports of 1×1 pixel", milliseconds: try trial.times(smallViewports))]
        if let variant = try smallTextures { limits.append(FrameLimit(experiment: "textures of 1×1 texel", milliseconds: try trial.times(variant))) }
        if let variant = try trivialShaders {
            limits.append(FrameLimit(experiment: "fragment shaders that do nothing", milliseconds: try trial.times(variant)))
        }
        return limits
    }

    private var smallViewports: FrameVariant {
        trial.variant(events: frame.events.map { event in
            guard case .draw(var draw) = event else { return event }
            draw.viewport.width = 1
            draw.viewport.height = 1
            return .draw(draw)
        })
    }

    /// The frame with textures of one texel in place of the textures that the frame only reads; nil if there are no such textures.
    private var smallTextures: FrameVariant? {
        get throws {
            var read: Set<Int> = []
            for case .draw(let draw) in frame.events { read.formUnion(draw.textures.map(\.texture)) }
            let shrunk = read.subtracting(usedOtherwise)
            if shrunk.isEmpty { return nil }
            var table = frame.table, contents: [ContentHash: [UInt8]] = [:]
            for number in shrunk {
                let descriptor = table.textures[number].descriptor
                guard let level = table.textures[number].levels.first else { continue }
                let bytes: [UInt8]
                do { bytes = try trial.capture.reader.bytes(of: level, limit: Device.maximumBufferByteCount) } catch { throw RasterError(error) }
                let slices = bytes.count / max(1, descriptor.width * descriptor.height * descriptor.format.bytesPerTexel)
                let texel = Array(bytes.prefix(descriptor.format.bytesPerTexel))
                let all = (0..<slices).flatMap { _ in texel }
                let reference = all.withUnsafeBytes { BlobReference(hash: ContentHash(of: $0), byteCount: $0.count) }
                contents[reference.hash] = all
                table.textures[number].descriptor.width = 1
                table.textures[number].descriptor.height = 1
                table.textures[number].descriptor.mipLevels = 1
                table.textures[number].levels = [reference]
            }
            let events = frame.events.map { event -> RecordedEvent in
                guard case .draw(var draw) = event else { return event }
                for index in draw.textures.indices where shrunk.contains(draw.textures[index].texture) {
                    draw.textures[index].firstLevel = 0
                    draw.textures[index].lastLevel = 0
                }
                return .draw(draw)
            }
            return try trial.variant(table: table, events: events, contents: contents)
        }
    }
    /// The textures that are attachments or shader images, or that a transfer or a dispatch reads or writes. Textures with these uses keep
    /// their sizes.
    private var usedOtherwise: Set<Int> {
        var result: Set<Int> = []
        for target in frame.table.framebuffers {
            for case .some(let attachment) in target.color.map(\.value) + [target.depth, target.stencil] { result.insert(attachment.texture) }
        }
        for event in frame.events {
            switch event {
            case .copy(let copy): result.formUnion([copy.source, copy.destination])
            case .blit(let blit): result.formUnion([blit.source.texture, blit.destination.texture])
            case .generateMipmaps(let texture): result.insert(texture)
            case .draw(let draw): result.formUnion(draw.images.map(\.texture))
            case .dispatch(let dispatch): result.formUnion(dispatch.images.map(\.texture) + dispatch.textures.map(\.texture))
            default: break
            }
        }
        return result
    }

    /// The frame with an empty main function in every fragment shader; nil if a program does not compile with the empty function.
    private var trivialShaders: FrameVariant? {
        get throws {
            let replacing = try frame.table.programs.enumerated().map { number, program in
                let source = try trial.capture.source(program.fragment)
                let version = source.text.split(separator: "\n").first { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("#version") }
                let text = (version.map { "\($0)\n" } ?? "") + "void main() { }\n"
                return ShaderReplacement(program: number, stage: .fragment, source: ShaderSource(text: text, name: "trivial.frag"))
            }
            do { return try trial.variant(table: frame.table, replacing: replacing) } catch is ShaderError { return nil }
        }
    }
}
