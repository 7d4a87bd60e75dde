// FuzzDriver: runs libFuzzer with a FuzzTarget. This file is compiled only in the build that has libFuzzer.

#if FUZZING
import CLibFuzzer
import FuzzTargets
import Glibc

/// The target is a global, because libFuzzer's callbacks have no context argument. The global is marked as unsafe for the compiler. No two
/// threads access the global, because libFuzzer uses a single thread.
enum FuzzDriver {
    nonisolated(unsafe) static var target = FuzzTarget.glsl

    static func run(_ target: FuzzTarget, _ options: [String]) -> Never {
        self.target = target
        var names = ["fuzz-files", "-max_len=\(target.usefulSize)"] + options
        // For the option -fork and for minimising, libFuzzer starts this program again without the target's name. So an environment
        // variable contains the target's name.
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

/// libFuzzer calls this function to mutate an input. Mutations of texts and of SPIR-V modules mostly change whole words.
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
