// OpenGLRenderer: executes Raster's commands on the system's OpenGL.
//
// The OpenGL context belongs to a separate thread. Every call of the renderer runs on this thread, and the caller waits until the call
// ends. Texels that OpenGL has written stay in OpenGL until the host asks for them (`hostIsStale`, `synchronize`).

import CSystemGL
import Raster

final class OpenGLRenderer: Renderer {
    let name: String
    private let thread: GLThread
    private let player: CommandPlayer

    init(options: SystemGL.Options) throws {
        let thread = try GLThread(name: "OpenGL")
        do {
            player = try thread.perform { CommandPlayer(context: try EGLContext(), options: options) }
        } catch {
            thread.stop()
            throw error
        }
        self.thread = thread
        name = "opengl (\(player.context.rendererName), \(player.context.versionName))"
    }

    deinit {
        try? thread.perform { player.context.destroy() }
        thread.stop()
    }

    func prepare(_ pipeline: Pipeline) throws {
        try thread.perform { _ = try player.resources.twin(of: pipeline.program) }
    }

    func prepare(_ program: ComputeProgram) throws {
        try thread.perform { _ = try player.resources.twin(of: program) }
    }

    func execute(_ commands: [Command]) throws {
        try thread.perform { try player.play(commands) }
    }

    func synchronize(_ texture: Texture) throws {
        guard texture.hostIsStale else { return }
        try thread.perform { try player.resources.readBack(texture) }
        texture.hostIsStale = false
    }
}
