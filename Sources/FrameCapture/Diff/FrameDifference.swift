import CaptureFile
import Raster

/// The difference between two frames: pairs of corresponding draws and dispatches, and the first event after which the frames' images
/// differ.
public struct FrameDifference: Sendable {
    /// Two draws that correspond, or one draw without a counterpart.
    public struct Pair: Sendable {
        /// The draw of the first frame; nil if the first frame has no such draw.
        public let a: CapturedDraw?
        /// The draw of the second frame; nil if the second frame has no such draw.
        public let b: CapturedDraw?
        /// The settings that differ between the draws. Resource numbers and source lines are not compared.
        public let changes: [(name: String, a: StateValue?, b: StateValue?)]
        /// Whether both draws exist and have the same state.
        public var isEqual: Bool { a != nil && b != nil && changes.isEmpty }
    }
    /// Two dispatches that correspond, or one dispatch without a counterpart.
    public struct DispatchPair: Sendable {
        /// The dispatch of the first frame; nil if the first frame has no such dispatch.
        public let a: CapturedDispatch?
        /// The dispatch of the second frame; nil if the second frame has no such dispatch.
        public let b: CapturedDispatch?
        /// The settings that differ between the dispatches. Resource numbers and source lines are not compared, because resource numbers
        /// and source lines may differ even if the dispatches have the same effect.
        public let changes: [(name: String, a: StateValue?, b: StateValue?)]
        /// Whether both dispatches exist and have the same state.
        public var isEqual: Bool { a != nil && b != nil && changes.isEmpty }
    }
    /// All draws of both frames, as pairs, in order.
    public let pairs: [Pair]
    /// All dispatches of both frames, as pairs, in order.
    public let dispatches: [DispatchPair]
    /// The first difference in the images; nil if all images are equal, or if the images were not compared.
    public let divergence: Divergence?
    /// Whether all draws are equal and no bit differs.
    public var isEmpty: Bool { divergence == nil && pairs.allSatisfy(\.isEqual) && dispatches.allSatisfy(\.isEqual) }

    /// The first event after which the images of two frames differ.
    public struct Divergence: Sendable {
        /// The event as text, such as "draw @3 (main/wall)" or "the clear of pass main".
        public let event: String
        /// The two draws; nil if the event is not a draw in both frames, or if `problem` is not nil.
        public let draws: (a: CapturedDraw, b: CapturedDraw)?
        /// The first image that differs; nil if `problem` is not nil.
        public let attachment: AttachmentName?
        /// The name of `attachment` in the vocabulary of the first capture; nil if `attachment` is nil.
        package let attachmentName: String?
        /// The position of the first differing pixel, from the left and from the top; nil if `problem` is not nil.
        public let pixel: (x: Int, y: Int)?
        /// The number of samples that differ in the first differing image; 0 if `problem` is not nil.
        public let sampleCount: Int
        /// The first differing entries in the two draws' histories at the first differing pixel; nil if `draws` is nil, or if the histories
        /// are equal. An entry is nil if its draw has fewer entries than the other draw.
        public let fragments: (a: PixelEvent?, b: PixelEvent?)?
        /// The first line at which the shader runs of the two fragments, or of the fragments' vertices, differ; nil if the runs are equal
        /// or no shader ran.
        public let shader: ShaderDivergence?
        /// A difference that does not concern pixels, such as an image of another size or a missing event; nil if pixels differ.
        public let problem: String?

        /// The difference in a sentence or two.
        public var sentence: String {
            var text = "The frames first differ at \(event)"
            if let problem { return text + ": \(problem)." }
            if let pixel { text += ": \(attachmentName.map { "\($0) differs" } ?? "it differs") in \(counted(sampleCount, "sample")), first at pixel (\(pixel.x), \(pixel.y))" }
            text += "."
            guard let fragments else { return text }
            func tell(_ event: PixelEvent?) -> String {
                guard let event else { return "none" }
                let words = PixelText()
                // Two colours may differ although their #RRGGBB codes are equal, so the text has the code and the numbers.
                func both(_ text: (PixelText) -> String?) -> String? {
                    text(words).map { code in code.hasPrefix("#") ? "\(code) (\(text(PixelText(isVerbose: true)) ?? ""))" : code }
                }
                return "\(event.primitive.map { "primitive \($0) " } ?? "it ")\(event.fate.sentence)" + (event.mainChange.flatMap { change in both(change.output) }.map { ", output \($0)" } ?? "")
                    + (event.depth.map { ", depth \($0.shown)" } ?? "")
                    + (event.mainChange.flatMap { change in both(change.after) }.map { ", after it \($0)" } ?? "")
            }
            return text + " The first fragment that differs there: \(tell(fragments.a)); in the other frame: \(tell(fragments.b))." + (shader.map { " " + $0.sentence } ?? "")
        }
    }
}

