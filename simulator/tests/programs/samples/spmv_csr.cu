// Sparse matrix-vector product (CSR) in double precision: one thread per row, and one warp per row.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

struct Matrix {
    int rows;
    const int* starts; ///< where each row begins, and where the last one ends
    const int* columns;
    const double* values;
};

__global__ void multiply_thread_per_row(Matrix matrix, const double* x, double* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= matrix.rows) return;
    double sum = 0.0;
    for (int k = matrix.starts[row]; k < matrix.starts[row + 1]; ++k)
        sum += matrix.values[k] * x[matrix.columns[k]];
    y[row] = sum;
}

__global__ void multiply_warp_per_row(Matrix matrix, const double* __restrict__ x, double* __restrict__ y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (row >= matrix.rows) return;
    double sum = 0.0;
    for (int k = matrix.starts[row] + lane; k < matrix.starts[row + 1]; k += 32) {
        sum += matrix.values[k] * __ldg(&x[matrix.columns[k]]);
    }
    for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes);
    if (lane == 0) y[row] = sum;
}

template <typename T> T* on_device(const std::vector<T>& values) {
    T* device;
    check(cudaMalloc(&device, values.size() * sizeof(T)));
    check(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

int main() {
    const int rows = 3000;
    std::vector<int> starts{0}, columns;
    std::vector<double> values, x(rows), y(rows), expected(rows);
    for (int row = 0; row < rows; ++row) {
        x[row] = 1.0 / (row + 1);
        const int entries = row % 97 == 0 ? 150 : row % 7; // some rows are long, some are empty
        for (int k = 0; k < entries; ++k) {
            columns.push_back((row + k * k * 13) % rows);
            values.push_back(0.5 + k - 0.001 * row);
        }
        starts.push_back(static_cast<int>(columns.size()));
    }
    for (int row = 0; row < rows; ++row) {
        for (int k = starts[row]; k < starts[row + 1]; ++k) expected[row] += values[k] * x[columns[k]];
    }

    int* device_starts = on_device(starts);
    int* device_columns = on_device(columns);
    double* device_values = on_device(values);
    double* device_x = on_device(x);
    double* device_y = on_device(y);
    const Matrix matrix{rows, device_starts, device_columns, device_values};

    for (const bool warp_per_row : {false, true}) {
        check(cudaMemset(device_y, 0xff, rows * sizeof(double)));
        if (warp_per_row) {
            multiply_warp_per_row<<<(rows * 32 + 127) / 128, 128>>>(matrix, device_x, device_y);
        } else {
            multiply_thread_per_row<<<(rows + 127) / 128, 128>>>(matrix, device_x, device_y);
        }
        check(cudaGetLastError());
        check(cudaMemcpy(y.data(), device_y, rows * sizeof(double), cudaMemcpyDeviceToHost));
        for (int row = 0; row < rows; ++row) {
            if (!(std::fabs(y[row] - expected[row]) <= 1e-11)) {
                std::printf("%s a row: row %d is %.15g, not %.15g\n", warp_per_row ? "warp" : "thread", row,
                            y[row], expected[row]);
                return 1;
            }
        }
    }
    check(cudaFree(device_starts));
    check(cudaFree(device_columns));
    check(cudaFree(device_values));
    check(cudaFree(device_x));
    check(cudaFree(device_y));
    std::printf("PASSED\n");
    return 0;
}
