#pragma once

/// @file
/// The fat binary that nvcc embeds in a program: PTX and SASS for several GPUs.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "elf/bytes.h"

namespace simulator::runtime {

/// Thrown for a fat binary that cannot be read, with the reason.
class FatBinaryError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Kind of code in an entry.
enum class FatEntryKind : std::uint8_t { ptx, cubin, other };

/// Compression of an entry.
enum class Compression : std::uint8_t { plain, zstd, lz4 };

/// One PTX text or one cubin. The bytes belong to the fat binary.
struct FatEntry {
    FatEntryKind kind = FatEntryKind::other;      ///< kind of the uncompressed content
    std::uint32_t architecture = 0;               ///< 80 for compute_80 or sm_80
    Compression compression = Compression::plain; ///< method that unpack() reverses
    Bytes payload = {};                           ///< content as stored in the fat binary
    std::uint64_t unpacked_bytes = 0;             ///< size of compressed content after unpack()
    std::string_view options = {};                ///< options for ptxas, as given to the compiler
};

/// Returns the entries of the container at the beginning of @p bytes, which may be longer. Throws
/// FatBinaryError.
std::vector<FatEntry> read_container(Bytes bytes);
/// Returns the entries of all containers in a program's section `.nv_fatbin`. Throws FatBinaryError.
std::vector<FatEntry> read_containers(Bytes section);

/// Returns the uncompressed content of an entry; PTX without trailing zeros. Throws FatBinaryError.
std::string unpack(const FatEntry& entry);

} // namespace simulator::runtime
