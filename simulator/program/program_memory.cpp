#include "program/program_memory.h"

#include <stdexcept>

#include "program/call.h"
#include "program/program.h"

namespace simulator::runtime {

void read_program_memory(std::uint64_t address, std::span<std::byte> bytes) {
    Program* const program = current_call().program;
    const std::size_t size = bytes.size();
    if (program == nullptr ||
        !program->read({reinterpret_cast<const void*>(address), size, bytes.data(), size, size, 1})) {
        throw std::runtime_error("the program has ended within a call, which is not done");
    }
}

} // namespace simulator::runtime
