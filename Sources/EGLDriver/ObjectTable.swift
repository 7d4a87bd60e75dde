/// The objects of one kind that a program knows by handles. A handle is the object's address; a handle that the table does not have is
/// never used as an address.
struct ObjectTable<Object: AnyObject> {
    private var objects: [UnsafeMutableRawPointer: Object] = [:]

    static func handle(of object: Object) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

    subscript(handle: UnsafeMutableRawPointer?) -> Object? { handle.flatMap { objects[$0] } }
    var all: [Object] { Array(objects.values) }

    /// Adds the object, and returns its handle.
    mutating func add(_ object: Object) -> UnsafeMutableRawPointer {
        let handle = Self.handle(of: object)
        objects[handle] = object
        return handle
    }
    /// Removes the object of a handle, and returns it; nil if the handle has none.
    @discardableResult
    mutating func remove(_ handle: UnsafeMutableRawPointer?) -> Object? { handle.flatMap { objects.removeValue(forKey: $0) } }
    mutating func removeAll() { objects = [:] }
}
