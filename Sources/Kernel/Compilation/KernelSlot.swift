// KernelSlot: the best code there is of one kernel. A quick form comes first, so that something can be drawn; the full form
// takes its place when it has been compiled. Both give the same results.

import Synchronization

package final class KernelSlot: Sendable {
    package let request: KernelRequest
    private let compiler: KernelCompiler
    private let state = Mutex(State())
    /// The address of the entry's code; 0 where there is none.
    private let address = Atomic<UInt>(0)

    private struct State {
        /// The owners of the code: somebody may still run the quick form.
        var kernels: [Kernel] = []
        var isFull = false
    }

    package init(_ request: KernelRequest, compiler: KernelCompiler) {
        self.request = request
        self.compiler = compiler
    }

    /// The entry's address; nil where nothing is compiled yet. Valid as long as the slot is there.
    package var code: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) }
    package var isFull: Bool { state.withLock { $0.isFull } }

    /// Has at least that form afterwards. The full form takes precedence where a cache has it. A kernel that is too large for a
    /// full form has none: its quick form counts as one.
    package func fill(_ form: KernelForm) throws(KernelError) {
        let weight = request.weight, limit = compiler.options.largestWeight
        guard weight <= limit else { throw .tooLarge(name: request.name, weight: weight, limit: limit) }
        let form = hasFullForm ? form : .quick
        if form == .quick {
            if code == nil { useCache() }
            if code != nil { return }
        } else if isFull { return }
        try keep(try compiler.kernel(request, form), form)
    }

    private var hasFullForm: Bool { request.weight <= compiler.options.largestFullWeight }

    /// Has the full form afterwards if a cache has it.
    package func useCache() {
        if hasFullForm, let full = isFull ? nil : compiler.cached(request, .full) { try? keep(full, .full) }
    }

    private func keep(_ kernel: Kernel, _ form: KernelForm) throws(KernelError) {
        let code = UInt(bitPattern: try kernel.address(of: request.entry))
        state.withLock { state in
            if state.isFull { return }
            state.kernels.append(kernel)
            state.isFull = form == .full || !hasFullForm
            address.store(code, ordering: .releasing)
        }
    }

    /// Fills all, side by side.
    package static func fill(_ slots: [KernelSlot], _ form: KernelForm) throws(KernelError) {
        try KernelCompiler.sideBySide(slots.count) { (index) throws(KernelError) in try slots[index].fill(form) }
    }
}
