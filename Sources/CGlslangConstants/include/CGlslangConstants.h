// Constant expressions of glslang (Debian: glslang-dev), folded by our own rules: see ConstantFolding.cpp.
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
    /// The number of components: 1 for a scalar; 2 to 4 for a vector or for one column of a matrix.
    uint32_t rows;
    /// The number of columns: 0 for scalars and vectors, 2 to 4 for matrices.
    uint32_t columns;
} GlslangConstantType;

/// One operation on constants.
typedef struct {
    /// The opcode of a SPIR-V instruction. If it is at least `GlslangConstantFunction`, the difference is the number of a
    /// GLSL.std.450 instruction.
    uint32_t instruction;
    uint32_t operandCount;
    GlslangConstantType result;
    GlslangConstantType operands[4];
} GlslangConstantOperation;

enum { GlslangConstantFunction = 1 << 16 };

/// The type of a function that computes an operation. `operands` holds the bits of all components of all operands, one after the
/// other. The function writes the bits of the result's components to `result`. A bool is 0 or 1. Returns false if the operation
/// cannot be computed.
typedef bool (*GlslangConstantEvaluator)(const GlslangConstantOperation *operation, const uint32_t *operands, uint32_t *result);

/// Sets the function that computes all operations other than single additions, multiplications or comparisons. Without this
/// function, such operations are not constant. Call glslang_set_constant_evaluator once, before the first shader.
void glslang_set_constant_evaluator(GlslangConstantEvaluator evaluator);

// Constructs that glslang accepts, but that some version of GLSL or GLSL ES does not allow

typedef enum {
    /// A case label has another type than the expression of its switch.
    GlslangLabelOfOtherType,
    /// The operands of `? :` are arrays.
    GlslangChoiceOfArrays,
    /// An array is declared first without a size and later with a size, and a constant index is not below this size.
    GlslangIndexBeyondSize,
    /// The index of an array of uniform blocks is not a constant expression.
    GlslangVariableBlockIndex,
    /// The index of an array of samplers is not a constant expression.
    GlslangVariableSamplerIndex,
    /// A large array of a block is accessed as a whole.
    GlslangLargeCopy,
    /// An interpolation function reads a member of a structure.
    GlslangInterpolatedMember,
    /// Two inputs of a geometry shader are declared as arrays of different sizes.
    GlslangInputSizesDiffer,
} GlslangOversightKind;

typedef struct {
    GlslangOversightKind kind;
    /// The line number in the parsed text.
    int32_t line;
    /// For `GlslangIndexBeyondSize`: the index, and the size of the array. For `GlslangInputSizesDiffer`: the two sizes. For
    /// `GlslangLargeCopy`: 0, and the number of vectors in the copied array or structure.
    int32_t index, size;
} GlslangOversight;

/// Searches the syntax tree of a parsed shader for the constructs of GlslangOversight. Returns the number of places written to
/// `found`.
uint32_t glslang_shader_find_oversights(struct glslang_shader_s *shader, GlslangOversight *found, uint32_t limit);

// Properties of variables

typedef enum { GlslangUniform, GlslangInput, GlslangOutput } GlslangStorage;

/// A variable to which the source gives a location or a binding.
typedef struct {
    /// The variable's name; for a block, the name of the block. The text of the name lives as long as the shader.
    const char *name;
    GlslangStorage storage;
    bool hasLocation, hasBinding;
    uint32_t location, binding;
    /// The number of locations of a uniform: one for each element and member that is neither array nor structure; at most 2^40.
    uint64_t count;
} GlslangLocation;

/// Searches the syntax tree of a parsed shader for variables with a location or a binding. Returns the number of all such variables, even if it
/// is above the limit.
uint32_t glslang_shader_find_locations(struct glslang_shader_s *shader, GlslangLocation *found, uint32_t limit);

/// Sizes in vectors of up to four components; each is at most 2^40.
typedef struct {
    /// The size of the largest variable outside of functions.
    uint64_t largest;
    /// The size of all inputs and outputs together, including built-in variables.
    uint64_t inputsAndOutputs;
} GlslangVariableSizes;

