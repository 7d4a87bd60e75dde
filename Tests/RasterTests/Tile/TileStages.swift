// TileStages: makes the input for tests of a single stage of the tile renderer.

import Kernel
import Raster

/// Makes passes and the plans of their draws, without drawing. Kernels are compiled in the baseline tier.
struct TileStages {
    /// The device that makes the resources, and draws nothing.
    let device = Device(.reference)
    let lanes: Int
    private let kernels: TileKernels

    init(lanes: Int = 8) {
        self.lanes = lanes
        kernels = TileKernels(target: KernelTarget(lanes: lanes), compiler: KernelCompiler(cache: CodeCache(.none)), tiers: .baseline)
    }

    static let layout = VertexLayout(stride: 8, VertexAttribute("position", .float2))
    /// Returns a pipeline that takes positions in pixels of a target of size `size`.
    func pipeline(_ configure: (inout RasterState) -> Void = { _ in }) throws -> Pipeline {
        var state = RasterState()
        configure(&state)
        let program = try device.makeProgram(
            vertex: "in vec2 position; uniform vec2 size; void main() { gl_Position = vec4(position / size * 2.0 - 1.0, 0.0, 1.0); gl_PointSize = 9.0; }",
            fragment: "out uvec4 number; void main() { number = uvec4(uint(gl_PrimitiveID) + 1u, 0u, 0u, 0u); }")
        return try device.makePipeline(program: program, vertexLayout: Self.layout, state: state)
    }

    /// Returns a recorded pass.
    func pass(_ target: Framebuffer, clear: ClearValues = .none, _ body: (inout RenderPass) throws -> Void) rethrows -> RenderPassCommand? {
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: clear, body)
        if case .renderPass(let pass)? = encoder.commands.last { return pass }
        return nil
    }

    /// Returns the code of a draw.
    func kernels(for call: DrawCall, _ target: Framebuffer) throws -> DrawKernels? {
        try kernels.compile(for: [DrawWithTarget(call: call, target: target)])
        return kernels.kernels(for: call, target: target)
    }

    /// Returns the plans of a pass's draws, all filled.
    func plans(_ pass: RenderPassCommand) throws -> [DrawPlan] {
        var plans: [DrawPlan] = []
        for case .draw(let call) in pass.operations {
            guard let code = try kernels(for: call, pass.target) else { continue }
            let plan = DrawPlan(call: call, number: plans.count, target: pass.target, stepLimit: 1 << 16, kernels: code)
            plan.fill()
            plans.append(plan)
        }
        return plans
    }
}
