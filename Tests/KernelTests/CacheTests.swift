import Foundation
import Kernel
import Testing

/// A directory that is deleted when the test ends.
private final class Directory {
    let path: String
    init() {
        path = NSTemporaryDirectory() + "/raster-test-" + UUID().uuidString
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted().map { path + "/" + $0 } }
    var size: Int { files.reduce(0) { $0 + ((try? FileManager.default.attributesOfItem(atPath: $1)[.size] as? Int) ?? 0) } }
}

private func digest(_ n: Int) -> Digest { Digest(of: Array("name \(n)".utf8)) }

private func addConstant(_ value: Float) -> (KernelBuilder) -> Void {
    { k in k.entry("run", [.float], results: [.float]) { [$0[0].scalar(Float.self) + value] } }
}
private typealias Run = @convention(c) (Float) -> Float

@Test("SHA-256 gives the standard's example digests")
func digests() {
    #expect(Digest(of: []).hexadecimal == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(Digest(of: Array("abc".utf8)).hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Digest(of: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)).hexadecimal == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(Digest(of: [UInt8](repeating: 0x61, count: 1000)).hexadecimal == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
}

@Test("the cache on disk returns stored code and nothing else")
func storeAndRead() {
    let directory = Directory()
    let cache = CodeCache(.directory(directory.path + "/deep/er"))
    #expect(cache.object(named: digest(1)) == nil)
    cache.store([1, 2, 3], named: digest(1))
    cache.store([], named: digest(2))
    #expect(cache.object(named: digest(1)) == [1, 2, 3])
    #expect(cache.object(named: digest(2)) == [])
    #expect(cache.object(named: digest(3)) == nil)
    #expect(CodeCache(.directory(directory.path + "/deep/er")).object(named: digest(1)) == [1, 2, 3])
    #expect(CodeCache(.none).directory == nil)
}

@Test("a damaged entry is ignored and deleted")
func damage() throws {
    let directory = Directory()
    let cache = CodeCache(.directory(directory.path))
    let object = (0 ..< 200).map { UInt8($0) }
    cache.store(object, named: digest(1))
    let file = try #require(directory.files.first)
    let good = try Data(contentsOf: URL(fileURLWithPath: file))
    var damaged: [Data] = [Data(), good.prefix(7), good.prefix(60), good.prefix(good.count - 1), good + [0]]
    for position in stride(from: 0, to: good.count, by: 13) {
        var data = good
        data[position] ^= 0x40
        damaged.append(data)
    }
    for data in damaged {
        try data.write(to: URL(fileURLWithPath: file))
        #expect(cache.object(named: digest(1)) == nil)
        #expect(directory.files.isEmpty)
    }
    // An entry is stored under the name of another entry.
    cache.store(object, named: digest(1))
    try FileManager.default.moveItem(atPath: file, toPath: file.replacingOccurrences(of: digest(1).hexadecimal, with: digest(2).hexadecimal))
    #expect(cache.object(named: digest(2)) == nil)
}

@Test("the cache stays within its limit and keeps the most recently used entries")
func bound() {
    let directory = Directory()
    let cache = CodeCache(.directory(directory.path), limit: 100_000)
    for n in 0 ..< 60 {
        cache.store([UInt8](repeating: UInt8(n), count: 5000), named: digest(n))
        #expect(cache.object(named: digest(0)) != nil, "the first entry is used all the time")
        #expect(directory.size <= 100_000 + 100_000 / 16 + 5080)
    }
    #expect(cache.object(named: digest(59)) != nil)
    #expect(cache.object(named: digest(1)) == nil)
    cache.store([UInt8](repeating: 0, count: 200_000), named: digest(100))
    #expect(cache.object(named: digest(100)) == nil)
}

@Test("if the folder cannot be written, nothing is cached")
func unwritable() throws {
    for path in ["/proc/raster", "/dev/null/raster", "relative\u{0}odd"] {
        let cache = CodeCache(.directory(path))
        cache.store([1], named: digest(1))
        #expect(cache.object(named: digest(1)) == nil)
        let compiler = KernelCompiler(cache: cache)
        let run: Run = try compiler.kernel("add", key: [1], target: KernelTarget(lanes: 4), build: addConstant(1)).function("run")
        #expect(run(2) == 3)
    }
    #expect(access("relative", F_OK) != 0)
}

