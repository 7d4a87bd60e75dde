import Raster

/// A wrong renderer: it draws like the reference, and then changes the texel (1, 1) of the attachments.
final class Spoiler: Renderer {
    let name = "spoiler"
    private let reference = ReferenceRenderer(stepLimit: 1000)
    /// Submits with fewer draws than this number are not spoiled.
    private let least: Int
    init(fromDraws least: Int = 1) { self.least = least }

    func prepare(_ pipeline: Pipeline) throws { try reference.prepare(pipeline) }
    func synchronize(_ texture: Texture) throws { try reference.synchronize(texture) }
    func execute(_ commands: [Command]) throws {
        try reference.execute(commands)
        func draws(_ pass: RenderPassCommand) -> Int { pass.operations.count { if case .draw = $0 { true } else { false } } }
        let count = commands.reduce(0) { sum, command in if case .renderPass(let pass) = command { sum + draws(pass) } else { sum } }
        guard count >= least else { return }
        for case .renderPass(let pass) in commands where draws(pass) > 0 {
            guard let attachment = pass.target.color[0] else { continue }
            let place = attachment.texture.storage.address(level: 0, slice: 0, x: 1, y: 1, sample: 0)
            place.storeBytes(of: place.load(as: UInt8.self) ^ 1, as: UInt8.self)
        }
    }
}
