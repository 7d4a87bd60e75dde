// Fonts by name: finds the system's fonts with fontconfig. Only this file uses fontconfig's pointers.

import CFontconfig
import Host

extension Font {
    /// The requested weight, slant and width of a font within a family.
    public struct Style: Sendable, Hashable {
        /// The weight: 1 to 1000, 400 for regular and 700 for bold, as in CSS.
        public var weight: Int
        /// True for an italic or oblique font.
        public var isItalic: Bool
        /// The width in percent of the normal width: 75 for condensed.
        public var width: Int
        /// Creates a style.
        public init(weight: Int = 400, isItalic: Bool = false, width: Int = 100) { self.weight = weight; self.isItalic = isItalic; self.width = width }
        /// The regular style: weight 400, upright.
        public static let regular = Style()
        /// The bold style: weight 700, upright.
        public static let bold = Style(weight: 700)
        /// The italic style: weight 400, italic.
        public static let italic = Style(isItalic: true)
    }

    /// Finds an installed font by the name of its family, with fontconfig.
    ///
    /// Among the fonts of the family, the font with the nearest width is taken; if several fonts have this width, the font with the nearest
    /// weight is taken. The property `styleName` contains the style that was found. If the family is not installed, or has no italic font
    /// although an italic is requested, the initialiser throws, because no other font is substituted. Only the names `sans-serif`, `serif`,
    /// `monospace`, `cursive`, `fantasy` and `system-ui` mean a font that the system prefers. The names of preferred fonts give different
    /// fonts, and so different pictures, on different machines.
    /// - Throws: `CanvasError`: `fontNotFound`, which names the nearest families, or the errors of `init(contentsOf:index:)`.
    public convenience init(named family: String, style: Style = .regular) throws(CanvasError) {
        let found = try Fontconfig.find(family, style)
        try self.init(contentsOf: found.path, index: found.index)
    }
    /// The families of all installed outline fonts, sorted.
    public static var installedFamilies: [String] { Set(Fontconfig.fonts(of: nil).flatMap(\.families)).sorted() }
}

private enum Fontconfig {
    struct Entry {
        var families: [String]
        var style: String, path: String
        var index: Int, weight: Double, width: Double
        var isItalic: Bool, isVariable: Bool
    }
    /// fontconfig reads the system's configuration on first use. Only one thread at a time may use fontconfig.
    private static let lock = Lock(())
    static let generic: Set<String> = ["sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui"]

    static func find(_ family: String, _ style: Font.Style) throws(CanvasError) -> (path: String, index: Int) {
        let subject = "font '\(family)'"
        guard !family.utf8.contains(0), family.utf8.count <= 1000 else {
            throw CanvasError(.fontNotFound, "a font", "has an invalid name", remedy: "give a family's name")
        }
        let isGeneric = generic.contains(family.lowercased())
        let entries = isGeneric ? preferred(family.lowercased(), style).map { [$0] } ?? [] : fonts(of: family)
        guard !entries.isEmpty else {
            let known = Font.installedFamilies
            let nearest = nearestNames(to: family, among: known)
            throw CanvasError(.fontNotFound, subject, "is not installed",
                              remedy: known.isEmpty ? "install a font, such as fonts-dejavu-core, or name a file"
                              : "did you mean \(nearest.map { "'\($0)'" }.joined(separator: ", "))? or name a file")
        }
        let leaning = isGeneric || !style.isItalic ? entries : entries.filter(\.isItalic)
        guard !leaning.isEmpty else {
            throw CanvasError(.fontNotFound, subject, "has no italic style", remedy: "its styles are \(Set(entries.map(\.style)).sorted().joined(separator: ", "))")
        }
        // Sorts by slant, width, weight and then path, so that the choice between equal fonts does not depend on the order of
        // folders.
        func distance(_ entry: Entry) -> (Int, Double, Int, Double, String, Int) {
            (entry.isItalic == style.isItalic ? 0 : 1, abs(entry.width - Double(style.width)), entry.isVariable ? 1 : 0,
             abs(entry.weight - Double(style.weight)), entry.path, entry.index)
        }
        guard let best = leaning.min(by: { distance($0) < distance($1) }) else { preconditionFailure("the list is not empty") }
        return (best.path, best.index)
    }

