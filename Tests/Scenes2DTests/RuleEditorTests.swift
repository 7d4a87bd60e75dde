// Editing the rules of a fractal as tiles.

import Canvas
import Foundation
import Scenes2D
import SeededRandom
import Testing

@Suite("Rules as tiles") struct RuleEditorTests {
    private static func editor(_ name: String = "Koch snowflake", in area: Rectangle = Rectangle(x: 0, y: 0, width: 420, height: 600)) throws -> RuleEditor {
        var editor = RuleEditor(try #require(FractalLibrary.system(named: name)))
        editor.layOut(in: area)
        return editor
    }
    /// Returns the middle of a tile.
    private func place(_ editor: RuleEditor, _ row: RuleEditor.Row, _ index: Int) throws -> Point {
        let line = try #require(editor.layout.lines.first { $0.row == row && $0.tiles.contains(index) })
        return editor.layout.place(of: index, in: line).center
    }
    private func supply(_ editor: RuleEditor, _ tile: RuleEditor.Supply) throws -> Point {
        editor.layout.supplies[try #require(editor.supplies.firstIndex(of: tile))].center
    }
    /// Returns the place between the tile with the given index and the tile to its left.
    private func gap(_ editor: RuleEditor, _ row: RuleEditor.Row, _ index: Int) throws -> Point {
        try #require(editor.layout.mark(of: .init(row, index))).center
    }

    @Test("A tile that is dragged out of its row disappears, and the system changes while the tile is held") func out() throws {
        var editor = try Self.editor()
        #expect(editor.system.rules[0].replacement == "F+F--F+F")
        #expect(editor.pointerDown(at: try place(editor, .rule(0), 1)))
        #expect(editor.system.rules[0].replacement == "F+F--F+F")
        editor.pointerMoved(to: Point(700, 300))
        #expect(editor.system.rules[0].replacement == "FF--F+F" && editor.isHolding)
        editor.pointerUp(at: Point(700, 300))
        #expect(editor.system.rules[0].replacement == "FF--F+F" && !editor.isHolding)
        editor.undo()
        #expect(editor.system.rules[0].replacement == "F+F--F+F" && !editor.canUndo)
    }
    @Test("A tile is dropped at the mark: within its row, into another row, or from the supply below; each change applies at once") func about() throws {
        var editor = try Self.editor()
        _ = editor.pointerDown(at: try place(editor, .rule(0), 0))
        editor.pointerMoved(to: try gap(editor, .rule(0), 7))
        #expect(editor.system.rules[0].replacement == "+F--F+FF")
        editor.pointerMoved(to: try gap(editor, .axiom, 2))
        #expect(editor.system.axiom == "F-F-F--F" && editor.system.rules[0].replacement == "+F--F+F")
        editor.pointerUp(at: try gap(editor, .axiom, 2))
        #expect(editor.system.axiom == "F-F-F--F")
        // A new tile of a kind that the system did not have gets a symbol and a drawing rule.
        let before = editor.system
        _ = editor.pointerDown(at: try supply(editor, .kind(.dot)))
        #expect(editor.system == before)
        editor.pointerUp(at: try gap(editor, .rule(0), 1))
        #expect(editor.system.rules[0].replacement == "+oF--F+F" && editor.system.drawing.last == DrawingRule("o", .dot, 0.3))
        #expect(editor.supplies.contains(.symbol("o")) && !editor.supplies.contains(.kind(.dot)))
        // A tile that is dropped outside of the rows changes nothing.
        let with = editor.system
        _ = editor.pointerDown(at: try supply(editor, .symbol("o")))
        editor.pointerUp(at: Point(900, 10))
        #expect(editor.system == with)
    }
    @Test("A tile that is dropped into the last row gets a rule; dragging the head of a rule out of the editor removes the rule") func rules() throws {
        var editor = try Self.editor()
        _ = editor.pointerDown(at: try supply(editor, .symbol("+")))
        editor.pointerUp(at: try gap(editor, .newRule, 0))
        #expect(editor.system.rules.map { $0.symbol + $0.replacement } == ["FF+F--F+F", "++"])
        let head = editor.layout.head(of: try #require(editor.layout.lines.first { $0.row == .rule(1) })).center
        _ = editor.pointerDown(at: head)
        editor.pointerMoved(to: Point(head.x + 3, head.y))
        #expect(editor.system.rules.count == 2)
        editor.pointerUp(at: Point(1000, 0))
        #expect(editor.system.rules.count == 1)
    }
    @Test("A click on a tile of the supply inserts the tile at the cursor; a slight movement of the pointer is no drag") func clicks() throws {
        var editor = try Self.editor()
        let first = try place(editor, .rule(0), 0)
        _ = editor.pointerDown(at: first)
        editor.pointerUp(at: Point(first.x + 2, first.y + 1))
        #expect(editor.system.rules[0].replacement == "F+F--F+F" && editor.cursor == .init(.rule(0), 1))
        let f = try supply(editor, .symbol("F"))
        _ = editor.pointerDown(at: f)
        editor.pointerUp(at: f)
        #expect(editor.system.rules[0].replacement == "FF+F--F+F" && editor.cursor == .init(.rule(0), 2))
    }
    @Test("The keyboard can move the cursor, choose, insert and remove tiles, and undo changes") func keyboard() throws {
        var editor = try Self.editor()
        editor.moveCursor(dx: -100, dy: 0)
        editor.moveCursor(dx: 2, dy: 0)
        #expect(editor.cursor == .init(.rule(0), 2))
        editor.delete()
        #expect(editor.system.rules[0].replacement == "FF--F+F")
        editor.delete(forward: true)
        #expect(editor.system.rules[0].replacement == "F--F+F" && editor.cursor.index == 1)
        #expect(editor.insert("+") && !editor.insert("%"))
        #expect(editor.system.rules[0].replacement == "F+--F+F" && editor.cursor.index == 2)
        while editor.supplies[editor.chosen] != .kind(.dot) { editor.choose(1) }
        editor.insertChosen()
        editor.insertChosen()
        #expect(editor.system.rules[0].replacement == "F+oo--F+F")
        editor.moveCursor(dx: 0, dy: -9)
        #expect(editor.cursor.row == .axiom)
        editor.moveCursor(dx: 0, dy: 9)
        #expect(editor.cursor == .init(.newRule, 0))
        editor.insertChosen()
        #expect(editor.system.rules.last == LSystem.Rule("o", "o") && editor.cursor == .init(.rule(1), 1))
        editor.delete()
        editor.delete()
        #expect(editor.system.rules.count == 1)
        while editor.canUndo { editor.undo() }
        #expect(editor.system == FractalLibrary.system(named: "Koch snowflake"))
    }
    @Test("Rows and tiles lie within the area and do not overlap, for all systems and shapes of areas", arguments: FractalLibrary.systems)
    func layouts(system: LSystem) throws {
        for (width, height) in [(540.0, 648.0), (405, 324), (450, 648), (1280, 330), (300, 300)] {
            var editor = RuleEditor(system)
            let area = Rectangle(x: 7, y: 72, width: width, height: height)
            editor.layOut(in: area)
            let tiles = editor.layout.lines.flatMap { line in
                line.tiles.map { editor.layout.place(of: $0, in: line) }
            } + editor.layout.supplies + editor.layout.lines.filter { $0.tiles.lowerBound == 0 }.map { editor.layout.head(of: $0) }
            for (i, a) in tiles.enumerated() {
                #expect(area.union(a) == area && editor.frame.union(a) == editor.frame, "\(system.name) \(width)×\(height)")
                for b in tiles[..<i] where a.intersection(b)?.isEmpty == false { Issue.record("\(system.name): \(a) touches \(b)") }
            }
            #expect(editor.layout.tile >= 15, "\(system.name) \(width)×\(height): \(editor.layout.tile)")
            #expect(editor.rows.reduce(0) { $0 + editor.tiles(of: $1).count } == editor.layout.lines.reduce(0) { $0 + $1.tiles.count })
        }
    }
    @Test("After any drags, typing and undoing, the system can be drawn") func random() throws {
        var random = SeededGenerator(state: 4711)
        for system in [FractalLibrary.systems[0], FractalLibrary.systems[12],
                       LSystem("empty", axiom: "", rules: [], drawing: [], generations: 3, angle: 30, palette: [.white])] {
            var editor = RuleEditor(system)
            editor.layOut(in: Rectangle(x: 0, y: 0, width: 420, height: 600))
            for _ in 0..<600 {
                func anywhere() -> Point { Point(Double.random(in: -50..<500, using: &random), Double.random(in: -50..<650, using: &random)) }
                switch Int.random(in: 0..<12, using: &random) {
                case 0...3: _ = editor.pointerDown(at: anywhere())
                case 4: editor.pointerMoved(to: anywhere())
                case 5, 6: editor.pointerUp(at: anywhere())
                case 7: editor.moveCursor(dx: Int.random(in: -3...3, using: &random), dy: Int.random(in: -2...2, using: &random))
                case 8: editor.delete(forward: Bool.random(using: &random))
                case 9:
                    editor.choose(Int.random(in: -5...5, using: &random))
                    editor.insertChosen()
                case 10: editor.undo()
                default: editor.cancel()
                }
                #expect(throws: Never.self) { try editor.system.validate() }
                #expect(editor.tiles(of: editor.cursor.row).count >= editor.cursor.index)
            }
            editor.pointerUp(at: Point(-1, -1))
            var canvas = Canvas()
            try editor.draw(on: &canvas)
            var small = editor.system
            small.generations = 1
            var stages = FractalStages()
            _ = try stages.drawing(of: small)
        }
    }
    @Test("A full row accepts no more tiles, and no tile is lost") func full() throws {
        var editor = RuleEditor(LSystem("long", axiom: String(repeating: "F", count: RuleEditor.longestRow), rules: [], drawing: [DrawingRule("F", .line)],
                                        generations: 1, angle: 90, palette: [.white]))
        editor.layOut(in: Rectangle(x: 0, y: 0, width: 420, height: 600))
        editor.insertChosen()
        #expect(editor.system.axiom.count == RuleEditor.longestRow)
        #expect(editor.layout.tile >= RuleEditor.Layout.smallestTile)
    }
}
