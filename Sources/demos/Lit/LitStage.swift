// LitStage: the part of the scene that a picture of the demo lit shows, in points from the bottom left, and where the walker is in it.
//
// The view is 720 points high. In a narrow picture it is as much higher as it takes to be 600 points wide, so that there is room to walk and lamps do not
// crowd: the wall goes on upwards.

import Effects
import Raster

package struct LitStage: Equatable, Sendable {
    static let height: Float = 720, narrowest: Float = 600
    static let figureHeight: Float = 330
    /// How far the walker goes in a second, in figure heights.
    static let speed = 0.55
    /// The walker's picture.
    static let figureExtent = WalkingFigure.extent * figureHeight
    /// The view in points.
    package let size: SIMD2<Float>
    let pointsPerPixel: Float

    /// - Parameters:
    ///   - width: Pixels of the picture's rows.
    ///   - height: The number of rows.
    package init(width: Int, height: Int) {
        pointsPerPixel = max(LitStage.height / Float(height), LitStage.narrowest / Float(width))
        size = SIMD2(Float(width), Float(height)) * pointsPerPixel
    }

    /// Where the figure's picture is.
    package struct Walker: Equatable, Sendable {
        /// The lower left corner, in points.
        package var origin: SIMD2<Float>
        package var isGoingLeft: Bool
    }
    /// The walker goes from one edge to the other and back, and is seen whole all the way.
    package func walker(at time: Double) -> Walker {
        let way = Double(size.x - LitStage.figureExtent.x), walked = time * LitStage.speed * Double(LitStage.figureHeight)
        var gone = (walked + 0.16 * way).truncatingRemainder(dividingBy: 2 * way)
        if gone < 0 { gone += 2 * way }
        return Walker(origin: SIMD2(Float(gone > way ? 2 * way - gone : gone), 46), isGoingLeft: gone > way)
    }
}

extension LitStage.Walker {
    /// From the pixels of a drawing to points. All are drawn as if to walk to the right, and are mirrored to walk to the left.
    func transform(width: Int, height: Int) -> ImageTransform {
        let ahead = ImageTransform(origin: origin, size: LitStage.figureExtent, width: width, height: height)
        guard isGoingLeft else { return ahead }
        return ImageTransform(origin: origin + SIMD2(LitStage.figureExtent.x, 0), xAxis: -ahead.xAxis, yAxis: ahead.yAxis)
    }
}
