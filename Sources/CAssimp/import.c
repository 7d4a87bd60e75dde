// import.c: the code of the child process. It is written in C because of the fork. A forked child of a multithreaded program may
// call the C library and assimp. It may not call the Swift runtime, because other threads may have held locks of the runtime during
// the fork.
//
// The stream is little endian. A text is a u32 byte count and the bytes; a count is a u32. The stream begins with its status:
//   u32 1: the model follows
//   u32 0: a text follows, assimp's reason for refusing
//   u32 2: the file has only points and lines, and nothing follows
// The model:
//   materials: text name, float4 base colour, u32 two-sided, u32 alpha mode (0 opaque, 1 mask, 2 blend), float cutoff,
//              text image path ("*2" is embedded image 2, "" none), u32 wrap u, u32 wrap v, u32 has texture transform
//   images:    u32 width, u32 height, u32 byte count, bytes: an image file if height is 0, otherwise BGRA texels; images that
//              are not the base colour of any material are empty
//   meshes:    text name, u32 material, u32 vertices, u32 indices, u32 has (1 normals, 2 uv, 4 colours), float3 positions,
//              float3 normals, float2 uv, float4 colours, u32 indices
//   instances: u32 mesh, float4x4 world transform, row by row
//   u32 0x21444E45 at the end; if this number is missing, the child died before it had written everything

#define _GNU_SOURCE
#include "CAssimp.h"
#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/mesh.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/texture.h>
#include <assimp/GltfMaterial.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { end_marker = 0x21444E45, deepest_node = 512 };

static void put_u32(FILE *out, uint32_t value) { fwrite(&value, 4, 1, out); }
static void put_floats(FILE *out, const float *values, size_t count) { fwrite(values, 4, count, out); }
static void put_text(FILE *out, const char *text, size_t count) {
    put_u32(out, (uint32_t)count);
    fwrite(text, 1, count, out);
}

/// Finds the base-colour texture of glTF, or the diffuse texture of other formats. Returns its type, or aiTextureType_NONE.
static enum aiTextureType base_texture(const struct aiMaterial *material, struct aiString *path, unsigned *uv, enum aiTextureMapMode mode[3]) {
    static const enum aiTextureType types[] = { aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE };
    for (int i = 0; i < 2; i++) {
        path->length = 0;
        *uv = 0;
        mode[0] = mode[1] = aiTextureMapMode_Wrap;
        if (aiGetMaterialTexture(material, types[i], 0, path, NULL, uv, NULL, NULL, mode, NULL) == aiReturn_SUCCESS && path->length > 0) return types[i];
    }
    path->length = 0;
    return aiTextureType_NONE;
}

static void put_material(FILE *out, const struct aiMaterial *material) {
    struct aiString text = { 0 };
    if (aiGetMaterialString(material, AI_MATKEY_NAME, &text) != aiReturn_SUCCESS) text.length = 0;
    put_text(out, text.data, text.length);

    struct aiColor4D color = { 1, 1, 1, 1 };
    if (aiGetMaterialColor(material, AI_MATKEY_BASE_COLOR, &color) != aiReturn_SUCCESS) {
        if (aiGetMaterialColor(material, AI_MATKEY_COLOR_DIFFUSE, &color) != aiReturn_SUCCESS) color = (struct aiColor4D){ 1, 1, 1, 1 };
        float opacity = 1;
        if (aiGetMaterialFloatArray(material, AI_MATKEY_OPACITY, &opacity, NULL) == aiReturn_SUCCESS) color.a = opacity;
    }
    put_floats(out, &color.r, 4);

    // Some importers store this property as a byte, others as a word. The accessor for integers would read beyond the byte.
    const struct aiMaterialProperty *two_sided = NULL;
    aiGetMaterialProperty(material, AI_MATKEY_TWOSIDED, &two_sided);
    put_u32(out, two_sided != NULL && two_sided->mDataLength > 0 && two_sided->mData[0] != 0);
    uint32_t alpha_mode = 0;
    if (aiGetMaterialString(material, AI_MATKEY_GLTF_ALPHAMODE, &text) == aiReturn_SUCCESS)
        alpha_mode = strcmp(text.data, "MASK") == 0 ? 1 : strcmp(text.data, "BLEND") == 0 ? 2 : 0;
    else if (color.a < 1) alpha_mode = 2;
    put_u32(out, alpha_mode);
    float cutoff = 0.5f;
    aiGetMaterialFloatArray(material, AI_MATKEY_GLTF_ALPHACUTOFF, &cutoff, NULL);
    put_floats(out, &cutoff, 1);

    unsigned uv;
    enum aiTextureMapMode mode[3];
    enum aiTextureType type = base_texture(material, &text, &uv, mode);
    put_text(out, text.data, text.length);
    put_u32(out, mode[0]);
    put_u32(out, mode[1]);
    const struct aiMaterialProperty *transform = NULL;
    put_u32(out, type != aiTextureType_NONE && aiGetMaterialProperty(material, _AI_MATKEY_UVTRANSFORM_BASE, type, 0, &transform) == aiReturn_SUCCESS);
}

