package io.chameleon.transport.protocol;

import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.transport.wire.GroupHeatP;
import io.chameleon.transport.wire.GroupP;
import io.chameleon.transport.wire.RedirectP;
import io.chameleon.transport.wire.RedirectRequest;
import io.chameleon.transport.wire.RedirectsResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Groups of objects as wire messages and back; the rules of {@link Wire} hold. */
public final class GroupWire {
    private GroupWire() {}

    private static GroupP pack(Group group) {
        return GroupP.newBuilder()
                .setRange(group.range())
                .setPlace(Wire.pack(group.place()))
                .build();
    }

    private static Group unpack(GroupP group) {
        if (Integer.compareUnsigned(group.getRange(), HashRanges.OF_OBJECTS.count()) >= 0) {
            throw new IllegalArgumentException("hash range: '" + Integer.toUnsignedString(group.getRange())
                    + "' given, expected 0 to " + (HashRanges.OF_OBJECTS.count() - 1));
        }
        return new Group(group.getRange(), Wire.unpack(group.getPlace()));
    }

    public static GroupHeatP pack(GroupHeat.Of heat) {
        return GroupHeatP.newBuilder()
                .setGroup(pack(heat.group()))
                .setHeat(heat.heat())
                .addAllPages(heat.pages())
                .build();
    }

    public static GroupHeat.Of unpack(GroupHeatP heat) {
        return Wire.checked(() -> new GroupHeat.Of(unpack(heat.getGroup()), heat.getHeat(), heat.getPagesList()));
    }

    private static RedirectP pack(Redirect redirect) {
        return RedirectP.newBuilder()
                .setGroup(pack(redirect.group()))
                .setTo(Wire.pack(redirect.to()))
                .setReason(redirect.reason())
                .build();
    }

    public static RedirectRequest pack(long fence, List<Redirect> redirects, double maxScore) {
        return RedirectRequest.newBuilder()
                .setFence(fence)
                .setMaxScore(maxScore)
                .addAllRedirects(redirects.stream().map(GroupWire::pack).toList())
                .build();
    }

    public static List<Redirect> unpack(RedirectRequest request) {
        return Wire.checked(() -> request.getRedirectsList().stream()
                .map(redirect ->
                        new Redirect(unpack(redirect.getGroup()), Wire.unpack(redirect.getTo()), redirect.getReason()))
                .toList());
    }

    public static RedirectsResponse pack(Redirects redirects) {
        RedirectsResponse.Builder packed = RedirectsResponse.newBuilder().setMaxScore(redirects.maxScore());
        redirects
                .destinations()
                .forEach((group, to) -> packed.addRedirects(
                        RedirectP.newBuilder().setGroup(pack(group)).setTo(Wire.pack(to))));
        return packed.build();
    }

    public static Redirects unpack(RedirectsResponse redirects) {
        return Wire.checked(() -> {
            Map<Group, Placement> destinations = new HashMap<>();
            redirects
                    .getRedirectsList()
                    .forEach(one -> destinations.put(unpack(one.getGroup()), Wire.unpack(one.getTo())));
            return new Redirects(HashRanges.OF_OBJECTS, redirects.getMaxScore(), destinations);
        });
    }
}
