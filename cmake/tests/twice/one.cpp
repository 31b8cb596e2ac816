// Test data of equal_names: has a name that the other file has, too.

namespace {

template <class T> T doubled(const T& value) { return value + value; }

} // namespace

int doubled_one() { return doubled(1); }
