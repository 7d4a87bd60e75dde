// ViewLayout: the positions of the window's parts, in points from the window's upper left corner. Neighbouring parts have a gap of
// one point; dragging the gap resizes the parts.

package struct ViewLayout: Equatable {
    package struct Frame: Equatable, Sendable {
        package var x: Float, y: Float, width: Float, height: Float
        package func contains(_ x: Float, _ y: Float) -> Bool { x >= self.x && y >= self.y && x < self.x + width && y < self.y + height }
    }
    package enum Divider: Equatable, Sendable { case draws, details, drawer }

    package var width: Float, height: Float
    /// Whether the parts around the picture are shown.
    package var showsPanels = true
    package var hasDrawer = false
    /// The sizes that the user has chosen for the list of draws, the details and the drawer. If a size is nil, the layout chooses a size
    /// that fits the window.
    package var drawsWidth: Float?, detailsWidth: Float?, drawerHeight: Float?
    /// - Parameters:
    ///   - width: The width in points.
    ///   - height: The height in points.
    package init(width: Float = 1280, height: Float = 720) { self.width = width; self.height = height }
    /// The number of visible rows of controls above the picture; if the window is not tall enough for all rows, the user can scroll to the other rows.
    package var controlRows: Int { min(neededControlRows, max(2, Int((middleHeight * 0.45 - 9) / ViewLayout.controlHeight))) }
    package var controlsScroll: Bool { controlRows < neededControlRows }
    /// The number of rows that all controls need if the rows are as wide as the picture.
    private var neededControlRows: Int {
        // The minimum widths at which all controls fit into one row, into two rows, and so on.
        1 + ([940, 505, 355, 280, 245, 215, 210] as [Float]).count { stageWidth < $0 }
    }

    static let barHeight: Float = 36, statusHeight: Float = 26, gap: Float = 1, controlHeight: Float = 26
    private var columns: (draws: Float, details: Float) {
        // These limits leave about a third of the window's width to the picture, and leave room for the names of draws in small windows.
        let draws = min(max(drawsWidth ?? min(270, max(130, width * 0.21)), 90), width * 0.4)
        let details = min(max(detailsWidth ?? min(410, width * 0.34), 140), max(140, width * 0.66 - draws))
        return (draws.rounded(), details.rounded())
    }
    private var stageWidth: Float { max(1, width - columns.draws - columns.details - 2 * ViewLayout.gap) }
    private var controlsHeight: Float { Float(controlRows) * ViewLayout.controlHeight + 9 }
    private var middleTop: Float { ViewLayout.barHeight + ViewLayout.gap }
    private var middleHeight: Float { max(1, height - middleTop - ViewLayout.statusHeight - ViewLayout.gap) }
    private var drawerRows: Float {
        guard hasDrawer else { return 0 }
        return min(max(drawerHeight ?? min(260, middleHeight * 0.38), 60), max(60, middleHeight - controlsHeight - 80)).rounded()
    }

    package var bar: Frame { Frame(x: 0, y: 0, width: width, height: ViewLayout.barHeight) }
    package var status: Frame { Frame(x: 0, y: height - ViewLayout.statusHeight, width: width, height: ViewLayout.statusHeight) }
    package var draws: Frame { Frame(x: 0, y: middleTop, width: columns.draws, height: middleHeight) }
    package var details: Frame { Frame(x: width - columns.details, y: middleTop, width: columns.details, height: middleHeight) }
    package var controls: Frame { Frame(x: columns.draws + ViewLayout.gap, y: middleTop, width: stageWidth, height: controlsHeight) }
    package var drawer: Frame { Frame(x: controls.x, y: middleTop + middleHeight - drawerRows, width: stageWidth, height: drawerRows) }
    /// The area of the picture: the whole window if the panels are hidden.
    package var stage: Frame {
        guard showsPanels else { return Frame(x: 0, y: 0, width: width, height: height) }
        let top = controls.y + controls.height + ViewLayout.gap
        return Frame(x: controls.x, y: top, width: stageWidth, height: max(1, (hasDrawer ? drawer.y - ViewLayout.gap : middleTop + middleHeight) - top))
    }

    /// If a position is at most four points away from a gap, returns the gap. Returns nil if no gap is that near.
    package func divider(atX x: Float, y: Float) -> Divider? {
        guard showsPanels, y >= middleTop, y < middleTop + middleHeight else { return nil }
        if abs(x - (draws.width + 0.5)) < 4 { return .draws }
        if abs(x - (details.x - 0.5)) < 4 { return .details }
        if hasDrawer, x > controls.x, x < controls.x + stageWidth, abs(y - (drawer.y - 0.5)) < 4 { return .drawer }
        return nil
    }
    /// Moves a gap to a position, as far as the limits for the sizes of the parts allow.
    package mutating func move(_ divider: Divider, toX x: Float, y: Float) {
        switch divider {
        case .draws:
            drawsWidth = x
            drawsWidth = columns.draws
        case .details:
            detailsWidth = width - x
            detailsWidth = columns.details
        case .drawer:
            drawerHeight = middleTop + middleHeight - y
            drawerHeight = drawerRows
        }
    }
}
