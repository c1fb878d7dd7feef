package io.chameleon.erasure;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The common part of all codecs: checks the arguments, then applies a matrix to shards. The matrix is pinned, its
 * inverse for a pattern of absent shards is cached, and codecs differ only in the {@link ShardCoder} that applies it.
 */
abstract class MatrixCodec implements ErasureCodec {
    private final CodecKind kind;
    private final ErasureCode code;
    private final int dataShards;
    private final byte[][] parityRows;
    private final ShardCoder.Factory factory;
    private final int[] dataIndices;
    private final int[] parityIndices;
    private final ShardCoder encoder;
    private final DecodePlans plans;
    private final BufferBlocks blocks;

    MatrixCodec(CodecKind kind, ErasureCode code, ShardCoder.Factory factory) {
        this.kind = kind;
        this.code = code;
        this.dataShards = code.dataShards();
        this.factory = dataShards == 1 ? (rows, in, out) -> new ReplicaCoder(in[0], out) : factory;
        parityRows = code.parityRows();
        dataIndices = indices(0, dataShards);
        parityIndices = indices(dataShards, code.parityShards());
        encoder = this.factory.coder(parityRows, dataIndices, parityIndices);
        plans = new DecodePlans(dataShards, code.parityShards());
        blocks = new BufferBlocks(code.width());
    }

    @Override
    public final int dataShards() {
        return dataShards;
    }

    @Override
    public final int parityShards() {
        return code.parityShards();
    }

    @Override
    public final ErasureCode code() {
        return code;
    }

    @Override
    public final CodecKind kind() {
        return kind;
    }

    @Override
    public final void encode(byte[][] shards, int offset, int length) {
        checkAll(shards, offset, length);
        for (int output : parityIndices) {
            checkNotShared(shards, output);
        }
        encoder.code(shards, offset, length);
    }

    @Override
    public final void encode(ByteBuffer[] shards, int offset, int length) {
        checkAll(shards, offset, length);
        for (int output : parityIndices) {
            Checks.writable(shards[output], output);
            checkNotShared(shards, output);
        }
        code(encoder, dataIndices, parityIndices, shards, offset, length);
    }

    @Override
    public final void reconstruct(byte[][] shards, boolean[] present, int offset, int length) {
        rebuild(shards, present, null, offset, length);
    }

    @Override
    public final void reconstruct(
            byte[] @Nullable [] shards, boolean[] present, boolean[] wanted, int offset, int length) {
        Checks.width("wanted flags", wanted.length, width());
        rebuild(shards, present, wanted, offset, length);
    }

    @Override
    public final boolean verify(byte[][] shards, int offset, int length) {
        checkAll(shards, offset, length);
        return encoder.check(shards, offset, length);
    }

    @Override
    public final boolean verify(ByteBuffer[] shards, int offset, int length) {
        checkAll(shards, offset, length);
        return blocks.check(encoder, dataIndices, parityIndices, shards, offset, length);
    }

    @Override
    public final void reconstruct(
            @Nullable ByteBuffer[] shards, boolean[] present, boolean[] wanted, int offset, int length) {
        Checks.width("wanted flags", wanted.length, width());
        DecodePlan plan = planFor(shards, present, wanted, offset, length);
        if (plan == null) {
            return;
        }
        for (int input : plan.inputs) {
            Checks.shard(shards[input], input, offset, length);
        }
        for (int output : plan.outputs) {
            Checks.shard(shards[output], output, offset, length);
            Checks.writable(shards[output], output);
            checkNotShared(shards, output);
        }
        code(plan.coder, plan.inputs, plan.outputs, shards, offset, length);
    }

    private void code(ShardCoder coder, int[] inputs, int[] outputs, ByteBuffer[] shards, int offset, int length) {
        if (!coder.codeInPlace(shards, offset, length)) {
            blocks.code(coder, inputs, outputs, shards, offset, length);
        }
    }

    private void rebuild(
            byte[] @Nullable [] shards, boolean[] present, boolean @Nullable [] wanted, int offset, int length) {
        DecodePlan plan = planFor(shards, present, wanted, offset, length);
        if (plan == null) {
            return;
        }
        for (int input : plan.inputs) {
            Checks.shard(shards[input], input, offset, length);
        }
        for (int output : plan.outputs) {
            Checks.shard(shards[output], output, offset, length);
            checkNotShared(shards, output);
        }
        plan.coder.code(shards, offset, length);
    }

    /** Null if nothing must be rebuilt. */
    private @Nullable DecodePlan planFor(
            @Nullable Object[] shards, boolean[] present, boolean @Nullable [] wanted, int offset, int length) {
        Checks.width("shards", shards.length, width());
        Checks.width("present flags", present.length, width());
        Checks.range("shards", offset, length);
        return nothingToDo(present, wanted) ? null : planFor(present, wanted);
    }

    private DecodePlan planFor(boolean[] present, boolean @Nullable [] wanted) {
        DecodePlan known = plans.find(present, wanted);
        if (known != null) {
            return known;
        }
        // Copies: the caller may change its flags, but the plan's must not change.
        DecodePlan made =
                new DecodePlan(code, parityRows, present.clone(), wanted == null ? null : wanted.clone(), factory);
        plans.add(made);
        return made;
    }

    private void checkAll(byte[][] shards, int offset, int length) {
        Checks.width("shards", shards.length, width());
        Checks.range("shards", offset, length);
        for (int i = 0; i < shards.length; i++) {
            Checks.shard(shards[i], i, offset, length);
        }
    }

    private void checkAll(ByteBuffer[] shards, int offset, int length) {
        Checks.width("shards", shards.length, width());
        Checks.range("shards", offset, length);
        for (int i = 0; i < shards.length; i++) {
            Checks.shard(shards[i], i, offset, length);
        }
    }

    /** Copies of one array may be that array. */
    private void checkNotShared(@Nullable Object[] shards, int output) {
        if (dataShards > 1) {
            Checks.notShared(shards, output);
        }
    }

    private static boolean nothingToDo(boolean[] present, boolean @Nullable [] wanted) {
        for (int i = 0; i < present.length; i++) {
            if (!present[i] && (wanted == null || wanted[i])) {
                return false;
            }
        }
        return true;
    }

    private static int[] indices(int first, int count) {
        int[] indices = new int[count];
        for (int i = 0; i < count; i++) {
            indices[i] = first + i;
        }
        return indices;
    }

    final byte[][] parityRows() {
        return parityRows;
    }

    final DecodePlans plans() {
        return plans;
    }
}
