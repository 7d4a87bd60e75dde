import Kernel
import Testing

@Test("two arrays are added in lanes", arguments: [4, 8, 16])
func addArrays(lanes: Int) throws {
    let builder = try KernelBuilder(name: "sum", target: KernelTarget(lanes: lanes))
    builder.entry("sum", [.pointer, .pointer, .int32]) { arguments in
        let a = arguments[0].pointer, b = arguments[1].pointer
        builder.forEach(from: builder.scalar(0), to: arguments[2].scalar(Int32.self), step: Int32(lanes)) { i in
            let p = a.element(i, stride: 4)
            p.store(p.loadLanes(Float.self) + b.element(i, stride: 4).loadLanes(Float.self))
        }
    }
    let kernel = try Kernel(name: "sum", object: try builder.compile())
    let sum = try kernel.function("sum", as: (@convention(c) (UnsafeMutablePointer<Float>, UnsafePointer<Float>, Int32) -> Void).self)
    var a = (0 ..< 64).map(Float.init)
    let b = (0 ..< 64).map { Float($0) * 0.25 }
    sum(&a, b, 64)
    #expect(a == (0 ..< 64).map { Float($0) * 1.25 })
}
