package io.chameleon.it.k8s;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The pages that each server has programmed in all its life. Unlike erases they grow from the first write on: a device
 * erases nothing before it has been written once, and what is dead on it all at once when it is mounted.
 *
 * <p>A zone gets its share of every object whatever its number of servers, so only servers of one zone can be even.
 *
 * @param byZone by zone, then by server
 */
record PagesWritten(Map<String, Map<String, Long>> byZone) {
    private static final Duration ANSWER = Duration.ofMinutes(2);

    static PagesWritten of(Release release) {
        Map<String, Map<String, Long>> byZone = new TreeMap<>();
        for (Pod server : release.pods(Release.SERVER)) {
            byZone.computeIfAbsent(zone(release, server), zone -> new TreeMap<>())
                    .put(server.getMetadata().getName(), pages(release, server));
        }
        return new PagesWritten(byZone);
    }

    private static String zone(Release release, Pod pod) {
        Node node =
                release.client().nodes().withName(pod.getSpec().getNodeName()).get();
        return Objects.requireNonNullElse(node.getMetadata().getLabels().get("topology.kubernetes.io/zone"), "no zone");
    }

    private static long pages(Release release, Pod server) {
        return await("the pages of " + server.getMetadata().getName())
                .atMost(ANSWER)
                .until(() -> release.metric(server, "chameleon_flash_nand_page_writes_total"), Optional::isPresent)
                .orElseThrow()
                .longValue();
    }

    /** The same servers have the same zones: a pod with a volume stays where that is. */
    PagesWritten since(PagesWritten begin) {
        Map<String, Long> before = begin.byServer();
        Map<String, Map<String, Long>> grown = new TreeMap<>(byZone);
        grown.replaceAll((zone, servers) -> servers.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        server -> server.getValue() - Objects.requireNonNull(before.get(server.getKey())),
                        (one, other) -> one,
                        TreeMap::new)));
        return new PagesWritten(grown);
    }

    private Map<String, Long> byServer() {
        return byZone.values().stream()
                .map(Map::entrySet)
                .flatMap(Collection::stream)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The population standard deviation of a zone's servers over their mean, where it is greatest. */
    double deviation() {
        return byZone.values().stream()
                .map(Map::values)
                .mapToDouble(PagesWritten::deviation)
                .max()
                .orElseThrow();
    }

    private static double deviation(Collection<Long> pages) {
        double mean = pages.stream().mapToDouble(Long::doubleValue).average().orElseThrow();
        double variance = pages.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .average()
                .orElseThrow();
        return Math.sqrt(variance) / mean;
    }
}
