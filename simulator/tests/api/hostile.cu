// Launches a kernel repeatedly, and then tries everything to hide that.
//
//     hostile WAY REPORT [SEED]
//
// Prints "launched" after all launches that the report must contain.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <link.h>
#include <random>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

__global__ void count_up(unsigned* numbers) { numbers[threadIdx.x] += 1; }

void launch(unsigned* numbers, int times) {
    for (int n = 0; n < times; ++n) count_up<<<1, 64>>>(numbers);
}

void say(const char* text) {
    if (write(STDOUT_FILENO, text, std::strlen(text)) < 0) _exit(9);
}

void forge(const char* report) {
    std::ofstream(report)
        << R"({"format":1,"device":"h200","program":"a good one","launches":[],"findings":[]})";
    unlink(std::getenv("KERNELSMITH_SIMULATOR_SOCKET"));
    setenv("KERNELSMITH_SIMULATOR_REPORT", "/dev/null", 1);
}

void close_everything() {
    for (int descriptor = 3; descriptor < 4096; ++descriptor) close(descriptor);
}

struct Mapping {
    char* begin;
    char* end;
    bool writable;
    std::string name;
};

std::vector<Mapping> mappings() {
    std::vector<Mapping> all;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        unsigned long begin = 0;
        unsigned long end = 0;
        char access[8] = "";
        std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, access);
        all.push_back({reinterpret_cast<char*>(begin), reinterpret_cast<char*>(end), access[1] == 'w', line});
    }
    return all;
}

bool is_of(const Mapping& mapping, const char* name) { return mapping.name.find(name) != std::string::npos; }

// Replaces the code of every function of the library by a return.
void replace_functions() {
    const long page = sysconf(_SC_PAGESIZE);
    void* const library = dlopen("libcudart.so.13", RTLD_NOW | RTLD_NOLOAD);
    link_map* map = nullptr;
    dlinfo(library, RTLD_DI_LINKMAP, &map);
    for (const char* name :
         {"cudaLaunchKernel", "cudaMalloc", "cudaMemcpy", "cudaDeviceSynchronize", "cudaGetLastError",
          "cudaFree", "__cudaLaunchKernel", "__cudaUnregisterFatBinary"}) {
        auto* const code = static_cast<unsigned char*>(dlsym(library, name));
        auto* const begin = reinterpret_cast<char*>(reinterpret_cast<unsigned long>(code) / page * page);
        mprotect(begin, 2 * page, PROT_READ | PROT_WRITE | PROT_EXEC);
        const unsigned char nothing[] = {0x31, 0xc0, 0xc3}; // return 0
        std::memcpy(code, nothing, sizeof nothing);
    }
    // Overwrites all of the library's data as well.
    for (const Mapping& mapping : mappings())
        if (mapping.writable && is_of(mapping, "libcudart"))
            std::memset(mapping.begin, 0x5a, static_cast<std::size_t>(mapping.end - mapping.begin));
}

// Overwrites the memory that it shares with the device process. It exits even if it hangs because of that.
void scribble() {
    alarm(3);
    std::mt19937 random(1);
    bool found = false;
    for (const Mapping& mapping : mappings()) {
        if (!mapping.writable || !is_of(mapping, "memfd:calls")) continue;
        found = true;
        for (char* byte = mapping.begin; byte < mapping.end; ++byte) *byte = static_cast<char>(random() % 4);
    }
    if (!found) _exit(9);
}

void die_some_time(unsigned seed) {
    std::thread([seed] {
        std::mt19937 random(seed);
        usleep(random() % 20'000);
        kill(getpid(), SIGKILL);
    }).detach();
}

} // namespace

int main(int, char** arguments) {
    const std::string way = arguments[1];
    unsigned* numbers = nullptr;
    cudaMalloc(&numbers, 64 * sizeof(unsigned));
    cudaMemset(numbers, 0, 64 * sizeof(unsigned));
    if (way == "dies") {
        die_some_time(static_cast<unsigned>(std::atoi(arguments[3])));
        for (;;) {
            launch(numbers, 1);
            cudaDeviceSynchronize();
            say("launched\n");
        }
    }
    launch(numbers, 5);
    if (way == "exits") {
        say("launched\n");
        _exit(0);
    }
    if (way == "killed") {
        say("launched\n");
        kill(getpid(), SIGKILL);
    }
    cudaDeviceSynchronize();
    if (way == "closes") {
        close_everything();
        launch(numbers, 5);
        cudaDeviceSynchronize();
        launch(numbers, 5);
    }
    say("launched\n");
    if (way == "forges") forge(arguments[2]);
    if (way == "replaces") replace_functions();
    if (way == "scribbles") scribble();
    if (way == "quiet") close(STDERR_FILENO);
    return 0;
}