extension Capture {
    /// Compares a frame with a frame of another capture, or with another frame of this capture.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - other: The capture of the second frame.
    ///   - otherFrame: The second frame.
    ///   - drawsFrames: Whether to draw both frames in step, event by event, to find the first difference between their images.
    ///   - kind: The renderer.
    /// - Throws: `RasterError` if a frame cannot be drawn, `ShaderError` if a program does not compile.
    public func difference(of frame: CapturedFrame, from other: Capture, _ otherFrame: CapturedFrame, drawsFrames: Bool = true,
                           on kind: Device.Kind = .jit) throws -> FrameDifference {
        let draws = SequenceAlignment(frame.draws.map { DrawKey($0, frame) }, otherFrame.draws.map { DrawKey($0, otherFrame) })
        let pairs = try draws.pairs.map { pair in
            guard let a = pair.a, let b = pair.b else {
                return FrameDifference.Pair(a: pair.a.map { frame.draws[$0] }, b: pair.b.map { otherFrame.draws[$0] }, changes: [])
            }
            let before = try state(of: frame.draws[a], in: frame).comparable, after = try other.state(of: otherFrame.draws[b], in: otherFrame).comparable
            return FrameDifference.Pair(a: frame.draws[a], b: otherFrame.draws[b],
                                        changes: after.differences(from: before).map { ($0.name, $0.before, $0.after) })
        }
        let dispatches = SequenceAlignment(frame.dispatches.map { [$0.label, $0.program] }, otherFrame.dispatches.map { [$0.label, $0.program] })
        let dispatchPairs = try dispatches.pairs.map { pair in
            guard let a = pair.a, let b = pair.b else {
                return FrameDifference.DispatchPair(a: pair.a.map { frame.dispatches[$0] }, b: pair.b.map { otherFrame.dispatches[$0] }, changes: [])
            }
            let before = try state(of: frame.dispatches[a], in: frame).comparable
            let after = try other.state(of: otherFrame.dispatches[b], in: otherFrame).comparable
            return FrameDifference.DispatchPair(a: frame.dispatches[a], b: otherFrame.dispatches[b],
                                                changes: after.differences(from: before).map { ($0.name, $0.before, $0.after) })
        }
        guard drawsFrames else { return FrameDifference(pairs: pairs, dispatches: dispatchPairs, divergence: nil) }
        let search = try DivergenceSearch(a: Replayer(frame, of: self, on: Device(kind)), b: Replayer(otherFrame, of: other, on: Device(kind)), draws: draws,
                                          dispatches: dispatches)
        return FrameDifference(pairs: pairs, dispatches: dispatchPairs, divergence: try search.run(on: kind))
    }
}

/// The properties by which draws of two frames are paired. Two corresponding draws have equal properties.
struct DrawKey: Hashable {
    var path: [String]
    var primitive: PrimitiveType
    var isIndexed: Bool
    /// The labels of the program and of its sources.
    var program: [String]

    init(_ draw: CapturedDraw, _ frame: CapturedFrame) {
        path = draw.path
        primitive = draw.primitive
        isIndexed = draw.isIndexed
        guard case .draw(let record) = frame.events[draw.event] else {
            program = []
            return
        }
        let source = frame.table.programs[frame.table.pipelines[record.pipeline].program]
        program = [source.label] + source.shaders.map(\.shader.name)
    }
}

extension DrawState {
    /// The state without resource numbers and without places in the source, because the numbers and places may differ even between equal
    /// frames.
    var comparable: DrawState {
        var result = DrawState()
        result.locations = locations
        for entry in entries where !["draw.site", "draw.callers", "dispatch.site"].contains(entry.name) {
            guard case .text(let text) = entry.value, text.hasPrefix("#") else {
                result.entries.append(entry)
                continue
            }
            result.add(entry.name, String(text.drop { $0 != " " }))
        }
        return result
    }
}
