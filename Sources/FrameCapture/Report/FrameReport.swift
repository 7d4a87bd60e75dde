import Foundation
import Raster

/// A frame as one web page: its draws and dispatches with their pictures and states, the differences between draws, advice, and chosen pixels.
///
/// The page contains everything that it shows, so it needs no network. The page can be used with the keyboard alone.
public struct FrameReport {
    /// The pixels whose history the page shows.
    public var pixels: [PixelHistory] = []
    /// The overlays that the reader can show in place of a draw's picture, each with a legend.
    public var overlays: [OverlayImage] = []
    /// The overlays that `framescope report` shows if the user names no overlays: overdraw, wireframe, depth tests, mip levels, and cost.
    public static let standardOverlays: [Overlay] = [.overdraw, .wireframe, .depth, .mipLevel, .cost]
    /// The advice for the frame; nil if no advice was requested.
    public var advice: [Advice]?
    /// The maximum number of bytes that the full-size pictures of all draws and dispatches may have together. If a picture would exceed
    /// this limit, the page has only the picture's thumbnail.
    public var pictureByteLimit = 32 << 20

    private let capture: Capture
    private let frame: CapturedFrame
    private static let thumbnailWidth = 160

    /// Creates a report of a frame.
    public init(_ frame: CapturedFrame, of capture: Capture) { self.frame = frame; self.capture = capture }

    /// Returns the page as HTML.
    /// - Parameters:
    ///   - device: The device that draws the frame.
    ///   - progress: Receives the number of each draw when its picture is made.
    /// - Throws: `RasterError` if the frame cannot be drawn.
    public func html(on device: Device = Device(.jit), progress: (Int) -> Void = { _ in }) throws -> String {
        let replayer = try Replayer(frame, of: capture, on: device)
        try replayer.run(countsSamples: true)
        let samples = replayer.passedSamples
        guard let final = try replayer.result() ?? lastDepth(replayer) else {
            throw RasterError(.invalidArgument, "frame \(frame.number)", "writes no image to show", remedy: "use framescope state")
        }
        var pictures: [Int: EntryPicture] = [:], left = pictureByteLimit
        func keep(_ image: DisplayedImage, _ command: ShaderCommand) throws {
            let png = try image.picture.pngData(), fits = png.count <= left
            if fits { left -= png.count }
            pictures[command.event] = EntryPicture(thumbnail: Self.link(try Self.thumbnail(image.picture).pngData()), whole: fits ? Self.link(png) : nil,
                                                   explanation: image.explanation)
        }
        try capture.pictures(of: frame, on: device) { draw, image in
            progress(draw.number)
            if let image { try keep(image, .draw(draw)) }
        }
        var changes: [Int: String] = [:]
        try capture.visitDispatches(of: frame, on: device) { dispatch, memory in
            changes[dispatch.number] = memory.summary
            if let image = memory.images.first(where: \.isWritten)?.after.first { try keep(image, .dispatch(dispatch)) }
        }
        var entries: [Page.Draw] = [], before: [String: String] = [:]
        for command in frame.shaderCommands {
            let state = try capture.state(of: command, in: frame), picture = pictures[command.event]
            let values = Dictionary(state.entries.map { ($0.name, $0.value.description) }, uniquingKeysWith: { first, _ in first })
            let name: String, pass: String, work: String, program: String
            switch command {
            case .draw(let draw):
                let instances = draw.instanceCount == 1 ? "" : " in \(counted(draw.instanceCount, "instance"))"
                name = draw.path.dropFirst().isEmpty ? draw.name : draw.path.dropFirst().joined(separator: "/")
                pass = draw.path.first ?? ""
                work = "\(draw.primitive.counted(draw.primitiveCount))\(instances), \(counted(samples[draw.number], "sample"))"
                program = draw.program
            case .dispatch(let dispatch):
                name = dispatch.name
                pass = "compute"
                work = "\(dispatch.groups.x)×\(dispatch.groups.y)×\(dispatch.groups.z) groups" + (changes[dispatch.number].map { ", \($0)" } ?? "")
                program = dispatch.program
            }
            entries.append(Page.Draw(
                title: command.argument, draw: command.draw, name: name, pass: pass, work: work, program: program, site: command.site,
                thumbnail: picture?.thumbnail ?? "", picture: picture?.whole,
                shown: picture?.explanation ?? (command.isDispatch ? ["The dispatch writes no image. This is the final picture of the frame."] : []),
                state: state.entries.filter { before[$0.name] != $0.value.description }.map { [$0.name, $0.value.description] },
                gone: before.keys.filter { values[$0] == nil }.sorted()))
            before = values
        }
        let dispatches = frame.dispatches.isEmpty ? "" : ", \(counted(frame.dispatches.count, "dispatch", "dispatches"))"
        let page = Page(
            title: "Frame \(frame.number)" + (frame.label.isEmpty ? "" : " – \(frame.label)"),
            subtitle: "\(counted(frame.draws.count, "draw"))\(dispatches), \(final.width)×\(final.height), drawn by \(capture.renderer)" + (capture.program.isEmpty ? "" : " for \(URL(fileURLWithPath: capture.program).lastPathComponent)"),
            width: final.width, height: final.height, draws: entries, final: Self.link(try final.pngData()),
            overlays: try overlays.map { Page.Overlay($0, picture: Self.link(try $0.picture.pngData())) },
            isAdvised: advice != nil, advice: (advice ?? []).map(Page.Piece.init), pixels: pixels.map(Page.Pixel.init))
        let template = String(decoding: PackageResources.report_html, as: UTF8.self)
        return template.replacingOccurrences(of: "@DATA@", with: try page.json)
    }

