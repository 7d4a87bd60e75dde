import CaptureFile
import Raster
import Shading

/// A file of captured frames, written by `Device.captureNextFrame(to:)` or through `RASTER_CAPTURE`. If the file is damaged or
/// incomplete, its complete frames can still be used; `damage` describes the lost parts.
public final class Capture {
    /// The file.
    public let path: String
    /// The path of the captured application; empty if the part of the file with the path is lost.
    public let program: String
    /// The name of the captured renderer, as in `Device.name`; empty if the part of the file with the name is lost.
    public let renderer: String
    /// The complete frames, in the order of their numbers.
    public let frames: [CapturedFrame]
    /// A sentence for each frame with missing parts, and for each unreadable range of the file.
    public private(set) var damage: [String]
    /// Whether the captured application finished the file. If the application ended earlier, the file has no index, and the reader searches
    /// the file for its chunks.
    public let isComplete: Bool
    /// The size of the file in bytes.
    public let byteCount: Int
    /// The vocabulary of texts about the capture. At first it is OpenGL's vocabulary if the captured application drew with Raster's
    /// driver, and Raster's vocabulary otherwise.
    public var vocabulary: Vocabulary
    /// The vocabulary of the interface that the captured application called.
    package let ownVocabulary: Vocabulary
    package let reader: CaptureReader
    /// The limit of loop iterations on the captured device.
    let shaderStepLimit: Int
    private let catalogue = ProgramCatalogue()

    /// Opens a file and reads its frames. The contents of textures and buffers are read only when these contents are needed.
    /// - Parameters:
    ///   - path: The file.
    ///   - sources: The captured application's package, for the paths of call sites; nil if the package is not known.
    /// - Throws: `RasterError` with `fileNotReadable`, with `invalidCapture` if the file is no capture, or with `unsupported` if a newer
    ///   version of Raster made the file.
    public init(contentsOf path: String, sources: PackageSources? = nil) throws(RasterError) {
        do {
            reader = try CaptureReader(path: path)
        } catch { throw RasterError(error) }
        self.path = path
        let origins = reader.chunks.filter { $0.header.type == .capture }
        let origin = origins.lazy.compactMap { [reader] in
            try? RecordedOrigin(decoding: reader.payload(of: $0), version: $0.header.version, subject: "the origin")
        }.first
        program = origin?.program ?? ""
        renderer = origin?.renderer ?? ""
        ownVocabulary = origin?.servesOpenGL == true ? .opengl : .raster
        vocabulary = ownVocabulary
        shaderStepLimit = origin?.shaderStepLimit ?? Device.Options().shaderStepLimit
        isComplete = reader.hasIndex
        byteCount = Int(reader.byteCount)
        let assembly = FrameAssembly(reader, sources)
        frames = assembly.frames
        damage = assembly.damage + reader.losses.map(\.description)
    }

    /// Reads the whole file once, and adds all chunks with changed bytes to `damage`.
    /// - Throws: `RasterError` with `fileNotReadable`.
    public func check() throws(RasterError) {
        let known = reader.losses.count
        do { try reader.checkAll() } catch { throw RasterError(error) }
        damage += reader.losses[known...].map(\.description)
    }

    /// Returns the limit of loop iterations for the capture's shaders: the limit of the captured device, but at most the limit of the given
    /// options. A capture from an untrusted source must not make a shader run longer than the device allows.
    package func stepLimit(on options: Device.Options) -> Int { min(shaderStepLimit, options.shaderStepLimit) }

    /// Returns the frame with the given number.
    /// - Throws: `RasterError` with `invalidArgument` if the capture has no complete frame with that number.
    public func frame(_ number: Int) throws(RasterError) -> CapturedFrame {
        guard let frame = frames.first(where: { $0.number == number }) else {
            throw RasterError(.invalidArgument, "frame \(number)", "is not in capture '\(path)'",
                              remedy: frames.isEmpty ? "capture again: it has no complete frame" : "its frames are \(frames.map { "\($0.number)" }.joined(separator: ", "))")
        }
        return frame
    }

    /// Returns a captured shader program in linked form. Each shader program is compiled once.
    package func linked(_ program: RecordedProgram) throws -> LinkedProgram { try catalogue.linked(program, of: self) }
    /// Returns a captured compute program in linked form. Each program is compiled once.
    package func linked(_ program: RecordedComputeProgram) throws -> LinkedComputeProgram { try catalogue.linked(program, of: self) }
    /// Returns the number of invocations of a dispatch's work groups along x, y and z.
    /// - Throws: `RasterError` with `invalidArgument` if the dispatch belongs to another frame; `ShaderError` if the program does not compile.
    public func workGroupSize(of dispatch: CapturedDispatch, in frame: CapturedFrame) throws -> (x: Int, y: Int, z: Int) {
        let size = try linked(frame.table.computePrograms[frame.recordedDispatch(dispatch).program]).compute.workGroupSize
        return (size.x, size.y, size.z)
    }
    /// Returns a shader's source text.
    package func source(_ shader: RecordedShader) throws(RasterError) -> ShaderSource {
        do {
            return ShaderSource(text: String(decoding: try reader.bytes(of: shader.text), as: UTF8.self), name: shader.name)
        } catch { throw RasterError(error) }
    }
    /// Returns the options that a program was compiled with.
    package func compileOptions(of program: some RecordedSources) throws(RasterError) -> ShaderCompileOptions {
        var answers: [RecordedIncludes.Question: ShaderSource] = [:]
        for include in program.includes {
            answers[.init(path: include.path, isSystem: include.isSystem, includer: include.includer)] = try source(include.source)
        }
        return ShaderCompileOptions(defines: program.defines.map { ShaderDefine($0.name, $0.value) },
                                    includeResolver: program.includes.isEmpty ? nil : RecordedIncludes(answers: answers),
                                    limits: program.limits.limits.withinStandard, defaultDialect: program.defaultDialect,
                                    transformFeedback: program.feedback?.outputs)
    }
}
