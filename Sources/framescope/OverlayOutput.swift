// OverlayOutput: an overlay's legend and numbers, as text and as JSON.

import ArgumentParser
import FrameCapture
import Raster

extension Overlay: ExpressibleByArgument {}
extension OverlayScope: ExpressibleByArgument {}

enum OverlayOutput {
    /// Returns a table with a row for each colour: the colour and its meaning. For an overlay with categories, a row also has the number of
    /// pixels in the category. For other overlays, a last row has the range of the overlay's numbers.
    static func table(_ image: OverlayImage) -> String {
        var rows = [[image.overlay.rawValue, image.title]]
        let counts = image.pixelCounts
        if counts.isEmpty {
            rows += image.scale.legend.map { [hexadecimal($0.color), $0.meaning] }
            if let range = image.rangeText { rows.append(["range", range]) }
        } else {
            rows += counts.map { [$0.category.color.map(hexadecimal) ?? "-", "\($0.category.value) \($0.category.label): \($0.pixels) pixels"] }
        }
        return Output.table(rows)
    }
    static let fields = [
        Field("overlay", .text, "The name of the overlay.", only: "of an overlay"),
        Field("title", .text, "The quantity that the overlay shows.", only: "of an overlay"),
        Field("scope", .text, "The draws that it counts: `draw`, `pass`, `image` or `frame`.", only: "of an overlay"),
        Field("isProven", .flag, "Whether counting left the drawn bits unchanged.", only: "of an overlay"),
        Field("image", .text, "The image whose pixels it shows.", only: "of an overlay of numbers"),
        Field("followsPasses", .flag, "Whether counts of images that draws read are added to the images that they write.", only: "of an overlay of numbers"),
        Field("passes", .list(.object(pass)), "The passes with counted draws, in order.", only: "of an overlay of numbers"),
        Field("leftOut", .list(.object(pass)), "The passes without counted draws, up to the last draw, in order.", only: "of an overlay of numbers"),
        Field("minimum", .optional(.wholeOrFloat), "The smallest number.", only: "of an overlay that measures"),
        Field("maximum", .optional(.wholeOrFloat), "The largest number.", only: "of an overlay that measures"),
        Field("total", .optional(.wholeOrFloat), "The sum.", only: "of an overlay that measures"),
        Field("legend", .list(.object([Field("color", .text, "A colour, as #rrggbb."), Field("meaning", .text, "Its meaning.")])),
              "The meaning of the colours.", only: "of an overlay that measures"),
        Field("categories", .list(.object([
            Field("value", .integer, "The category's number."), Field("label", .text, "The category's name."),
            Field("color", .optional(.text), "Its colour, as #rrggbb; null for none."),
            Field("pixels", .integer, "The number of its pixels."),
        ])), "The meaning of the colours, and their numbers of pixels.", only: "of an overlay with categories"),
        Field("rows", .list(.list(.optional(.wholeOrFloat))), "The numbers of all pixels, from the top row on; null if nothing was drawn.", only: "of an overlay of numbers"),
    ]
    private static let pass = [
        Field("label", .text, "The pass's label; empty for none."), Field("image", .optional(.text), "The pass's first colour image, otherwise its depth image, otherwise its stencil image; null if the pass writes no image."),
        Field("width", .integer, "The width of that image."), Field("height", .integer, "The height of that image."),
        Field("draws", .integer, "The number of its draws in this list."),
    ]

    static func members(_ image: OverlayImage, path: String, attachment: String?, layer: Int?) -> [(String, JSON)] {
        var members: [(String, JSON)] = [
            ("file", .string(path)), ("overlay", .string(image.overlay.rawValue)), ("title", .string(image.title)), ("draw", .int(image.draw)),
            ("scope", .string(image.scope.rawValue)), ("attachment", JSON(attachment)), ("layer", JSON(layer)),
            ("width", .int(image.picture.width)), ("height", .int(image.picture.height)), ("isProven", .bool(image.isProven)),
        ]
        if let subject = image.subject {
            members += [("image", .string(subject.words.name(subject.image))), ("followsPasses", .bool(subject.followsPasses)),
                        ("passes", .list(subject.passes.map { json($0, subject.words) })), ("leftOut", .list(subject.leftOut.map { json($0, subject.words) }))]
        }
        if let range = image.range, image.pixelCounts.isEmpty {
            members += [("minimum", JSON.double(range.minimum)), ("maximum", JSON.double(range.maximum)), ("total", JSON.double(range.total))]
        }
        if image.pixelCounts.isEmpty {
            members.append(("legend", .list(image.scale.legend.map { .object([("color", .string(hexadecimal($0.color))), ("meaning", .string($0.meaning))]) })))
        } else {
            members.append(("categories", .list(image.pixelCounts.map { item in
                .object([("value", .int(item.category.value)), ("label", .string(item.category.label)), ("color", JSON(item.category.color.map(hexadecimal))),
                         ("pixels", .int(item.pixels))])
            })))
        }
        if let numbers = image.numbers {
            members.append(("rows", .list((0..<numbers.height).map { y in .list((0..<numbers.width).map { JSON.double(numbers[$0, y]) }) })))
        }
        return members
    }
    private static func json(_ pass: OverlaySubject.Pass, _ words: Vocabulary) -> JSON {
        .object([("label", .string(pass.label)), ("image", JSON(pass.image.map { words.name($0) })), ("width", .int(pass.width)), ("height", .int(pass.height)),
                 ("draws", .int(pass.draws))])
    }
    private static func hexadecimal(_ color: SIMD3<UInt8>) -> String {
        "#" + (0..<3).map { (color[$0] < 16 ? "0" : "") + String(color[$0], radix: 16) }.joined()
    }
}
