// FragmentKernel+Rows: runs the fragment shader for the pixels of a rectangle, row by row instead of quad by quad. If no pixel depends on
// its neighbours (`FragmentTraits.shadesRows`), shading by rows gives the same result in less time: no quads wait in a queue, consecutive
// lanes have consecutive texels of a row, and the rectangle's record is read once.
//
// The baseline tier has no kernel for rows. Until this kernel is compiled, rectangles go to the queue.

import Kernel
import Shading
import ShadingKernel

extension FragmentKernel {
    static func buildRows(_ builder: KernelBuilder, program: LinkedProgram, key: FragmentKey) {
        builder.define(RowsArguments.entry) { arguments in
            let kernel = FragmentKernel(builder, program, key, .row(lanes: builder.lanes), context: arguments.load(\.context, .constant),
                                        report: arguments.record(\.report, "KernelReport"))
            let record = arguments.load(\.record, .constant).bounded(bytes: PrimitiveRecord.stride(varyings: kernel.traits.varyingCount), "PrimitiveRecord")
            func bound(_ field: KeyPath<RowsArguments, Int32>) -> Scalar<Int32> { arguments.load(field, .constant) }
            kernel.shadeRows(of: record, x: (bound(\.x0), bound(\.x1)), y: (bound(\.y0), bound(\.y1)))
        }
    }

    /// - Parameters:
    ///   - x: The first and the last column.
    ///   - y: The first and the last row.
    private func shadeRows(of record: Pointer, x: (first: Scalar<Int32>, last: Scalar<Int32>), y: (first: Scalar<Int32>, last: Scalar<Int32>)) {
        let outputs = Outputs(self)
        builder.forEach(from: y.first, to: y.last + 1) { row in
            builder.forEach(from: x.first, to: x.last + 1, step: Int32(builder.lanes)) { column in
                let position = LanePixels(x: { column.broadcast() + builder.laneIndices }, y: { row.broadcast() }, corner: (column, row), isBlock: nil,
                                          rewriting: .forbidden)
                let mask = builder.firstLanes(x.last + 1 - column)
                var interpolation = Interpolation(self, varyings: program.interface.varyings, layerComponent: program.interface.layerComponent,
                                                  records: [record], position: position, covered: [mask], sample: nil)
                interpolation.findInputs(module.inputsRead, isOneRecord: nil)
                let emitter = ShaderEmitter(module, builder: builder, environment: FragmentEnvironment(kernel: self, interpolation: interpolation))
                emitter.emit()
                write(emitter, position, [mask], outputs)
            }
        }
    }
}
