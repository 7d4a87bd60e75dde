// Constant expressions of glslang (Debian: glslang-dev), folded by rules of our own: see ConstantFolding.cpp.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct glslang_shader_s;
struct glslang_program_s;

typedef enum { GlslangConstantBool, GlslangConstantInt, GlslangConstantUint, GlslangConstantFloat } GlslangConstantComponent;

/// The type of an operand or a result.
typedef struct {
    GlslangConstantComponent component;
    /// Components of a scalar (1), of a vector or of one column of a matrix: 1 to 4.
    uint32_t rows;
    /// 0 for scalars and vectors, 2 to 4 for matrices.
    uint32_t columns;
} GlslangConstantType;

/// One operation of constants.
typedef struct {
    /// A number of SPIR-V's own instructions; above `GlslangConstantFunction`, one of GLSL.std.450.
    uint32_t instruction;
    uint32_t operandCount;
    GlslangConstantType result;
    GlslangConstantType operands[4];
} GlslangConstantOperation;

enum { GlslangConstantFunction = 1 << 16 };

/// Computes an operation. `operands` are the bits of all operands' components one after the other, `result` takes those of the
/// result; a bool is 0 or 1. False when it cannot be computed.
typedef bool (*GlslangConstantEvaluator)(const GlslangConstantOperation *operation, const uint32_t *operands, uint32_t *result);

/// Says who computes what is more than one addition, multiplication or comparison. Until then such operations are no constants.
/// Call it before the first shader, and once.
void glslang_set_constant_evaluator(GlslangConstantEvaluator evaluator);

// Constructs that glslang accepts and some version of GLSL or GLSL ES does not

typedef enum {
    /// A case label has another type than the expression of its switch.
    GlslangLabelOfOtherType,
    /// An array stands behind the question mark of `? :`.
    GlslangChoiceOfArrays,
} GlslangOversightKind;

typedef struct {
    GlslangOversightKind kind;
    /// Of the text that was parsed.
    int32_t line;
} GlslangOversight;

/// Looks through the syntax tree of a parsed shader. Gives the number of places that it has written into `found`.
uint32_t glslang_shader_find_oversights(struct glslang_shader_s *shader, GlslangOversight *found, uint32_t limit);

// What variables are

typedef enum { GlslangUniform, GlslangInput, GlslangOutput } GlslangStorage;

/// A variable to which the source gives a location.
typedef struct {
    /// A block's is that of the block. Lives as long as the shader.
    const char *name;
    GlslangStorage storage;
    uint32_t location;
    /// Locations of a uniform: one for each element and member that is no array and no structure; stays at 2^40 where it would be larger.
    uint64_t count;
} GlslangLocation;

/// Looks through the syntax tree of a parsed shader. Gives the number of such variables, also where it is above the limit.
uint32_t glslang_shader_find_locations(struct glslang_shader_s *shader, GlslangLocation *found, uint32_t limit);

/// In vectors of up to four components; numbers stay at 2^40 where they would be larger.
typedef struct {
    /// The largest variable outside of functions.
    uint64_t largest;
    /// All inputs and outputs together, built-in ones included.
    uint64_t inputsAndOutputs;
} GlslangVariableSizes;

/// Looks through the syntax tree of a parsed shader.
GlslangVariableSizes glslang_shader_measure_variables(struct glslang_shader_s *shader);

// glslang's own functions, behind a boundary that no exception crosses: see Guarded.cpp. They are the only ones to call.

/// Whether the system had no memory in the middle of glslang's work. Then glslang is called no more: all functions below give 0 or null.
bool glslang_guard_has_failed(void);

int glslang_guarded_initialize(void);
/// - `input` is a `glslang_input_t`, here and below.
struct glslang_shader_s *glslang_guarded_shader_create(const void *input, int options);
int glslang_guarded_shader_preprocess(struct glslang_shader_s *shader, const void *input);
int glslang_guarded_shader_parse(struct glslang_shader_s *shader, const void *input);
const char *glslang_guarded_shader_log(struct glslang_shader_s *shader);
const char *glslang_guarded_shader_preprocessed_code(struct glslang_shader_s *shader);
void glslang_guarded_shader_delete(struct glslang_shader_s *shader);
uint32_t glslang_guarded_shader_find_oversights(struct glslang_shader_s *shader, GlslangOversight *found, uint32_t limit);
uint32_t glslang_guarded_shader_find_locations(struct glslang_shader_s *shader, GlslangLocation *found, uint32_t limit);
GlslangVariableSizes glslang_guarded_shader_measure_variables(struct glslang_shader_s *shader);
struct glslang_program_s *glslang_guarded_program_create(void);
void glslang_guarded_program_add(struct glslang_program_s *program, struct glslang_shader_s *shader);
int glslang_guarded_program_link(struct glslang_program_s *program, int messages);
const char *glslang_guarded_program_log(struct glslang_program_s *program);
int glslang_guarded_program_map_io(struct glslang_program_s *program);
/// Makes the words of a stage, behind the program's other words. Returns the number of words; `countBefore` receives their number before the call.
/// - `options` is a `glslang_spv_options_t`.
size_t glslang_guarded_program_generate(struct glslang_program_s *program, int stage, const void *options, size_t *countBefore);
void glslang_guarded_program_words(struct glslang_program_s *program, uint32_t *words);
const char *glslang_guarded_program_messages(struct glslang_program_s *program);
void glslang_guarded_program_delete(struct glslang_program_s *program);

#ifdef __cplusplus
}
#endif