    /// Returns the outline fonts of a family, or of all families if the name is nil, in no particular order.
    static func fonts(of family: String?) -> [Entry] {
        lock.withLock { _ in
            guard FcInit() != 0, let pattern = FcPatternCreate() else { return [] }
            defer { FcPatternDestroy(pattern) }
            if let family { FcPatternAddString(pattern, FC_FAMILY, family) }
            FcPatternAddBool(pattern, FC_OUTLINE, 1)
            guard let wanted = FcObjectSetCreate() else { return [] }
            defer { FcObjectSetDestroy(wanted) }
            for name in [FC_FAMILY, FC_STYLE, FC_FILE, FC_INDEX, FC_WEIGHT, FC_SLANT, FC_WIDTH, FC_FONTFORMAT, FC_VARIABLE] { FcObjectSetAdd(wanted, name) }
            guard let list = FcFontList(nil, pattern, wanted) else { return [] }
            defer { FcFontSetDestroy(list) }
            return (0..<Int(list.pointee.nfont)).compactMap { list.pointee.fonts[$0].flatMap { entry($0) } }
        }
    }
    /// Returns the system's preferred font for a generic family name; nil if the system gives no font that can be drawn.
    private static func preferred(_ family: String, _ style: Font.Style) -> Entry? {
        lock.withLock { _ in
            guard FcInit() != 0, let pattern = FcPatternCreate() else { return nil }
            defer { FcPatternDestroy(pattern) }
            FcPatternAddString(pattern, FC_FAMILY, family)
            FcPatternAddBool(pattern, FC_OUTLINE, 1)
            FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(style.weight)))
            FcPatternAddInteger(pattern, FC_SLANT, style.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
            FcPatternAddInteger(pattern, FC_WIDTH, Int32(clamping: style.width))
            FcConfigSubstitute(nil, pattern, FcMatchPattern)
            FcDefaultSubstitute(pattern)
            var result = FcResultMatch
            guard let match = FcFontMatch(nil, pattern, &result) else { return nil }
            defer { FcPatternDestroy(match) }
            return entry(match)
        }
    }
    /// Returns the entry of a font; nil if the font cannot be drawn, or is a named instance of a variable font.
    private static func entry(_ pattern: OpaquePointer) -> Entry? {
        func string(_ name: String, _ index: Int32 = 0) -> String? {
            var value: UnsafeMutablePointer<FcChar8>?
            return FcPatternGetString(pattern, name, index, &value) == FcResultMatch ? value.map { String(cString: $0) } : nil
        }
        func integer(_ name: String) -> Int {
            var value: Int32 = 0
            return FcPatternGetInteger(pattern, name, 0, &value) == FcResultMatch ? Int(value) : 0
        }
        func number(_ name: String, _ missing: Double) -> Double {
            var value = 0.0
            return FcPatternGetDouble(pattern, name, 0, &value) == FcResultMatch ? value : missing
        }
        var varies: FcBool = 0
        _ = FcPatternGetBool(pattern, FC_VARIABLE, 0, &varies)
        let index = integer(FC_INDEX)
        guard let path = string(FC_FILE), ["TrueType", "CFF"].contains(string(FC_FONTFORMAT) ?? ""), index >> 16 == 0 else { return nil }
        var families: [String] = []
        while let family = string(FC_FAMILY, Int32(families.count)) { families.append(family) }
        return Entry(families: families, style: string(FC_STYLE) ?? "", path: path, index: index,
                     weight: FcWeightToOpenTypeDouble(number(FC_WEIGHT, Double(FC_WEIGHT_REGULAR))),
                     width: number(FC_WIDTH, Double(FC_WIDTH_NORMAL)), isItalic: integer(FC_SLANT) != 0, isVariable: varies != 0)
    }

    /// Returns up to three names with the smallest edit distance.
    static func nearestNames(to name: String, among names: [String]) -> [String] {
        let wanted = Array(name.lowercased().prefix(64))
        func distance(_ other: String) -> Int {
            var row = Array(0...wanted.count)
            for (i, letter) in other.lowercased().prefix(64).enumerated() {
                var diagonal = row[0]
                row[0] = i + 1
                for (j, own) in wanted.enumerated() {
                    let next = min(row[j], row[j + 1]) + 1
                    (diagonal, row[j + 1]) = (row[j + 1], min(next, diagonal + (own == letter ? 0 : 1)))
                }
            }
            return row[wanted.count]
        }
        return Array(names.map { (distance($0), $0) }.sorted { $0 < $1 }.prefix(3).map(\.1))
    }
}
