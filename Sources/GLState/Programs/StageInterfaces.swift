import Raster
import Shading

/// Compares the stages of two program objects. The outputs of a stage and the inputs of the next stage must match exactly (OpenGL ES 3.1
/// §7.4.1).
enum StageInterfaces {
    /// Returns the reason why the outputs of a program's shader do not match the inputs of the next program's shader; nil if the outputs match.
    static func mismatch(_ first: ProgramExecutable, _ second: ProgramExecutable) -> String? {
        // For older versions of GLSL, such as GLSL ES 1.00 and 3.00, fewer rules apply, and the linker checks these rules. For a vertex
        // shader in an older version, `described` is nil, and this function compares nothing.
        guard let writer = first.parts.described, let reader = second.parts.described else { return nil }
        var unmatched = Dictionary(variables(writer.module.outputs).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for input in variables(reader.module.inputs) {
            let location = reader.inputLocations.location(of: input)
            let output = unmatched.values.first { output in
                let place = writer.outputLocations.location(of: output)
                return location == nil ? output.name == input.name && place == nil : place == location
            }
            guard let output else { return "the \(reader.module.stage.rawValue) shader's input '\(input.name)' has no matching output" }
            unmatched[output.name] = nil
            guard output.type == input.type else { return "the output '\(output.name)' has another type than the input '\(input.name)'" }
            guard output.interpolation == input.interpolation else {
                return "the output '\(output.name)' has another interpolation than the input '\(input.name)'"
            }
            guard relaxedParts(output.listedName, writer) == relaxedParts(input.listedName, reader) else {
                return "the output '\(output.name)' has another precision than the input '\(input.name)'"
            }
        }
        return unmatched.keys.sorted().first.map { "the \(writer.module.stage.rawValue) shader's output '\($0)' has no matching input" }
    }
    /// Returns the parts of a variable that have low or medium precision: the empty text means the whole variable, and other texts are the
    /// paths of members.
    private static func relaxedParts(_ name: String, _ stage: StageReflection) -> Set<Substring> {
        Set(stage.relaxedVariables.lazy.filter { $0 == name || $0.hasPrefix(name + ".") }.map { $0.dropFirst(name.count) })
    }
    private static func variables(_ list: [InterfaceVariable]) -> [InterfaceVariable] { list.filter { !$0.name.hasPrefix("gl_") } }
}

extension [String: Int] {
    /// Returns the location that the text states for an input or output; nil if the text does not state a location. The keys are the names
    /// of variables and blocks.
    func location(of variable: InterfaceVariable) -> Int? {
        guard variable.name.contains(".") else { return self[variable.name] }
        let block = String(variable.name.prefix { $0 != "." && $0 != "[" })
        return variable.isPlacedInBlock || self[block] != nil ? variable.location : nil
    }
}
