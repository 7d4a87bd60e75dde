// CDraco: the decoder of libdraco, a C++ library, behind C functions.

#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct draco_mesh;

/// Decodes triangles. Returns NULL and a reason if the bytes are damaged or a limit is exceeded. The caller calls draco_mesh_free.
struct draco_mesh *draco_mesh_decode(const uint8_t *bytes, size_t count, uint32_t most_vertices, uint32_t most_indices, char *reason, size_t reason_size);
void draco_mesh_free(struct draco_mesh *mesh);
size_t draco_mesh_vertex_count(const struct draco_mesh *mesh);
size_t draco_mesh_index_count(const struct draco_mesh *mesh);
/// Writes three indices for each triangle.
void draco_mesh_indices(const struct draco_mesh *mesh, uint32_t *indices);
/// Writes `width` numbers for each vertex, as stored. Returns false if the mesh has no attribute with this identifier and width.
bool draco_mesh_attribute(const struct draco_mesh *mesh, uint32_t identifier, uint32_t width, float *values);

#ifdef __cplusplus
}
#endif
