/// The objects of one kind for which a program has handles. A handle is the object's address. A program may pass any number as a handle. So
/// the driver looks up the handle in the table, and never reads memory at the address that the handle names.
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
    /// Removes the object with this handle, and returns the object. Returns nil if the table does not contain the handle.
    @discardableResult
    package mutating func remove(_ handle: UnsafeMutableRawPointer?) -> Object? { handle.flatMap { objects.removeValue(forKey: $0) } }
    package mutating func removeAll() { objects = [:] }
}
