#pragma once

__device__ inline float formula(float value) { return 2 * value + 1; }
