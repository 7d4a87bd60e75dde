// RuleEditor: shows the rules of a fractal as rows of picture tiles, which can be dragged in, around and out. The editor receives
// events, edits a system and draws itself.

public import Canvas
import Raster

/// An editor for the rules of a Lindenmayer system.
///
/// The axiom and each rule have a row of tiles. A tile is a symbol, with a small picture of its turtle command. A tile can be dragged to
/// another position, into another row, or out of all rows; leaving all rows removes the tile. Below the rows is a supply of new tiles.
/// While the user holds a tile, `system` is the system that a release of the tile at its current position would give, so a program that
/// draws `system` shows the effect of a move at once.
///
///     var editor = RuleEditor(system)
///     editor.layOut(in: Rectangle(x: 0, y: 0, width: 420, height: 600))
///     editor.pointerDown(at: place)           // from the program's events
///     editor.pointerMoved(to: other)
///     editor.pointerUp(at: other)
///     try editor.draw(on: &canvas)
///     show(editor.system)
public struct RuleEditor: Sendable {
    /// A row of tiles.
    public enum Row: Sendable, Hashable {
        /// The axiom, which is the word of generation 0.
        case axiom
        /// A rule, by its index in the system.
        case rule(Int)
        /// An empty row below the rules. If a tile is dropped into this row, the symbol of the tile gets a rule.
        case newRule
    }
    /// A position between two tiles.
    public struct Slot: Sendable, Hashable {
        /// The row.
        public var row: Row
        /// The number of tiles of the row before the position.
        public var index: Int
        /// Creates a position between two tiles of a row.
        public init(_ row: Row, _ index: Int) { self.row = row; self.index = index }
    }
    /// A new tile from the supply below the rows.
    public enum Supply: Sendable, Hashable {
        /// A symbol of the system.
        case symbol(Character)
        /// A kind of turtle command that the system does not use yet. If the user drops this tile into a row, the system gets a new
        /// symbol with this command.
        case kind(DrawingRule.Kind)
    }
    /// The tile or rule that the pointer holds.
    enum Hold: Sendable, Hashable {
        /// A tile, the position from which it was taken (nil for a new tile from the supply), and the position at which it would be
        /// dropped.
        case tile(Supply, from: Slot?, target: Slot?)
        /// The rule with this index, which the pointer holds by the head of the rule's row. `isOut` is true if the pointer is outside of
        /// the editor.
        case head(Int, isOut: Bool)
    }

    /// The maximum number of tiles of a row.
    public static let longestRow = 120

    /// The edited system. While the user holds a tile or a rule, this property is the system that a release at the current position would
    /// give.
    public private(set) var system: LSystem
    /// The system without the held tile.
    private(set) var base: LSystem
    /// The position where the keyboard inserts and removes tiles.
    public private(set) var cursor = Slot(.axiom, 0)
    /// The tile that the keyboard inserts, as an index into `supplies`.
    public private(set) var chosen = 0
    /// The supply: the new tiles below the rows.
    public private(set) var supplies: [Supply] = []
    /// A message about a problem of the system, shown below the rows; nil if there is no problem.
    public var problem: String?
    /// The font of letters and texts; nil to show only pictures.
    public var font: Font?
    /// True if the keyboard's position is shown. Using the keyboard shows the keyboard's position, and a press of the pointer hides this position.
    private(set) var showsCursor = false
    private(set) var hold: Hold?
    /// `pointer` is the position of the pointer; `pressed` is the position of the last press.
    private(set) var pointer = Point(-1e6, -1e6), pressed = Point(0, 0)
    private var history: [LSystem] = []
    /// The system before the user took the held tile or rule.
    private var before: LSystem
    package private(set) var layout = Layout()

    /// Creates an editor for a system.
    public init(_ system: LSystem) {
        self.system = system; base = system; before = system
        updateSupplies()
        cursor = system.rules.isEmpty ? Slot(.axiom, system.axiom.count) : Slot(.rule(0), system.rules[0].replacement.count)
    }
    /// Replaces the edited system, for example after other code has changed it. A held tile or rule is no longer held.
    public mutating func show(_ system: LSystem) {
        guard system != self.system else { return }
        let isSame = system.name == self.system.name
        self.system = system; base = system; before = system
        hold = nil
        if !isSame { history = []; showsCursor = false }
        updateSupplies()
        cursor = clamped(cursor)
        layOut(in: layout.area)
    }
    /// Lays out rows and tiles in an area, with tiles as large as possible.
    public mutating func layOut(in area: Rectangle) { layout = Layout(base, supplies.count, in: area) }
    /// The area that the rows and the supply of new tiles cover.
    public var frame: Rectangle { layout.frame }
    /// True if a tile or a rule is held.
    public var isHolding: Bool { hold != nil }
    /// True if there is a change to undo.
    public var canUndo: Bool { !history.isEmpty }
    /// The rows from top to bottom.
    public var rows: [Row] { [.axiom] + base.rules.indices.map { .rule($0) } + [.newRule] }
    /// Returns the tiles of a row.
    public func tiles(of row: Row) -> [Character] { RuleEditor.tiles(of: row, in: base) }
    static func tiles(of row: Row, in system: LSystem) -> [Character] {
        switch row {
        case .axiom: Array(system.axiom)
        case .rule(let index): system.rules.indices.contains(index) ? Array(system.rules[index].replacement) : []
        case .newRule: []
        }
    }

