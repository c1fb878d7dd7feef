// Uniform random page writes on FlashSim's page-mapped FTL (DFTL with its whole table cached), after one fill in order.
// Arguments: share of the pages left free, host writes to time. Prints pages programmed per second of processor time.
#include "ssd.h"
#include <cstdio>
#include <cstdlib>
#include <ctime>

static double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: uniform SPARE WRITES\n");
    return 2;
  }
  ssd::load_config();
  ssd::Ssd device;
  long logical = (long)((double)ssd::NUMBER_OF_ADDRESSABLE_BLOCKS * ssd::BLOCK_SIZE * (1 - atof(argv[1])));
  long writes = atol(argv[2]);
  double at = 1;
  for (long page = 0; page < logical; page++, at += 1e6) device.event_arrive(ssd::WRITE, page, 1, at);
  const ssd::Stats &stats = device.get_controller().stats;
  long before = stats.numFTLWrite;
  unsigned long long random = 88172645463325252ULL;
  double begin = cpu_seconds();
  for (long i = 0; i < writes; i++, at += 1e6) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    device.event_arrive(ssd::WRITE, random % logical, 1, at);
  }
  double seconds = cpu_seconds() - begin;
  long programmed = stats.numFTLWrite - before;
  printf("%ld host writes, %ld programs in %.2f s of CPU: %.0f programs/s, write amplification %.3f\n", writes, programmed,
         seconds, programmed / seconds, (double)programmed / writes);
  return 0;
}
