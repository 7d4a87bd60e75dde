// Accesses of shaders outside of their memory: reads give zero, and writes and atomic operations do nothing. The tests also check the
// memory after a dispatch was stopped.

import Kernel
import Raster
import Testing

/// Devices of both renderers. The devices that compile code have 4, 8 or 16 lanes, and use either tier.
private enum Way: Sendable, CaseIterable {
    case reference, few, some, many, baseline
    func makeDevice(stepLimit: Int? = nil) throws -> Device {
        var options = Device.Options()
        options.threads = 3
        options.validation = false
        options.shaderStepLimit = stepLimit ?? options.shaderStepLimit
        switch self {
        case .reference: return Device(.reference, options: options)
        case .few: options.lanes = 4
        case .some: options.lanes = 8
        case .many: options.lanes = 16
        case .baseline: return try Device.compiled(lanes: 8, threads: 2, isBaseline: true, stepLimit: options.shaderStepLimit)
        }
        return Device(.jit, options: options)
    }
}

extension Texture {
    /// Returns the texels of level 0 as numbers.
    fileprivate func elements<Element: BitwiseCopyable>(_ type: Element.Type) throws -> [Element] {
        try read().withUnsafeBytes { bytes in
            (0..<bytes.count / MemoryLayout<Element>.stride).map { bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Element>.stride, as: type) }
        }
    }
}

@Suite("Rules of memory that shaders use") struct MemoryRuleTests {
    @Test("an index outside of a storage block reads zero, writes nothing and changes no neighbouring byte", arguments: Way.allCases)
    private func indices(way: Way) throws {
        let fixture = ComputeFixture(try way.makeDevice())
        let program = try fixture.program("""
            layout(std430) buffer Part { uint numbers[]; };
            layout(std430) buffer Report { uint length, sum, old; };
            uniform int places[8];
            void main() {
                length = uint(numbers.length());
                int place = places[gl_WorkGroupID.x];
                atomicAdd(sum, numbers[place]);
                numbers[place] = 99u;
                old += atomicAdd(numbers[place], 5u) + atomicExchange(numbers[place], 7u) + atomicCompSwap(numbers[place], 3u, 4u) + atomicMax(numbers[place], 50u);
            }
            """)
        // The block is six words and a half in the middle of the buffer; the last half word is no element.
        let start = [UInt32](repeating: 3, count: 16), buffer = try fixture.device.makeBuffer(start), report = try fixture.device.makeBuffer(byteCount: 12)
        try fixture.run(program, groups: 8) { pass in
            pass.setStorageBuffer("Part", buffer, offset: 16, byteCount: 26)
            pass.setStorageBuffer("Report", report)
            pass.setUniform("places", [-1, 6, 7, 100, 1 << 29, 1 << 30, .max, .min] as [Int32])
        }
        #expect(try report.read(UInt32.self) == [6, 0, 0])
        #expect(try buffer.read(UInt32.self) == start)
    }

    @Test("length() counts whole elements of the bound bytes, and is 0 for none", arguments: Way.allCases)
    private func lengths(way: Way) throws {
        let fixture = ComputeFixture(try way.makeDevice())
        let report = try fixture.device.makeBuffer(byteCount: 4), buffer = try fixture.device.makeBuffer(byteCount: 256)
        // Three floats and an unsigned integer are 16 bytes; the array begins at byte 16.
        let program = try fixture.program("""
            struct Item { vec3 place; uint kind; };
            layout(std430) readonly buffer Items { uint first; Item items[]; };
            layout(std430) buffer Report { int count; };
            void main() { count = items.length() + int(first); }
            """)
        let cases: [(Int, Int?, Int32)] = [(0, nil, 15), (0, 16, 0), (0, 31, 0), (0, 32, 1), (0, 47, 1), (4, 48, 2), (240, nil, 0), (128, nil, 7)]
        for (offset, byteCount, count) in cases {
            try fixture.run(program) { pass in
                pass.setStorageBuffer("Items", buffer, offset: offset, byteCount: byteCount)
                pass.setStorageBuffer("Report", report)
            }
            #expect(try report.read(Int32.self) == [count], "\(offset), \(String(describing: byteCount))")
        }
    }

