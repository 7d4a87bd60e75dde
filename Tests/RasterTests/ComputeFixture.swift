// ComputeFixture: a short way to run a compute shader in a test.

import Raster

struct ComputeFixture {
    let device: Device

    init(_ kind: Device.Kind = .reference, _ configure: (inout Device.Options) -> Void = { _ in }) {
        var options = Device.Options()
        options.threads = 2
        options.validation = false
        configure(&options)
        device = Device(kind, options: options)
    }
    init(_ device: Device) { self.device = device }

    /// Compiles a compute shader in GLSL 4.30. The function adds the first lines of the text: the version and the size of the work group.
    func program(_ text: String, size: String = "local_size_x = 1", label: String = "") throws -> ComputeProgram {
        try device.makeComputeProgram("#version 430\nlayout(\(size)) in;\n" + text, label: label)
    }
    func texture(_ format: PixelFormat, _ width: Int = 4, _ height: Int = 4, type: TextureType = .d2, depth: Int = 1, mipLevels: Int = 1,
                 samples: Int = 1) throws -> Texture {
        try device.makeTexture(TextureDescriptor(type: type, format: format, width: width, height: height, depth: depth, mipLevels: mipLevels,
                                                 samples: samples, label: "picture"))
    }
    /// Records dispatches and submits them.
    func compute(_ body: (inout ComputePass) throws -> Void) throws {
        var encoder = device.makeCommandEncoder()
        try encoder.compute(label: "work", body)
        try device.submit(encoder)
    }
    /// Runs `groups` work groups of a program.
    func run(_ program: ComputeProgram, groups: Int = 1, _ bind: (inout ComputePass) throws -> Void = { _ in }) throws {
        try compute { pass in
            pass.setProgram(program)
            try bind(&pass)
            pass.dispatch(groups)
        }
    }
}
