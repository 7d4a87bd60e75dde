// DrawRecordCache: lets a draw copy the kernels' records from the previous draw instead of writing new records.

/// A copy of the memory that a worker last wrote for a draw, without the uniforms. Draws that differ only in uniforms have the same
/// settings.
final class DrawRecordCache {
    private let memory = RawStorage("DrawRecordCache.memory")
    private var byteCount = 0
    /// The draw that the settings belong to. One object holds the parts of the draw, so a worker counts only one reference, not one
    /// reference for each part.
    private final class Owner {
        let call: DrawCall, target: Framebuffer, kernels: DrawKernels
        init(_ plan: DrawPlan) { call = plan.call; target = plan.target; kernels = plan.kernels }
    }
    /// The value is nil if the settings may have changed.
    private var known: Owner?

    /// Forgets the settings and the resources to which the settings refer. Call this function before resources may change.
    func forget() { known = nil }

    /// Copies the settings to `base` if `plan` has the same settings. Returns true if the settings were copied.
    func copy(to base: UnsafeMutableRawPointer, of plan: DrawPlan) -> Bool {
        guard let known, known.target === plan.target, known.kernels === plan.kernels, known.call.hasSettings(of: plan.call) else { return false }
        base.copyMemory(from: memory.base, byteCount: byteCount)
        return true
    }
    func keep(_ base: UnsafeMutableRawPointer, byteCount: Int, of plan: DrawPlan) {
        memory.reserve(byteCount: byteCount)
        memory.base.copyMemory(from: base, byteCount: byteCount)
        self.byteCount = byteCount
        known = Owner(plan)
    }
}
