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
        if let path = desktopTexturePath(target) { return try bindDesktopTexture(texture, target, path) }
        guard let type = textureType(target) else { throw .invalidEnum("target", target) }
        guard texture != 0 else {
            textureUnits[activeUnit][type] = nil
            return
        }
        if let object = share.textures[texture] {
            guard object.target == target else {
                throw .invalidOperation("texture \(texture) belongs to target \(object.target.hexadecimal)")
            }
            textureUnits[activeUnit][type] = object
        } else {
            try checkGenerated(texture, share.textures.isUsed(texture))
            let object = TextureObject(name: texture, target: target, type: type)
            share.textures.insert(object, texture)
            textureUnits[activeUnit][type] = object
        }
    }
    package func glDeleteTextures(_ n: GLsizei, _ textures: UnsafePointer<GLuint>?) throws(GLError) {
        guard n >= 0 else { throw .invalidValue("the number of textures is negative") }
        guard let textures else { return }
        for i in 0..<Int(n) {
            guard let object = share.textures.remove(textures[i]) else { continue }
            for unit in textureUnits.indices where textureUnits[unit][object.type] === object { textureUnits[unit][object.type] = nil }
            for path in [\TextureUnit.buffer, \.multisampled, \.linear] {
                for unit in textureUnits.indices where textureUnits[unit][keyPath: path] === object { textureUnits[unit][keyPath: path] = nil }
            }
            framebuffersDetach(texture: object)
            imageUnitsRelease(object)
        }
    }

    /// OpenGL ES lets programs choose names themselves; the core profile demands generated names (OpenGL 3.3 §E.2.2).
    func checkGenerated(_ name: GLuint, _ isUsed: Bool) throws(GLError) {
        guard isUsed || version.isES || version.allowsLegacy else { throw .invalidOperation("the name \(name) was not generated") }
    }

    // MARK: Targets

    /// The type of the textures of a target of glBindTexture; nil if the context has no such target.
    func textureType(_ target: GLenum) -> TextureType? {
        switch target {
        case GL_TEXTURE_2D: .d2
        case GL_TEXTURE_CUBE_MAP: .cube
        case GL_TEXTURE_3D: version.hasES3 ? .d3 : nil
        case GL_TEXTURE_2D_ARRAY: version.hasES3 ? .d2Array : nil
        default: nil
        }
    }
    /// The texture that is bound to a target in the active unit.
    package func boundTexture(_ type: TextureType) -> TextureObject { textureUnits[activeUnit][type] ?? defaultTextures[type] }
    /// - Throws: `invalidEnum` if the context has no such target of glBindTexture.
    func boundTexture(target: GLenum) throws(GLError) -> TextureObject {
        if target == GL_TEXTURE_1D, version.isDesktop, let texture = textureUnits[activeUnit].linear { return texture }
        if target == GL_TEXTURE_2D_MULTISAMPLE, version.hasES31 { return textureUnits[activeUnit].multisampled ?? defaultTextures.multisampled }
        guard let type = textureType(target) else { throw .invalidEnum("target", target) }
        return boundTexture(type)
    }
    /// Returns the bound texture and the face that a target of glTexImage2D names.
    /// - Throws: `invalidEnum` for other targets.
    package func imageTarget2D(_ target: GLenum) throws(GLError) -> (texture: TextureObject, face: Int) {
        if target == GL_TEXTURE_2D { return (boundTexture(.d2), 0) }
        if target == Self.linearTarget, version.isDesktop, let texture = textureUnits[activeUnit].linear { return (texture, 0) }
        guard target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X, target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z else { throw .invalidEnum("target", target) }
        return (boundTexture(.cube), Int(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X))
    }
    /// Returns the bound texture that a target of glTexImage3D names.
    /// - Throws: `invalidEnum` for other targets.
    package func imageTarget3D(_ target: GLenum) throws(GLError) -> TextureObject {
        switch target {
        case GL_TEXTURE_3D: return boundTexture(.d3)
        case GL_TEXTURE_2D_ARRAY: return boundTexture(.d2Array)
        default: throw .invalidEnum("target", target)
        }
    }
}
