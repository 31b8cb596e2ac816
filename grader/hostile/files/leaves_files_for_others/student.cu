#include <fstream>
#include <string>

#include "lab.h"

extern "C" void scale(const ScaleArgs& args) {
    for (const char* folder : {"/tmp/", "/var/tmp/", "/dev/shm/", "/dev/mqueue/"})
        std::ofstream(std::string(folder) + "@TRACE@") << "a message";
    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;
}
