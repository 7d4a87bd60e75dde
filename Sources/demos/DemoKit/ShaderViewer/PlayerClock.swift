// PlayerClock: the time of the shader that is played: speed, pause, jumps and a loop, apart from the window's time.

/// Maps the time of the window's frames to the time of the shader. Without changes by the user both are equal.
package struct PlayerClock {
    /// The seconds of the shader per second of the window: 1 at first.
    package private(set) var speed = 1.0
    package private(set) var isPlaying = true
    /// The end of the loop in seconds; nil for no loop.
    package var loopEnd: Double?
    /// A frame's time, and the time of the shader at that frame.
    private var anchor = (frame: 0.0, time: 0.0)
    private var last = (frame: 0.0, time: 0.0)
    private var hasJumped = false

    package init() {}

    /// Returns the time of the shader for a frame of the window.
    package mutating func time(atFrame frame: Double) -> Double {
        var time = isPlaying ? anchor.time + (frame - anchor.frame) * speed : anchor.time
        if let loopEnd, loopEnd > 0, time >= loopEnd {
            time = 0
            anchor = (frame, 0)
            hasJumped = true
        }
        last = (frame, max(0, time))
        return last.time
    }
    /// The time of the shader in the last frame.
    package var now: Double { last.time }
    /// Whether the time jumped since the last call.
    package mutating func takeJump() -> Bool {
        defer { hasJumped = false }
        return hasJumped
    }

    package mutating func setPlaying(_ plays: Bool) {
        anchor = last
        isPlaying = plays
    }
    package mutating func setSpeed(_ value: Double) {
        anchor = last
        speed = min(max(value, 0.01), 16)
    }
    /// Jumps to a time in seconds.
    package mutating func seek(to time: Double) {
        anchor = (last.frame, max(0, time))
        last.time = anchor.time
        hasJumped = true
    }
}

/// The frames that were drawn so far, for projects whose passes keep pictures: which number the next frame has, and which frames
/// must be drawn before it.
package struct PlayedCourse {
    /// The seconds between replayed frames.
    package static let step = 1.0 / 60
    /// The maximum number of frames that are drawn to reach a time: one minute.
    package static let maximumReplay = 3600
    /// The last frame of the window, the number of the project's frame that it showed, and its time; nil at the start.
    private var last: (frame: Int, number: Int, time: Double)?

    package init() {}
    package mutating func restart() { last = nil }

    package struct Step: Equatable {
        package var number: Int
        package var delta: Double
        /// The frames to draw before; nil for none.
        package var replay: Range<Int>?
        /// The time of the frame 0, from which the times of replayed frames are counted. It differs from 0 if the frames before the jump
        /// were not played at a steady rate.
        package var origin = 0.0
        /// Whether more frames lead to the time than are drawn.
        package var isCut = false

        package init(number: Int, delta: Double, replay: Range<Int>? = nil, origin: Double = 0, isCut: Bool = false) {
            self.number = number; self.delta = delta; self.replay = replay; self.origin = origin; self.isCut = isCut
        }
        /// The time of a replayed frame.
        package func time(of number: Int) -> Double { origin + Double(number) * PlayedCourse.step }
    }

    /// Returns how to draw a frame of the window that shows a time of the shader.
    package mutating func step(to time: Double, frame: Frame, hasJumped: Bool, remembers: Bool) -> Step {
        guard remembers else {
            last = (frame.number, frame.number, time)
            return Step(number: frame.number, delta: frame.delta)
        }
        if let known = last, frame.number != 0, !hasJumped {
            let isNew = frame.number != known.frame && frame.delta > 0
            last = (frame.number, known.number + (isNew ? 1 : 0), time)
            return Step(number: known.number + (isNew ? 1 : 0), delta: isNew ? frame.delta : 0)
        }
        // After a jump forward, the frames from the last one on lead to this one.
        if let known = last, frame.number != 0, time > known.time {
            let count = Int(min(((time - known.time) / PlayedCourse.step).rounded(), 1e9)), number = known.number + max(count, 1)
            if count <= PlayedCourse.maximumReplay {
                last = (frame.number, number, time)
                return Step(number: number, delta: PlayedCourse.step, replay: count > 1 ? known.number + 1..<number : nil,
                            origin: known.time - Double(known.number) * PlayedCourse.step)
            }
        }
        // All frames from the first on lead to this one. If there are too many, the first minute is drawn.
        let wanted = Int(min((time / PlayedCourse.step + 1e-6).rounded(.down), 1e9)), number = min(wanted, PlayedCourse.maximumReplay)
        last = (frame.number, number, time)
        guard number > 0 else { return Step(number: 0, delta: 0) }
        return Step(number: number, delta: PlayedCourse.step, replay: 0..<number, isCut: number < wanted)
    }
}
