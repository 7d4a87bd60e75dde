import CaptureFile
import Raster

/// The image of an overlay, the draws that the overlay counts, and the draws that the overlay leaves out.
public struct OverlaySubject: Sendable, Hashable {
    /// Draws of one pass.
    public struct Pass: Sendable, Hashable {
        /// The pass's label; empty if the pass has no label.
        public let label: String
        /// The pass's first colour attachment; without colours, the depth attachment; without depth, the stencil attachment. nil if the pass
        /// writes no image.
        public let image: PixelImage?
        /// The image's width in pixels.
        public let width: Int
        /// The image's height in pixels.
        public let height: Int
        /// The number of counted draws in the pass. If the overlay leaves out the pass, `draws` is the number of all draws of the pass.
        public let draws: Int
    }
    /// The image whose pixels the overlay shows.
    public let image: PixelImage
    /// The image's width in pixels.
    public let width: Int
    /// The image's height in pixels.
    public let height: Int
    /// The passes with counted draws, in order.
    public let passes: [Pass]
    /// The passes without counted draws, up to the last draw, in order.
    public let leftOut: [Pass]
    /// Whether the counts follow passes: a draw adds the counts of the images that it reads to the images that it writes.
    public let followsPasses: Bool
    /// The vocabulary of `description`.
    package internal(set) var words = Vocabulary.raster

    /// Sentences about the overlay's image, the number of counted draws, the contributing images, and the omitted draws.
    public var description: [String] {
        var lines = ["The pixels of \(words.name(image)), \(width)×\(height): \(text(passes))."]
        let others = passes.filter { $0.image != image }
        if followsPasses, !others.isEmpty {
            lines.append("The draws into \(images(of: others)) count at the pixels that read their texels; the fragments of a draw share these counts.")
        }
        if !leftOut.isEmpty {
            lines.append("\(followsPasses ? "Not visible in it" : "Not counted"): \(text(leftOut)), into \(images(of: leftOut)).")
        }
        return lines
    }
    /// Returns the number of draws and passes, such as "5 draws of 2 passes". OpenGL has no passes, so in OpenGL's vocabulary the text has
    /// only the number of draws.
    private func text(_ passes: [Pass]) -> String {
        counted(passes.reduce(0) { $0 + $1.draws }, "draw") + words.choose(" of \(counted(passes.count, "pass", "passes"))", opengl: "")
    }
    /// Lists the images of the passes without duplicates; only the first six images are named.
    private func images(of passes: [Pass]) -> String {
        var names: [String] = []
        for pass in passes {
            let name = (pass.image.map { words.name($0) } ?? "no image") + ", \(pass.width)×\(pass.height)"
            if !names.contains(name) { names.append(name) }
        }
        let shown = names.prefix(6).joined(separator: "; ")
        return names.count > 6 ? "\(shown); and \(names.count - 6) more" : shown
    }
}

extension Replayer {
    /// Returns the subject of an overlay that counts some of the draws through `last`: the draws for which `isCounted` returns
    /// true.
    func subject(of image: RecordedAttachment, through last: CapturedDraw, _ isCounted: (CapturedDraw) -> Bool) -> OverlaySubject {
        var passes: [OverlaySubject.Pass] = [], leftOut: [OverlaySubject.Pass] = []
        for group in frame.draws[...last.number].grouped(by: \.pass) {
            guard let first = group.first else { continue }
            let target = framebuffers[first.framebuffer], shown = Attachment(textures[image.texture], level: image.level, slice: image.slice)
            let written = target.writes(shown) ? image : frame.table.framebuffers[first.framebuffer].first
            func pass(_ draws: Int) -> OverlaySubject.Pass {
                OverlaySubject.Pass(label: first.path.first ?? "", image: written.map(self.image), width: target.width, height: target.height, draws: draws)
            }
            let counted = group.count(where: isCounted)
            if counted > 0 { passes.append(pass(counted)) } else { leftOut.append(pass(group.count)) }
        }
        return subject(of: image, passes, leftOut, followsPasses: false)
    }
    /// Returns the subject of an overlay whose passes a `WorkCounter` counted.
    func subject(of image: RecordedAttachment, _ counter: WorkCounter) -> OverlaySubject {
        func passes(_ list: [WorkCounter.Pass]) -> [OverlaySubject.Pass] {
            list.map { pass in
                let written = pass.image.flatMap { image in
                    textures.firstIndex { $0 === image.texture }.map { RecordedAttachment(texture: $0, level: image.level, slice: image.slice) }
                }
                return OverlaySubject.Pass(label: pass.label, image: written.map(self.image), width: pass.size.width, height: pass.size.height,
                                           draws: pass.draws)
            }
        }
        return subject(of: image, passes(counter.counted), passes(counter.leftOut), followsPasses: true)
    }
    private func subject(of image: RecordedAttachment, _ passes: [OverlaySubject.Pass], _ leftOut: [OverlaySubject.Pass],
                         followsPasses: Bool) -> OverlaySubject {
        let size = size(image.texture, level: image.level)
        return OverlaySubject(image: self.image(image), width: size.width, height: size.height, passes: passes, leftOut: leftOut, followsPasses: followsPasses,
                              words: capture.vocabulary)
    }
}

extension ArraySlice<CapturedDraw> {
    /// Splits the slice into parts; each part consists of neighbouring draws with equal keys.
    fileprivate func grouped(by key: (CapturedDraw) -> Int) -> [ArraySlice<CapturedDraw>] {
        var groups: [ArraySlice<CapturedDraw>] = [], start = startIndex
        for index in indices where index > start && key(self[index]) != key(self[start]) {
            groups.append(self[start..<index])
            start = index
        }
        if start < endIndex { groups.append(self[start...]) }
        return groups
    }
}
