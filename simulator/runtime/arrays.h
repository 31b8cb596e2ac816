#pragma once

/// @file
/// CUDA arrays, and the textures that read them.

#include <driver_types.h>

#include <algorithm>
#include <cstddef>

#include "memory/device_memory.h"
#include "memory/textures.h"
#include "runtime/handles.h"

namespace simulator::runtime {

/// Memory for a texture. Its rows are contiguous, and so are its layers.
struct Array {
    Address begin = 0;             ///< address of its memory
    cudaChannelFormatDesc format;  ///< format of an element
    std::size_t element_bytes = 0; ///< size of an element, by the format
    std::size_t width = 0;         ///< elements per row
    std::size_t height = 0;        ///< rows; 0: one-dimensional
    std::size_t depth = 0;         ///< layers; 0: at most two-dimensional
    unsigned flags = 0;            ///< flags of its creation

    /// Returns the bytes per row.
    [[nodiscard]] std::size_t row_bytes() const { return width * element_bytes; }
    /// Returns the rows per layer, at least one.
    [[nodiscard]] std::size_t rows() const { return std::max<std::size_t>(1, height); }
    /// Returns the number of layers, at least one.
    [[nodiscard]] std::size_t layers() const { return std::max<std::size_t>(1, depth); }
    /// Returns the bytes per layer.
    [[nodiscard]] std::size_t layer_bytes() const { return row_bytes() * rows(); }
};

/// All arrays and textures of the program. Calls::mutex guards every member; a launch has a copy of the
/// textures.
struct Arrays {
    /// Destroys all arrays and textures.
    void clear() {
        made.clear();
        textures.clear();
    }

    HandleTable<Array, cudaArray_t> made; ///< arrays that the program has created
    Textures textures;                    ///< textures that kernels can read
};

} // namespace simulator::runtime
