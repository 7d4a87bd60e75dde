// PixelVerdict: describes a pixel's history in words.

import Raster

struct PixelVerdict {
    let history: PixelHistory
    /// The events of the image.
    let events: [PixelEvent]
    private let words: PixelText

    init(_ history: PixelHistory, _ words: PixelText = PixelText()) { self.history = history; events = history.eventsOfImage; self.words = words }

    /// Samples of the pixel that have the same value, and the events that wrote this value.
    struct Origin {
        var samples: [Int]
        /// The value as text.
        var value: String
        /// Indices into `events`. An event that wrote several of the samples occurs once.
        var events: [Int]
    }
    /// The events that gave the pixel its final value.
    struct Maker {
        /// Samples whose values have the same text share an origin.
        var origins: [Origin]
        /// The image that the events wrote. This image differs from the history's image if copies or resolves brought the pixel into the
        /// history's image.
        var image: PixelImage
        /// The index of the last event in `origins`.
        var last: Int
        /// Indices into `events`, in order: the transfers that copied the pixel to another image after the events of `origins` had written the pixel.
        var transfers: [Int]
    }

    /// The events that gave the pixel its final value; nil if no event writes the pixel.
    var maker: Maker? {
        var image = history.image
        guard var last = events.indices.last(where: { changes(events[$0], image) }) else { return nil }
        // A resolve copies the pixel from its source image, so the search continues in that image.
        var transfers: [Int] = []
        while events[last].keepsPixel, let source = events[last].source, let earlier = events[..<last].lastIndex(where: { changes($0, source) }) {
            transfers.insert(last, at: 0)
            last = earlier
            image = source
        }
        var origins: [Origin] = []
        for (sample, index) in lastOfEachSample(upTo: last, image) {
            let value = change(events[index], image).flatMap { $0.after(words) } ?? ""
            if let place = origins.firstIndex(where: { $0.value == value }) {
                origins[place].samples.append(sample)
                if !origins[place].events.contains(index) { origins[place].events.append(index) }
            } else {
                origins.append(Origin(samples: [sample], value: value, events: [index]))
            }
        }
        return Maker(origins: origins, image: image, last: last, transfers: transfers)
    }
    /// Returns, for each sample of the image, the last event that wrote the sample.
    private func lastOfEachSample(upTo maker: Int, _ image: PixelImage) -> [(sample: Int, event: Int)] {
        guard events[maker].sample != nil else { return [(0, maker)] }
        return (0..<events[maker].samples).compactMap { sample in
            events[...maker].lastIndex { changes($0, image) && ($0.sample == nil || $0.sample == sample) }.map { (sample, $0) }
        }
    }
    private func changes(_ event: PixelEvent, _ image: PixelImage) -> Bool {
        switch event.fate {
        case .written: event.changes.contains { $0.image == image }
        case .cleared, .transferred, .stored: event.images.contains(image)
        default: false
        }
    }
    func change(_ event: PixelEvent, _ image: PixelImage) -> PixelChange? { event.changes.first { $0.image == image } }

    var text: String {
        let pixel = "pixel (\(history.x), \(history.y))"
        guard let maker else {
            let why = reasons(from: 0, history.image)
            return "Nothing writes \(pixel)" + (events.isEmpty ? ": no draw of the frame covers it." : ". " + why)
        }
        var text: String
        if maker.origins.count == 1, let origin = maker.origins.first {
            text = "\(pixel.capitalizedSentence) \(sentence(origin, maker.image))."
        } else {
            let parts = maker.origins.map { origin in
                (origin.samples.count == 1 ? "sample \(origin.samples[0])" : "samples \(numberRanges(origin.samples))")
                    + " \(sentence(origin, maker.image, isPlural: origin.samples.count > 1))"
            }
            text = "The samples of \(pixel) differ: \(parts.joined(separator: "; "))."
        }
        let later = reasons(from: maker.last + 1, maker.image)
        if !later.isEmpty { text += " " + later }
        for index in maker.transfers {
            let after = change(events[index], events[index].images.first ?? history.image).flatMap { $0.after(words) }
            let isOther = maker.origins.count > 1 || after != maker.origins.first?.value
            text += " Then \(events[index].name) takes " + (maker.origins.count > 1 ? "them" : "it") + " over"
                + (isOther ? after.map { " as \($0)" } ?? "" : "") + "."
        }
        return text
    }

