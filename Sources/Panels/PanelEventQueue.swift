/// The events that no frame has processed yet. Dear ImGui looks at the state of buttons and keys only once per frame. Without a queue, a
/// press and its release within one slow frame would cancel out. Also, a press would act at the position that the pointer has at the end of
/// the frame. Therefore events wait in this queue, and a frame takes only as many events as a single state of the buttons and keys can
/// represent.
struct PanelEventQueue {
    private var waiting: [PanelEvent] = []
    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ events: [PanelEvent]) { waiting += events }

    /// Returns the events of the next frame. The list ends before the second change of the same button or key, and before a move
    /// that follows a change of a button.
    mutating func takeFrame() -> [PanelEvent] {
        var buttons: Set<PanelButton> = [], keys: Set<PanelKey> = []
        var count = 0
        scan: for event in waiting {
            switch event {
            case .buttonDown(let button), .buttonUp(let button):
                guard buttons.insert(button).inserted else { break scan }
            case .keyDown(let key), .keyUp(let key):
                guard keys.insert(key).inserted else { break scan }
            case .pointerMoved, .pointerLeft:
                guard buttons.isEmpty else { break scan }
            case .wheel, .modifiers, .text: break
            }
            count += 1
        }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }
}
