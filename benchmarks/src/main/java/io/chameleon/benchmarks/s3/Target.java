package io.chameleon.benchmarks.s3;

import java.util.Arrays;
import java.util.List;

/**
 * A server under load.
 *
 * @param hosts that it answers on, in turn for its connections
 * @param processes whose processor time and memory count as its own, with those they started
 */
record Target(String name, List<String> hosts, int port, String accessKey, String secretKey, List<Long> processes) {
    private static final int FIELDS = 5;

    /** Of {@code NAME,HOST+HOST...:PORT,ACCESSKEY,SECRETKEY,PID+PID+...}. */
    static Target parse(String text) {
        String[] fields = text.split(",", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException(
                    "target '" + text + "': expected NAME,HOST+HOST...:PORT,ACCESSKEY,SECRETKEY,PID+PID+...");
        }
        int colon = fields[1].lastIndexOf(':');
        return new Target(
                fields[0],
                List.of(fields[1].substring(0, colon).split("\\+")),
                Integer.parseInt(fields[1].substring(colon + 1)),
                fields[2],
                fields[3],
                Arrays.stream(fields[4].split("\\+"))
                        .filter(pid -> !pid.isEmpty())
                        .map(Long::valueOf)
                        .toList());
    }
}
