// FuzzDriver: libFuzzer around a target. Only in the build that has libFuzzer.

#if FUZZING
import CLibFuzzer
import FuzzTargets
import Glibc

/// libFuzzer calls back without a context, on one thread: hence a global and unchecked.
enum FuzzDriver {
    nonisolated(unsafe) static var target = FuzzTarget.glsl

    static func run(_ target: FuzzTarget, _ options: [String]) -> Never {
        self.target = target
        var names = ["fuzz-files", "-max_len=\(target.usefulSize)"] + options
        // libFuzzer starts itself again for -fork and for minimising: the target stands in the environment then.
        setenv("RASTER_FUZZ_TARGET", target.rawValue, 1)
        names[0] = CommandLine.arguments[0]
        var argc = Int32(names.count)
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: names.count + 1)
        for (index, name) in names.enumerated() { pointers[index] = strdup(name) }
        pointers[names.count] = nil
        var argv = pointers
        exit(LLVMFuzzerRunDriver(&argc, &argv) { data, size in
            FuzzDriver.target.run(Array(UnsafeBufferPointer(start: data, count: size))) ? 0 : -1
        })
    }
}

/// Called by libFuzzer where it would change bytes: texts change by words and module by words, mostly.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32) -> Int {
    var random = FuzzRandom(seed: seed)
    let buffer = Array(UnsafeBufferPointer(start: data, count: size))
    guard random.below(4) > 0, let changed = FuzzDriver.target.mutated(buffer, &random), changed.count <= limit else {
        return LLVMFuzzerMutate(data, size, limit)
    }
    _ = UnsafeMutableBufferPointer(start: data, count: limit).update(fromContentsOf: changed)
    return changed.count
}
#endif
