import Glibc
import Raster
import Synchronization

/// The outlines that panels write with: a family for text, one for bold text, and one whose letters are equally wide, for code and tables.
///
/// Letters are drawn from the outlines at the size of the pixels, so that they are sharp at every scale, with the same bits on every machine that has the same files.
/// A letter that a file lacks is taken from the first file; a letter that the first file lacks too is an empty box.
public struct PanelFont: Sendable {
    /// A remark on the font that the program asked for: empty, or why the built-in font is used.
    public let remark: String
    /// nil for the built-in font.
    let faces: [FontOutlines]?

    /// A style of the panels' font.
    public enum Style: Int, Sendable, CaseIterable {
        /// The family for text.
        case regular
        /// Bold letters, for headings.
        case bold
        /// Letters that are equally wide.
        case monospaced
    }

    /// Dear ImGui's own font, which has the letters of western Europe and shows `?` for all others. It grows in whole steps.
    public static let builtIn = PanelFont(remark: "", faces: nil)
    /// DejaVu (Debian: fonts-dejavu-core): Latin, Greek and Cyrillic letters, arrows and signs of mathematics. The font that panels use.
    ///
    /// It is looked for where Linux systems keep fonts, once in a program. Where it is not installed, this is the built-in font, its `remark` says so,
    /// and the first panel prints it to standard error.
    public static let dejaVu = installed()

    /// A font of files.
    /// - Parameters:
    ///   - regular: A .ttf or .otf file.
    ///   - bold: The file for headings; nil for the regular one.
    ///   - monospaced: The file for code; nil for the regular one.
    /// - Throws: `fileNotReadable`, or `invalidArgument` for a file that is no font with outlines.
    public init(regular: String, bold: String? = nil, monospaced: String? = nil) throws(RasterError) {
        let first = try FontOutlines(contentsOf: regular)
        let second = try bold.map { path throws(RasterError) in try FontOutlines(contentsOf: path) }
        let third = try monospaced.map { path throws(RasterError) in try FontOutlines(contentsOf: path) }
        self.init(remark: "", faces: [first, second ?? first, third ?? first])
    }
    private init(remark: String, faces: [FontOutlines]?) { self.remark = remark; self.faces = faces }

    private static func installed() -> PanelFont {
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        let folders = ["/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/TTF", "/usr/share/fonts/dejavu", "/usr/share/fonts/dejavu-sans-fonts",
                       "/usr/share/fonts/dejavu-sans-mono-fonts", "/usr/local/share/fonts", home + "/.local/share/fonts", home + "/.fonts"]
        func path(_ name: String) -> String? { folders.map { "\($0)/\(name).ttf" }.first { access($0, R_OK) == 0 } }
        guard let regular = path("DejaVuSans") else {
            return PanelFont(remark: "Panels write with their built-in font, which lacks many letters: DejaVu Sans is not installed (Debian: fonts-dejavu-core).", faces: nil)
        }
        do { return try PanelFont(regular: regular, bold: path("DejaVuSans-Bold"), monospaced: path("DejaVuSansMono")) } catch {
            return PanelFont(remark: "Panels write with their built-in font, which lacks many letters: \(error)", faces: nil)
        }
    }

    private static let isSaid = Mutex(false)
    /// Prints the remark, once in a program.
    func sayRemark() {
        guard !remark.isEmpty, PanelFont.isSaid.withLock({ said in defer { said = true }; return !said }) else { return }
        let line = Array((remark + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
