// WindowWaker: wakes a window that sleeps until something happens, from any thread.

import CSDL

/// Wakes a window's loop, which sleeps while nothing changes: for work on other threads that has come to its end.
///
///     let waker = window.waker
///     Task.detached {
///         results.store(try await load())
///         waker.wake()
///     }
public struct WindowWaker: Sendable {
    /// Has `Window.run` look again whether there is something to draw: it calls its closure, or `handle` without events and then the controller for a frame. May be called on any
    /// thread, as often as one likes, and after the window is gone; then it does nothing.
    public func wake() {
        var event = SDL_Event()
        event.type = SDL_USEREVENT.rawValue
        // SDL lets events come from all threads. One that finds the queue full is not missed: what fills the queue wakes, too.
        SDL_PushEvent(&event)
    }
}

extension Window {
    /// Wakes the window's loop from any thread.
    public var waker: WindowWaker { WindowWaker() }
}
