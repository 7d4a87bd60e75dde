import Glibc
import Host
import Raster

/// The fonts of panels: one for text, one for bold text, and a monospaced font for code and tables.
///
/// Glyphs are drawn from the outlines at the exact pixel size, so glyphs are sharp at every scale. With the same font files, glyphs have
/// the same bits on every machine. A glyph that a file lacks is taken from the first file; if the first file also lacks the glyph, an empty
/// box is shown.
public struct PanelFont: Sendable {
    /// A remark on the requested font: the reason why the built-in font is used; empty if the requested font is used.
    public let remark: String
    /// The faces of the font; nil for the built-in font.
    let faces: [FontOutlines]?

    /// A style of the panels' font.
    public enum Style: Int, Sendable, CaseIterable {
        /// The regular style, for text.
        case regular
        /// The bold style, for headings.
        case bold
        /// The monospaced style.
        case monospaced
    }

    /// Dear ImGui's own font. The built-in font has the letters of western Europe and shows `?` for all other characters. The font's size
    /// grows in whole steps.
    public static let builtIn = PanelFont(remark: "", faces: nil)
    /// DejaVu (Debian: fonts-dejavu-core): Latin, Greek and Cyrillic letters, arrows and mathematical signs. The default font of
    /// panels.
    ///
    /// The usual font folders of Linux systems are searched once. If DejaVu is not installed, the default font is the built-in font;
    /// `remark` says so, and the first panel prints the remark to standard error.
    public static let dejaVu = installed()

    /// Loads a font from files.
    /// - Parameters:
    ///   - regular: A .ttf or .otf file.
    ///   - bold: The file for headings; nil to use `regular`.
    ///   - monospaced: The file for code; nil to use `regular`.
    /// - Throws: `fileNotReadable`, or `invalidArgument` if a file is not a font with outlines.
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

    private static let isSaid = Lock(false)
    /// Prints the remark, at most once per process.
    func sayRemark() {
        guard !remark.isEmpty, PanelFont.isSaid.withLock({ said in defer { said = true }; return !said }) else { return }
        let line = Array((remark + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