@Test("kernels are looked up in memory, then on disk, and otherwise compiled")
func sources() throws {
    let directory = Directory()
    let target = KernelTarget(lanes: 8)
    let first = KernelCompiler(cache: CodeCache(.directory(directory.path)))
    #expect(first.kernelInMemory(key: [1], target: target) == nil)
    let kernel = try first.kernel("add", key: [1], target: target, build: addConstant(1))
    #expect(try first.kernel("add", key: [1], target: target, build: addConstant(99)) === kernel)
    #expect(first.kernelInMemory(key: [1], target: target) === kernel)
    #expect(first.kernelInMemory(key: [1], target: KernelTarget(lanes: 4)) == nil)
    #expect(first.statistics == KernelCompiler.Statistics(compiled: 1, readFromDisk: 0, foundInMemory: 1))

    // This second compiler takes the code from the same file, as another process would.
    let second = KernelCompiler(cache: CodeCache(.directory(directory.path)))
    let run: Run = try second.kernel("add", key: [1], target: target) { _ in Issue.record("it was built again") }.function("run")
    #expect(run(41) == 42)
    let other: Run = try second.kernel("add", key: [2], target: target, build: addConstant(5)).function("run")
    #expect(other(1) == 6)
    #expect(second.statistics == KernelCompiler.Statistics(compiled: 1, readFromDisk: 1, foundInMemory: 0))
}

