# Writes a C++ file that holds the texts of gpu/devices and gpu/times:
# cmake -DDEVICES=... -DTIMES=... -DOUTPUT=... -P embed_devices.cmake

# embed(<folder> <variable>): sets the variable to an entry of DeviceText for each file of the folder.
function(embed folder variable)
    file(GLOB files "${folder}/*.toml")
    list(SORT files)
    set(entries "")
    foreach(file IN LISTS files)
        cmake_path(GET file STEM id)
        file(READ "${file}" text)
        string(APPEND entries "    {\"${id}\", R\"toml(${text})toml\"},\n")
    endforeach()
    set(${variable} "${entries}" PARENT_SCOPE)
endfunction()

embed("${DEVICES}" devices)
embed("${TIMES}" times)

file(WRITE "${OUTPUT}" "\
#include \"gpu/device_texts.h\"

namespace simulator {
namespace {

constexpr DeviceText devices[] = {
${devices}};

constexpr DeviceText times[] = {
${times}};

} // namespace

std::span<const DeviceText> device_texts() { return devices; }
std::span<const DeviceText> time_texts() { return times; }

} // namespace simulator
")
