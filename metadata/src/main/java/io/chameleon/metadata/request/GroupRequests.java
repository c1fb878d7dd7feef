package io.chameleon.metadata.request;

import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.transport.protocol.GroupWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.wire.HottestGroupsRequest;
import io.chameleon.transport.wire.HottestGroupsResponse;
import io.chameleon.transport.wire.RedirectRequest;
import java.util.List;

/** The part of {@link RemapRequests} for groups of objects. */
final class GroupRequests {
    private final RemapTable remaps;

    GroupRequests(RemapTable remaps) {
        this.remaps = remaps;
    }

    PreparedCall call(Message request) {
        return switch (request.type()) {
            case HOTTEST_GROUPS -> hottest(request.header(HottestGroupsRequest.class));
            case REDIRECTS -> () -> GroupWire.pack(remaps.redirects());
            case REDIRECT -> redirect(request.header(RedirectRequest.class));
            default -> throw new IllegalStateException("not about groups: " + request.type());
        };
    }

    private PreparedCall hottest(HottestGroupsRequest request) {
        int limit = Requests.limit(request.getLimit());
        return () -> HottestGroupsResponse.newBuilder()
                .addAllGroups(Requests.fitting(remaps.hottestGroups(request.getEpoch(), limit), GroupWire::pack))
                .build();
    }

    private PreparedCall redirect(RedirectRequest request) {
        List<Redirect> redirects = GroupWire.unpack(request);
        return PreparedCall.done(() -> remaps.redirect(request.getFence(), redirects, request.getMaxScore()));
    }
}
