import Raster
import Synchronization

/// A path as straight lines, ready for scan conversion.
final class PreparedPath {
    let lines: Polylines
    let bounds: Bounds
    /// See `Polylines.turn`.
    let turn: Int32
    /// Whether the lines are in pixels but for the transform's shift, as those of hairlines are.
    let isInPixels: Bool
    /// Several threads may find a path at once.
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
    /// From the lines to pixels, for the transform that they were prepared for.
    func placement(_ transform: AffineTransform) -> AffineTransform { isInPixels ? .translation(transform.tx, transform.ty) : transform }
}

/// What lines depend on besides the path. Curves are flattened for scales up to a power of two, so that turning, moving and small changes of scale make no new lines.
private enum PreparedKey: Hashable {
    case fill(scale: Int)
    case stroke(StrokeStyle, scale: Int)
    /// A line one pixel wide has another shape under each linear map.
    case hairline(StrokeStyle, SIMD4<Double>)
}

/// Paths that were flattened and stroked, for the next frames.
///
/// A path is known by its storage, which costs nothing however long it is; or, if it was made anew, by its elements.
final class PreparedPaths {
    private struct StorageKey: Hashable {
        var address: Int, count: Int
        var key: PreparedKey
        /// The address and what tends to differ from draw to draw. All of a stroke's style would take longer to hash than the path to find.
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
    /// Hashes some of the elements: telling equal from unequal compares all of them.
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
    /// How many paths were flattened or stroked so far.
    private(set) var preparationCount = 0

    /// The largest distance of the lines from the curve, in pixels: areas then differ by less than 1/255 of a pixel.
    static let tolerance = 0x1p-8
    /// Points that are kept at most between frames: 64 MiB.
    private static let pointLimit = 1 << 22
    /// Paths that were not drawn for so many frames are forgotten, when they are next looked through.
    private static let patience = 120, lookingThrough = 16

    /// Ends a frame: forgets what was long not drawn, and all that this frame did not draw where that is too much.
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

    /// The lines of a path that is filled, or stroked with a style, under a transform to pixels; nil where nothing can be seen of it.
    /// - Throws: `CanvasError` for coordinates that are not finite, and what exceeds a limit.
    func prepare(_ path: Path, stroke: StrokeStyle?, transform: AffineTransform) throws(CanvasError) -> PreparedPath? {
        guard let storage = PreparedPaths.storageKey(path, stroke, transform) else { return nil }
        if let known = known(storage) { return known }
        let content = ContentKey(path: path, key: storage.key)
        if let known = byContent[content] { known.lastFrame = frame; return known }
        let prepared = PreparedPath(path, storage.key, try lines(path, storage.key))
        prepared.lastFrame = frame
        preparationCount += 1
        pointCount += prepared.lines.points.count
        // The path is kept with its lines, so that its storage's address names no other path.
        byStorage[storage] = prepared
        byContent[content] = prepared
        return prepared
    }
    /// Bytes of memory for what commands drew, kept for the next frames.
    var keptBytes: Int { recent.keptBytes }
    /// Has room for what commands draw.
    func expect(commandCount: Int) { recent.reserve(commandCount) }
    /// The lines of the path that a command draws, if they are known by the path's storage; mostly the command has drawn it the last time, too. Several threads may ask at once, each
    /// for commands of its own, while none prepares.
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
    /// nil where nothing can be seen of the path.
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
    /// The exponent of the power of two up to which curves are flattened; nil where nothing can be seen.
    private static func scale(_ transform: AffineTransform) -> Int? {
        let scale = transform.largestScale
        // Without area there is nothing to cover; this far out of scale, no curve's lines could be counted.
        guard transform.determinant != 0, scale > 0x1p-100, scale < 0x1p100 else { return nil }
        // A turned path has a scale that is 1 but for rounding.
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
    /// By how much the direction grows that grows most: the larger singular value. NaN or infinite where a number is.
    var largestScale: Double {
        // The singular values' sum and difference are the lengths of these vectors.
        let sum = ((a + d) * (a + d) + (b - c) * (b - c)).squareRoot(), difference = ((a - d) * (a - d) + (b + c) * (b + c)).squareRoot()
        return (sum + difference) / 2
    }
}
