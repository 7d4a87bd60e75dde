// Guarded.cpp: wraps glslang's functions so that no C++ exception leaves them. glslang's containers throw if the system has no
// memory, and Swift, the caller, cannot catch C++ exceptions.
//
// glslang itself is compiled without exceptions. If an exception passes through glslang's code, locks stay held and trees stay
// incomplete. So after the first exception, no function here calls glslang again. Each function returns its value for failure, and
// glslang's objects stay in memory.

#include <atomic>
#include <cstring>
#include <glslang/Include/glslang_c_interface.h>

#include "CGlslangConstants.h"

namespace {

std::atomic<bool> hasFailed{false};

template <class Result, class Call>
Result guarded(Result failure, Call call) noexcept {
    if (hasFailed) return failure;
    try {
        return call();
    } catch (...) {
        hasFailed = true;
        return failure;
    }
}

template <class Call>
void guarded(Call call) noexcept {
    guarded(0, [&] { call(); return 0; });
}

}  // namespace

bool glslang_guard_has_failed(void) { return hasFailed; }

int glslang_guarded_initialize(void) { return guarded(0, [] { return glslang_initialize_process(); }); }

glslang_shader_s *glslang_guarded_shader_create(const void *input, int options) {
    return guarded((glslang_shader_t *)nullptr, [=] {
        glslang_shader_t *shader = glslang_shader_create((const glslang_input_t *)input);
        if (shader != nullptr) glslang_shader_set_options(shader, options);
        return shader;
    });
}
int glslang_guarded_shader_preprocess(glslang_shader_s *shader, const void *input) {
    return guarded(0, [=] { return glslang_shader_preprocess(shader, (const glslang_input_t *)input); });
}
int glslang_guarded_shader_parse(glslang_shader_s *shader, const void *input) {
    return guarded(0, [=] {
        const glslang_input_t *text = (const glslang_input_t *)input;
        // In GLSL 1.10, a constant expression cannot contain a call (4.3.3), so calls are not folded.
        glslang_set_folding_of_functions(std::strncmp(text->code, "#version 110\n", 13) != 0);
        return glslang_shader_parse(shader, text);
    });
}
const char *glslang_guarded_shader_log(glslang_shader_s *shader) {
    return guarded((const char *)nullptr, [=] { return glslang_shader_get_info_log(shader); });
}
const char *glslang_guarded_shader_preprocessed_code(glslang_shader_s *shader) {
    return guarded((const char *)nullptr, [=] { return glslang_shader_get_preprocessed_code(shader); });
}
void glslang_guarded_shader_delete(glslang_shader_s *shader) { guarded([=] { glslang_shader_delete(shader); }); }

uint32_t glslang_guarded_shader_find_oversights(glslang_shader_s *shader, GlslangOversight *found, uint32_t limit) {
    return guarded(uint32_t(0), [=] { return glslang_shader_find_oversights(shader, found, limit); });
}
uint32_t glslang_guarded_shader_find_locations(glslang_shader_s *shader, GlslangLocation *found, uint32_t limit) {
    return guarded(uint32_t(0), [=] { return glslang_shader_find_locations(shader, found, limit); });
}
GlslangVariableSizes glslang_guarded_shader_measure_variables(glslang_shader_s *shader) {
    return guarded(GlslangVariableSizes{0, 0}, [=] { return glslang_shader_measure_variables(shader); });
}

void glslang_guarded_match_sizes(glslang_shader_s *first, glslang_shader_s *second, const char *name) {
    guarded([=] { glslang_shaders_match_sizes(first, second, name); });
}
void glslang_guarded_separate_inputs(glslang_shader_s *first, glslang_shader_s *second) {
    guarded([=] { glslang_shaders_separate_inputs(first, second); });
}
void glslang_guarded_rename_builtin_block(glslang_shader_s *shader) { guarded([=] { glslang_shader_rename_builtin_block(shader); }); }
void glslang_guarded_drop_unused_uniforms(glslang_shader_s *first, glslang_shader_s *second) {
    guarded([=] { glslang_shaders_drop_unused_uniforms(first, second); });
}

glslang_program_s *glslang_guarded_program_create(void) {
    return guarded((glslang_program_t *)nullptr, [] { return glslang_program_create(); });
}
void glslang_guarded_program_add(glslang_program_s *program, glslang_shader_s *shader) {
    guarded([=] { glslang_program_add_shader(program, shader); });
}
int glslang_guarded_program_link(glslang_program_s *program, int messages) {
    return guarded(0, [=] { return glslang_program_link(program, messages); });
}
const char *glslang_guarded_program_log(glslang_program_s *program) {
    return guarded((const char *)nullptr, [=] { return glslang_program_get_info_log(program); });
}
int glslang_guarded_program_map_io(glslang_program_s *program) { return guarded(0, [=] { return glslang_program_map_io(program); }); }
size_t glslang_guarded_program_generate(glslang_program_s *program, int stage, const void *options, size_t *countBefore) {
    return guarded(size_t(0), [=] {
        *countBefore = glslang_program_SPIRV_get_size(program);
        glslang_program_SPIRV_generate_with_options(program, (glslang_stage_t)stage, (glslang_spv_options_t *)options);
        return glslang_program_SPIRV_get_size(program);
    });
}
void glslang_guarded_program_words(glslang_program_s *program, uint32_t *words) {
    guarded([=] { glslang_program_SPIRV_get(program, words); });
}
const char *glslang_guarded_program_messages(glslang_program_s *program) {
    return guarded((const char *)nullptr, [=] { return glslang_program_SPIRV_get_messages(program); });
}
void glslang_guarded_program_delete(glslang_program_s *program) { guarded([=] { glslang_program_delete(program); }); }
