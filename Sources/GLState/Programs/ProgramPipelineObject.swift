import Raster
import Shading

/// A program pipeline object (OpenGL ES 3.1 §7.4): the programs whose stages draw together.
package final class ProgramPipelineObject {
    package let name: GLuint
    package var label = ""
    /// The programs by stage.
    private(set) var programs: [ShaderStage: ProgramObject] = [:]
    /// The program whose uniforms glUniform sets; nil if glActiveShaderProgram has set no program.
    var activeProgram: ProgramObject?
    var log = ""
    var isValidated = false
    private var joined: JoinedProgram?

    init(name: GLuint) { self.name = name }

    func executable(_ stage: ShaderStage) -> ProgramExecutable? { programs[stage]?.executable }

    /// Sets the program of a stage.
    /// - Returns: The program that the stage had before; nil if the stage had no program.
    func replace(_ stage: ShaderStage, _ program: ProgramObject?) -> ProgramObject? {
        let last = programs[stage]
        programs[stage] = program
        return last
    }
    /// All programs that the object holds. A program that the object uses several times occurs several times.
    var uses: [ProgramObject] { Array(programs.values) + [activeProgram].compactMap { $0 } }

    // MARK: Draws

    /// Returns the reason why the stages can never draw together, whatever the other state is (OpenGL ES 3.1 §7.4.2). Returns nil if the
    /// stages can draw together.
    func conflict() -> String? {
        for program in Set(programs.values.map(ObjectIdentifier.init)) {
            guard let owner = programs.values.first(where: { ObjectIdentifier($0) == program }), let executable = owner.executable else { continue }
            if !executable.isSeparable { return "program \(owner.name) was last linked without GL_PROGRAM_SEPARABLE" }
            for stage in executable.parts.stages where programs[stage.stage] !== owner {
                return "program \(owner.name) has a \(stage.stage.rawValue) shader, which is not in use"
            }
        }
        if let program = programs[.vertex], program === programs[.fragment], let middle = programs[.geometry], middle !== program {
            return "program \(middle.name) has a geometry shader, which is between two stages of program \(program.name)"
        }
        guard programs[.vertex]?.executable == nil else { return nil }
        for stage in [ShaderStage.geometry, .fragment] where programs[stage]?.executable != nil {
            return "there is a \(stage.rawValue) shader, but no vertex shader"
        }
        return nil
    }

    /// Returns the program that draws; nil if there is no vertex shader.
    func drawExecutable(_ context: GLContext) throws(GLError) -> ProgramExecutable? {
        if let conflict = conflict() { throw .invalidOperation(conflict) }
        guard let vertex = executable(.vertex) else { return nil }
        var executables = [vertex]
        for case let next? in [executable(.geometry), executable(.fragment)] where next !== executables.last { executables.append(next) }
        if executables.count == 1 { return vertex }
        if let joined, joined.joins(executables) { return try joined.updated() }
        let program = JoinedProgram(executables, device: context.device, version: context.version)
        joined = program
        return try program.updated()
    }
}
