#pragma once

/// @file
/// The fat binary that nvcc embeds in a program: PTX and machine code for several GPUs.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "elf/bytes.h"

namespace simulator::runtime {

/// A fat binary that cannot be read; says why.
class FatBinaryError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What an entry holds.
enum class FatEntryKind : std::uint8_t { ptx, cubin, other };

/// How an entry is packed.
enum class Compression : std::uint8_t { plain, zstd, lz4 };

/// One text or one machine code. The bytes belong to the fat binary.
struct FatEntry {
    FatEntryKind kind = FatEntryKind::other;      ///< what it is once unpacked
    std::uint32_t architecture = 0;               ///< 80 for compute_80 or sm_80
    Compression compression = Compression::plain; ///< what unpack() has to undo
    Bytes payload = {};                           ///< as it stands in the fat binary
    std::uint64_t unpacked_bytes = 0;             ///< of a packed one
    std::string_view options = {};                ///< for ptxas, as the compiler was given them
};

/// The entries of the container at the begin of @p bytes, which may go on behind it. Throws FatBinaryError.
std::vector<FatEntry> read_container(Bytes bytes);
/// The entries of all containers in the section `.nv_fatbin` of a program. Throws FatBinaryError.
std::vector<FatEntry> read_containers(Bytes section);

/// What an entry holds, unpacked; PTX without the zeros behind it. Throws FatBinaryError.
std::string unpack(const FatEntry& entry);

} // namespace simulator::runtime