static void put_images(FILE *out, const struct aiScene *scene) {
    put_u32(out, scene->mNumTextures);
    for (unsigned i = 0; i < scene->mNumTextures; i++) {
        int is_used = 0;
        for (unsigned m = 0; m < scene->mNumMaterials; m++) {
            struct aiString path = { 0 };
            unsigned uv;
            enum aiTextureMapMode mode[3];
            if (base_texture(scene->mMaterials[m], &path, &uv, mode) != aiTextureType_NONE && path.data[0] == '*'
                && (unsigned)atoi(path.data + 1) == i) is_used = 1;
        }
        const struct aiTexture *texture = scene->mTextures[i];
        uint64_t count = texture->mHeight == 0 ? texture->mWidth : (uint64_t)texture->mWidth * texture->mHeight * 4;
        if (!is_used || count > UINT32_MAX || texture->pcData == NULL) count = 0;
        put_u32(out, texture->mWidth);
        put_u32(out, texture->mHeight);
        put_text(out, (const char *)texture->pcData, count);
    }
}

static int is_triangles(const struct aiMesh *mesh) {
    return (mesh->mPrimitiveTypes & aiPrimitiveType_TRIANGLE) != 0 && mesh->mVertices != NULL && mesh->mNumVertices > 0;
}

static void put_mesh(FILE *out, const struct aiScene *scene, const struct aiMesh *mesh) {
    put_text(out, mesh->mName.data, mesh->mName.length);
    put_u32(out, mesh->mMaterialIndex);
    uint32_t vertices = is_triangles(mesh) ? mesh->mNumVertices : 0, triangles = 0;
    for (unsigned f = 0; vertices > 0 && f < mesh->mNumFaces; f++) triangles += mesh->mFaces[f].mNumIndices == 3;
    put_u32(out, vertices);
    put_u32(out, triangles * 3);
    unsigned uv = 0;
    if (mesh->mMaterialIndex < scene->mNumMaterials) {
        struct aiString path = { 0 };
        enum aiTextureMapMode mode[3];
        base_texture(scene->mMaterials[mesh->mMaterialIndex], &path, &uv, mode);
    }
    if (uv >= AI_MAX_NUMBER_OF_TEXTURECOORDS) uv = 0;
    put_u32(out, (mesh->mNormals ? 1 : 0) | (mesh->mTextureCoords[uv] ? 2 : 0) | (mesh->mColors[0] ? 4 : 0));
    if (vertices == 0) return;
    put_floats(out, &mesh->mVertices->x, (size_t)vertices * 3);
    if (mesh->mNormals) put_floats(out, &mesh->mNormals->x, (size_t)vertices * 3);
    if (mesh->mTextureCoords[uv])
        for (uint32_t v = 0; v < vertices; v++) put_floats(out, &mesh->mTextureCoords[uv][v].x, 2);
    if (mesh->mColors[0]) put_floats(out, &mesh->mColors[0]->r, (size_t)vertices * 4);
    for (unsigned f = 0; f < mesh->mNumFaces; f++)
        if (mesh->mFaces[f].mNumIndices == 3) fwrite(mesh->mFaces[f].mIndices, 4, 3, out);
}

