// PlainShapes: the shapes of drawings by the thousand, made ready by all threads of the device before the planner goes through the commands in order.
//
// The job of a plain shape (`PlainDraw`) whose lines are known from a frame before depends on nothing else of the canvas. All others, and what is not valid, are left to the
// planner. Unsafe because several threads write to one array: each job has a place of its own.

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
        paths.expect(commandCount: count)
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
                                guard case .draw(let draw) = commands[number], let plain = draw.plain, draw.transform.isFinite,
                                    let known = paths.known(plain.path, outer * draw.transform, command: number) else { continue }
                                jobs[number] = PieceJob(box: surface.box, clip: nil, color: plain.color.words(alpha: plain.alpha.clampedToUnit), on: surface)
                                    .of(known.path, outer * draw.transform, plain.rule, known.bounds)
                                modes[number] = plain.mode
                            }
                        }
                    } catch { failure = error }
                }
            }
        }
        if let failure { throw failure }
        self.modes = modes
    }

    /// The plain shapes of one mode that follow one another from a command on.
    func run(from first: Int) -> (numbers: Range<Int>, mode: BlendMode)? {
        guard let mode = modes[first] else { return nil }
        var end = first + 1
        while end < modes.count, modes[end] == mode { end += 1 }
        return (first..<end, mode)
    }
}
