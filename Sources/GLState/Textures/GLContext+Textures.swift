// GLContext+Textures: names of textures, and the textures of units (OpenGL ES 3.0.6 §3.8, §3.8.1).

import Raster

extension GLContext {
    package func glActiveTexture(_ texture: GLenum) throws(GLError) {
        guard texture >= GL_TEXTURE0, texture < GL_TEXTURE0 + GLenum(GLLimits.combinedTextureUnits) else { throw .invalidEnum("texture", texture) }
        activeUnit = Int(texture - GL_TEXTURE0)
    }
    package func glGenTextures(_ n: GLsizei, _ textures: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        try share.textures.generate(n, textures)
    }
    package func glIsTexture(_ texture: GLuint) throws(GLError) -> GLboolean { GLboolean(share.textures[texture] != nil) }

    package func glBindTexture(_ target: GLenum, _ texture: GLuint) throws(GLError) {
        guard let kind = TextureKind(target: target, version) else { throw .invalidEnum("target", target) }
        guard texture != 0 else {
            textureUnits[activeUnit][kind] = nil
            return
        }
        if let object = share.textures[texture] {
            guard object.kind == kind else {
                throw .invalidOperation("texture \(texture) belongs to target \(object.target.hexadecimal)")
            }
            textureUnits[activeUnit][kind] = object
        } else {
            try checkGenerated(texture, share.textures.isUsed(texture))
            let object = TextureObject(name: texture, kind: kind)
            share.textures.insert(object, texture)
            textureUnits[activeUnit][kind] = object
        }
    }
    package func glDeleteTextures(_ n: GLsizei, _ textures: UnsafePointer<GLuint>?) throws(GLError) {
        guard n >= 0 else { throw .invalidValue("the number of textures is negative") }
        guard let textures else { return }
        for i in 0..<Int(n) {
            guard let object = share.textures.remove(textures[i]) else { continue }
            for unit in textureUnits.indices where textureUnits[unit][object.kind] === object { textureUnits[unit][object.kind] = nil }
            framebuffersDetach(texture: object)
            imageUnitsRelease(object)
        }
    }

    /// Throws an error if the context accepts only generated names and the name was not generated. OpenGL ES lets programs choose names
    /// themselves; the core profile demands generated names (OpenGL 3.3 §E.2.2).
    func checkGenerated(_ name: GLuint, _ isUsed: Bool) throws(GLError) {
        guard isUsed || version.isES || version.allowsLegacy else { throw .invalidOperation("the name \(name) was not generated") }
    }

    // MARK: Targets

    /// Returns the texture that is bound to a target in the active unit.
    package func boundTexture(_ kind: TextureKind) -> TextureObject { textureUnits[activeUnit][kind] ?? defaultTextures[kind] }
    /// - Throws: `invalidEnum` if glBindTexture does not have this target in the context's version.
    func boundTexture(target: GLenum) throws(GLError) -> TextureObject {
        guard let kind = TextureKind(target: target, version) else { throw .invalidEnum("target", target) }
        return boundTexture(kind)
    }
    /// Returns the bound texture and the face that a target of glTexImage1D, glTexImage2D or glTexImage3D names.
    /// - Parameter dimensions: The number of dimensions, which is part of the function's name.
    /// - Throws: `invalidEnum` for other targets.
    func imageTarget(_ target: GLenum, dimensions: Int) throws(GLError) -> (texture: TextureObject, face: Int) {
        if dimensions == 2, FramebufferAttachment.cubeFaces.contains(target) { return (boundTexture(.cube), Int(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X)) }
        guard let kind = TextureKind(target: target, version), kind.imageDimensions == dimensions, dimensions > 0, kind != .cube else {
            throw .invalidEnum("target", target)
        }
        return (boundTexture(kind), 0)
    }
}