/// Counts the instances at and below `node`; also writes them if `out` is not NULL.
static uint32_t walk(FILE *out, const struct aiNode *node, struct aiMatrix4x4 transform, int depth) {
    if (depth > deepest_node) _exit(1);
    aiMultiplyMatrix4(&transform, &node->mTransformation);
    uint32_t count = node->mNumMeshes;
    for (unsigned i = 0; out && i < node->mNumMeshes; i++) {
        put_u32(out, node->mMeshes[i]);
        put_floats(out, &transform.a1, 16);
    }
    for (unsigned i = 0; i < node->mNumChildren; i++) count += walk(out, node->mChildren[i], transform, depth + 1);
    return count;
}

// Model files name other files by URIs, or with backslashes as separators. assimp uses such names as literal paths. If no file has the
// literal name, the code here tries the decoded name, as Model.companion does. The model's own folder comes from the caller and is not
// decoded. All of assimp's file access goes through these functions.

static const char *model_path;

static size_t file_read(struct aiFile *file, char *bytes, size_t size, size_t count) { return fread(bytes, size, count, (FILE *)file->UserData); }
static size_t file_write(struct aiFile *file, const char *bytes, size_t size, size_t count) { (void)file; (void)bytes; (void)size; (void)count; return 0; }
static size_t file_tell(struct aiFile *file) { return (size_t)ftell((FILE *)file->UserData); }
static void file_flush(struct aiFile *file) { (void)file; }
static aiReturn file_seek(struct aiFile *file, size_t offset, enum aiOrigin origin) {
    const int whence = origin == aiOrigin_SET ? SEEK_SET : origin == aiOrigin_CUR ? SEEK_CUR : SEEK_END;
    return fseek((FILE *)file->UserData, (long)offset, whence) == 0 ? aiReturn_SUCCESS : aiReturn_FAILURE;
}
static size_t file_size(struct aiFile *file) {
    const long place = ftell((FILE *)file->UserData);
    if (fseek((FILE *)file->UserData, 0, SEEK_END) != 0) return 0;
    const long size = ftell((FILE *)file->UserData);
    fseek((FILE *)file->UserData, place, SEEK_SET);
    return size < 0 ? 0 : (size_t)size;
}
static int hex_digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }
static FILE *open_companion(const char *path) {
    FILE *found = fopen(path, "rbe");
    const char *name = strrchr(model_path, '/');
    const size_t folder = name == NULL ? 0 : (size_t)(name + 1 - model_path), kept = strncmp(path, model_path, folder) == 0 ? folder : 0;
    if (found != NULL || strpbrk(path + kept, "%\\") == NULL) return found;
    char *meant = malloc(strlen(path) + 1), *end = meant + kept;
    if (meant == NULL) return NULL;
    memcpy(meant, path, kept);
    for (const char *c = path + kept; *c != 0; c++) {
        const int high = *c == '%' ? hex_digit(c[1]) : -1, low = high >= 0 ? hex_digit(c[2]) : -1;
        *end++ = low >= 0 ? (char)(high * 16 + low) : *c == '\\' ? '/' : *c;
        if (low >= 0) c += 2;
    }
    *end = 0;
    found = fopen(meant, "rbe");
    free(meant);
    return found;
}
static struct aiFile *file_open(struct aiFileIO *io, const char *path, const char *mode) {
    (void)io;
    if (strchr(mode, 'w') != NULL || strchr(mode, 'a') != NULL) return NULL;
    FILE *opened = open_companion(path);
    struct aiFile *file = opened == NULL ? NULL : malloc(sizeof *file);
    if (file == NULL) {
        if (opened != NULL) fclose(opened);
        return NULL;
    }
    *file = (struct aiFile){ file_read, file_write, file_tell, file_size, file_seek, file_flush, (char *)opened };
    return file;
}
static void file_close(struct aiFileIO *io, struct aiFile *file) {
    (void)io;
    fclose((FILE *)file->UserData);
    free(file);
}

