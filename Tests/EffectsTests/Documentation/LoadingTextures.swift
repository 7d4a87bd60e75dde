// The code of the page "Loading textures" that reads files. The tests run this code with files that the tests write.

import Effects
import Raster

func loadBricks(_ path: String, for effect: BaseEffect, on device: Device) throws {
    let loader = TextureLoader(device: device)
    let bricks = try loader.texture(withContentsOfFile: path)
    effect.texture2d0 = TextureProperty(bricks)
}

func loadSurroundings(_ facePaths: [String], _ stripPath: String, on device: Device) throws -> [TextureInfo] {
    let loader = TextureLoader(device: device)
    let room = try loader.cubeMap(withContentsOfFiles: facePaths)
    let sky = try loader.cubeMap(withContentsOfFile: stripPath, options: .init(generateMipmaps: true))
    return [room, sky]
}

@MainActor func loadWithoutWaiting(_ path: String, with loader: TextureLoader) async throws -> TextureInfo {
    let texture = try await loader.texture(withContentsOfFile: path, options: .init(applyPremultiplication: true))
    return texture
}
