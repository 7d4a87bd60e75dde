// PickerLayout: the positions of the card and of the list of text forms, in the window of the demo picker. The layout keeps the text readable.

import Canvas
import Scenes2D

package struct PickerLayout {
    /// The size of the picture in points.
    package let scene: Size
    package let card: Rectangle
    /// The rectangle of the list of forms; nil if the window has no room for the list.
    package let list: Rectangle?

    /// The smallest number of pixels per point. A picture has fewer pixels per point only if the window has no room for the smallest card
    /// at this scale. The smallest letters are eleven points high and stay readable at this scale.
    package static let leastScale = 0.82
    private static let margin = 12.0, largestCard = Size(width: 398, height: 548), largestList = Size(width: 674, height: 548)

    /// - Parameters:
    ///   - width: The width of the window in pixels.
    ///   - height: The height of the window in pixels.
    package init(width: Double, height: Double) {
        let isWide = width >= height, whole = isWide ? Size(width: 1180, height: 620) : Size(width: 470, height: 1200)
        if min(width / whole.width, height / whole.height) >= PickerLayout.leastScale {
            self.scene = whole
            self.card = Rectangle(x: 36, y: 36, width: 398, height: isWide ? 548 : 430)
            self.list = isWide ? Rectangle(x: 470, y: 36, width: 674, height: 548) : Rectangle(x: 36, y: 498, width: 398, height: 666)
            return
        }
        // If the window is too small for the whole scene, the scene has fewer points. The smallest card always fits into the scene.
        let least = ColorPicker.Layout.minimumSize, margin = PickerLayout.margin, largest = PickerLayout.largestCard
        let scale = min(PickerLayout.leastScale, width / (least.width + 2 * margin), height / (least.height + 2 * margin))
        let scene = Size(width: width / scale, height: height / scale)
        var card = Size(width: min(largest.width, scene.width - 2 * margin), height: min(largest.height, scene.height - 2 * margin)),
            list = Size(width: 0, height: 0)
        if isWide {
            let beside = max(least.width, min(largest.width, 0.42 * scene.width)), room = scene.width - 3 * margin - beside
            if room >= 220 {
                card.width = beside
                list = Size(width: min(PickerLayout.largestList.width, room), height: card.height)
            }
        } else {
            let above = max(least.height, min(largest.height, 0.5 * scene.height)), room = scene.height - 3 * margin - above
            if room >= 100 {
                card.height = above
                list = Size(width: card.width, height: min(PickerLayout.largestList.height, room))
            }
        }
        // Card and list together are centred in the window.
        let (acrossList, downList): (Double, Double) = list.width == 0 ? (0, 0) : isWide ? (list.width + margin, 0) : (0, list.height + margin)
        let corner = Point(scene.width - card.width - acrossList, scene.height - card.height - downList) / 2
        self.scene = scene
        self.card = Rectangle(x: corner.x, y: corner.y, width: card.width, height: card.height)
        if list.width == 0 {
            self.list = nil
        } else {
            let place = isWide ? Point(corner.x + card.width + margin, corner.y) : Point(corner.x, corner.y + card.height + margin)
            self.list = Rectangle(x: place.x, y: place.y, width: list.width, height: list.height)
        }
    }
}
