// README.md quotes the answer of `framescope why` word for word, and shows the picture that the answer is about.

import Foundation
import FrameCapture
import Raster
import TestSupport
import Testing

@Suite("README") struct ReadmeTests {
    private let readme: String
    init() throws { readme = try String(contentsOf: packageFolder.appendingPathComponent("README.md"), encoding: .utf8) }

    /// Returns the paragraph of quoted lines after a text.
    private func quotation(behind text: String) throws -> String {
        let rest = try #require(readme.range(of: text)).upperBound, lines = readme[rest...].components(separatedBy: "\n").drop { !$0.hasPrefix("> ") }
        return lines.prefix { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }.joined(separator: " ")
    }

    @Test("the command why explains the mistake that the section describes", arguments: Device.Kind.allCases)
    func why(kind: Device.Kind) throws {
        let file = TemporaryFile(), device = Device(kind), pane = try GlassPane(device: device)
        try device.captureNextFrame(to: file.path)
        let picture = try pane.draw(isMended: false)
        let answer = try framescope("why", file.path, "\(GlassPane.pixel.x)", "\(GlassPane.pixel.y)")
        #expect(answer.status == 0)
        #expect(readme.contains("framescope why room.rcap \(GlassPane.pixel.x) \(GlassPane.pixel.y)\n"))
        #expect(try quotation(behind: "framescope why room.rcap \(GlassPane.pixel.x)") == answer.output.components(separatedBy: "\n\n").first, "\(answer.output)")
        // The ball is orange. The colour orange is missing at the pixel, and appears if the pane is drawn last.
        let missing = picture[GlassPane.pixel.x, GlassPane.pixel.y], there = try pane.draw(isMended: true)[GlassPane.pixel.x, GlassPane.pixel.y]
        #expect(missing.x < missing.z && there.x > there.z, "\(missing) \(there)")
    }

    @Test("the section's program draws the section's picture")
    func documentationPicture() throws {
        let drawn = try GlassPane.documentationPicture(on: Device(.jit)).converted(to: .rgb8),
            path = packageFolder.appendingPathComponent("docs/gallery/why.png").path
        if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: path) }
        #expect(try PictureComparison.difference("why", expected: Image.read(from: path), actual: drawn) == nil, "scripts/make-doc-pictures draws it anew")
        #expect(readme.contains("docs/gallery/why.png"))
    }
}
