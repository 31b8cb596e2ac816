// Test data of equal_names: has a name that the other file has, too.

namespace {

double doubled(double value) { return 2 * value; }

struct Other {};

} // namespace

double doubled_two() { return doubled(sizeof(Other)); }
