package io.chameleon.lab.ssd.envm.simulation;

import io.chameleon.simssd.Check;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A synthetic stand-in for the trace of the paper, virtual desktops over a week (Systor '17, LUN0), at 1:256 of its
 * scale. It has the properties that the paper states for that trace: more reads than writes, sizes from 512 bytes to
 * 128 KiB, small writes frequent, large ones more frequent on busy days, busy, moderate and low days, bursts in office
 * hours. The rest (Zipf-distributed extents, number of requests) is chosen here, not fitted; figures made with it say
 * so.
 */
public final class VdiWorkload {
    /** 1 TB at the scale of the workload. */
    public static final long FLASH_BYTES = 4L << 30;

    private static final int EXTENT_BYTES = 128 << 10;
    private static final int EXTENTS = 12_288;
    private static final double SKEW = 0.95;
    private static final double READ_SHARE = 0.6;
    private static final double BURST_REQUESTS = 24;
    private static final long BURST_GAP_MICROS = 150;
    private static final int HOURS = 24;
    private static final long HOUR_MICROS = 3_600_000_000L;

    /** Monday to Sunday, as shares of the busiest day. */
    private static final double[] WEEK = {0.95, 1, 0.9, 0.6, 0.55, 0.2, 0.15};

    private final RandomGenerator random;
    private final double[] cumulative = new double[EXTENTS];
    private final int[] readOrder;
    private final int[] writeOrder;

    private VdiWorkload(RandomGenerator random) {
        this.random = random;
        double sum = 0;
        for (int rank = 0; rank < EXTENTS; rank++) {
            sum += Math.pow(rank + 1.0, -SKEW);
            cumulative[rank] = sum;
        }
        readOrder = shuffled();
        writeOrder = readOrder.clone();
        // Half of the most written extents are also the most read ones.
        for (int rank = 0; rank < EXTENTS; rank += 2) {
            swap(writeOrder, rank, random.nextInt(EXTENTS));
        }
    }

    private int[] shuffled() {
        int[] order = new int[EXTENTS];
        Arrays.setAll(order, i -> i);
        for (int i = EXTENTS - 1; i > 0; i--) {
            swap(order, i, random.nextInt(i + 1));
        }
        return order;
    }

    private static void swap(int[] order, int i, int j) {
        int held = order[i];
        order[i] = order[j];
        order[j] = held;
    }

    /**
     * @param days at least 1; weeks repeat
     * @param requestsOfBusiestDay 0 to 10 million
     */
    public static RequestLog generate(RandomGenerator random, int days, int requestsOfBusiestDay) {
        Check.that(days >= 1 && days <= 366, "days", days, "1 to 366");
        Check.that(
                requestsOfBusiestDay > 0 && requestsOfBusiestDay <= 10_000_000,
                "requests of the busiest day",
                requestsOfBusiestDay,
                "1 to 10000000");
        VdiWorkload workload = new VdiWorkload(random);
        RequestLog.Builder log = new RequestLog.Builder();
        for (int day = 0; day < days; day++) {
            workload.day(day, (int) (requestsOfBusiestDay * WEEK[day % WEEK.length]), log);
        }
        return log.build();
    }

    private void day(int day, int requests, RequestLog.Builder log) {
        double busyness = WEEK[day % WEEK.length];
        for (int hour = 0; hour < HOURS; hour++) {
            // Office hours peak in the morning and after lunch; a third of the traffic is spread evenly.
            double shape = 1.0 / 3 / HOURS + 2.0 / 3 * office(hour);
            int count = (int) Math.round(requests * shape);
            long start = (day * (long) HOURS + hour) * HOUR_MICROS;
            double bursts = Math.max(1, count / BURST_REQUESTS);
            double meanPause = (HOUR_MICROS - count * (double) BURST_GAP_MICROS) / bursts;
            double at = start;
            for (int i = 0; i < count; i++) {
                boolean newBurst = random.nextDouble() < 1 / BURST_REQUESTS;
                at += exponential(newBurst ? Math.max(BURST_GAP_MICROS, meanPause) : BURST_GAP_MICROS);
                request((long) Math.min(at, start + HOUR_MICROS - 1.0), busyness, log);
            }
        }
    }

    private static double office(int hour) {
        double[] weights = {1, 2.2, 2, 1.4, 0.9, 1.8, 1.6, 1.3, 0.8};
        return hour < 8 || hour > 16 ? 0 : weights[hour - 8] / 13;
    }

    private double exponential(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    private void request(long micros, double busyness, RequestLog.Builder log) {
        boolean write = random.nextDouble() >= READ_SHARE;
        int bytes = write ? writeBytes(busyness) : readBytes();
        int extent = (write ? writeOrder : readOrder)[rank()];
        int slots = Math.max(1, (EXTENT_BYTES - bytes) / RequestLog.PAGE_BYTES + 1);
        long offset = (long) extent * EXTENT_BYTES + (long) random.nextInt(slots) * RequestLog.PAGE_BYTES;
        log.add(micros, write, offset, bytes);
    }

    private int rank() {
        double wanted = random.nextDouble() * cumulative[EXTENTS - 1];
        int found = Arrays.binarySearch(cumulative, wanted);
        return Math.min(EXTENTS - 1, found >= 0 ? found : -found - 1);
    }

    private int writeBytes(double busyness) {
        double dice = random.nextDouble();
        double large = 0.06 + 0.1 * busyness;
        if (dice < large) {
            return (8 + random.nextInt(25)) * RequestLog.PAGE_BYTES;
        }
        if (dice < large + 0.12) {
            return 512 << random.nextInt(3);
        }
        return (dice < large + 0.3 ? 2 + random.nextInt(3) : 1) * RequestLog.PAGE_BYTES;
    }

    private int readBytes() {
        double dice = random.nextDouble();
        if (dice < 0.35) {
            return RequestLog.PAGE_BYTES;
        }
        return (dice < 0.8 ? 2 + random.nextInt(7) : 8 + random.nextInt(25)) * RequestLog.PAGE_BYTES;
    }
}
