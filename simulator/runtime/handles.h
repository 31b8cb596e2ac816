#pragma once

/// @file
/// Tables that map the handles of a program to objects.

#include <driver_types.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "protocol/errors.h"

namespace simulator::runtime {

/// Objects by the opaque pointers that the program uses as handles.
template <class Object, class Handle> class HandleTable {
public:
    /// Stores an object and returns its handle.
    Handle add(Object object) {
        objects_.push_back(std::make_unique<Object>(std::move(object)));
        return reinterpret_cast<Handle>(objects_.back().get());
    }
    /// Returns the object of a handle; null if there is none.
    Object* find(Handle handle) {
        const auto found = place_of(handle);
        return found == objects_.end() ? nullptr : found->get();
    }
    /// Returns the object of a handle. Rejects an unknown or destroyed handle.
    Object& at(Handle handle) {
        Object* object = find(handle);
        require(object != nullptr, cudaErrorInvalidResourceHandle);
        return *object;
    }
    /// Destroys an object. Rejects an unknown or destroyed handle.
    void remove(Handle handle) {
        at(handle);
        objects_.erase(place_of(handle));
    }
    /// Calls @p function for all objects in the order of their creation.
    template <class Function> void each(Function function) const {
        for (const auto& object : objects_) {
            function(*object);
        }
    }
    /// Destroys all objects.
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
