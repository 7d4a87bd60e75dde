// soak: runs all demos for a long time, and reports leaks of memory, descriptors, threads and files.
//
// Each demo draws in five turns, and each turn uses a new device. From the end of the second turn to the end of the last turn, no
// resource may grow. The first quarter of a turn may be long enough to contain all kinds of work. After a first quarter of this length, no
// resource may grow until the end of the turn either. After the demos, many devices are made and freed.

import ArgumentParser
import CHeap
import Dispatch
import Foundation
import Raster

@main
struct Soak: ParsableCommand {
    enum Leak: String, ExpressibleByArgument, CaseIterable { case memory, descriptor, thread, file }
    static let configuration = CommandConfiguration(abstract: "Runs everything for long and tells what is left behind.")

    @Option(help: "Frames of each demo.")
    var frames = 20_000
    @Option(help: "Devices to make and drop.")
    var devices = 10_000
    @Option(help: ArgumentHelp("Demos to run. [default: all]", valueName: "name"))
    var demo: [String] = []
    @Option(help: "Growth of the heap that is taken for noise, bytes.")
    var allowance = 4_000_000
    @Option(help: "Loses one of these per demo and turn, or for every fifth part of the devices, to see that it is told.")
    var leak: Leak?

    func validate() throws {
        guard frames >= 0, devices >= 0, allowance >= 0 else { throw ValidationError("Counts are 0 or more.") }
    }

    func run() throws {
        heap_share()
        // All temporary files, including the library's files, go to a separate folder.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        setenv("TMPDIR", folder.path, 1)
        var complaints: [String] = []
        let courses = try Course.all(in: folder).filter { demo.isEmpty || demo.contains($0.name) }
        // Draws a first frame, because the first frame creates the threads that the process keeps: the thread that compiles in the
        // background, and the threads of the system's queues.
        try drawOnce(device(), number: 0)
        fillQueues()
        let start = Resources.steady(in: folder)
        say("after a first frame: \(start)")
        if frames > 0 { for course in courses { complaints += try soak(course, folder: folder) } }
        if devices > 0 { complaints += try makeDevices(folder: folder) }
        let end = Resources.settled(in: folder)
        say("at the end: \(end)")
        if end.threads > start.threads + Resources.idleThreads { complaints.append("\(end.threads - start.threads) threads are left at the end") }
        for complaint in complaints { say("GROWS  \(complaint)") }
        say(complaints.isEmpty ? "nothing is left behind" : "\(complaints.count) things grow")
        if !complaints.isEmpty { throw ExitCode.failure }
    }

    private func device() -> Device {
        var options = Device.Options()
        options.threads = 3
        options.codeCache = .none
        return Device(.jit, options: options)
    }

    private func soak(_ course: Course, folder: URL) throws -> [String] {
        let turns = 5, clock = ContinuousClock(), begin = clock.now
        var complaints: [String] = [], second: Resources?
        for turn in 0..<turns {
            let range = frames * turn / turns..<frames * (turn + 1) / turns
            try {
                let device = device(), quarter = range.lowerBound + range.count / 4
                try course.run(range.lowerBound..<quarter, on: device)
                let before = Resources(in: folder)
                try course.run(quarter..<range.upperBound, on: device)
                let gains = Resources(in: folder).gains(since: before, allowance: 2 * allowance).filter { !$0.hasSuffix("threads") }
                if !gains.isEmpty && quarter - range.lowerBound >= 500 {
                    complaints.append("\(course.name), turn \(turn + 1), on one device: \(gains.joined(separator: ", "))")
                }
            }()
            try lose(folder)
            let now = Resources.settled(in: folder)
            say("\(course.name): \(range.upperBound) frames, \((clock.now - begin).components.seconds) s: \(now)")
            if turn == 1 { second = now }
            if turn == turns - 1, let second {
                let gains = now.gains(since: second, allowance: allowance)
                if !gains.isEmpty { complaints.append("\(course.name), from turn to turn: \(gains.joined(separator: ", "))") }
            }
        }
        return complaints
    }

    /// Makes the system's queues start the threads that they keep for later work. Demos use fewer threads at the same time, for
    /// instance to decode frames.
    private func fillQueues() {
        let group = DispatchGroup()
        for _ in 0..<8 { DispatchQueue(label: "soak").async(group: group) { usleep(100_000) } }
        group.wait()
    }

    /// Draws with a different shader for each number. The device may be freed while its code is still being compiled.
    private func drawOnce(_ device: Device, number: Int) throws {
        let target = try device.makeFramebuffer(width: 8, height: 8)
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0.0, 1.0); }",
                                             fragment: "out vec4 color; void main() { color = vec4(\(Double(number) / 1024)); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.draw(count: 3)
        }
        try device.submit(encoder)
    }

    /// Makes many devices. Every tenth device draws.
    private func makeDevices(folder: URL) throws -> [String] {
        var before: Resources?
        for i in 0..<devices {
            let device = device()
            if i % 10 == 0 { try drawOnce(device, number: i / 100) }
            if (i + 1) % max(1, devices / 5) == 0 {
                try lose(folder)
                let now = Resources.settled(in: folder)
                say("devices: \(i + 1): \(now)")
                if before == nil { before = now }
            }
        }
        guard let before else { return [] }
        let gains = Resources.settled(in: folder).gains(since: before, allowance: allowance)
        return gains.isEmpty ? [] : ["devices: \(gains.joined(separator: ", "))"]
    }

    private func lose(_ folder: URL) throws {
        switch leak {
        case nil: break
        case .memory: heap_lose(3 * allowance)
        case .descriptor: _ = open("/dev/null", O_RDONLY)
        case .thread: for _ in 0...Resources.idleThreads { Thread.detachNewThread { while true { sleep(1000) } } }
        case .file: try Data().write(to: folder.appendingPathComponent(UUID().uuidString))
        }
    }
}

/// Prints without a buffer, even if the output is a file, because a run takes hours.
private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
