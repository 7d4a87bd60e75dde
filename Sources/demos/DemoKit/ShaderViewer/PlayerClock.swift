// PlayerClock: the time of a shader in the player. The user can change the speed of the shader's time, pause the time, jump to another
// time, and play in a loop. The window's time does not change.

/// Converts the time of the window's frames to the time of the shader. The shader's time equals the window's time until the user changes
/// something.
package struct PlayerClock {
    /// The seconds of the shader's time per second of the window's time; initially 1.
    package private(set) var speed = 1.0
    package private(set) var isPlaying = true
    /// The end of the loop in seconds; nil if the shader plays without a loop.
    package var loopEnd: Double?
    /// The window's time and the shader's time at the last change by the user.
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
    /// The shader's time in the last frame.
    package var now: Double { last.time }
    /// Returns whether the shader's time has jumped since the last call of this method.
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

/// Gives a number to each frame of a project whose passes keep pictures from frame to frame. For each frame of the window, `step` returns
/// the number of the project's frame, and the earlier frames that must be drawn first.
package struct PlayedCourse {
    /// The seconds between two replayed frames.
    package static let step = 1.0 / 60
    /// The maximum number of frames that are replayed before a frame: one minute.
    package static let maximumReplay = 3600
    /// `frame` is the number of the window's last frame. `number` and `time` are the number and the time of the project's frame that this
    /// window frame showed. `last` is nil at the start.
    private var last: (frame: Int, number: Int, time: Double)?

    package init() {}
    package mutating func restart() { last = nil }

    package struct Step: Equatable {
        package var number: Int
        package var delta: Double
        /// The numbers of the project's frames that must be drawn before this frame; nil if no other frame must be drawn first.
        package var replay: Range<Int>?
        /// The time of frame 0, computed from the last frame before a jump as if all frames were `PlayedCourse.step` apart. If the window
        /// drew the frames before the jump at another rate, `origin` is not 0.
        package var origin = 0.0
        /// Whether earlier frames are missing, because more than `maximumReplay` frames would have to be replayed.
        package var isCut = false

        package init(number: Int, delta: Double, replay: Range<Int>? = nil, origin: Double = 0, isCut: Bool = false) {
            self.number = number; self.delta = delta; self.replay = replay; self.origin = origin; self.isCut = isCut
        }
        /// Returns the time of a replayed frame.
        package func time(of number: Int) -> Double { origin + Double(number) * PlayedCourse.step }
    }

    /// Returns the number, the time step and the replayed frames for a frame of the window at a time of the shader.
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
        // After a jump forward, the frames between the last frame and this frame are replayed.
        if let known = last, frame.number != 0, time > known.time {
            let count = Int(min(((time - known.time) / PlayedCourse.step).rounded(), 1e9)), number = known.number + max(count, 1)
            if count <= PlayedCourse.maximumReplay {
                last = (frame.number, number, time)
                return Step(number: number, delta: PlayedCourse.step, replay: count > 1 ? known.number + 1..<number : nil,
                            origin: known.time - Double(known.number) * PlayedCourse.step)
            }
        }
        // At the start, after a jump back or after a long jump forward, all frames from frame 0 are replayed. If there are too many
        // frames, only the first minute is replayed.
        let wanted = Int(min((time / PlayedCourse.step + 1e-6).rounded(.down), 1e9)), number = min(wanted, PlayedCourse.maximumReplay)
        last = (frame.number, number, time)
        guard number > 0 else { return Step(number: 0, delta: 0) }
        return Step(number: number, delta: PlayedCourse.step, replay: 0..<number, isCut: number < wanted)
    }
}