    @Test("texels outside of an image, and images that are not bound, read zero and are not written", arguments: Way.allCases)
    private func texels(way: Way) throws {
        let fixture = ComputeFixture(try way.makeDevice())
        let program = try fixture.program("""
            layout(rgba32f) uniform image2D picture;
            layout(r32ui) uniform uimage2DArray words;
            layout(rgba8) uniform image2D none;
            layout(r32ui) uniform uimage2D noWords;
            layout(std430) buffer Report { vec4 seen; uint old; ivec2 noSize; uint inside; };
            uniform ivec3 places[8];
            void main() {
                ivec3 place = places[gl_WorkGroupID.x];
                seen += imageLoad(picture, place.xy) + imageLoad(none, place.xy) + imageLoad(none, ivec2(0)) + vec4(imageLoad(words, place));
                imageStore(picture, place.xy, vec4(9.0));
                imageStore(words, place, uvec4(9u));
                imageStore(none, ivec2(0), vec4(9.0));
                old += imageAtomicAdd(words, place, 1u) + imageAtomicExchange(words, place, 2u) + imageAtomicCompSwap(words, place, 7u, 8u)
                     + imageAtomicAdd(noWords, ivec2(0), 1u);
                noSize = imageSize(none);
                if (gl_WorkGroupID.x == 0u) inside = imageAtomicAdd(words, ivec3(2, 1, 1), 1u) + uint(imageLoad(picture, ivec2(2, 1)).w);
            }
            """)
        let picture = try fixture.texture(.rgba32Float, 3, 2), words = try fixture.texture(.r32Uint, 3, 2, type: .d2Array, depth: 2)
        let sevens = [Float](repeating: 7, count: 24)
        var expected = [UInt32](repeating: 7, count: 12)
        try picture.replace(bytes: sevens)
        try words.replace(bytes: expected)
        let report = try fixture.device.makeBuffer(byteCount: 48)
        try fixture.run(program, groups: 8) { pass in
            pass.setImage("picture", picture)
            pass.setImage("words", words)
            pass.setStorageBuffer("Report", report)
            pass.setUniform("places", [SIMD3<Int32>(-1, 0, 5), SIMD3(3, 0, 2), SIMD3(0, 2, -1), SIMD3(0, -1, .max), SIMD3(.max, 0, 2), SIMD3(.min, 1, 2),
                                       SIMD3(0, .min, 2), SIMD3(repeating: 1 << 16)])
        }
        let found = try report.read(UInt32.self)
        #expect(found[0..<5].allSatisfy { $0 == 0 } && found[6] == 0 && found[7] == 0, "\(found)")
        #expect(found[8] == 14, "the texel inside has its value")
        #expect(try picture.elements(Float.self) == sevens)
        expected[6 + 5] = 8
        #expect(try words.elements(UInt32.self) == expected)
    }

    @Test("with robust access, a block without a buffer has no elements, and a short block ends with its buffer", arguments: Device.Kind.allCases)
    func robustAccess(kind: Device.Kind) throws {
        let fixture = ComputeFixture(kind) { $0.robustAccess = true }, report = try fixture.device.makeBuffer(byteCount: 16)
        let program = try fixture.program("""
            layout(std430) buffer Missing { uint a[4]; uint rest[]; } missing;
            layout(std430) buffer Short { uint a[4]; uint rest[]; } short_;
            layout(std430) buffer Report { int lengths[2]; uint sum; uint old; };
            void main() {
                lengths = int[2](missing.rest.length(), short_.rest.length());
                missing.a[1] = 5u;
                short_.a[3] = 6u;
                sum = missing.a[1] + 10u * short_.a[1] + 100u * short_.a[3];
                old = atomicAdd(missing.a[0], 1u) + atomicAdd(short_.a[2], 1u);
            }
            """)
        let buffer = try fixture.device.makeBuffer([1, 2, 3, 4] as [UInt32])
        try fixture.run(program) { pass in
            pass.setStorageBuffer("Short", buffer, byteCount: 8)
            pass.setStorageBuffer("Report", report)
        }
        #expect(try report.read(UInt32.self) == [0, 0, 20, 0])
        #expect(try buffer.read(UInt32.self) == [1, 2, 3, 4])
    }

