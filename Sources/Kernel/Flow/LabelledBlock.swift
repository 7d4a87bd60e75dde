// LabelledBlock: a piece of code that can be left from anywhere inside, also from within loops and branches.

import CLLVM

package struct BlockLabel {
    fileprivate let end: LLVMBasicBlockRef
}

extension KernelBuilder {
    /// Runs `body`; `leave` with its label goes on behind it.
    package func labelled<Failure: Error>(_ body: (BlockLabel) throws(Failure) -> Void) throws(Failure) {
        let end = block()
        try body(BlockLabel(end: end))
        jump(end)
        begin(end)
    }

    /// What the caller emits behind it in the same branch is never run.
    package func leave(_ label: BlockLabel) {
        jump(label.end)
        begin(block())
    }
}
