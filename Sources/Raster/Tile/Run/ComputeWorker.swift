// ComputeWorker: runs work groups on one thread. A ComputeWorker owns the memory that the invocations of a work group share, and the stacks
// of invocations that wait for each other. Later work groups and dispatches use the same memory and stacks.

import Host
import Kernel
import Memory
import Shading

final class ComputeWorker {
    private let words = RawStorage("ComputeWorker.words", alignment: 64)
    private let calls = Storage<ComputeArguments>("ComputeWorker.calls")
    private let reportMemory = Allocation(of: KernelReport.self, count: 1, name: "ComputeWorker.report")
    private let rowMemory = Allocation(of: WorkGroupRow.self, count: 1, name: "ComputeWorker.row")
    private var fibers: Fibers?

    deinit {
        reportMemory.free()
        rowMemory.free()
    }

    /// Makes the memory that the plan's work groups need. Throws an error if the system has no memory for stacks.
    func prepare(_ plan: DispatchPlan) throws(KernelError) {
        words.reserve(byteCount: plan.module.sharedByteCount)
        calls.reserve(plan.batchCount)
        guard plan.usesFibers else { return }
        if let fibers, fibers.count >= plan.batchCount, fibers.stackByteCount >= plan.stackByteCount { return }
        fibers = nil
        fibers = Fibers(count: plan.batchCount, stackByteCount: plan.stackByteCount)
        if fibers == nil { throw .outOfMemory(name: plan.call.program.name) }
    }

    /// Runs consecutive work groups; x advances fastest. Returns the index of the end instruction of a loop that ran too long; nil if all
    /// loops ended. Call `prepare` first.
    func run(_ groups: Range<Int>, _ plan: DispatchPlan) -> Int? {
        let report: UnsafeMutablePointer<KernelReport> = reportMemory.elements(), row: UnsafeMutablePointer<WorkGroupRow> = rowMemory.elements()
        report.initialize(to: KernelReport())
        plan.declareAccess(words.base)
        let width = plan.call.groups.x, height = plan.call.groups.y
        var next = groups.lowerBound
        while next < groups.upperBound && report.pointee.failedLoop < 0 && !plan.hasFailed {
            let x = next % width, y = next / width % height, z = next / width / height
            let count = plan.usesFibers ? 1 : min(width - x, groups.upperBound - next)
            row.initialize(to: WorkGroupRow(firstX: UInt32(x), endX: UInt32(x + count), y: UInt32(y), z: UInt32(z)))
            if plan.usesFibers { runOnFibers(plan, report, row) } else { plan.kernel(arguments(plan, report, row, 0..<plan.batchCount, nil)) }
            next += count
        }
        return report.pointee.failedLoop < 0 ? nil : Int(report.pointee.failedLoop)
    }

    private func runOnFibers(_ plan: DispatchPlan, _ report: UnsafeMutablePointer<KernelReport>, _ row: UnsafeMutablePointer<WorkGroupRow>) {
        guard let fibers else { preconditionFailure("a dispatch runs without its fibers") }
        words.base.initializeMemory(as: UInt8.self, repeating: 0, count: plan.module.sharedByteCount)
        for batch in 0..<plan.batchCount { (calls.base + batch).initialize(to: arguments(plan, report, row, batch..<batch + 1, fibers)) }
        fibers.run(count: plan.batchCount, arguments: calls.base, stride: MemoryLayout<ComputeArguments>.stride, plan.code)
    }

    private func arguments(_ plan: DispatchPlan, _ report: UnsafeMutablePointer<KernelReport>, _ row: UnsafeMutablePointer<WorkGroupRow>,
                           _ batches: Range<Int>, _ fibers: Fibers?) -> ComputeArguments {
        ComputeArguments(context: plan.context, report: report, row: row, words: words.base,
                         wait: fibers == nil ? nil : unsafeBitCast(Fibers.wait, to: UnsafeRawPointer.self),
                         fibers: fibers.map { UnsafeRawPointer($0.reference) },
                         firstBatch: Int32(batches.lowerBound), endBatch: Int32(batches.upperBound))
    }
}
