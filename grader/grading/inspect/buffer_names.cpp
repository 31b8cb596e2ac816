#include "grading/inspect/buffer_names.h"

#include <algorithm>
#include <optional>
#include <string>

#include "finding_messages/memory_messages.h"

namespace grader {
namespace {

using namespace kernelsmith::memory_messages;

/// ObservedAccess::misaligned is an address modulo this.
constexpr std::size_t base_alignment = 256;

/// Returns the bytes that the runner allocates for @p buffer: even an empty one has an address.
std::size_t block_of(const kernelsmith::Buffer& buffer) {
    return std::max<std::size_t>(buffer.misalignment + buffer.bytes(), 1);
}

/// Returns the number @p name of @p message, which a student may have forged; 0 if it is not a valid count.
std::size_t count_in(const Message& message, const char* name) {
    constexpr double max_count = 1e15;
    const double number = message.number(name);
    return number >= 1 && number <= max_count ? static_cast<std::size_t>(number) : 0;
}

/// Returns the number of the cudaMalloc call that @p made describes, from 1; 0 for any other function.
std::size_t cuda_malloc_number(const Message& made) {
    return made.text("function") == "cudaMalloc" ? count_in(made, "number") : 0;
}

/// Returns the name of the memory that @p memory, of the kind `allocation`, describes; no value if @p layout
/// does not explain it.
std::optional<Message> name_of(const Message& memory, const kernelsmith::Layout& layout) {
    const std::size_t number = cuda_malloc_number(memory.message("call"));
    const std::size_t bytes = count_in(memory, "bytes");
    if (number == 0 || bytes == 0) return std::nullopt;
    if (number > layout.buffers.size())
        return Message(own_allocation, {{"bytes", bytes},
                                        {"function", "cudaMalloc"},
                                        {"number", number - layout.buffers.size()}});
    const kernelsmith::Buffer& known = layout.buffers[number - 1];
    // A different size means that code allocated memory before the runner did, when the build was loaded.
    if (bytes != block_of(known)) return std::nullopt;
    Message name(buffer, {{"bytes", bytes}, {"name", known.name}});
    if (known.misalignment != 0) name.add({"from", known.misalignment});
    return name;
}

void name_memory(Message& message, const kernelsmith::Layout& layout) {
    if (message.is(allocation)) {
        if (const std::optional<Message> name = name_of(message, layout)) message = *name;
        return;
    }
    for (kernelsmith::Argument& argument : message.arguments())
        if (auto* const inner = std::get_if<std::vector<Message>>(&argument.value))
            for (Message& one : *inner) name_memory(one, layout);
}

/// Replaces the allocation that @p access belongs to by its name in @p layout, and makes the offsets of its
/// lanes relative to the buffer.
void name_buffer(ObservedAccess& access, const kernelsmith::Layout& layout) {
    const std::size_t number = access.buffer.is(call) ? cuda_malloc_number(access.buffer) : 0;
    if (number == 0) return;
    if (number > layout.buffers.size()) {
        access.buffer = {own_call, {{"function", "cudaMalloc"}, {"number", number - layout.buffers.size()}}};
        return;
    }
    const kernelsmith::Buffer& known = layout.buffers[number - 1];
    if (access.buffer_bytes != block_of(known)) return;
    access.buffer = {named_memory, {{"name", known.name}}};
    access.buffer_bytes = known.bytes();
    access.misaligned = (access.misaligned.value_or(0) + known.misalignment) % base_alignment;
    for (std::optional<std::int64_t>& lane : access.lanes)
        if (lane) *lane -= static_cast<std::int64_t>(known.misalignment);
}

} // namespace

void name_buffers(Observation& observed, const kernelsmith::Layout& layout) {
    for (ObservedFinding& finding : observed.findings)
        for (Message* message : {&finding.what, &finding.where, &finding.other, &finding.advice})
            name_memory(*message, layout);
    for (ObservedLaunch& launch : observed.launches)
        for (ObservedAccess& access : launch.accesses) name_buffer(access, layout);
}

} // namespace grader
