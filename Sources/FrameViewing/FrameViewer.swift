// FrameViewer: the contents of the window of `framescope view`. The contents are the chosen draw or dispatch with its display settings, the
// chosen pixel, and the answers to questions about the draw, dispatch or pixel.
//
// A FrameInquiry finds the answers that take time. For a single picture, the viewer waits for each answer. For a window, the inquiry works in
// the background, and the window still responds to the user. The last answer of each kind of question is kept; a new question cancels the
// previous question of the same kind.

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
    /// The kinds of contents that the area behind the panels can show.
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
    /// The chosen draw or dispatch.
    package private(set) var command: ShaderCommand
    /// Whether the list of draws must still be scrolled to the chosen draw.
    package var seeksDraw = true
    package var look = Look.picture
    package var scope = OverlayScope.draw
    package var attachment: AttachmentName?
    package var stage = Stage.picture
    package var page = Page.state
    /// The drawer that the user opened; nil if the user opened no drawer. If `drawer` is nil, the page determines the visible drawer.
    package var drawer: Drawer?
    /// The visible drawer; nil if no drawer is visible.
    package var shownDrawer: Drawer? { drawer ?? (page == .trace && pixel != nil ? .source : nil) }
    /// The visible channels of the picture, and the range of numbers from black to white.
    package var lens = PictureLens()
    /// The texture that is shown instead of the draw's picture; nil if the draw's picture is shown. A dispatch has no picture.
    package private(set) var texture: TextureSlice?
    /// The chosen texel of the shown texture, counted from the upper left; nil if no texel is chosen.
    package private(set) var texel: SIMD2<Int>?
    /// The index of the buffer that the drawer shows; nil if no buffer has been opened. `bufferOffset` is the offset of the first byte to
    /// show, and `bufferText` is the buffer's format as text.
    package private(set) var buffer: Int?
    package var bufferOffset = 0
    package var bufferText = ""
    /// The instance whose vertices the table shows.
    package var instance = 0
    /// The position of the pixel under the pointer, from the upper left of the shown picture; nil if the pointer is not over the picture.
    package var hovered: SIMD2<Int>?
    /// The filter of the list: a text in a draw's name, program or number.
    package var filter = ""
    package var showsHelp = false
    /// The zoom actions that the panels can request.
    package enum ZoomRequest { case fit, natural }
    var zoomRequest: ZoomRequest?
    /// The coloured sources that were shown last, keyed by the stage.
    var codes: [ShaderStage: (event: Int, edition: Int, title: String, text: CodeText)] = [:]
    var tracedCode: (file: String, event: Int, edition: Int, text: CodeText)?
    /// The line to which the source was last scrolled; nil if the source has not been scrolled.
    var soughtLine: Int?
    /// Whether the page with the draw's state also shows entries that are rarely of interest.
    package var showsAllState = false
    /// The position of the chosen pixel, from the upper left of the image; nil if no pixel is chosen.
    package private(set) var pixel: SIMD2<Int>?
    /// The step of the trace that is shown.
    package var traceStep = 0
    /// Shaders that replace captured shaders.
    package var replacing: [ShaderReplacement] = [] { didSet { forgetAnswers() } }
    /// The files of edited shaders; nil if shaders cannot be edited.
    package var editor: ShaderEditor?
    /// The error of the last failed action; nil if no action has failed.
    package var failure: (any Error)? { said ?? found ?? nextFound }
    /// The error of the last failed action as text; empty if no action has failed.
    package var problem: String { failure.map { "\($0)" } ?? "" }
    private var said: (any Error)?
    /// `found` is an error in the answers that the finished panels show. `nextFound` is an error in the answers that the panels under
    /// construction have used so far. A value is nil if these answers have no error.
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
    /// The number of times that the user's replacements of shaders have changed. Answers and texts of an older edition are out of date.
    private(set) var edition = 0
    private var shown: (question: ViewQuestion, edition: Int, lens: PictureLens, image: ShownImage)?
    private var bufferBytes: (buffer: Int, event: Int, bytes: [UInt8])?
    /// The states of draws and dispatches, keyed by the indices of the draws' and dispatches' events.
    private var states: [Int: DrawState] = [:]
    private var resultsOfDispatches: [Int: DispatchResults] = [:]
    /// The frame's draws and dispatches in their order.
    private let commands: [ShaderCommand]
    private var thumbnails: [Int: Texture] = [:]
    private var knownBlocks: Set<Int> = []
    /// The number of draws in a block; the thumbnails of a block are made together.
    package static let thumbnailBlock = 64

    /// - Parameter backgroundKind: The renderer that finds answers in the background; if nil, answers are found at once on
    ///   `device`.
    package init(_ capture: Capture, _ frame: CapturedFrame, command: ShaderCommand, device: Device, backgroundKind: Device.Kind? = nil) {
        self.capture = capture; self.frame = frame; self.command = command; self.device = device
        commands = frame.shaderCommands
        inquiry = FrameInquiry(capture: capture, frame: frame, device: device)
        background = backgroundKind.map { BackgroundInquiry(path: capture.path, vocabulary: capture.vocabulary, frame: frame.number, kind: $0) }
        showResults()
    }
    package convenience init(_ capture: Capture, _ frame: CapturedFrame, draw: Int, device: Device, backgroundKind: Device.Kind? = nil) {
        self.init(capture, frame, command: .draw(frame.draws[draw]), device: device, backgroundKind: backgroundKind)
    }
    deinit { for work in running.values { work.task.cancel() } }
    /// The chosen draw; nil if a dispatch is chosen.
    package var chosen: CapturedDraw? { if case .draw(let draw) = command { draw } else { nil } }
    /// The number of the chosen draw; nil if a dispatch is chosen.
    package var draw: Int? { chosen?.number }
    /// The draw before the chosen draw, or the dispatch before the chosen dispatch; nil if the chosen command is the first of its kind.
    var previous: ShaderCommand? {
        switch command {
        case .draw(let draw): draw.number > 0 ? .draw(frame.draws[draw.number - 1]) : nil
        case .dispatch(let dispatch): dispatch.number > 0 ? .dispatch(frame.dispatches[dispatch.number - 1]) : nil
        }
    }
    /// Returns the command that is `steps` commands after the chosen command; nil if the frame has no such command.
    func neighbour(_ steps: Int) -> ShaderCommand? {
        guard let place = commands.firstIndex(where: { $0.event == command.event }), commands.indices.contains(place + steps) else { return nil }
        return commands[place + steps]
    }

    package func choose(_ new: ShaderCommand) {
        guard new.event != command.event else { return }
        // If a dispatch was chosen until now, and the new choice is a draw, the draw's own picture is shown instead of a texture.
        if chosen == nil, case .draw = new { show(nil) }
        command = new
        seeksDraw = true
        attachment = nil
        instance = 0
        said = nil
        showResults()
    }
    package func choose(_ number: Int) { if frame.draws.indices.contains(number) { choose(.draw(frame.draws[number])) } }
    /// Chooses the next or the previous command.
    package func step(by steps: Int) { if let next = neighbour(steps) { choose(next) } }
    /// Shows the first image that a chosen dispatch writes; without images, the first buffer that the dispatch writes.
    private func showResults() {
        guard case .dispatch(let dispatch) = command else { return }
        stage = .picture
        look = .picture
        pixel = nil
        if drawer == .vertices { drawer = nil }
        let results = results(of: dispatch)
        if let texture, results.images.contains(where: { $0.slice.texture == texture.texture }) { return }
        show(results.images.first?.slice)
        if results.images.isEmpty, let buffer = results.buffers.first?.buffer { show(buffer: buffer) }
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
    /// Opens a buffer as a table, in the format in which the chosen draw reads the buffer.
    package func show(buffer number: Int) {
        guard frame.bufferDescriptions.indices.contains(number) else { return }
        buffer = number
        let use = frame.uses(ofBuffer: number, by: command, in: capture.vocabulary).first
        bufferOffset = use?.offset ?? 0
        bufferText = use.flatMap { use in
            use.indices.map { BufferFormat(indices: $0) } ?? (use.layout.isEmpty ? nil : BufferFormat(use.layout, stride: use.stride))
        }?.text ?? format(ofWritten: number)
        drawer = .buffer
    }
    /// Returns the format of a buffer that has no layout: four numbers per row, of the type that the chosen dispatch writes.
    private func format(ofWritten number: Int) -> String {
        guard case .dispatch(let dispatch) = command else { return "float4" }
        return switch results(of: dispatch).buffers.first(where: { $0.buffer == number })?.scalar {
        case .int: "int4"
        case .uint, .bool: "uint4"
        default: "float4"
        }
    }
    /// Closes the first part that is open, in this order: help, the drawer, a texture, another stage, another look, the pixel. Returns
    /// whether a part was open.
    @discardableResult package func closeLast() -> Bool {
        if showsHelp { showsHelp = false; return true }
        if drawer != nil { drawer = nil; return true }
        if texture != nil, chosen != nil { show(nil); return true }
        if stage != .picture { stage = .picture; return true }
        if look != .picture { look = .picture; return true }
        if pixel != nil {
            pixel = nil
            if page == .pixel || page == .trace { page = .state }
            return true
        }
        return false
    }
    /// Executes an action, and returns its result. If the action fails, returns nil and stores the error, which the panels then show.
    @discardableResult func attempt<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            said = error
            return nil
        }
    }
    /// Is called when the panels are complete. From now on, `found` is the error in the answers that these panels used; nil if these
    /// answers had no error.
    func endBuilding() { (found, nextFound) = (nextFound, nil) }

    // MARK: Questions

    /// The questions that are being answered in the background.
    package var work: [ViewQuestion] { ViewQuestion.Kind.allCases.compactMap { running[$0]?.question } }

    /// Takes the answers that the background task has found. Returns whether the background had new answers.
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
        // Thumbnails make rows taller, which moves all later rows, so the list of draws must scroll to the chosen draw again.
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
            // Without a background inquiry, the answer is found at once, so no other question can cancel this work.
            guard let answer = attempt({ try inquiry.answer(question, replacing: replacing) }) else { return nil }
            keep(question, answer)
            return answer
        }
        if let work = running[question.kind] {
            // Thumbnails are made block by block, and all blocks are needed, so a question about another block waits. A question of any other
            // kind replaces the previous question of the same kind.
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

    /// Returns the requested picture, or the previous picture while the requested picture is being drawn; nil if there is no picture yet.
    package func image() -> ShownImage? {
        guard let question: ViewQuestion = texture.map({ .texture(after: command, slice: $0) })
                ?? draw.map({ .picture(draw: $0, look: look, scope: scope, attachment: attachment) }) else { return nil }
        switch ask(question) {
        case .picture(let found):
            if let shown, shown.question == question, shown.edition == edition, shown.lens == lens { return shown.image }
            var visible: Image
            if let values = found.values, !lens.isPlain {
                visible = lens.picture(of: values, isSRGB: found.isSRGB, isInteger: found.isInteger)
            } else {
                visible = found.picture.converted(to: .rgba8)
                // In an attachment, alpha is a stored number, not a transparency for the viewer. The picture is therefore made opaque. Only
                // a picture of a single draw's contribution keeps alpha, because alpha marks the empty pixels.
                if look != .alone || texture != nil { for i in stride(from: 3, to: visible.bytes.count, by: 4) { visible.bytes[i] = 255 } }
            }
            guard let texture = attempt({ try device.makeTexture(from: visible, label: "shown") }) else { return shown?.image }
            shown = (question, edition, lens, ShownImage(texture: texture, found: found))
        case .problem(let error): nextFound = error
        default: break
        }
        return shown?.image
    }
    /// Returns the bytes that a buffer holds at the time of the chosen draw, or after the chosen dispatch; nil if the bytes cannot be read.
    package func bytes(ofBuffer number: Int) -> [UInt8]? {
        if let known = bufferBytes, known.buffer == number, known.event == command.event { return known.bytes }
        let end = chosen == nil ? command.event + 1 : command.event
        guard let bytes = attempt({ try capture.bytes(ofBuffer: number, in: frame, before: end) }) else { return nil }
        bufferBytes = (number, command.event, bytes)
        return bytes
    }
    /// Returns the table of the chosen draw's vertices; nil while the answer is not known.
    package func vertexTable() -> VertexTable? {
        guard let draw else { return nil }
        switch ask(.vertices(draw: draw, instance: instance)) {
        case .vertices(let table): return table
        case .problem(let error): nextFound = error
        default: break
        }
        return nil
    }
    package func state(of command: ShaderCommand) -> DrawState? {
        if let known = states[command.event] { return known }
        guard let found = attempt({ try capture.state(of: command, in: frame) }) else { return nil }
        states[command.event] = found
        return found
    }
    /// The buffers and images that a dispatch writes, with the names of their storage blocks and variables in the shader.
    package struct DispatchResults {
        /// `scalar` is the type of all numbers of the block; nil if the numbers have several types.
        package var buffers: [(block: String, buffer: Int, scalar: ScalarType?)] = []
        package var images: [(image: String, slice: TextureSlice)] = []
    }
    package func results(of dispatch: CapturedDispatch) -> DispatchResults {
        if let known = resultsOfDispatches[dispatch.number] { return known }
        let found = attempt {
            DispatchResults(buffers: try capture.writtenBuffers(of: dispatch, in: frame), images: try capture.writtenImages(of: dispatch, in: frame))
        } ?? DispatchResults()
        resultsOfDispatches[dispatch.number] = found
        return found
    }
    package func pixelHistory() -> PixelHistory? {
        guard let draw, let pixel else { return nil }
        switch ask(.history(draw: draw, pixel: pixel)) {
        case .history(let history): return history
        case .problem(let error): nextFound = error
        default: break
        }
        return nil
    }
    /// Returns the trace of the chosen draw at the chosen pixel; nil while the answer is not known.
    package func trace() -> ShaderTrace? {
        guard let draw, let pixel else { return nil }
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
        guard let draw, let pixel, let known = answers[.trace], known.question == .trace(draw: draw, pixel: pixel),
              case .problem(let error) = known.answer else { return nil }
        return "\(error)"
    }
    func meshOfDraw(_ stage: MeshStage) -> MeshExport? {
        guard let draw else { return nil }
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
