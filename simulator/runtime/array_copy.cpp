#include "runtime/array_copy.h"

#include "protocol/errors.h"
#include "runtime/arrays.h"
#include "runtime/pointers.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

namespace {

Layout pitched_layout(const cudaPitchedPtr& pointer) {
    return {pointer.pitch, checked_product(pointer.pitch, pointer.ysize)};
}

/// Checks that rows and layers fit into pitched memory. As a GPU does, returns cudaErrorInvalidPitchValue if
/// there are several rows or layers and no array takes part; otherwise cudaErrorInvalidValue.
void check_fit(const cudaPitchedPtr& pointer, const Rows& rows, bool with_array) {
    const auto error = [&](bool several) {
        return several && !with_array ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue;
    };
    require(rows.width <= pointer.pitch, error(rows.count > 1 || rows.layers > 1));
    require(rows.count <= pointer.ysize, error(rows.layers > 1));
}

/// Returns the side of a copy of @p rows that is in pitched memory.
CopySide<void*> side_at(const cudaPitchedPtr& pointer, const cudaPos& position, const Rows& rows,
                        bool with_array) {
    check_fit(pointer, rows, with_array);
    const Layout layout = pitched_layout(pointer);
    const std::size_t before =
        checked_sum(checked_product(position.z, layout.layer), checked_product(position.y, layout.pitch));
    return {static_cast<char*>(pointer.ptr) + checked_sum(before, position.x), layout};
}

ArrayPosition position_in(const Array& array, const cudaPos& position) {
    return {checked_product(position.x, array.element_bytes), position.y, position.z};
}

/// Returns the direction of the copy. An array is on the device, whatever the program specifies.
cudaMemcpyKind kind_with_arrays(const cudaMemcpy3DParms& p) {
    if (p.kind == cudaMemcpyDefault) return p.kind;
    const bool device_to_device = p.kind == cudaMemcpyDeviceToDevice;
    const bool to_device = p.dstArray != nullptr || p.kind == cudaMemcpyHostToDevice || device_to_device;
    const bool from_device = p.srcArray != nullptr || p.kind == cudaMemcpyDeviceToHost || device_to_device;
    if (to_device) return from_device ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
    return from_device ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost;
}

} // namespace

CopySide<void*> side_in(const Array& array, const ArrayPosition& place, const Rows& rows) {
    const std::size_t row = array.row_bytes();
    require(place.x_bytes <= row && rows.width <= row - place.x_bytes && place.y <= array.rows() &&
            rows.count <= array.rows() - place.y && place.z <= array.layers() &&
            rows.layers <= array.layers() - place.z);
    const std::size_t before = place.z * array.layer_bytes() + place.y * row + place.x_bytes;
    return {pointer_to(array.begin + before), {row, array.layer_bytes()}};
}

void* linear_range_in(const Array& array, const ArrayPosition& place, std::size_t bytes) {
    require(place.x_bytes <= array.row_bytes() && place.y <= array.rows());
    const std::size_t before = place.y * array.row_bytes() + place.x_bytes;
    require(before <= array.layer_bytes() && bytes <= array.layer_bytes() - before);
    return pointer_to(array.begin + before);
}

CopyRequest request_of(Runtime& runtime, const cudaMemcpy3DParms& parameters, const void* caller) {
    const cudaMemcpy3DParms& p = parameters;
    require(p.kind >= cudaMemcpyHostToHost && p.kind <= cudaMemcpyDefault, cudaErrorInvalidMemcpyDirection);
    require((p.srcArray == nullptr || p.srcPtr.ptr == nullptr) &&
            (p.dstArray == nullptr || p.dstPtr.ptr == nullptr));
    const Array* const from = p.srcArray == nullptr ? nullptr : &runtime.arrays().made.at(p.srcArray);
    const Array* const to = p.dstArray == nullptr ? nullptr : &runtime.arrays().made.at(p.dstArray);
    require(from == nullptr || to == nullptr || from->element_bytes == to->element_bytes);
    const std::size_t element = from != nullptr ? from->element_bytes : to != nullptr ? to->element_bytes : 1;
    const Rows rows{checked_product(p.extent.width, element), p.extent.height, p.extent.depth};
    const bool has_both =
        (from != nullptr || p.srcPtr.ptr != nullptr) && (to != nullptr || p.dstPtr.ptr != nullptr);
    require(has_both || p.extent.width == 0 || p.extent.height == 0 || p.extent.depth == 0);
    const bool with_array = from != nullptr || to != nullptr;
    const CopySide<void*> source = from != nullptr ? side_in(*from, position_in(*from, p.srcPos), rows)
                                                   : side_at(p.srcPtr, p.srcPos, rows, with_array);
    const CopySide<void*> target = to != nullptr ? side_in(*to, position_in(*to, p.dstPos), rows)
                                                 : side_at(p.dstPtr, p.dstPos, rows, with_array);
    return {target, {source.begin, source.layout}, rows, kind_with_arrays(p), caller};
}

} // namespace simulator::runtime
