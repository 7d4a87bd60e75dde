/// The objects of one kind that a program knows by handles. A handle is the object's address; a handle that the table does not have is
/// never used as an address.
package struct ObjectTable<Object: AnyObject> {
    private var objects: [UnsafeMutableRawPointer: Object] = [:]

    package init() {}
    package static func handle(of object: Object) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

    package subscript(handle: UnsafeMutableRawPointer?) -> Object? { handle.flatMap { objects[$0] } }
    package var all: [Object] { Array(objects.values) }

    /// Adds the object, and returns its handle.
    package mutating func add(_ object: Object) -> UnsafeMutableRawPointer {
        let handle = Self.handle(of: object)
        objects[handle] = object
        return handle
    }
    /// Removes the object of a handle, and returns it; nil if the handle has none.
    @discardableResult
    package mutating func remove(_ handle: UnsafeMutableRawPointer?) -> Object? { handle.flatMap { objects.removeValue(forKey: $0) } }
    package mutating func removeAll() { objects = [:] }
}
