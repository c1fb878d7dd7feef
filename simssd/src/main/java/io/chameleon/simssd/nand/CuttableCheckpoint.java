package io.chameleon.simssd.nand;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint on a disk whose power can be cut. After a cut during publish or discard, the checkpoint exists, or not,
 * or in part, or the previous one does.
 */
final class CuttableCheckpoint implements CheckpointFile {
    private final Runnable operation;
    private byte @Nullable [] published;
    private byte @Nullable [] before;
    private boolean isUnderWay;
    private ByteArrayOutputStream unfinished = new ByteArrayOutputStream();

    /** @param operation called before and after each change; throws when the power has failed */
    CuttableCheckpoint(Runnable operation) {
        this.operation = operation;
    }

    @Override
    public @Nullable InputStream open() {
        byte[] bytes = published;
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    @Override
    public OutputStream create() {
        operation.run();
        unfinished = new ByteArrayOutputStream();
        return unfinished;
    }

    @Override
    public void publish() {
        change(unfinished.toByteArray());
    }

    @Override
    public void discard() {
        if (published != null) {
            change(null);
        }
    }

    private void change(byte @Nullable [] next) {
        operation.run();
        before = published;
        published = next;
        isUnderWay = true;
        operation.run();
        isUnderWay = false;
    }

    /** What the next process finds. */
    CuttableCheckpoint afterCut(RandomGenerator random) {
        CuttableCheckpoint next = new CuttableCheckpoint(operation);
        next.published = published;
        byte[] now = published;
        if (isUnderWay && random.nextBoolean()) {
            next.published = before;
        } else if (isUnderWay && now != null && random.nextBoolean()) {
            next.published = Arrays.copyOf(now, random.nextInt(now.length));
        }
        return next;
    }

    void takeOver(CuttableCheckpoint other) {
        published = other.published;
    }
}
