#pragma once

/// @file
/// An error of the program, reported once per line of its source.

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "message/message.h"

namespace simulator {

using kernelsmith::Message;
using kernelsmith::MessageKind;

/// Kinds of findings.
enum class FindingKind : std::uint8_t {
    out_of_bounds,
    null_pointer,
    host_pointer, ///< a kernel uses an address of host memory
    misaligned,
    use_after_free,
    constant_write,
    double_free,
    invalid_free,
    uninitialized,
    stale_read,    ///< a load through a read-only cache of data that the same launch has written
    inactive_lane, ///< a shuffle takes a value from an inactive lane
    shared_race,
    global_race,
    same_value_race, ///< a note: several threads write the same value
    plain_read_race, ///< a note: a plain read unordered with compare-and-swaps of the same bytes
    stream_race,     ///< work of two streams uses the same bytes without an order
    host_race,       ///< the host accesses what work uses without having waited for it
    divergent_barrier,
    leak,
    stack_overflow,
    deadlock,
    instruction_limit,
    assertion,
    trap,
    host_access,      ///< the host uses an address of device memory
    unchecked_launch, ///< a launch was refused, and its thread never queried the error
    failed_call,      ///< a note: a function of the runtime returned an error
};

/// Returns the identifier of a kind: "out_of_bounds"
std::string_view text_of(FindingKind kind);
/// Returns the title of a kind: "out-of-bounds access"
std::string_view title_of(FindingKind kind);
/// Returns the path of a kind's page in the project, "docs/findings/out_of_bounds.md", with the meaning, an
/// example, and what to do.
std::string page_of(FindingKind kind);
/// Returns false for kinds that are always notes, whichever checks were requested.
bool is_failure(FindingKind kind);
/// Returns whether findings of a kind rest on the program's own word, because no other process can verify
/// them.
bool is_reported_by_program(FindingKind kind);

/// Coordinates of a thread in its block, or of a block in its grid, in up to three dimensions.
struct Coordinates {
    std::uint32_t x = 0, ///< varies fastest
        y = 0,           ///< increments after x has wrapped around
        z = 0;           ///< increments after y has wrapped around
};

/// A location in a kernel or in the program.
struct CodePlace {
    std::string kernel = {};      ///< demangled name
    std::string function = {};    ///< demangled name of the function; empty if it is the kernel itself
    std::string file = {};        ///< empty: compiled without -lineinfo
    std::uint32_t line = 0;       ///< 0: unknown
    std::string instruction = {}; ///< PTX of the instruction
    std::uint32_t ptx_line = 0;   ///< 0: unknown
    /// Return address in the program, which distinguishes calls without a known line.
    const void* call = nullptr;
};

/// One finding. The first occurrence represents all on the same line.
struct Finding {
    FindingKind kind = FindingKind::out_of_bounds; ///< kind of error
    CodePlace place = {};                   ///< location in a kernel, or in the program if the host caused it
    std::optional<Coordinates> block = {};  ///< nullopt if the host caused it
    std::optional<Coordinates> thread = {}; ///< nullopt for a block as a whole
    std::optional<std::uint64_t> address = {}; ///< address, or offset in shared and local memory
    Message what = {};                         ///< what happened: access_messages::past_the_end
    Message where = {}; ///< memory that the address belongs to: memory_messages::bytes_after
    std::optional<CodePlace> other_place = {}; ///< race only: location of the other access
    Message other = {};                        ///< race only: description of the other access
    Message advice = {};                       ///< usual cause and remedy
    std::uint64_t count = 1;                   ///< number of occurrences on this line
    std::uint8_t breadth = 0;   ///< only a finding of the greatest breadth on a line is reported
    bool not_requested = false; ///< its check was not requested, so it is a note regardless of its kind
};

/// Returns false for a note, which leaves the program's exit status unchanged.
bool is_failure(const Finding& finding);

/// Collects the findings of a process.
class Findings {
public:
    /// Adds a finding, or counts it with the first one of the same kind, kernel and line; a broader one
    /// replaces that. Returns its number for count().
    std::size_t add(Finding finding);
    /// Counts further occurrences of a finding.
    void count(std::size_t number, std::uint64_t times = 1);
    /// Returns all findings in the order of their first occurrence.
    [[nodiscard]] std::vector<Finding> all() const;
    /// Returns the number of failures.
    [[nodiscard]] std::size_t failures() const;

private:
    using Key = std::tuple<FindingKind, std::string, std::string, std::uint32_t, std::uint32_t, const void*>;

    mutable std::mutex mutex_;
    std::vector<Finding> findings_;
    std::map<Key, std::size_t> index_of_key_;
};

} // namespace simulator
