package io.chameleon.lab.common.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation.Kind;
import io.chameleon.lab.common.linearizability.VersionOperation.Seen;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionsCheckTest {
    private static final Outcome DONE = Outcome.DONE;
    private static final Outcome UNKNOWN = Outcome.UNKNOWN;
    private static final Outcome REFUSED = Outcome.REFUSED;

    private final List<VersionOperation> history = new ArrayList<>();
    private long now;

    private void add(Kind kind, long number, long target, Outcome outcome, Seen... listed) {
        long end = outcome == UNKNOWN ? now + 1_000 : now + 1;
        history.add(new VersionOperation(kind, number, target, List.of(listed), outcome, now, end));
        now += 2;
    }

    private void put(long number, Outcome outcome) {
        add(Kind.PUT, number, 0, outcome);
    }

    private void mark(long number, Outcome outcome) {
        add(Kind.MARK, number, 0, outcome);
    }

    private void remove(long target, Outcome outcome) {
        add(Kind.REMOVE, 0, target, outcome);
    }

    private void read(long number) {
        add(Kind.READ, number, 0, DONE);
    }

    private void list(Seen... listed) {
        add(Kind.LIST, 0, 0, DONE, listed);
    }

    private static Seen version(long number) {
        return new Seen(number, false, false);
    }

    private static Seen marker(long number) {
        return new Seen(number, true, false);
    }

    private void fits() {
        assertThat(VersionsCheck.violation(history)).isEmpty();
    }

    private void violates() {
        assertThat(VersionsCheck.violation(history)).isPresent();
    }

    @Test
    void versionsAndMarkers_areListedFromTheNewestOn() {
        put(1, DONE);
        put(2, DONE);
        mark(3, DONE);
        read(0);
        list(marker(3), version(2), version(1));
        fits();
    }

    @Test
    void versionThatIsNotListed_isLost() {
        put(1, DONE);
        put(2, DONE);
        list(version(2));
        violates();
    }

    @Test
    void versionsInAnotherOrder_areNotThoseWritten() {
        put(1, DONE);
        put(2, DONE);
        list(version(1), version(2));
        violates();
    }

    @Test
    void versionThatIsListedTwice_wasWrittenOnce() {
        put(1, DONE);
        put(2, DONE);
        list(version(1), version(2), version(1));
        violates();
    }

    @Test
    void latestThatIsDeletedForGood_restoresTheOneBelow() {
        put(1, DONE);
        put(2, DONE);
        put(3, DONE);
        remove(3, DONE);
        read(2);
        list(version(2), version(1));
        fits();
        read(1);
        violates();
    }

    @Test
    void markerThatIsDeleted_showsTheObjectAgain() {
        put(1, DONE);
        mark(2, DONE);
        remove(2, DONE);
        read(1);
        fits();
    }

    @Test
    void versionDeletedForGood_neverComesBack() {
        put(1, DONE);
        put(2, DONE);
        remove(1, DONE);
        remove(1, REFUSED);
        add(Kind.READ_VERSION, 0, 1, DONE);
        fits();
        remove(2, DONE);
        read(1);
        violates();
    }

    @Test
    void eraseOfAVersion_leavesNone_whetherThereWasOneOrNot() {
        put(1, DONE);
        put(2, DONE);
        add(Kind.ERASE, 0, 2, DONE);
        add(Kind.ERASE, 0, 2, DONE);
        list(version(1));
        fits();
        list(version(2), version(1));
        violates();
    }

    @Test
    void writeWithoutAnAnswer_isThereOrNot_butOnceForAll() {
        put(1, DONE);
        put(2, UNKNOWN);
        list(version(1));
        list(version(2), version(1));
        fits();
        list(version(1));
        violates();
    }

    @Test
    void deleteOfAVersionWithoutAnAnswer_happensOrNot() {
        put(1, DONE);
        put(2, DONE);
        remove(1, UNKNOWN);
        list(version(2), version(1));
        list(version(2));
        fits();
        add(Kind.READ_VERSION, 1, 1, DONE);
        violates();
    }

    @Test
    void markerThatNobodyKnows_isOneWithoutAnAnswer() {
        put(1, DONE);
        mark(2, UNKNOWN);
        list(marker(0), version(1));
        remove(VersionOperation.SOME_MARKER, DONE);
        read(1);
        fits();
        list(marker(0), version(1));
        violates();
    }

    @Test
    void conditionalPut_asksForTheCurrentVersion() {
        put(1, DONE);
        add(Kind.REPLACE, 2, 1, DONE);
        add(Kind.REPLACE, 3, 1, REFUSED);
        add(Kind.CREATE, 4, 0, REFUSED);
        mark(5, DONE);
        add(Kind.CREATE, 6, 0, DONE);
        list(version(6), marker(5), version(2), version(1));
        fits();
        add(Kind.REPLACE, 7, 1, DONE);
        violates();
    }

    @Test
    void whileSuspended_writesReplaceTheVersionCalledNull_andNoOther() {
        put(1, DONE);
        add(Kind.SUSPEND, 0, 0, DONE);
        put(2, DONE);
        put(3, DONE);
        list(new Seen(3, false, true), version(1));
        add(Kind.ENABLE, 0, 0, DONE);
        put(4, DONE);
        list(version(4), new Seen(3, false, true), version(1));
        add(Kind.SUSPEND, 0, 0, DONE);
        mark(5, DONE);
        list(new Seen(0, true, true), version(4), version(1));
        add(Kind.READ_VERSION, 0, VersionOperation.NULL_VERSION, DONE);
        remove(VersionOperation.NULL_VERSION, DONE);
        read(4);
        fits();
        list(version(4), new Seen(3, false, true), version(1));
        violates();
    }

    @Test
    void overlappingWrites_mayComeInEitherOrder() {
        history.add(new VersionOperation(Kind.PUT, 1, 0, List.of(), DONE, 0, 10));
        history.add(new VersionOperation(Kind.PUT, 2, 0, List.of(), DONE, 0, 10));
        now = 11;
        list(version(1), version(2));
        fits();
        list(version(2), version(1));
        violates();
    }
}
