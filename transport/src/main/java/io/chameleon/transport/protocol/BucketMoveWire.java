package io.chameleon.transport.protocol;

import io.chameleon.core.bucket.BucketMove;
import io.chameleon.transport.wire.BucketMoveP;

/** Moves of buckets as bytes and back. Invalid values are a {@code ChameleonError} of code {@code INVALID_REQUEST}. */
public final class BucketMoveWire {
    private BucketMoveWire() {}

    public static BucketMoveP pack(BucketMove move) {
        return BucketMoveP.newBuilder()
                .setId(move.id())
                .setBucket(move.bucket())
                .setSource(move.source())
                .setTarget(move.target())
                .setPhase(move.phase().code())
                .setBeganMillis(move.beganMillis())
                .setChangedMillis(move.changedMillis())
                .setObjects(move.objects())
                .setProblem(move.problem())
                .build();
    }

    public static BucketMove move(BucketMoveP move) {
        return Wire.checked(() -> new BucketMove(
                move.getId(),
                move.getBucket(),
                move.getSource(),
                move.getTarget(),
                BucketMove.Phase.ofCode(move.getPhase()),
                move.getBeganMillis(),
                move.getChangedMillis(),
                move.getObjects(),
                move.getProblem()));
    }
}
