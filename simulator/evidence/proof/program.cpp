#include "program.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace proof {

namespace {

constexpr int warm_ups = 2;
constexpr std::size_t measurements = 9;

struct Wishes {
    bool list = false;
    bool tuned = false;
    bool time = false;
    bool some = false;
    std::vector<std::string_view> names;
};

Wishes read_wishes(int argc, char** argv) {
    Wishes wishes;
    for (int n = 1; n < argc; ++n) {
        const std::string_view argument = argv[n];
        if (wishes.some) {
            wishes.names.push_back(argument);
        } else if (argument == "list") {
            wishes.list = true;
        } else if (argument == "tuned") {
            wishes.tuned = true;
        } else if (argument == "--time") {
            wishes.time = true;
        } else if (argument == "--only") {
            wishes.some = true;
        } else {
            throw std::invalid_argument("usage: " + std::string(argv[0]) +
                                        " [list] [tuned] [--time] [--only NAME...]");
        }
    }
    return wishes;
}

Kernels chosen(const Wishes& wishes, const Kernels& kernels) {
    if (!wishes.some) return kernels;
    Kernels some;
    for (const std::string_view name : wishes.names) {
        const auto found = std::ranges::find(kernels, name, &Kernel::name);
        if (found == kernels.end()) throw std::invalid_argument("no kernel is named " + std::string(name));
        some.push_back(*found);
    }
    return some;
}

void prepare(const Kernel& kernel, Buffers& buffers) {
    if (kernel.prepare) kernel.prepare(buffers);
}

void launch_once(const Kernel& kernel, Buffers& buffers) {
    prepare(kernel, buffers);
    kernel.launch(buffers);
    check(cudaGetLastError(), kernel.name.c_str());
    // Report an error with the name of its kernel.
    check(cudaDeviceSynchronize(), kernel.name.c_str());
}

void print_time(const Kernel& kernel, Buffers& buffers, cudaEvent_t begin, cudaEvent_t end) {
    for (int n = 0; n < warm_ups; ++n) launch_once(kernel, buffers);
    std::array<float, measurements> milliseconds{};
    for (float& time : milliseconds) {
        prepare(kernel, buffers);
        // This kernel runs longer than the host needs to enqueue the following work, so the GPU never
        // waits for the host between the events.
        buffers.empty_l2();
        check(cudaEventRecord(begin), "begin");
        kernel.launch(buffers);
        check(cudaEventRecord(end), "end");
        check(cudaEventSynchronize(end), kernel.name.c_str());
        check(cudaEventElapsedTime(&time, begin, end), "elapsed time");
    }
    std::ranges::sort(milliseconds);
    std::printf("%s %.5f %.5f %.5f\n", kernel.name.c_str(), milliseconds[measurements / 2],
                milliseconds.front(), milliseconds.back());
    std::fflush(stdout);
}

} // namespace

int run(int argc, char** argv, const Kernels& kernels, Tuned tuned) {
    try {
        const Wishes wishes = read_wishes(argc, argv);
        const Kernels some = chosen(wishes, kernels);
        if (wishes.tuned) {
            for (std::size_t place = 0; place < kernels.size(); ++place)
                if (tuned == Tuned::all || place % 2 == 0) std::puts(kernels[place].name.c_str());
            return EXIT_SUCCESS;
        }
        if (wishes.list) {
            for (const Kernel& kernel : some) std::puts(kernel.name.c_str());
            return EXIT_SUCCESS;
        }
        Buffers buffers;
        if (!wishes.time) {
            for (const Kernel& kernel : some) launch_once(kernel, buffers);
            return EXIT_SUCCESS;
        }
        cudaEvent_t begin = nullptr;
        cudaEvent_t end = nullptr;
        check(cudaEventCreate(&begin), "event");
        check(cudaEventCreate(&end), "event");
        for (const Kernel& kernel : some) print_time(kernel, buffers, begin, end);
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}

} // namespace proof
