package io.chameleon.metadata.rebuild;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentPage;
import io.chameleon.transport.rpc.Endpoint;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The fragments of one server, sorted by id, prefetched by one page. Not safe for several threads. */
final class ServerFragments {
    private static final int PAGE = 10_000;

    private final ServerInfo server;
    private final FlashClient flash;
    private final Asking asking;
    private CompletableFuture<FragmentPage> coming;
    private Iterator<FragmentPage.Entry> page = List.<FragmentPage.Entry>of().iterator();
    private boolean more = true;
    private @Nullable FragmentId head;

    ServerFragments(ServerInfo server, FlashClient flash, Asking asking) {
        this.server = server;
        this.flash = flash;
        this.asking = asking;
        coming = ask(null);
    }

    private CompletableFuture<FragmentPage> ask(@Nullable FragmentId after) {
        return asking.ask(
                "list the fragments of " + server.id(),
                timeout -> flash.list(Endpoint.of(server), 0, after, PAGE, timeout));
    }

    ServerId server() {
        return server.id();
    }

    /** The write whose fragments are next; null at the end. */
    @Nullable
    WriteId next() {
        FragmentId first = peek();
        return first == null ? null : first.writeId();
    }

    /** The fragments of the next write. */
    List<FragmentId> take(WriteId write) {
        List<FragmentId> taken = new ArrayList<>();
        for (FragmentId id = peek(); id != null && id.writeId().equals(write); id = peek()) {
            taken.add(id);
            head = null;
        }
        return taken;
    }

    private @Nullable FragmentId peek() {
        if (head == null) {
            while (!page.hasNext() && more) {
                turn();
            }
            head = page.hasNext() ? page.next().id() : null;
        }
        return head;
    }

    private void turn() {
        FragmentPage arrived = asking.await(coming);
        List<FragmentPage.Entry> fragments = arrived.fragments();
        more = arrived.more() && !fragments.isEmpty();
        page = fragments.iterator();
        if (more) {
            coming = ask(fragments.getLast().id());
        }
    }
}
