/// @file
/// libFuzzer target for the device process: arbitrary calls of a program are handled.
///
/// An input is a fat binary followed by calls: a byte for the call's number, a byte of flags, two bytes of
/// length, and a body. The data that the device reads from the program's memory also come from the input. If
/// a body contains the six bytes of `mark`, the next byte selects a value that an earlier call returned, and
/// the last byte is added to it.

#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "device/final_report.h"
#include "device/session.h"
#include "loading/ptxas.h"
#include "program/call.h"
#include "program/process.h"
#include "protocol/calls.h"
#include "protocol/launch.h"
#include "runtime/memory.h"
#include "runtime/runtime.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

// No other process is started for an input, and no code waits for its end.
namespace simulator::runtime {
ProcessResult run_process(const std::vector<std::string>&) { return {}; }
std::optional<std::filesystem::path> find_ptxas() { return std::nullopt; }
ResourceTable query_ptxas_resources(const std::filesystem::path&, std::string_view, std::uint32_t,
                                    std::string_view) {
    return {};
}
std::string assemble(const std::filesystem::path&, std::string_view, std::uint32_t, std::string_view) {
    return {};
}
ResourceTable parse_ptxas_output(std::string_view) { return {}; }
} // namespace simulator::runtime
bool simulator::device::report_at_exit(runtime::Runtime&) { return false; }

namespace {

using namespace simulator;
using protocol::CallId;

constexpr std::byte mark{0xfe};
constexpr std::size_t marks = 6;
constexpr std::uint64_t image_at = 0x10000; // address in the program
constexpr std::size_t max_image_bytes = 1 << 20;
// Limits of valid requests that would take too long, or use all memory.
constexpr std::uint64_t max_blocks_per_dimension = 64;
constexpr std::uint64_t max_allocation_bytes = 1 << 24;
constexpr std::size_t max_bytes_moved = 1 << 21;

/// A program whose memory contains the input.
class Hostile : public runtime::Program {
public:
    Bytes input, image;

