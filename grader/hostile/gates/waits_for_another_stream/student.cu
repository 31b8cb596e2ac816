#include "waits_for_a_flag.h"

extern "C" void transform(const TransformArgs& args) { transform_beside_a_flag(args, true); }
