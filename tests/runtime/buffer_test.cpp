// Buffers: sharing, uniqueness, the user's memory.
#include "runtime/buffer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <new>
#include <thread>
#include <vector>

namespace parax::runtime {
namespace {

TEST(Buffer, OwnedMemoryIsWritableAndCounted) {
  BufferRef a = Buffer::allocate(1000);
  EXPECT_EQ(a->bytes(), 1000u);
  EXPECT_EQ(a->place(), PlaceKind::host);
  EXPECT_EQ(a->kind(), BufferKind::owned);
  EXPECT_TRUE(a->writable());
  std::memset(a->data(), 1, 1000);
  EXPECT_TRUE(a->unique());
  {
    const BufferRef b = a;
    EXPECT_EQ(a, b);
    EXPECT_FALSE(a->unique());
  }
  EXPECT_TRUE(a->unique());
  const BufferRef moved = std::move(a);
  EXPECT_FALSE(a);  // NOLINT: moved-from is empty by contract
  EXPECT_TRUE(moved->unique());
}

TEST(Buffer, AssignmentReleases) {
  BufferRef a = Buffer::allocate(10);
  const BufferRef b = Buffer::allocate(20);
  a = b;
  EXPECT_EQ(a->bytes(), 20u);
  EXPECT_FALSE(b->unique());
  a = *&a;
  EXPECT_EQ(a, b);
  a = nullptr;
  EXPECT_FALSE(a);
  EXPECT_TRUE(b->unique());
}

TEST(Buffer, BorrowedIsReadOnlyAndKeepsItsOwnerAlive) {
  auto owner = std::make_shared<std::vector<double>>(10, 1.5);
  const std::weak_ptr<std::vector<double>> watch = owner;
  const double* const data = owner->data();
  {
    const BufferRef a = Buffer::borrow(data, 10 * sizeof(double), std::move(owner));
    EXPECT_FALSE(a->writable());
    EXPECT_EQ(a->data(), data);
    EXPECT_FALSE(watch.expired());
  }
  EXPECT_TRUE(watch.expired());
}

TEST(Buffer, LentIsWritable) {
  double memory[4] = {};
  const BufferRef a = Buffer::lend(memory, sizeof memory);
  EXPECT_TRUE(a->writable());
  EXPECT_EQ(a->kind(), BufferKind::lent);
  EXPECT_EQ(a->data(), memory);
}

TEST(Buffer, EmptyHasAnAddress) {
  const BufferRef a = Buffer::allocate(0);
  EXPECT_NE(a->data(), nullptr);
  EXPECT_EQ(a->bytes(), 0u);
}

TEST(Buffer, FailedAllocationLeavesNothingBehind) {
  EXPECT_THROW(Buffer::allocate(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  EXPECT_TRUE(Buffer::allocate(8)->unique());
}

TEST(Buffer, SharedAcrossThreads) {
  // The last reference may go on any thread, and what was written before is seen there.
  for (int round = 0; round < 200; ++round) {
    BufferRef a = Buffer::allocate(256);
    static_cast<int*>(a->data())[0] = round;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
      threads.emplace_back([copy = a, round] {
        const BufferRef again = copy;
        EXPECT_EQ(static_cast<int*>(again->data())[0], round);
      });
    a = nullptr;
    for (std::thread& t : threads) t.join();
  }
}

TEST(Buffer, UniqueOwnerSeesOthersReadsDone) {
  BufferRef a = Buffer::allocate(64);
  auto* const value = static_cast<int*>(a->data());
  *value = 1;
  std::thread reader([copy = a]() mutable {
    EXPECT_EQ(*static_cast<int*>(copy->data()), 1);
    copy = nullptr;
  });
  while (!a->unique()) std::this_thread::yield();
  *value = 2;  // in place: no one else looks any more
  reader.join();
}

}  // namespace
}  // namespace parax::runtime
