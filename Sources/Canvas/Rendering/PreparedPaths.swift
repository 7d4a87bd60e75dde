import Raster
import Synchronization

/// A path as straight lines, ready for scan conversion.
final class PreparedPath {
    let lines: Polylines
    let bounds: Bounds
    /// The winding number of the inside; see `Polylines.turn`.
    let turn: Int32
    /// Whether the path is a hairline. The lines of a hairline are in pixels, but without the translation of the transform.
    let isInPixels: Bool
    /// The number of the last frame that drew the path. The number is atomic, because several threads may find the same path at once.
    private let frame = Atomic<Int>(0)
    var lastFrame: Int {
        get { frame.load(ordering: .relaxed) }
        set { frame.store(newValue, ordering: .relaxed) }
    }
    fileprivate let path: Path
    fileprivate let key: PreparedKey

    fileprivate init(_ path: Path, _ key: PreparedKey, _ lines: Polylines) {
        self.path = path; self.key = key; self.lines = lines
        var bounds = Bounds()
        for point in lines.points { bounds.add(point) }
        self.bounds = bounds
        turn = lines.turn
        if case .hairline = key { isInPixels = true } else { isInPixels = false }
    }
    /// Returns the transform from the lines to pixels, given the transform that the lines were prepared for.
    func placement(_ transform: AffineTransform) -> AffineTransform { isInPixels ? .translation(transform.tx, transform.ty) : transform }
}

/// The values on which the lines depend, besides the path. Curves are flattened for a scale that is a power of two, so that rotation,
/// translation and small changes of scale need no new lines.
private enum PreparedKey: Hashable {
    case fill(scale: Int)
    case stroke(StrokeStyle, scale: Int)
    /// The outline of a line one pixel wide is different under each linear map.
    case hairline(StrokeStyle, SIMD4<Double>)
}

/// A cache of flattened and stroked paths.
///
/// A path is found by its storage, in constant time; a path with new storage is found by its elements.
final class PreparedPaths {
    private struct StorageKey: Hashable {
        var address: Int, count: Int
        var key: PreparedKey
        /// Hashes the address and the values that often differ from draw to draw. Hashing the whole stroke style would take longer
        /// than all other steps of the lookup.
        func hash(into hasher: inout Hasher) {
            hasher.combine(address)
            switch key {
            case .fill(let scale): hasher.combine(scale)
            case .stroke(let style, let scale):
                hasher.combine(style.width)
                hasher.combine(style.dashPhase)
                hasher.combine(scale)
            case .hairline(let style, let linear):
                hasher.combine(style.dashPhase)
                hasher.combine(linear)
            }
        }
    }
    /// Hashes only some of the elements; the comparison for equality compares all elements.
    private struct ContentKey: Hashable {
        var path: Path
        var key: PreparedKey
        func hash(into hasher: inout Hasher) {
            let elements = path.elements
            hasher.combine(key)
            hasher.combine(elements.count)
            for i in stride(from: 0, to: elements.count, by: max(1, elements.count / 16)) { hasher.combine(elements[i]) }
            if let last = elements.last { hasher.combine(last) }
        }
    }
    private var byStorage: [StorageKey: PreparedPath] = [:]
    private var byContent: [ContentKey: PreparedPath] = [:]
    private let recent = RecentPaths()
    private var frame = 0
    private var pointCount = 0
    /// The number of paths flattened or stroked so far.
    private(set) var preparationCount = 0

    /// The maximum distance between lines and curve, in pixels. Areas then differ by less than 1/255 of a pixel.
    static let tolerance = 0x1p-8
    /// The maximum number of points kept between frames; their size is 64 MiB.
    private static let pointLimit = 1 << 22
    /// Paths that were not drawn for `patience` frames are removed. The check runs every `lookingThrough` frames.
    private static let patience = 120, lookingThrough = 16

    /// Ends a frame. Removes paths that have not been drawn for a long time. If there are still too many points, removes all paths that this
    /// frame did not draw.
    func endFrame() {
        let oldest = pointCount > PreparedPaths.pointLimit ? frame : frame - PreparedPaths.patience
        frame += 1
        guard pointCount > PreparedPaths.pointLimit || frame % PreparedPaths.lookingThrough == 0 else { return }
        recent.noteFrames()
        guard byContent.values.contains(where: { $0.lastFrame < oldest }) else { return }
        recent.removeAll()
        byContent = byContent.filter { $0.value.lastFrame >= oldest }
        byStorage = byStorage.filter { $0.value.lastFrame >= oldest }
        pointCount = byContent.values.reduce(0) { $0 + $1.lines.points.count }
    }

