package io.chameleon.lab.chaos;

import io.chameleon.cli.verify.Verifier;
import io.chameleon.cli.verify.VerifyReport;
import io.chameleon.cli.verify.VerifyReport.Severity;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.lab.chaos.load.Load;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;

/** Once everything runs again, checks that what was acknowledged is there, and nothing else. */
final class Aftermath {
    private static final Duration WHOLE_LIMIT = Duration.ofMinutes(3);
    private static final Duration VERIFY_TIMEOUT = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 2_000;

    private Aftermath() {}

    /**
     * What was found.
     *
     * @param violations one line each; none, one hopes
     * @param keysRead keys that were read back, those that hold nothing included
     * @param objects that were verified fragment by fragment
     * @param fragments that were read and checked
     * @param degraded objects whose rows say that fragments are missing
     * @param leftovers fragments that belong to no object, at last; -1 if not checked
     * @param healSeconds until every server was registered and a balancer led
     */
    record Findings(
            List<String> violations,
            int keysRead,
            long objects,
            long fragments,
            long degraded,
            long leftovers,
            double healSeconds) {}

    static Findings of(ProcessCluster cluster, Load load, Duration settle, RandomGenerator random) throws Exception {
        List<String> violations = new ArrayList<>();
        long start = System.nanoTime();
        cluster.awaitWhole(WHOLE_LIMIT);
        double healSeconds = (System.nanoTime() - start) / 1e9;
        try (ChameleonClient client = cluster.client()) {
            Map<Integer, String> unreadable = load.readBack(client);
            unreadable.forEach((key, why) -> violations.add("cannot be read: " + Load.keyName(key) + ": " + why));
            violations.addAll(load.readBackByS3(random));
            long leftovers = settle.isZero()
                    ? -1
                    : leftovers(
                            new Leftovers(
                                    new FlashClient(cluster.network()),
                                    new MetadataClient(cluster.network(), cluster.metadata()),
                                    client,
                                    Load.bucket()),
                            settle);
            if (leftovers > 0) {
                violations.add("not collected: " + leftovers + " fragments that belong to no object");
            }
            if (!settle.isZero() && !isRepaired(cluster, settle)) {
                violations.add("not repaired: objects still wait for repair when all is quiet");
            }
            VerifyReport report = verify(cluster, client);
            violations.addAll(violations(report.findings(), !settle.isZero()));
            return new Findings(
                    violations,
                    load.history().keys() - unreadable.size(),
                    report.objects(),
                    report.fragments(),
                    report.count(Severity.DEGRADED),
                    leftovers,
                    healSeconds);
        }
    }

    /** @param settled whether repair had the time to make every object whole */
    static List<String> violations(List<VerifyReport.Finding> findings, boolean settled) {
        return findings.stream()
                .filter(finding -> settled || finding.severity() != Severity.DEGRADED)
                .map(finding -> finding.severity() + ": " + finding.object() + ": " + finding.what())
                .toList();
    }

    private static boolean isRepaired(ProcessCluster cluster, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < end) {
            try {
                if (cluster.repairs().repairStatus().objects() == 0) {
                    return true;
                }
            } catch (ChameleonError notNow) {
                // It is asked again.
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return false;
    }

    private static VerifyReport verify(ProcessCluster cluster, ChameleonClient client) {
        Verifier verifier = new Verifier(client, new FlashClient(cluster.network()), VERIFY_TIMEOUT, true);
        verifier.verify(Load.bucket(), bytes -> {});
        return verifier.report();
    }

    /** Orphans have to grow old first; a count at one moment may include copies under way. */
    private static long leftovers(Leftovers leftovers, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        long fewest = Long.MAX_VALUE;
        while (true) {
            try {
                fewest = Math.min(fewest, leftovers.count());
            } catch (ChameleonException | ChameleonError | CompletionException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
            if (fewest == 0 || System.nanoTime() > end) {
                return fewest;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
