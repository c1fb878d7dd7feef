package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.RemapContract.OTHER_SIX;
import static io.chameleon.core.mapping.table.TableFixture.ec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Redirects of groups. */
public interface GroupContract {
    Group CATS = new Group(HashRanges.OF_OBJECTS.of(CAT), SIX);
    Placement SHIFTED = ec(7, 2, 3, 4, 5, 6);

    TableFixture table();

    private static Redirect redirect(Group group, Placement to) {
        return new Redirect(group, to, "test");
    }

    @Test
    default void newTable_redirectsNothing() {
        assertThat(table().remaps.redirects().destinations()).isEmpty();
        assertThat(table().remaps.hottestGroups(1, 10)).isEmpty();
    }

    @Test
    default void redirects_holdUntilTheyAreReplacedOrEnded() {
        TableFixture table = table();
        Group dogs = new Group(3, OTHER_SIX);
        List<Redirect> two = List.of(redirect(CATS, SHIFTED), redirect(dogs, SIX));
        table.remaps.redirect(table.fence(), two, 4.5);
        assertThat(table.remaps.redirects().destinations()).isEqualTo(Map.of(CATS, SHIFTED, dogs, SIX));
        assertThat(table.remaps.redirects().maxScore()).isEqualTo(4.5);

        table.remaps.redirect(table.fence(), two, 4.5);
        assertThat(table.remaps.redirects().destinations()).isEqualTo(Map.of(CATS, SHIFTED, dogs, SIX));

        table.remaps.redirect(table.fence(), List.of(redirect(CATS, OTHER_SIX), redirect(dogs, OTHER_SIX)), 5);
        assertThat(table.remaps.redirects().destinations()).isEqualTo(Map.of(CATS, OTHER_SIX));
        assertThat(table.remaps.redirects().maxScore()).isEqualTo(5);
    }

    @Test
    default void redirectOfAnEarlierLeader_isRefused() {
        TableFixture table = table();
        long old = table.fence();
        table.remaps.claim("another");
        assertThatThrownBy(() -> table.remaps.redirect(old, List.of(redirect(CATS, SHIFTED)), 1))
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCED));
        assertThat(table.remaps.redirects().destinations()).isEmpty();
    }

    @Test
    default void drainOrLossOfAServer_endsTheRedirectsThatLeadToIt() {
        TableFixture table = table();
        Group dogs = new Group(3, OTHER_SIX);
        table.remaps.redirect(table.fence(), List.of(redirect(CATS, SHIFTED), redirect(dogs, SIX)), 2);
        table.repairs.drain(TableFixture.server(7));
        assertThat(table.remaps.redirects().destinations()).isEqualTo(Map.of(dogs, SIX));
        assertThat(table.remaps.redirects().maxScore()).isEqualTo(2);
        table.repairs.begin(table.fence(), TableFixture.server(2));
        assertThat(table.remaps.redirects().destinations()).isEmpty();
    }

    @Test
    default void redirect_changesNoRow() {
        TableFixture table = table();
        var before = table.put(CAT, SIX);
        table.remaps.redirect(table.fence(), List.of(redirect(CATS, SHIFTED)), 100);
        assertThat(table.row(CAT)).isEqualTo(before);
        assertThat(table.remaps.redirects().applied(before).destination()).isEqualTo(SHIFTED);
        assertThat(table.put(CAT, SHIFTED).live()).isEqualTo(SHIFTED);
    }
}
