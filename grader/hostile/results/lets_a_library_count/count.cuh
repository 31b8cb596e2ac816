#define BLOCKS(name) <cub/block/block_##name.cuh>
#include BLOCKS(histogram)

using Count = cub::BlockHistogram<unsigned char, 256, 16, 256, cub::BLOCK_HISTO_ATOMIC>;