    bool read(const runtime::RowTransfer& rows) override {
        for (std::size_t row = 0; row < rows.count; ++row)
            for (std::size_t n = 0; n < rows.width; ++n) {
                if (ends()) return false;
                rows.here[row * rows.device_pitch + n] = at(there(rows) + row * rows.program_pitch + n);
            }
        return true;
    }
    void write(const runtime::RowTransfer& rows) override {
        for (std::size_t row = 0; row < rows.count; ++row)
            for (std::size_t n = 0; n < rows.width; ++n) {
                if (ends()) return;
                seen = rows.here[row * rows.device_pitch + n];
            }
    }
    /// Starts with a new input.
    void begin(Bytes all, Bytes part) {
        input = all;
        image = part;
        moved = 0;
        runtime::Runtime::get().program_is_gone = false;
    }
    void print(std::string_view) override {}
    void flush() override {}
    void call(cudaHostFn_t, void*) override {}
    void call(cudaStreamCallback_t, cudaStream_t, cudaError_t, void*) override {}
    void set_host_access(std::uint64_t, std::size_t, simulator::HostAccess) override {}
    bool share(std::uint64_t address, std::uint64_t, std::size_t) override {
        return at(address / 4096) != std::byte{1};
    }
    void unshare(std::uint64_t, std::size_t) override {}

private:
    static std::uint64_t there(const runtime::RowTransfer& rows) {
        return reinterpret_cast<std::uint64_t>(rows.there);
    }
    /// Ends if the device requests too much of it, which would only take time.
    bool ends() {
        if (++moved > max_bytes_moved) runtime::Runtime::get().program_is_gone = true;
        return moved > max_bytes_moved;
    }
    std::byte at(std::uint64_t address) const {
        if (address - image_at < image.size()) return image[address - image_at];
        return input.empty() ? std::byte{} : input[address % input.size()];
    }
    std::atomic<std::size_t> moved = 0;
    volatile std::byte seen{};
};

Hostile hostile;
/// Results of earlier calls: addresses and handles.
std::vector<std::uint64_t> handles_given;

device::Client& client() {
    static auto& shared = *new protocol::SharedChannels();
    static auto& one = *new device::Client(shared, 0);
    return one;
}

int file_of_memory(const char* name, std::uint64_t bytes) {
    const int file = memfd_create(name, 0);
    if (ftruncate(file, static_cast<off_t>(bytes)) != 0) __builtin_trap();
    return file;
}

template <class T> T number_at(Bytes bytes, std::size_t at) {
    T value{};
    if (at <= bytes.size() && sizeof value <= bytes.size() - at)
        std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

std::vector<std::byte> with_handles(Bytes body) {
    std::vector<std::byte> all(body.begin(), body.end());
    for (std::size_t n = 0; n + 8 <= all.size(); ++n) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(n);
        if (!handles_given.empty() &&
            std::all_of(begin, begin + marks, [](std::byte byte) { return byte == mark; })) {
            const std::uint64_t value =
                handles_given[std::to_integer<std::size_t>(all[n + marks]) % handles_given.size()] +
                std::to_integer<std::uint64_t>(all[n + marks + 1]);
            std::memcpy(&all[n], &value, sizeof value);
            n += 7;
        }
    }
    return all;
}

bool exceeds_block_limit(std::uint16_t call, Bytes body) {
    if (call != static_cast<std::uint16_t>(CallId::launch) &&
        call != static_cast<std::uint16_t>(CallId::launch_again))
        return false;
    const auto message = number_at<protocol::LaunchMessage>(body, 0);
    std::uint64_t blocks = 1;
    for (const std::uint32_t size : message.grid) {
        if (size > max_blocks_per_dimension) return true;
        blocks *= size;
    }
    return blocks > max_blocks_per_dimension;
}

void free_large_allocations(runtime::Runtime& runtime) {
    for (const Allocation* const one : runtime.memory().device.live())
        if (one->bytes > max_allocation_bytes && one->origin != AllocationOrigin::registered &&
            one->origin != AllocationOrigin::opened && one->origin != AllocationOrigin::heap)
            runtime.memory().device.release(one->begin, {});
}

void call(std::uint16_t which, std::uint16_t flags, std::uint32_t site, Bytes body) {
    protocol::CallHeader header{};
    header.call = which;
    header.flags = flags;
    header.site = site;
    const bool awaited = (flags & protocol::CallHeader::expects_reply) != 0;
    const device::Answer answer = device::answer_call(client(), header, body, awaited ? &hostile : nullptr);
    if (answer.out.data().size() >= 8 && handles_given.size() < 256)
        handles_given.push_back(number_at<std::uint64_t>(answer.out.data(), 0));
    free_large_allocations(runtime::Runtime::get());
}

template <class... Values> void call(CallId which, const Values&... values) {
    protocol::Writer out;
    const auto put = [&](const auto& value) {
        if constexpr (std::is_convertible_v<decltype(value), std::string_view>)
            out.put_text(value);
        else
            out.put(value);
    };
    (put(values), ...);
    call(static_cast<std::uint16_t>(which), protocol::CallHeader::expects_reply, 0, out.data());
}

/// Sends the calls of a program's start-up code.
void begin() {
    using namespace std::string_view_literals;
    constexpr std::uint32_t number = 1;
    call(CallId::register_image, number, image_at, std::uint64_t{hostile.image.size()}, ""sv);
    call(CallId::register_function, number, std::uint64_t{0x1001}, "store"sv);
    call(CallId::register_function, number, std::uint64_t{0x1002}, "exchange"sv);
    call(CallId::register_function, number, std::uint64_t{0x1003}, "print_from_heap"sv);
    call(CallId::register_variable, number, std::uint64_t{0x2001}, std::uint64_t{64}, std::uint8_t{0},
         "variable"sv);
    call(CallId::register_variable, number, std::uint64_t{0x2002}, std::uint64_t{32}, std::uint8_t{1},
         "factors"sv);
    call(CallId::serve_streams, std::uint8_t{0});
    call(CallId::serve_streams, std::uint8_t{1});
    handles_given = {0x1001, 0x1002, 0x1003, 0x2001, 0x2002};
}

void end() {
    runtime::current_call() = {};
    call(CallId::mark_errors_checked);
    call(CallId::cudaThreadExchangeStreamCaptureMode, std::uint8_t{1}, cudaStreamCaptureModeGlobal);
    call(CallId::cudaDeviceReset);
    while (!client().images.empty()) call(CallId::unregister_image, client().images.begin()->first);
}

/// One device for many inputs, but not for all, because it keeps all findings and launches.
void ensure_device() {
    constexpr unsigned inputs_of_one = 500;
    static const int pages = file_of_memory("pages", shared_file_bytes());
    static const int common = file_of_memory("common", ipc_file_bytes());
    static unsigned inputs = 0;
    if (inputs++ % inputs_of_one != 0) return;
    if (inputs != 1) delete &runtime::Runtime::get();
    runtime::Settings settings;
    settings.device = "rtx_3090"; // cheap to initialize
    settings.check = {.memory = true, .race = true, .init = true, .leak = true};
    settings.cores = 1;
    settings.warp_instruction_limit = 10'000;
    runtime::Runtime::start(settings, {.shared_file = pages,
                                       .common_file = common,
                                       .number = 1,
                                       .program = &client().service_threads,
                                       .program_threads = [] { return 1U; }});
}

std::size_t image_bytes(Bytes input) {
    if (number_at<std::uint32_t>(input, 0) != 0xBA55ED50) return 0;
    return std::min(
        {input.size(), max_image_bytes,
         static_cast<std::size_t>(number_at<std::uint16_t>(input, 6) + number_at<std::uint64_t>(input, 8))});
}

constexpr std::size_t before_body = 4;

/// Offsets of the calls, and of the end of the last one.
std::vector<std::size_t> calls_in(Bytes input) {
    std::vector<std::size_t> at{image_bytes(input)};
    while (at.back() + before_body <= input.size())
        at.push_back(
            std::min(input.size(), at.back() + before_body + number_at<std::uint16_t>(input, at.back() + 2)));
    return at;
}

// Generation of inputs that are partly valid.

using Random = std::minstd_rand;
std::size_t below(Random& random, std::size_t end) { return random() / 7 % end; }

/// Puts a plausible argument of a type.
template <class T> void put_argument(protocol::Writer& out, Random& random) {
    if constexpr (std::is_same_v<T, const char*>) {
        out.put(std::uint8_t{1});
        out.put_text("0000:00:00.0");
    } else if constexpr (std::is_pointer_v<T>) {
        using Target = std::remove_const_t<std::remove_pointer_t<T>>;
        if constexpr (protocol::is_opaque<Target>) {
            std::array<std::byte, 8> handle;
            handle.fill(mark);
            handle[6] = static_cast<std::byte>(random() / 7);
            handle[7] = static_cast<std::byte>(below(random, 4) == 0 ? below(random, 256) : 0);
            if (below(random, 8) == 0) handle = {};
            out.put(handle);
        } else {
            out.put(static_cast<std::uint8_t>(below(random, 16) != 0));
            put_argument<Target>(out, random);
        }
    } else if constexpr (sizeof(T) > 8) {
        for (std::size_t n = 0; n < sizeof(T); n += 8) {
            if (below(random, 3) == 0)
                put_argument<void*>(out, random);
            else
                put_argument<std::uint64_t>(out, random);
        }
    } else {
        static constexpr std::array<std::uint64_t, 12> usual = {0,  1,  2,   3,   4,    8,
                                                                16, 64, 100, 512, 4096, ~std::uint64_t{0}};
        std::uint64_t value = usual[below(random, usual.size())];
        if (below(random, 8) == 0) value = std::uint64_t{1} << below(random, 64);
        if (below(random, 8) == 0) value = random();
        out.put_bytes(std::as_bytes(std::span(&value, 1)).first(sizeof(T)));
    }
}

template <class... Parameters>
void put_arguments(cudaError_t (*)(Parameters...), protocol::Writer& out, Random& random) {
    (put_argument<std::remove_cv_t<Parameters>>(out, random), ...);
}

void put_launch(protocol::Writer& out, Random& random) {
    protocol::LaunchMessage message{};
    message.function = 0x1001 + below(random, 3);
    message.dynamic_shared = below(random, 3) * 16;
    message.grid = {static_cast<std::uint32_t>(1 + below(random, 3)), 1, 1};
    message.block = {static_cast<std::uint32_t>(1 + below(random, 70)), 1, 1};
    message.cooperative = below(random, 8) == 0;
    message.by_chevrons = below(random, 2) == 0;
    out.put(message);
    for (int n = 0; n < 2; ++n) put_argument<void*>(out, random);
}

/// Puts the body of a call that the device may accept.
void put_body(CallId which, protocol::Writer& out, Random& random) {
    switch (which) {
#define CALL(name)     \
    case CallId::name: \
        return put_arguments(&::name, out, random);
#define PLAIN(name) CALL(name)
#define MESSAGE(name)
#include "protocol/calls.def"
        case CallId::launch:
        case CallId::launch_again: {
            put_launch(out, random);
            return;
        }
        default:
            for (int n = 0; n < 6; ++n) {
                if (below(random, 2) == 0)
                    put_argument<void*>(out, random);
                else if (below(random, 2) == 0)
                    put_argument<std::uint32_t>(out, random);
                else
                    put_argument<std::uint8_t>(out, random);
            }
    }
}

std::vector<std::uint8_t> any_call(Random& random) {
    // Every fourth call is a launch, so that there is work to wait for.
    const auto which = below(random, 4) == 0
                           ? CallId::launch_again
                           : static_cast<CallId>(below(random, static_cast<std::size_t>(CallId::count)));
    protocol::Writer out;
    put_body(which, out, random);
    const auto body = out.data();
    std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(which), 1,
                                    static_cast<std::uint8_t>(body.size()),
                                    static_cast<std::uint8_t>(body.size() >> 8)};
    std::transform(body.begin(), body.end(), std::back_inserter(bytes),
                   [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
    return bytes;
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
    Random random(seed);
    std::vector<std::uint8_t> input(data, data + size);
    const std::vector<std::size_t> at = calls_in(std::as_bytes(std::span(input)));
    const std::size_t one = below(random, at.size());
    const auto begin = input.begin() + static_cast<std::ptrdiff_t>(at[one]);
    const auto behind =
        one + 1 < at.size() ? input.begin() + static_cast<std::ptrdiff_t>(at[one + 1]) : input.end();
    switch (below(random, 8)) {
        case 0: return LLVMFuzzerMutate(data, size, most);
        case 1: input.erase(begin, behind); break;
        case 2: {
            const std::vector<std::uint8_t> again(begin, behind);
            input.insert(input.begin() + static_cast<std::ptrdiff_t>(at[below(random, at.size())]),
                         again.begin(), again.end());
            break;
        }
        case 3:
        case 4: {
            if (behind - begin <= static_cast<std::ptrdiff_t>(before_body)) break;
            const auto body = begin + before_body;
            LLVMFuzzerMutate(&*body, static_cast<std::size_t>(behind - body),
                             static_cast<std::size_t>(behind - body));
            break;
        }
        default:
            for (std::size_t left = 1 + below(random, 8); left > 0; --left) {
                const std::vector<std::uint8_t> more = any_call(random);
                const std::size_t place = left == 1 ? at[one] : input.size();
                input.insert(input.begin() + static_cast<std::ptrdiff_t>(place), more.begin(), more.end());
            }
    }
    input.resize(std::min(input.size(), most));
    std::copy(input.begin(), input.end(), data);
    return input.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ensure_device();
    const Bytes input = std::as_bytes(std::span(data, size));
    hostile.begin(input, input.first(image_bytes(input)));
    try {
        begin();
        const std::vector<std::size_t> at = calls_in(input);
        for (std::size_t n = 0; n + 1 < at.size() && n < 64; ++n) {
            const auto which = std::to_integer<std::uint8_t>(input[at[n]]);
            const auto flags = std::to_integer<std::uint8_t>(input[at[n] + 1]);
            const auto body =
                with_handles(input.subspan(at[n] + before_body, at[n + 1] - at[n] - before_body));
            if (!exceeds_block_limit(which, body)) call(which, flags & 3U, flags >> 2, body);
        }
    } catch (const protocol::ChannelError&) {
        // The device process would kill such a program.
    }
    end();
    hostile.begin({}, {});
    return 0;
}
