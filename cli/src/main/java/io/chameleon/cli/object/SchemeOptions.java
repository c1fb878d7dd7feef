package io.chameleon.cli.object;

import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The schemes that a bucket is to have of its own. */
final class SchemeOptions {
    /** In place of a scheme: none of its own. */
    private static final String OF_CLUSTER = "cluster";

    @Option(
            names = "--rep",
            paramLabel = "SCHEME",
            converter = Rep.class,
            description = "What REP means in the bucket, such as 'REP(2)'; cluster: as elsewhere.")
    private @Nullable String rep;

    @Option(
            names = "--ec",
            paramLabel = "SCHEME",
            converter = Ec.class,
            description = "What EC means in the bucket, such as 'EC(8+3)'; cluster: as elsewhere.")
    private @Nullable String ec;

    boolean areGiven() {
        return rep != null || ec != null;
    }

    /** Of a bucket's settings; null removes one. */
    Map<String, @Nullable String> changes() {
        Map<String, @Nullable String> changes = new HashMap<>();
        put(changes, BucketSchemes.REP_SETTING, rep);
        put(changes, BucketSchemes.EC_SETTING, ec);
        return changes;
    }

    /** Of a new bucket. */
    Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        changes().forEach((key, value) -> {
            if (value != null) {
                settings.put(key, value);
            }
        });
        return settings;
    }

    private static void put(Map<String, @Nullable String> changes, String setting, @Nullable String given) {
        if (given != null) {
            changes.put(setting, given.equals(OF_CLUSTER) ? null : given);
        }
    }

    /** What objects of a bucket are stored under, and what a zone's loss would do. */
    static String told(ClusterView view, String bucket, BucketSchemes own) {
        RedundancyScheme rep = view.scheme(RedundancyPolicy.REP, own);
        RedundancyScheme ec = view.scheme(RedundancyPolicy.EC, own);
        return Stream.concat(
                        Stream.of("objects of " + bucket + " are stored as " + rep + " or " + ec
                                + ", those there are from their next write on"),
                        Stream.of(rep, ec).flatMap(scheme -> crowded(view, scheme)))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** Not refused: it is no worse than a cluster without zones. Of local groups all parity counts, if it is spread. */
    private static Stream<String> crowded(ClusterView view, RedundancyScheme scheme) {
        int zones = (int)
                view.servers().stream().map(server -> server.zone()).distinct().count();
        int most = (scheme.width() + zones - 1) / Math.max(1, zones);
        return zones <= 1 || most <= scheme.parityFragments()
                ? Stream.empty()
                : Stream.of("note: " + scheme + " puts " + most + " fragments into one of " + zones
                        + " zones, and survives the loss of " + scheme.parityFragments());
    }

    private abstract static class Converter implements ITypeConverter<String> {
        private final boolean rep;

        Converter(boolean rep) {
            this.rep = rep;
        }

        @Override
        public String convert(String text) {
            try {
                if (!text.equals(OF_CLUSTER)) {
                    BucketSchemes unused = BucketSchemes.parsed(rep ? text : null, rep ? null : text);
                }
                return text;
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    static final class Rep extends Converter {
        Rep() {
            super(true);
        }
    }

    static final class Ec extends Converter {
        Ec() {
            super(false);
        }
    }
}
