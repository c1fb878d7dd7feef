/*
 * ISA-L from C, the ceiling of the codecs: RS(4+2), one thread, 64-byte aligned shards of argv[1] bytes. Prints 10^6 bytes of data per
 * second of processor time for encoding and for rebuilding data shards 0 and 1, the median of nine runs of a fifth of a second.
 */
#include <isa-l.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DATA = 4, PARITY = 2, WIDTH = DATA + PARITY, RUNS = 9, BATCH = 64 };

static const unsigned char parity_rows[PARITY * DATA] = {0x1b, 0x1c, 0x12, 0x14, 0x1c, 0x1b, 0x14, 0x12};

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double megabytes_per_second(int bytes, unsigned char *tables, unsigned char **in, unsigned char **out) {
    double rates[RUNS];
    for (int run = 0; run < RUNS; run++) {
        long stripes = 0;
        double begin = cpu_seconds(), now = begin;
        while (now - begin < 0.2) {
            for (int i = 0; i < BATCH; i++) {
                ec_encode_data(bytes, DATA, PARITY, tables, in, out);
            }
            stripes += BATCH;
            now = cpu_seconds();
        }
        rates[run] = (double)stripes * DATA * bytes / 1e6 / (now - begin);
    }
    qsort(rates, RUNS, sizeof rates[0], ascending);
    return rates[RUNS / 2];
}

int main(int argc, char **argv) {
    int bytes = argc > 1 ? atoi(argv[1]) : 65536;
    unsigned char *shards[WIDTH], *rebuilt[PARITY], tables[32 * DATA * PARITY], read[DATA * DATA], inverse[DATA * DATA];
    for (int i = 0; i < WIDTH; i++) {
        shards[i] = aligned_alloc(64, (size_t)bytes);
        for (int at = 0; at < bytes; at++) {
            shards[i][at] = (unsigned char)rand();
        }
    }
    for (int i = 0; i < PARITY; i++) {
        rebuilt[i] = aligned_alloc(64, (size_t)bytes);
    }
    ec_init_tables(DATA, PARITY, (unsigned char *)parity_rows, tables);
    double encode = megabytes_per_second(bytes, tables, shards, shards + DATA);

    /* Shards 2 to 5 are read: two rows of the identity, then the parity rows. Their inverse gives the data. */
    memset(read, 0, sizeof read);
    read[2] = 1;
    read[DATA + 3] = 1;
    memcpy(read + 2 * DATA, parity_rows, sizeof parity_rows);
    gf_invert_matrix(read, inverse, DATA);
    ec_init_tables(DATA, PARITY, inverse, tables);
    double decode = megabytes_per_second(bytes, tables, shards + PARITY, rebuilt);
    if (memcmp(rebuilt[0], shards[0], (size_t)bytes) || memcmp(rebuilt[1], shards[1], (size_t)bytes)) {
        fprintf(stderr, "isal.c: rebuilt shards differ\n");
        return 1;
    }
    printf("%.0f %.0f\n", encode, decode);
    return 0;
}
