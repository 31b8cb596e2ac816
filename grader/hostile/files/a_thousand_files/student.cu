#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "lab.h"

extern "C" void scale(const ScaleArgs& args) {
    static const bool once = [] {
        const char* const tmp = std::getenv("TMPDIR");
        const std::string folder = std::string(tmp == nullptr ? "/tmp" : tmp) + "/@TRACE@";
        mkdir(folder.c_str(), 0700);
        for (int i = 0; i < 1000; ++i)
            close(open((folder + "/\x1b\n" + std::to_string(i)).c_str(), O_CREAT | O_WRONLY, 0));
        mkdir((folder + "/closed").c_str(), 0);
        return chmod(folder.c_str(), 0) == 0 || true;
    }();
    for (std::int64_t i = 0; i < args.n && once; ++i) args.out[i] = 2 * args.in[i] + 1;
}
