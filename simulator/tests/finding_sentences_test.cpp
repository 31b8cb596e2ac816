// What is printed of a finding, to the letter.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "finding_messages/access_messages.h"
#include "finding_messages/barrier_messages.h"
#include "finding_messages/call_messages.h"
#include "finding_messages/copy_messages.h"
#include "finding_messages/initialization_messages.h"
#include "finding_messages/machine_messages.h"
#include "finding_messages/memory_messages.h"
#include "finding_messages/order_messages.h"
#include "finding_messages/race_messages.h"
#include "finding_messages/sentences.h"
#include "findings/finding_text.h"
#include "message/sentences.h"

namespace {

namespace access_messages = kernelsmith::access_messages;
namespace barrier_messages = kernelsmith::barrier_messages;
namespace call_messages = kernelsmith::call_messages;
namespace copy_messages = kernelsmith::copy_messages;
namespace initialization_messages = kernelsmith::initialization_messages;
namespace machine_messages = kernelsmith::machine_messages;
namespace memory_messages = kernelsmith::memory_messages;
namespace order_messages = kernelsmith::order_messages;
namespace race_messages = kernelsmith::race_messages;
using kernelsmith::Argument;
using kernelsmith::Message;
using kernelsmith::MessageKind;
using simulator::sentence;

const Message load_of_4(access_messages::reads, {{"bytes", 4}});
const Message store_of_4(access_messages::writes, {{"bytes", 4}});
const Message second_malloc(memory_messages::call, {{"function", "cudaMalloc"}, {"number", 2}});
const Message kilobyte(memory_messages::allocation, {{"bytes", 1000}, {"call", second_malloc}});

std::string sentence_of(MessageKind kind, std::vector<Argument> arguments = {}) {
    return sentence({std::string(kind.name), std::move(arguments)});
}

Message place(int x, int y = 0, int z = 0) {
    return {race_messages::coordinates, {{"x", x}, {"y", y}, {"z", z}}};
}

} // namespace

TEST_CASE("every kind of message of a finding has one sentence", "[text]") {
    const kernelsmith::Sentences sentences(kernelsmith::finding_sentences());
    const std::filesystem::path folder =
        std::filesystem::path(KERNELSMITH_SOURCE_DIR) / "common/finding_messages";
    static const std::regex declaration(R"re(MessageKind \w+\{"(\w+)"\})re");
    std::size_t kinds = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (!entry.path().filename().string().ends_with("_messages.h")) continue;
        std::ifstream file(entry.path());
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        for (std::sregex_iterator one(text.begin(), text.end(), declaration), end; one != end; ++one) {
            INFO((*one)[1]);
            CHECK(sentences.has((*one)[1].str()));
            ++kinds;
        }
    }
    CHECK(kinds == sentences.size());
}

TEST_CASE("an access is printed with its size", "[text][sentences]") {
    CHECK(sentence(load_of_4) == "reads 4 bytes");
    CHECK(sentence_of(access_messages::writes, {{"bytes", 1}}) == "writes 1 byte");
    CHECK(sentence_of(access_messages::atomically_changes, {{"bytes", 8}}) == "atomically changes 8 bytes");
}

TEST_CASE("a wrong access is printed", "[text][sentences]") {
    const auto wrong_store = [](MessageKind kind) { return sentence_of(kind, {{"access", store_of_4}}); };
    CHECK(wrong_store(access_messages::past_the_end) == "writes 4 bytes past the end of an allocation");
    CHECK(wrong_store(access_messages::before_the_beginning) ==
          "writes 4 bytes before the start of an allocation");
    CHECK(wrong_store(access_messages::past_freed_memory) ==
          "writes 4 bytes past the end of an allocation that was already freed");
    CHECK(wrong_store(access_messages::to_unallocated_memory) ==
          "writes 4 bytes at an address outside of every allocation");
    CHECK(wrong_store(access_messages::through_null_pointer) == "writes 4 bytes through a null pointer");
    CHECK(wrong_store(access_messages::outside_of_shared_memory) ==
          "writes 4 bytes outside of the block's shared memory");
    CHECK(sentence_of(access_messages::misaligned_access, {{"access", load_of_4}, {"alignment", 8}}) ==
          "reads 4 bytes at an address that is not a multiple of 8");
    CHECK(sentence_of(access_messages::outside_of_its_object,
                      {{"access", load_of_4},
                       {"memory", Message(memory_messages::shared_variable, {{"name", "tile"}})}}) ==
          "reads 4 bytes outside of the shared variable tile, from whose address its own is computed");
}

