// Samples: the code of the module's page.

import Raster
import ShaderProjects
import Testing

@Test("the page's program draws a file") func pageProgram() throws {
    let folder = try ProjectFolder(["x.frag": "void mainImage(out vec4 c, in vec2 p) { c = vec4(float(iFrame) / 59.0, 0.0, 0.0, 1.0); }"])
    let path = folder.path + "/x.frag", device = Device(.reference), target = try device.makeFramebuffer(width: 4, height: 4)
    let project = try ShaderProject(contentsOf: path)
    let player = try ShaderPlayer(device: device, project: project)
    for number in 0..<60 {
        var encoder = device.makeCommandEncoder()
        let moment = ShaderMoment(time: Double(number) / 60, delta: 1.0 / 60, number: number, frame: number)
        try player.draw(moment, to: target, into: &encoder)
        try device.submit(encoder)
    }
    #expect(try target.readImage()[1, 1] == [255, 0, 0, 255])
    #expect(player.summary == "Shadertoy; GLSL 300 es")
}
