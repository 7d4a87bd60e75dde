// ChildProcess: a child process with replaced descriptors. posix_spawn starts the child without blocked signals. Threads that run tests
// block all signals. If the child inherited the blocked signals, the child would not react to Ctrl-C.

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
            case .signal(let signal): "the process was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
            }
        }
    }
    /// The file, pipe or device to which a descriptor of the child is connected.
    package enum Stream { case ours(Int32), nothing }

    private let identifier: pid_t
    private var ending: Ending?
    /// A lock that a thread holds while it starts a child. Without the lock, another child could inherit a new descriptor that is not yet
    /// marked to be closed in children, and would keep the descriptor open.
    private static let birth = NSLock()

    /// The path that starts this program again, even if the program's file has been replaced since the start.
    package static let thisProgram = "/proc/self/exe"
    /// Returns the program name that a child gets as its first argument. If the path is the link to the running program, the name
    /// is the path of the program's file.
    package static func shownName(of program: String) -> String {
        guard program == thisProgram else { return program }
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: program)) ?? program
    }

    /// - Parameters:
    ///   - command: The program, looked up in PATH, and its arguments.
    ///   - folder: The working folder of the child; nil for this process's working folder.
    ///   - streams: Creates descriptors, each marked to be closed in children. In the result, each descriptor's key is its number
    ///     in the child.
    package init(_ command: [String], environment: [String: String], folder: String? = nil,
                 streams: () throws(StartFailure) -> [Int32: Stream]) throws(StartFailure) {
        Self.birth.lock()
        defer { Self.birth.unlock() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Copies the descriptors in ascending order. A descriptor of this process may have the number that a later descriptor gets in the
        // child. So the descriptor must be copied before the later descriptor replaces it.
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
        // If a folder is given, `env` changes to the folder and then runs the program.
        let program = (folder.map { ["/usr/bin/env", "-C", $0] } ?? []) + command
        // The child writes this name into the captures that it makes.
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

    /// Kills the child if the child is still running.
    deinit {
        if ending == nil {
            send(SIGKILL)
            _ = wait()
        }
    }

    package func send(_ signal: Int32) {
        // After this process has waited for the child, another process may get the child's number. So this function sends no signal after
        // the wait.
        if ending == nil { kill(identifier, signal) }
    }

    /// Waits until the child has ended.
    package func wait() -> Ending {
        if let ending { return ending }
        var word: Int32 = 0
        while waitpid(identifier, &word, 0) < 0 && errno == EINTR {}
        return ended(word)
    }
    /// Returns how the child ended; nil if the child is still running.
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

    /// Creates a pipe. Children inherit an end of the pipe only if this end is passed explicitly.
    package static func pipe() throws(StartFailure) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw StartFailure(description: "no pipe can be made for a child process: \(String(cString: strerror(errno)))") }
        for descriptor in ends { keep(descriptor) }
        return (ends[0], ends[1])
    }
    /// Marks the descriptor to be closed in children.
    package static func keep(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
}
