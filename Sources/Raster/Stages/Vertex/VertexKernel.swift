// VertexKernel: fetches vertices, runs the vertex shader and writes its results, W vertices at a time: rows that set-up reads, or rows that a
// geometry shader reads. Each pair of program and VertexKey has its own kernel.

import Kernel
import Shading
import ShadingKernel

struct VertexKernel {
    let builder: KernelBuilder
    let program: LinkedProgram
    let key: VertexKey
    let context: RecordPointer<DrawContext>
    let report: RecordPointer<KernelReport>
    let transform: RecordPointer<TransformRecord>

    static func build(_ builder: KernelBuilder, program: LinkedProgram, key: VertexKey) {
        let contextByteCount = DrawContext.byteCount(blockCount: program.interface.uniformBlocks.count, fetchCount: key.fetch.count)
        builder.define(VertexArguments.entry) { arguments in
            let kernel = VertexKernel(builder: builder, program: program, key: key,
                                      context: arguments.record(\.context, byteCount: contextByteCount, "DrawContext"),
                                      report: arguments.record(\.report, "KernelReport"), transform: arguments.record(\.transform, "TransformRecord"))
            let numbers = arguments.load(\.numbers, .constant), instances = arguments.load(\.instances, .constant)
            let count = arguments.load(\.count, .constant), rows = arguments.load(\.rows, .constant)
            let rowKernel = key.rows.map {
                RowKernel(builder, program: program, key: $0, transform: kernel.transform, rows: rows, capacity: arguments.load(\.capacity, .constant))
            }
            builder.forEach(from: builder.scalar(Int32(0)), to: count, step: Int32(builder.lanes)) { first in
                let vertices = numbers.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                let instance = instances.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                let emitter = kernel.shade(vertices, instance, first: first, count: count)
                if let rowKernel {
                    rowKernel.store(first: first, emitter.slot)
                } else {
                    kernel.storeInputs(rows, first: first, emitter.slot)
                }
            }
        }
    }

    private var module: ShaderModule { program.vertex }

    /// Fetches the shader's inputs. Returns them by component.
    private func inputs(_ vertices: IntLanes, _ instance: IntLanes) -> [Int: UIntLanes] {
        let attributes = VertexFetchKernel(builder: builder, context: context, blockCount: program.interface.uniformBlocks.count)
        let baseInstance = transform.load(\.baseInstance, .constant)
        var inputs: [Int: UIntLanes] = [:]
        for (number, fetch) in key.fetch.enumerated() {
            let values = attributes.fetch(fetch, number: number, divisor: key.divisors[number], vertices: vertices, instance: instance,
                                          baseInstance: baseInstance)
            for k in 0..<fetch.componentCount { inputs[fetch.firstComponent + k] = values[k] }
        }
        return inputs
    }

    private func shade(_ vertices: IntLanes, _ instance: IntLanes, first: Scalar<Int32>, count: Scalar<Int32>) -> ShaderEmitter {
        let isVertex = module.writesMemory ? builder.firstLanes(count - first) : builder.mask(true)
        let environment = VertexEnvironment(kernel: self, vertices: vertices, instance: instance, inputs: inputs(vertices, instance), isVertex: isVertex)
        let emitter = ShaderEmitter(module, builder: builder, environment: environment)
        emitter.emit()
        return emitter
    }

    /// Writes what the geometry shader reads of W vertices: a row for each vertex.
    private func storeInputs(_ rows: Pointer, first: Scalar<Int32>, _ slot: (Int) -> UIntLanes) {
        let stride = GeometryInputRows.stride(program), row = rows.element(first, stride: stride), slots = program.interface.geometryInputs
        for start in Swift.stride(from: 0, to: slots.count, by: 4) {
            let words = (start..<start + 4).map { $0 < slots.count && slots[$0] >= 0 ? slot(slots[$0]) : builder.lanes(UInt32(0)) }
            row.storeRows(words, stride: stride, at: 4 * start, alignment: 16)
        }
    }
}
