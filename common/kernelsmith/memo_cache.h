#pragma once

/// @file
/// What was worked out once and may be asked for again.

#include <algorithm>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace kernelsmith {

/// The last few values that were asked for, by their keys. Several threads may ask at once; then one works it out, and the
/// others wait.
///
/// @code
/// MemoCache<int, std::string> kept;
/// kept.value(7, [] { return std::string("seven"); }); // works it out
/// kept.value(7, [] { return std::string("seven"); }); // has it already
/// @endcode
template <typename Key, typename Value> class MemoCache {
public:
    /// The value of @p key. Where it is not known, it is `make()`.
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
