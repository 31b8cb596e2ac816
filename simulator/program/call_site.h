#pragma once

/// @file
/// Places in the program that runs, for people.

#include <compare>
#include <cstdint>
#include <string>

#include "findings/finding.h"

namespace simulator::runtime {

/// Behind a call in a program or library, as the program says.
struct StackFrame {
    std::string file = {};    ///< of the program or library
    std::uint64_t offset = 0; ///< in it
    bool named = false;       ///< the place is inside of a function that the file tells others about
    /// An order to look them up by.
    auto operator<=>(const StackFrame&) const = default;
};

/// A call of an entry point. The toolkit's headers wrap some of them in templates, which without optimization
/// are functions of their own: then the caller's caller is who asked.
struct CallChain {
    const StackFrame* caller = nullptr;    ///< where it returns to
    const StackFrame* outer = nullptr;     ///< where the caller returns to, if known
    const StackFrame* outermost = nullptr; ///< and its caller: there are wrappers of wrappers
    /// An order to look calls up by.
    auto operator<=>(const CallChain&) const = default;
};

/// The same frame gives the same pointer, valid for ever.
const StackFrame* intern_frame(StackFrame frame);
/// The same for calls: it is what CallSite::caller holds.
const CallChain* intern_chain(const CallChain& chain);

/// Where in the program's source a call stands: file and line where the program was compiled with -g and
/// addr2line is there; the function, or else the offset in the program, as CodePlace::function.
CodePlace host_code_place(const CallChain& call);
/// The same for what CallSite::caller holds.
CodePlace host_code_place(const void* caller_of_site);

/// "main.cu:12", or "main" where no line is known.
std::string describe(const CodePlace& place);

} // namespace simulator::runtime
