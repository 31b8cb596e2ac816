#include "scope.h"

#include <algorithm>

namespace programs {

bool Options::with(const std::string& construct) const {
    return std::find(without.begin(), without.end(), construct) == without.end();
}

Varies Scope::uniform() const {
    switch (together) {
        case Convergence::block: return Varies::nowhere;
        case Convergence::warp:
        case Convergence::masked: return Varies::by_warp;
        case Convergence::thread: return Varies::by_thread;
    }
    return Varies::by_thread;
}

Scope Scope::apart() const {
    Scope scope = *this;
    // A divergent thread must not leave a loop that other threads execute together.
    if (together != Convergence::thread) scope.may_break = scope.may_continue = false;
    scope.together = Convergence::thread;
    return scope;
}

bool Workshop::afford(const Scope& scope, std::uint32_t cost) {
    if (std::uint64_t{cost} * scope.weight > budget) return false;
    budget -= cost * scope.weight;
    return true;
}

} // namespace programs
