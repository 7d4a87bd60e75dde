// FontOutlines: reads a font file with FreeType. The code uses only the unscaled coordinates of the font file, so glyphs depend neither on
// FreeType's hinting nor on FreeType's version. Only this file uses FreeType's pointers.

import CFreeType
import Host
import Raster

/// `@unchecked Sendable`, because the compiler cannot see that FreeType's face is accessed only under the lock `known`. The face stores the
/// glyph that was loaded last.
final class FontOutlines: @unchecked Sendable {
    /// A glyph: closed polygons in font units, y up, and the advance width.
    struct Glyph: Sendable {
        var contours: [[SIMD2<Double>]]
        var advance: Double
    }
    /// Font units per em.
    let unitsPerEm: Double
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let library: FT_Library
    private let face: FT_Face
    /// The glyphs that have been read so far, keyed by the character; nil for a character that the font lacks.
    private let known = Lock<[UInt32: Glyph?]>([:])

    init(contentsOf path: String) throws(RasterError) {
        let data = try HostFile.read(path), bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: data.count)
        _ = bytes.initialize(from: data)
        var openedLibrary: FT_Library?, openedFace: FT_Face?
        guard FT_Init_FreeType(&openedLibrary) == 0, let library = openedLibrary else { preconditionFailure("FreeType finds no memory") }
        let status = FT_New_Memory_Face(library, bytes.baseAddress, FT_Long(data.count), 0, &openedFace)
        guard status == 0, let face = openedFace, face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0, face.pointee.units_per_EM > 0 else {
            if let openedFace { FT_Done_Face(openedFace) }
            FT_Done_FreeType(library)
            bytes.deallocate()
            throw RasterError(.invalidArgument, "font file '\(path)'", "has no glyph outlines", remedy: "use a .ttf or .otf file")
        }
        unitsPerEm = Double(face.pointee.units_per_EM)
        self.bytes = bytes; self.library = library; self.face = face
    }
    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
        bytes.deallocate()
    }

    func glyph(of scalar: UInt32) -> Glyph? {
        known.withLock { known in
            if let glyph = known[scalar] { return glyph }
            let glyph = read(scalar)
            known[scalar] = .some(glyph)
            return glyph
        }
    }
    private func read(_ scalar: UInt32) -> Glyph? {
        let index = FT_Get_Char_Index(face, FT_ULong(scalar))
        guard index != 0, FT_Load_Glyph(face, index, FT_Int32(FT_LOAD_NO_SCALE)) == 0, let slot = face.pointee.glyph else { return nil }
        var reader = ContourReader()
        if slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE {
            var calls = FT_Outline_Funcs(
                move_to: { to, state in ContourReader.of(state).pointee.move(to) },
                line_to: { to, state in ContourReader.of(state).pointee.line(to) },
                conic_to: { control, to, state in ContourReader.of(state).pointee.quadratic(control, to) },
                cubic_to: { first, second, to, state in ContourReader.of(state).pointee.cubic(first, second, to) }, shift: 1, delta: 0)
            guard withUnsafeMutablePointer(to: &reader, { FT_Outline_Decompose(&slot.pointee.outline, &calls, $0) }) == 0 else { return nil }
        }
        return Glyph(contours: reader.contours, advance: Double(slot.pointee.metrics.horiAdvance))
    }
}

/// Builds polygons from the points that FreeType passes one by one. FreeType's coordinates are doubled, because a TrueType curve
/// may begin halfway between two whole numbers. Each method returns 0; FreeType stops if a result is not 0.
private struct ContourReader {
    var contours: [[SIMD2<Double>]] = []
    /// The number of lines for each curve. Even at eight times the usual size, the lines are at most a twentieth of a pixel away
    /// from the curve.
    private static let steps = 8

    static func of(_ state: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<ContourReader> {
        guard let state else { preconditionFailure("FreeType hands back the pointer that it was given") }
        return state.assumingMemoryBound(to: ContourReader.self)
    }
    private static func point(_ vector: UnsafePointer<FT_Vector>?) -> SIMD2<Double> {
        vector.map { SIMD2(Double($0.pointee.x), Double($0.pointee.y)) / 2 } ?? .zero
    }
    private mutating func append(_ point: SIMD2<Double>) { if !contours.isEmpty { contours[contours.count - 1].append(point) } }
    private var last: SIMD2<Double> { contours.last?.last ?? .zero }

    mutating func move(_ to: UnsafePointer<FT_Vector>?) -> Int32 {
        contours.append([ContourReader.point(to)])
        return 0
    }
    mutating func line(_ to: UnsafePointer<FT_Vector>?) -> Int32 {
        append(ContourReader.point(to))
        return 0
    }
    mutating func quadratic(_ control: UnsafePointer<FT_Vector>?, _ to: UnsafePointer<FT_Vector>?) -> Int32 {
        let a = last, b = ContourReader.point(control), c = ContourReader.point(to)
        for step in 1...ContourReader.steps {
            let t = Double(step) / Double(ContourReader.steps), s = 1 - t
            append(a * (s * s) + b * (2 * s * t) + c * (t * t))
        }
        return 0
    }
    mutating func cubic(_ first: UnsafePointer<FT_Vector>?, _ second: UnsafePointer<FT_Vector>?, _ to: UnsafePointer<FT_Vector>?) -> Int32 {
        let a = last, b = ContourReader.point(first), c = ContourReader.point(second), d = ContourReader.point(to)
        for step in 1...ContourReader.steps {
            let t = Double(step) / Double(ContourReader.steps), s = 1 - t
            append(a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t))
        }
        return 0
    }
}
