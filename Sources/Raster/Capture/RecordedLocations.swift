// RecordedLocations: the locations of uniforms in captures of applications that call OpenGL.

import CaptureFile

/// The locations that glGetUniformLocation returns, for the programs of a frame. Only captures of applications that use Raster as an OpenGL
/// driver contain this record.
package struct RecordedLocations: Sendable, Hashable {
    /// The locations of one program.
    package struct Program: Sendable, Hashable {
        /// The program's number in the frame; for a compute program, its number among the compute programs.
        package var number: UInt32
        package var isCompute: Bool
        package var uniforms: [Uniform]
    }
    /// A uniform, a sampler or an image, with its first location. Uniforms without a location are not in the record.
    package struct Uniform: Sendable, Hashable {
        /// The name, as in `ProgramInterface`: without a subscript at the end.
        package var name: String
        package var location: Int32
    }
    package var programs: [Program] = []
    package init() {}

    /// Adds the locations of a program.
    /// - Parameter locations: The locations by name; nil if the application does not use OpenGL.
    package mutating func add(_ locations: [String: Int]?, number: Int, isCompute: Bool) {
        guard let locations else { return }
        let uniforms = locations.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { Uniform(name: $0.key, location: Int32(truncatingIfNeeded: $0.value)) }
        programs.append(Program(number: UInt32(truncatingIfNeeded: number), isCompute: isCompute, uniforms: uniforms))
    }
    /// Returns the locations of a program by name; nil if the locations are not known.
    package func locations(ofProgram number: Int, isCompute: Bool) -> [String: Int]? {
        guard let program = programs.first(where: { Int($0.number) == number && $0.isCompute == isCompute }) else { return nil }
        return Dictionary(program.uniforms.map { ($0.name, Int($0.location)) }, uniquingKeysWith: { first, _ in first })
    }
}
extension RecordedLocations: FieldCodable {
    package static var blank: RecordedLocations { RecordedLocations() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) { try c.code(&programs) }
}
extension RecordedLocations.Program: FieldCodable {
    package static var blank: RecordedLocations.Program { RecordedLocations.Program(number: 0, isCompute: false, uniforms: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&number)
        try c.code(&isCompute)
        try c.code(&uniforms)
    }
}
extension RecordedLocations.Uniform: FieldCodable {
    package static var blank: RecordedLocations.Uniform { RecordedLocations.Uniform(name: "", location: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&name)
        try c.code(&location)
    }
}
