// Work shared among threads that live for one call: a pool would have to survive forks.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#ifdef __linux__
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace cotext {

struct NoMemory : std::bad_alloc {
    char text[200];
    NoMemory(double bytes, const char* what) {
        std::snprintf(text, sizeof(text), "%.1f MB for %s could not be had: use fewer threads (n_jobs) or words",
                      bytes / 1e6, what);
    }
    const char* what() const noexcept override { return text; }
};

// What a thread needs in order to throw is otherwise taken by its first throw, and the loader ends the process
// where there is no memory left for it. So: once when the module is imported, and as a thread begins.
inline void ready_to_throw() { static_cast<void>(std::uncaught_exceptions()); }

// Threads that a limit of the address space has room for, each with a stack and the heap that malloc begins for it
inline int64_t with_room(int64_t n_threads) {
#ifdef __linux__
    constexpr int64_t each = (8 << 20) + (128 << 20);
    rlimit limit;
    if (n_threads > 1 && getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        char text[32] = {};
        const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
        if (file < 0) return 1;
        const auto length = read(file, text, sizeof(text) - 1);
        close(file);
        if (length <= 0) return 1;
        const int64_t used = std::strtoll(text, nullptr, 10) * sysconf(_SC_PAGESIZE);
        return std::clamp<int64_t>((int64_t(limit.rlim_cur) - used) / each, 1, n_threads);
    }
#endif
    return n_threads;
}

// Room for `size` numbers, or an error that says what it was for.
template <class T>
std::unique_ptr<T[]> take(int64_t size, const char* what) {
    try {
        return std::unique_ptr<T[]>(new T[size_t(size)]);
    } catch (const std::bad_alloc&) {
        throw NoMemory(double(size) * sizeof(T), what);
    }
}

// work(), whose vectors grow as they must; about `bytes` in all
template <class F>
void with_memory(double bytes, const char* what, const F& work) {
    try {
        work();
    } catch (const NoMemory&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw NoMemory(bytes, what);
    }
}

// work(next, room) in every thread, each with `size` numbers of its own. Their room is taken before any thread
// starts; what a thread may throw even so ends the work and is thrown again here.
template <class T, class F>
void parallel_workers(int64_t n_tasks, int64_t n_threads, int64_t size, const F& work) {
    constexpr int64_t line = 64 / int64_t(sizeof(T));
    const int64_t n_workers = with_room(std::max<int64_t>(1, std::min(n_threads, n_tasks)));
    const int64_t apart = (size + line - 1) / line * line;
    const auto room = take<T>(n_workers * apart, "the threads' scratch");
    std::atomic<int64_t> next{0};
    std::exception_ptr failure;
    std::mutex telling;
    const auto run = [&](int64_t worker) noexcept {
        try {
            work([&] { return next.fetch_add(1); }, room.get() + worker * apart);
        } catch (...) {
            const std::lock_guard<std::mutex> alone(telling);
            if (!failure) failure = std::current_exception();
            next = n_tasks;
        }
    };
    std::vector<std::thread> others;
    try {
        for (int64_t t = 1; t < n_workers; ++t) {
            others.emplace_back([&run, t]() noexcept {
                ready_to_throw();
                run(t);
            });
        }
    } catch (const std::exception&) {
        // no more threads to be had: those at hand do the rest
    }
    run(0);
    for (auto& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

// task(t, room) for every t
template <class T, class F>
void parallel(int64_t n_tasks, int64_t n_threads, int64_t size, const F& task) {
    parallel_workers<T>(n_tasks, n_threads, size, [&](auto next, T* room) {
        for (int64_t t; (t = next()) < n_tasks;) task(t, room);
    });
}

constexpr int64_t CHUNK = 1 << 10;  // rows or words a thread takes at a time

template <class T, class F>
void parallel_rows(int64_t n, int64_t n_threads, int64_t size, const F& rows) {
    parallel<T>((n + CHUNK - 1) / CHUNK, n_threads, size,
                [&](int64_t t, T* room) { rows(t * CHUNK, std::min(n, (t + 1) * CHUNK), room); });
}

}  // namespace cotext
