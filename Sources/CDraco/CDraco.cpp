// The decoder of libdraco behind C functions. Exceptions do not leave this file.

#include "CDraco.h"
#include <draco/compression/decode.h>
#include <cstdio>
#include <memory>
#include <new>

struct draco_mesh {
    std::unique_ptr<draco::Mesh> mesh;
};

static draco_mesh *failure(const char *text, char *reason, size_t size) {
    snprintf(reason, size, "%s", text);
    return nullptr;
}

draco_mesh *draco_mesh_decode(const uint8_t *bytes, size_t count, uint32_t most_vertices, uint32_t most_indices, char *reason, size_t size) {
    try {
        draco::DecoderBuffer buffer;
        buffer.Init(reinterpret_cast<const char *>(bytes), count);
        const auto type = draco::Decoder::GetEncodedGeometryType(&buffer);
        if (!type.ok()) return failure(type.status().error_msg(), reason, size);
        if (type.value() != draco::TRIANGULAR_MESH) return failure("it contains no triangles", reason, size);
        draco::Decoder decoder;
        auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
        if (!decoded.ok()) return failure(decoded.status().error_msg(), reason, size);
        auto mesh = std::move(decoded).value();
        if (mesh->num_points() > most_vertices || mesh->num_faces() > most_indices / 3) return failure("it is too large", reason, size);
        return new draco_mesh{ std::move(mesh) };
    } catch (const std::bad_alloc &) {
        return failure("it needs too much memory", reason, size);
    } catch (const std::exception &error) {
        return failure(error.what(), reason, size);
    }
}

void draco_mesh_free(draco_mesh *mesh) { delete mesh; }
size_t draco_mesh_vertex_count(const draco_mesh *mesh) { return mesh->mesh->num_points(); }
size_t draco_mesh_index_count(const draco_mesh *mesh) { return size_t(mesh->mesh->num_faces()) * 3; }

void draco_mesh_indices(const draco_mesh *mesh, uint32_t *indices) {
    for (uint32_t f = 0; f < mesh->mesh->num_faces(); f++) {
        const auto &face = mesh->mesh->face(draco::FaceIndex(f));
        for (int k = 0; k < 3; k++) *indices++ = face[k].value();
    }
}

/// Reads the components of one element without normalisation.
template <typename Stored> static void copy(const draco::PointAttribute &attribute, uint32_t points, uint32_t width, float *values) {
    for (uint32_t p = 0; p < points; p++) {
        Stored element[16];
        attribute.GetValue(attribute.mapped_index(draco::PointIndex(p)), element);
        for (uint32_t k = 0; k < width; k++) *values++ = static_cast<float>(element[k]);
    }
}

bool draco_mesh_attribute(const draco_mesh *mesh, uint32_t identifier, uint32_t width, float *values) {
    const draco::PointAttribute *attribute = mesh->mesh->GetAttributeByUniqueId(identifier);
    if (attribute == nullptr || attribute->num_components() != width || width == 0 || width > 16) return false;
    const uint32_t points = mesh->mesh->num_points();
    for (uint32_t p = 0; p < points; p++)
        if (attribute->mapped_index(draco::PointIndex(p)).value() >= attribute->size()) return false;
    switch (attribute->data_type()) {
    case draco::DT_INT8: copy<int8_t>(*attribute, points, width, values); return true;
    case draco::DT_UINT8: case draco::DT_BOOL: copy<uint8_t>(*attribute, points, width, values); return true;
    case draco::DT_INT16: copy<int16_t>(*attribute, points, width, values); return true;
    case draco::DT_UINT16: copy<uint16_t>(*attribute, points, width, values); return true;
    case draco::DT_INT32: copy<int32_t>(*attribute, points, width, values); return true;
    case draco::DT_UINT32: copy<uint32_t>(*attribute, points, width, values); return true;
    case draco::DT_FLOAT32: copy<float>(*attribute, points, width, values); return true;
    default: return false;
    }
}
