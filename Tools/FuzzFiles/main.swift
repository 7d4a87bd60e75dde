// fuzz-files: runs one of the FuzzTargets.
//
//   fuzz-files TARGET --seeds FOLDER      writes the target's seeds, one file each
//   fuzz-files TARGET FILE…               runs the target on the files
//   fuzz-files TARGET [option…] CORPUS    runs libFuzzer with its options; needs the build of scripts/fuzz-files

import FuzzTargets
import Glibc

private func fail(_ message: String) -> Never {
    let bytes = Array("fuzz-files: \(message)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(2)
}

var arguments = CommandLine.arguments
#if FUZZING
// libFuzzer starts this program again without the target's name.
if let name = getenv("RASTER_FUZZ_TARGET") { arguments.insert(String(cString: name), at: 1) }
#endif
guard arguments.count >= 3, let target = FuzzTarget(rawValue: arguments[1]) else {
    fail("give one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")), and --seeds FOLDER or files")
}

if arguments[2] == "--seeds" {
    guard arguments.count == 4 else { fail("--seeds needs a folder") }
    for (number, seed) in try target.seeds().enumerated() {
        guard let file = fopen("\(arguments[3])/seed-\(number)", "w") else { fail("cannot write to \(arguments[3])") }
        fwrite(seed, 1, seed.count, file)
        fclose(file)
    }
    exit(0)
}

#if FUZZING
FuzzDriver.run(target, Array(arguments.dropFirst(2)))
#else
for path in arguments.dropFirst(2) {
    guard let bytes = FileBytes.read(path) else { fail("cannot read \(path)") }
    print("\(path): \(bytes.count) bytes, \(target.run(bytes) ? "taken" : "refused")")
}
#endif