TEST_CASE("a memory location is printed", "[text][sentences]") {
    const Message byte(memory_messages::byte_of, {{"offset", 16}, {"memory", kilobyte}});
    CHECK(sentence(byte) == "byte 16 of the 1000 bytes allocated by cudaMalloc number 2");
    const Message free(memory_messages::call,
                       {{"function", "cudaFree"}, {"number", 1}, {"caller", "main.cu:12"}});
    CHECK(sentence_of(memory_messages::freed, {{"place", byte}, {"call", free}}) ==
          "byte 16 of the 1000 bytes allocated by cudaMalloc number 2; cudaFree number 1 (main.cu:12) freed "
          "them");
    CHECK(sentence_of(memory_messages::before_start, {{"bytes", 1}, {"memory", kilobyte}}) ==
          "1 byte before the 1000 bytes allocated by cudaMalloc number 2");
    CHECK(sentence_of(memory_messages::last_bytes_past_end,
                      {{"beyond", 4}, {"bytes", 8}, {"memory", kilobyte}}) ==
          "the last 4 of 8 are past the end of the 1000 bytes allocated by cudaMalloc number 2");
    CHECK(sentence_of(memory_messages::registered_memory, {{"bytes", 16}, {"call", second_malloc}}) ==
          "the 16 bytes of host memory registered by cudaMalloc number 2");
    CHECK(sentence_of(memory_messages::constant_variable, {{"bytes", 64}, {"name", "table"}}) ==
          "the 64 bytes of the __constant__ variable table");
    CHECK(sentence_of(memory_messages::shared_byte, {{"offset", 8}}) ==
          "byte 8 of the block's shared memory");
    CHECK(sentence_of(memory_messages::shared_byte, {{"offset", 8}, {"name", "tile"}}) ==
          "byte 8 of the block's shared memory, in tile");
    CHECK(sentence_of(memory_messages::past_shared_memory, {{"offset", 1024}, {"bytes", 1}}) ==
          "offset 1024; the block has 1 byte");
}

TEST_CASE("a race is printed with both threads", "[text][sentences]") {
    const auto race = [](MessageKind kind, MessageKind who) {
        return sentence_of(kind, {{"access", store_of_4}, {"who", Message(who)}});
    };
    CHECK(sentence_of(race_messages::unordered_access,
                      {{"access", load_of_4},
                       {"who", Message(race_messages::thread_of_the_block)},
                       {"earlier", Message(race_messages::has_atomically_changed)},
                       {"missing", Message(race_messages::no_barrier_between)}}) ==
          "reads 4 bytes that another thread of the same block has changed atomically, with no barrier "
          "between the two");
    CHECK(race(race_messages::writes_other_value, race_messages::lane_of_the_warp) ==
          "writes 4 bytes that another thread of the same warp writes with another value");
    CHECK(race(race_messages::writes_same_value, race_messages::thread_of_another_block) ==
          "writes 4 bytes that a thread of another block writes, too, with the same value");
    CHECK(race(race_messages::lost_update, race_messages::thread_of_the_block) ==
          "lost update: writes 4 bytes computed from what it has read there before, and another thread of "
          "the same "
          "block writes there, too");
    const Message neighbour(race_messages::other_thread, {{"thread", place(32, 1)}});
    const Message stranger(race_messages::other_thread, {{"thread", place(31)}, {"block", place(0, 0, 2)}});
    CHECK(sentence_of(race_messages::wrote_it, {{"thread", neighbour}}) ==
          "thread (32, 1, 0) of the same block wrote it");
    CHECK(sentence_of(race_messages::read_it, {{"thread", stranger}}) ==
          "thread (31, 0, 0) of block (0, 0, 2) read it");
    CHECK(sentence_of(race_messages::volatile_orders_nothing,
                      {{"advice", Message(race_messages::put_syncwarp_between)}}) ==
          "volatile does not make a thread wait for another one. The threads of a warp need not run in "
          "lockstep. Put __syncwarp() between the two accesses.");
}

TEST_CASE("an uninitialized value is printed", "[text][sentences]") {
    const MessageKind kind = initialization_messages::uninitialized_memory;
    CHECK(sentence_of(kind, {{"access", load_of_4}}) == "reads 4 bytes of uninitialized memory");
    CHECK(sentence_of(kind, {{"access", load_of_4}, {"missing", 1}}) ==
          "reads 4 bytes, 1 of which are uninitialized");
    CHECK(sentence_of(initialization_messages::initialize_array)
              .ends_with("or start with int counts[10] = {};."));
}

