// DrawSettings: what one draw has from the draw before it.

/// What a worker wrote last of a draw's memory, apart from uniforms: draws that differ in uniforms only have the same.
final class DrawSettings {
    private let memory = RawStorage("DrawSettings.memory")
    private var byteCount = 0
    /// Whose they are: one object, for all workers would count references to each of these.
    private final class Owner {
        let call: DrawCall, target: Framebuffer, kernels: DrawKernels
        init(_ plan: DrawPlan) { call = plan.call; target = plan.target; kernels = plan.kernels }
    }
    /// nil where they may have changed.
    private var known: Owner?

    /// To be called before resources may change, and so that none is kept.
    func forget() { known = nil }

    /// Copies them if a draw has the same.
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