    // MARK: The pointer

    /// Handles a press. Returns true if the press is on the editor; the editor then also handles the pointer until its release.
    public mutating func pointerDown(at place: Point) -> Bool {
        // A second press without a release, for example of a second finger, cancels the first press.
        cancel()
        guard frame.contains(place) else { return false }
        (pointer, pressed, before, showsCursor) = (place, place, base, false)
        if let index = layout.supply(at: place), supplies.indices.contains(index) {
            chosen = index
            hold = .tile(supplies[index], from: nil, target: nil)
        } else if case .rule(let index)? = layout.head(at: place) {
            hold = .head(index, isOut: false)
        } else if let slot = layout.tile(at: place) {
            let tile = tiles(of: slot.row)[slot.index]
            base = RuleEditor.removing(slot, from: base)
            cursor = clamped(cursor)
            hold = .tile(.symbol(tile), from: slot, target: slot)
            layOut(in: layout.area)
            preview()
        }
        return true
    }
    /// Handles a move of the pointer.
    public mutating func pointerMoved(to place: Point) {
        pointer = place
        switch hold {
        case .tile(let tile, let from, _)?:
            // A tile that has hardly moved stays in its position, because a hand moves a little while it clicks.
            let isMoved = distance(place, pressed) > layout.tile / 6
            hold = .tile(tile, from: from, target: isMoved ? layout.slot(at: place) : from)
            preview()
        case .head(let index, _)?:
            hold = .head(index, isOut: !frame.contains(place))
            preview()
        case nil: break
        }
    }
    /// Handles the release of the pointer.
    public mutating func pointerUp(at place: Point) {
        pointerMoved(to: place)
        defer { hold = nil }
        switch hold {
        case .tile(let tile, let from, let target)?:
            // A click on a tile of the supply inserts this tile at the keyboard's position. A click on a tile of a row moves the keyboard's
            // position to the place after this tile.
            if from == nil, target == nil, distance(place, pressed) <= layout.tile / 6 {
                (system, base) = (before, before)
                insert(tile)
                return
            }
            if let target { cursor = Slot(target.row, target.index + 1) }
        case .head?: break
        case nil: return
        }
        settle()
    }
    /// Puts the held tile or rule back.
    public mutating func cancel() {
        guard hold != nil else { return }
        hold = nil
        (system, base) = (before, before)
        layOut(in: layout.area)
    }
    private func distance(_ a: Point, _ b: Point) -> Double { ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot() }
    private mutating func preview() {
        switch hold {
        case .tile(let tile, _, let target?)?: system = RuleEditor.inserting(tile, at: target, into: base)
        case .head(let index, isOut: true)?:
            system = base
            if system.rules.indices.contains(index) { system.rules.remove(at: index) }
        default: system = base
        }
    }
    /// Makes the previewed system the current system.
    private mutating func settle() {
        base = system
        if base != before {
            history = Array((history + [before]).suffix(100))
            before = base
        }
        updateSupplies()
        cursor = clamped(cursor)
        layOut(in: layout.area)
    }

    // MARK: The keyboard

