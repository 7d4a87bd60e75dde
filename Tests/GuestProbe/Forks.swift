import CGuest
import Foundation
import Raster
import Shading
import Synchronization

/// Waits for a child process and returns whether it ended with status 0.
private func succeeded(_ child: pid_t) -> Bool {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status == 0
}
/// Ends a child process, without the handlers that its parent registered.
private func leave(_ isRight: Bool) -> Never { _exit(isRight ? 0 : 1) }

/// Draws with a device that was made before the fork, and, if `compiles` is true, with a new device.
private func draws(_ expected: UInt64, _ picture: GuestPicture, compiles: Bool = true) -> Bool {
    do {
        for _ in 0..<3 where try picture.draw() != expected { return false }
        return try !compiles || GuestPicture.drawn(threads: 2, isSimple: true) == expected
    } catch { return false }
}

/// Forks between submits, while code is compiled in the background. The parent process and the child process continue to draw.
func forkBetweenSubmits() throws {
    let expected = try GuestPicture.expected(isSimple: true)
    var right = 0
    let count = 50
    var picture = try GuestPicture(Device(options: GuestPicture.options(threads: 1)), isSimple: true)
    for number in 0..<count {
        // Every fifth round makes a new device. Some devices draw for the first time after the fork. For other devices, optimised
        // code is being compiled during the fork.
        if number % 5 == 0 {
            picture = try GuestPicture(Device(options: GuestPicture.options(threads: 1 + number / 5 % 4)), isSimple: true)
            for _ in 0..<(number / 5 % 3) where try picture.draw() != expected { print("wrong before the fork") }
        }
        usleep(UInt32(number * 200))
        let compiles = number % 10 == 3, child = GuestFork()
        if child == 0 {
            if compiles {
                // The child process forks too.
                let grandchild = GuestFork()
                if grandchild == 0 { leave(draws(expected, picture)) }
                leave(succeeded(grandchild) && draws(expected, picture, compiles: false))
            }
            leave(draws(expected, picture, compiles: false))
        }
        let isRight = draws(expected, picture, compiles: false)
        if succeeded(child) && isRight { right += 1 }
    }
    print("\(right) of \(count) same in both processes")
}

/// One thread of the host draws and compiles, while another thread, which does not draw, forks.
func forkWhileAnotherThreadDraws() throws {
    let expected = try GuestPicture.expected(isSimple: true), count = 25, wrong = Atomic<Int>(0), hasEnded = Atomic<Bool>(false)
    let drawn = Atomic<Int>(0)
    let drawing = Thread {
        do {
            while !hasEnded.load(ordering: .relaxed) {
                let picture = try GuestPicture(Device(options: GuestPicture.options(threads: 3)), isSimple: true)
                for _ in 0..<5 {
                    if try picture.draw() != expected { wrong.add(1, ordering: .relaxed) }
                    drawn.add(1, ordering: .relaxed)
                }
            }
        } catch { wrong.add(1, ordering: .relaxed) }
        hasEnded.store(false, ordering: .relaxed)
    }
    drawing.start()
    let own = try GuestPicture(Device(options: GuestPicture.options(threads: 2)), isSimple: true)
    var right = 0
    for number in 0..<count {
        usleep(UInt32(number % 7) * 1500)
        let child = GuestFork()
        if child == 0 { leave(draws(expected, own, compiles: number % 5 == 0)) }
        if succeeded(child) { right += 1 }
    }
    hasEnded.store(true, ordering: .relaxed)
    while hasEnded.load(ordering: .relaxed) { usleep(1000) }
    print("\(right) of \(count) children same, \(wrong.load(ordering: .relaxed)) wrong in the parent, "
        + (drawn.load(ordering: .relaxed) > 0 ? "which drew on" : "which drew nothing"))
}

/// Asks another thread of the host for the text of an included file, and waits for the answer.
private final class AskingResolver: IncludeResolver {
    let isAsked = DispatchSemaphore(value: 0), mayAnswer = DispatchSemaphore(value: 0)
    func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        isAsked.signal()
        mayAnswer.wait()
        return ShaderSource(text: "#define COLOR vec4(1.0)\n", name: path)
    }
}

/// The main thread forks while another thread is in the middle of a call and waits for the main thread.
func forkWhileAnotherThreadWaits() throws {
    let expected = try GuestPicture.expected(isSimple: true), resolver = AskingResolver(), hasEnded = DispatchSemaphore(value: 0)
    let own = try GuestPicture(Device(options: GuestPicture.options(threads: 2)), isSimple: true)
    let compiling = Thread {
        var options = ShaderCompileOptions()
        options.includeResolver = resolver
        let vertex = ShaderSource(text: "#version 330\nvoid main() { gl_Position = vec4(0.0); }", name: "vertex")
        let fragment = ShaderSource(text: "#version 330\n#include \"color.glsl\"\nout vec4 pixel; void main() { pixel = COLOR; }", name: "fragment")
        let program = try? Device(options: GuestPicture.options(threads: 1)).makeProgram(vertex: vertex, fragment: fragment, options: options)
        print(program == nil ? "no program" : "a program")
        hasEnded.signal()
    }
    compiling.start()
    resolver.isAsked.wait()
    let child = GuestFork()
    if child == 0 { leave(draws(expected, own)) }
    print(succeeded(child) ? "same in the child" : "other in the child")
    fflush(nil)
    resolver.mayAnswer.signal()
    hasEnded.wait()
}
