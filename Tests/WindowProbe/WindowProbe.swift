// window-probe: a program that WindowTests observe from outside. window-probe opens a window of the given size, shows a picture in which
// neighbouring pixels and all corners differ, and prints the window's events, one per line.

import Glibc
import Raster
import Window

@main struct WindowProbe {
    static func main() {
        do {
            let width = Int(CommandLine.arguments[1])!, height = Int(CommandLine.arguments[2])!
            switch CommandLine.arguments.last {
            case "stray": try sendStrayMessages(width: width, height: height)
            case "own": try showOwn(width: width, height: height)
            case "controller": try ControllerProbe.show(width: width, height: height)
            case "resting": try showResting(width: width, height: height)
            case "resting controller": try ControllerProbe.show(width: width, height: height, movesFor: 0.5)
            case "notice": try showWithNotices(width: width, height: height)
            case "frames": try showCounted(width: width, height: height, until: .infinity)
            case "still": try showCounted(width: width, height: height, until: 0.7)
            default: try show(width: width, height: height)
            }
            say("ended")
        } catch {
            say("error: \(error)")
            exit(3)
        }
    }

    static func show(width: Int, height: Int) throws {
        let window = try Window(name: "window probe", width: width, height: height)
        let device = Device()
        var framebuffer = try picture(device, width: window.width, height: window.height)
        var clipboard: String?
        try window.run { time, events in
            if window.clipboardText != clipboard {
                clipboard = window.clipboardText
                say("clipboard \(clipboard ?? "has no text")")
            }
            for event in events {
                say("event \(event)")
                if case .keyDown("R", isRepeat: false) = event { window.resize(width: 400, height: 20) }
                if case .keyDown("C", isRepeat: false) = event { try window.copyToClipboard("tomaté, #FF7A18") }
                if case .resized(let width, let height) = event { framebuffer = try picture(device, width: width, height: height) }
            }
            if time.index == 3 { say("showing \(window.width)×\(window.height)") }
            // Every second frame returns no picture. A missing picture must not be visible.
            return time.index % 2 == 0 ? framebuffer : nil
        }
    }

    /// Shows a picture that is drawn whenever the window requests it, until `end` seconds after the start. After the end, the picture
    /// stays.
    static func showCounted(width: Int, height: Int, until end: Double) throws {
        let window = try Window(name: "window probe", width: width, height: height)
        let framebuffer = try picture(Device(.reference), width: window.width, height: window.height)
        var longest = 0.0
        try window.run { time, events in
            longest = max(longest, time.delta)
            for event in events { say("event \(event) at \(time.index) frames, \(Int(time.seconds * 1000)) ms, longest \(Int(longest * 1000)) ms") }
            return time.seconds < end ? framebuffer : nil
        }
    }

    /// Shows a picture that moves for half a second after its start and after each press of the key M, and then rests. The key W
    /// wakes the window from another thread one second later. The key T makes the picture change at a known time.
    static func showResting(width: Int, height: Int) throws {
        let window = try Window(name: "window probe", width: width, height: height)
        var framebuffer = try picture(Device(.reference), width: window.width, height: window.height)
        var end = 0.5, alarm: Double?, now = 0.0, calls = 0
        func untilNextChange() -> Double? { now < end ? 0 : alarm.map { max(0, $0 - now) } }
        try window.run(timeUntilNextFrame: untilNextChange) { time, events in
            now = time.seconds
            calls += 1
            if let due = alarm, now >= due {
                alarm = nil
                say("alarm at \(calls) calls, \(Int((now - due) * 1000)) ms late")
            } else if events.isEmpty, now > end + 0.2 { say("called at \(calls) calls") }
            for event in events {
                switch event {
                case .resized(let width, let height): framebuffer = try picture(Device(.reference), width: width, height: height)
                case .keyDown("M", isRepeat: false): end = now + 0.5
                case .keyDown("T", isRepeat: false): alarm = now + 1
                case .keyDown("W", isRepeat: false):
                    let waker = window.waker
                    let thread = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
                    let context = Unmanaged.passRetained(WakerBox(waker))
                    pthread_create(thread, nil, { context in
                        sleep(1)
                        Unmanaged<WakerBox>.fromOpaque(context!).takeRetainedValue().waker.wake()
                        return nil
                    }, context.toOpaque())
                    thread.deallocate()
                default: break
                }
                say("event \(event) at \(calls) calls")
            }
            return framebuffer
        }
    }
    private final class WakerBox: Sendable {
        let waker: WindowWaker
        init(_ waker: WindowWaker) { self.waker = waker }
    }

