// SolidShapes: prepares the shapes of a drawing with thousands of commands. All threads of the device do this work, before the planner
// processes the commands in order.
//
// The job of a plain shape (`PlainDraw`) whose lines are cached depends on no other command. All other commands, and invalid
// shapes, are left to the planner. The code is unsafe because several threads write to one array; each command has its own element.

import Raster

struct SolidShapes {
    /// One job for each command. If the command is not a plain shape, its job is empty and unused.
    let jobs: [PieceJob]
    /// The mode of each plain shape; nil for other commands.
    private let modes: [BlendMode?]

    /// The number of commands that a thread takes together.
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
                        try device.run(count: (count + SolidShapes.commandsAtOnce - 1) / SolidShapes.commandsAtOnce) { part, _ in
                            let first = part * SolidShapes.commandsAtOnce
                            for number in first..<min(first + SolidShapes.commandsAtOnce, count) {
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

    /// Returns the consecutive plain shapes of one mode that begin at a command; nil if the command is not a plain shape.
    func run(from first: Int) -> (numbers: Range<Int>, mode: BlendMode)? {
        guard let mode = modes[first] else { return nil }
        var end = first + 1
        while end < modes.count, modes[end] == mode { end += 1 }
        return (first..<end, mode)
    }
}
