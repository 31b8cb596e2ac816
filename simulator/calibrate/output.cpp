#include "output.h"

#include <cmath>
#include <cstdio>

namespace calibrate {

void begin_table(const char* name) {
    std::printf("\n[%s]\n", name);
    std::fflush(stdout);
}

void print_value(const char* name, double number, const char* comment) {
    if (!std::isfinite(number)) {
        std::printf("# %s could not be measured.\n", name);
        return;
    }
    // Always with a decimal point, which makes it a floating-point number in TOML; about four significant
    // digits.
    const int digits = std::fabs(number) < 10 ? 4 : std::fabs(number) < 1000 ? 2 : 1;
    std::printf("%s = [%.*f, \"measured\"]", name, digits, number);
    if (*comment != 0) std::printf(" # %s", comment);
    std::printf("\n");
    // Flush, so that the results so far survive a failure of a later measurement.
    std::fflush(stdout);
}

} // namespace calibrate
