import Raster

/// The fate of one sample of a pixel that an event touched, or could have touched.
public enum PixelFate: String, Sendable, Hashable, CaseIterable {
    /// It was written to the attachments that the write masks allow.
    case written
    /// A clear gave it its value.
    case cleared
    /// A copy or blit into the image may have given it its value.
    case transferred
    /// The scissor leaves the pixel out.
    case scissorClipped
    /// The primitive shows a side that is culled.
    case culled
    /// The primitive is there only in front of the near plane or behind the far plane.
    case depthClipped
    /// `RasterState.sampleMask` has no bit for the sample.
    case sampleMasked
    /// The stencil test failed.
    case stencilFailed
    /// The depth test failed.
    case depthFailed
    /// The shader discarded the fragment.
    case discarded
    /// gl_SampleMask or alpha to coverage left the sample out.
    case maskedByShader

    /// The end of a sentence about a draw: "fails the depth test".
    public var sentence: String {
        switch self {
        case .written: "is written"
        case .cleared: "is cleared"
        case .transferred: "is copied"
        case .scissorClipped: "lies outside of the scissor"
        case .culled: "is culled by the side that its primitive shows"
        case .depthClipped: "is clipped by the near or the far plane"
        case .sampleMasked: "is masked by the pipeline's sample mask"
        case .stencilFailed: "fails the stencil test"
        case .depthFailed: "fails the depth test"
        case .discarded: "is discarded by its shader"
        case .maskedByShader: "is masked by the shader's sample mask or its alpha"
        }
    }
}

/// One entry of a pixel's history: a fragment's sample, a clear, a transfer.
public struct PixelEvent: Sendable {
    /// The draw's number; nil where it is no draw.
    public let draw: Int?
    /// The labels of the draw, or what the event is.
    public let name: String
    /// The place in the source that recorded the draw; empty where it is no draw.
    public let site: String
    /// Whether it was written, and if not, why.
    public let fate: PixelFate
    /// Number of the sample, from 0 on; nil where no fragment was made.
    public let sample: Int?
    /// Number of the primitive in its instance (gl_PrimitiveID); nil where no fragment was made.
    public let primitive: Int?
    /// Number of the instance; nil where no fragment was made.
    public let instance: Int?
    /// Whether the primitive shows its front; nil where no fragment was made.
    public let isFrontFacing: Bool?
    /// Whether depth and stencil were tested before the shader ran; nil where no fragment was made.
    public let testsEarly: Bool?
    /// The fragment's depth as the buffer would hold it; nil without a depth test.
    public let depth: Float?
    /// The depth that it was compared with.
    public let storedDepth: Float?
    /// The comparison of the depth test.
    public let depthCompare: CompareFunction?
    /// The reference value of the stencil test; nil without a stencil test.
    public let stencilReference: Int?
    /// The stencil value that was stored.
    public let storedStencil: Int?
    /// The shader's output for the first colour attachment that is written; nil where it did not run to its end.
    public let output: StateValue?
    /// That attachment before.
    public let before: StateValue?
    /// That attachment afterwards.
    public let after: StateValue?
    /// Its blending: "add(sourceAlpha, oneMinusSourceAlpha)" for colour, then for alpha; nil for none.
    public let blend: String?
    /// The channels that are written, of "rgba".
    public let writeMask: String?
    /// Whether a copy or blit took the value from the same pixel of an image of the same size, as a resolve does.
    public let keepsPixel: Bool
    /// The image that changed, and the one that a transfer with `keepsPixel` read. Images of one size share a history.
    let image: ObjectIdentifier?
    let source: ObjectIdentifier?
    /// Samples per pixel of the image.
    let samples: Int
}

/// Everything that touched a pixel in a frame, or could have.
public struct PixelHistory: Sendable {
    /// Pixels from the left.
    public let x: Int
    /// Pixels from the top, as in the picture.
    public let y: Int
    /// The width and height of the images that the pixel belongs to.
    public let size: (width: Int, height: Int)
    /// In the order of the frame.
    public let events: [PixelEvent]
    /// Whether each draw left the bits that the history says it wrote; where not, one of the two renderers is wrong.
    public let isProven: Bool

    /// Tells in a sentence or two which event made the pixel, and which later draws did not change it and why.
    public var verdict: String {
        let changes = events.indices.filter { events[$0].fate == .written || events[$0].fate == .cleared || events[$0].fate == .transferred }
        guard let last = changes.last else {
            return "Nothing writes pixel (\(x), \(y))" + (events.isEmpty ? ": no draw of the frame covers it." : ". " + reasons(in: events[...]))
        }
        // A resolve takes over the pixel that earlier events made in its source.
        var maker = last, through = ""
        while events[maker].keepsPixel, let earlier = changes.last(where: { $0 < maker && events[$0].image == events[maker].source }) {
            through = " Then \(events[maker].name) takes it over." + through
            maker = earlier
        }
        var told: Set<String> = [], sentences: [String] = []
        for index in lastOfEachSample(upTo: maker) where told.insert(origin(of: events[index])).inserted { sentences.append(origin(of: events[index])) }
        let text = sentences.count == 1 ? "Pixel (\(x), \(y)) \(sentences[0])."
            : "The samples of pixel (\(x), \(y)) differ: one \(sentences.joined(separator: "; another "))."
        let later = reasons(in: events[(maker + 1)...])
        return text + (later.isEmpty ? "" : " " + later) + through
    }
    /// The events that gave each sample of the maker's image its value, in their order.
    private func lastOfEachSample(upTo maker: Int) -> [Int] {
        guard events[maker].sample != nil else { return [maker] }
        return Set((0..<events[maker].samples).compactMap { sample in
            events[...maker].lastIndex { event in
                event.image == events[maker].image
                    && ((event.fate == .written && event.sample == sample) || event.fate == .cleared || event.fate == .transferred)
            }
        }).sorted()
    }
    private func origin(of event: PixelEvent) -> String {
        guard event.draw != nil else { return "has the value of \(event.name)" }
        var text = "is \(event.after?.description ?? "unchanged") because \(subject(event)) writes \(event.output?.description ?? "no colour")"
        if let blend = event.blend { text += " over \(event.before?.description ?? "nothing") by \(blend)" }
        if let mask = event.writeMask, mask != "rgba" { text += mask.isEmpty ? " with no channel enabled" : " to the channels \(mask) alone" }
        return text
    }
    private func subject(_ event: PixelEvent) -> String {
        "draw @\(event.draw ?? 0) (\(event.name), \(event.site))" + (event.primitive.map { ", primitive \($0)" } ?? "")
    }
    private func reasons(in events: ArraySlice<PixelEvent>) -> String {
        var told: Set<String> = [], sentences: [String] = []
        for event in events where event.draw != nil && event.fate != .written {
            var text = "What \(subject(event)) has there \(event.fate.sentence)"
            if event.fate == .depthFailed, let new = event.depth, let old = event.storedDepth, let compare = event.depthCompare { text += ": \(new) is not \(compare) \(old)" }
            if event.fate == .stencilFailed, let reference = event.stencilReference, let stored = event.storedStencil { text += ": the reference is \(reference), stored is \(stored)" }
            // Samples that share a fate are told once.
            if told.insert("\(event.draw ?? 0) \(event.primitive ?? 0) \(event.fate)").inserted { sentences.append(text + ".") }
        }
        return sentences.joined(separator: " ")
    }
}
