// WalkAnimation: the walking figure as a lit animation. The frames together show two steps. Each frame is drawn when it is first
// shown.

import Effects
import Raster

final class WalkAnimation {
    let animation: LitAnimation
    private let figure: WalkingFigure
    private let targets: [Framebuffer]
    private var isDrawn: [Bool]
    /// The height of the frames in pixels.
    var height: Int { targets[0].height }

    /// - Parameters:
    ///   - height: The height of the frames in pixels.
    ///   - speed: The figure's speed, in figure heights per second.
    init(device: Device, height: Int, speed: Double) throws {
        figure = try WalkingFigure(device: device)
        targets = try (0..<WalkingFigure.drawings).map { _ in try WalkingFigure.target(device: device, height: height) }
        isDrawn = targets.map { _ in false }
        animation = try LitAnimation(pictures: targets.map { $0.color[0]!.texture }, fps: speed / WalkingFigure.stride * Double(WalkingFigure.drawings))
        animation.image.label = "figure"
    }

    /// Sets the image's picture to the frame for the given time. If this frame has not been drawn yet, records its draw.
    func show(at time: Double, into encoder: inout CommandEncoder) throws {
        try animation.show(at: time)
        let index = animation.currentFrameIndex
        guard !isDrawn[index] else { return }
        figure.draw(index, to: targets[index], into: &encoder)
        isDrawn[index] = true
    }
}
