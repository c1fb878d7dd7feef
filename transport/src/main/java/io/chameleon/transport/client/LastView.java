package io.chameleon.transport.client;

import com.google.protobuf.ByteString;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.wire.ClusterViewRequest;
import io.chameleon.transport.wire.ClusterViewResponse;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The newest cluster view that a client was told, so that it need not be told again. Safe from any thread. */
final class LastView {
    private record Told(ByteString version, ClusterView view) {}

    private final AtomicReference<@Nullable Told> last = new AtomicReference<>();

    /** One question. The answer refers to what was known when it was asked, whatever other answers came since. */
    final class Question {
        private final @Nullable Told known = last.get();

        ClusterViewRequest request() {
            ClusterViewRequest.Builder request = ClusterViewRequest.newBuilder();
            return known == null
                    ? request.build()
                    : request.setKnown(known.version).build();
        }

        ClusterView view(ClusterViewResponse answer) {
            ClusterView view = known != null && answer.getUnchanged()
                    ? ClusterWire.unpack(answer, known.view)
                    : ClusterWire.unpack(answer);
            last.set(answer.getVersion().isEmpty() ? null : new Told(answer.getVersion(), view));
            return view;
        }
    }

    Question ask() {
        return new Question();
    }
}
