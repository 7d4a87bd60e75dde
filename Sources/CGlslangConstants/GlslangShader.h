// The structure behind a shader handle of glslang's C interface. The structure is declared here, because the C interface has no
// function that returns the syntax tree.
#pragma once
#include <glslang/Public/ShaderLang.h>

/// The first member is the shader of the C++ interface.
struct glslang_shader_s {
    glslang::TShader *shader;
};
