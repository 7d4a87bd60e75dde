// FrameViewer: what the window of `framescope view` shows: the chosen draw, the look at it, the pixel, and what is known of each.
//
// What takes time is asked of a FrameInquiry: for a picture at once, for a window in the background, so that it answers its user meanwhile. Of
// each kind of question the last answer is kept; a new question cancels the one before.

import Foundation
import FrameCapture
import Raster
import Shading

package final class FrameViewer {
    /// What is seen of the chosen draw.
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
    /// What fills the window behind the panels.
    package enum Stage: String, CaseIterable {
        case picture, meshIn = "mesh before", meshOut = "mesh after"
    }
    /// What the panel on the right tells.
    package enum Page: String, CaseIterable {
        case state, changes, pixel, trace, shaders, textures, buffers
    }
    /// The parts that can open below the picture.
    package enum Drawer: String, CaseIterable {
        case vertices, buffer, source
    }

    package let capture: Capture
    package let frame: CapturedFrame
    /// Draws what is shown.
    package let device: Device
    package private(set) var draw: Int
    /// Whether the list of draws is still to be scrolled to the chosen one.
    package var seeksDraw = true
    package var look = Look.picture
    package var scope = OverlayScope.draw
    package var attachment: AttachmentName?
    package var stage = Stage.picture
    package var page = Page.state
    /// The part that the user opened below the picture; nil for the part that belongs to the page, if any does.
    package var drawer: Drawer?
    /// The drawer that is seen.
    package var shownDrawer: Drawer? { drawer ?? (page == .trace && pixel != nil ? .source : nil) }
    /// The channels and the range that are seen.
    package var lens = PictureLens()
    /// The texture that is seen instead of the draw's picture; nil for the picture.
    package private(set) var texture: TextureSlice?
    /// The chosen pixel of the texture that is seen, from its upper left.
    package private(set) var texel: SIMD2<Int>?
    /// The buffer in the drawer, the byte from which it is read, and its format as text.
    package private(set) var buffer: Int?
    package var bufferOffset = 0
    package var bufferText = ""
    /// The instance whose vertices are in the table.
    package var instance = 0
    /// The pixel that the pointer rests on, from the upper left of the shown picture.
    package var hovered: SIMD2<Int>?
    /// Only draws with this text in their names are listed.
    package var filter = ""
    package var showsHelp = false
    /// The sizes that the window can be asked to give the picture.
    package enum ZoomRequest { case fit, natural }
    var zoomRequest: ZoomRequest?
    /// Sources in colours, as they were shown last.
    var codes: [ShaderStage: (draw: Int, edition: Int, title: String, text: CodeText)] = [:]
    var tracedCode: (file: String, draw: Int, edition: Int, text: CodeText)?
    /// The line of the source that was scrolled to.
    var soughtLine: Int?
    /// Whether the state also has entries that are rarely of interest.
    package var showsAllState = false
    /// From the upper left of the image.
    package private(set) var pixel: SIMD2<Int>?
    /// The step of the trace that is shown.
    package var traceStep = 0
    /// Shaders in place of the captured ones.
    package var replacing: [ShaderReplacement] = [] { didSet { forgetAnswers() } }
    /// Shaders that are open for editing; nil where nobody can.
    package var editor: ShaderEditor?
    /// The last thing that could not be done.
    package var failure: (any Error)? { said ?? found ?? nextFound }
    /// The same in words; empty where all was done.
    package var problem: String { failure.map { "\($0)" } ?? "" }
    private var said: (any Error)?
    /// What answers that the last panels asked for say, and those of the panels that are being built.
    private var found: (any Error)?, nextFound: (any Error)?

    /// A picture as a texture, and the meaning of its colours.
    package struct ShownImage {
        package var texture: Texture
        package var found: FoundPicture
        package var picture: Image { found.picture }
        package var width: Int { found.picture.width }
        package var height: Int { found.picture.height }
    }
    private let inquiry: FrameInquiry
    private let background: BackgroundInquiry?
    private let tray = AnswerTray()
    private var answers: [ViewQuestion.Kind: (question: ViewQuestion, answer: ViewAnswer)] = [:]
    private var running: [ViewQuestion.Kind: (question: ViewQuestion, task: Task<Void, Never>)] = [:]
    /// Counts changes of shaders.
    private(set) var edition = 0
    private var shown: (question: ViewQuestion, edition: Int, lens: PictureLens, image: ShownImage)?
    private var bufferBytes: (buffer: Int, draw: Int, bytes: [UInt8])?
    private var states: [Int: DrawState] = [:]
    private var thumbnails: [Int: Texture] = [:]
    private var knownBlocks: Set<Int> = []
    /// Thumbnails are made for so many draws at once.
    package static let thumbnailBlock = 64

    /// - Parameter backgroundKind: The renderer that finds answers in the background; nil finds them at once, on `device`.
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
    /// Shows a texture in the place of the picture; nil shows the picture again.
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
    /// Opens a buffer as a table, by default as the chosen draw reads it.
    package func show(buffer number: Int) {
        guard frame.bufferDescriptions.indices.contains(number) else { return }
        buffer = number
        let use = frame.uses(ofBuffer: number, by: chosen).first
        bufferOffset = use?.offset ?? 0
        bufferText = use.flatMap { use in use.indices.map { BufferFormat(indices: $0) } ?? (use.layout.isEmpty ? nil : BufferFormat(use.layout, stride: use.stride)) }?.text ?? "float4"
        drawer = .buffer
    }
    /// Closes the part that was opened last: help, a texture, the drawer, the pixel. Returns whether a part was open.
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
    /// Does what may fail, and keeps the reason for the user.
    @discardableResult func attempt<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            said = error
            return nil
        }
    }
    /// Panels are built: problems are those that they meet.
    func endBuilding() { (found, nextFound) = (nextFound, nil) }

    // MARK: Questions

    /// What is being found out.
    package var work: [ViewQuestion] { ViewQuestion.Kind.allCases.compactMap { running[$0]?.question } }

    /// Takes what the background has found. Returns whether something has changed.
    package func takeAnswers() -> Bool {
        var isChanged = false
        for item in tray.take() where item.edition == edition && running[item.question.kind]?.question == item.question {
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
        // Thumbnails make rows higher, which moves all that are below.
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
    /// The answer; nil where it is being found out.
    private func ask(_ question: ViewQuestion) -> ViewAnswer? {
        if let known = answers[question.kind], known.question == question { return known.answer }
        guard let background else {
            // Nobody cancels what is done at once.
            guard let answer = attempt({ try inquiry.answer(question, replacing: replacing) }) else { return nil }
            keep(question, answer)
            return answer
        }
        if let work = running[question.kind] {
            // Small pictures come block by block; all are of interest.
            if work.question == question || question.kind == .thumbnails { return nil }
            work.task.cancel()
        }
        running[question.kind] = (question, Task.detached(priority: .userInitiated) { [tray, edition, replacing] in
            if let answer = await background.answer(question, replacing: replacing) { tray.put(.init(question: question, edition: edition, answer: answer)) }
        })
        return nil
    }

    // MARK: What is known

    /// The picture that is asked for; while it is drawn, the one before.
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
                // The alpha of an attachment is a number like others; only the alpha of a draw alone tells which pixels are empty.
                if look != .alone || texture != nil { for i in stride(from: 3, to: visible.bytes.count, by: 4) { visible.bytes[i] = 255 } }
            }
            guard let texture = attempt({ try device.makeTexture(from: visible, label: "shown") }) else { return shown?.image }
            shown = (question, edition, lens, ShownImage(texture: texture, found: found))
        case .problem(let error): nextFound = error
        default: break
        }
        return shown?.image
    }
    /// The numbers of the bytes of a buffer when the chosen draw runs.
    func bytes(ofBuffer number: Int) -> [UInt8]? {
        if let known = bufferBytes, known.buffer == number, known.draw == draw { return known.bytes }
        guard let bytes = attempt({ try capture.bytes(ofBuffer: number, in: frame, before: chosen.event) }) else { return nil }
        bufferBytes = (number, draw, bytes)
        return bytes
    }
    /// The table of the chosen draw's vertices.
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
    package func pixelHistory() -> PixelHistory? {
        guard let pixel else { return nil }
        switch ask(.history(draw: draw, pixel: pixel)) {
        case .history(let history): return history
        case .problem(let error): nextFound = error
        default: break
        }
        return nil
    }
    /// The trace of the chosen draw at the chosen pixel.
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
    /// Why the chosen draw has no trace at the chosen pixel; nil where it has one, or where nobody knows yet.
    package var traceProblem: String? {
        guard let pixel, let known = answers[.trace], known.question == .trace(draw: draw, pixel: pixel), case .problem(let error) = known.answer else { return nil }
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
    /// A small picture of the first colour image after a draw. Those of its neighbours are made with it.
    package func thumbnail(_ number: Int) -> Texture? {
        let block = number / FrameViewer.thumbnailBlock
        if !knownBlocks.contains(block), case .problem(let error) = ask(.thumbnails(block: block)) { nextFound = error }
        return thumbnails[number]
    }
}
