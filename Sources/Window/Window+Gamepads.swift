// Window+Gamepads: reads sticks, triggers and buttons on request.

import CSDL

/// The state of a gamepad of any make, with its parts named after the positions on an Xbox controller.
public struct Gamepad: Sendable, Hashable {
    /// A button.
    public enum Button: String, Sendable, Hashable, CaseIterable {
        /// The four buttons under the right thumb, by position.
        case south, east, west, north
        /// The guide button in the middle, and the two buttons beside it.
        case back, guide, start
        /// The pressed sticks.
        case leftStick, rightStick
        /// The buttons above the triggers.
        case leftShoulder, rightShoulder
        /// The four directions of the cross.
        case up, down, left, right
    }
    /// The system's name of the gamepad.
    public var name: String
    /// The positions of the left and the right stick. Each coordinate is −1…1; x points to the right, and y points up.
    public var leftStick: SIMD2<Float>, rightStick: SIMD2<Float>
    /// How far the left and the right trigger are pressed, 0…1.
    public var leftTrigger: Float, rightTrigger: Float
    /// The buttons that are held.
    public var pressed: Set<Button>
}

extension Window {
    /// Returns the current state of the connected gamepads, oldest first. The first call starts gamepad support.
    public func gamepads() -> [Gamepad] {
        if SDL_WasInit(SDL_INIT_GAMECONTROLLER) == 0 { SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) }
        SDL_GameControllerUpdate()
        for index in 0 ..< max(0, SDL_NumJoysticks()) where SDL_IsGameController(index) == SDL_TRUE {
            let number = SDL_JoystickGetDeviceInstanceID(index)
            if openGamepads[number] == nil { openGamepads[number] = SDL_GameControllerOpen(index) }
        }
        for (number, pad) in openGamepads where SDL_GameControllerGetAttached(pad) == SDL_FALSE {
            SDL_GameControllerClose(pad)
            openGamepads[number] = nil
        }
        return openGamepads.sorted { $0.key < $1.key }.map { state(of: $0.value) }
    }
    func closeGamepads() {
        for pad in openGamepads.values { SDL_GameControllerClose(pad) }
        openGamepads = [:]
    }

    private func state(of pad: OpaquePointer) -> Gamepad {
        func axis(_ axis: SDL_GameControllerAxis) -> Float { max(-1, Float(SDL_GameControllerGetAxis(pad, axis)) / 32767) }
        let buttons: [(SDL_GameControllerButton, Gamepad.Button)] = [
            (SDL_CONTROLLER_BUTTON_A, .south), (SDL_CONTROLLER_BUTTON_B, .east), (SDL_CONTROLLER_BUTTON_X, .west), (SDL_CONTROLLER_BUTTON_Y, .north),
            (SDL_CONTROLLER_BUTTON_BACK, .back), (SDL_CONTROLLER_BUTTON_GUIDE, .guide), (SDL_CONTROLLER_BUTTON_START, .start),
            (SDL_CONTROLLER_BUTTON_LEFTSTICK, .leftStick), (SDL_CONTROLLER_BUTTON_RIGHTSTICK, .rightStick),
            (SDL_CONTROLLER_BUTTON_LEFTSHOULDER, .leftShoulder), (SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, .rightShoulder),
            (SDL_CONTROLLER_BUTTON_DPAD_UP, .up), (SDL_CONTROLLER_BUTTON_DPAD_DOWN, .down),
            (SDL_CONTROLLER_BUTTON_DPAD_LEFT, .left), (SDL_CONTROLLER_BUTTON_DPAD_RIGHT, .right),
        ]
        return Gamepad(name: SDL_GameControllerName(pad).map { String(cString: $0) } ?? "gamepad",
                       leftStick: SIMD2(axis(SDL_CONTROLLER_AXIS_LEFTX), -axis(SDL_CONTROLLER_AXIS_LEFTY)),
                       rightStick: SIMD2(axis(SDL_CONTROLLER_AXIS_RIGHTX), -axis(SDL_CONTROLLER_AXIS_RIGHTY)),
                       leftTrigger: axis(SDL_CONTROLLER_AXIS_TRIGGERLEFT), rightTrigger: axis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT),
                       pressed: Set(buttons.filter { SDL_GameControllerGetButton(pad, $0.0) != 0 }.map(\.1)))
    }
}
