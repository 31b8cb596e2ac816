#pragma once

/// @file
/// Arrays, and the textures that read them.

#include <driver_types.h>

#include <algorithm>
#include <cstddef>

#include "memory/device_memory.h"
#include "memory/textures.h"
#include "runtime/handles.h"

namespace simulator::runtime {

/// Memory for a texture. Its rows lie one behind the other without gaps, and so do its layers.
struct Array {
    Address begin = 0;             ///< of its memory
    cudaChannelFormatDesc format;  ///< of an element
    std::size_t element_bytes = 0; ///< by the format
    std::size_t width = 0;         ///< elements of a row
    std::size_t height = 0;        ///< rows; 0: it has one dimension
    std::size_t depth = 0;         ///< layers of rows; 0: it has at most two dimensions
    unsigned flags = 0;            ///< as it was asked for

    /// Bytes of a row.
    [[nodiscard]] std::size_t row_bytes() const { return width * element_bytes; }
    /// Rows of a layer, at least one.
    [[nodiscard]] std::size_t rows() const { return std::max<std::size_t>(1, height); }
    /// At least one.
    [[nodiscard]] std::size_t layers() const { return std::max<std::size_t>(1, depth); }
    /// Bytes of a layer.
    [[nodiscard]] std::size_t layer_bytes() const { return row_bytes() * rows(); }
};

/// All arrays and textures of the program. Calls::mutex guards every member; a launch has a copy of the textures.
struct Arrays {
    /// Ends all.
    void clear() {
        made.clear();
        textures.clear();
    }

    HandleTable<Array, cudaArray_t> made; ///< those that the program has made
    Textures textures;                    ///< those that kernels can read
};

} // namespace simulator::runtime
