// ModelFraming: the position and size of a model in the world, and the distance from which the whole model is visible.

import Models
import Raster

struct ModelFraming {
    /// The transform from the model's space to world space. In world space y points up.
    let matrix: Matrix4
    /// The middle of the box around the model.
    let center: SIMD3<Float>
    /// The height of the model's lowest point in world space.
    let ground: Float
    /// Half the diagonal of the box, above 0.
    let radius: Float
    /// The largest distance of a vertex from the vertical axis through the middle of the box.
    let footprint: Float

    /// A model whose radius is outside of this range is scaled to radius 1, because the squares of such lengths would be too large
    /// or too small for floats.
    private static let plainLengths: ClosedRange<Float> = 1e-6...1e6

    /// - Parameters:
    ///   - poses: The poses in which the model will be shown. The box contains the model in all these poses.
    ///   - isLying: True if the z axis of the model points up.
    init(_ model: Model, poses: [ModelPose], isLying: Bool) {
        var low = SIMD3<Float>(repeating: .infinity), high = -low
        for pose in poses {
            let box = model.bounds(in: pose)
            low = pointwiseMin(low, box.minimum)
            high = pointwiseMax(high, box.maximum)
        }
        if !(low.x <= high.x) { (low, high) = (.zero, .zero) }
        var middle = (low + high) * 0.5, half = (high - low) * 0.5
        let length = half.length, scale: Float
        if length.isFinite {
            scale = ModelFraming.plainLengths.contains(length) || !(length > 0) ? 1 : 1 / length
            radius = length > 0 ? length * scale : 1
        } else {
            // Each coordinate is halved before the addition, because the sum of very large floats would be infinite.
            middle = low * 0.5 + high * 0.5
            half = high * 0.5 - low * 0.5
            scale = Float(1 / (Double((half / half.max()).length) * Double(half.max())))
            radius = 1
        }
        let upright = isLying ? Matrix4.rotationX(-.pi / 2) : .identity
        matrix = .scale(scale) * upright
        center = upright.transformDirection(middle) * scale
        let height = isLying ? half.z : half.y
        ground = center.y - height * scale

        // The cylinder around the vertices may be narrower than the cylinder around the box. For a single pose, the vertices are computed,
        // and the narrower cylinder is used. For several poses, the cylinder around the box is used.
        var widest: Float = 0
        let side = half * scale, corner = side.x * side.x + (isLying ? side.y * side.y : side.z * side.z)
        if poses.count == 1, let pose = poses.first, let placed = try? model.placed(in: pose) {
            for vertex in placed.lazy.flatMap(\.vertices) {
                let offset = (vertex.position - middle) * scale, across = isLying ? offset.y : offset.z
                let square = offset.x * offset.x + across * across
                if square > widest { widest = square }
            }
        } else {
            widest = corner
        }
        footprint = min(widest, corner).squareRoot()
    }

    /// Returns the distance from the eye to the middle at which an upright cylinder around the model fits into the view with a
    /// margin. The model can rotate in this cylinder, so the distance is the same for every rotation.
    /// - Parameter toEye: The direction from the middle to the eye, of length 1.
    func distance(toEye: SIMD3<Float>, fovy: Float, aspect: Float) -> Float {
        let right = SIMD3(toEye.z, 0, -toEye.x).normalized, up = toEye.cross(right)
        let tangent = Float(PortableMath.tangent(Double(fovy) / 2))
        var distance: Float = 0
        for step in 0..<48 {
            let angle = Double(step) / 48 * 2 * .pi
            for y in [ground - center.y, center.y - ground] {
                let corner = SIMD3(footprint * Float(PortableMath.sine(angle)), y, footprint * Float(PortableMath.cosine(angle)))
                let side = max(abs(corner.dot(up)) / tangent, abs(corner.dot(right)) / (tangent * aspect))
                distance = max(distance, corner.dot(toEye) + side * 1.06)
            }
        }
        return max(distance, radius * 0.01)
    }
}
