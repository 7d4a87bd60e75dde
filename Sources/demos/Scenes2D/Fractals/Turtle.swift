import Canvas
import Raster

/// The state of the turtle.
public struct TurtleState: Sendable, Hashable {
    /// The position; x to the right, y down, z towards the viewer. The first line has length 1.
    public var position = SIMD3<Double>(0, 0, 0)
    /// The unit vector ahead.
    public var heading = SIMD3<Double>(0, -1, 0)
    /// The unit vector to the left.
    public var left = SIMD3<Double>(-1, 0, 0)
    /// The unit vector that points up from the turtle's back.
    public var up = SIMD3<Double>(0, 0, 1)
    /// The length of a line.
    public var length = 1.0
    /// The width of lines.
    public var width: Double
    /// The position in the palette, in colours.
    public var color = 0.0

    /// Rotates two of the turtle's vectors by an angle with this cosine and sine.
    fileprivate static func turn(_ a: inout SIMD3<Double>, _ b: inout SIMD3<Double>, _ cosine: Double, _ sine: Double) {
        (a, b) = (a * cosine + b * sine, b * cosine - a * sine)
    }
}

/// A mark drawn by the turtle.
public struct FractalMark: Sendable, Hashable {
    /// The kinds of marks.
    public enum Shape: Sendable, Hashable {
        /// A straight line.
        case line
        /// A cubic Bézier curve with these control points.
        case curve(SIMD3<Double>, SIMD3<Double>)
        /// A disc, or in space a sphere, with this radius around `to`.
        case dot(radius: Double)
    }
    /// The shape of the mark.
    public var shape: Shape
    /// The start of the mark.
    public var from: SIMD3<Double>
    /// The end of the mark.
    public var to: SIMD3<Double>
    /// The width of a line.
    public var width: Double
    /// The position in the palette that the drawing rules have chosen, in colours.
    public var color: Double
    /// The number of saved states at the time of drawing.
    public var depth: Int32
}

/// The second stage: draws a word with a turtle.
struct Turtle {
    private enum Step {
        case line(Double), move(Double), dot(Double), push, pop, width(Double), length(Double), color(Double), scatter(Double)
        /// A rotation from heading to left, from heading to up, or from left to up.
        case turn(DrawingRule.Kind, cosine: Double, sine: Double)
        case curve(angle: Double, cosine: Double, sine: Double, halfCosine: Double, halfSine: Double)
    }

    /// Draws a word, as far as the deadline allows.
    static func draw(_ word: [UInt8], symbols: [Character], of system: LSystem, until deadline: Deadline?) throws(FractalError) -> FractalDrawing {
        var steps = [[(rule: Int, step: Step)]](repeating: [], count: symbols.count)
        for (index, rule) in system.drawing.enumerated() {
            guard let symbol = rule.symbol.first, let number = symbols.firstIndex(of: symbol) else { continue }
            steps[number].append((index, step(rule, angle: system.angle)))
        }
        var state = TurtleState(width: system.width), kept: [TurtleState] = [], random = SplitMix64(seed: system.seed ^ 0x5DEE_CE66_D154_21F3)
        let heading = system.heading * (.pi / 180)
        TurtleState.turn(&state.heading, &state.left, PortableMath.cosine(heading), PortableMath.sine(heading))
        var drawing = FractalDrawing(system: system)
        for (index, symbol) in word.enumerated() {
            if index & 1023 == 1023, let deadline, deadline.isOver { return drawing }
            for (rule, step) in steps[Int(symbol)] {
                let from = state.position
                var shape: FractalMark.Shape?
                switch step {
                case .line(let amount):
                    state.position += state.heading * (state.length * amount)
                    shape = .line
                case .move(let amount): state.position += state.heading * (state.length * amount)
                case .dot(let amount): shape = .dot(radius: state.length * abs(amount))
                case .curve(let angle, let cosine, let sine, let halfCosine, let halfSine):
                    // An arc with this length and turn. The direction of the arc's chord is the direction at the arc's start, rotated by
                    // half of the turn.
                    let chord = angle == 0 ? 1 : 2 * halfSine / angle
                    let reach = angle == 0 ? 1 / 3 : 4 / 3 * PortableMath.tangent(angle / 4) / angle
                    let start = state.heading
                    state.position += (state.heading * halfCosine + state.left * halfSine) * (chord * state.length)
                    TurtleState.turn(&state.heading, &state.left, cosine, sine)
                    shape = .curve(from + start * (reach * state.length), state.position - state.heading * (reach * state.length))
                case .turn(.pitch, let cosine, let sine): TurtleState.turn(&state.heading, &state.up, cosine, sine)
                case .turn(.roll, let cosine, let sine): TurtleState.turn(&state.left, &state.up, cosine, sine)
                case .turn(_, let cosine, let sine): TurtleState.turn(&state.heading, &state.left, cosine, sine)
                case .scatter(let angle):
                    let turn = angle * (2 * random.unit() - 1)
                    TurtleState.turn(&state.heading, &state.left, PortableMath.cosine(turn), PortableMath.sine(turn))
                case .push: kept.append(state)
                case .pop: if let last = kept.popLast() { state = last }
                case .width(let factor): state.width *= factor
                case .length(let factor): state.length *= factor
                case .color(let count): state.color += count
                }
                let p = state.position
                guard abs(p.x) <= 1e12, abs(p.y) <= 1e12, abs(p.z) <= 1e12, abs(state.width) <= 1e12, abs(state.length) <= 1e12, abs(state.color) <= 1e12 else {
                    throw FractalError(.limitExceeded, "drawing rule \(system.drawing[rule].title) of '\(system.name)'", "leads to coordinates beyond 1e12",
                                       remedy: "use smaller amounts or fewer generations")
                }
                guard let shape else { continue }
                guard drawing.marks.count < LSystem.largestWord else {
                    throw FractalError(.limitExceeded, "drawing rule \(system.drawing[rule].title) of '\(system.name)'",
                                       "draws more than \(LSystem.largestWord) marks", remedy: "use fewer generations")
                }
                drawing.add(FractalMark(shape: shape, from: from, to: p, width: state.width, color: state.color, depth: Int32(kept.count)))
            }
        }
        drawing.isComplete = true
        return drawing
    }

    private static func step(_ rule: DrawingRule, angle: Double) -> Step {
        let radians = rule.amount * angle * (.pi / 180)
        switch rule.kind {
        case .line: return .line(rule.amount)
        case .move: return .move(rule.amount)
        case .dot: return .dot(rule.amount)
        case .push: return .push
        case .pop: return .pop
        case .width: return .width(rule.amount)
        case .length: return .length(rule.amount)
        case .color: return .color(rule.amount)
        case .scatter: return .scatter(radians)
        case .rotate, .pitch, .roll: return .turn(rule.kind, cosine: PortableMath.cosine(radians), sine: PortableMath.sine(radians))
        case .curve:
            return .curve(angle: radians, cosine: PortableMath.cosine(radians), sine: PortableMath.sine(radians),
                          halfCosine: PortableMath.cosine(radians / 2), halfSine: PortableMath.sine(radians / 2))
        }
    }
}
