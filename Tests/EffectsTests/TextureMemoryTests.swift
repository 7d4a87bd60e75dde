// The memory of pictures that are being loaded, and the limit of a device's memory.

import Effects
import Raster
import Testing

@Test("pictures count as memory while they are decoded, and the error of a picture that does not fit names it")
func decoding() async throws {
    let file = try Image(width: 64, height: 64, format: .rgba8).pngData()
    for limit in [10_000, 20_000] {
        let device = limited(limit), loader = TextureLoader(device: device)
        let error = #expect(throws: RasterError.self) { try load(file, loader) }
        #expect(error?.code == .outOfMemory && error?.description.contains("sky") == true)
        let same = await #expect(throws: RasterError.self) { _ = try await loader.texture(withContentsOf: file, name: "sky") }
        #expect(same == error)
        #expect(device.memoryInUse == 0)
    }
    let device = limited(40_000)
    let texture = try load(file, TextureLoader(device: device))
    #expect(device.memoryInUse >= 64 * 64 * 4 && device.memoryInUse < 20_000)
    withExtendedLifetime(texture) {}
}

private func limited(_ limit: Int) -> Device {
    var options = Device.Options()
    options.memoryLimit = limit
    return Device(.reference, options: options)
}

/// Calls the synchronous overload.
private func load(_ file: [UInt8], _ loader: TextureLoader) throws -> TextureInfo { try loader.texture(withContentsOf: file, name: "sky") }
