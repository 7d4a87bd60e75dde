import Raster

/// The objects that contexts of a share group have in common (OpenGL ES 3.0.6 appendix D): buffers, textures, renderbuffers, samplers,
/// shaders, programs and sync objects.
package final class ShareGroup {
    package let driver: DriverDevice
    package var device: Device { driver.device }
    package var buffers = NameTable<BufferObject>()
    package var textures = NameTable<TextureObject>()
    package var samplers = NameTable<SamplerObject>()
    package var renderbuffers = NameTable<RenderbufferObject>()
    /// The shaders and programs, which share one set of names.
    package var shadersAndPrograms = NameTable<AnyObject>()
    /// The sync objects, by number. For a program, the number of a sync object looks like an address (GLsync).
    package var syncs: [UInt: SyncObject] = [:]
    package var lastSync: UInt = 0

    package init(driver: DriverDevice) { self.driver = driver }
}
