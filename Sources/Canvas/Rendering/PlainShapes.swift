// PlainShapes: the shapes of drawings by the thousand, made ready by all threads of the device before the planner goes through the commands in order.
//
// A shape is plain if it has one colour, no clip and no shadow, a mode that changes what it covers alone, and a path whose lines are known from a frame before. Its job depends
// on nothing else of the canvas. All others, and what is not valid, are left to the planner. Unsafe because several threads write to one array: each job has a place of its own.

import Raster

struct PlainShapes {
    /// One for each command. Where the command is no plain shape, it covers nothing and is not asked for.
    let jobs: [PieceJob]
    /// The mode of each plain shape; nil for other commands.
    private let modes: [BlendMode?]

    /// Commands that a thread takes at once.
    private static let commandsAtOnce = 128

    init(_ commands: [CanvasCommand], on surface: Surface, scale: Double, paths: PreparedPaths, device: Device) throws {
        let count = commands.count, empty = PieceJob(box: .empty, clip: nil, color: .zero, on: surface), outer = AffineTransform.scale(scale)
        var modes = [BlendMode?](repeating: nil, count: count)
        var failure: (any Error)?
        jobs = [PieceJob](unsafeUninitializedCapacity: count) { jobs, initialized in
            jobs.initialize(repeating: empty)
            initialized = count
            guard let jobs = jobs.baseAddress else { return }
            modes.withUnsafeMutableBufferPointer { modes in
                commands.withUnsafeBufferPointer { commands in
                    guard let modes = modes.baseAddress else { return }
                    do {
                        try device.run(count: (count + PlainShapes.commandsAtOnce - 1) / PlainShapes.commandsAtOnce) { part, _ in
                            let first = part * PlainShapes.commandsAtOnce
                            for number in first..<min(first + PlainShapes.commandsAtOnce, count) {
                                guard case .draw(let draw) = commands[number], let job = PlainShapes.job(draw, on: surface, outer, paths) else { continue }
                                jobs[number] = job
                                modes[number] = draw.state.blendMode
                            }
                        }
                    } catch { failure = error }
                }
            }
        }
        if let failure { throw failure }
        self.modes = modes
    }
    private static func job(_ draw: CanvasDraw, on surface: Surface, _ outer: AffineTransform, _ paths: PreparedPaths) -> PieceJob? {
        guard draw.state.clip == nil, draw.state.shadows.isEmpty, case .color(let color) = draw.paint, isPlain(draw.state.blendMode), draw.transform.isFinite else { return nil }
        let transform = outer * draw.transform, rule: FillRule, found: PreparedPath?
        switch draw.shape {
        case .fill(let path, let own): (rule, found) = (own, paths.known(path, stroke: nil, transform: transform))
        case .stroke(let path, let style): (rule, found) = (.nonZero, paths.known(path, stroke: style, transform: transform))
        case .glyphs, .image, .everything: return nil
        }
        guard let found else { return nil }
        return PieceJob(box: surface.box, clip: nil, color: color.words(alpha: draw.state.alpha.clampedToUnit), on: surface).of(found, transform, rule)
    }
    private static func isPlain(_ mode: BlendMode) -> Bool {
        switch mode {
        case .sourceOver, .plus, .screen, .multiply, .destinationOver, .destinationOut, .sourceAtop, .xor, .exclusion: true
        default: false
        }
    }

    /// The plain shapes of one mode that follow one another from a command on.
    func run(from first: Int) -> (numbers: Range<Int>, mode: BlendMode)? {
        guard let mode = modes[first] else { return nil }
        var end = first + 1
        while end < modes.count, modes[end] == mode { end += 1 }
        return (first..<end, mode)
    }
}
