package io.chameleon.lab.emulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The held-out models do what docs/research/workloads.md says of them, a twentieth of it. */
class HeldOutTest {
    private static final double SCALE = 0.05;
    private static final long HOUR = 3_600_000_000L;

    private static Workload workload(String name) {
        return SyntheticWorkloads.byName(name, SCALE, 3);
    }

    @ParameterizedTest
    @CsvSource({
        // requests, objects at the start, most at one time, hours, share of writes, of deletions
        "ycsb-latest, 60000, 10000, 12962, 85, 0.8, 0",
        "ycsb-hotspot, 60000, 10000, 10000, 85, 0.8, 0",
        "disk-flat, 65000, 5687, 5687, 168, 0.85, 0",
        "disk-steep, 100000, 2083, 2083, 168, 0.9, 0",
        "bursts, 60000, 7500, 7500, 100, 0.9, 0",
        "deletes, 60000, 7200, 7300, 100, 0.6, 0.15",
        "growing, 60000, 2000, 11000, 100, 0.6, 0",
        "mixed-sizes, 12500, 2000, 2000, 100, 0.8, 0",
    })
    void heldOut_hasTheNumbersOfThePage(
            String name, int requests, int atStart, long most, int hours, double writes, double deletes) {
        Workload workload = workload(name);
        assertThat(workload.requests()).isCloseTo(requests, within(2));
        assertThat(IntStream.range(0, workload.objects())
                        .filter(workload::isThereAtStart)
                        .count())
                .isEqualTo(atStart);
        assertThat(workload.most(object -> 1)).isCloseTo(most, within(most / 20));
        assertThat((double) workload.spanMicros() / HOUR).isCloseTo(hours, within(0.6));
        assertThat(share(workload, IntStream.range(0, workload.requests()).filter(workload::isWrite)))
                .isCloseTo(writes, within(0.01));
        assertThat(share(workload, IntStream.range(0, workload.requests()).filter(workload::isDelete)))
                .isCloseTo(deletes, within(0.01));
        assertThat(SyntheticWorkloads.heldOut()).contains(name);
    }

    private static double share(Workload workload, IntStream some) {
        return (double) some.count() / workload.requests();
    }

    private static int[] writesByObject(Workload workload) {
        int[] writes = new int[workload.objects()];
        IntStream.range(0, workload.requests())
                .filter(workload::isWrite)
                .forEach(request -> writes[workload.object(request)]++);
        return writes;
    }

    /** The share of writes that the most written tenth of the objects gets. */
    private static double ofTheTenth(Workload workload) {
        int[] writes = writesByObject(workload);
        int all = Arrays.stream(writes).sum();
        Arrays.sort(writes);
        return (double) Arrays.stream(writes).skip(writes.length * 9L / 10).sum() / all;
    }

    @Test
    void skews_areOtherThanThoseThatWereTunedOn() {
        double flattest = Math.min(ofTheTenth(workload("web-1")), ofTheTenth(workload("mds-0")));
        double steepest = Math.max(ofTheTenth(workload("hm-0")), ofTheTenth(workload("usr-0")));
        assertThat(ofTheTenth(workload("disk-flat"))).isLessThan(flattest - 0.05);
        assertThat(ofTheTenth(workload("disk-steep"))).isGreaterThan(steepest + 0.05);
    }

    @Test
    void latest_writesTheNewestRecordsMost() {
        Workload workload = workload("ycsb-latest");
        int[] position = new int[10];
        int records = 10_000;
        for (int request = 0; request < workload.requests(); request++) {
            int object = workload.object(request);
            records = Math.max(records, object + 1);
            position[(int) (10L * (records - 1 - object) / records)]++;
        }
        assertThat(position[0]).isGreaterThan(workload.requests() / 2);
    }

    @Test
    void burst_rewritesASetThatNoOtherBurstTouches() {
        Workload workload = workload("bursts");
        int[] inSlot = new int[(int) (workload.spanMicros() / WriteBursts.BURST_MICROS) + 1];
        for (int request = 0; request < workload.requests(); request++) {
            inSlot[(int) (workload.micros(request) / WriteBursts.BURST_MICROS)]++;
        }
        Arrays.sort(inSlot);
        // A hundred bursts, each over one or two of 600 slots; the slots between have 20 requests each.
        assertThat(inSlot[inSlot.length / 2]).isBetween(10, 35);
        assertThat(inSlot[inSlot.length - 1]).isGreaterThan(400);
        // Each object gets its writes within ten minutes, but for those between bursts.
        long[] first = new long[workload.objects()];
        long[] last = new long[workload.objects()];
        int[] writes = new int[workload.objects()];
        for (int request = 0; request < workload.requests(); request++) {
            if (workload.isWrite(request)) {
                int object = workload.object(request);
                first[object] = writes[object] == 0 ? workload.micros(request) : first[object];
                last[object] = workload.micros(request);
                writes[object]++;
            }
        }
        long together = IntStream.range(0, workload.objects())
                .filter(object -> writes[object] > 3 && last[object] - first[object] <= WriteBursts.BURST_MICROS)
                .count();
        assertThat(together).isGreaterThan(workload.objects() / 3);
    }

    @Test
    void deletes_areOfObjectsThatDoNotReturn_andTheSetKeepsItsSize() {
        Workload workload = workload("deletes");
        BitSet gone = new BitSet();
        int alive = 7_200;
        for (int request = 0; request < workload.requests(); request++) {
            int object = workload.object(request);
            assertThat(gone.get(object)).isFalse();
            if (workload.isDelete(request)) {
                gone.set(object);
                alive--;
            }
        }
        alive += workload.objects() - 7_200;
        assertThat(gone.cardinality()).isBetween(8_500, 9_500);
        assertThat(alive).isBetween(6_500, 8_000);
    }

    @Test
    void growing_creates15PercentOfItsRequests_andOverwritesTheYoung() {
        Workload workload = workload("growing");
        assertThat((double) (workload.objects() - 2_000) / workload.requests()).isCloseTo(0.15, within(0.01));
        int young = 0;
        int overwrites = 0;
        int records = 2_000;
        for (int request = 0; request < workload.requests(); request++) {
            int object = workload.object(request);
            if (object == records) {
                records++;
            } else if (workload.isWrite(request)) {
                overwrites++;
                young += object >= records - records / 10 ? 1 : 0;
            }
        }
        assertThat((double) young / overwrites).isCloseTo(0.82, within(0.02));
    }

    @Test
    void mixedSizes_areFromAKibibyteTo64Mebibytes_whateverTheirPopularity() {
        Workload workload = SyntheticWorkloads.byName("mixed-sizes", 1, 1);
        int[] bytes = IntStream.range(0, workload.objects())
                .map(workload::objectBytes)
                .sorted()
                .toArray();
        assertThat(bytes[0]).isBetween(1024, 1030);
        assertThat(bytes[bytes.length - 1]).isBetween(60 << 20, 64 << 20);
        assertThat(bytes[bytes.length / 2]).isBetween(4000, 4150);
        double mean = Arrays.stream(bytes).average().orElseThrow();
        assertThat(mean).isCloseTo(256 << 10, within(5_000.0));
        assertThat(Arrays.stream(bytes).filter(size -> size > 8 << 20).count())
                .as("objects of several segments")
                .isBetween(250L, 320L);
        double written = IntStream.range(0, workload.requests())
                .filter(workload::isWrite)
                .mapToDouble(workload::bytes)
                .average()
                .orElseThrow();
        assertThat(written).as("a write is as large as an object").isCloseTo(mean, within(0.15 * mean));
    }
}
