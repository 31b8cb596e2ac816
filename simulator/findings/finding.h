#pragma once

/// @file
/// Something a program did wrong, told once for each line of its source.

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

/// What is wrong.
enum class FindingKind : std::uint8_t {
    out_of_bounds,
    null_pointer,
    host_pointer, ///< a kernel uses an address of the host's memory
    misaligned,
    use_after_free,
    constant_write,
    double_free,
    invalid_free,
    uninitialized,
    stale_read,  ///< a read-only load of what the same launch has written
    absent_lane, ///< a shuffle takes a value from a lane that takes no part
    shared_race,
    global_race,
    same_value_race, ///< a note: several threads write the same value
    plain_read_race, ///< a note: a plain read whose value a compare-and-swap asks about
    stream_race,     ///< work of two streams uses the same bytes, and neither waits for the other
    host_race,       ///< the host touches what work uses that it has not waited for
    skipped_barrier,
    leak,
    stack_overflow,
    deadlock,
    budget,
    assertion,
    trap,
    host_access,      ///< the host uses an address of device memory
    unchecked_launch, ///< it was refused, and nobody asked
    failed_call,      ///< a note: a function of the runtime returned an error
};

/// "out_of_bounds"
std::string_view text_of(FindingKind kind);
/// "out-of-bounds access"
std::string_view title_of(FindingKind kind);
/// "docs/findings/out_of_bounds.md", in the project's folder: what it means, an example, what to do.
std::string page_of(FindingKind kind);
/// False for what is only worth knowing, whatever was asked for.
bool is_failure(FindingKind kind);
/// Whether only the program itself can tell of it, whose word it then is.
bool is_reported_by_program(FindingKind kind);

/// A thread in its block, three-dimensional as the program launched it.
struct Coordinates {
    std::uint32_t x = 0, ///< counts fastest
        y = 0,           ///< counts when x is through
        z = 0;           ///< counts when y is through
};

/// A place in a kernel.
struct CodePlace {
    std::string kernel = {};      ///< demangled
    std::string function = {};    ///< demangled; empty when it is the kernel itself
    std::string file = {};        ///< empty: compiled without -lineinfo
    std::uint32_t line = 0;       ///< 0: unknown
    std::string instruction = {}; ///< the PTX
    std::uint32_t ptx_line = 0;   ///< 0: unknown
    const void* call = nullptr;   ///< in the program: what tells calls apart where no line is known
};

/// One finding; the first occurrence stands for all on the same line.
struct Finding {
    FindingKind kind = FindingKind::out_of_bounds; ///< what is wrong
    CodePlace place = {};                          ///< in a kernel, or in the program where the host did it
    std::optional<Coordinates> block = {};         ///< none where the host did it
    std::optional<Coordinates> thread = {};        ///< none for a block as a whole
    std::optional<std::uint64_t> address = {};     ///< an offset in shared and local memory
    Message what = {};                             ///< what happened: access_messages::past_the_end
    Message where = {}; ///< which memory the address belongs to: memory_messages::bytes_behind
    std::optional<CodePlace> other_place = {}; ///< of a race: the other access
    Message other = {};                        ///< of a race: who that was
    Message advice = {};                       ///< what it usually means
    std::uint64_t count = 1;                   ///< how often it happened on this line
    std::uint8_t breadth = 0;                  ///< of several on one line, one of the largest is told
    bool not_requested = false;                ///< nobody asked for its kind: it is a note, whatever the kind
};

/// False for a note, which leaves the exit status of the program as it is.
bool is_failure(const Finding& finding);

/// Collects findings of a process.
class Findings {
public:
    /// Adds one, or counts it with the first one of the same kind, kernel and line; where it is broader than that, it
    /// takes its place. Gives its number for count().
    std::size_t add(Finding finding);
    /// The finding with a number has happened again.
    void count(std::size_t number, std::uint64_t times = 1);
    /// In the order in which they were first met.
    [[nodiscard]] std::vector<Finding> all() const;
    /// How many are failures.
    [[nodiscard]] std::size_t failures() const;

private:
    using Key = std::tuple<FindingKind, std::string, std::string, std::uint32_t, std::uint32_t, const void*>;

    mutable std::mutex mutex_;
    std::vector<Finding> findings_;
    std::map<Key, std::size_t> index_of_key_;
};

} // namespace simulator