    // MARK: Events that made the pixel

    /// Returns the origin as the end of a sentence: "is #FF0000 because draw @1 (…) writes this colour with primitive 3".
    func sentence(_ origin: Origin, _ image: PixelImage, isPlural: Bool = false) -> String {
        // If several primitives of a draw have the same description, one phrase lists the numbers of these primitives.
        var parts: [(key: String, index: Int, primitives: [Int], emitters: [PixelEmitter])] = []
        for index in origin.events {
            let key = (events[index].draw.map { "@\($0)" } ?? events[index].name) + written(by: events[index], image)
            if let place = parts.firstIndex(where: { $0.key == key }) {
                parts[place].primitives += [events[index].primitive].compactMap { $0 }
                parts[place].emitters += [events[index].emitter].compactMap { $0 }
            } else {
                parts.append((key, index, [events[index].primitive].compactMap { $0 }, [events[index].emitter].compactMap { $0 }))
            }
        }
        let verb = isPlural ? "are" : "is"
        let made = parts.map { part -> String in
            let event = events[part.index]
            if event.fate == .stored {
                let command = event.draw == nil ? event.name + (words.vocabulary == .raster ? " of \(event.site)" : "") : "draw \(PixelVerdict.name(event))"
                return "because \(command) stores \(change(event, image).map(PixelVerdict.thing) ?? "it") into the image"
            }
            guard event.draw != nil else { return "of \(event.name)" }
            let primitives = Set(part.primitives).sorted()
            let with = (primitives.isEmpty ? "" : primitives.count == 1 ? " with primitive \(primitives[0])" : " with primitives \(numberRanges(primitives))")
                + PixelVerdict.emission(by: part.emitters)
            return "because draw \(PixelVerdict.name(event)) " + written(by: event, image).replacing("\u{0}", with: with)
        }
        return "\(verb) \(origin.value.isEmpty ? "unchanged" : origin.value) \(joined(made))"
    }
    /// Returns a clause that names the invocations of the geometry shader that emitted primitives; empty without a geometry shader.
    private static func emission(by emitters: [PixelEmitter]) -> String {
        let read = Set(emitters.map(\.primitive)).sorted(), invocations = Set(emitters.compactMap(\.invocation)).sorted()
        guard let first = read.first else { return "" }
        guard read.count == 1 else { return ", which the geometry shader emitted for the draw's primitives \(numberRanges(read))" }
        let by = invocations.isEmpty ? "" : invocations.count == 1 ? "invocation \(invocations[0]) of " : "invocations \(numberRanges(invocations)) of "
        return ", which \(by)the geometry shader emitted for the draw's primitive \(first)"
    }
    /// Returns a phrase such as "writes this colour". In the phrase, a null character takes the place of the primitives' numbers.
    private func written(by event: PixelEvent, _ image: PixelImage) -> String {
        guard event.draw != nil, let change = change(event, image) else { return "" }
        let output = change.output(words)
        var text = "writes " + (output == nil ? "no colour" : output == change.after(words) && change.blend == nil ? PixelVerdict.thing(change) : output ?? "")
            + "\u{0}"
        if let output = change.output, case .numbers(let list) = output, !PixelText.fits(output, change.format) {
            text += list.contains(where: \.isNaN) ? ", and the image stores NaN as 0" : ", which the image clamps to 0…1"
        }
        if let blend = change.blend {
            text += " and blends it over \(change.before(words) ?? "nothing")" + (writer(before: event, of: change).map { " of \($0)" } ?? "")
                + " by \(blend.state.words(isVerbose: words.isVerbose, in: words.vocabulary))"
        }
        if let mask = change.writeMask, mask != "rgba" { text += ", and \(words.vocabulary == .raster ? "the write mask" : "glColorMask") lets only \(joined(PixelVerdict.channels(mask))) through" }
        return text
    }
    /// Returns "this colour" or "this depth", or for an image of integers "these numbers".
    private static func thing(_ change: PixelChange) -> String {
        guard case .color = change.attachment else { return "this \(change.attachment)" }
        guard change.format.isInteger else { return "this colour" }
        return change.format.channelCount == 1 ? "this number" : "these numbers"
    }
    private static func channels(_ letters: String) -> [String] {
        letters.map { ["r": "red", "g": "green", "b": "blue", "a": "alpha"][$0] ?? String($0) }
    }
    /// Returns the name of the event that wrote the sample last before `event`, such as "draw @1" or "the clear of pass main"; nil if no
    /// earlier event wrote the sample.
    private func writer(before event: PixelEvent, of change: PixelChange) -> String? {
        guard let place = events.firstIndex(where: {
            $0.draw == event.draw && $0.primitive == event.primitive && $0.instance == event.instance && $0.sample == event.sample
        }) else { return nil }
        return writer(of: change.image, change.attachment, sample: event.sample, before: place)
    }
    /// - Parameter attachment: The attachment to which the image is bound. If one image holds both depth and stencil, this
    ///   parameter selects one of the two.
    private func writer(of image: PixelImage, _ attachment: AttachmentName, sample: Int?, before place: Int) -> String? {
        func isDepthOrStencil(_ attachment: AttachmentName) -> Bool { attachment == .depth || attachment == .stencil }
        let found = events[..<place].last { earlier in
            (earlier.sample == nil || earlier.sample == sample)
                && earlier.changes.contains {
                    $0.image == image && ($0.attachment == attachment || !isDepthOrStencil($0.attachment) && !isDepthOrStencil(attachment))
                }
        }
        return found.map { $0.draw.map { "draw @\($0)" } ?? $0.name }
    }
    /// Returns the name of an event's draw, such as "@1 (room/pane, GlassPane.swift:67)".
    static func name(_ event: PixelEvent) -> String { "@\(event.draw ?? 0) (\(event.name), \(event.site))" }

