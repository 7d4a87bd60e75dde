// KernelOptions: how kernels are compiled and what is shown of it.

package struct KernelOptions: Sendable {
    /// Effort of instruction selection and register allocation.
    package enum Effort: UInt8, Sendable, Hashable { case fast, normal, thorough }
    package var effort: Effort = .normal
    /// LLVM's passes over the intermediate code, in the words of its `opt` tool; empty for none.
    package var passes = KernelOptions.standardPasses
    /// Check the kernel with LLVM's verifier, which finds misuse of the builder.
    package var verifies: Bool
    /// Receives a title and a text: intermediate code before and after the passes, and assembly, of each kernel compiled.
    package var dump: (@Sendable (_ title: String, _ text: String) -> Void)?

    package static let standardPasses = "function(sroa,early-cse,simplifycfg)"

    package init() {
        #if DEBUG
        verifies = true
        #else
        verifies = false
        #endif
    }
}
