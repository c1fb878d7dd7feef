package io.chameleon.it;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * A client in a process of its own: overwrites {@code count} objects in turn until it is killed, and prints
 * {@code begin KEY VERSION} before and {@code ack KEY VERSION} after each acknowledged write.
 */
final class WriterMain {
    static final String BUCKET = "chaos";

    private static final int LEAST_BYTES = 1_000;

    private WriterMain() {}

    /** Arguments: metadata endpoint, number of objects, first version, most bytes of an object, least time of each. */
    public static void main(String[] arguments) {
        int count = Integer.parseInt(arguments[1]);
        long version = Long.parseLong(arguments[2]);
        int mostBytes = Integer.parseInt(arguments[3]);
        long leastNanos = Duration.parse(arguments[4]).toNanos();
        try (ChameleonClient client =
                ChameleonClient.builder().metadata(arguments[0]).build()) {
            while (true) {
                for (int key = 0; key < count; key++) {
                    long end = System.nanoTime() + leastNanos;
                    write(client, key, version, mostBytes);
                    LockSupport.parkNanos(end - System.nanoTime());
                }
                version++;
            }
        }
    }

    private static void write(ChameleonClient client, int key, long version, int mostBytes) {
        System.out.println("begin " + key + " " + version);
        System.out.flush();
        try {
            client.put(BUCKET, "key-" + key, content(key, version, mostBytes));
            System.out.println("ack " + key + " " + version);
            System.out.flush();
        } catch (ChameleonException e) {
            System.err.println("write " + key + " " + version + ": " + e.getMessage());
        }
    }

    /** Different for each key and version; of different lengths too. */
    static byte[] content(int key, long version, int mostBytes) {
        Random random = new Random(key * 1_000_003L + version);
        byte[] bytes = new byte[random.nextInt(LEAST_BYTES, mostBytes)];
        random.nextBytes(bytes);
        return bytes;
    }
}
