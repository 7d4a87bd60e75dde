// The C interface of glslang (Debian: glslang-dev), the GLSL front end.
#pragma once
#include <stdbool.h>
#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
