#pragma once

/// @file
/// Kinds of messages about the results of one call.

#include "grading/messages/message.h"

namespace grader::messages {

inline constexpr MessageKind case_is_right{"case_is_right"};     ///< `at`
inline constexpr MessageKind cases_are_right{"cases_are_right"}; ///< `cases`
inline constexpr MessageKind case_is_wrong{"case_is_wrong"};     ///< `at`
inline constexpr MessageKind cases_are_wrong{"cases_are_wrong"}; ///< `wrong` of `cases`, the first one `at`
inline constexpr MessageKind only_placeholders{"only_placeholders"}; ///< `tasks` without code yet

inline constexpr MessageKind outside_its_buffer{
    "outside_its_buffer"};                                       ///< `before`, `behind`: bytes; `buffer`
inline constexpr MessageKind check_the_index{"check_the_index"}; ///< advice for outside_its_buffer
inline constexpr MessageKind changed_input{"changed_input"};     ///< `buffer`
inline constexpr MessageKind inputs_stay{"inputs_stay"};         ///< advice for changed_input
inline constexpr MessageKind differ{"differ"};                   ///< `wrong` of `elements` of `buffer`
inline constexpr MessageKind never_written{"never_written"};     ///< `wrong` of `elements` of `buffer`
inline constexpr MessageKind not_finite{"not_finite"};           ///< `wrong` of `elements` of `buffer`
/// Of a problem's own check: `name` of the diagnosis, `text`, and a `number` that the problem adds.
inline constexpr MessageKind diagnosis{"diagnosis"};
inline constexpr MessageKind varies{"varies"};     ///< a second call computes another result
inline constexpr MessageKind mismatch{"mismatch"}; ///< `place`, `expected`, and `got` if it was written
inline constexpr MessageKind more_mismatches{"more_mismatches"}; ///< `more`

// Patterns of elements that were not written.
inline constexpr MessageKind none_written{"none_written"}; ///< and no kernel launch was detected
inline constexpr MessageKind none_written_by_kernel{
    "none_written_by_kernel"}; ///< although a kernel was launched
/// No element was written, and elements that were there before happen to be right.
inline constexpr MessageKind none_written_but_right{"none_written_but_right"};
inline constexpr MessageKind none_written_by_kernel_but_right{
    "none_written_by_kernel_but_right"}; ///< the same, although a kernel was launched
inline constexpr MessageKind rest_not_visited{"rest_not_visited"};   ///< all written elements are right
inline constexpr MessageKind blocks_share_work{"blocks_share_work"}; ///< `elements`, `blocks`
inline constexpr MessageKind tail_of_small_grid{
    "tail_of_small_grid"}; ///< no element after `place` was written
/// No element after `place` was written; the launch is given.
inline constexpr MessageKind tail_of_block{"tail_of_block"};

// Patterns of wrong values.
inline constexpr MessageKind some_not_finite{"some_not_finite"}; ///< `elements`
inline constexpr MessageKind lost_precision{"lost_precision"};   ///< `error`, in tolerances
/// Each `unit` holds what belongs into the one before it.
inline constexpr MessageKind shifted_forward{"shifted_forward"};
/// Each `unit` holds what belongs into the one after it.
inline constexpr MessageKind shifted_back{"shifted_back"};
inline constexpr MessageKind transposed_tiles{"transposed_tiles"}; ///< `side`

// Patterns of wrong positions.
inline constexpr MessageKind only_first_block{"only_first_block"}; ///< `elements`, `advice`
inline constexpr MessageKind only_first_tile{"only_first_tile"};   ///< `rows`, `columns`, `advice`
inline constexpr MessageKind one_block_or_index{
    "one_block_or_index"}; ///< advice if the student writes the launch
/// Advice if the launch is given.
inline constexpr MessageKind index_without_block{"index_without_block"};
inline constexpr MessageKind one_lane{"one_lane"}; ///< every `nth` `unit` from `first` on
/// Every `nth` `unit` from `first` on.
inline constexpr MessageKind one_thread_of_block{"one_thread_of_block"};
inline constexpr MessageKind one_of_a_part{"one_of_a_part"}; ///< every `nth` `unit` from `first` on
inline constexpr MessageKind only_even{"only_even"};         ///< `units`
inline constexpr MessageKind only_odd{"only_odd"};           ///< `units`
inline constexpr MessageKind only_modulo_4{"only_modulo_4"}; ///< `units`, `unit`, `remainders`
inline constexpr MessageKind check_edges{"check_edges"};     ///< `advice` of the next five
inline constexpr MessageKind last_elements{"last_elements"}; ///< `elements`, `first`
inline constexpr MessageKind last_tile{"last_tile"};         ///< `row`, `column`
inline constexpr MessageKind last_rows{"last_rows"};         ///< `row`
inline constexpr MessageKind last_columns{"last_columns"};   ///< `column`
inline constexpr MessageKind last_rows_and_columns{
    "last_rows_and_columns"};                          ///< both have wrong elements, and no other
inline constexpr MessageKind one_row{"one_row"};       ///< `row` of `rows`
inline constexpr MessageKind one_column{"one_column"}; ///< `column` of `columns`

} // namespace grader::messages
