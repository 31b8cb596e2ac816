// All tests that need a device.

#include "check_test.cu"
#include "device_buffer_test.cu"
#include "event_test.cu"
#include "first_difference_test.cu"
#include "random_test.cu"
#include "stopwatch_test.cu"
#include "stream_test.cu"
