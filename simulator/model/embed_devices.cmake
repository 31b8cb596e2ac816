# Writes a C++ file that holds the texts of model/devices: cmake -DFOLDER=... -DOUTPUT=... -P embed_devices.cmake

file(GLOB files "${FOLDER}/*.toml")
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
    cmake_path(GET file STEM id)
    file(READ "${file}" text)
    string(APPEND entries "    {\"${id}\", R\"toml(${text})toml\"},\n")
endforeach()

file(WRITE "${OUTPUT}" "\
#include \"model/device_texts.h\"

namespace simulator {
namespace {

constexpr DeviceText texts[] = {
${entries}};

} // namespace

std::span<const DeviceText> device_texts() { return texts; }

} // namespace simulator
")
