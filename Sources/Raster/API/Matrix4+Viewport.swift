// Matrix4+Viewport: converts points from object space to the window and back, like gluProject and gluUnProject.

extension Matrix4 {
    /// Converts a point from object space to the window (gluProject): x and y in pixels from the bottom left, z from the near to
    /// the far end of the viewport's depth range. Returns nil if the point's clip w is 0 or not finite.
    public static func project(_ object: SIMD3<Float>, modelview: Matrix4, projection: Matrix4, viewport: Viewport) -> SIMD3<Float>? {
        let clip = projection * (modelview * SIMD4(object, 1))
        guard clip.w != 0, clip.w.isFinite else { return nil }
        let device = xyz(clip) / clip.w
        return SIMD3(viewport.x + viewport.width * (device.x + 1) / 2, viewport.y + viewport.height * (device.y + 1) / 2,
                     viewport.depthNear + (viewport.depthFar - viewport.depthNear) * (device.z + 1) / 2)
    }
    /// Converts a point from the window to object space (gluUnProject), the inverse of `project`. Returns nil if the matrices have
    /// no inverse, if the viewport has no area or no depth, or if the point lies at infinity.
    public static func unproject(_ window: SIMD3<Float>, modelview: Matrix4, projection: Matrix4, viewport: Viewport) -> SIMD3<Float>? {
        let depth = viewport.depthFar - viewport.depthNear
        guard viewport.width != 0, viewport.height != 0, depth != 0, let inverse = (projection * modelview).inverse else { return nil }
        let device = SIMD3((window.x - viewport.x) / viewport.width, (window.y - viewport.y) / viewport.height,
                           (window.z - viewport.depthNear) / depth) * 2 - 1
        let object = inverse * SIMD4(device, 1)
        guard object.w != 0 else { return nil }
        let result = xyz(object) / object.w
        return result.x.isFinite && result.y.isFinite && result.z.isFinite ? result : nil
    }
}
