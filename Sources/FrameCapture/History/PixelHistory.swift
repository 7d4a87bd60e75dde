import Raster

/// Everything that touched a pixel in a frame, or could have.
public struct PixelHistory: Sendable {
    /// Pixels from the left.
    public let x: Int
    /// Pixels from the top, as in the picture.
    public let y: Int
    /// The width and height of the images that the pixel belongs to.
    public let size: (width: Int, height: Int)
    /// The image that the verdict is about.
    public let image: PixelImage
    /// In the order of the frame, for all images of the size.
    public let events: [PixelEvent]
    /// Whether each draw left the bits that the history says, in all its attachments; where not, one of the two renderers is wrong.
    public let isProven: Bool

    /// The events that have to do with the image: those in it, and those in images that it took the pixel from.
    public var eventsOfImage: [PixelEvent] {
        // Backwards, because an image matters only until the moment at which it was read.
        var wanted: Set<PixelImage> = [image], kept: [PixelEvent] = []
        for event in events.reversed() where event.images.contains(where: wanted.contains) {
            kept.append(event)
            if event.keepsPixel, let source = event.source { wanted.insert(source) }
        }
        return kept.reversed()
    }

    /// Tells in a sentence or two which event made the pixel, and which later draws did not change it and why.
    public var verdict: String { PixelVerdict(history: self).text }
}

/// Finds the words for a history.
struct PixelVerdict {
    private let history: PixelHistory
    private let events: [PixelEvent]

    init(history: PixelHistory) { self.history = history; events = history.eventsOfImage }

    private func changes(_ event: PixelEvent, _ image: PixelImage) -> Bool {
        switch event.fate {
        case .written: event.changes.contains { $0.image == image }
        case .cleared, .transferred: event.images.contains(image)
        default: false
        }
    }

    var text: String {
        let pixel = "pixel (\(history.x), \(history.y))"
        var image = history.image
        guard let last = events.indices.last(where: { changes(events[$0], image) }) else {
            return "Nothing writes \(pixel)" + (events.isEmpty ? ": no draw of the frame covers it." : ". " + reasons(in: events[...], image))
        }
        // A resolve takes over the pixel that earlier events made in its source.
        var maker = last, through = ""
        while events[maker].keepsPixel, let source = events[maker].source, let earlier = events[..<maker].lastIndex(where: { changes($0, source) }) {
            through = " Then \(events[maker].name) takes it over." + through
            maker = earlier
            image = source
        }
        var told: Set<String> = [], sentences: [String] = []
        for index in lastOfEachSample(upTo: maker, image) {
            let sentence = origin(of: events[index], image)
            if told.insert(sentence).inserted { sentences.append(sentence) }
        }
        let text = sentences.count == 1 ? "P\(pixel.dropFirst()) \(sentences[0])." : "The samples of \(pixel) differ: one \(sentences.joined(separator: "; another "))."
        let later = reasons(in: events[(maker + 1)...], image)
        return text + (later.isEmpty ? "" : " " + later) + through
    }
    /// The events that gave each sample of the image its value, in their order.
    private func lastOfEachSample(upTo maker: Int, _ image: PixelImage) -> [Int] {
        guard events[maker].sample != nil else { return [maker] }
        return Set((0..<events[maker].samples).compactMap { sample in
            events[...maker].lastIndex { changes($0, image) && ($0.sample == nil || $0.sample == sample) }
        }).sorted()
    }
    private func origin(of event: PixelEvent, _ image: PixelImage) -> String {
        guard event.draw != nil else { return "has the value of \(event.name)" }
        guard let change = event.changes.first(where: { $0.image == image }) else { return "has the value of \(event.name)" }
        var text = "is \(change.after?.description ?? "unchanged") because \(subject(event)) writes \(change.output?.description ?? "no colour")"
        if let blend = change.blend { text += " over \(change.before?.description ?? "nothing") by \(blend.equation)" }
        if let mask = change.writeMask, mask != "rgba" { text += " to the channels \(mask) alone" }
        return text
    }
    private func subject(_ event: PixelEvent) -> String {
        "draw @\(event.draw ?? 0) (\(event.name), \(event.site))" + (event.primitive.map { ", primitive \($0)" } ?? "")
    }
    private func reasons(in events: ArraySlice<PixelEvent>, _ image: PixelImage) -> String {
        var told: Set<String> = [], sentences: [String] = []
        for event in events where event.draw != nil && event.fate != .written && event.images.contains(image) {
            var text = "What \(subject(event)) has there \(event.fate.sentence)"
            if event.fate == .depthFailed, let new = event.depth, let old = event.storedDepth, let compare = event.depthCompare { text += ": \(new) is not \(compare) \(old)" }
            if event.fate == .stencilFailed, let reference = event.stencilReference, let stored = event.storedStencil { text += ": the reference is \(reference), stored is \(stored)" }
            // Samples that share a fate are told once.
            if told.insert("\(event.draw ?? 0) \(event.primitive ?? 0) \(event.fate)").inserted { sentences.append(text + ".") }
        }
        return sentences.joined(separator: " ")
    }
}
