// CaptureNames: in captures, objects have the names by which the program knows them: "texture 5", or "wood (texture 5)" if the program has
// labelled the texture.

import Host
import Raster

/// An object that a program knows by a number.
protocol NamedObject: AnyObject {
    var name: GLuint { get }
    var label: String { get }
    /// The word for the object's kind in names.
    static var kind: String { get }
    /// Gives the object's name to Raster's resources that belong to the object.
    func nameResources()
}
extension NamedObject {
    var captureName: String {
        let number = "\(Self.kind) \(name)"
        return label.isEmpty ? number : "\(label) (\(number))"
    }
}
extension BufferObject: NamedObject {
    static let kind = "buffer"
    func nameResources() { buffer?.captureName = captureName }
}
extension RenderbufferObject: NamedObject {
    static let kind = "renderbuffer"
    func nameResources() { image?.texture.captureName = captureName }
}
extension ProgramObject: NamedObject {
    static let kind = "program"
    func nameResources() {
        executable?.program?.captureName = captureName
        executable?.compute?.captureName = captureName
    }
}
extension TextureObject: NamedObject {
    static let kind = "texture"
    func nameResources() {
        let name = captureName
        for texture in textures { texture.captureName = name }
    }
}

extension DefaultFramebuffer {
    static var captureName: String { RecordedFramebuffer.defaultLabel }
}
extension FramebufferObject {
    /// The name that the framebuffer's images get as a target of draws. Usually output i of the fragment shader is written to attachment i.
    /// If glDrawBuffers has chosen other attachments, the name also lists the outputs and their attachments.
    var captureName: String {
        let number = "framebuffer \(name)", isMoved = drawBuffers.enumerated().contains { $1 != GL_NONE && $1 != GL_COLOR_ATTACHMENT0 + GLenum($0) }
        let outputs = drawBuffers.prefix { _ in isMoved }.enumerated().filter { $1 != GL_NONE }
        return (label.isEmpty ? number : "\(label) (\(number))")
            + outputs.map { ", output \($0) to GL_COLOR_ATTACHMENT\($1 - GL_COLOR_ATTACHMENT0)" }.joined()
    }
}

extension GLContext {
    /// Names the resources of all objects, because a capture may contain the commands that run now.
    func nameObjects() {
        for object in share.buffers.objects { object.nameResources() }
        for object in share.textures.objects { object.nameResources() }
        for object in share.renderbuffers.objects { object.nameResources() }
        for object in share.shadersAndPrograms.objects { (object as? ProgramObject)?.nameResources() }
    }
    /// Returns the call site, in the program, of the draw that is being recorded. The names of the program's functions are looked up only for
    /// captures, because the look-up takes time.
    func callSite(_ function: StaticString) -> CallSite {
        drawNumber += 1
        return CallSite(file: function, line: drawNumber, callers: mayCaptureDraws ? Callers.here() : nil)
    }
}
