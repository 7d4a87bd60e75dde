// WindowWaker: wakes a sleeping window from any thread.

import CSDL

/// Wakes a window's loop, which sleeps while nothing changes. Other threads use a waker when their work is done.
///
///     let waker = window.waker
///     Task.detached {
///         results.store(try await load())
///         waker.wake()
///     }
public struct WindowWaker: Sendable {
    /// Wakes `Window.run`, because there may be something to draw. `run` calls its closure, or draws a frame of the controller, unless the
    /// controller is paused. `wake` may be called on any thread, as often as needed. After the window is released, this method does
    /// nothing.
    public func wake() {
        var event = SDL_Event()
        event.type = SDL_USEREVENT.rawValue
        // SDL accepts events from all threads. If the queue is full, SDL drops this event, but the events that are already in the queue
        // wake the window.
        SDL_PushEvent(&event)
    }
}

extension Window {
    /// Wakes the window's loop from any thread.
    public var waker: WindowWaker { WindowWaker() }
}
