package io.chameleon.lab.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.testing.Seed;
import io.chameleon.lab.chaos.history.VersionedCall.Line;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Versions are called v1, v2 and so on, after the number of the write; markers m3. */
class WitnessedVersionsTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final int HISTORIES = 500;

    private final List<VersionedCall> calls = new ArrayList<>();
    private long now;

    private void add(Kind kind, long number, long replaces, String version, Outcome outcome, Line... listed) {
        calls.add(new VersionedCall(kind, number, replaces, version, List.of(listed), outcome, now, now + 1));
        now += 2;
    }

    private void put(long number) {
        add(Kind.PUT, number, 0, "v" + number, Outcome.DONE);
    }

    private void putUnanswered(long number) {
        add(Kind.PUT, number, 0, "", Outcome.UNKNOWN);
    }

    private void mark(long number) {
        add(Kind.MARK, number, 0, "m" + number, Outcome.DONE);
    }

    private void markUnanswered(long number) {
        add(Kind.MARK, number, 0, "", Outcome.UNKNOWN);
    }

    private void erase(String version, Outcome outcome) {
        add(Kind.ERASE, 0, 0, version, outcome);
    }

    private void read(long number) {
        add(Kind.READ, number, 0, number == 0 ? "" : "v" + number, Outcome.DONE);
    }

    private void list(String... versions) {
        add(
                Kind.LIST,
                0,
                0,
                "",
                Outcome.DONE,
                Stream.of(versions).map(WitnessedVersionsTest::line).toArray(Line[]::new));
    }

    private static Line line(String version) {
        return new Line(version, version.startsWith("v") ? Long.parseLong(version.substring(1)) : 0);
    }

    private void fits() {
        assertThat(new WitnessedVersions(calls).violation()).isEmpty();
    }

    private void violates(String why) {
        assertThat(new WitnessedVersions(calls).violation())
                .hasValueSatisfying(found -> assertThat(found).contains(why));
    }

    @Test
    void deletesOfFewVersions_repeatedThroughALongOutage_areDecided() {
        for (long number = 1; number <= 6; number++) {
            put(number);
        }
        for (int i = 0; i < 60; i++) {
            erase("v" + (1 + i % 6), Outcome.UNKNOWN);
        }
        list("v4", "v2");
        fits();
    }

    /** A delete that nobody was told of has not happened while the version is still shown. */
    @Test
    void deletesOfManyVersions_triedInALongOutage_areDecided_onceTheyAreDeletedOneByOne() {
        List<String> there = new ArrayList<>();
        for (long number = 1; number <= 30; number++) {
            put(number);
            there.addFirst("v" + number);
        }
        List.copyOf(there).forEach(version -> erase(version, Outcome.UNKNOWN));
        put(31);
        there.addFirst("v31");
        while (there.size() > 1) {
            list(there.toArray(String[]::new));
            erase(there.removeLast(), Outcome.DONE);
        }
        list("v31");
        fits();
        list("v31", "v7");
        violates("LIST");
    }

    @Test
    void markerNobodyWasToldOf_isNotOlderThanAListingWithoutIt() {
        put(1);
        markUnanswered(2);
        list("v1");
        put(3);
        list("v3", "m9", "v1");
        fits();
        read(3);
        list("v3", "v1", "m9");
        violates("LIST");
    }

    @Test
    void acknowledgedVersions_areListedFromTheNewestOn() {
        put(1);
        mark(2);
        read(0);
        put(3);
        read(3);
        list("v3", "m2", "v1");
        fits();
        list("v3", "v1");
        violates("LIST");
    }

    @Test
    void writeWithoutAnAnswer_comesAsLateAsItLikes_butStays() {
        put(1);
        putUnanswered(2);
        list("v1");
        put(3);
        read(3);
        list("v2", "v3", "v1");
        read(2);
        fits();
        list("v3", "v1");
        violates("fits nowhere");
    }

    @Test
    void writeWithoutAnAnswer_thatIsNeverSeen_didNotHappen() {
        putUnanswered(1);
        read(0);
        add(Kind.CREATE, 2, 0, "v2", Outcome.DONE);
        list("v2");
        fits();
        list("v2", "v1");
        violates("fits nowhere");
    }

    @Test
    void replacementThatWasSeen_sawWhatItReplaced() {
        putUnanswered(1);
        add(Kind.REPLACE, 2, 1, "", Outcome.UNKNOWN);
        list("v2", "v1");
        fits();
        calls.removeLast();
        list("v1", "v2");
        violates("fits nowhere");
    }

    @Test
    void versionSeenBeforeItWasWritten_isImpossible() {
        read(1);
        putUnanswered(1);
        violates("seen before it was written");
    }

    @Test
    void eraseWithoutAnAnswer_happensOrNot_butVersionsDoNotComeBack() {
        put(1);
        put(2);
        erase("v2", Outcome.UNKNOWN);
        read(2);
        list("v1");
        read(1);
        fits();
        list("v2", "v1");
        violates("fits nowhere");
    }

    @Test
    void eraseThatWasAnswered_isFinal_howeverOften() {
        put(1);
        put(2);
        erase("v2", Outcome.DONE);
        erase("v2", Outcome.DONE);
        list("v1");
        fits();
        read(2);
        violates("READ");
    }

    @Test
    void versionThatNobodyErased_doesNotGo() {
        put(1);
        put(2);
        erase("v1", Outcome.UNKNOWN);
        list("v2");
        fits();
        list();
        violates("fits nowhere");
    }

    @Test
    void markersWithoutAnAnswer_areAsManyAsTheirCalls() {
        put(1);
        markUnanswered(2);
        list("v1");
        list("other", "v1");
        erase("other", Outcome.DONE);
        read(1);
        list("v1");
        fits();
        list("another", "v1");
        violates("2 delete markers that nobody was told of, made by 1 calls");
    }

    /** A check that refuses what a sound store does would cry wolf; one that refuses nothing would be of no use. */
    @Test
    void simulatedKey_isNeverRefused_butMostlyIfAnAcknowledgedVersionIsLost() {
        Random random = new Random(SEED.value());
        int lost = 0;
        int found = 0;
        for (int i = 0; i < HISTORIES; i++) {
            List<VersionedCall> sound = new SimulatedKey(random).calls(1 + random.nextInt(20));
            assertThat(new WitnessedVersions(sound).violation())
                    .as("history %d", i)
                    .isEmpty();
            VersionedCall last = sound.getLast();
            if (!last.listed().isEmpty()) {
                lost++;
                List<VersionedCall> broken = new ArrayList<>(sound.subList(0, sound.size() - 1));
                broken.add(new VersionedCall(
                        Kind.LIST,
                        0,
                        0,
                        "",
                        last.listed().subList(1, last.listed().size()),
                        Outcome.DONE,
                        last.start(),
                        last.end()));
                found += new WitnessedVersions(broken).violation().isPresent() ? 1 : 0;
            }
        }
        assertThat(found).as("losses found of %d", lost).isGreaterThan(lost / 3);
    }

    @Test
    void versionIdOfTwoWrites_isImpossible() {
        put(1);
        add(Kind.READ, 7, 0, "v1", Outcome.DONE);
        violates("version v1 is that of operation");
    }
}
