// TextureBinding+Completeness: finds the texels and the sampler that a draw reads through a sampler uniform (OpenGL ES 3.0.6 §3.8.10, §3.8.13).

import Raster
import Shading

extension TextureObject {
    /// The binding that a draw uses, and the parameters for which the binding was made. Making a binding for each draw would be too slow,
    /// so a texture keeps its last binding.
    struct BindingCache {
        var sampler: SamplerObject?
        var samplerVersion: Int
        var rules: LookupRules
        /// The binding; nil if the texture is incomplete.
        var binding: TextureBinding?

        func isValid(_ other: SamplerObject?, _ rules: LookupRules) -> Bool {
            sampler === other && samplerVersion == other?.version ?? 0 && self.rules == rules
        }
    }
    /// The rules of lookups that differ between the versions of OpenGL.
    struct LookupRules: Equatable {
        /// Whether lookups return depth in red, green and blue. If false, lookups return depth only in red.
        var isDepthLuminance: Bool
        /// Whether a texture with a sized depth format is incomplete if it has linear filters and no comparison.
        var refusesDepthFilters: Bool
        /// Whether a filter at the edge of a cube's face also reads texels of the neighbouring face. In desktop OpenGL, the program can
        /// switch this property on and off (GL_TEXTURE_CUBE_MAP_SEAMLESS). In OpenGL ES, the property is true from version 3.0 on.
        var isSeamless: Bool

        init(_ context: GLContext) {
            let version = context.version
            isDepthLuminance = !version.hasES3 || version.allowsLegacy
            refusesDepthFilters = version.isES && version.hasES3
            isSeamless = version.isDesktop ? context.state.desktop.isSeamlessCubeEnabled : version.hasES3
        }
    }

    /// Returns the texels and the sampler of a lookup; nil if the texture is not complete for the sampler.
    fileprivate func makeBinding(_ sampler: SamplerParameters, _ rules: LookupRules, on device: Device) throws(GLError) -> TextureBinding? {
        if kind.isMultisampled { return multisampledBinding(rules) }
        if kind == .rectangle && !sampler.fitsRectangles { return nil }
        guard let levels = readableLevels(readsMipmaps: sampler.readsMipmaps), let base = image(level: levels.lowerBound) else { return nil }
        if base.format.isInteger && !sampler.isNearest { return nil }
        // Stencil values are integers, so they cannot be filtered (OpenGL ES 3.1 §8.16).
        let readsStencil = readsStencil(base.format)
        if readsStencil && !sampler.isNearest { return nil }
        // Without a comparison, sized depth formats cannot be filtered. The extension that adds the unsized depth formats allows filters
        // for these formats.
        if rules.refusesDepthFilters && base.format.hasDepth && !readsStencil && !base.isUnsized && !sampler.compares && !sampler.isNearest { return nil }
        guard let (texture, first) = try sharedTexture(levels, on: device), let image = image(level: levels.lowerBound) else { return nil }
        let swizzle = parameters.swizzle(of: base.format, isLuminanceDepth: rules.isDepthLuminance)
        // Through an EGL image, a 2D texture can show a face or a slice of another object's texture. The view of such a texture has only
        // this face or slice.
        let layers = texture.descriptor.type == type ? nil : image.textureSlice..<(image.textureSlice + 1)
        var view = TextureView(texture, as: type, levels: first...(first + levels.count - 1), layers: layers, swizzle: swizzle)
        var made = sampler.sampler(for: base.format, isSeamless: rules.isSeamless)
        if readsStencil && base.format.hasDepth {
            view.readsStencil = true
            made.compare = nil
        }
        return TextureBinding(view, sampler: made)
    }
    /// Returns the binding of a multisampled texture, which has one level and no sampler; nil if the texture has no texels.
    private func multisampledBinding(_ rules: LookupRules) -> TextureBinding? {
        guard let image = image(level: 0), let texture = image.texture else { return nil }
        let swizzle = parameters.swizzle(of: image.format, isLuminanceDepth: rules.isDepthLuminance)
        return TextureBinding(TextureView(texture, swizzle: swizzle, readsStencil: image.format.hasDepth && readsStencil(image.format)), sampler: .nearest)
    }
    private func readsStencil(_ format: GLFormat) -> Bool {
        format.hasStencil && (!format.hasDepth || parameters.depthStencilMode == GL_STENCIL_INDEX)
    }

