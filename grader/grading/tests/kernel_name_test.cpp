#include "grading/channel/kernel_name.h"

#include <catch2/catch_test_macros.hpp>

using grader::bounded;
using grader::demangled;
using grader::kernel_name;
using grader::template_name;

TEST_CASE("an unmangled C name is not demangled as a type", "[runner]") {
    CHECK(demangled("f") == "f");
    CHECK(demangled("Pi") == "Pi");
    CHECK(demangled("_Z5scalePfi") == "scale(float*, int)");
    CHECK(demangled("_Z") == "_Z");
}

TEST_CASE("a kernel name has neither its result type nor its parameters", "[runner]") {
    CHECK(kernel_name("scale(float*, int)") == "scale");
    CHECK(kernel_name("scale") == "scale");
    CHECK(kernel_name("void ns::scale<4, float>(float*)") == "ns::scale<4, float>");
    CHECK(kernel_name("run(void (*)(int), float (&)[4])") == "run");
}

TEST_CASE("all instances of a template have one template name", "[runner]") {
    CHECK(template_name("_Z4scanILi4EEvPf") == "scan");
    CHECK(template_name("_Z4scanILi28EEvPf") == "scan");
    CHECK(template_name("_ZN2nsIiE4scanILi4EEEvPf") == "ns<int>::scan");
    CHECK(template_name("_Z4scanPf") == "scan");
    CHECK(template_name("scan") == "scan");
}

TEST_CASE("a long kernel name is truncated to a unique name", "[runner]") {
    CHECK(bounded("void scale<4>(int*)") == "void scale<4>(int*)");
    const std::string beginning = "void scale<" + std::string(100'000, '4');
    const std::string one = bounded(beginning + ">(int*)");
    CHECK(one.starts_with("void scale<444"));
    CHECK(one.size() < 1100);
    CHECK(one != bounded(beginning + ">(float*)"));
    CHECK(kernel_name(one) == one.substr(5));
}

TEST_CASE("a kernel name keeps its own parentheses and template arguments", "[runner]") {
    CHECK(kernel_name("(anonymous namespace)::honest(int*)") == "(anonymous namespace)::honest");
    CHECK(kernel_name("void (anonymous namespace)::same<true>(int*)") == "(anonymous namespace)::same<true>");
    CHECK(kernel_name("void t<(Mode)1>(int*)") == "t<(Mode)1>");
}
