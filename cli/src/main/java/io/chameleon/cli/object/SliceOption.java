package io.chameleon.cli.object;

import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.core.Slices;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which slice of a sliced bucket a command is about. */
final class SliceOption {
    @Option(names = "--slice", paramLabel = "NUMBER", description = "Which slice of a sliced bucket, 0 to 15.")
    private @Nullable Integer slice;

    boolean isGiven() {
        return slice != null;
    }

    /** What the mapping table calls the slice, or the bucket if no slice is given. */
    String nameIn(String bucket) {
        return slice == null ? bucket : Slices.name(bucket, slice);
    }

    /** Fails if a slice is given of a bucket that has none. */
    void requireOf(String bucket, boolean sliced) {
        if (slice != null && !sliced) {
            throw new CommandFailure("bucket " + bucket + " is not sliced: leave out --slice");
        }
    }

    /** Fails unless this names what can move: a slice of a sliced bucket, or all of another. */
    void requireMovable(String bucket, boolean sliced) {
        requireOf(bucket, sliced);
        if (slice == null && sliced) {
            throw new CommandFailure("bucket " + bucket + " is sliced: say with --slice NUMBER, 0 to "
                    + (Slices.COUNT - 1) + ", which slice moves");
        }
    }
}
