package io.chameleon.server;

import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.FileRange;
import io.chameleon.transport.protocol.FileBytes;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.GetFragmentRequest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A fragment that a request asks for and that can be sent from the device's file, unread. For one thread at a time. */
final class UnreadFragment {
    /** Less is read as fast as it is sent from the file, which takes a system call for each run of pages. */
    private static final int LEAST_BYTES = 64 << 10;

    private final FragmentStore store;
    private final boolean mayReadEverything;
    private @Nullable Fragment fragment;
    private List<FileRange> ranges = List.of();

    /**
     * @param caller asks for it. While bytes are sent from the device's file, their place may get those of another
     *     object, which a user may not see
     */
    UnreadFragment(FragmentStore store, Principal caller) {
        this.store = store;
        this.mayReadEverything = caller.role() != Role.USER;
    }

    /** Whether the fragment can be sent unread; where it lies is known then. */
    boolean locate(Message request) {
        GetFragmentRequest header = request.header(GetFragmentRequest.class);
        boolean asked = header.getUnchecked() && header.getOffset() == 0 && header.getLength() == 0;
        Fragment found = asked && mayReadEverything ? store.find(Wire.unpack(header.getId())) : null;
        if (found != null && found.length() >= LEAST_BYTES) {
            fragment = found;
            ranges = store.locate(found);
        }
        return isLocated();
    }

    boolean isLocated() {
        return !ranges.isEmpty();
    }

    /** Once it is located. */
    Fragment fragment() {
        return Objects.requireNonNull(fragment, "not located");
    }

    /** Once it is located. */
    FileBytes bytes() {
        List<FileBytes.Range> places = ranges.stream()
                .map(range -> new FileBytes.Range(range.file(), range.position(), range.length()))
                .toList();
        return new FileBytes(places, fragment().length(), fragment().crc32c());
    }
}
