// ShaderViewer+Uniforms: sets the uniforms and textures of Shadertoy, glslViewer and GLSL Sandbox, and the uniforms that the user
// sets.

import Foundation
import Raster
import Shading

extension ShaderViewer {
    func setUniforms(_ frame: Frame, _ program: Program, in pass: inout RenderPass) {
        let members = Dictionary((program.interface.uniformBlocks.first?.members ?? []).map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
        /// Sets a uniform: as many scalars as the program declares, in the declared type. All elements of an array get equal values.
        func set(_ name: String, _ given: Float...) {
            guard let member = members[name] else { return }
            let v = SIMD4(lowHalf: SIMD2(given[0], given.count > 1 ? given[1] : 0),
                          highHalf: SIMD2(given.count > 2 ? given[2] : 0, given.count > 3 ? given[3] : 0))
            func setAll(_ value: some UniformValue) { pass.setUniform(name, Array(repeating: value, count: member.arrayCount)) }
            switch member.type {
            case .scalar(.float): setAll(v.x)
            case .vector(.float, 2): setAll(v.lowHalf)
            case .vector(.float, 3): setAll(SIMD3(v.x, v.y, v.z))
            case .vector(.float, 4): setAll(v)
            case .scalar(.int): setAll(Int32(v.x))
            case .scalar(.uint): setAll(UInt32(max(0, v.x)))
            case .vector(.int, 2): setAll(SIMD2<Int32>(v.lowHalf))
            default: break
            }
        }
        let width = Float(frame.target.width), height = Float(frame.target.height), time = Float(frame.time)
        let delta = Float(frame.delta > 0 ? frame.delta : 1.0 / 60), count = Float((frame.time * 60 + 1e-6).rounded(.down))
        let date = currentDate(frame.time)
        set("iResolution", width, height, 1); set("u_resolution", width, height, 1)
        set("iTime", time); set("u_time", time); set("iGlobalTime", time)
        set("iTimeDelta", delta); set("u_delta", delta)
        set("iFrame", count); set("u_frame", count)
        set("iFrameRate", 60); set("iSampleRate", 44100)
        set("iMouse", mouse.x, mouse.y, mouse.z, mouse.w); set("u_mouse", pointer.x, pointer.y)
        set("iDate", date.x, date.y, date.z, date.w); set("u_date", date.x, date.y, date.z, date.w)
        set("iChannelTime", time)
        // First come the uniforms of GLSL Sandbox, whose mouse is a fraction of the picture, then the camera and white lamp of glslViewer.
        set("time", time); set("resolution", width, height); set("mouse", pointer.x / width, pointer.y / height); set("surfaceSize", 1, 1)
        set("u_camera", 0, 0, 3); set("u_light", 2, 3, 4); set("u_lightColor", 1, 1, 1)
        if let sizes = members["iChannelResolution"], sizes.type == .vector(.float, 3), sizes.arrayCount <= 4 {
            pass.setUniform("iChannelResolution", (0..<sizes.arrayCount).map { size(of: textures["iChannel\($0)"] ?? standIn(for: "iChannel\($0)")) })
        }
        for member in ownMembers {
            guard let values = givenValues(for: member) else { continue }
            if ShaderViewer.wholeRange(of: member) == nil { pass.setUniform(member.name, values) } else { pass.setUniform(member.name, values.map { Int($0) }) }
        }
        for sampler in program.interface.samplers {
            let s = size(of: texture(for: sampler.name))
            set(sampler.name + "Resolution", s.x, s.y, 1)
        }
    }
    /// Returns the texture that a 2D sampler reads.
    private func texture(for sampler: String) -> Texture {
        if sampler == FrameFeedback.samplerName, let before = feedback?.picture { return before }
        return textures[sampler] ?? standIn(for: sampler)
    }
    private func size(of texture: Texture) -> SIMD3<Float> { SIMD3(Float(texture.width), Float(texture.height), 1) }

    func setTextures(_ program: Program, in pass: inout RenderPass) {
        for sampler in program.interface.samplers where sampler.dimension == .cube && !sampler.isShadow && sampler.resultType == .float {
            guard let sky else { continue }
            for i in 0..<sampler.count { pass.setTexture(sampler.count == 1 ? sampler.name : "\(sampler.name)[\(i)]", sky, .trilinear) }
        }
        for sampler in program.interface.samplers where sampler.dimension == .d2 && !sampler.isShadow && sampler.resultType == .float {
            for i in 0..<sampler.count {
                let name = sampler.count == 1 ? sampler.name : "\(sampler.name)[\(i)]"
                if name == FrameFeedback.samplerName, let before = feedback?.picture {
                    pass.setTexture(name, before, .linear)
                } else {
                    pass.setTexture(name, textures[name] ?? texture(for: sampler.name), .trilinearRepeat)
                }
            }
        }
    }

    /// Returns the year, the month from 0, the day, and the seconds of the day. The date is always 1 January 2000 in pictures.
    private func currentDate(_ time: Double) -> SIMD4<Float> {
        guard showsToday else { return SIMD4(2000, 0, 1, Float(time.truncatingRemainder(dividingBy: 86400))) }
        let now = Date(), parts = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute, .second], from: now)
        let second = Double((parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0))
        let fraction = now.timeIntervalSince1970 - now.timeIntervalSince1970.rounded(.down)
        return SIMD4(Float(parts.year ?? 0), Float((parts.month ?? 1) - 1), Float(parts.day ?? 0), Float(second + fraction))
    }
}
