package io.chameleon.s3.body;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How the bytes of an object lie in a body. */
interface Framing {
    /** Takes all of the input; hands out what is the object's, as slices of it. */
    void decode(ByteBuffer in, Consumer<ByteBuffer> out);

    /** The body has ended: refuses it if the framing has not. Answers the checksum that followed. */
    @Nullable
    Checksum finish();

    /** The body is the object. */
    final class Plain implements Framing {
        @Override
        public void decode(ByteBuffer in, Consumer<ByteBuffer> out) {
            if (in.hasRemaining()) {
                ByteBuffer piece = in.slice();
                in.position(in.limit());
                out.accept(piece);
            }
        }

        @Override
        public @Nullable Checksum finish() {
            return null;
        }
    }
}
