#pragma once

/// @file
/// Locations of calls in the program, for reports.

#include <compare>
#include <cstdint>
#include <string>

#include "findings/finding.h"

namespace simulator::runtime {

/// A return address in a program or library, as reported by the program.
struct StackFrame {
    std::string file = {};    ///< path of the program or library
    std::uint64_t offset = 0; ///< byte offset in the file
    bool named = false;       ///< the location is inside of an exported function
    /// Orders frames, as a map key.
    auto operator<=>(const StackFrame&) const = default;
};

/// A call of an entry point. The toolkit's headers wrap some entry points in templates, which without
/// optimization are separate functions: then the caller's caller is the program's code.
struct CallChain {
    const StackFrame* caller = nullptr;    ///< return address of the call
    const StackFrame* outer = nullptr;     ///< return address of the caller, if known
    const StackFrame* outermost = nullptr; ///< return address of its caller: wrappers may be nested
    /// Orders calls, as a map key.
    auto operator<=>(const CallChain&) const = default;
};

/// Interns a frame: equal frames get the same pointer, which stays valid.
const StackFrame* intern_frame(StackFrame frame);
/// Interns a call: equal calls get the same pointer, which CallSite::caller holds.
const CallChain* intern_chain(const CallChain& chain);

/// Returns the source location of a call. It has file and line if the program was compiled with -g and
/// addr2line is installed. CodePlace::function is the function, or else the offset in the program.
CodePlace host_code_place(const CallChain& call);
/// Returns the source location for a CallSite::caller.
CodePlace host_code_place(const void* caller_of_site);

/// Returns "main.cu:12", or "main" if the line is unknown.
std::string describe(const CodePlace& place);

} // namespace simulator::runtime