    /// Shows a still picture with notices that are red, 40 pixels wide and 20 high.
    static func showWithNotices(width: Int, height: Int) throws {
        let window = try Window(name: "window probe", width: width, height: height)
        let framebuffer = try picture(Device(.reference), width: window.width, height: window.height)
        window.noticePainter = { text, _, widest in
            say("notice \(text), \(widest) at most")
            return Image(width: 40, height: 20, bytes: (0..<800).flatMap { _ in [255, 0, 0, 255] as [UInt8] })
        }
        try window.run(timeUntilNextFrame: { nil }) { time, events in
            for event in events { say("event \(event)") }
            if time.index == 0 { say("showing") }
            return time.index == 0 ? framebuffer : nil
        }
    }

    /// Shows a window in which the program itself controls keys, title and cursor. A key of the program's choice ends the program.
    static func showOwn(width: Int, height: Int) throws {
        let window = try Window(name: "window probe", width: width, height: height)
        window.ownKeys = []
        window.title = "a title of its own"
        let framebuffer = try picture(Device(.reference), width: window.width, height: window.height)
        try window.run { time, events in
            for event in events {
                if case .keyDown("C", _) = event { window.capturesCursor.toggle() }
                if case .keyDown("X", _) = event { window.close() }
                say("event \(event) with \(window.pressedKeys.sorted()), captured \(window.capturesCursor), \(window.gamepads().count) gamepads")
            }
            if time.index == 3 { say("showing") }
            return time.index < 4 ? framebuffer : nil
        }
    }

    /// Sends a message to a window that does not exist, like a late message to a closed window. A second request asks the server to
    /// show a window that does not exist, which is another error.
    static func sendStrayMessages(width: Int, height: Int) throws {
        let window = try Window(name: "window probe", width: width, height: height)
        typealias Open = @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?
        typealias Send = @convention(c) (UnsafeMutableRawPointer, UInt, Int32, Int, UnsafeMutableRawPointer) -> Int32
        typealias Map = @convention(c) (UnsafeMutableRawPointer, UInt) -> Int32
        typealias Synchronize = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
        let library = dlopen("libX11.so.6", RTLD_NOW)
        let display = unsafeBitCast(dlsym(library, "XOpenDisplay"), to: Open.self)(nil)!,
            synchronize = unsafeBitCast(dlsym(library, "XSync"), to: Synchronize.self)
        var message = [Int](repeating: 0, count: 24)
        // In XClientMessageEvent the first field is the type. The field `format`, the size of the data's elements, has the index 6.
        (message[0], message[6]) = (33, 32)
        message.withUnsafeMutableBytes { _ = unsafeBitCast(dlsym(library, "XSendEvent"), to: Send.self)(display, 0x7F_FFF0, 0, 0, $0.baseAddress!) }
        _ = synchronize(display, 0)
        say("goes on, \(window.width) wide")
        _ = unsafeBitCast(dlsym(library, "XMapWindow"), to: Map.self)(display, 0x7F_FFF0)
        _ = synchronize(display, 0)
    }

    static func picture(_ device: Device, width: Int, height: Int) throws -> Framebuffer {
        let framebuffer = try device.makeFramebuffer(width: width, height: height)
        let storage = framebuffer.color[0]!.texture.storage
        for y in 0..<height {
            for x in 0..<width {
                let texel = storage.address(level: 0, slice: 0, x: x, y: y)
                // Alpha also varies, and must not be visible.
                for (i, value) in [x, y, x * 3 + y * 5, x * y].enumerated() { texel.storeBytes(of: UInt8(value & 255), toByteOffset: i, as: UInt8.self) }
            }
        }
        return framebuffer
    }

    /// Prints without a buffer, so that each line can be read at once.
    static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDOUT_FILENO, line, line.count)
    }
}
