// Texture+Validation: checks texture descriptors, and that boxes lie inside a level.

extension TextureDescriptor {
    func validate() throws(RasterError) {
        let subject = label.isEmpty ? "texture" : "texture '\(label)'"
        let limit = Device.maximumTextureSize
        guard (1...limit).contains(width), (1...limit).contains(height), (1...limit).contains(depth) else {
            throw RasterError(.invalidSize, subject, "cannot be \(width)×\(height)×\(depth)", remedy: "use 1 to \(limit) texels a side")
        }
        if type == .cube && width != height {
            throw RasterError(.invalidSize, subject, "is a cube of \(width)×\(height) faces", remedy: "make the faces square")
        }
        if (type == .d2 || type == .cube) && depth != 1 {
            throw RasterError(.invalidSize, subject, "has depth \(depth)", remedy: "use depth 1, or type .d3 or .d2Array")
        }
        let full = TextureDescriptor.fullMipLevelCount(width: width, height: height, depth: type == .d3 ? depth : 1)
        guard (1...full).contains(mipLevels) else {
            throw RasterError(.invalidSize, subject, "cannot have \(mipLevels) mip levels", remedy: "use 1 to \(full)")
        }
        guard samples == 1 || samples == 4 else {
            throw RasterError(.unsupported, subject, "asks for \(samples) samples", remedy: "use 1 or 4")
        }
        if samples > 1 && (type != .d2 || mipLevels != 1) {
            throw RasterError(.unsupported, subject, "is multisampled, but not a plain 2D image", remedy: "use type .d2 with one level")
        }
        let bytes = width.multipliedReportingOverflow(by: height).partialValue * slices * samples * format.bytesPerTexel
        guard bytes <= 1 << 33 else {
            throw RasterError(.outOfMemory, subject, "would take \(bytes) bytes", remedy: "stay under 8 GiB")
        }
    }
}

extension Texture {
    /// Throws if the box does not lie inside the level.
    package func checkRegion(_ region: TextureRegion, level: Int, at place: String = "") throws(RasterError) {
        guard storage.levels.indices.contains(level) else {
            throw RasterError(.invalidArgument, name, at: place, "has no level \(level)", remedy: "it has \(descriptor.mipLevels)")
        }
        let l = storage.levels[level]
        func inside(_ start: Int, _ count: Int, _ limit: Int) -> Bool { start >= 0 && count >= 0 && start <= limit && count <= limit - start }
        guard inside(region.x, region.width, l.width), inside(region.y, region.height, l.height), inside(region.z, region.depth, l.slices) else {
            throw RasterError(.invalidArgument, "region \(region.width)×\(region.height)×\(region.depth) at (\(region.x), \(region.y), \(region.z))", at: place,
                              "does not lie in level \(level) of \(name) (\(l.width)×\(l.height)×\(l.slices))", remedy: "stay inside the level")
        }
    }
}
