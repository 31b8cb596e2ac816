#pragma once

/// @file
/// Building blocks of mutation operators: functions that find all edits of one kind in a source. In a
/// replacement text, `{}` stands for the replaced code.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "authoring/mutation/source.h"

namespace grader::mutation {

/// Finds all edits of one rule, in the order of the file.
using EditFinder = std::function<std::vector<Edit>(const Source&)>;

/// The part of the code that a rule applies to.
enum class CodeRegion {
    anywhere,
    loop_headers,        ///< headers of loops
    outside_loop_headers ///< everything but headers of loops
};

/// Replaces the binary operator @p from by @p to.
EditFinder operator_becomes(std::string from, std::string to, CodeRegion region = CodeRegion::anywhere);
/// Replaces the binary operator @p op and its operands by the left operand.
EditFinder keeps_left(std::string op);
/// Replaces the binary operator @p op and its operands by the right operand.
EditFinder keeps_right(std::string op);
/// Swaps the first factor and the addend in a sum with a product, `row * width + column`.
EditFinder index_parts_swapped();
/// Replaces the tokens @p from by @p to. An operator among them may be unary.
EditFinder tokens_become(std::string from, std::string to);
/// Replaces the dimension @p from of threadIdx and similar variables by @p to.
EditFinder thread_index_becomes(std::string from, std::string to);
/// Replaces the member @p from by @p to, except for threadIdx and similar variables.
EditFinder component_becomes(std::string from, std::string to);
/// Adds @p more to integers of at least @p least.
EditFinder numbers_become(long long least, long long more);
/// Replaces 0 by 1 and 0.0f by 1.0f, except in loop headers.
EditFinder zeros_become_ones();

/// Replaces the expression between `[` and `]` of an element access.
EditFinder subscript_becomes(std::string text);
/// Replaces `a[i][j]` by a[j][i].
EditFinder subscripts_swapped();
/// Replaces the size in the declaration of an array.
EditFinder array_size_becomes(std::string text);

/// Replaces the condition of an `if` whose body does work; @p with_else selects those with or without an
/// `else`.
EditFinder guard_becomes(bool with_else, std::string text);
/// Replaces the condition of an `if` that leaves the function or continues the loop.
EditFinder exit_becomes(std::string text);
/// Removes an `else` with its body.
EditFinder else_dropped();
/// Replaces `c ? a : b` by a.
EditFinder choice_takes_first();
/// Replaces `c ? a : b` by b.
EditFinder choice_takes_second();

/// Replaces the first value of a loop variable.
EditFinder loop_start_becomes(std::string text);
/// Replaces the bound that a loop variable is compared with.
EditFinder loop_end_becomes(std::string text);
/// Replaces the increment of a loop variable.
EditFinder loop_step_becomes(std::string text);

/// Predicate that selects statements of one kind.
using StatementTest = bool (*)(const Source&, const Statement&);
/// Reports whether the statement is a barrier of the block or of a warp.
bool is_barrier(const Source& source, const Statement& statement);
/// Reports whether the statement assigns to a variable and declares none.
bool is_assignment(const Source& source, const Statement& statement);
/// Reports whether the statement adds to a variable: `+=`, `-=`, an atomic addition.
bool is_addition(const Source& source, const Statement& statement);
/// Reports whether the statement calls a function for its side effects, and is neither a barrier nor a
/// launch; CUDA_CHECK_LAUNCH() alone does not count.
bool is_call(const Source& source, const Statement& statement);
/// Reports whether the statement launches a kernel.
bool is_launch(const Source& source, const Statement& statement);

/// Replaces a statement that @p test accepts by @p text, which includes the semicolon.
EditFinder statement_becomes(StatementTest test, std::string text);
/// Moves a barrier after the next statement.
EditFinder barrier_later();
/// Moves a barrier before the previous statement.
EditFinder barrier_earlier();
/// Removes the initial value of a declared variable.
EditFinder initial_value_dropped();
/// Replaces the type @p from by @p to in declarations.
EditFinder type_becomes(std::string from, std::string to);
/// Replaces the value in `return e;` by @p text.
EditFinder result_becomes(std::string text);

/// Swaps two adjacent arguments of a call, unless their order makes no difference.
EditFinder arguments_swapped();
/// Swaps two adjacent values in braces.
EditFinder fields_swapped();
/// Replaces a call of @p function by @p text; `{0}` and `{1}` stand for its arguments, `{}` for the whole
/// call.
EditFinder call_becomes(std::string function, std::string text);
/// Swaps grid and block in the configuration of a launch.
EditFinder launch_swapped();
/// Replaces the block size in the configuration of a launch.
EditFinder launched_block_becomes(std::string text);
/// Removes the last component of `dim3 name(a, b)`.
EditFinder shape_loses_last();

} // namespace grader::mutation
