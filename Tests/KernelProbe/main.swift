// kernel-probe: a process for KernelTests to look at from outside.
//
//   kernel-probe cache          uses the standard code cache, wherever the environment puts it
//   kernel-probe exit SECONDS   exits that long after a compilation of some seconds has begun in the background

import Glibc
import Kernel

func keep() {
    for _ in 0 ..< 2 {
        let cache = CodeCache(.standard), name = Digest(of: [1])
        cache.store([1, 2, 3], named: name)
        print(cache.object(named: name) == [1, 2, 3] ? "kept" : "not kept")
    }
}

func leave(after seconds: Double) throws {
    let target = KernelTarget(lanes: 8)
    // Opens the library.
    _ = try KernelBuilder(name: "probe", target: target)
    let compiler = KernelCompiler(cache: CodeCache(.none))
    let background = BackgroundCompilation()
    background.add([{
        let made = try? compiler.kernel("large", key: [1], target: target) { k in
            k.entry("run", [.pointer]) { arguments in
                let memory = arguments[0].pointer
                var lanes = memory.loadLanes(Float.self)
                for n in 0 ..< 200_000 { lanes = lanes * lanes + Float(n) }
                memory.store(lanes)
                return []
            }
        }
        print(made == nil ? "failed" : "compiled")
        fflush(nil)
    }])
    usleep(UInt32(seconds * 1e6))
    print("leaves")
    exit(0)
}

switch CommandLine.arguments.dropFirst().first {
case "exit": try leave(after: Double(CommandLine.arguments.last!)!)
default: keep()
}
