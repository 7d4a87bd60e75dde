// The memory limit for all objects of a device, and the memory that a draw needs.

import Glibc
import Raster
import TestSupport
import Testing

@Suite("Memory") struct MemoryTests {
    private func device(_ limit: Int?) -> Device {
        var options = Device.Options()
        options.memoryLimit = limit
        return Device(.reference, options: options)
    }

    @Test("buffers and textures count until they are freed") func counts() throws {
        let device = device(1 << 20)
        #expect(device.memoryInUse == 0)
        var buffer: Buffer? = try device.makeBuffer(byteCount: 1000)
        #expect(device.memoryInUse == 1000)
        do {
            let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 64, height: 64))
            #expect(device.memoryInUse >= 1000 + texture.width * texture.height * 4)
            let error = #expect(throws: RasterError.self) { try device.makeBuffer(byteCount: 1 << 20, label: "mesh") }
            #expect(error?.code == .outOfMemory && error?.subject == "buffer 'mesh'")
            #expect(error?.problem.contains("1048576") == true && error?.problem.contains("\(device.memoryInUse)") == true)
        }
        #expect(buffer?.byteCount == 1000 && device.memoryInUse == 1000)
        buffer = nil
        #expect(device.memoryInUse == 0)
        _ = try device.makeBuffer(byteCount: 1 << 20)
    }

    @Test("an object that outlives its device still returns its memory") func outlives() throws {
        var device: Device? = device(4096)
        let budget = try #require(device?.memory)
        var buffer = try device?.makeBuffer(byteCount: 4000)
        device = nil
        #expect(budget.used == 4000 && buffer != nil)
        buffer = nil
        #expect(budget.used == 0)
    }

    @Test("a device without a limit may use most of the machine's memory, and no more") func standard() throws {
        let device = device(nil)
        #expect(device.memory.limit > 1 << 28)
        let pages = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        #expect(device.memory.limit < pages)
        var keep: [Texture] = []
        #expect(throws: RasterError.self) {
            for _ in 0..<4096 { keep.append(try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: 16384, height: 16384))) }
        }
        keep = []
        #expect(device.memoryInUse == 0)
    }

    @Test("the lowest limit of all enclosing control groups is found, in both versions") func groups() {
        func limit(_ files: [String: String]) -> Int? { SystemMemory.groupLimit { files[$0] } }
        #expect(limit([:]) == nil)
        #expect(limit(["/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/memory.max": "max\n"]) == nil)
        #expect(limit(["/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/memory.max": "max\n", "/sys/fs/cgroup/a/memory.max": "5000\n"]) == 5000)
        #expect(limit(["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "7000\n"]) == 7000)
        #expect(limit(["/proc/self/cgroup": "3:cpu,memory:/a\n2:cpu:/b\n", "/sys/fs/cgroup/memory/a/memory.limit_in_bytes": "900\n",
                       "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"]) == 900)
        #expect(limit(["/proc/self/cgroup": "nonsense\n::\n0::/\n", "/sys/fs/cgroup/memory.max": "-1\n"]) == nil)
    }

    @Test("the caller's limit for a picture is checked before it is decoded") func byteLimit() throws {
        let image = Image(width: 64, height: 64, format: .rgb8)
        for file in [try image.pngData(), try image.jpegData()] {
            #expect(try Image.read(bytes: file, byteLimit: 64 * 64 * 3) == image)
            for limit in [64 * 64 * 3 - 1, 0, -1, .min] {
                let error = #expect(throws: RasterError.self) { try Image.read(bytes: file, name: "sky", byteLimit: limit) }
                #expect(error?.code == .invalidSize && error?.subject == "sky")
            }
        }
    }

    @Test("a buffer that exceeds the system's memory is an error") func bufferBeyondMemory() async {
        await promptly {
            await #expect(processExitsWith: .success) {
                var options = Device.Options()
                options.memoryLimit = 1 << 40
                let device = Device(.reference, options: options)
                var limit = rlimit(rlim_cur: 3 << 30, rlim_max: 3 << 30)
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
                let error = #expect(throws: RasterError.self) { try device.makeBuffer(byteCount: 4 << 30, label: "mesh") }
                try #require(error?.code == .outOfMemory && error?.subject == "buffer 'mesh'")
                try #require(device.memoryInUse == 0)
            }
        }
    }

    @Test("a draw of many vertices takes little memory") func manyVertices() async {
        await promptly { await #expect(processExitsWith: .success) { try requireLittleMemory(Device(.reference)) } }
        await promptly { await #expect(processExitsWith: .success) { try requireLittleMemory(TileConfiguration(lanes: 8, threads: 2).makeDevice()) } }
    }
}

private func requireLittleMemory(_ device: Device) throws {
    let target = try device.makeFramebuffer(width: 8, height: 8)
    let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(2.0); }", fragment: "void main() {}")
    let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
    func draw(_ count: Int) throws {
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.draw(.points, count: count)
        }
        try device.submit(encoder)
    }
    /// Returns the largest resident memory of the process so far, in kilobytes.
    func peak() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }
    try draw(1 << 16)
    let before = peak()
    try draw(1 << 21)
    try #require(peak() - before < 16 << 10)
}
