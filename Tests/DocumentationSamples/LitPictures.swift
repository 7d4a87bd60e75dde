// LitPictures: the pictures and the code of the pages about lit images, filters and frame animations.

import Effects
import Raster

struct LitPictures {
    let device: Device

    /// Returns a lit image of pale bricks.
    private func wall() throws -> LitImage {
        let bricks = try device.makeTexture(from: Painting.wall(width: 320, height: 180))
        let wall = try LitImage(bricks)
        wall.ambientLightLevel = 0.35
        return wall
    }
    private func lit(_ wall: LitImage) throws -> Image {
        let controller = LightingController(device: device)
        controller.images = [wall]
        controller.lights = [
            PointLight(position: [56, 120], intensity: 0.9, range: 136, color: [1, 0.6, 0.35]),
            PointLight(position: [160, 56], intensity: 0.9, range: 136, color: [0.4, 0.7, 1]),
            PointLight(position: [264, 120], intensity: 0.9, range: 136, color: [0.9, 0.45, 0.9]),
        ]
        try controller.update()
        return try wall.litTexture.readImage()
    }

    func plain() throws -> Image { try lit(wall()) }

    func relief() throws -> Image {
        let wall = try wall()
        wall.relief = Relief(depth: 6, lampHeight: 0.3)
        return try lit(wall)
    }

    func shadows() throws -> Image {
        let wall = try wall(), disc = try device.makeTexture(from: Painting.disc(size: 64))
        for x in [Float(100), 216] {
            let place = ImageTransform(origin: [x - 18, 72], size: [36, 36], width: 64, height: 64)
            wall.shadowCasters.append(ShadowCaster(disc, transform: place, opacity: 0.9))
        }
        wall.lampRadius = 10
        return try lit(wall)
    }

    /// Draws a walking figure: the code of "Bright light" and "Lit animations" on the page "Lit images".
    static func walk(_ pictures: [Texture], _ heights: [Texture], on device: Device, at time: Double) throws -> Texture {
        let wall = try LitImage(pictures[0])
        wall.rollOff = 0.8

        let walk = try LitAnimation(pictures: pictures, heightMaps: heights, fps: 12)
        walk.image.relief = Relief(depth: 6)
        walk.playback = .pingPong

        let controller = LightingController(device: device)
        controller.images = [wall, walk.image]
        controller.lights = [PointLight(position: [40, 40])]

        try walk.show(at: time)
        wall.shadowCasters = [ShadowCaster(walk.image.picture, transform: walk.image.transform)]
        try controller.update()
        return walk.image.litTexture
    }

    func filters() throws -> Image {
        let source = try lit({ let wall = try wall(); wall.relief = Relief(depth: 6, lampHeight: 0.3); return wall }())
        let picture = try device.makeTexture(from: source)
        let renderer = FilterRenderer(device: device)
        let old = try renderer.apply([.sepia(0.9), .vignette(0.8)], to: picture)
        let chain = try Filter.chain("sepia(0.9) | vignette(amount: 0.8)")
        precondition(chain == [.sepia(0.9), .vignette(0.8)])
        let lit = try Filter.chain("radialGradient(outer: 0.9, color: #4d3b22) | addition(source) | sourceIn(source)")

        var quarters = [source, try old.readImage()]
        quarters.append(try renderer.apply([.colorControls(saturation: 1.5, brightness: -0.1), .bloom(intensity: 0.9, radius: 6, threshold: 0.6)],
                                           to: picture).readImage())
        quarters.append(try renderer.apply(lit + [.pixellate(size: 9)], to: picture).readImage())
        var sheet = Image(width: 320, height: 180)
        for y in 0..<180 {
            for x in 0..<320 {
                let right = x >= 160, below = y >= 90
                // Each quarter of the sheet shows the middle of one picture: half of the picture's width and height, starting at a
                // quarter of the width and of the height.
                sheet[x, y] = quarters[(right ? 1 : 0) + (below ? 2 : 0)][80 + x % 160, 45 + y % 90]
            }
        }
        return sheet
    }

    /// Plays frames from files. The page "Frame animations" shows this code. Throws if the current folder does not contain the files
    /// that the code loads.
    static func play(on device: Device, until time: Double) throws -> Image? {
        let animation = FrameAnimation(device: device)
        try animation.play(name: "walk", range: 1...80, numberPadding: 3, type: .png, fps: 30, repeat: true)
        return try picture(of: animation, at: time)
    }
    private static func picture(of animation: FrameAnimation, at time: Double) throws -> Image? {
        try animation.update(at: time)
        let shown = animation.currentTexture
        return try shown?.readImage()
    }
}