    // MARK: Draws that did not change the pixel

    /// Returns the reasons why the draw of event `first` and later draws did not change the pixel, in a sentence for each kind of
    /// reason.
    private func reasons(from first: Int, _ image: PixelImage) -> String {
        let writers = Set(events.filter { $0.fate == .written && change($0, image) != nil }.compactMap(\.draw))
        var groups: [(fate: PixelFate, writer: Int?, indices: [Int])] = []
        for index in events.indices[first...]
            where events[index].draw != nil && ![.written, .stored].contains(events[index].fate) && events[index].images.contains(image) {
            // If one primitive of a draw changed the pixel, the draw's other primitives get a separate sentence.
            let fate = events[index].fate, writer = events[index].draw.flatMap { writers.contains($0) ? $0 : nil }
            if let place = groups.firstIndex(where: { $0.fate == fate && $0.writer == writer }) {
                groups[place].indices.append(index)
            } else {
                groups.append((fate, writer, [index]))
            }
        }
        return groups.map { ($0.writer == nil ? reason($0.fate, $0.indices) : reasonOfOthers($0.fate, $0.indices, image)) + "." }.joined(separator: " ")
    }
    /// Returns the reason why primitives did not change the pixel, although another primitive or sample of the same draw changed the pixel.
    private func reasonOfOthers(_ fate: PixelFate, _ indices: [Int], _ image: PixelImage) -> String {
        guard let last = indices.last else { return "" }
        func primitive(_ event: PixelEvent) -> [Int?] { [event.instance, event.primitive] }
        let event = events[last], primitives = Set(indices.map { primitive(events[$0]) }), samples = Set(indices.compactMap { events[$0].sample }).sorted()
        let isPlural = primitives.count > 1, values = numbers(last)
        // If a primitive writes some samples of the pixel and fails a test at other samples, the sentence names the samples that do not
        // change.
        let changesOthers = events.contains { $0.draw == event.draw && $0.fate == .written && change($0, image) != nil && primitives.contains(primitive($0)) }
        let object = !changesOthers || samples.isEmpty ? "it" : samples.count == 1 ? "sample \(samples[0])" : "samples \(numberRanges(samples))"
        let subject = isPlural ? "\(primitives.count) \(changesOthers ? "" : "other ")primitives" : event.primitive.map { "Primitive \($0)" } ?? "Another primitive"
        let own = values.map { isPlural ? "; of the last, primitive \(event.primitive ?? 0), \($0)" : ": \($0)" } ?? ""
        return "\(subject) of draw @\(event.draw ?? 0) \(isPlural ? "do" : "does") not change \(object), because "
            + fate.reason(isPlural ? "they" : "it", isPlural: isPlural, event, in: words.vocabulary) + own + remedy(indices, isPlural: isPlural)
    }
    private func reason(_ fate: PixelFate, _ indices: [Int]) -> String {
        guard let last = indices.last else { return "" }
        let event = events[last], numbers = numbers(last).map { ": \($0)" } ?? ""
        let draws = Set(indices.compactMap { events[$0].draw }), primitives = Set(indices.map { [events[$0].draw, events[$0].instance, events[$0].primitive] })
        guard draws.count > 1 else {
            let subject = primitives.count > 1 ? "\(primitives.count) of its primitives" : event.primitive.map { "its primitive \($0)" } ?? "it"
            let own = primitives.count > 1 && !numbers.isEmpty ? event.primitive.map { "; of the last, primitive \($0), \(self.numbers(last) ?? "")" } ?? numbers : numbers
            return "Draw \(PixelVerdict.name(event)) does not change it, because "
                + fate.reason(subject, isPlural: primitives.count > 1, event, in: words.vocabulary) + own + remedy(indices, isPlural: primitives.count > 1)
        }
        // Up to four draws are listed with their names. If there are more draws, only ranges of their numbers are listed.
        var named: [String] = []
        for index in indices where named.count <= 4 {
            let name = "@\(events[index].draw ?? 0) (\(events[index].name))"
            if named.last != name { named.append(name) }
        }
        let list = draws.count <= 4 && named.count == draws.count ? named.joined(separator: ", ") : drawRanges(Array(draws))
        let own = numbers.isEmpty ? "" : "; of the last, \(self.numbers(last) ?? "")"
        return "\(draws.count) draws do not change it, because \(fate.reason("their primitives", isPlural: true, isOfSeveral: true, in: words.vocabulary)): \(list)\(own)"
            + remedy(indices, isPlural: true)
    }
    /// Returns the end of a sentence that names OpenGL calls. Each of these calls alone would have let all of the given events change the
    /// pixel. Returns an empty text in Raster's vocabulary.
    private func remedy(_ indices: [Int], isPlural: Bool) -> String {
        guard words.vocabulary == .opengl, let first = indices.first else { return "" }
        let calls = events[first].openGLRemedies.filter { call in indices.allSatisfy { events[$0].openGLRemedies.contains(call) } }
        return calls.remedy(isPlural: isPlural, events[first].fate == .writeMasked ? DrawLoss.writeMasked.remedyVerb : "pass")
    }
    /// Returns the two values that a test compared, and the name of the event that stored the second value. Returns nil if the event did
    /// not fail a depth or stencil test.
    private func numbers(_ index: Int) -> String? {
        let event = events[index]
        func stored(_ attachment: AttachmentName) -> String {
            let image = events[..<index].last { earlier in earlier.changes.contains { $0.attachment == attachment && event.images.contains($0.image) } }?
                .changes.first { $0.attachment == attachment }?.image
            return image.flatMap { writer(of: $0, attachment, sample: event.sample, before: index) }.map { " of \($0)" } ?? ""
        }
        if event.fate == .lost(.depthFailed), let new = event.depth, let old = event.storedDepth, let compare = event.depthCompare {
            return compare.failure("depth \(new.shown)", old.shown + stored(.depth))
        }
        if event.fate == .lost(.stencilFailed), let reference = event.stencilReference, let old = event.storedStencil, let compare = event.stencilCompare {
            let mask = event.stencilReadMask
            let masked = mask == 0xFF ? "" : ", both masked by 0x\(String(mask, radix: 16, uppercase: true))"
            return compare.failure("the stencil reference \(reference)", "the stored \(old)" + stored(.stencil)) + masked
        }
        return nil
    }
}
