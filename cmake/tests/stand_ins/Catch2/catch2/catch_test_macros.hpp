#pragma once
extern bool passed;
#define TEST_CASE(name) void the_test()
#define CHECK(condition) passed = (condition)
