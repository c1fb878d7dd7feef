package io.chameleon.core.mapping;

import static io.chameleon.core.mapping.table.TableFixture.BUCKET;
import static io.chameleon.core.mapping.table.TableFixture.ec;
import static io.chameleon.core.mapping.table.TableFixture.object;
import static io.chameleon.core.mapping.table.TableFixture.rep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value of these types is valid, or a one-line error says why it cannot be. */
class MappingValuesTest {
    private static final ObjectId ID = object("k");
    private static final WriteId WRITE = new WriteId(1, 2);
    private static final Placement SIX = ec(1, 2, 3, 4, 5, 6);
    private static final Placement THREE = rep(1, 2, 3);

    private static void assertRefused(ThrowingCallable call, String what) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(what)
                .message()
                .doesNotContain("\n");
    }

    private static ObjectContent content(long size, int segmentBytes) {
        return new ObjectContent(WRITE, size, segmentBytes, 0, "text/plain", Map.of());
    }

    @ParameterizedTest
    @CsvSource({"0,4096,0", "1,4096,1", "4096,4096,1", "4097,4096,2", "1073741824,8388608,128"})
    void content_isCutIntoSegments(long size, int segmentBytes, int segments) {
        ObjectContent content = content(size, segmentBytes);
        assertThat(content.segments()).isEqualTo(segments);
        long sum = 0;
        for (int i = 0; i < segments; i++) {
            assertThat(content.segmentLength(i)).isBetween(1, segmentBytes);
            sum += content.segmentLength(i);
        }
        assertThat(sum).isEqualTo(size);
    }

    @Test
    void content_ofTheLargestObject_hasAsManySegmentsAsAFragmentCanName() {
        ObjectContent largest = content(1L << 46, ObjectContent.MAX_SEGMENT_BYTES);
        assertThat(largest.segments() - 1).isEqualTo(FragmentId.MAX_SEGMENT);
        assertRefused(() -> content((1L << 46) + 1, ObjectContent.MAX_SEGMENT_BYTES), "object size: '");
        assertRefused(() -> content(Long.MAX_VALUE, 1), "object size: '");
        assertRefused(() -> content(-1, 1), "object size: '-1'");
        assertRefused(() -> content(1, 0), "segment size: '0'");
        assertRefused(() -> content(1, ObjectContent.MAX_SEGMENT_BYTES + 1), "segment size: '");
    }

    @Test
    void content_withTextThatADatabaseCannotHold_isRefused() {
        assertRefused(() -> new ObjectContent(WRITE, 0, 1, 0, "a\0b", Map.of()), "content type: '");
        assertRefused(() -> new ObjectContent(WRITE, 0, 1, 0, "a".repeat(256), Map.of()), "content type: '");
        int most = ObjectContent.MAX_USER_METADATA_BYTES;
        for (String bad : List.of("\0", "\ud800", "\udc00", "x".repeat(most + WholeObject.MOST_ADDED_BYTES))) {
            assertRefused(() -> new ObjectContent(WRITE, 0, 1, 0, "", Map.of("k", bad)), "user metadata keys: '[k]'");
            assertRefused(() -> new ObjectContent(WRITE, 0, 1, 0, "", Map.of(bad, "v")), "user metadata keys: '");
        }
    }

    /** Only a last chunk has more, which describes the whole object. */
    @Test
    void commit_withMoreMetadataThanAUserMayGive_isRefused() {
        Map<String, String> tooMuch = Map.of("k", "x".repeat(ObjectContent.MAX_USER_METADATA_BYTES));
        ObjectContent content = new ObjectContent(WRITE, 0, 1, 0, "", tooMuch);
        assertRefused(() -> new Commit(ID, content, THREE, List.of(), Condition.NONE), "user metadata keys: '[k]'");
    }

    @Test
    void listQuery_thatNoKeyCanAnswer_isRefused() {
        assertRefused(() -> new ListQuery("B", "", "", "", 1), "bucket: 'B'");
        assertRefused(() -> new ListQuery(BUCKET, "", "", "", 0), "list limit: '0'");
        assertRefused(() -> new ListQuery(BUCKET, "", "", "", 1001), "list limit: '1001'");
        assertRefused(() -> new ListQuery(BUCKET, "\0", "", "", 1), "list prefix: '");
        assertRefused(() -> new ListQuery(BUCKET, "", "\ud83d", "", 1), "list delimiter: '");
        assertRefused(() -> new ListQuery(BUCKET, "", "", "a".repeat(1025), 1), "list start: '");
    }

    @Test
    void placement_needsAsManyDistinctServersAsItsSchemeIsWide() {
        List<ServerId> three = THREE.servers();
        assertRefused(() -> new Placement(RedundancyScheme.EC_4_2, three), "servers of EC(4+2): '");
        List<ServerId> twice = List.of(three.get(0), three.get(1), three.get(0));
        assertRefused(() -> new Placement(RedundancyScheme.REP_3, twice), "servers of REP(3): '");
    }

    @Test
    void commit_belowTheWriteQuorum_isRefused() {
        assertThat(new Commit(ID, content(20_000, 20_000), SIX, List.of(3), Condition.NONE).missing())
                .containsExactly(3);
        assertRefused(
                () -> new Commit(ID, content(20_000, 20_000), SIX, List.of(0, 1), Condition.NONE),
                "durable fragments of");
        assertThat(new Commit(ID, content(1, 1), SIX, List.of(0, 1, 2, 3), Condition.NONE).missing())
                .as("three of them are padding")
                .hasSize(4);
        assertRefused(() -> new Commit(ID, content(1, 1), SIX, List.of(0, 5), Condition.NONE), "durable fragments of");
        assertThat(new Commit(ID, content(1, 1), THREE, List.of(0, 0), Condition.NONE).missing())
                .hasSize(2);
        assertRefused(
                () -> new Commit(ID, content(1, 1), THREE, List.of(0, 1), Condition.NONE), "durable fragments of");
        assertRefused(() -> new Commit(ID, content(1, 1), THREE, List.of(3), Condition.NONE), "missing fragments of");
        assertRefused(() -> new Commit(ID, content(1, 1), THREE, List.of(-1), Condition.NONE), "missing fragments of");
    }

    @Test
    void fragmentBytes_areThoseThatAreStored() {
        ObjectContent content =
                content(20_000, 8_192); // segments of 8192, 8192 and 3616 bytes, in shards of 4096 or less
        assertThat(content.fragmentBytes(RedundancyScheme.REP_3, 2)).isEqualTo(20_000);
        assertThat(content.fragmentBytes(RedundancyScheme.EC_4_2, 0)).isEqualTo(4096 + 4096 + 3616);
        assertThat(content.fragmentBytes(RedundancyScheme.EC_4_2, 1)).isEqualTo(4096 + 4096);
        assertThat(content.fragmentBytes(RedundancyScheme.EC_4_2, 2)).isZero();
        assertThat(content.fragmentBytes(RedundancyScheme.EC_4_2, 5)).isEqualTo(4096 + 4096 + 3616);
        assertThat(content(0, 8_192).fragmentBytes(RedundancyScheme.EC_4_2, 0)).isZero();
        assertThat(content.fragmentPages(RedundancyScheme.EC_4_2, 1, 4096)).isEqualTo(2);
        assertThat(content.fragmentPages(RedundancyScheme.EC_4_2, 5, 2048)).isEqualTo(2 + 2 + 2);
    }

    @Test
    void damage_beyondTheWidestScheme_isRefused() {
        assertRefused(() -> new Damage(ID, WRITE, List.of(256)), "missing fragments of photos/k: '[256]'");
        assertRefused(() -> new Damage(ID, WRITE, List.of(-1)), "missing fragments of photos/k: '[-1]'");
    }

    @Test
    void remap_needsADestinationExactlyIfItsEventMovesTheObject() {
        assertRefused(() -> new Remap(ID, 1, RedundancyEvent.UPGRADE, null, 1, ""), "remap of photos/k");
        assertRefused(() -> new Remap(ID, 1, RedundancyEvent.CANCEL, SIX, 1, ""), "remap of photos/k");
        for (RedundancyEvent event :
                List.of(RedundancyEvent.WRITTEN, RedundancyEvent.MIGRATED, RedundancyEvent.REPAIRED)) {
            assertRefused(() -> new Remap(ID, 1, event, null, 1, ""), "remap of photos/k: '" + event);
        }
    }

    @Test
    void plan_ofRemapsOfAnotherEpoch_isRefused() {
        Remap remap = new Remap(ID, 1, RedundancyEvent.CANCEL, null, 4, "");
        assertThat(new StoredPlan(4, List.of(remap), false).remaps()).hasSize(1);
        assertRefused(() -> new StoredPlan(5, List.of(remap), false), "epochs of the remaps of plan 5: '[4]'");
    }

    @Test
    void mapping_whosePlacementsContradictItsState_cannotExist() {
        ObjectContent content = content(1, 1);
        assertRefused(
                () -> new ObjectMapping(
                        ID, WRITE, content, RedundancyState.EC, THREE, SIX, false, 0, 0, 1, 1, 0, 0, 1, false, ""),
                "mapping of photos/k");
        assertRefused(
                () -> new ObjectMapping(
                        ID, WRITE, content, RedundancyState.LATE_EC, null, SIX, false, 0, 0, 1, 1, 0, 0, 1, false, ""),
                "mapping of photos/k");
        assertRefused(
                () -> new ObjectMapping(
                        ID, WRITE, content, RedundancyState.LATE_EC, SIX, SIX, false, 0, 0, 1, 1, 0, 0, 1, false, ""),
                "mapping of photos/k");
        assertRefused(
                () -> new ObjectMapping(
                        ID, WRITE, content, RedundancyState.REP, null, SIX, false, 0, 0, 1, 1, 0, 0, 1, false, ""),
                "mapping of photos/k");
    }

    @Test
    void clusterView_knowsTheSchemeOfEachPolicyAndItsServers() {
        ServerInfo server = new ServerInfo(new ServerId("flash-1"), "h", 1, "z", 1, ServerInfo.Status.DOWN);
        ClusterView view = new ClusterView(List.of(server), RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, 1);
        assertThat(view.scheme(RedundancyPolicy.REP)).isEqualTo(RedundancyScheme.REP_3);
        assertThat(view.scheme(RedundancyPolicy.EC)).isEqualTo(RedundancyScheme.EC_4_2);
        assertThat(view.server(server.id())).contains(server);
        assertThat(view.server(new ServerId("flash-2"))).isEmpty();
        assertThat(view.ring().members()).as("away or not").hasSize(1);
        assertRefused(
                () -> new ClusterView(List.of(), RedundancyScheme.EC_4_2, RedundancyScheme.EC_4_2, 64, 1),
                "scheme of the REP policy");
        assertRefused(
                () -> new ClusterView(List.of(), RedundancyScheme.REP_3, RedundancyScheme.REP_3, 64, 1),
                "scheme of the EC policy");
    }
}
