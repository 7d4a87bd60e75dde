// RecordedEvents: the steps of a frame, in the order of execution.

import CaptureFile

/// One step of a frame, in the order of execution.
package enum RecordedEvent: Sendable, Hashable {
    case beginPass(RecordedPass)
    case draw(RecordedDraw)
    case clear(RecordedClear)
    case pushGroup(String)
    case popGroup
    case endPass
    case copy(RecordedCopy)
    case blit(RecordedBlit)
    case generateMipmaps(Int)
    case updateBuffer(RecordedBufferUpdate)
    case dispatch(RecordedDispatch)
}
extension RecordedEvent: FieldCodable {
    package static var blank: RecordedEvent { .popGroup }
    private enum Tag: UInt8 { case beginPass = 1, draw, clear, pushGroup, popGroup, endPass, copy, blit, generateMipmaps, updateBuffer, dispatch }
    private var tag: Tag {
        switch self {
        case .beginPass: .beginPass
        case .draw: .draw
        case .clear: .clear
        case .pushGroup: .pushGroup
        case .popGroup: .popGroup
        case .endPass: .endPass
        case .copy: .copy
        case .blit: .blit
        case .generateMipmaps: .generateMipmaps
        case .updateBuffer: .updateBuffer
        case .dispatch: .dispatch
        }
    }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var tag = tag
        try c.code(&tag)
        switch tag {
        case .beginPass:
            var value = if case .beginPass(let value) = self { value } else { RecordedPass.blank }
            try c.code(&value)
            self = .beginPass(value)
        case .draw:
            var value = if case .draw(let value) = self { value } else { RecordedDraw.blank }
            try c.code(&value)
            self = .draw(value)
        case .clear:
            var value = if case .clear(let value) = self { value } else { RecordedClear.blank }
            try c.code(&value)
            self = .clear(value)
        case .pushGroup:
            var value = if case .pushGroup(let value) = self { value } else { "" }
            try c.code(&value)
            self = .pushGroup(value)
        case .popGroup: self = .popGroup
        case .endPass: self = .endPass
        case .copy:
            var value = if case .copy(let value) = self { value } else { RecordedCopy.blank }
            try c.code(&value)
            self = .copy(value)
        case .blit:
            var value = if case .blit(let value) = self { value } else { RecordedBlit.blank }
            try c.code(&value)
            self = .blit(value)
        case .generateMipmaps:
            var value = if case .generateMipmaps(let value) = self { value } else { 0 }
            try c.code(&value)
            self = .generateMipmaps(value)
        case .updateBuffer:
            var value = if case .updateBuffer(let value) = self { value } else { RecordedBufferUpdate.blank }
            try c.code(&value)
            self = .updateBuffer(value)
        case .dispatch:
            var value = if case .dispatch(let value) = self { value } else { RecordedDispatch.blank }
            try c.code(&value)
            self = .dispatch(value)
        }
    }
}

package struct EventList: Sendable, Hashable {
    package var events: [RecordedEvent]
    package init(events: [RecordedEvent]) { self.events = events }
}
extension EventList: FieldCodable {
    package static var blank: EventList { EventList(events: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) { try c.code(&events) }
}

package struct RecordedPass: Sendable, Hashable {
    package var label: String
    package var framebuffer: Int
    package var clear: ClearValues
}
extension RecordedPass: FieldCodable {
    package static var blank: RecordedPass { RecordedPass(label: "", framebuffer: 0, clear: .none) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&label)
        try c.code(&framebuffer)
        try c.code(&clear)
    }
}

package struct RecordedClear: Sendable, Hashable {
    package var values: ClearValues
    package var scissor: PixelRect?
    /// The bits that the clear writes.
    package var mask: ClearMask
    /// The OpenGL function that the application called to clear; empty if the application does not call OpenGL.
    package var function: String
    package init(values: ClearValues, scissor: PixelRect? = nil, mask: ClearMask = .all, function: String = "") {
        self.values = values; self.scissor = scissor; self.mask = mask; self.function = function
    }
}
extension RecordedClear: FieldCodable {
    package static var blank: RecordedClear { RecordedClear(values: .none) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&values)
        try c.code(&scissor)
        if c.version >= 2 { try c.code(&mask) }
        if c.version >= 4 { try c.code(&function) }
    }
}

package struct RecordedCopy: Sendable, Hashable {
    package var source: Int, sourceLevel: Int, sourceRegion: TextureRegion
    package var destination: Int, destinationLevel: Int, x: Int, y: Int, z: Int
    /// The OpenGL function that the application called to copy; empty if the application does not call OpenGL.
    package var function = ""
}
extension RecordedCopy: FieldCodable {
    package static var blank: RecordedCopy {
        RecordedCopy(source: 0, sourceLevel: 0, sourceRegion: .blank, destination: 0, destinationLevel: 0, x: 0, y: 0, z: 0)
    }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&source)
        try c.code(&sourceLevel)
        try c.code(&sourceRegion)
        try c.code(&destination)
        try c.code(&destinationLevel)
        try c.code(&x)
        try c.code(&y)
        try c.code(&z)
        if c.version >= 4 { try c.code(&function) }
    }
}

package struct RecordedBlit: Sendable, Hashable {
    package var source: RecordedAttachment
    package var destination: RecordedAttachment
    /// The coordinates of the two corners: x0, y0, x1, y1.
    package var sourceCorners: SIMD4<Int>
    package var destinationCorners: SIMD4<Int>
    package var filter: FilterMode
    package var scissor: PixelRect?
    package var aspect = BlitAspect.all
    package var encodesSRGB = true
    /// The OpenGL function that the application called to copy; empty if the application does not call OpenGL.
    package var function = ""
}
extension RecordedBlit: FieldCodable {
    package static var blank: RecordedBlit {
        RecordedBlit(source: .blank, destination: .blank, sourceCorners: .zero, destinationCorners: .zero, filter: .nearest)
    }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&source)
        try c.code(&destination)
        try c.code(&sourceCorners)
        try c.code(&destinationCorners)
        try c.code(&filter)
        if c.version >= 2 { try c.code(&scissor) }
        guard c.version >= 3 else { return }
        try c.code(&aspect)
        try c.code(&encodesSRGB)
        if c.version >= 4 { try c.code(&function) }
    }
}

package struct RecordedBufferUpdate: Sendable, Hashable {
    package var buffer: Int
    package var offset: Int
    package var bytes: BlobReference
}
extension RecordedBufferUpdate: FieldCodable {
    package static var blank: RecordedBufferUpdate { RecordedBufferUpdate(buffer: 0, offset: 0, bytes: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&buffer)
        try c.code(&offset)
        try c.code(&bytes)
    }
}
