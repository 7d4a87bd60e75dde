// MirrorTable: maps Raster's objects, by identity, to their OpenGL twins. An entry is removed after its Raster object is gone.

/// A map from objects to their twins. Objects are held weakly. `removeDead` returns the twins of objects that are gone, so that the
/// caller can delete these twins.
struct MirrorTable<Object: AnyObject, Twin> {
    private struct Entry {
        weak var object: Object?
        var twin: Twin
    }
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The twins of freed objects whose identity now belongs to a new object.
    private var displaced: [Twin] = []

    subscript(object: Object) -> Twin? {
        guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
        return entry.twin
    }

    mutating func insert(_ twin: Twin, for object: Object) {
        if let old = entries.updateValue(Entry(object: object, twin: twin), forKey: ObjectIdentifier(object)) {
            displaced.append(old.twin)
        }
    }

    mutating func removeDead() -> [Twin] {
        var dead = displaced
        displaced = []
        for (identity, entry) in entries where entry.object == nil {
            dead.append(entry.twin)
            entries[identity] = nil
        }
        return dead
    }
}
