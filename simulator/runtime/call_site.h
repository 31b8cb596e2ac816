#pragma once

/// @file
/// Places in the program that runs, for people.

#include <compare>

#include "observe/finding.h"

namespace simulator::runtime {

/// A call of an entry point. The toolkit's headers wrap some of them in templates, which without optimization
/// are functions of their own: then the caller's caller is who asked.
struct CallChain {
    const void* caller = nullptr; ///< return address
    const void* outer = nullptr;  ///< the caller's return address, where known
    const void* outest = nullptr; ///< and its caller's: there are wrappers of wrappers
    /// An order to look calls up by.
    auto operator<=>(const CallChain&) const = default;
};

/// The call that returns to @p caller, which is under way. The same call gives the same pointer, valid for
/// ever: it is what CallSite::caller holds.
const CallChain* chain_of(const void* caller);

/// Where in the program's source a call stands: file and line where the program was compiled with -g and
/// addr2line is there; the function, or else the offset in the program, as CodePlace::function.
CodePlace host_place(const CallChain& call);
/// The same for what CallSite::caller holds.
CodePlace host_place(const void* caller_of_site);

/// The call from the program into this library that is under way.
CallChain call_from_outside();

/// "main.cu:12", or "main" where no line is known.
std::string describe(const CodePlace& place);

} // namespace simulator::runtime
