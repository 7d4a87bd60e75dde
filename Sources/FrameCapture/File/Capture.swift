import CaptureFile
import Raster
import Shading

/// A file of captured frames, as `Device.captureNextFrame(to:)` or `RASTER_CAPTURE` write it. What of a damaged or cut-off file is
/// whole can be used; what is not is told.
public final class Capture {
    /// The file.
    public let path: String
    /// The path of the program that drew; empty where that is lost.
    public let program: String
    /// The name of the renderer that drew, as `Device.name` has it; empty where that is lost.
    public let renderer: String
    /// The frames that are whole, in the order of their numbers.
    public let frames: [CapturedFrame]
    /// Frames of which something is missing, and bytes of the file that make no sense, a sentence each.
    public private(set) var damage: [String]
    /// Whether the file was completed. One that was not, because its program ended before, is searched for its chunks.
    public let isComplete: Bool
    /// Bytes of the file.
    public let byteCount: Int
    package let reader: CaptureReader
    /// The limit of loop iterations of the device that drew.
    let shaderStepLimit: Int
    private let catalogue = ProgramCatalogue()

    /// Opens a file and looks at its frames. Contents of textures and buffers are not read before they are asked for.
    /// - Parameters:
    ///   - path: The file.
    ///   - sources: The package whose program drew, for the paths of call sites; nil where they are not known.
    /// - Throws: `RasterError` with `fileNotReadable`; `invalidCapture` where it is no capture; `unsupported` where a newer version
    ///   made it.
    public init(contentsOf path: String, sources: PackageSources? = nil) throws(RasterError) {
        do {
            reader = try CaptureReader(path: path)
        } catch { throw RasterError(error) }
        self.path = path
        let origins = reader.chunks.filter { $0.header.type == .capture }
        let origin = origins.lazy.compactMap { [reader] in try? RecordedOrigin(decoding: reader.payload(of: $0), subject: "the origin") }.first
        program = origin?.program ?? ""
        renderer = origin?.renderer ?? ""
        shaderStepLimit = origin?.shaderStepLimit ?? Device.Options().shaderStepLimit
        isComplete = reader.hasIndex
        byteCount = Int(reader.byteCount)
        let assembly = FrameAssembly(reader, sources)
        frames = assembly.frames
        damage = assembly.damage + reader.losses.map(\.description)
    }

    /// Reads the whole file once and adds to `damage` what has other bytes than were written.
    /// - Throws: `RasterError` with `fileNotReadable`.
    public func check() throws(RasterError) {
        let known = reader.losses.count
        do { try reader.checkAll() } catch { throw RasterError(error) }
        damage += reader.losses[known...].map(\.description)
    }

    /// Iterations that a shader's loops may take: as many as the device that was captured allowed, but no more than another allows. A stranger's
    /// capture must not make a shader run for longer.
    package func stepLimit(on options: Device.Options) -> Int { min(shaderStepLimit, options.shaderStepLimit) }

    /// The frame of a number.
    /// - Throws: `RasterError` with `invalidArgument` where the capture has no whole frame of that number.
    public func frame(_ number: Int) throws(RasterError) -> CapturedFrame {
        guard let frame = frames.first(where: { $0.number == number }) else {
            throw RasterError(.invalidArgument, "frame \(number)", "is not in capture '\(path)'",
                              remedy: frames.isEmpty ? "capture again: no frame of it is whole" : "its frames are \(frames.map { "\($0.number)" }.joined(separator: ", "))")
        }
        return frame
    }

    /// The interface of a captured program, which is compiled for it once.
    package func linked(_ program: RecordedProgram) throws -> LinkedProgram { try catalogue.linked(program, of: self) }
    /// The text of a source.
    package func source(_ shader: RecordedShader) throws(RasterError) -> ShaderSource {
        do {
            return ShaderSource(text: String(decoding: try reader.bytes(of: shader.text), as: UTF8.self), name: shader.name)
        } catch { throw RasterError(error) }
    }
    /// The settings that a program was compiled with.
    package func compileOptions(of program: RecordedProgram) throws(RasterError) -> ShaderCompileOptions {
        var answers: [RecordedIncludes.Question: ShaderSource] = [:]
        for include in program.includes {
            answers[.init(path: include.path, isSystem: include.isSystem, includer: include.includer)] = try source(include.source)
        }
        return ShaderCompileOptions(defines: program.defines.map { ShaderDefine($0.name, $0.value) },
                                    includeResolver: program.includes.isEmpty ? nil : RecordedIncludes(answers: answers), limits: program.limits.limits.withinStandard)
    }
}
