package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.BucketNotFoundException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.options.CallOptions;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketMoves;
import java.util.LinkedHashMap;
import java.util.Map;

/** In which databases of the mapping table a bucket is, or its slices. */
final class BucketPlaces {
    /** In about half a second. */
    private static final int LOOKS = 6;

    private final ChameleonClient client;
    private final BucketMoves moves;
    private final AnswerOptions answers;

    BucketPlaces(ClusterConnection connection, AnswerOptions answers) {
        this.client = connection.client();
        this.moves = connection.moves();
        this.answers = answers;
    }

    /** A bucket that nobody has made is not. */
    static boolean isSliced(String bucket, ChameleonClient client) {
        try {
            return client.bucket(bucket).isSliced();
        } catch (BucketNotFoundException e) {
            return false;
        }
    }

    void show(String bucket, SliceOption slice) {
        boolean sliced;
        try {
            sliced = isSliced(bucket, client.with(CallOptions.DEFAULT.attempts(LOOKS)));
        } catch (UnavailableException e) {
            // The first database knows where a bucket is, also if the bucket's own does not answer.
            sliced = slice.isGiven();
        }
        slice.requireOf(bucket, sliced);
        if (sliced && !slice.isGiven()) {
            all(bucket);
        } else {
            one(slice.nameIn(bucket));
        }
    }

    private void one(String name) {
        int database = moves.databaseOf(name);
        answers.answer(
                () -> Map.of("bucket", name, "database", database),
                () -> "bucket " + name + " is in database " + database);
    }

    private void all(String bucket) {
        Map<String, Integer> databases = new LinkedHashMap<>();
        for (int number = 0; number < Slices.COUNT; number++) {
            String name = Slices.name(bucket, number);
            databases.put(name, moves.databaseOf(name));
        }
        answers.answer(() -> BucketMoveView.slicesJson(bucket, databases), () -> BucketMoveView.slicesText(databases));
    }
}
