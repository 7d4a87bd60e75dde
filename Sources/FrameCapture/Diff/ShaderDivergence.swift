// ShaderDivergence: the first difference between two runs of a shader.

import Raster
import Shading

extension FrameDifference {
    /// The first line at which the shaders of two fragments or vertices behave differently.
    public struct ShaderDivergence: Sendable {
        /// The kind of difference.
        public enum Kind: String, Sendable, Hashable {
            /// A variable has different values after the line, or an output has different values at the end.
            case variable
            /// A texture lookup has different results.
            case lookup
            /// The runs execute different lines.
            case path
        }
        /// An input or a uniform with different values in the two runs.
        public struct Given: Sendable, Hashable {
            /// Whether the value is a uniform. If `isUniform` is false, the value is an input of the stage.
            public let isUniform: Bool
            /// `a` is the value in the first run, and `b` is the value in the second run. A value is nil if the run's shader does not read
            /// the input or uniform.
            public let a: TracedValue?, b: TracedValue?
            /// The name of the input or uniform.
            public var name: String { (a ?? b)?.name ?? "" }
        }
        /// The stage.
        public let stage: ShaderStage
        /// The fragments or vertices whose shaders ran.
        public let subjects: (a: ShaderTrace.Subject, b: ShaderTrace.Subject)
        /// The first differing lines of the two runs; nil for a run that had already ended.
        public let places: (a: ShaderTrace.Place?, b: ShaderTrace.Place?)
        /// The kind of difference.
        public let kind: Kind
        /// The name of the variable or of the lookup; empty if the runs execute different lines.
        public let name: String
        /// The values after the lines, or the lines' source text if the runs execute different lines; nil for a run without a value
        /// or line.
        public let values: (a: String?, b: String?)
        /// The inputs and uniforms that have different values at the start of the two runs.
        public let given: [Given]

        /// The difference in a sentence or two.
        public var sentence: String {
            func at(_ place: ShaderTrace.Place?) -> String { place.map { "at \($0)" } ?? "at its end" }
            let shader = "the \(stage.rawValue) shader of \(subjects.a)"
            var text: String
            switch kind {
            case .path: text = "\(shader) continues \(at(places.a)) (\(values.a ?? "end")), in the other frame \(at(places.b)) (\(values.b ?? "end"))"
            case .variable, .lookup:
                let other = places.a == places.b ? "in the other frame" : "in the other frame, \(at(places.b)),"
                text = "\(shader) first differs \(at(places.a)): \(name) is \(values.a ?? "unchanged"), \(other) \(values.b ?? "unchanged")"
            }
            text = text.prefix(1).uppercased() + text.dropFirst() + "."
            guard !given.isEmpty else { return text }
            let list = given.prefix(4).map { "\($0.isUniform ? "uniform" : "input") \($0.name) is \($0.a?.text ?? "not read") and \($0.b?.text ?? "not read")" }.joined(separator: "; ")
            return text + " Its inputs differ: \(list)\(given.count > 4 ? "; and \(given.count - 4) more" : "")."
        }
    }
}

/// Compares the traces of two runs.
struct ShaderComparison {
    let a: ShaderTrace
    let b: ShaderTrace

