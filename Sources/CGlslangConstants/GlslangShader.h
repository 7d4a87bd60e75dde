// What is behind a handle of glslang's C interface, which gives no way into the tree.
#pragma once
#include <glslang/Public/ShaderLang.h>

/// Its first member is the shader of the C++ interface.
struct glslang_shader_s {
    glslang::TShader *shader;
};