/// Removes the normals of a mesh if they are all zero, as in some STL files, so that assimp computes new normals.
static void drop_zero_normals(struct aiMesh *mesh) {
    if (mesh->mNormals == NULL) return;
    for (unsigned i = 0; i < mesh->mNumVertices; i++)
        if (mesh->mNormals[i].x != 0 || mesh->mNormals[i].y != 0 || mesh->mNormals[i].z != 0) return;
    // assimp owns the memory, which is released when this process ends.
    mesh->mNormals = NULL;
}

static int has_faces(const struct aiScene *scene) {
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        if (scene->mMeshes[i]->mPrimitiveTypes & (aiPrimitiveType_TRIANGLE | aiPrimitiveType_POLYGON)) return 1;
    return 0;
}

static void import(const char *path, FILE *out) {
    model_path = path;
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    aiSetImportPropertyInteger(properties, AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    const unsigned steps = aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_GenSmoothNormals | aiProcess_JoinIdenticalVertices
        | aiProcess_ValidateDataStructure;
    // If normals are missing, smooth normals are computed, except over edges sharper than 60°.
    aiSetImportPropertyFloat(properties, AI_CONFIG_PP_GSN_MAX_SMOOTHING_ANGLE, 60);
    struct aiFileIO io = { file_open, file_close, NULL };
    const struct aiScene *scene = aiImportFileExWithProperties(path, 0, &io, properties);
    if (scene != NULL && scene->mNumMeshes > 0 && !has_faces(scene)) {
        put_u32(out, 2);
        return;
    }
    if (scene != NULL) {
        for (unsigned i = 0; i < scene->mNumMeshes; i++) drop_zero_normals(scene->mMeshes[i]);
        // The scene has kept the import properties, so the steps use them.
        scene = aiApplyPostProcessing(scene, steps);
    }
    if (scene == NULL || scene->mRootNode == NULL) {
        put_u32(out, 0);
        const char *reason = aiGetErrorString();
        put_text(out, reason, strlen(reason));
        return;
    }
    put_u32(out, 1);
    put_u32(out, scene->mNumMaterials);
    for (unsigned i = 0; i < scene->mNumMaterials; i++) put_material(out, scene->mMaterials[i]);
    put_images(out, scene);
    put_u32(out, scene->mNumMeshes);
    for (unsigned i = 0; i < scene->mNumMeshes; i++) put_mesh(out, scene, scene->mMeshes[i]);
    struct aiMatrix4x4 identity;
    aiIdentityMatrix4(&identity);
    put_u32(out, walk(NULL, scene->mRootNode, identity, 0));
    walk(out, scene->mRootNode, identity, 0);
    put_u32(out, end_marker);
}

/// Returns the address space that this process uses, in bytes.
static uint64_t address_space(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

int model_import_start(const char *path, uint64_t memory_limit, uint32_t time_limit, pid_t *child) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    const uint64_t limit = address_space() + memory_limit;
    *child = fork();
    if (*child != 0) {
        close(ends[1]);
        if (*child < 0) close(ends[0]);
        return *child < 0 ? -1 : ends[0];
    }
    // A crash of this process must be expected. It must be quiet and quick, without a core dump or a signal handler of the parent.
    static const int fatal[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGXCPU, SIGINT, SIGTERM, SIGPIPE };
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) signal(fatal[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setrlimit(RLIMIT_AS, &(struct rlimit){ limit, limit });
    setrlimit(RLIMIT_CPU, &(struct rlimit){ time_limit, time_limit });
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    const int silence = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(silence, STDOUT_FILENO);
    dup2(silence, STDERR_FILENO);
    close(ends[0]);
    FILE *out = fdopen(ends[1], "wb");
    if (out == NULL) _exit(1);
    setvbuf(out, NULL, _IOFBF, 1 << 20);
    import(path, out);
    fclose(out);
    _exit(0);
}
