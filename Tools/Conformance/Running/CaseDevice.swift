// CaseDevice: a device that runs cases, and the result of building a program on the device.

import Raster
import Shading
import SystemGL

package final class CaseDevice {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable { case reference, jit, opengl }
    /// The kind of code on the jit device: quickly compiled code, as in the first frames of a program, or fully optimised code.
    package enum Form: String, Sendable, Hashable, Codable, CaseIterable { case quick, full }

    package let kind: Kind
    let device: Device
    /// The compiler of the system's OpenGL, if the device is the system's OpenGL; nil for other devices. This compiler builds each program
    /// before Raster builds the program.
    private let systemCompiler: SystemCompiler?
    private var extensionAnswers: [ExtensionQuestion: Bool] = [:]
    private struct ExtensionQuestion: Hashable { var name: String; var dialect: CaseDialect }

    /// - Parameter lanes: The number of lanes of the jit device. If `lanes` is nil, the device chooses the number of lanes that suits the
    ///   processor best.
    package init(_ kind: Kind, lanes: Int? = nil, threads: Int = 1, form: Form = .full) throws {
        self.kind = kind
        systemCompiler = kind == .opengl ? try SystemCompiler() : nil
        switch kind {
        case .reference: device = Device(.reference)
        case .opengl: device = try SystemGL.makeDevice()
        case .jit: device = try Device.compiled(lanes: lanes, threads: threads, isBaseline: form == .quick)
        }
    }
    package var name: String { device.name }

    /// The result of building a `Program` or a `ComputeProgram`.
    enum Build<Made> {
        case program(Made)
        case refused(BuildPhase, String)
        /// The system's OpenGL builds the program, but Raster refuses the program. Nothing can be drawn, because Raster must record the
        /// draws.
        case unavailable(String)
        /// This result without the program that was made.
        var outcome: Build<Void> {
            switch self {
            case .program: .program(())
            case .refused(let phase, let message): .refused(phase, message)
            case .unavailable(let reason): .unavailable(reason)
            }
        }
    }
    enum BuildPhase { case compile, link }

    func build(vertex: String, geometry: String? = nil, fragment: String) -> Build<Program> {
        build { try $0.build(vertex: vertex, geometry: geometry, fragment: fragment) } make: {
            try device.makeProgram(vertex: vertex, geometry: geometry, fragment: fragment, label: "case")
        }
    }
    func build(compute: String) -> Build<ComputeProgram> {
        build { try $0.build(compute: compute) } make: { try device.makeComputeProgram(compute, label: "case") }
    }
    private func build<Made>(bySystem: (SystemCompiler) throws -> SystemCompiler.Answer, make: () throws -> Made) -> Build<Made> {
        if let systemCompiler {
            do {
                switch try bySystem(systemCompiler) {
                case .accepted: break
                case .refused(let isLinking, let log): return .refused(isLinking ? .link : .compile, log)
                }
            } catch { return .unavailable("\(error)") }
        }
        do {
            return .program(try make())
        } catch let error as ShaderError {
            if systemCompiler != nil { return .unavailable("Raster's compiler refuses it: \(Self.summary(error))") }
            let errors = error.diagnostics.filter { $0.severity == .error }
            return .refused(errors.contains { $0.phase != .link } ? .compile : .link, Self.summary(error))
        } catch { return .refused(.link, "\(error)") }
    }

    /// Returns the first error as one line of text.
    private static func summary(_ error: ShaderError) -> String {
        guard let first = error.diagnostics.first(where: { $0.severity == .error }) else { return "\(error)" }
        let place = first.file + (first.line > 0 ? ":\(first.line)" : "")
        return place.isEmpty ? first.message : "\(place): \(first.message)"
    }

    /// Returns whether shaders can require an extension.
    func has(extension name: String, in dialect: CaseDialect) -> Bool {
        let question = ExtensionQuestion(name: name, dialect: dialect)
        if let known = extensionAnswers[question] { return known }
        let isName = name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
        var answer = false
        let head = "\(dialect.directive)\n#extension \(name) : require\n"
        let vertex = head + "void main() { gl_Position = vec4(0.0); }\n", fragment = head + "void main() { }\n"
        if isName {
            switch build(vertex: vertex, fragment: fragment) {
            case .program, .unavailable: answer = true
            case .refused: break
            }
        }
        extensionAnswers[question] = answer
        return answer
    }
}
