// Mistyping: the error for an unknown subcommand, with the name that the user probably meant.

import ArgumentParser

/// The error for an unknown subcommand. The argument parser itself would only report an unexpected argument, without a suggestion.
struct Mistyping: Error, CustomStringConvertible {
    let description: String

    /// Returns the error for an unknown subcommand; nil if the arguments contain no unknown subcommand.
    static func found(in arguments: [String]) -> Mistyping? {
        let words = arguments.drop { $0 == "help" }
        var command: any ParsableCommand.Type = Framescope.self, path = "framescope"
        for word in words {
            let subcommands = command.configuration.subcommands
            if subcommands.isEmpty || word.hasPrefix("-") || word == "help" { return nil }
            guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
                let names = subcommands.compactMap { $0.configuration.commandName }
                return Mistyping(description: "'\(word)' is not a subcommand of \(path)." + suggestion(for: word, of: names)
                                 + " '\(path) --help' lists all subcommands.")
            }
            command = next
            path += " \(word)"
        }
        return nil
    }
    /// Returns the name that answers use for the subcommand in these arguments; empty if the arguments name no subcommand.
    static func commandName(in arguments: [String]) -> String {
        var command: any ParsableCommand.Type = Framescope.self, names: [String] = []
        for word in arguments {
            guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else { break }
            command = next
            names.append(word)
        }
        return names.joined(separator: " ")
    }

    /// Returns " Did you mean 'why'?", or an empty text if no name is similar.
    static func suggestion(for word: String, of names: [String]) -> String {
        if !word.isEmpty, let whole = names.first(where: { $0.hasPrefix(word.lowercased()) }) { return " Did you mean '\(whole)'?" }
        let near = names.map { ($0, distance(Array(word.lowercased()), Array($0))) }.min { $0.1 < $1.1 }
        guard let (name, distance) = near, distance <= max(1, min(word.count, name.count) / 2) else { return "" }
        return " Did you mean '\(name)'?"
    }
    /// Returns the edit distance: the number of letters to insert, delete, replace, or swap with the next letter.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        // A very long word is surely no mistyped name, so its exact distance is not computed.
        if a.count > 40 { return a.count }
        var rows = [Array(0...b.count)]
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var least = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
