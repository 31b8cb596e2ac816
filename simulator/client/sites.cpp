#include "client/sites.h"

#include <dlfcn.h>
#include <unwind.h>

#include <array>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <system_error>

#include "client/thread_channel.h"

namespace simulator::client {

namespace {

/// Return addresses of a call, of its caller, and of the caller's caller.
using Chain = std::array<const void*, 3>;

std::mutex sites_mutex;
std::map<Chain, std::uint32_t> known_sites;

/// Walks up the stack to @p caller, and records it and the frames above it.
struct StackWalk {
    const void* caller;
    Chain chain = {};
    std::size_t found = 0;
    int frames_left = 24; ///< maximum number of frames that are still visited
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* data) {
    auto& stack = *static_cast<StackWalk*>(data);
    const auto* const place = reinterpret_cast<const void*>(_Unwind_GetIP(context));
    if (stack.found != 0 || place == stack.caller) {
        stack.chain.at(stack.found++) = place;
    }
    return stack.found == stack.chain.size() || --stack.frames_left == 0 ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/// Returns the absolute path of a program or library. The caller holds the lock.
const std::string& path_of(const Dl_info& info) {
    static std::map<const void*, std::string> paths; // keyed by load address
    const auto [path, added] = paths.try_emplace(info.dli_fbase);
    if (added) {
        std::error_code failed;
        // The program's own name is relative to the folder in which it was started.
        path->second = std::filesystem::canonical(info.dli_fname, failed);
        if (failed) {
            path->second = std::filesystem::read_symlink("/proc/self/exe", failed);
        }
    }
    return path->second;
}

void put_frame(protocol::Writer& out, const void* return_address) {
    Dl_info info{};
    // The call instruction precedes its return address.
    const char* const place = static_cast<const char*>(return_address) - 1;
    const bool found = dladdr(place, &info) != 0 && info.dli_fname != nullptr;
    out.put_text(found ? path_of(info) : "");
    out.put(found ? static_cast<std::uint64_t>(place - static_cast<const char*>(info.dli_fbase)) : 0);
    out.put(static_cast<std::uint8_t>(found && info.dli_sname != nullptr));
}

std::uint32_t number_of(ThreadChannel& channel, const Chain& chain, std::size_t count) {
    const std::lock_guard lock(sites_mutex);
    const auto [site, added] =
        known_sites.try_emplace(chain, static_cast<std::uint32_t>(known_sites.size() + 1));
    if (added) {
        protocol::Writer& out = channel.arguments();
        out.put(static_cast<std::uint8_t>(count));
        for (std::size_t n = 0; n < count; ++n) {
            put_frame(out, chain.at(n));
        }
        channel.send(protocol::CallId::announce_site, 0);
    }
    return site->second;
}

} // namespace

std::uint32_t site_of_call(ThreadChannel& channel, const void* caller) {
    StackWalk stack{caller};
    _Unwind_Backtrace(visit_frame, &stack);
    return stack.found == 0 ? site_of_address(channel, caller) : number_of(channel, stack.chain, stack.found);
}

std::uint32_t site_of_address(ThreadChannel& channel, const void* return_address) {
    return number_of(channel, {return_address}, 1);
}

} // namespace simulator::client
