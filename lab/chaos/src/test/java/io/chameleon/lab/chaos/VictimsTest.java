package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.testing.Seed;
import io.chameleon.lab.chaos.process.ClusterFixture;
import io.chameleon.lab.chaos.process.Member;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.process.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be down at a time. A run that breaks these rules loses data and proves nothing. */
class VictimsTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final int DRAWS = 5_000;

    @TempDir
    private Path directory;

    private final SplittableRandom random = new SplittableRandom(SEED.value());

    @SuppressWarnings("NullAway.Init")
    private ProcessCluster cluster;

    @SuppressWarnings("NullAway.Init")
    private Victims victims;

    private volatile String leader = "";

    @BeforeEach
    void make() {
        use(2);
    }

    private void use(int gateways) {
        cluster = ClusterFixture.cold(ClusterFixture.spec(directory, gateways));
        victims = new Victims(cluster, () -> leader, random);
    }

    @AfterEach
    void close() throws InterruptedException {
        cluster.close();
    }

    private static boolean isBlackout(List<Member> chosen) {
        return chosen.size() > 2;
    }

    /** Draws again and again. Who is down is not drawn; each comes back after some draws. */
    private interface Check {
        void of(List<Member> chosen, Set<Member> down);
    }

    private void draw(Check check) {
        Set<Member> down = new HashSet<>();
        for (int i = 0; i < DRAWS; i++) {
            List<Member> chosen = random.nextInt(5) == 0 ? victims.forPause() : victims.forKill();
            assertThat(chosen).doesNotHaveDuplicates().noneMatch(down::contains);
            down.addAll(chosen);
            check.of(chosen, down);
            for (Member member : List.copyOf(down)) {
                if (isBlackout(chosen) || random.nextInt(8) == 0) {
                    victims.release(member);
                    down.remove(member);
                }
            }
        }
    }

    private static long count(Set<Member> members, Role role) {
        return members.stream().filter(member -> member.role() == role).count();
    }

    @Test
    void flashServers_areDownTwoAtATime_unlessEverythingIs() {
        draw((chosen, down) -> {
            if (!isBlackout(chosen)) {
                assertThat(count(down, Role.FLASH)).isLessThanOrEqualTo(2);
            }
        });
    }

    @Test
    void blackout_takesAllThatIsUp_nowAndThen() {
        List<Integer> sizes = new ArrayList<>();
        draw((chosen, down) -> {
            if (isBlackout(chosen)) {
                sizes.add(chosen.size());
                assertThat(down).containsExactlyInAnyOrderElementsOf(cluster.members());
            }
        });
        assertThat(sizes).hasSizeBetween(5, DRAWS / 50);
    }

    /** A disaster takes as many flash servers as the cluster survives. */
    @Test
    void whileFlashServersAreSpared_noneIsChosen_norEverything() {
        victims.sparesFlash(true);
        draw((chosen, down) -> {
            assertThat(chosen).extracting(Member::role).doesNotContain(Role.FLASH);
            assertThat(chosen).hasSizeLessThanOrEqualTo(2);
        });
        victims.sparesFlash(false);
        Map<Role, Integer> after = new EnumMap<>(Role.class);
        draw((chosen, down) -> chosen.forEach(member -> after.merge(member.role(), 1, Integer::sum)));
        assertThat(after).containsKey(Role.FLASH);
    }

    @Test
    void everyRole_isAVictim_flashServersMost() {
        Map<Role, Integer> kills = new EnumMap<>(Role.class);
        draw((chosen, down) -> {
            if (!isBlackout(chosen)) {
                chosen.forEach(member -> kills.merge(member.role(), 1, Integer::sum));
            }
        });
        assertThat(kills).containsOnlyKeys(Role.values());
        assertThat(kills).allSatisfy((role, count) -> assertThat(count).isGreaterThan(DRAWS / 200));
        assertThat(kills.get(Role.FLASH))
                .isEqualTo(kills.values().stream().mapToInt(n -> n).max().orElseThrow());
    }

    @Test
    void withoutGateways_theOthersAreVictims() throws InterruptedException {
        cluster.close();
        use(0);
        Map<Role, Integer> kills = new EnumMap<>(Role.class);
        draw((chosen, down) -> chosen.forEach(member -> kills.merge(member.role(), 1, Integer::sum)));
        assertThat(kills).doesNotContainKey(Role.GATEWAY).hasSize(Role.values().length - 1);
    }

    /** Mostly the cluster has to serve on with the other one. */
    @Test
    void bothMetadataProcesses_areDownSeldom_butAtTimes() {
        int[] draws = new int[3];
        draw((chosen, down) -> {
            if (!isBlackout(chosen)) {
                draws[(int) count(down, Role.METADATA)]++;
            }
        });
        assertThat(draws[1]).isGreaterThan(draws[2]);
        assertThat(draws[2]).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"balancer-0", "balancer-1"})
    void balancerThatLeads_isChosenMostly(String leads) {
        leader = cluster.endpoint(cluster.member(leads)).toString();
        int[] kills = new int[2];
        for (int i = 0; i < DRAWS; i++) {
            List<Member> chosen = victims.forKill();
            if (chosen.size() == 1 && chosen.getFirst().role() == Role.BALANCER) {
                kills[chosen.getFirst().name().equals(leads) ? 1 : 0]++;
            }
            chosen.forEach(victims::release);
        }
        assertThat(kills[1]).isGreaterThan(3 * kills[0]);
        assertThat(kills[0]).as("the other one now and then").isPositive();
    }

    @Test
    void leader_isWhoHoldsTheFence() {
        Member member = cluster.member("balancer-1");
        assertThat(victims.leads(member)).isFalse();
        leader = cluster.endpoint(member).toString();
        assertThat(victims.leads(member)).isTrue();
        assertThat(victims.leads(cluster.member("balancer-0"))).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void memberThatIsTaken_isAnotherThreadsUntilItIsReleased(Role role) {
        Member member = cluster.members(role).getFirst();
        assertThat(victims.take(member)).isTrue();
        assertThat(victims.take(member)).isFalse();
        victims.release(member);
        assertThat(victims.take(member)).isTrue();
    }

    @Test
    void ifAllAreTaken_nobodyIsChosen() {
        cluster.members().forEach(member -> assertThat(victims.take(member)).isTrue());
        for (int i = 0; i < 500; i++) {
            assertThat(victims.forKill()).isEmpty();
            assertThat(victims.forPause()).isEmpty();
        }
    }
}
