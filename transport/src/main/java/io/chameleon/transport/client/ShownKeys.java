package io.chameleon.transport.client;

import com.google.protobuf.ByteString;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteKeys;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client shows to prove that writes are its own; nothing if it has no keys. */
record ShownKeys(@Nullable WriteKeys keys) {
    ByteString of(WriteId write) {
        return keys == null ? ByteString.EMPTY : ByteString.copyFrom(keys.keyOf(write));
    }

    /** In their order. */
    List<ByteString> of(Collection<WriteId> writes) {
        return keys == null ? List.of() : writes.stream().map(this::of).toList();
    }
}
