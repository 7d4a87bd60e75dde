// LitStage: the visible part of the scene in the demo `lit`, and the position of the walking figure. Positions are in points from the
// bottom left.
//
// The view is 720 points high. In a narrow picture, the view is taller than 720 points, so that the view is at least 600 points wide. A
// width of 600 points leaves room for the walking figure and for the lamps. The part of the view above 720 points shows more of the wall.

import Effects
import Raster

package struct LitStage: Equatable, Sendable {
    static let height: Float = 720, narrowest: Float = 600
    static let figureHeight: Float = 330
    /// The figure's speed, in figure heights per second.
    static let speed = 0.55
    /// The size of the figure's picture in points.
    static let figureExtent = WalkingFigure.extent * figureHeight
    /// The size of the view in points.
    package let size: SIMD2<Float>
    let pointsPerPixel: Float

    /// - Parameters:
    ///   - width: The width of the picture in pixels.
    ///   - height: The height of the picture in pixels.
    package init(width: Int, height: Int) {
        pointsPerPixel = max(LitStage.height / Float(height), LitStage.narrowest / Float(width))
        size = SIMD2(Float(width), Float(height)) * pointsPerPixel
    }

    /// The position of the figure's picture.
    package struct Walker: Equatable, Sendable {
        /// The lower left corner of the figure's picture, in points.
        package var origin: SIMD2<Float>
        package var isGoingLeft: Bool
    }
    /// Returns the position of the figure at the given time. The figure walks from the left edge to the right edge and back, and is
    /// always completely visible.
    package func walker(at time: Double) -> Walker {
        let way = Double(size.x - LitStage.figureExtent.x), walked = time * LitStage.speed * Double(LitStage.figureHeight)
        var gone = (walked + 0.16 * way).truncatingRemainder(dividingBy: 2 * way)
        if gone < 0 { gone += 2 * way }
        return Walker(origin: SIMD2(Float(gone > way ? 2 * way - gone : gone), 46), isGoingLeft: gone > way)
    }
}

extension LitStage.Walker {
    /// Returns the map from the pixels of a drawing to points of the view. The drawings show the figure as it walks to the right. While the
    /// figure walks to the left, the map mirrors the drawings.
    func transform(width: Int, height: Int) -> ImageTransform {
        let ahead = ImageTransform(origin: origin, size: LitStage.figureExtent, width: width, height: height)
        guard isGoingLeft else { return ahead }
        return ImageTransform(origin: origin + SIMD2(LitStage.figureExtent.x, 0), xAxis: -ahead.xAxis, yAxis: ahead.yAxis)
    }
}
