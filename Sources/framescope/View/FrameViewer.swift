// FrameViewer: what the window of `framescope view` shows: the chosen draw, the look at it, the pixel, and what is known of each.
//
// All that it finds out is kept until something is chosen that it depends on. Questions are answered while the window waits.

import Foundation
import FrameCapture
import Raster

final class FrameViewer {
    /// What is seen of the chosen draw.
    enum Look: Hashable {
        case picture, alone
        case overlay(Overlay)
        var name: String {
            switch self {
            case .picture: "picture"
            case .alone: "the draw alone"
            case .overlay(let overlay): overlay.rawValue
            }
        }
        static let all: [Look] = [.picture, .alone] + Overlay.allCases.map { .overlay($0) }
    }
    /// What fills the window behind the panels.
    enum Stage: String, CaseIterable {
        case picture, meshIn = "mesh before", meshOut = "mesh after"
    }
    /// What the panel on the right tells.
    enum Page: String, CaseIterable {
        case state, changes, pixel, trace, shaders
    }

    let capture: Capture
    let frame: CapturedFrame
    let device: Device
    var draw: Int
    var look = Look.picture
    var scope = OverlayScope.draw
    var attachment: AttachmentName?
    var stage = Stage.picture
    var page = Page.state
    var filter = ""
    /// From the upper left of the image.
    private(set) var pixel: SIMD2<Int>?
    /// The step of the trace that is shown.
    var traceStep = 0
    var traced: (draw: Int, pixel: SIMD2<Int>, trace: ShaderTrace?)?
    /// Shaders in place of the captured ones.
    var replacing: [ShaderReplacement] = [] {
        didSet { shown = nil; thumbnailTextures = nil; history = nil }
    }
    /// Shaders that are open for editing; nil where nobody can.
    var editor: ShaderEditor?
    /// The last thing that could not be done.
    var problem = ""

    private var shown: (key: ShownKey, image: ShownImage)?
    private struct ShownKey: Hashable {
        var draw: Int, look: Look, scope: OverlayScope, attachment: AttachmentName?
    }
    /// A picture as a texture, and the meaning of its colours.
    struct ShownImage {
        var texture: Texture
        var width: Int, height: Int
        var legend: [(color: SIMD3<UInt8>, meaning: String)] = []
        var notes: [String] = []
        var numbers: PixelNumbers?
        var picture: Image
    }
    private var states: [Int: DrawState] = [:]
    private var history: (draw: Int, history: PixelHistory)?
    private var thumbnailTextures: [Int: Texture]?
    private var mesh: (draw: Int, stage: MeshStage, mesh: MeshExport)?

    init(_ capture: Capture, _ frame: CapturedFrame, draw: Int, device: Device) {
        self.capture = capture; self.frame = frame; self.draw = draw; self.device = device
    }
    var chosen: CapturedDraw { frame.draws[draw] }

    func choose(_ number: Int) {
        guard frame.draws.indices.contains(number), number != draw else { return }
        draw = number
        attachment = nil
        problem = ""
    }
    func choose(pixel: SIMD2<Int>?) {
        self.pixel = pixel
        history = nil
    }
    /// Does what may fail, and keeps the reason for the user.
    @discardableResult func attempt<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            problem = "\(error)"
            return nil
        }
    }

    // MARK: What is known

    func image() -> ShownImage? {
        let key = ShownKey(draw: draw, look: look, scope: scope, attachment: attachment)
        if let shown, shown.key == key { return shown.image }
        guard let made = attempt({ try makeImage() }) else { return shown?.image }
        shown = (key, made)
        return made
    }
    private func makeImage() throws -> ShownImage {
        problem = ""
        var legend: [(color: SIMD3<UInt8>, meaning: String)] = [], notes: [String] = [], numbers: PixelNumbers?
        let picture: Image
        switch look {
        case .picture:
            let replayer = try Replayer(frame, of: capture, on: device, replacing: replacing)
            try replayer.run(through: draw)
            picture = try replayer.image(attachment ?? replayer.picturedAttachment(of: chosen), of: chosen)
        case .alone:
            let (alone, isProven) = try capture.contribution(of: chosen, in: frame, attachment: attachment, replacing: replacing, on: device)
            picture = alone
            if !isProven { notes.append("the renderers disagree about this draw") }
        case .overlay(let overlay):
            let found = try capture.overlay(overlay, of: chosen, in: frame, attachment: attachment, scope: overlay.hasScope ? scope : .draw, replacing: replacing, on: device)
            picture = found.picture
            legend = found.scale.legend
            numbers = found.numbers
            notes.append(overlay.title)
            if let range = found.range, found.pixelCounts.isEmpty { notes.append("\(PixelText.short(range.minimum)) to \(PixelText.short(range.maximum)), \(PixelText.short(range.total)) in all") }
            if !found.isProven { notes.append("the renderers disagree about these draws") }
        }
        var visible = picture.converted(to: .rgba8)
        // The alpha of an attachment is a number like others; only that of a draw alone tells where nothing is.
        if look != .alone { for i in stride(from: 3, to: visible.bytes.count, by: 4) { visible.bytes[i] = 255 } }
        let texture = try device.makeTexture(from: visible, label: "shown")
        return ShownImage(texture: texture, width: picture.width, height: picture.height, legend: legend, notes: notes, numbers: numbers, picture: picture)
    }

    func state(of number: Int) -> DrawState? {
        if let known = states[number] { return known }
        guard let found = attempt({ try capture.state(of: frame.draws[number], in: frame) }) else { return nil }
        states[number] = found
        return found
    }
    func pixelHistory() -> PixelHistory? {
        guard let pixel else { return nil }
        if let history, history.draw == draw { return history.history }
        guard let found = attempt({ try capture.history(x: pixel.x, y: pixel.y, in: frame, of: chosen, on: device) }) else { return nil }
        history = (draw, found)
        return found
    }
    func meshOfDraw(_ stage: MeshStage) -> MeshExport? {
        if let mesh, mesh.draw == draw, mesh.stage == stage { return mesh.mesh }
        guard let found = attempt({ try capture.mesh(of: chosen, in: frame, stage: stage, space: .ndc, on: device) }) else { return nil }
        mesh = (draw, stage, found)
        return found
    }
    /// Small pictures of the first colour image after each draw; none for a frame of many draws.
    func thumbnail(_ number: Int) -> Texture? {
        if thumbnailTextures == nil {
            thumbnailTextures = [:]
            let pictures = frame.draws.count > FrameViewer.thumbnailLimit ? [:]
                : attempt { try capture.thumbnails(of: frame, width: 64, height: 40, on: device) } ?? [:]
            for (number, picture) in pictures { thumbnailTextures?[number] = attempt { try device.makeTexture(from: picture, label: "thumbnail \(number)") } }
        }
        return thumbnailTextures?[number]
    }
    static let thumbnailLimit = 400
}

enum PixelText {
    static func short(_ value: Double) -> String { value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(Float(value))" }
}
