// The functions of <cmath>, whose PTX nvcc adds: slow paths, tables, calls.

#include <cmath>

__global__ void single_precision(float* a, const float* b) {
    a[0] = sinf(b[0]) + cosf(b[1]) + tanf(b[2]);
    a[1] = expf(b[0]) + logf(b[1]) + exp2f(b[2]) + log2f(b[3]) + log10f(b[4]);
    a[2] = sqrtf(b[0]) + rsqrtf(b[1]) + cbrtf(b[2]) + hypotf(b[3], b[4]);
    a[3] = powf(b[0], b[1]) + fmodf(b[2], b[3]) + atan2f(b[4], b[5]) + asinf(b[6]);
    a[4] = tanhf(b[0]) + sinhf(b[1]) + erff(b[2]) + lgammaf(b[3]) + tgammaf(b[4]) + normcdff(b[5]);
    a[5] = floorf(b[0]) + ceilf(b[1]) + rintf(b[2]) + truncf(b[3]) + roundf(b[4]);
    a[6] =
        fminf(b[0], b[1]) + fmaxf(b[2], b[3]) + fabsf(b[4]) + copysignf(b[5], b[6]) + fmaf(b[7], b[8], b[9]);
    a[7] = __fdividef(b[0], b[1]) + __saturatef(b[2]) + __frcp_rn(b[3]) + __fsqrt_rd(b[4]);
    a[8] = __fadd_rz(b[0], b[1]) + __fmul_ru(b[2], b[3]) + __fdiv_rd(b[4], b[5]);
    a[9] = __sinf(b[0]) + __expf(b[1]) + __powf(b[2], b[3]) + j0f(b[4]);
    int exponent;
    a[10] = frexpf(b[0], &exponent) + scalbnf(b[1], 3) + ldexpf(b[2], int(b[3])) + float(exponent);
    a[11] = float(isnan(b[0]) + isinf(b[1]) + signbit(b[2]));
    a[12] = float(__float2int_rn(b[0])) + __int2float_rz(int(b[1])) + float(__float_as_int(b[2]));
}

__global__ void double_precision(double* a, const double* b) {
    a[0] = sin(b[0]) + cos(b[1]) + tan(b[2]) + sinpi(b[3]);
    a[1] = exp(b[0]) + log(b[1]) + pow(b[2], b[3]) + fmod(b[4], b[5]);
    a[2] = sqrt(b[0]) + rsqrt(b[1]) + cbrt(b[2]) + hypot(b[3], b[4]);
    a[3] = tanh(b[0]) + erf(b[1]) + lgamma(b[2]) + atan2(b[3], b[4]) + j1(b[5]);
    a[4] = floor(b[0]) + rint(b[1]) + round(b[2]) + fmin(b[3], b[4]) + copysign(b[5], b[6]);
    a[5] = 1 / b[0] + b[1] / b[2] + fma(b[3], b[4], b[5]) + __dadd_ru(b[6], b[7]) + __ddiv_rz(b[8], b[9]);
    a[6] = double(float(b[0])) + int(b[1]) + double((long long)b[2]) + unsigned(b[3]) + isfinite(b[4]);
}
