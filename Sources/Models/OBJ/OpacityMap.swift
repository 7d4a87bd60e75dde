// OpacityMap: an image of opacities (`map_d`) as the alpha of an image of colours (`map_Kd`), because a Material has one texture for colour
// and opacity.

import Effects
import Raster

enum OpacityMap {
    /// Returns the colours with the opacities as alpha. If there is no image of colours, the colour is white.
    /// - Parameter opacity: A grey picture, or a picture whose alpha is the opacity. The picture is scaled to the size of the
    ///   colours.
    static func merged(_ colors: Image?, _ opacity: Image) -> Image {
        let opacity = opacity.converted(to: .rgba8)
        var result = colors?.converted(to: .rgba8)
            ?? Image(width: opacity.width, height: opacity.height, bytes: [UInt8](repeating: 255, count: opacity.bytes.count))
        let hasAlpha = stride(from: 3, to: opacity.bytes.count, by: 4).contains { opacity.bytes[$0] != 255 }
        for y in 0..<result.height {
            let row = y * opacity.height / result.height * opacity.width
            for x in 0..<result.width {
                let source = (row + x * opacity.width / result.width) * 4
                result.bytes[(y * result.width + x) * 4 + 3] = opacity.bytes[source + (hasAlpha ? 3 : 0)]
            }
        }
        return result
    }

    /// Returns the alpha mode that fits an image: `mask` if nearly all texels are opaque or invisible, as on leaves; otherwise `blend`.
    static func mode(of image: Image) -> MaterialAlphaMode {
        let image = image.converted(to: .rgba8)
        var between = 0, visible = 0
        for i in stride(from: 3, to: image.bytes.count, by: 4) {
            if image.bytes[i] == 255 { visible += 1 } else if image.bytes[i] > 15, image.bytes[i] < 240 { between += 1 }
        }
        let count = image.width * image.height
        return visible == count ? .opaque : between * 10 <= count ? .mask : .blend
    }
}