    /// Returns the last draw's picture after the whole frame. The picture shows the draw's default attachment for pictures (see
    /// `picturedAttachment`). Returns nil if the frame has no draws.
    private func lastDepth(_ replayer: Replayer) throws -> Image? { try frame.draws.last.map { try replayer.picture(of: $0).picture } }

    /// The pictures of an entry.
    private struct EntryPicture {
        var thumbnail: String
        /// The whole picture; nil if the page has no room for the whole picture.
        var whole: String?
        var explanation: [String]
    }

    private static func link(_ png: [UInt8]) -> String { "data:image/png;base64," + Data(png).base64EncodedString() }

    /// Reduces an image to a thumbnail: each pixel of the thumbnail is the mean of a square of the image's pixels.
    private static func thumbnail(_ image: Image) -> Image {
        let source = image.converted(to: .rgba8), step = max(1, (source.width + thumbnailWidth - 1) / thumbnailWidth)
        if step == 1 { return source }
        var result = Image(width: (source.width + step - 1) / step, height: (source.height + step - 1) / step)
        for y in 0..<result.height {
            for x in 0..<result.width {
                var sum = SIMD4<UInt32>.zero, count: UInt32 = 0
                for v in (y * step)..<min((y + 1) * step, source.height) {
                    for u in (x * step)..<min((x + 1) * step, source.width) {
                        sum &+= SIMD4<UInt32>(truncatingIfNeeded: source[u, v])
                        count += 1
                    }
                }
                result[x, y] = SIMD4<UInt8>(truncatingIfNeeded: (sum &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count))
            }
        }
        return result
    }
}

/// The page's data, in the form that the page's script reads.
private struct Page: Encodable {
    /// A draw or dispatch.
    struct Draw: Encodable {
        /// The name of the draw or dispatch, such as "@3" or "dispatch:0".
        var title: String
        /// The draw's number; nil for a dispatch.
        var draw: Int?
        var name: String, pass: String, work: String, program: String, site: String
        var thumbnail: String, picture: String?
        /// An explanation of the picture's colours, or of a missing picture; empty if the picture shows the image's own colours.
        var shown: [String]
        /// `state` has the state entries that differ from the entries of the previous draw or dispatch. `gone` has the names of the
        /// entries that only the previous draw or dispatch has.
        var state: [[String]], gone: [String]
    }
    struct Overlay: Encodable {
        var name: String, title: String, picture: String
        /// A list of colours in CSS notation, each with the colour's meaning.
        var legend: [[String]]
        /// The image and the draws that the overlay describes.
        var subject: [String]
        init(_ image: OverlayImage, picture: String) {
            name = image.overlay.rawValue; title = image.title; self.picture = picture; subject = image.subject?.description ?? []
            legend = image.scale.legend.map { ["rgb(\($0.color.x) \($0.color.y) \($0.color.z))", $0.meaning] }
        }
    }
    struct Piece: Encodable {
        var name: String, draws: [Int], site: String, finding: String, mend: String, saving: String, times: String
        init(_ advice: Advice) {
            name = advice.name.rawValue; draws = advice.draws; site = advice.site; finding = advice.finding; mend = advice.mend; saving = advice.saving
            func text(_ value: Double) -> String { "\((value * 100).rounded() / 100) ms" }
            times = advice.milliseconds.map { "; \(text($0.before)) became \(text($0.after))" } ?? ""
        }
    }
    struct Pixel: Encodable {
        struct Event: Encodable {
            var draw: Int?, name: String, fate: String, values: [[String]]
            /// The number of samples that share these values.
            var count = 1
            enum CodingKeys: String, CodingKey { case draw, name, fate, values, count }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                // The script expects the member in every case, so the member is null if the event has no draw.
                try container.encode(draw, forKey: .draw)
                try container.encode(name, forKey: .name)
                try container.encode(fate, forKey: .fate)
                try container.encode(values, forKey: .values)
                try container.encode(count, forKey: .count)
            }
            func isLike(_ other: Event) -> Bool { draw == other.draw && name == other.name && fate == other.fate && values == other.values }
        }
        var x: Int, y: Int, verdict: String, events: [Event]
        init(_ history: PixelHistory) {
            x = history.x; y = history.y; verdict = history.verdict
            events = []
            for event in history.events {
                let named: [(String, String?)] = [
                    ("before", event.mainChange?.before(PixelText())), ("output", event.mainChange?.output(PixelText())),
                    ("after", event.mainChange?.after(PixelText())),
                    ("depth", event.depth?.shown), ("stored", event.storedDepth?.shown),
                    ("blend", event.mainChange?.blend?.state.words(isVerbose: true, in: history.vocabulary)),
                ]
                let entry = Event(draw: event.draw, name: event.name, fate: event.fate.title,
                                  values: named.compactMap { name, value in value.map { [name, $0] } })
                if let last = events.last, last.isLike(entry) { events[events.count - 1].count += 1 } else { events.append(entry) }
            }
        }
    }
    var title: String, subtitle: String, width: Int, height: Int
    var draws: [Draw], final: String, overlays: [Overlay], isAdvised: Bool, advice: [Piece], pixels: [Pixel]

    /// The data as JSON without the character "<", because this character could end the page's script element.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self).replacingOccurrences(of: "<", with: "\\u003c")
        }
    }
}
