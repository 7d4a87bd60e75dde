// MirrorTable: OpenGL's twins of Raster's objects, found by identity, held no longer than the object lives.

/// Object → twin. The object is held weakly: `removeDead` hands out the twins of objects that are gone, to be deleted.
struct MirrorTable<Object: AnyObject, Twin> {
    private struct Entry {
        weak var object: Object?
        var twin: Twin
    }
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// Twins whose object died and whose identity a new object took over.
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
