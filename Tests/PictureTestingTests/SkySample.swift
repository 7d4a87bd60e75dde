import PictureTesting
import Raster
import Testing

@Test("the sky is blue at noon") func sky() throws {
    let device = Device(.jit)
    let target = try device.makeFramebuffer(width: 64, height: 64)
    let frame = try DrawnFrame(target, on: device) { encoder in
        encoder.render(to: target, clear: .color(0.2, 0.4, 1)) { _ in }
    }
    expectPicture(frame, matches: "Pictures/sky.png")
}
