// framescope mesh: writes a draw's vertices as a Wavefront OBJ.

import ArgumentParser
import Foundation
import FrameCapture
import Raster

extension MeshStage: ExpressibleByArgument {}
extension MeshSpace: ExpressibleByArgument {}

struct MeshCommand: Question {
    static let configuration = CommandConfiguration(
        commandName: "mesh", abstract: "Writes a draw's vertices before or after its vertex shader as a Wavefront OBJ.",
        discussion: """
            Strips, fans and primitive restarts become single primitives: triangles are f, lines l, points p. Each instance is an object. \
            Floats are written so that they read back to the same bits.

            Before the shader, positions, normals and texture coordinates are attributes, chosen by their names unless you name \
            them. After it, positions are in clip space (v x y z w), divided by w (ndc), or in pixels from the lower left (window).

            Examples:
              framescope mesh frame.rcap @3 --stage in -o model.obj
              framescope mesh frame.rcap @3 --stage out --space window -o window.obj
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The draw, such as @3.")
    var draw: DrawNumber
    @Option(help: ArgumentHelp("The vertices to write: in for the attributes before the vertex shader, out for gl_Position after it.", valueName: "in|out"))
    var stage = MeshStage.in
    @Option(help: ArgumentHelp("Coordinates after the shader: clip, ndc or window.", valueName: "space"))
    var space = MeshSpace.clip
    @Option(help: ArgumentHelp("The attribute that is the position.", valueName: "name"))
    var position: String?
    @Option(help: ArgumentHelp("The attribute that is the normal.", valueName: "name"))
    var normal: String?
    @Option(help: ArgumentHelp("The attribute that is the texture coordinate.", valueName: "name"))
    var texcoord: String?
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The OBJ file, or - for standard output.", valueName: "file"),
            completion: .file(extensions: ["obj"]))
    var output: String
    @OptionGroup var format: OutputArguments

    static let fields = [
        Field("file", .text, "The written file."), Field("vertices", .integer, "The number of its vertices."),
        Field("primitives", .integer, "The number of its primitives."),
        Field("oddVertices", .integer, "The number of vertices with a coordinate that is infinite or not a number."), Field("omitted", .list(.text), "Attributes that OBJ cannot hold."),
    ]

    func validate() throws { try PictureOutput.validate(output, format) }

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input), draw = try frame.draw(draw.number), path = try session.path(of: output)
        let mesh = try capture.mesh(of: draw, in: frame, stage: stage, space: space,
                                    attributes: MeshAttributes(position: position, normal: normal, textureCoordinate: texcoord))
        try PictureOutput.write(Data(mesh.obj.utf8), to: path)
        if mesh.vertexCount == 0 { session.note("note: draw @\(draw.number) has no vertices") }
        if mesh.oddVertexCount > 0 { session.note("note: \(mesh.oddVertexCount == 1 ? "1 vertex has" : "\(mesh.oddVertexCount) vertices have") a coordinate that is infinite or not a number, which most readers of OBJ refuse") }
        if !mesh.omittedAttributes.isEmpty { session.note("note: OBJ cannot hold \(mesh.omittedAttributes.joined(separator: ", "))") }
        let members: [(String, JSON)] = [
            ("file", .string(path)), ("vertices", .int(mesh.vertexCount)), ("primitives", .int(mesh.primitiveCount)),
            ("oddVertices", .int(mesh.oddVertexCount)), ("omitted", JSON(mesh.omittedAttributes)),
        ]
        return Answer(members: members) { PictureOutput.report(path, []) }
    }
}