    /// The first level that lookups read (§3.8.10).
    package var baseLevel: Int { immutableLevelCount.map { min(parameters.baseLevel, $0 - 1) } ?? parameters.baseLevel }
    /// The last level that the parameters let lookups read, whether the level is defined or not.
    private var maxLevel: Int { immutableLevelCount.map { max(baseLevel, min(parameters.maxLevel, $0 - 1)) } ?? parameters.maxLevel }
    /// Returns the levels of the mipmap that begins with the base level; nil if the base level has no texels, or if the parameters exclude
    /// the base level.
    func mipmapLevels() -> ClosedRange<Int>? {
        guard let base = image(level: baseLevel), base.texture != nil, baseLevel <= maxLevel else { return nil }
        return baseLevel...min(maxLevel, kind.hasMipmaps ? baseLevel + base.fullLevelCount(type) - 1 : 0, GLLimits.textureLevels - 1)
    }
    /// Whether all faces of the base level have equal formats and sizes (§3.8.10, cube completeness); true for other types.
    var isCubeComplete: Bool {
        guard type == .cube else { return true }
        guard let first = image(level: baseLevel), first.texture != nil, first.width == first.height else { return false }
        return (1..<6).allSatisfy { image(level: baseLevel, face: $0).map { $0.isAlike(first, (first.width, first.height, 1)) } ?? false }
    }

    /// Whether the texture is complete for lookups with its own filters (§3.8.13).
    var isComplete: Bool {
        guard kind.hasSampler else { return image(level: 0)?.texture != nil }
        return readableLevels(readsMipmaps: parameters.sampler.readsMipmaps) != nil
    }
    /// Returns the levels that a lookup may read; nil if the texture is incomplete. texelFetch and textureSize access all levels, even if the
    /// filter reads only one level. Therefore, if all levels are complete, the result contains all levels.
    private func readableLevels(readsMipmaps: Bool) -> ClosedRange<Int>? {
        guard let base = image(level: baseLevel), base.texture != nil, isCubeComplete else { return nil }
        let incomplete = readsMipmaps ? nil : baseLevel...baseLevel
        guard let levels = mipmapLevels() else { return incomplete }
        for level in levels.dropFirst() {
            let size = base.size(type, reducedBy: level - baseLevel)
            for face in 0..<faceCount {
                guard let image = image(level: level, face: face), image.isAlike(base, size) else { return incomplete }
            }
        }
        return levels
    }
    /// Returns one texture that contains all images of the given levels, and the level of this texture that contains the first image. Images
    /// that lie in other textures are copied into this texture.
    private func sharedTexture(_ levels: ClosedRange<Int>, on device: Device) throws(GLError) -> (Texture, Int)? {
        guard let base = image(level: levels.lowerBound), let texture = base.texture else { return nil }
        let areTogether = levels.allSatisfy { level in
            (0..<faceCount).allSatisfy {
                guard let image = image(level: level, face: $0) else { return false }
                return image.texture === texture && image.textureLevel == base.textureLevel + level - levels.lowerBound
                    && (type != .cube || texture.descriptor.type == .cube)
            }
        }
        if areTogether { return (texture, base.textureLevel) }
        return try consolidate(levels, keepsTexels: true, on: device).map { ($0, 0) }
    }
}

extension TextureImage {
    /// Returns whether the image has the internal format of `other`, and the given size.
    func isAlike(_ other: TextureImage, _ size: (Int, Int, Int)) -> Bool {
        texture != nil && format === other.format && internalFormat == other.internalFormat && (width, height, depth) == size
    }
}

extension GLContext {
    /// Returns the texture and the sampler with which a draw reads through a sampler uniform, and notes that the pending commands use the
    /// texture. Returns nil if the texture is incomplete. Lookups in an incomplete texture give (0, 0, 0, 1).
    package func textureBinding(unit: Int, for uniform: SamplerUniform) -> TextureBinding? {
        guard textureUnits.indices.contains(unit) else { return nil }
        let kind = uniform.dimension.kind, texture = textureUnits[unit][kind] ?? defaultTextures[kind]
        if kind == .buffer { return bufferBinding(texture) }
        let sampler = kind.hasSampler ? textureUnits[unit].sampler : nil
        if texture.bindingCache?.isValid(sampler, TextureObject.LookupRules(self)) != true { makeBinding(texture, sampler) }
        guard var binding = texture.bindingCache?.binding else { return nil }
        // If the sampler has no comparison function, the results of lookups with comparison are undefined. The texture must stay bound,
        // because shaders may query the texture's size. So an arbitrary comparison function is set.
        if uniform.isShadow, binding.sampler.compare == nil, binding.texture.format.hasDepth, !binding.view.readsStencil {
            binding.sampler.compare = .lessEqual
        }
        texture.markUse(commands)
        return binding
    }
    private func makeBinding(_ texture: TextureObject, _ sampler: SamplerObject?) {
        var binding: TextureBinding?
        let rules = TextureObject.LookupRules(self)
        do throws(GLError) {
            binding = try texture.makeBinding(sampler?.parameters ?? texture.parameters.sampler, rules, on: device)
        } catch {
            record(error, in: "a draw")
        }
        texture.bindingCache = TextureObject.BindingCache(sampler: sampler, samplerVersion: sampler?.version ?? 0, rules: rules, binding: binding)
    }
}
