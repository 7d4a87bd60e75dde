// ChildProcess: a program that was started, with descriptors of ours in place of its own. Made by posix_spawn with no signal
// blocked: the threads that run tests block them all, and children would inherit that and never hear an interrupt.

import Foundation
import Glibc

package final class ChildProcess {
    package struct StartFailure: Error, CustomStringConvertible {
        package var description: String
        package init(description: String) { self.description = description }
    }
    package enum Ending: Equatable, Sendable, CustomStringConvertible {
        case status(Int32), signal(Int32)
        package var description: String {
            switch self {
            case .status(let status): "the process ended with status \(status)"
            case .signal(let signal): "the process died of signal \(signal) (\(String(cString: strsignal(signal))))"
            }
        }
    }
    /// How a descriptor of the child is connected.
    package enum Stream { case ours(Int32), nothing }

    private let identifier: pid_t
    private var ending: Ending?
    /// Held while a child is made: between a descriptor's birth and its mark another child could inherit it, and hold it open.
    private static let birth = NSLock()

    /// Starts this program again, even where its file has been replaced meanwhile.
    package static let thisProgram = "/proc/self/exe"
    /// What a program is told as its own name: the path of the file where the name is a link to the program that runs.
    package static func shownName(of program: String) -> String {
        guard program == thisProgram else { return program }
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: program)) ?? program
    }

    /// - Parameters:
    ///   - command: the program, looked up in PATH, and its arguments.
    ///   - folder: where it runs; nil: where this process does.
    ///   - streams: makes descriptors, each marked to be closed in children, and says which become which of the child's.
    package init(_ command: [String], environment: [String: String], folder: String? = nil,
                 streams: () throws(StartFailure) -> [Int32: Stream]) throws(StartFailure) {
        Self.birth.lock()
        defer { Self.birth.unlock() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // In order: an end of ours may have the number of a later descriptor of the child's, and is taken before that is made.
        for (descriptor, stream) in try streams().sorted(by: { $0.key < $1.key }) {
            switch stream {
            case .ours(let other): posix_spawn_file_actions_adddup2(&actions, other, descriptor)
            case .nothing: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        // env changes the folder, then becomes the program.
        let program = (folder.map { ["/usr/bin/env", "-C", $0] } ?? []) + command
        // Captures of the child name it.
        let arguments = ([Self.shownName(of: program[0])] + program.dropFirst()).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, program[0], &actions, &attributes, arguments, variables)
        identifier = child
        guard code == 0 else {
            ending = .status(127)
            throw StartFailure(description: "\(command[0]) cannot be started: \(String(cString: strerror(code)))")
        }
    }

    /// Ends it where it still runs.
    deinit {
        if ending == nil {
            send(SIGKILL)
            _ = wait()
        }
    }

    package func send(_ signal: Int32) {
        // Once it was waited for, its number may be another process's.
        if ending == nil { kill(identifier, signal) }
    }

    /// Waits until it has ended.
    package func wait() -> Ending {
        if let ending { return ending }
        var word: Int32 = 0
        while waitpid(identifier, &word, 0) < 0 && errno == EINTR {}
        return ended(word)
    }
    /// How it ended; nil while it runs.
    package func poll() -> Ending? {
        if let ending { return ending }
        var word: Int32 = 0
        return waitpid(identifier, &word, WNOHANG) == identifier ? ended(word) : nil
    }
    private func ended(_ word: Int32) -> Ending {
        let result = word & 0x7F == 0 ? Ending.status(word >> 8 & 0xFF) : .signal(word & 0x7F)
        ending = result
        return result
    }

    /// A pipe whose ends no child inherits unless it is given them.
    package static func pipe() throws(StartFailure) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw StartFailure(description: "there are no pipes for a child process: \(String(cString: strerror(errno)))") }
        for descriptor in ends { keep(descriptor) }
        return (ends[0], ends[1])
    }
    /// No child inherits it.
    package static func keep(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
}