    /// Returns the lines of a filled path, or of a path stroked with a style, under a transform to pixels; nil if nothing is
    /// visible.
    /// - Throws: `CanvasError` if a coordinate is not finite or a limit is exceeded.
    func prepare(_ path: Path, stroke: StrokeStyle?, transform: AffineTransform) throws(CanvasError) -> PreparedPath? {
        guard let storage = PreparedPaths.storageKey(path, stroke, transform) else { return nil }
        if let known = known(storage) { return known }
        let content = ContentKey(path: path, key: storage.key)
        if let known = byContent[content] { known.lastFrame = frame; return known }
        let prepared = PreparedPath(path, storage.key, try lines(path, storage.key))
        prepared.lastFrame = frame
        preparationCount += 1
        pointCount += prepared.lines.points.count
        // The path is retained with its lines, so that no other path can get the address of its storage.
        byStorage[storage] = prepared
        byContent[content] = prepared
        return prepared
    }
    /// The memory for `recent`, in bytes, kept for later frames.
    var keptBytes: Int { recent.keptBytes }
    /// Reserves room for the paths of commands.
    func expect(commandCount: Int) { recent.reserve(commandCount) }
    /// Returns the lines of the path that a command draws; nil if the path is invisible, or if the path's storage is not in the cache.
    /// Usually the command drew the same path in the last frame, so this path is checked first. Several threads may call this method at
    /// once, each for its own commands, as long as no thread prepares paths.
    func known(_ path: PathIdentity, _ transform: AffineTransform, command: Int) -> RecentPaths.Entry? {
        guard path.count > 0, let scale = PreparedPaths.scale(transform) else { return nil }
        if let entry = recent.entry(path, scale, command: command, frame: frame) { return entry }
        let key = path.stroke.map { PreparedKey.stroke($0.style, scale: scale) } ?? .fill(scale: scale)
        guard let found = byStorage[StorageKey(address: path.address, count: path.count, key: key)] else { return nil }
        return recent.keep(found, path, scale, command: command, frame: frame)
    }
    private func known(_ key: StorageKey) -> PreparedPath? {
        guard let known = byStorage[key] else { return nil }
        known.lastFrame = frame
        return known
    }
    /// Returns the key of a path's lines; nil if the path is invisible.
    private static func storageKey(_ path: Path, _ stroke: StrokeStyle?, _ transform: AffineTransform) -> StorageKey? {
        guard !path.isEmpty, let scale = scale(transform) else { return nil }
        let key: PreparedKey
        if let stroke {
            guard stroke.width >= 0, stroke.width.isFinite else { return nil }
            key = stroke.width == 0 ? .hairline(stroke, SIMD4(transform.a, transform.b, transform.c, transform.d)) : .stroke(stroke, scale: scale)
        } else {
            key = .fill(scale: scale)
        }
        return StorageKey(address: path.storageAddress, count: path.elements.count, key: key)
    }
    /// Returns the transform's scale, rounded up to a power of two, as the exponent. Curves are flattened for this scale. Returns nil if
    /// nothing is visible.
    private static func scale(_ transform: AffineTransform) -> Int? {
        let scale = transform.largestScale
        // If the determinant is 0, there is no area to cover. Outside of this range of scales, the number of lines would overflow.
        guard transform.determinant != 0, scale > 0x1p-100, scale < 0x1p100 else { return nil }
        // By a rounding error, the scale of a rotated path may slightly exceed a power of two. A scale that exceeds a power of two only by
        // a rounding error must not be rounded up to the next power of two.
        return Int(scale.exponent) + (scale.significand > 1 + 0x1p-20 ? 1 : 0)
    }
    private static func powerOfTwo(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }

    private func lines(_ path: Path, _ key: PreparedKey) throws(CanvasError) -> Polylines {
        func tolerance(_ exponent: Int) -> Double { PreparedPaths.tolerance * PreparedPaths.powerOfTwo(-exponent) }
        switch key {
        case .fill(let scale): return try path.polylines(tolerance: tolerance(scale), isAstride: true)
        case .stroke(let style, let scale): return try path.strokeOutline(style, tolerance: tolerance(scale))
        case .hairline(var style, let linear):
            let transform = AffineTransform(a: linear.x, b: linear.y, c: linear.z, d: linear.w, tx: 0, ty: 0)
            guard style.dashes.isEmpty else { return try path.hairlineOutline(style, transform, tolerance: PreparedPaths.tolerance) }
            style.width = 1
            return try path.transformed(by: transform).strokeOutline(style, tolerance: PreparedPaths.tolerance)
        }
    }
}

extension AffineTransform {
    /// The largest scale in any direction: the larger singular value. The result is NaN or infinite if a number of the transform is
    /// NaN or infinite.
    var largestScale: Double {
        // The sum and the difference of the two singular values are the lengths of the vectors (a + d, b − c) and (a − d, b + c).
        let sum = ((a + d) * (a + d) + (b - c) * (b - c)).squareRoot(), difference = ((a - d) * (a - d) + (b + c) * (b + c)).squareRoot()
        return (sum + difference) / 2
    }
}