    /// The first difference; nil if both runs behaved equally.
    var divergence: FrameDifference.ShaderDivergence? {
        for index in 0..<min(a.stepCount, b.stepCount) {
            let x = a.step(index), y = b.step(index)
            guard isSame(x, y) else { return made(.path, "", (x.place, y.place), (x.text, y.text)) }
            if let (name, values) = lookup(x, y) { return made(.lookup, name, (x.place, y.place), values) }
            if let (name, values) = change(x, y) { return made(.variable, name, (x.place, y.place), values) }
        }
        if a.stepCount != b.stepCount {
            let index = min(a.stepCount, b.stepCount), x = a.stepCount > index ? a.step(index) : nil, y = b.stepCount > index ? b.step(index) : nil
            return made(.path, "", (x?.place, y?.place), (x?.text, y?.text))
        }
        let other = Dictionary(b.outputs.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return a.outputs.first { $0.words != other[$0.name]?.words }.map { made(.variable, $0.name, (nil, nil), ($0.text, other[$0.name]?.text)) }
    }
    /// Whether the runs have different input values from the previous stage.
    var hasOtherInputs: Bool { given.contains { !$0.isUniform && !$0.name.hasPrefix("gl_") } }

    private func made(_ kind: FrameDifference.ShaderDivergence.Kind, _ name: String, _ places: (a: ShaderTrace.Place?, b: ShaderTrace.Place?),
                      _ values: (a: String?, b: String?)) -> FrameDifference.ShaderDivergence {
        .init(stage: a.stage, subjects: (a.subject, b.subject), places: places, kind: kind, name: name, values: values, given: given)
    }
    private var given: [FrameDifference.ShaderDivergence.Given] {
        func pairs(_ x: [TracedValue], _ y: [TracedValue], isUniform: Bool) -> [FrameDifference.ShaderDivergence.Given] {
            let names = x.map(\.name) + y.map(\.name).filter { name in !x.contains { $0.name == name } }
            return names.compactMap { name in
                let one = x.first { $0.name == name }, two = y.first { $0.name == name }
                return one?.words == two?.words ? nil : .init(isUniform: isUniform, a: one, b: two)
            }
        }
        return pairs(a.inputs, b.inputs, isUniform: false) + pairs(a.uniforms, b.uniforms, isUniform: true)
    }

    /// Returns whether two steps execute the same line. In an unchanged file, the line numbers are compared; in an edited file, the texts of
    /// the lines are compared.
    private func isSame(_ x: ShaderTrace.Step, _ y: ShaderTrace.Step) -> Bool {
        let isEdited = x.place.file != y.place.file || a.lines(of: x.place.file) != b.lines(of: y.place.file)
        return x.place.function == y.place.function && (isEdited ? x.text == y.text : x.place.line == y.place.line)
    }
    private func lookup(_ x: ShaderTrace.Step, _ y: ShaderTrace.Step) -> (String, (String?, String?))? {
        for index in 0..<max(x.lookups.count, y.lookups.count) {
            let one = x.lookups.indices.contains(index) ? x.lookups[index] : nil, two = y.lookups.indices.contains(index) ? y.lookups[index] : nil
            if one?.result.words == two?.result.words { continue }
            func text(_ lookup: ShaderTrace.Lookup?) -> String? { lookup.map { "\($0.result.text) from \($0.coordinate.text)" } }
            guard let either = one ?? two else { continue }
            return ("\(either.function)(\(either.sampler), …)", (text(one), text(two)))
        }
        return nil
    }
    private func change(_ x: ShaderTrace.Step, _ y: ShaderTrace.Step) -> (String, (String?, String?))? {
        let names = x.changes.map(\.after.name) + y.changes.map(\.after.name).filter { name in !x.changes.contains { $0.after.name == name } }
        for name in names {
            let one = x.changes.first { $0.after.name == name }?.after, two = y.changes.first { $0.after.name == name }?.after
            if one?.words != two?.words { return (name, (one?.text, two?.text)) }
        }
        return nil
    }
}

extension DivergenceSearch {
    /// Returns the first line at which the shaders of two draws differ at a pixel; nil if all shaders behave equally. If the two
    /// fragments have different inputs, or if a fragment is missing, the vertex shaders are compared first. If the vertex shaders
    /// behave equally, the returned line is in the fragment shader.
    func shader(_ draws: (a: CapturedDraw, b: CapturedDraw), _ fragments: (a: PixelEvent?, b: PixelEvent?), x: Int, y: Int,
                _ kind: Device.Kind) throws -> FrameDifference.ShaderDivergence? {
        func trace(_ body: () throws -> ShaderTrace) throws -> ShaderTrace? {
            // If a test rejects the fragment before its shader runs, there is no run to trace.
            do { return try body() } catch let error as RasterError where error.code == .invalidArgument { return nil }
        }
        func fragment(_ replayer: Replayer, _ draw: CapturedDraw, _ event: PixelEvent?) throws -> ShaderTrace? {
            guard let event else { return nil }
            let choice = FragmentChoice(primitive: event.primitive, instance: event.instance, sample: event.sample)
            return try trace { try replayer.capture.trace(x: x, y: y, of: draw, in: replayer.frame, choosing: choice, on: Device(kind)) }
        }
        var comparison: ShaderComparison?
        if let one = try fragment(a, draws.a, fragments.a), let two = try fragment(b, draws.b, fragments.b) { comparison = ShaderComparison(a: one, b: two) }
        if let comparison, !comparison.hasOtherInputs { return comparison.divergence }
        guard let event = fragments.a ?? fragments.b else { return nil }
        let others = fragments.a != nil && fragments.b != nil ? fragments.b?.vertices ?? [] : event.vertices
        for (first, second) in zip(event.vertices, others) {
            func vertex(_ replayer: Replayer, _ draw: CapturedDraw, _ number: Int) throws -> ShaderTrace? {
                try trace { try replayer.capture.trace(vertex: number, instance: event.instance ?? 0, of: draw, in: replayer.frame, on: Device(kind)) }
            }
            if let one = try vertex(a, draws.a, first), let two = try vertex(b, draws.b, second), let found = ShaderComparison(a: one, b: two).divergence {
                return found
            }
        }
        return comparison?.divergence
    }
}
