#pragma once

/// @file
/// What a rule is made of: functions that find all places of a source where something can be changed, and say
/// how. In a text that a change is given as, `{}` stands for what was there.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "authoring/mutation/source.h"

namespace grader::mutation {

/// Finds the places of one rule, in the order of the file.
using EditFinder = std::function<std::vector<Edit>(const Source&)>;

/// The part of the code that a rule is about.
enum class CodeRegion {
    anywhere,
    loop_headers,        ///< headers of loops
    outside_loop_headers ///< everything but headers of loops
};

/// The binary operator @p from is written @p to.
EditFinder operator_becomes(std::string from, std::string to, CodeRegion region = CodeRegion::anywhere);
/// Of the binary operator @p op and its operands only the left one stays.
EditFinder keeps_left(std::string op);
/// The same, and the right one stays.
EditFinder keeps_right(std::string op);
/// In a sum with a product in it, `row * width + column`, the first factor and what is added change places.
EditFinder index_parts_swapped();
/// The tokens of @p from are written @p to. An operator among them may be one with a single operand.
EditFinder tokens_become(std::string from, std::string to);
/// The dimension @p from of threadIdx and its like is another one.
EditFinder thread_index_becomes(std::string from, std::string to);
/// A member called @p from, of anything but threadIdx and its like, is another one.
EditFinder component_becomes(std::string from, std::string to);
/// Whole numbers of at least @p least have @p more added.
EditFinder numbers_become(long long least, long long more);
/// A 0 that stands in no header of a loop is a 1; so is a 0.0f.
EditFinder zeros_become_ones();

/// What stands between `[` and `]`, where it chooses an element.
EditFinder subscript_becomes(std::string text);
/// `a[i][j]` is a[j][i].
EditFinder subscripts_swapped();
/// The size of an array, where one is declared.
EditFinder array_size_becomes(std::string text);

/// The condition of an `if` that has a body to do, where @p with_else tells whether an `else` follows.
EditFinder guard_becomes(bool with_else, std::string text);
/// The condition of an `if` that leaves the function or goes on with the loop.
EditFinder exit_becomes(std::string text);
/// The `else` and what hangs on it are left out.
EditFinder else_dropped();
/// Of `c ? a : b` only a stays.
EditFinder choice_takes_first();
/// Of `c ? a : b` only b stays.
EditFinder choice_takes_second();

/// The first value of a loop's variable.
EditFinder loop_start_becomes(std::string text);
/// What a loop's variable is compared with.
EditFinder loop_end_becomes(std::string text);
/// What is added to a loop's variable after each round.
EditFinder loop_step_becomes(std::string text);

/// A statement of a kind that the functions below tell apart.
using StatementTest = bool (*)(const Source&, const Statement&);
/// A barrier of the block or of a warp.
bool is_barrier(const Source& source, const Statement& statement);
/// A statement that gives a variable another value and declares none.
bool is_assignment(const Source& source, const Statement& statement);
/// One that adds to what is there: `+=`, `-=`, an atomic addition.
bool is_addition(const Source& source, const Statement& statement);
/// A call for what it does, and no barrier, no launch; CUDA_CHECK_LAUNCH() alone does nothing that counts.
bool is_call(const Source& source, const Statement& statement);
/// A launch of a kernel.
bool is_launch(const Source& source, const Statement& statement);

/// A statement that @p test accepts is written so; the text has its semicolon.
EditFinder statement_becomes(StatementTest test, std::string text);
/// A barrier stands behind what follows it.
EditFinder barrier_later();
/// A barrier stands before what it follows.
EditFinder barrier_earlier();
/// A declared variable has no initial value.
EditFinder initial_value_dropped();
/// In declarations, the type @p from is @p to.
EditFinder type_becomes(std::string from, std::string to);
/// `return e;` returns what @p text says.
EditFinder result_becomes(std::string text);

/// Two arguments of a call that stand side by side change places, unless their order makes no difference.
EditFinder arguments_swapped();
/// Two values in braces that stand side by side change places.
EditFinder fields_swapped();
/// A call of @p function; `{0}` and `{1}` stand for its arguments, `{}` for all of it.
EditFinder call_becomes(std::string function, std::string text);
/// The two parts of a launch's shape change places.
EditFinder launch_swapped();
/// The second part of a launch's shape, its block.
EditFinder launched_block_becomes(std::string text);
/// Of `dim3 name(a, b)` the last part is left out.
EditFinder shape_loses_last();

} // namespace grader::mutation
