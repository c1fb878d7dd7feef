package io.chameleon.s3.acl;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.s3.acl.Acl.Grant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text that buckets and objects keep of their lists. */
class AclTextTest {
    private static BucketInfo bucket(Map<String, String> settings) {
        return new BucketInfo("photos", "ann", 0, RedundancyPolicy.EC, settings);
    }

    @Test
    void text_ofAList_isThatList() {
        Acl acl = new Acl(
                "bo=b & co",
                List.of(
                        new Grant(new Grantee.Named("u:x y"), Permission.WRITE_ACP),
                        new Grant(Grantee.Group.AUTHENTICATED_USERS, Permission.READ),
                        new Grant(Grantee.Group.ALL_USERS, Permission.FULL_CONTROL)));
        assertThat(Acl.of(Map.of(Acl.METADATA, acl.coded("ann")), bucket(Map.of())))
                .isEqualTo(acl);
        Acl nothing = new Acl("ann", List.of());
        assertThat(Acl.of(bucket(Map.of(Acl.SETTING, nothing.coded("ann"))))).isEqualTo(nothing);
    }

    @Test
    void privateList_ofTheBucketsOwner_isKeptNowhere() {
        assertThat(Acl.ownedBy("ann").coded("ann")).isNull();
        assertThat(Acl.of(Map.of(), bucket(Map.of()))).isEqualTo(Acl.ownedBy("ann"));
        assertThat(Acl.ownedBy("bob").coded("ann")).isNotNull();
    }

    @Test
    void text_thatIsNone_grantsNothing() {
        for (String text : new String[] {"public-read", "READ=everybody", "OWN=g:ALL_USERS", ""}) {
            Acl acl = Acl.of(bucket(Map.of(Acl.SETTING, text)));
            assertThat(acl.grants()).isEmpty();
            assertThat(acl.allows("bob", Permission.READ, true)).isFalse();
        }
    }

    /** Also where ownership is set that a build to come may know. */
    @ParameterizedTest
    @ValueSource(strings = {"BucketOwnerEnforced", "Unknown"})
    void list_whereNoneCounts_isTheBucketsOwners(String ownership) {
        String open = new Acl("bob", List.of(new Grant(Grantee.Group.ALL_USERS, Permission.READ))).coded("ann");
        BucketInfo bucket = bucket(Map.of(Acl.SETTING, open, ObjectOwnership.SETTING, ownership));
        assertThat(Acl.of(bucket)).isEqualTo(Acl.ownedBy("ann"));
        assertThat(Acl.of(Map.of(Acl.METADATA, open), bucket)).isEqualTo(Acl.ownedBy("ann"));
    }

    @Test
    void owner_mayAlwaysMendTheList() {
        Acl nothing = new Acl("ann", List.of());
        assertThat(nothing.allows("ann", Permission.WRITE_ACP, true)).isTrue();
        assertThat(nothing.allows("ann", Permission.READ, true)).isFalse();
        assertThat(new Acl("", List.of()).allows(null, Permission.WRITE_ACP, true))
                .isFalse();
    }
}