    @Test("numbers of groups that a shader writes run nothing if one is above the limit, and commands after them run", arguments: Device.Kind.allCases)
    func lateNumbers(kind: Device.Kind) throws {
        let fixture = ComputeFixture(kind), arguments = try fixture.device.makeBuffer(byteCount: 16), count = try fixture.device.makeBuffer([0, 0] as [UInt32])
        let plan = try fixture.program("layout(std430) buffer Plan { uvec3 groups; };\nuniform uvec3 wanted;\nvoid main() { groups = wanted; }")
        let work = try fixture.program("layout(std430) buffer Count { uint counts[2]; };\nuniform uint which;\nvoid main() { atomicAdd(counts[which], 1u); }")
        let cases: [(SIMD3<UInt32>, UInt32)] = [
            ([1, 2, 3], 6), ([65536, 1, 1], 0), ([1, .max, 1], 0), ([0, 5, 5], 0), ([0, 0, .max], 0), ([1, 1, 7], 7),
        ]
        for (wanted, groups) in cases {
            try count.update([0, 0] as [UInt32])
            try fixture.compute { pass in
                pass.setProgram(plan)
                pass.setStorageBuffer("Plan", arguments)
                pass.setUniform("wanted", wanted)
                pass.dispatch(1)
                pass.setProgram(work)
                pass.setStorageBuffer("Count", count)
                pass.setUniform("which", 0 as UInt32)
                pass.dispatchIndirect(arguments)
                pass.setUniform("which", 1 as UInt32)
                pass.dispatch(2)
            }
            #expect(try count.read(UInt32.self) == [groups, 2], "\(wanted)")
        }
    }

    @Test("a stopped dispatch names its program, leaves each word as it was or as an invocation wrote it, and changes nothing else", arguments: Way.allCases)
    private func stopped(way: Way) throws {
        let device = try way.makeDevice(stepLimit: 500), fixture = ComputeFixture(device)
        let program = try fixture.program("""
            layout(std430) buffer Part { uint numbers[]; };
            layout(r32ui) uniform uimage2D picture;
            shared uint own;
            uniform uint endless;
            void main() {
                uint n = gl_GlobalInvocationID.x;
                numbers[n] = own == 0u ? 1000u + n : 5u;
                imageStore(picture, ivec2(n, 0), uvec4(1000u + n));
                barrier();
                own = 1u;
                if (n == endless) while (own != 2u) numbers[n] = 7u;
                barrier();
                numbers[n] = 2000u + n;
            }
            """, size: "local_size_x = 8", label: "endless")
        let buffer = try device.makeBuffer([UInt32](repeating: 3, count: 64 * 8 + 8)), picture = try fixture.texture(.r32Uint, 64 * 8, 2)
        let other = try device.makeBuffer([1, 1] as [UInt32])
        func encoder(endless: UInt32) -> CommandEncoder {
            var encoder = device.makeCommandEncoder()
            encoder.update(other, with: [2 as UInt32])
            encoder.compute(label: "work") { pass in
                pass.setProgram(program)
                pass.setStorageBuffer("Part", buffer, offset: 16, byteCount: 4 * 512)
                pass.setImage("picture", picture)
                pass.setUniform("endless", endless)
                pass.dispatch(64)
            }
            encoder.update(other, at: 4, with: [2 as UInt32])
            return encoder
        }
        let error = #expect(throws: RasterError.self) { try device.submit(encoder(endless: 261)) }
        #expect(error?.code == .shaderDidNotEnd && error?.subject == "compute program 'endless'" && error?.place == "dispatch 'work'")
        #expect(error?.problem.contains("compute:13: error: compute shader: this loop ran 500 times") == true, "\(error?.problem ?? "")")
        let words = try buffer.read(UInt32.self), texels = try picture.elements(UInt32.self)
        #expect(words.prefix(4).allSatisfy { $0 == 3 } && words.suffix(4).allSatisfy { $0 == 3 })
        for n in 0..<512 {
            let word = words[4 + n], number = UInt32(n)
            #expect([3, 1000 + number, 2000 + number].contains(word) || n == 261 && word == 7, "\(n): \(word)")
            #expect([0, 1000 + number].contains(texels[n]), "\(n): \(texels[n])")
        }
        #expect(texels.suffix(512).allSatisfy { $0 == 0 })
        #expect(try other.read(UInt32.self) == [2, 1], "the update before has run, the update after has not")

        // After the error, the device still works, and shared variables begin with zero again.
        try device.submit(encoder(endless: .max))
        #expect(try Array(buffer.read(UInt32.self)[4..<516]) == (0..<512).map { 2000 + $0 })
        #expect(try picture.elements(UInt32.self).prefix(512).elementsEqual((0..<512).map { 1000 + $0 }))
    }
}
