#include "host_product.h"

__managed__ float a_there[most], b_there[most], c_there[most];

extern "C" void multiply(const ProductArgs& args) { multiply_on_host(args, a_there, b_there, c_there); }
