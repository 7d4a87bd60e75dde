// PredicateEvaluation: evaluates a predicate for a frame. The frame is drawn only when a value needs the drawn frame.

import CaptureFile
import Raster

/// Evaluates a predicate for events that use a frame's resources: all events of the frame, or some of them.
final class PredicateEvaluation {
    private let events: [RecordedEvent]
    private let replayer: Replayer
    /// Creates a replayer for a second renderer, with whose bits `differs` compares. The closure is called only if the predicate uses
    /// `differs`.
    private let other: () throws -> Replayer
    private var isDrawn = false
    private var error: (any Error)?
    private var picture: Image?

    init(_ events: [RecordedEvent], _ replayer: Replayer, other: @escaping () throws -> Replayer) {
        self.events = events; self.replayer = replayer; self.other = other
    }

    /// Throws an error if the predicate names a pixel outside of the frame's result, or a draw that the frame does not have. Also throws an
    /// error if drawing the frame fails and the predicate uses a value other than `fails` or `differs` that needs the drawn frame.
    func isTrue(_ node: FramePredicate.Node) throws -> Bool {
        switch node {
        case .or(let nodes): return try nodes.contains { try isTrue($0) }
        case .and(let nodes): return try nodes.allSatisfy { try isTrue($0) }
        case .not(let a): return try !isTrue(a)
        case .truth(let value): return try number(value) != 0
        case .comparison(let a, let comparison, let b):
            if a.isColor {
                let first = try color(a), second = try color(b)
                // If a colour has no alpha, only red, green and blue are compared.
                let isEqual = zip(first, second).allSatisfy { $0 == $1 }
                return (comparison == .equal) == isEqual
            }
            let x = try number(a), y = try number(b)
            return switch comparison {
            case .equal: x == y; case .notEqual: x != y; case .less: x < y; case .lessEqual: x <= y; case .greater: x > y; case .greaterEqual: x >= y
            }
        }
    }

    private func draw() {
        if isDrawn { return }
        isDrawn = true
        do { try replayer.run(events[...]) } catch { self.error = error }
    }
    private func result() throws -> Image {
        draw()
        if let error { throw error }
        if let picture { return picture }
        guard let made = try replayer.result(of: events) else {
            throw RasterError(.invalidArgument, "the frame", "has no colours for pixel(x, y)", remedy: "use other values")
        }
        picture = made
        return made
    }
    private func color(_ value: FramePredicate.Value) throws -> [Int] {
        switch value {
        case .color(let channels): return channels
        case .pixel(let x, let y, _):
            let image = try result()
            guard x < image.width, y < image.height else {
                throw RasterError(.invalidArgument, "pixel(\(x), \(y))", "is not in the frame's result of \(image.width)×\(image.height)",
                                  remedy: "count from the upper left, from 0 on")
            }
            let channels = image[x, y]
            return (0..<4).map { Int(channels[$0]) }
        default: return []
        }
    }
    private func number(_ value: FramePredicate.Value) throws -> Double {
        switch value {
        case .number(let number): return number
        case .color: return 0
        case .pixel(_, _, let channel): return Double(try color(value)[channel ?? 0])
        case .draws: return Double(events.count { if case .draw = $0 { true } else { false } })
        case .passes: return Double(events.count { if case .beginPass = $0 { true } else { false } })
        case .primitives:
            return events.reduce(0) { sum, event in
                guard case .draw(let draw) = event else { return sum }
                return sum + Double(draw.primitive.primitiveCount(vertices: draw.count)) * Double(draw.instanceCount)
            }
        case .samples(let number):
            let draws = events.indices.filter { if case .draw = events[$0] { true } else { false } }
            guard draws.indices.contains(number) else {
                throw RasterError(.invalidArgument, "samples(@\(number))", "names a missing draw", remedy: "the frame has \(draws.count) draws, from @0 on")
            }
            let query = OcclusionQuery(), event = draws[number]
            // A replay that counts samples leaves the same images as an ordinary replay, so the frame need not be drawn again for the values
            // of pixels.
            try replayer.run(events[...]) { $0 == event ? query : nil }
            isDrawn = true
            return Double(query.count)
        case .fails:
            draw()
            return error == nil ? 0 : 1
        case .differs:
            draw()
            if error != nil { return 0 }
            let second = try other()
            try second.run(events[...])
            return try replayer.hashes(writtenBy: events) == second.hashes(writtenBy: events) ? 0 : 1
        }
    }
}

extension Replayer {
    /// Returns the hashes of the current contents of all images that the events write.
    func hashes(writtenBy events: [RecordedEvent]) throws -> [BlobReference] {
        try images(writtenBy: events).map { try hash(of: Attachment(textures[$0.texture], level: $0.level, slice: $0.slice)) }
    }
}

extension CapturedFrame {
    /// Returns whether a predicate holds for the frame if a renderer of `kind` draws the frame.
    /// - Throws: `RasterError` if the predicate names something that the frame does not have, or if the frame cannot be drawn and
    ///   the predicate does not use `fails`.
    public func satisfies(_ predicate: FramePredicate, of capture: Capture, on kind: Device.Kind = .jit) throws -> Bool {
        try satisfies(predicate, of: capture, on: Device(kind), comparedWith: Device(kind == .jit ? .reference : .jit))
    }
    /// - Parameter other: The device for the comparison by `differs`.
    package func satisfies(_ predicate: FramePredicate, of capture: Capture, on device: Device, comparedWith other: @autoclosure () -> Device) throws -> Bool {
        try withoutActuallyEscaping(other) { other in
            try PredicateEvaluation(events, Replayer(self, of: capture, on: device), other: { try Replayer(self, of: capture, on: other()) })
                .isTrue(predicate.root)
        }
    }
}
