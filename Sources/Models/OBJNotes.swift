// OBJNotes: finds the contents of an OBJ file and its material libraries that are not drawn or are unknown. The importer leaves
// unsupported contents out without a message; this file makes the warnings.

import Raster

struct OBJNotes {
    /// A sentence for each kind of content that is left out.
    private(set) var warnings: [String] = []

    private static let known: Set<String> = ["v", "vt", "vn", "f", "fo", "o", "g", "s", "usemtl", "mtllib"]
    /// The keywords of freeform curves and surfaces.
    private static let freeform: Set<String> = ["vp", "cstype", "deg", "bmat", "step", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp", "end",
                                                "con", "ctech", "stech"]
    /// The keywords of display settings.
    private static let display: Set<String> = ["mg", "bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj", "usemap", "maplib"]

    /// Keywords of a material library that cause no warning: they are used, or they describe a reaction to light that is ignored in
    /// all formats.
    private static let materialWords: Set<String> = ["newmtl", "kd", "map_kd", "d", "tr", "ka", "ks", "ke", "ns", "ni", "tf", "illum", "sharpness", "pr", "pm",
                                                     "ps", "pc", "pcr", "aniso", "anisor"]
    private static let maps = [
        "map_ka": "ambient", "map_ks": "specular", "map_ns": "shininess", "map_ke": "emissive", "map_d": "opacity", "map_tr": "opacity", "map_bump": "bump",
        "bump": "bump",
        "norm": "normal", "map_kn": "normal", "disp": "displacement", "decal": "decal", "refl": "reflection", "map_refl": "reflection",
        "map_aat": "antialiasing",
        "map_pr": "roughness", "map_pm": "metallic", "map_ps": "sheen", "map_rma": "roughness", "map_orm": "roughness",
    ]

    /// - Parameters:
    ///   - bytes: The OBJ file.
    ///   - folder: The folder of the libraries: empty, or with a slash at its end.
    init(_ bytes: [UInt8], folder: String) {
        var hasPointsOrLines = false, hasFreeform = false, unknown: [String] = [], libraries: [String] = []
        OBJNotes.forEachLine(bytes) { word, rest in
            switch word {
            case _ where OBJNotes.known.contains(word):
                if word == "mtllib" {
                    let name = rest()
                    if !libraries.contains(name) { libraries.append(name) }
                }
            case "p", "l": hasPointsOrLines = true
            case _ where OBJNotes.freeform.contains(word): hasFreeform = true
            case _ where OBJNotes.display.contains(word): break
            default: OBJNotes.note(word, in: &unknown)
            }
        }
        if hasPointsOrLines { warnings.append("points and lines are left out") }
        if hasFreeform { warnings.append("curves and freeform surfaces are left out") }
        OBJNotes.tell(unknown, of: "the file", in: &warnings)
        for library in libraries { read(library, folder: folder) }
    }

    private mutating func read(_ library: String, folder: String) {
        let bytes: [UInt8]
        do { bytes = try Model.companion(library, folder: folder) { path throws(RasterError) in try HostFile.read(path) } } catch {
            warnings.append("material library '\(library)' is not used: \(error)")
            return
        }
        var unknown: [String] = [], maps: [String] = [], options: [String] = []
        OBJNotes.forEachLine(bytes) { word, rest in
            let lower = word.lowercased()
            if let map = OBJNotes.maps[lower] {
                if !maps.contains(map) { maps.append(map) }
            } else if lower == "map_kd" {
                // Options precede the file's name.
                let words = rest().split { $0 == " " }.map(String.init)
                for option in words where option.count > 1 && option.first == "-" && option.dropFirst().allSatisfy(\.isLetter) {
                    if option != "-clamp" && !options.contains(option) { options.append(option) }
                }
            } else if !OBJNotes.materialWords.contains(lower) {
                OBJNotes.note(word, in: &unknown)
            }
        }
        if !maps.isEmpty { warnings.append("maps are ignored: \(maps.joined(separator: ", "))") }
        if !options.isEmpty { warnings.append("options of textures are ignored: \(options.joined(separator: ", "))") }
        OBJNotes.tell(unknown, of: "material library '\(library)'", in: &warnings)
    }

    /// Collects each word once. The list gets at most one more word than a warning shows.
    private static func note(_ word: String, in words: inout [String]) {
        if words.count <= shownCount, !words.contains(word) { words.append(word) }
    }
    private static let shownCount = 8
    private static func tell(_ words: [String], of owner: String, in warnings: inout [String]) {
        guard !words.isEmpty else { return }
        let shown = words.prefix(shownCount).map { "'\($0)'" }.joined(separator: ", ")
        warnings.append("\(owner) has unknown words, which are ignored: \(shown)\(words.count > shownCount ? " and more" : "")")
    }

    /// Calls `body` with the first word of each line (cut to 32 bytes) and a closure that returns the rest of the line. Skips
    /// comments, and lines that continue the previous line.
    private static func forEachLine(_ bytes: [UInt8], _ body: (_ word: String, _ rest: () -> String) -> Void) {
        func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
        var start = 0, continues = false
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
            let first = bytes[start..<end].firstIndex { !isBlank($0) } ?? end
            let last = bytes[first..<end].lastIndex { !isBlank($0) } ?? first
            // Nearly all lines of an OBJ file are vertices and faces. These lines are skipped before any string is made.
            let isGeometry = first + 2 < end && (bytes[first] == UInt8(ascii: "v") && " \ttn".utf8.contains(bytes[first + 1])
                || bytes[first] == UInt8(ascii: "f") && isBlank(bytes[first + 1])) && (isBlank(bytes[first + 1]) || isBlank(bytes[first + 2]))
            if first < end, bytes[first] != UInt8(ascii: "#"), !continues, !isGeometry {
                let wordEnd = bytes[first..<end].firstIndex(where: isBlank) ?? end
                body(String(decoding: bytes[first ..< min(wordEnd, first + 32)], as: UTF8.self)) {
                    let begin = bytes[wordEnd..<end].firstIndex { !isBlank($0) } ?? end
                    return begin <= last ? String(decoding: bytes[begin...last], as: UTF8.self) : ""
                }
            }
            continues = first < end && bytes[last] == UInt8(ascii: "\\")
            start = end + 1
        }
    }
}
