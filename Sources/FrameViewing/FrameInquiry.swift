// FrameInquiry: finds answers to questions about a frame, at once or in the background.

import FrameCapture
import Raster
import Synchronization

/// Answers questions by drawing on one device. No other thread may use the device at the same time.
struct FrameInquiry {
    let capture: Capture
    let frame: CapturedFrame
    let device: Device

    /// - Parameter replacing: Shaders that replace captured shaders.
    /// - Throws: `CancellationError` if the task is cancelled.
    func answer(_ question: ViewQuestion, replacing: [ShaderReplacement]) throws -> ViewAnswer {
        do {
            return try found(question, replacing)
        } catch let error as CancellationError {
            throw error
        } catch { return .problem(error) }
    }

    private func found(_ question: ViewQuestion, _ replacing: [ShaderReplacement]) throws -> ViewAnswer {
        switch question {
        case .picture(let draw, let look, let scope, let attachment): return .picture(try picture(frame.draw(draw), look, scope, attachment, replacing))
        case .history(let draw, let pixel):
            return .history(try capture.history(x: pixel.x, y: pixel.y, in: frame, image: .target(of: frame.draw(draw)), replacing: replacing, on: device))
        case .trace(let draw, let pixel):
            return .trace(try capture.trace(x: pixel.x, y: pixel.y, of: frame.draw(draw), in: frame, replacing: replacing, on: device))
        case .mesh(let draw, let stage):
            return .mesh(try capture.mesh(of: frame.draw(draw), in: frame, stage: stage, space: .ndc, replacing: replacing, on: device))
        case .thumbnails(let block):
            let first = block * FrameViewer.thumbnailBlock
            return .thumbnails(try capture.additions(of: frame, draws: first..<(first + FrameViewer.thumbnailBlock), width: 96, height: 60,
                                                     replacing: replacing, on: device))
        case .texture(let command, let slice): return .picture(try texture(command, slice, replacing))
        case .vertices(let draw, let instance):
            return .vertices(try capture.vertexTable(of: frame.draw(draw), in: frame, instance: instance, replacing: replacing, on: device))
        }
    }
    private func texture(_ command: ShaderCommand, _ slice: TextureSlice, _ replacing: [ShaderReplacement]) throws -> FoundPicture {
        let replayer = try Replayer(frame, of: capture, on: device, replacing: replacing), words = capture.vocabulary
        try replayer.run(through: command)
        let numbers = try replayer.numbers(of: slice), descriptor = frame.textureDescriptors[slice.texture], format = descriptor.format
        let isInteger = format.isInteger || (format.hasStencil && (slice.isStencil || !format.hasDepth))
        return FoundPicture(picture: PictureLens().picture(of: numbers, isSRGB: format.isSRGB, isInteger: isInteger), values: numbers, isSRGB: format.isSRGB,
                            isInteger: isInteger,
                            kind: words.choose("\(format)", opengl: "\(words.object(descriptor.label, slice.texture)), \(words.name(format))"))
    }
    private func picture(_ draw: CapturedDraw, _ look: FrameViewer.Look, _ scope: OverlayScope, _ attachment: AttachmentName?,
                         _ replacing: [ShaderReplacement]) throws -> FoundPicture {
        switch look {
        case .picture:
            let replayer = try Replayer(frame, of: capture, on: device, replacing: replacing)
            try replayer.run(through: draw.number)
            let name = attachment ?? replayer.picturedAttachment(of: draw), numbers = try replayer.numbers(name, of: draw)
            let format = frame.texture(name, of: draw).map { frame.textureDescriptors[$0.texture].format }
            let isInteger = name == .stencil || format?.isInteger == true, isSRGB = format?.isSRGB == true
            let picture = isInteger && name != .stencil ? PictureLens().picture(of: numbers, isSRGB: false, isInteger: true)
                : try replayer.image(name, of: draw)
            return FoundPicture(picture: picture, values: numbers, isSRGB: isSRGB, isInteger: isInteger, 
                                kind: capture.attachmentName(name, of: draw, in: frame) + (format.map { ", \(capture.vocabulary.name($0))" } ?? ""))
        case .alone:
            let (alone, isProven) = try capture.contribution(of: draw, in: frame, attachment: attachment, replacing: replacing, on: device)
            return FoundPicture(picture: alone, notes: isProven ? [] : ["the renderers disagree about this draw"])
        case .overlay(let overlay):
            let image = try capture.overlay(overlay, of: draw, in: frame, attachment: attachment, scope: overlay.hasScope ? scope : .draw, replacing: replacing,
                                            on: device)
            var found = FoundPicture(picture: image.picture, legend: image.scale.legend, notes: [image.title], numbers: image.numbers)
            if let range = image.range, image.pixelCounts.isEmpty {
                found.notes.append("from \(PixelNumbers.text(range.minimum)) to \(PixelNumbers.text(range.maximum)), the sum is \(PixelNumbers.text(range.total))")
            }
            if !image.isProven { found.notes.append("the renderers disagree about these draws") }
            return found
        }
    }
}

/// Answers questions one after another in the background, with a separate capture and device.
actor BackgroundInquiry {
    private let path: String
    private let vocabulary: Vocabulary
    private let number: Int
    private let kind: Device.Kind
    private var inquiry: FrameInquiry?

    init(path: String, vocabulary: Vocabulary, frame number: Int, kind: Device.Kind) {
        self.path = path; self.vocabulary = vocabulary; self.number = number; self.kind = kind
    }

    /// Returns the answer; nil if the calling task has been cancelled.
    func answer(_ question: ViewQuestion, replacing: [ShaderReplacement]) -> ViewAnswer? {
        if Task.isCancelled { return nil }
        do {
            let inquiry = try inquiry ?? open()
            self.inquiry = inquiry
            return try inquiry.answer(question, replacing: replacing)
        } catch is CancellationError {
            return nil
        } catch { return .problem(error) }
    }
    private func open() throws -> FrameInquiry {
        let capture = try Capture(contentsOf: path)
        capture.vocabulary = vocabulary
        return FrameInquiry(capture: capture, frame: try capture.frame(number), device: Device(kind))
    }
}

/// The answers that the background task has found, and that the window has not taken yet.
final class LatestAnswer: Sendable {
    struct Found: Sendable {
        var question: ViewQuestion
        /// The number of shader changes at the time of the question. If the shaders have changed since the question, the answer is not
        /// used.
        var edition: Int
        var answer: ViewAnswer
    }
    private let found = Mutex<[Found]>([])

    func put(_ answer: Found) { found.withLock { $0.append(answer) } }
    func take() -> [Found] {
        found.withLock { list in
            defer { list = [] }
            return list
        }
    }
}
