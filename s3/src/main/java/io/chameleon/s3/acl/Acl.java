package io.chameleon.s3.acl;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.http.Percent;
import io.chameleon.s3.http.Query;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The access control list of a bucket or of an object. It is kept as a query string, {@code owner=ann&READ=g:ALL_USERS&
 * FULL_CONTROL=u:ann}; what is private, and owned by the bucket's owner, keeps none.
 *
 * @param owner "" for nobody
 * @param grants groups first, as they are shown
 */
public record Acl(String owner, List<Grant> grants) {
    /** Where a bucket keeps its ACL. */
    public static final String SETTING = "acl";
    /** Where an object does, in its user metadata. */
    public static final String METADATA = "s3:acl";

    private static final String OWNER = "owner";
    private static final String GROUP = "g:";
    private static final String USER = "u:";

    /** One permission of one grantee. */
    public record Grant(Grantee grantee, Permission permission) {
        boolean toGroup() {
            return grantee instanceof Grantee.Group;
        }
    }

    public Acl {
        List<Grant> sorted = new ArrayList<>(grants);
        sorted.sort(Comparator.comparing(grant -> !grant.toGroup()));
        grants = List.copyOf(sorted);
    }

    /** Only the owner may do anything. */
    public static Acl ownedBy(String owner) {
        return new Acl(owner, List.of(new Grant(new Grantee.Named(owner), Permission.FULL_CONTROL)));
    }

    public static Acl of(BucketInfo bucket) {
        return kept(bucket.settings(), SETTING, bucket);
    }

    /** That of an object. */
    public static Acl of(Map<String, String> userMetadata, BucketInfo bucket) {
        return kept(userMetadata, METADATA, bucket);
    }

    private static Acl kept(Map<String, String> pairs, String name, BucketInfo bucket) {
        boolean counts = !ObjectOwnership.of(bucket).isEnforced();
        return parse(counts ? pairs.get(name) : null, bucket.owner());
    }

    /** What {@link #coded} made; what it did not make grants nothing. */
    private static Acl parse(@Nullable String text, String bucketOwner) {
        if (text == null) {
            return ownedBy(bucketOwner);
        }
        String owner = bucketOwner;
        List<Grant> grants = new ArrayList<>();
        for (Query.Parameter parameter : Query.parse(text).parameters()) {
            if (parameter.name().equals(OWNER)) {
                owner = parameter.value();
                continue;
            }
            Grantee grantee = grantee(parameter.value());
            for (Permission permission : Permission.values()) {
                if (grantee != null && permission.name().equals(parameter.name())) {
                    grants.add(new Grant(grantee, permission));
                }
            }
        }
        return new Acl(owner, grants);
    }

    private static @Nullable Grantee grantee(String text) {
        if (text.startsWith(USER)) {
            return new Grantee.Named(text.substring(USER.length()));
        }
        for (Grantee.Group group : Grantee.Group.values()) {
            if (text.equals(GROUP + group.name())) {
                return group;
            }
        }
        return null;
    }

    /** The text to keep; null if what is kept nowhere means the same. */
    public @Nullable String coded(String bucketOwner) {
        if (equals(ownedBy(bucketOwner))) {
            return null;
        }
        StringBuilder text = new StringBuilder(OWNER).append('=').append(Percent.encode(owner));
        for (Grant grant : grants) {
            String grantee = grant.grantee() instanceof Grantee.Group group
                    ? GROUP + group.name()
                    : USER + Percent.encode(((Grantee.Named) grant.grantee()).name());
            text.append('&').append(grant.permission()).append('=').append(grantee);
        }
        return text.toString();
    }

    /**
     * Whether the requester may do that by this list, or by owning what it is about.
     *
     * @param groups whether what is granted to groups counts
     */
    public boolean allows(@Nullable String user, Permission asked, boolean groups) {
        boolean ownsAcl = asked == Permission.READ_ACP || asked == Permission.WRITE_ACP;
        if (ownsAcl && !owner.isEmpty() && Objects.equals(owner, user)) {
            return true;
        }
        return grants.stream()
                .filter(grant -> groups || !grant.toGroup())
                .anyMatch(grant ->
                        grant.grantee().includes(user) && grant.permission().covers(asked));
    }

    /** Whether it grants anything to a group: to people whom the owner does not know. */
    public boolean isPublic() {
        return grants.stream().anyMatch(Grant::toGroup);
    }
}
