#pragma once

/// @file
/// Memoization of values that are expensive to compute.

#include <algorithm>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace kernelsmith {

/// Caches the last few values by their keys. Safe to use from several threads: one computes a value, and the
/// others wait.
///
/// @code
/// MemoCache<int, std::string> kept;
/// kept.value(7, [] { return std::string("seven"); }); // works it out
/// kept.value(7, [] { return std::string("seven"); }); // has it already
/// @endcode
template <typename Key, typename Value> class MemoCache {
public:
    /// Returns the value of @p key. If it is not cached, computes it with `make()`.
    template <typename Make> std::shared_ptr<const Value> value(const Key& key, Make make) {
        const std::lock_guard lock(mutex_);
        const auto known = std::find_if(values_.begin(), values_.end(),
                                        [&](const auto& value) { return value.first == key; });
        if (known != values_.end()) return known->second;
        if (values_.size() == max_entries) values_.pop_front();
        values_.emplace_back(key, std::make_shared<const Value>(make()));
        return values_.back().second;
    }

private:
    static constexpr std::size_t max_entries = 8;
    std::mutex mutex_;
    std::list<std::pair<Key, std::shared_ptr<const Value>>> values_;
};

} // namespace kernelsmith
