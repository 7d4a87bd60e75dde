// ShaderMoment: the values on which one frame depends: time, pointer, keys.

/// The values that change from frame to frame. If all earlier frames were equal, too, equal moments give equal pictures.
public struct ShaderMoment: Sendable, Hashable {
    /// The seconds since the start.
    public var time: Double
    /// The seconds since the previous frame; 0 if the time does not advance. If `delta` is 0, the frame is drawn again, and its passes see
    /// the same last frame as before.
    public var delta: Double
    /// The number of the frame. If the number is 0, the project begins again, without a last frame. If the number equals the number of the
    /// previous call, the same frame is drawn again.
    public var number: Int
    /// The value of `iFrame`, `FRAMEINDEX` and `FrameCount`.
    public var frame: Int
    /// The pointer's position in pixels from the bottom left.
    public var pointer = SIMD2<Float>.zero
    /// Shadertoy's `iMouse`: the last position of a drag, and the position where the drag began. The signs of the numbers show whether the
    /// button is held.
    public var mouse = SIMD4<Float>.zero
    /// Year, month from 0, day, seconds of the day.
    public var date = SIMD4<Float>(2000, 0, 1, 0)
    /// The keys that are held, by JavaScript's codes 0…255.
    public var heldKeys: Set<Int> = []
    /// The keys that were pressed in this frame.
    public var pressedKeys: Set<Int> = []
    /// The keys that were pressed an odd number of times.
    public var toggledKeys: Set<Int> = []
    /// The names of ISF's events that happen in this frame.
    public var events: Set<String> = []

    /// Creates a moment without input from a user.
    /// - Parameter frame: The frame's number for the shader; if nil, the number of sixtieths of a second since the start.
    public init(time: Double, delta: Double = 0, number: Int = 0, frame: Int? = nil) {
        self.time = time; self.delta = delta; self.number = number
        self.frame = frame ?? Int(min(max((time * 60 + 1e-6).rounded(.down), 0), 1e9))
        date.w = Float(time.truncatingRemainder(dividingBy: 86400))
    }
}
