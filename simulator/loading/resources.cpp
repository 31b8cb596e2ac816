#include "loading/resources.h"

#include <algorithm>

#include "loading/ptxas.h"
#include "loading/resource_cache.h"

namespace simulator::runtime {

namespace {

/// Returns whether a GPU can run an entry: a cubin needs its own major version, PTX that or any later one.
bool runs_on(const FatEntry& entry, std::uint32_t capability) {
    return entry.architecture <= capability &&
           (entry.kind == FatEntryKind::ptx || entry.architecture / 10 == capability / 10);
}

/// Returns whether a cubin is sufficient: if no kernel has a stack, none has spills.
bool has_all_resources(const ResourceTable& table) {
    return !table.empty() &&
           std::ranges::all_of(table, [](const auto& entry) { return entry.second.local_bytes == 0; });
}

ResourceTable from_machine_code(const FatEntry& cubin) {
    try {
        const std::string bytes = unpack(cubin);
        return read_cubin(std::as_bytes(std::span(bytes)));
    } catch (const FatBinaryError&) {
        return {};
    }
}

ResourceTable from_ptxas(const FatEntry& ptx, std::uint32_t capability) {
    const auto ptxas = find_ptxas();
    if (!ptxas) {
        return {};
    }
    try {
        const std::string text = unpack(ptx);
        const ResourceCache cache = ResourceCache::of_user();
        const std::string key = ResourceCache::key_of(*ptxas, text, capability, ptx.options);
        if (auto cached = cache.find(key)) {
            return *std::move(cached);
        }
        ResourceTable table = query_ptxas_resources(*ptxas, text, capability, ptx.options);
        cache.store(key, table);
        return table;
    } catch (const FatBinaryError&) {
        return {};
    }
}

/// Adds ptxas's spills and shared memory. For everything else, the cubin's values take precedence.
void merge(ResourceTable& table, const ResourceTable& assembled) {
    for (const auto& [name, found] : assembled) {
        const auto [known, added] = table.try_emplace(name, found);
        if (!added) {
            known->second.static_shared = found.static_shared;
            known->second.spill_stores = found.spill_stores;
            known->second.spill_loads = found.spill_loads;
        }
    }
}

} // namespace

const FatEntry* best_entry(const std::vector<FatEntry>& entries, FatEntryKind kind,
                           std::uint32_t capability) {
    const FatEntry* best = nullptr;
    for (const FatEntry& entry : entries) {
        if (entry.kind == kind && runs_on(entry, capability) &&
            (best == nullptr || entry.architecture > best->architecture)) {
            best = &entry;
        }
    }
    return best;
}

std::string assembled(const FatEntry& ptx, std::uint32_t capability) {
    const auto ptxas = find_ptxas();
    if (!ptxas) {
        return {};
    }
    try {
        const std::string text = unpack(ptx);
        const ResourceCache cache = ResourceCache::of_user();
        const std::string key = ResourceCache::key_of(*ptxas, text, capability, ptx.options);
        if (auto cached = cache.find_cubin(key)) {
            return *std::move(cached);
        }
        std::string cubin = assemble(*ptxas, text, capability, ptx.options);
        cache.store_cubin(key, cubin);
        return cubin;
    } catch (const FatBinaryError&) {
        return {};
    }
}

ModuleResources::ModuleResources(const std::vector<FatEntry>& entries, std::uint32_t capability) {
    if (const FatEntry* cubin = best_entry(entries, FatEntryKind::cubin, capability)) {
        table_ = from_machine_code(*cubin);
    }
    const FatEntry* ptx = best_entry(entries, FatEntryKind::ptx, capability);
    if (ptx != nullptr && !has_all_resources(table_)) {
        worker_ =
            std::jthread([this, entry = *ptx, capability] { merge(table_, from_ptxas(entry, capability)); });
    }
}

void ModuleResources::finish() {
    if (worker_.joinable()) {
        worker_.join();
    }
}

KernelResources ModuleResources::of(std::string_view kernel) {
    finish();
    const auto found = table_.find(kernel);
    return found == table_.end() ? KernelResources{} : found->second;
}

} // namespace simulator::runtime