    /// Moves the keyboard's position by tiles and rows.
    public mutating func moveCursor(dx: Int, dy: Int) {
        guard hold == nil else { return }
        showsCursor = true
        if dy != 0, let row = rows.firstIndex(of: cursor.row) { cursor.row = rows[max(0, min(row + dy, rows.count - 1))] }
        cursor.index += dx
        cursor = clamped(cursor)
    }
    /// Selects another tile of the supply.
    public mutating func choose(_ steps: Int) {
        guard hold == nil, !supplies.isEmpty else { return }
        showsCursor = true
        chosen = ((chosen + steps) % supplies.count + supplies.count) % supplies.count
    }
    /// Inserts the selected tile, and moves the keyboard's position to the place after this tile.
    public mutating func insertChosen() {
        guard hold == nil, supplies.indices.contains(chosen) else { return }
        showsCursor = true
        insert(supplies[chosen])
    }
    /// Inserts a symbol of the system. Returns false if the system does not have the symbol.
    public mutating func insert(_ symbol: Character) -> Bool {
        guard hold == nil, supplies.contains(.symbol(symbol)) else { return false }
        showsCursor = true
        insert(Supply.symbol(symbol))
        return true
    }
    /// Removes the tile before the keyboard's position, or, if `forward` is true, the tile after this position. In an empty row, this
    /// method removes the rule.
    public mutating func delete(forward: Bool = false) {
        guard hold == nil else { return }
        showsCursor = true
        let slot = Slot(cursor.row, forward ? cursor.index : cursor.index - 1), count = tiles(of: cursor.row).count
        if case .rule(let index) = cursor.row, count == 0 {
            system.rules.remove(at: index)
        } else if slot.index >= 0, slot.index < count {
            system = RuleEditor.removing(slot, from: base)
            cursor.index = slot.index
        }
        settle()
    }
    /// Undoes the last change.
    public mutating func undo() {
        guard hold == nil, let last = history.popLast() else { return }
        (system, base, before) = (last, last, last)
        updateSupplies()
        cursor = clamped(cursor)
        layOut(in: layout.area)
    }
    private mutating func insert(_ tile: Supply) {
        let count = tiles(of: cursor.row).count, rules = base.rules.count
        system = RuleEditor.inserting(tile, at: cursor, into: base)
        if cursor.row == .newRule, system.rules.count > rules {
            cursor = Slot(.rule(rules), 1)
        } else if RuleEditor.tiles(of: cursor.row, in: system).count > count {
            cursor.index += 1
        }
        let isSymbol = supplies.indices.contains(chosen) ? supplies[chosen] : nil
        settle()
        // If the inserted kind became a symbol, that symbol is selected now.
        if let isSymbol, let index = supplies.firstIndex(of: isSymbol) {
            chosen = index
        } else if let index = supplies.firstIndex(where: { $0 == .symbol(system.drawing.last?.symbol.first ?? " ") }) {
            chosen = index
        }
    }
    private func clamped(_ slot: Slot) -> Slot {
        let row = rows.contains(slot.row) ? slot.row : rows[max(0, rows.count - 2)]
        return Slot(row, max(0, min(slot.index, tiles(of: row).count)))
    }

    // MARK: Changing systems

    private static func text(_ row: Row, of system: inout LSystem, _ change: (inout [Character]) -> Void) {
        var tiles = tiles(of: row, in: system)
        change(&tiles)
        switch row {
        case .axiom: system.axiom = String(tiles)
        case .rule(let index): system.rules[index].replacement = String(tiles)
        case .newRule: break
        }
    }
    private static func removing(_ slot: Slot, from system: LSystem) -> LSystem {
        var system = system
        text(slot.row, of: &system) { if $0.indices.contains(slot.index) { $0.remove(at: slot.index) } }
        return system
    }
    /// Returns a system with one more tile; the system is unchanged if the row is full. If the tile is a kind of command, the system gets
    /// a new symbol for the command. If the slot is in the row for new rules, the tile's symbol gets a rule that replaces the symbol by
    /// itself.
    static func inserting(_ tile: Supply, at slot: Slot, into system: LSystem) -> LSystem {
        var system = system
        guard tiles(of: slot.row, in: system).count < longestRow else { return system }
        let symbol: Character
        switch tile {
        case .symbol(let known): symbol = known
        case .kind(let kind):
            guard let free = freeSymbol(for: kind, in: system) else { return system }
            symbol = free
            system.drawing.append(DrawingRule(String(free), kind, usualAmount(kind)))
        }
        if slot.row == .newRule {
            if system.rules.count < 24 { system.rules.append(LSystem.Rule(String(symbol), String(symbol))) }
        } else {
            text(slot.row, of: &system) { $0.insert(symbol, at: max(0, min(slot.index, $0.count))) }
        }
        return system
    }
    static func symbols(of system: LSystem) -> [Character] {
        var seen: Set<Character> = [], result: [Character] = []
        // First come the symbols that draw, in the order of the drawing rules; then the symbols that are only rewritten.
        let used = Set(system.axiom + system.rules.map { $0.symbol + $0.replacement }.joined())
        let words = system.drawing.compactMap(\.symbol.first).filter { used.contains($0) } + used.sorted() + system.drawing.compactMap(\.symbol.first)
        for symbol in words where seen.insert(symbol).inserted { result.append(symbol) }
        return result
    }
    private static func freeSymbol(for kind: DrawingRule.Kind, in system: LSystem) -> Character? {
        let usual: String = switch kind {
        case .line: "FGH"
        case .move: "fgh"
        case .curve: "CDE"
        case .rotate: "+-"
        case .pitch: "&^"
        case .roll: ">/"
        case .scatter: "?~"
        case .dot: "oO."
        case .push: "["
        case .pop: "]"
        case .width: "!w"
        case .length: "\"l"
        case .color: "'c"
        }
        let taken = Set(symbols(of: system))
        return (usual + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789").first { !taken.contains($0) }
    }
    private static func usualAmount(_ kind: DrawingRule.Kind) -> Double {
        switch kind {
        case .dot: 0.3
        case .width, .length: 0.8
        case .scatter: 0.5
        default: 1
        }
    }
    private mutating func updateSupplies() {
        let kinds = Set(base.drawing.map(\.kind))
        supplies = RuleEditor.symbols(of: base).map { .symbol($0) } + DrawingRule.Kind.allCases.filter { !kinds.contains($0) }.map { .kind($0) }
        chosen = max(0, min(chosen, supplies.count - 1))
    }
}