/// Returns the digest that is the name of a cache file.
private func name(of file: String) throws -> [UInt8] {
    let digits = try #require(file.split(separator: "/").last?.split(separator: ".").first)
    return try stride(from: 0, to: 64, by: 2).map { try #require(UInt8(digits.dropFirst($0).prefix(2), radix: 16)) }
}

@Test("if the file of a key or of an object is undamaged but has unusable content, the kernel is made again", arguments: [0, 1])
func rejectedContent(number: Int) throws {
    let directory = Directory()
    let target = KernelTarget(lanes: 4)
    let cache = CodeCache(.directory(directory.path))
    _ = try KernelCompiler(cache: cache).kernel("add", key: [1], target: target, build: addConstant(1))
    // The short file leads from the key to the object, the long file has the object.
    let files = try directory.files.map { (path: $0, size: try Data(contentsOf: URL(fileURLWithPath: $0)).count) }.sorted { $0.size < $1.size }.map(\.path)
    #expect(files.count == 2)
    let sound = Array("RASTERK1".utf8) + (try name(of: files[number])) + [3, 0, 0, 0, 0, 0, 0, 0] + Digest(of: [7, 7, 7]).bytes + [7, 7, 7]
    try Data(sound).write(to: URL(fileURLWithPath: files[number]))
    let compiler = KernelCompiler(cache: cache)
    let run: Run = try compiler.kernel("add", key: [1], target: target, build: addConstant(1)).function("run")
    #expect(run(1) == 2)
    // The object is still there if only the key's file is unusable.
    #expect(compiler.statistics == KernelCompiler.Statistics(compiled: number, readFromDisk: 1 - number))
    let next = KernelCompiler(cache: cache)
    let again: Run = try next.kernel("add", key: [1], target: target) { _ in Issue.record("it was built again") }.function("run")
    #expect(again(1) == 2, "both files are usable again")
    withExtendedLifetime((compiler, next)) {}
}

@Test("kernels with different keys and the same code share one object, in memory and on disk")
func sharedCode() throws {
    let directory = Directory()
    let target = KernelTarget(lanes: 8)
    let first = KernelCompiler(cache: CodeCache(.directory(directory.path)))
    let kernel = try first.kernel("add", key: [1], target: target, build: addConstant(1))
    #expect(try first.kernel("add", key: [2], target: target, build: addConstant(1)) === kernel)
    #expect(try first.kernel("add", key: [3], target: target, build: addConstant(2)) !== kernel)
    #expect(first.statistics == KernelCompiler.Statistics(compiled: 2, readFromDisk: 0, foundInMemory: 1))
    #expect(directory.files.count == 5, "three keys and two objects")

    // Another build of the program has other keys. It emits the code, and finds the object.
    let second = KernelCompiler(cache: CodeCache(.directory(directory.path)))
    let run: Run = try second.kernel("add", key: [4], target: target, build: addConstant(1)).function("run")
    #expect(run(41) == 42)
    #expect(second.statistics == KernelCompiler.Statistics(compiled: 0, readFromDisk: 1, foundInMemory: 0))
    // A further process finds the new key, and emits nothing.
    let third = KernelCompiler(cache: CodeCache(.directory(directory.path)))
    let again: Run = try third.kernel("add", key: [4], target: target) { _ in Issue.record("it was built again") }.function("run")
    #expect(again(41) == 42)
    withExtendedLifetime((second, third)) {}
}

@Test("the same code for another instruction set or with another effort is another object")
func codeOfOtherKinds() throws {
    let compiler = KernelCompiler(cache: CodeCache(.none))
    let targets = [KernelTarget(lanes: 4), KernelTarget(lanes: 4, instructionSet: .x86v2)].filter(\.runsHere)
    let kernels = try targets.map { try compiler.kernel("add", key: [1], target: $0, build: addConstant(1)) }
    #expect(compiler.statistics.compiled == targets.count && Set(kernels.map(ObjectIdentifier.init)).count == targets.count)
    let directory = Directory()
    for effort in [KernelOptions.Effort.fast, .normal, .thorough] {
        var options = KernelOptions()
        options.effort = effort
        let compiler = KernelCompiler(options: options, cache: CodeCache(.directory(directory.path)))
        _ = try compiler.kernel("add", key: [1], target: KernelTarget(lanes: 4), build: addConstant(1))
        #expect(compiler.statistics.compiled == 1)
    }
}

@Test("sharing does not keep a kernel in memory that nothing uses")
func sharedCodeIsFreed() throws {
    let compiler = KernelCompiler(cache: CodeCache(.none), memoryLimit: 4096)
    let target = KernelTarget(lanes: 4)
    weak let freed = try compiler.kernel("add", key: [0], target: target, build: addConstant(0))
    // More kernels than the compiler remembers before it removes the entries of freed kernels.
    for key in 1 ..< 100 as Range<UInt8> { _ = try compiler.kernel("add", key: [key], target: target, build: addConstant(Float(key))) }
    #expect(freed == nil)
    let kernel = try compiler.kernel("add", key: [200], target: target, build: addConstant(0)), run: Run = try kernel.function("run")
    #expect(run(1) == 1 && compiler.statistics == KernelCompiler.Statistics(compiled: 101))
    withExtendedLifetime(kernel) {}
}

@Test("threads that need the same kernels share each compilation")
func threads() throws {
    let directory = Directory()
    let compilers = [KernelCompiler(cache: CodeCache(.directory(directory.path))), KernelCompiler(cache: CodeCache(.directory(directory.path)))]
    DispatchQueue.concurrentPerform(iterations: 32) { index in
        let key = UInt8(index % 4)
        let kernel = try? compilers[index / 16].kernel("add", key: [key], target: KernelTarget(lanes: 4), build: addConstant(Float(key)))
        let run: Run? = try? kernel?.function("run")
        if run?(100) != 100 + Float(key) { Issue.record("kernel \(key) is wrong") }
        withExtendedLifetime(kernel) {}
    }
    for compiler in compilers {
        #expect(compiler.statistics.compiled + compiler.statistics.readFromDisk == 4)
        #expect(compiler.statistics.foundInMemory == 12)
    }
    #expect(directory.files.count == 8, "a file for each key and for each object")
}

@Test("the amount of code in memory is limited, and kernels in use stay")
func memoryBound() throws {
    let compiler = KernelCompiler(cache: CodeCache(.none), memoryLimit: 3 * 4096)
    let target = KernelTarget(lanes: 4)
    let kept = try compiler.kernel("add", key: [0], target: target, build: addConstant(0.5))
    for key in 1 ..< 6 as Range<UInt8> { _ = try compiler.kernel("add", key: [key], target: target, build: addConstant(Float(key))) }
    #expect(compiler.kernelInMemory(key: [0], target: target) == nil)
    #expect(compiler.kernelInMemory(key: [5], target: target) != nil)
    let run: Run = try kept.function("run")
    #expect(run(1) == 1.5)
    withExtendedLifetime(kept) {}
}

@Test("a kernel that fails to build is not remembered")
func failedBuild() throws {
    let compiler = KernelCompiler(cache: CodeCache(.none))
    let target = KernelTarget(lanes: 4)
    #expect(throws: KernelError.unsupported("a wish")) {
        try compiler.kernel("add", key: [0], target: target) { _ throws(KernelError) in throw .unsupported("a wish") }
    }
    let run: Run = try compiler.kernel("add", key: [0], target: target, build: addConstant(1)).function("run")
    #expect(run(1) == 2)
}

@Test("kernels requested together come in order, and a failure is reported")
func severalAtOnce() throws {
    let compiler = KernelCompiler(cache: CodeCache(.none))
    let target = KernelTarget(lanes: 4)
    func request(_ value: Float) -> KernelRequest {
        KernelRequest("add", key: [UInt8(value)], target: target) { k throws(KernelError) in
            if value == 9 { throw .unsupported("nine") }
            k.entry("run", [.float], results: [.float]) { [$0[0].scalar(Float.self) + value] }
        }
    }
    for (index, kernel) in try compiler.kernels([3, 1, 2, 1].map(request)).enumerated() {
        let run: Run = try kernel.function("run")
        #expect(run(10) == [13, 11, 12, 11][index])
    }
    #expect(compiler.statistics.compiled == 3)
    #expect(try compiler.kernels([]).isEmpty)
    #expect(throws: KernelError.unsupported("nine")) { try compiler.kernels([4, 9, 5].map(request)) }
}
