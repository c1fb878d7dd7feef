package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentViewTest {
    /** Near its overflow, since a ticker may start anywhere. */
    private long nanos = Long.MAX_VALUE - 10;

    private int reads;
    private boolean away;
    private Runnable meanwhile = () -> {};
    private List<ServerInfo> registered = List.of();
    private final RecentView view = new RecentView(this::read, () -> registered, () -> nanos);

    private ClusterView read() {
        if (away) {
            throw new IllegalStateException("away");
        }
        meanwhile.run();
        return new ClusterView(List.of(), RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, ++reads, "", Map.of());
    }

    @Test
    void view_isReadOnceASecond() {
        assertThat(view.get().epoch()).isEqualTo(1);
        nanos += RecentView.MAX_AGE.toNanos() - 1;
        assertThat(view.get().epoch()).isEqualTo(1);
        nanos += 1;
        assertThat(view.get().epoch()).isEqualTo(2);
    }

    @Test
    void serverThatComesOrMoves_showsAtOnce() {
        assertThat(view.get().epoch()).isEqualTo(1);
        registered = List.of(server("a"));
        assertThat(view.get().epoch()).isEqualTo(2);
        registered = List.of(server("a"));
        assertThat(view.get().epoch()).isEqualTo(2);
        registered = List.of(server("b"));
        assertThat(view.get().epoch()).isEqualTo(3);
    }

    private static ServerInfo server(String host) {
        return new ServerInfo(new ServerId("s0"), host, 1, "", 1, ServerInfo.Status.UP);
    }

    @Test
    void view_afterAChange_isReadAnew_alsoIfItWasBeingReadWhenThatHappened() {
        meanwhile = view::changed;
        assertThat(view.get().epoch()).isEqualTo(1);
        meanwhile = () -> {};
        assertThat(view.get().epoch()).isEqualTo(2);
        assertThat(view.get().epoch()).isEqualTo(2);
        view.changed();
        assertThat(view.get().epoch()).isEqualTo(3);
    }

    @Test
    void failure_isNotRemembered_andAnOldViewIsNotGivenInstead() {
        assertThat(view.get().epoch()).isEqualTo(1);
        nanos += RecentView.MAX_AGE.toNanos();
        away = true;
        assertThatThrownBy(view::get).hasMessage("away");
        away = false;
        assertThat(view.get().epoch()).isEqualTo(2);
    }
}
