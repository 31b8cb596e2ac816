#pragma once

/// @file
/// Tables of what the handles that a program holds stand for.

#include <driver_types.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "protocol/errors.h"

namespace simulator::runtime {

/// Objects by the opaque pointers that a program knows them by.
template <class Object, class Handle> class HandleTable {
public:
    /// Keeps an object and gives its handle.
    Handle add(Object object) {
        objects_.push_back(std::make_unique<Object>(std::move(object)));
        return reinterpret_cast<Handle>(objects_.back().get());
    }
    /// The object behind a handle; null when there is none.
    Object* find(Handle handle) {
        const auto found = place_of(handle);
        return found == objects_.end() ? nullptr : found->get();
    }
    /// The object behind a handle. Refuses one that is not, or no longer, there.
    Object& at(Handle handle) {
        Object* object = find(handle);
        require(object != nullptr, cudaErrorInvalidResourceHandle);
        return *object;
    }
    /// Ends an object. Refuses a handle that is not, or no longer, there.
    void remove(Handle handle) {
        at(handle);
        objects_.erase(place_of(handle));
    }
    /// Shows all, in the order in which they were made.
    template <class Function> void each(Function function) const {
        for (const auto& object : objects_) {
            function(*object);
        }
    }
    /// Ends all.
    void clear() { objects_.clear(); }

private:
    auto place_of(Handle handle) {
        return std::ranges::find_if(objects_, [&](const auto& object) {
            return reinterpret_cast<Handle>(object.get()) == handle;
        });
    }

    std::vector<std::unique_ptr<Object>> objects_;
};

} // namespace simulator::runtime
