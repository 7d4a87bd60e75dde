// OverlayOutput: an overlay's legend and numbers for people, and as JSON.

import ArgumentParser
import FrameCapture
import Raster

extension Overlay: ExpressibleByArgument {}
extension OverlayScope: ExpressibleByArgument {}

enum OverlayOutput {
    /// The meaning of each colour, and how much there is of it.
    static func table(_ image: OverlayImage) -> String {
        var rows = [[image.overlay.rawValue, image.overlay.title]]
        let counts = image.pixelCounts
        if counts.isEmpty {
            rows += image.scale.legend.map { [hexadecimal($0.color), $0.meaning] }
            if let range = image.rangeText { rows.append(["range", range]) }
        } else {
            rows += counts.map { [$0.category.color.map(hexadecimal) ?? "-", "\($0.category.value) \($0.category.label): \($0.pixels) pixels"] }
        }
        return Output.table(rows)
    }
    static func json(_ image: OverlayImage, path: String, attachment: String?) -> JSON {
        var members: [(String, JSON)] = [
            ("file", .string(path)), ("overlay", .string(image.overlay.rawValue)), ("title", .string(image.overlay.title)), ("draw", .int(image.draw)),
            ("scope", .string(image.scope.rawValue)), ("attachment", JSON(attachment)), ("width", .int(image.picture.width)),
            ("height", .int(image.picture.height)), ("isProven", .bool(image.isProven)),
        ]
        if let subject = image.subject {
            members += [("image", .string(subject.image.description)), ("followsPasses", .bool(subject.followsPasses)), ("passes", .list(subject.passes.map(json))), ("leftOut", .list(subject.leftOut.map(json)))]
        }
        if let range = image.range, image.pixelCounts.isEmpty {
            members += [("minimum", JSON.double(range.minimum)), ("maximum", JSON.double(range.maximum)), ("total", JSON.double(range.total))]
        }
        if image.pixelCounts.isEmpty {
            members.append(("legend", .list(image.scale.legend.map { .object([("color", .string(hexadecimal($0.color))), ("meaning", .string($0.meaning))]) })))
        } else {
            members.append(("categories", .list(image.pixelCounts.map { item in
                .object([("value", .int(item.category.value)), ("label", .string(item.category.label)), ("color", JSON(item.category.color.map(hexadecimal))), ("pixels", .int(item.pixels))])
            })))
        }
        if let numbers = image.numbers {
            members.append(("rows", .list((0..<numbers.height).map { y in .list((0..<numbers.width).map { JSON.double(numbers[$0, y]) }) })))
        }
        return .object(members)
    }
    private static func json(_ pass: OverlaySubject.Pass) -> JSON {
        .object([("label", .string(pass.label)), ("image", JSON(pass.image?.description)), ("width", .int(pass.width)), ("height", .int(pass.height)), ("draws", .int(pass.draws))])
    }
    private static func hexadecimal(_ color: SIMD3<UInt8>) -> String {
        "#" + (0..<3).map { (color[$0] < 16 ? "0" : "") + String(color[$0], radix: 16) }.joined()
    }
}