/// Measures the variables in the syntax tree of a parsed shader.
GlslangVariableSizes glslang_shader_measure_variables(struct glslang_shader_s *shader);

// Agreement of two stages

/// Gives the array `name` the same size in two parsed shaders, if both declare it with a size: the larger of the two sizes.
void glslang_shaders_match_sizes(struct glslang_shader_s *first, struct glslang_shader_s *second, const char *name);

/// Appends @ to the name of each input of the second stage that has the name of an output of the first stage and another location. Such
/// variables do not match (OpenGL 4.6, 7.4.1), but glslang's linker compares variables by their names. Also renames the varyings of fixed
/// function in fragment shaders, which are members of a block in only one of the stages, or of different blocks.
void glslang_shaders_separate_inputs(struct glslang_shader_s *first, struct glslang_shader_s *second);

/// Appends @ to the name of the built-in block of inputs, gl_PerVertex. The block's members depend on the version and on the profile of the
/// stage, but glslang's linker requires the same members in both stages. Blocks with different names are not compared. Call this function
/// only if no stage declares the block itself.
void glslang_shader_rename_builtin_block(struct glslang_shader_s *shader);

/// Removes each uniform from a parsed shader that never uses it, if the other shader declares it with another precision.
void glslang_shaders_drop_unused_uniforms(struct glslang_shader_s *first, struct glslang_shader_s *second);

/// Sets whether calls of built-in functions with constant arguments are constant expressions in the shaders that are parsed after
/// this call. The default is true.
void glslang_set_folding_of_functions(bool isFolding);

// glslang's own functions, wrapped so that no exception leaves them: see Guarded.cpp. Swift code must call these functions instead of
// glslang's.

/// Returns true if memory ran out during glslang's work. Afterwards glslang is not called again: all functions below return 0 or null.
bool glslang_guard_has_failed(void);

int glslang_guarded_initialize(void);
/// - `input` is a `glslang_input_t`, in this function and in the following functions.
struct glslang_shader_s *glslang_guarded_shader_create(const void *input, int options);
int glslang_guarded_shader_preprocess(struct glslang_shader_s *shader, const void *input);
int glslang_guarded_shader_parse(struct glslang_shader_s *shader, const void *input);
const char *glslang_guarded_shader_log(struct glslang_shader_s *shader);
const char *glslang_guarded_shader_preprocessed_code(struct glslang_shader_s *shader);
void glslang_guarded_shader_delete(struct glslang_shader_s *shader);
uint32_t glslang_guarded_shader_find_oversights(struct glslang_shader_s *shader, GlslangOversight *found, uint32_t limit);
uint32_t glslang_guarded_shader_find_locations(struct glslang_shader_s *shader, GlslangLocation *found, uint32_t limit);
GlslangVariableSizes glslang_guarded_shader_measure_variables(struct glslang_shader_s *shader);
void glslang_guarded_match_sizes(struct glslang_shader_s *first, struct glslang_shader_s *second, const char *name);
void glslang_guarded_separate_inputs(struct glslang_shader_s *first, struct glslang_shader_s *second);
void glslang_guarded_rename_builtin_block(struct glslang_shader_s *shader);
void glslang_guarded_drop_unused_uniforms(struct glslang_shader_s *first, struct glslang_shader_s *second);
struct glslang_program_s *glslang_guarded_program_create(void);
void glslang_guarded_program_add(struct glslang_program_s *program, struct glslang_shader_s *shader);
int glslang_guarded_program_link(struct glslang_program_s *program, int messages);
const char *glslang_guarded_program_log(struct glslang_program_s *program);
int glslang_guarded_program_map_io(struct glslang_program_s *program);
/// Generates the SPIR-V words of a stage and appends them to the program's words. Returns the number of all words. `countBefore`
/// receives the number of words before the call.
/// - `options` is a `glslang_spv_options_t`.
size_t glslang_guarded_program_generate(struct glslang_program_s *program, int stage, const void *options, size_t *countBefore);
void glslang_guarded_program_words(struct glslang_program_s *program, uint32_t *words);
const char *glslang_guarded_program_messages(struct glslang_program_s *program);
void glslang_guarded_program_delete(struct glslang_program_s *program);

#ifdef __cplusplus
}
#endif
