// FrameViewer: the contents of the window of `framescope view`: the chosen draw with its display settings, the chosen pixel, and
// the answers about both.
//
// A FrameInquiry finds the answers that take time. For a single picture, the inquiry works at once. For a window, the inquiry works
// in the background, and the window still responds to the user. The last answer of each kind of question is kept; a new question
// cancels the previous question of the same kind.

import Foundation
import FrameCapture
import Raster
import Shading

package final class FrameViewer {
    /// The ways to show the chosen draw.
    package enum Look: Sendable, Hashable {
        case picture, alone
        case overlay(Overlay)
        package var name: String {
            switch self {
            case .picture: "picture"
            case .alone: "the draw alone"
            case .overlay(let overlay): overlay.rawValue
            }
        }
        static let all: [Look] = [.picture, .alone] + Overlay.allCases.map { .overlay($0) }
    }
    /// The kinds of contents of the area behind the panels.
    package enum Stage: String, CaseIterable {
        case picture, meshIn = "mesh before", meshOut = "mesh after"
    }
    /// The pages of the panel on the right.
    package enum Page: String, CaseIterable {
        case state, changes, pixel, trace, shaders, textures, buffers
    }
    /// The kinds of tables that can open below the picture.
    package enum Drawer: String, CaseIterable {
        case vertices, buffer, source
    }

    package let capture: Capture
    package let frame: CapturedFrame
    /// The device that draws everything in the window.
    package let device: Device
    package private(set) var draw: Int
    /// Whether the list of draws must still be scrolled to the chosen draw.
    package var seeksDraw = true
    package var look = Look.picture
    package var scope = OverlayScope.draw
    package var attachment: AttachmentName?
    package var stage = Stage.picture
    package var page = Page.state
    /// The drawer that the user opened; nil if the page decides which drawer is open.
    package var drawer: Drawer?
    /// The visible drawer.
    package var shownDrawer: Drawer? { drawer ?? (page == .trace && pixel != nil ? .source : nil) }
    /// The visible channels of the picture and the range of its numbers.
    package var lens = PictureLens()
    /// The texture that is shown instead of the draw's picture; nil if the draw's picture is shown.
    package private(set) var texture: TextureSlice?
    /// The chosen texel of the shown texture, counted from the upper left.
    package private(set) var texel: SIMD2<Int>?
    /// The index of the buffer in the drawer. The next two properties are the offset of the first byte to show and the buffer's
    /// format as text.
    package private(set) var buffer: Int?
    package var bufferOffset = 0
    package var bufferText = ""
    /// The instance whose vertices the table shows.
    package var instance = 0
    /// The position of the pixel under the pointer, from the upper left of the shown picture.
    package var hovered: SIMD2<Int>?
    /// The filter of the list: a text in a draw's name, program or number.
    package var filter = ""
    package var showsHelp = false
    /// The zoom actions that the panels can request.
    package enum ZoomRequest { case fit, natural }
    var zoomRequest: ZoomRequest?
    /// The coloured sources that were shown last, by stage.
    var codes: [ShaderStage: (draw: Int, edition: Int, title: String, text: CodeText)] = [:]
    var tracedCode: (file: String, draw: Int, edition: Int, text: CodeText)?
    /// The line to which the source was last scrolled.
    var soughtLine: Int?
    /// Whether the page with the draw's state also shows entries that are rarely of interest.
    package var showsAllState = false
    /// The position of the chosen pixel, from the upper left of the image.
    package private(set) var pixel: SIMD2<Int>?
    /// The step of the trace that is shown.
    package var traceStep = 0
    /// Shaders that replace captured ones.
    package var replacing: [ShaderReplacement] = [] { didSet { forgetAnswers() } }
    /// The files of edited shaders; nil if shaders cannot be edited.
    package var editor: ShaderEditor?
    /// The error of the last failed action; nil if no action has failed.
    package var failure: (any Error)? { said ?? found ?? nextFound }
    /// The error of the last failed action as text; empty if no action has failed.
    package var problem: String { failure.map { "\($0)" } ?? "" }
    private var said: (any Error)?
    /// `found` is an error in the answers that the last finished panels used. `nextFound` is an error in the answers that the
    /// panels under construction have used so far.
    private var found: (any Error)?, nextFound: (any Error)?

    /// A picture in a texture, and the meaning of the picture's colours.
    package struct ShownImage {
        package var texture: Texture
        package var found: FoundPicture
        package var picture: Image { found.picture }
        package var width: Int { found.picture.width }
        package var height: Int { found.picture.height }
    }
    private let inquiry: FrameInquiry
    private let background: BackgroundInquiry?
    private let latestAnswer = LatestAnswer()
    private var answers: [ViewQuestion.Kind: (question: ViewQuestion, answer: ViewAnswer)] = [:]
    private var running: [ViewQuestion.Kind: (question: ViewQuestion, task: Task<Void, Never>)] = [:]
    /// How often the user's replacements of shaders have changed. Answers and texts of an older edition are out of date.
    private(set) var edition = 0
    private var shown: (question: ViewQuestion, edition: Int, lens: PictureLens, image: ShownImage)?
    private var bufferBytes: (buffer: Int, draw: Int, bytes: [UInt8])?
    private var states: [Int: DrawState] = [:]
    private var buffersOfDispatches: [Int: [(block: String, buffer: Int)]] = [:]
    private var thumbnails: [Int: Texture] = [:]
    private var knownBlocks: Set<Int> = []
    /// The number of draws in a block; the thumbnails of a block are made together.
    package static let thumbnailBlock = 64

    /// - Parameter backgroundKind: The renderer that finds answers in the background; if nil, answers are found at once on
    ///   `device`.
    package init(_ capture: Capture, _ frame: CapturedFrame, draw: Int, device: Device, backgroundKind: Device.Kind? = nil) {
        self.capture = capture; self.frame = frame; self.draw = draw; self.device = device
        inquiry = FrameInquiry(capture: capture, frame: frame, device: device)
        background = backgroundKind.map { BackgroundInquiry(path: capture.path, frame: frame.number, kind: $0) }
    }
    deinit { for work in running.values { work.task.cancel() } }
    package var chosen: CapturedDraw { frame.draws[draw] }

    package func choose(_ number: Int) {
        guard frame.draws.indices.contains(number), number != draw else { return }
        draw = number
        seeksDraw = true
        attachment = nil
        instance = 0
        said = nil
    }
    package func choose(pixel: SIMD2<Int>?) {
        self.pixel = pixel
        said = nil
    }
    /// Shows a texture instead of the draw's picture; nil shows the draw's picture again.
    package func show(_ slice: TextureSlice?) {
        if slice?.texture != texture?.texture {
            lens = PictureLens()
            texel = nil
        }
        texture = slice
        if slice != nil { stage = .picture }
        said = nil
    }
    package func choose(texel: SIMD2<Int>?) { self.texel = texel }
    /// Opens a buffer as a table, in the format in which the chosen draw reads it.
    package func show(buffer number: Int) {
        guard frame.bufferDescriptions.indices.contains(number) else { return }
        buffer = number
        let use = frame.uses(ofBuffer: number, by: chosen).first
        bufferOffset = use?.offset ?? 0
        bufferText = use.flatMap { use in
            use.indices.map { BufferFormat(indices: $0) } ?? (use.layout.isEmpty ? nil : BufferFormat(use.layout, stride: use.stride))
        }?.text ?? "float4"
        drawer = .buffer
    }
    /// Closes one open part, the first in this order: help, the drawer, a texture, another stage, another look, the pixel. Returns
    /// whether a part was open.
    @discardableResult package func closeLast() -> Bool {
        if showsHelp { showsHelp = false; return true }
        if drawer != nil { drawer = nil; return true }
        if texture != nil { show(nil); return true }
        if stage != .picture { stage = .picture; return true }
        if look != .picture { look = .picture; return true }
        if pixel != nil {
            pixel = nil
            if page == .pixel || page == .trace { page = .state }
            return true
        }
        return false
    }
    /// Executes an action that may fail, and keeps its error, which the panels show.
    @discardableResult func attempt<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            said = error
            return nil
        }
    }
    /// Ends building the panels. An error in the answers that these panels used replaces the error of the previous panels.
    func endBuilding() { (found, nextFound) = (nextFound, nil) }

    // MARK: Questions

    /// The questions that are being answered in the background.
    package var work: [ViewQuestion] { ViewQuestion.Kind.allCases.compactMap { running[$0]?.question } }

    /// Takes the answers from the background. Returns whether the background had new answers.
    package func takeAnswers() -> Bool {
        var isChanged = false
        for item in latestAnswer.take() where item.edition == edition && running[item.question.kind]?.question == item.question {
            running[item.question.kind] = nil
            keep(item.question, item.answer)
            isChanged = true
        }
        return isChanged
    }
    private func keep(_ question: ViewQuestion, _ answer: ViewAnswer) {
        answers[question.kind] = (question, answer)
        guard case .thumbnails(let block) = question else { return }
        knownBlocks.insert(block)
        // Thumbnails make rows taller, which moves all later rows, so the list must scroll to the chosen draw again.
        seeksDraw = true
        guard case .thumbnails(let pictures) = answer else { return }
        for (number, picture) in pictures { thumbnails[number] = attempt { try device.makeTexture(from: picture, label: "thumbnail \(number)") } }
    }
    private func forgetAnswers() {
        edition += 1
        for work in running.values { work.task.cancel() }
        running = [:]
        answers = [:]
        thumbnails = [:]
        knownBlocks = []
    }
    /// Returns the answer to a question; nil while the background is still finding the answer.
    private func ask(_ question: ViewQuestion) -> ViewAnswer? {
        if let known = answers[question.kind], known.question == question { return known.answer }
        guard let background else {
            // Without a background inquiry, the answer is found at once, so this work is never cancelled.
            guard let answer = attempt({ try inquiry.answer(question, replacing: replacing) }) else { return nil }
            keep(question, answer)
            return answer
        }
        if let work = running[question.kind] {
            // Thumbnails are made block by block, and all blocks are needed. A question of any other kind replaces the previous
            // question of the same kind.
            if work.question == question || question.kind == .thumbnails { return nil }
            work.task.cancel()
        }
        running[question.kind] = (question, Task.detached(priority: .userInitiated) { [latestAnswer, edition, replacing] in
            if let answer = await background.answer(question, replacing: replacing) {
                latestAnswer.put(.init(question: question, edition: edition, answer: answer))
            }
        })
        return nil
    }

    // MARK: Answers

    /// Returns the requested picture, or the previous picture while the requested picture is being drawn.
    package func image() -> ShownImage? {
        let question: ViewQuestion = texture.map { .texture(draw: draw, slice: $0) } ?? .picture(draw: draw, look: look, scope: scope, attachment: attachment)
        switch ask(question) {
        case .picture(let found):
            if let shown, shown.question == question, shown.edition == edition, shown.lens == lens { return shown.image }
            var visible: Image
            if let values = found.values, !lens.isPlain {
                visible = lens.picture(of: values, isSRGB: found.isSRGB, isInteger: found.isInteger)
            } else {
                visible = found.picture.converted(to: .rgba8)
                // An attachment's alpha is a number like the other channels, so the picture is made opaque. Only a picture of a
                // single draw's contribution keeps alpha, because alpha marks the empty pixels.
                if look != .alone || texture != nil { for i in stride(from: 3, to: visible.bytes.count, by: 4) { visible.bytes[i] = 255 } }
            }
            guard let texture = attempt({ try device.makeTexture(from: visible, label: "shown") }) else { return shown?.image }
            shown = (question, edition, lens, ShownImage(texture: texture, found: found))
        case .problem(let error): nextFound = error
        default: break
        }
        return shown?.image
    }
    /// Returns the bytes that a buffer holds when the chosen draw runs.
    func bytes(ofBuffer number: Int) -> [UInt8]? {
        if let known = bufferBytes, known.buffer == number, known.draw == draw { return known.bytes }
        guard let bytes = attempt({ try capture.bytes(ofBuffer: number, in: frame, before: chosen.event) }) else { return nil }
        bufferBytes = (number, draw, bytes)
        return bytes
    }
    /// Returns the table of the chosen draw's vertices; nil while the answer is not known.
    package func vertexTable() -> VertexTable? {
        switch ask(.vertices(draw: draw, instance: instance)) {
        case .vertices(let table): return table
        case .problem(let error): nextFound = error
        default: break
        }
        return nil
    }
    package func state(of number: Int) -> DrawState? {
        if let known = states[number] { return known }
        guard let found = attempt({ try capture.state(of: frame.draws[number], in: frame) }) else { return nil }
        states[number] = found
        return found
    }
    /// Returns the buffers that a dispatch writes, each with the name of its storage block.
    package func writtenBuffers(of dispatch: CapturedDispatch) -> [(block: String, buffer: Int)] {
        if let known = buffersOfDispatches[dispatch.number] { return known }
        let found = attempt { try capture.writtenBuffers(of: dispatch, in: frame) } ?? []
        buffersOfDispatches[dispatch.number] = found
        return found
    }
    package func pixelHistory() -> PixelHistory? {
        guard let pixel else { return nil }
        switch ask(.history(draw: draw, pixel: pixel)) {
        case .history(let history): return history
        case .problem(let error): nextFound = error
        default: break
        }
        return nil
    }
    /// Returns the trace of the chosen draw at the chosen pixel; nil while the answer is not known.
    package func trace() -> ShaderTrace? {
        guard let pixel else { return nil }
        switch ask(.trace(draw: draw, pixel: pixel)) {
        case .trace(let trace):
            traceStep = min(traceStep, max(0, trace.stepCount - 1))
            return trace
        case .problem(let error): nextFound = error
        default: break
        }
        return nil
    }
    /// The reason why the chosen draw has no trace at the chosen pixel; nil if the draw has a trace, or if the answer is not known yet.
    package var traceProblem: String? {
        guard let pixel, let known = answers[.trace], known.question == .trace(draw: draw, pixel: pixel),
              case .problem(let error) = known.answer else { return nil }
        return "\(error)"
    }
    func meshOfDraw(_ stage: MeshStage) -> MeshExport? {
        switch ask(.mesh(draw: draw, stage: stage)) {
        case .mesh(let mesh): return mesh
        case .problem(let error): nextFound = error
        default: break
        }
        return nil
    }
    /// Returns a small picture of a draw's changes; nil while the answer is not known. The pictures of neighbouring draws are made
    /// together.
    package func thumbnail(_ number: Int) -> Texture? {
        let block = number / FrameViewer.thumbnailBlock
        if !knownBlocks.contains(block), case .problem(let error) = ask(.thumbnails(block: block)) { nextFound = error }
        return thumbnails[number]
    }
}