TEST_CASE("barriers and copies are printed", "[text][sentences]") {
    CHECK(sentence_of(barrier_messages::threads_miss_barrier, {{"absent", 1}, {"threads", 64}}) ==
          "1 of the block's 64 threads never reaches this divergent barrier");
    CHECK(sentence_of(barrier_messages::threads_miss_barrier, {{"absent", 24}, {"threads", 64}}) ==
          "24 of the block's 64 threads never reach this divergent barrier");
    CHECK(sentence_of(copy_messages::started_the_copy) == "this thread started the copy");
    CHECK(sentence_of(copy_messages::started_the_copy,
                      {{"thread", Message(race_messages::other_thread, {{"thread", place(0)}})}}) ==
          "thread (0, 0, 0) of the same block started the copy");
}

TEST_CASE("work of streams is printed", "[text][sentences]") {
    const auto use = [](Message work, MessageKind does) {
        const Message stream(order_messages::numbered_stream, {{"id", 2}});
        return Message(order_messages::use_in_stream,
                       {{"work", std::move(work)}, {"stream", stream}, {"does", Message(does)}});
    };
    const Message copy = use(order_messages::copy_work, order_messages::writes_memory);
    const Message kernel =
        use({order_messages::kernel_work, {{"kernel", "add(int*)"}}}, order_messages::reads_memory);
    CHECK(sentence_of(order_messages::unordered_streams, {{"use", kernel}, {"other", copy}}) ==
          "add(int*) in stream 2 reads what a copy in stream 2 writes, and nothing orders the two: a data "
          "race");
    CHECK(sentence_of(order_messages::host_has_not_waited,
                      {{"does", Message(order_messages::reads_memory)}, {"use", copy}}) ==
          "the host reads what a copy in stream 2 writes, and has not waited for that: a data race");
}

TEST_CASE("calls are printed", "[text][sentences]") {
    CHECK(sentence_of(call_messages::call_overruns_memory,
                      {{"use", Message(call_messages::copy_reads)}, {"bytes", 8}, {"excess", 4}}) ==
          "a copy reads 8 bytes, 4 of them out of bounds");
    CHECK(sentence_of(call_messages::call_returned_error, {{"error", "cudaErrorX"}, {"text", "wrong"}}) ==
          "A call returned cudaErrorX: wrong");
    const Message refusal(call_messages::launch_was_refused,
                          {{"shape", "<<<1, 2000>>>"},
                           {"kernel", "k()"},
                           {"rule", Message(call_messages::grid_or_block_is_too_large,
                                            {{"grid", place(9, 8, 7)}, {"block", place(6, 5, 4)}})}});
    CHECK(sentence_of(call_messages::refusal_was_not_checked, {{"refusal", refusal}}) ==
          "<<<1, 2000>>> of k() was refused: a grid has at most (9, 8, 7) blocks, a block at most (6, 5, 4) "
          "threads; the error was not checked");
}

TEST_CASE("a fault that stops a kernel is printed", "[text][sentences]") {
    CHECK(sentence_of(machine_messages::own_lane_is_not_in_mask,
                      {{"function", "__syncwarp"}, {"mask", 0x400}, {"lane", 9}}) ==
          "calls __syncwarp with the mask 0x00000400, in which its own bit, bit 9, is 0");
    const Message loop(machine_messages::reads_in_loop,
                       {{"bytes", 4}, {"space", "shared"}, {"name", "lock"}});
    CHECK(sentence_of(machine_messages::polls_without_writer, {{"polled", loop}}) ==
          "threads read 4 bytes of shared memory (lock) in a loop until they change, but no thread is left "
          "that could do that");
    CHECK(sentence_of(machine_messages::wrong_load,
                      {{"bytes", 4},
                       {"address", "0x10"},
                       {"space", "global"},
                       {"reason", Message(machine_messages::address_is_unallocated)}}) ==
          "reads 4 bytes at 0x10 in global memory, which is not allocated");
    CHECK(sentence_of(machine_messages::failed_assertion, {{"file", "a.cu"},
                                                           {"line", 3},
                                                           {"function", "void k()"},
                                                           {"block_x", 1},
                                                           {"block_y", 0},
                                                           {"block_z", 0},
                                                           {"thread_x", 2},
                                                           {"thread_y", 0},
                                                           {"thread_z", 0},
                                                           {"condition", "a[i] == {}"}}) ==
          "a.cu:3: void k(): block: [1,0,0], thread: [2,0,0] Assertion `a[i] == {}` failed.");
}
