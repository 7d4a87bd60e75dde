// framescope serve: answers the questions of all subcommands about one open capture, for assistants and other applications.

import ArgumentParser
import Foundation
import FrameCapture
import Glibc
import Raster

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Answers an assistant's questions about a capture, as tools of the Model Context Protocol.",
        discussion: """
            Opens the capture once, then reads questions from standard input and answers on standard output: messages of JSON-RPC 2.0, one per line. Each subcommand \
            is a tool with the same name and arguments ('assert pixel' is assert_pixel), whose result is the JSON that the subcommand prints with --json, \
            with pictures as PNG. Revisions of the protocol: \(MessageServer.revisions.joined(separator: ", ")). Stops at the end of standard input.

            Tools write files only to one folder: that of --folder, or a temporary one that is removed at the end. Configure the server in the \
            assistant's settings, for example:
              { "mcpServers": { "frame": { "command": "framescope", "args": ["serve", "/home/me/frame.rcap", "--stdio"] } } }

            Examples:
              framescope serve frame.rcap --stdio
              framescope serve frame.rcap --stdio --folder pictures
            """)
    @Argument(help: "The capture.", completion: .file())
    var file: String
    @Flag(help: "Answer on standard input and output, the only way so far.")
    var stdio = false
    @Option(help: ArgumentHelp("The folder for the tools' files. [default: a temporary one]", valueName: "folder"), completion: .directory)
    var folder: String?

    func validate() throws {
        if !stdio { throw ValidationError("give --stdio: the server answers on standard input and output") }
    }
    func run() throws {
        // If the client has closed the pipe, a write must fail with an error. Without this line, the write would cause a signal that ends
        // the process.
        signal(SIGPIPE, SIG_IGN)
        let session = Session(place: .server(OutputFolder(given: folder)))
        for line in try session.capture(file).damage { Framescope.note("note: \(line)") }
        let server = MessageServer(ToolBox(file: file, session: session)), lines = MessageLines(descriptor: STDIN_FILENO)
        while let line = lines.next() {
            guard let answer = server.answer(to: line) else { continue }
            if !Serve.write(answer.compact + "\n") { return }
        }
    }
    /// Writes the text. Returns whether the text was written. If writing fails, nobody reads the answers any more.
    private static func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let count = Glibc.write(STDOUT_FILENO, bytes.baseAddress! + written, bytes.count - written)
                if count > 0 { written += count } else if errno != EINTR { return false }
            }
            return true
        }
    }
}

/// Reads the lines of a stream; a line has a maximum length.
final class MessageLines {
    enum Line { case text(ArraySlice<UInt8>), tooLong }
    /// The maximum allowed length of a line, in bytes.
    static let longest = 4 << 20
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// The number of bytes at the start of `bytes` that have been searched and contain no line feed.
    private var searched = 0
    private var isSkipping = false, isAtEnd = false

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Returns the next line; nil at the end of the stream. If the stream ends without a line feed, the rest is returned as the last line.
    func next() -> Line? {
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = bytes[..<end]
                bytes.removeFirst(end + 1)
                searched = 0
                if isSkipping || line.count > MessageLines.longest {
                    isSkipping = false
                    return .tooLong
                }
                return .text(line)
            }
            searched = bytes.count
            if bytes.count > MessageLines.longest {
                // The line is too long, so its bytes up to the next line feed are discarded.
                isSkipping = true
                bytes = []
                searched = 0
            }
            if isAtEnd {
                defer { bytes = []; searched = 0; isSkipping = false }
                return isSkipping ? .tooLong : bytes.isEmpty ? nil : .text(bytes[...])
            }
            var part = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(descriptor, &part, part.count)
            if count > 0 { bytes += part[..<count] } else if count == 0 || errno != EINTR { isAtEnd = true }
        }
    }
}
