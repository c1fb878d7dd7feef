package io.chameleon.benchmarks.s3;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Puts the same load on several S3 servers in alternation, cell by cell, from one warm process. Arguments are targets,
 * see {@link Target#parse}; all else is in the environment, see {@code benchmarks/peers/compare}. Prints a line for
 * each cell: target, round, method, size, requests per second, p50 and p99 in ms, processor time of server and client
 * in µs per request, MiB of the server, errors.
 */
public final class S3Load {
    private S3Load() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> environment = System.getenv();
        List<Target> targets =
                new ArrayList<>(Arrays.stream(arguments).map(Target::parse).toList());
        int clients = Integer.parseInt(environment.getOrDefault("CLIENTS", "8"));
        double seconds = Double.parseDouble(environment.getOrDefault("SECS", "10"));
        double warm = Double.parseDouble(environment.getOrDefault("WARM", "2"));
        int rounds = Integer.parseInt(environment.getOrDefault("ROUNDS", "3"));
        boolean signed = environment.getOrDefault("PAYLOAD", "unsigned").equals("signed");
        List<String> names = List.of(environment
                .getOrDefault("CELLS", "put:4KiB get:4KiB put:64KiB get:64KiB put:1MiB get:1MiB put:16MiB get:16MiB")
                .split(" "));
        for (Target target : targets) {
            prepare(target, names, signed, clients);
        }
        double warmUp = Double.parseDouble(environment.getOrDefault("WARM_UP", "180")) / names.size() / targets.size();
        for (String name : names) {
            for (Target target : targets) {
                Cell.parse(name, signed).run(target, clients, 0, warmUp);
            }
        }
        for (int round = 1; round <= rounds; round++) {
            for (String name : names) {
                for (Target target : targets) {
                    Cell.Result result = Cell.parse(name, signed).run(target, clients, warm, seconds);
                    System.out.println(target.name() + " " + round + " " + name.replace(":", " ") + " " + result);
                }
            }
            // Who comes second meets the first one's last work.
            Collections.reverse(targets);
        }
    }

    private static void prepare(Target target, List<String> names, boolean signed, int clients)
            throws IOException, InterruptedException {
        try (S3Connection connection = new S3Connection(target)) {
            connection.request("PUT", Cell.BUCKET, Body.NONE);
        } catch (IOException there) {
            if (!String.valueOf(there.getMessage()).startsWith("409")) {
                throw there;
            }
        }
        for (String size : names.stream()
                .map(name -> name.replaceAll(".*:", ""))
                .distinct()
                .toList()) {
            Cell.parse("put:" + size, signed).fill(target, clients);
        }
    }
}
