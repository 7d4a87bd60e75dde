/// A command of a captured frame that runs shaders: a draw or a dispatch.
public enum ShaderCommand: Sendable, Hashable {
    /// A draw, which runs the vertex shader and the fragment shader of a program, and the geometry shader if the program has a geometry
    /// shader.
    case draw(CapturedDraw)
    /// A dispatch, which runs a compute shader.
    case dispatch(CapturedDispatch)

    /// The command's name in the arguments of framescope: "@3" for a draw, "dispatch:3" for a dispatch.
    public var argument: String {
        switch self {
        case .draw(let draw): "@\(draw.number)"
        case .dispatch(let dispatch): "dispatch:\(dispatch.number)"
        }
    }
    /// The command's name in a sentence: "draw @3 (main/wall)" or "dispatch 3 (blur)". A dispatch without a label has the label of its
    /// program instead, or else its place in the source.
    public var description: String {
        switch self {
        case .draw(let draw): "draw @\(draw.number) (\(draw.name))"
        case .dispatch(let dispatch): "dispatch \(dispatch.number) (\(dispatch.name))"
        }
    }
    /// The place in the source that recorded the command.
    public var site: String {
        switch self {
        case .draw(let draw): draw.site
        case .dispatch(let dispatch): dispatch.site
        }
    }
    /// The draw's number; nil for a dispatch.
    var draw: Int? { if case .draw(let draw) = self { draw.number } else { nil } }
    var isDispatch: Bool { if case .dispatch = self { true } else { false } }
    /// The index of the command's event in the frame.
    package var event: Int {
        switch self {
        case .draw(let draw): draw.event
        case .dispatch(let dispatch): dispatch.event
        }
    }
}
extension ShaderCommand: CustomStringConvertible {}

extension CapturedFrame {
    /// The frame's draws and dispatches in the order of execution.
    public var shaderCommands: [ShaderCommand] {
        (draws.map(ShaderCommand.draw) + dispatches.map(ShaderCommand.dispatch)).sorted { $0.event < $1.event }
    }
}
