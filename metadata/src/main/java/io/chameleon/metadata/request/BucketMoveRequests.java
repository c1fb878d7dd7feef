package io.chameleon.metadata.request;

import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketMoves;
import io.chameleon.transport.protocol.BucketMoveWire;
import io.chameleon.transport.wire.BucketMovesRequest;
import io.chameleon.transport.wire.BucketMovesResponse;
import io.chameleon.transport.wire.MoveBucketRequest;

/** The part of {@link Requests} for buckets, and slices of buckets, that move between databases. */
final class BucketMoveRequests {
    private final BucketMoves moves;

    BucketMoveRequests(BucketMoves moves) {
        this.moves = moves;
    }

    PreparedCall move(MoveBucketRequest request) {
        String bucket = request.getBucket();
        Slices.requireBucketOrSlice(bucket);
        return () -> Requests.possible(() -> BucketMoveWire.pack(
                request.getCancel() ? moves.cancel(bucket) : moves.begin(bucket, request.getDatabase())));
    }

    PreparedCall list(BucketMovesRequest request) {
        String bucket = request.getBucket();
        boolean all = bucket.isEmpty();
        if (!all) {
            Slices.requireBucketOrSlice(bucket);
        }
        return () -> BucketMovesResponse.newBuilder()
                .addAllMoves(moves.moves().stream()
                        .filter(move -> all || move.bucket().equals(bucket))
                        .map(BucketMoveWire::pack)
                        .toList())
                .setDatabase(all ? 0 : moves.databaseOf(bucket))
                .build();
    }
}
