// DemoHelp: the help text of a demo. The help shows the demo's own options first. All demos share about twenty further options. The help
// shows these options only on request, because among them the demo's own options would be hard to find.

import ArgumentParser

package enum DemoHelp {
    /// The flag that shows the options that all demos share.
    package static let commonFlag = "--help-common"

    /// Shows the help of a demo if the command line asks for it. Returns false if the command line does not ask for help.
    static func show(for arguments: [String], among demos: [any DemoCommand.Type]) -> Bool {
        let asked = arguments.prefix { $0 != "--" }
        if asked.first == "help", asked.count == 2, let demo = demos.first(where: { $0.demoName == asked[1] }) {
            print(own(of: demo))
            return true
        }
        guard let demo = demos.first(where: { $0.demoName == asked.first }) else { return false }
        if asked.contains(commonFlag) {
            print(common(of: demo))
        } else if asked.contains("--help") || asked.contains("-h") {
            print(own(of: demo))
        } else {
            return false
        }
        return true
    }

    /// The options that all demos share, as a separate command whose help text contains only these options.
    private struct CommonCommand: ParsableCommand {
        @OptionGroup var common: CommonOptions
    }
    private static func commonEntries() -> [Entry] {
        // The demo's own list already contains the options --help and --version, because every command has these two options.
        entries(of: CommonCommand.helpMessage()).entries.filter { $0.name != "-h, --help" && $0.name != "--version" }
    }
    static func common(of demo: any DemoCommand.Type) -> String {
        "Options of all demos; 'demos \(demo.demoName) --help' shows those of \(demo.demoName).\n\n"
            + commonEntries().map(\.text).joined(separator: "\n")
    }
    static func own(of demo: any DemoCommand.Type) -> String {
        let common = commonEntries(), names = Set(common.map(\.name))
        let help = entries(of: Demos.helpMessage(for: demo))
        let own = help.entries.filter { !names.contains($0.name) }
        let flags = common.compactMap { $0.name.split(separator: " ").first.map(String.init) }
        return help.before + own.map(\.text).joined(separator: "\n")
            + "\n\nOPTIONS OF ALL DEMOS, which 'demos \(demo.demoName) \(commonFlag)' explains:\n" + lines(of: flags).map { "  " + $0 }.joined(separator: "\n")
    }
    /// Joins words into lines that fit into a terminal.
    private static func lines(of words: [String]) -> [String] {
        words.reduce(into: [""]) { lines, word in
            if lines[lines.count - 1].count + word.count > 74 { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
    }

    /// An option with its explanation: the line that begins with the option's name, and the following lines of the explanation.
    private struct Entry {
        /// The beginning of the first line, such as `--size <WxH>`.
        var name: String
        var text: String
    }
    /// Splits a help text into the options at the end of the text, and the text before the options.
    private static func entries(of help: String) -> (before: String, entries: [Entry]) {
        guard let heading = help.range(of: "\nOPTIONS:\n") else { return (help, []) }
        var entries: [Entry] = []
        for line in help[heading.upperBound...].split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  -") {
                let name = line.dropFirst(2), end = name.range(of: "  ")?.lowerBound ?? name.endIndex
                entries.append(Entry(name: String(name[..<end]), text: String(line)))
            } else if !entries.isEmpty, !line.isEmpty {
                entries[entries.count - 1].text += "\n" + line
            }
        }
        return (String(help[..<heading.upperBound]), entries)
    }
}
