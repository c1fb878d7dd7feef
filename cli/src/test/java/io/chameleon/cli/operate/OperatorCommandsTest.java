package io.chameleon.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.FakeCluster;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairStatus.Backlog;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.protocol.GarbageWire;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.wire.BalanceRequest;
import io.chameleon.transport.wire.BalanceResponse;
import io.chameleon.transport.wire.ConfirmHaltRequest;
import io.chameleon.transport.wire.ConfirmHaltResponse;
import io.chameleon.transport.wire.DrainRequest;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.EvacuateRequest;
import io.chameleon.transport.wire.HaltsResponse;
import io.chameleon.transport.wire.RepairStatusResponse;
import io.chameleon.transport.wire.ScrubStatusResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators read of balancing, drains, repair, scrubbing and reconciliation, of a cluster that says it. */
class OperatorCommandsTest {
    private static final long NOW = Instant.parse("2030-01-01T00:00:00Z").toEpochMilli();

    private final List<String> told = new CopyOnWriteArrayList<>();
    private FakeCluster cluster;

    @BeforeEach
    void start() {
        cluster = new FakeCluster(7);
        cluster.answer(MessageType.EVACUATE, request -> {
            EvacuateRequest header = request.header(EvacuateRequest.class);
            told.add((header.getCancel() ? "cancel " : "drain ") + header.getServer());
            return Empty.getDefaultInstance();
        });
        cluster.answer(3, MessageType.DRAIN, request -> {
            told.add("flash-3 " + request.header(DrainRequest.class).getDrain());
            return Empty.getDefaultInstance();
        });
        statuses(status());
        halts();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static RepairStatus status(Evacuation... evacuations) {
        return new RepairStatus(NOW, List.of(), 0, 0, "", RepairStatus.Run.NONE, List.of(evacuations));
    }

    /** One after the other; the last stays. */
    private void statuses(RepairStatus... states) {
        List<RepairStatus> left = new ArrayList<>(Arrays.asList(states));
        cluster.answer(MessageType.REPAIR_STATUS, request -> {
            synchronized (left) {
                return RepairWire.pack(left.size() == 1 ? left.getFirst() : left.removeFirst());
            }
        });
    }

    private void halts(ReconciliationHalt... halts) {
        cluster.answer(
                MessageType.HALTS,
                request -> HaltsResponse.newBuilder()
                        .addAllHalts(Stream.of(halts).map(GarbageWire::pack).toList())
                        .build());
    }

    private static Evacuation drain(String server, long objects, long moved, long finishedMillis) {
        return new Evacuation(
                new ServerId(server),
                Evacuation.Kind.DRAIN,
                NOW - 60_000,
                1,
                null,
                0,
                objects,
                objects << 20,
                moved,
                moved << 20,
                finishedMillis);
    }

    @Test
    void drain_tellsTheServiceAndTheServer() {
        assertThat(cluster.succeeding("drain", "flash-3").lines())
                .containsExactly(
                        "server flash-3 takes no new fragments; 'chameleon repair status' shows how far it is emptied");
        assertThat(told).containsExactly("drain flash-3", "flash-3 true");
        assertThat(cluster.succeeding("drain", "flash-3", "--cancel").lines())
                .containsExactly("server flash-3 takes fragments again");
        assertThat(told.subList(2, 4)).containsExactly("cancel flash-3", "flash-3 false");
    }

    /** The service has recorded it: the server hears of it when it comes back. */
    @Test
    void drain_ofAServerThatIsDown_orMute_isRecorded() {
        cluster.server(4).status(ServerInfo.Status.DOWN);
        cluster.succeeding("drain", "flash-4");
        cluster.server(5).fail(MessageType.DRAIN, ErrorCode.UNAVAILABLE);
        cluster.succeeding("drain", "flash-5");
        assertThat(told).containsExactly("drain flash-4", "drain flash-5");
        CommandLineRun undone = cluster.run("drain", "flash-5", "--undo");
        assertThat(undone.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(undone.stderr()).startsWith("chameleon drain: told to fail [UNAVAILABLE]");
    }

    @Test
    void drain_asJson_saysHowFarItIs() {
        statuses(status(drain("flash-2", 9, 9, NOW), drain("flash-3", 40, 10, 0)));
        JsonNode json = cluster.succeeding("drain", "flash-3", "-o", "json").json();
        assertThat(json.path("draining").asBoolean()).isTrue();
        assertThat(json.path("progress").path("objects").asInt()).isEqualTo(40);
        assertThat(json.path("progress").path("moved").asInt()).isEqualTo(10);
        assertThat(json.path("progress").path("finished").asBoolean()).isFalse();
        assertThat(cluster.succeeding("drain", "flash-1", "--cancel", "-o", "json")
                        .lines())
                .containsExactly("{\"server\":\"flash-1\",\"draining\":false}");
    }

    @Test
    void drain_thatIsAwaited_endsWhenTheServerIsEmpty() {
        statuses(status(drain("flash-3", 40, 10, 0)), status(drain("flash-3", 40, 40, NOW)));
        assertThat(cluster.succeeding("drain", "flash-3", "--wait").lines())
                .containsExactly(
                        "no object is degraded; 30.0 MiB to drain", "server flash-3 is empty and may be taken away");
    }

    /** It may wait for ever, so not only the answer says it. */
    @Test
    void drain_thatIsAwaited_andLeavesTooFewServers_saysSoFirst() {
        cluster.succeeding("bucket", "create", "wide", "--rep", "REP(7)");
        statuses(status(drain("flash-3", 40, 10, 0)), status(drain("flash-3", 40, 40, NOW)));
        assertThat(cluster.succeeding("drain", "flash-3", "--wait").lines())
                .first()
                .isEqualTo("note: 6 other servers take fragments, REP(7) needs 7: what is coded so has nowhere to go");
    }

    @Test
    void drain_thatLeavesTooFewServers_saysWhatHasNowhereToGo() {
        cluster.succeeding("bucket", "create", "wide", "--rep", "REP(7)");
        assertThat(cluster.succeeding("drain", "flash-3").lines())
                .last()
                .isEqualTo("note: 6 other servers take fragments, REP(7) needs 7: what is coded so has nowhere to go");
        cluster.server(1).status(ServerInfo.Status.DRAINING);
        cluster.succeeding("bucket", "wide", "--rep", "cluster");
        assertThat(cluster.succeeding("drain", "flash-3").lines())
                .last()
                .isEqualTo("note: 5 other servers take fragments, EC(4+2) needs 6: what is coded so has nowhere to go");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "flash 3", "flash/3", "-x", "flash-ä"})
    void server_thatCanHaveNoSuchName_isAUsageError(String server) {
        for (String command : List.of("drain", "forget")) {
            CommandLineRun run = cluster.run(command, "--timeout", "1s", "--", server);
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.stderr())
                    .startsWith("chameleon " + command + ": server id: '" + server + "' given, expected 1 to 128");
        }
        assertThat(told).isEmpty();
    }

    @Test
    void forget_saysWhyNot_orThatTheServerIsGone() {
        cluster.answer(MessageType.FORGET_SERVER, request -> {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, "cannot forget server flash-3: not emptied yet");
        });
        CommandLineRun refused = cluster.run("forget", "flash-3");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(refused.stderr().lines())
                .containsExactly("chameleon forget: cannot forget server flash-3: not emptied yet");
        cluster.answer(MessageType.FORGET_SERVER, request -> {
            throw new ChameleonError(ErrorCode.PERMISSION_DENIED, "user ann may not");
        });
        CommandLineRun denied = cluster.run("forget", "flash-3", "--wait");
        assertThat(denied.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(denied.stderr()).startsWith("chameleon forget: user ann may not [PERMISSION_DENIED]");
        cluster.answer(MessageType.FORGET_SERVER, request -> Empty.getDefaultInstance());
        assertThat(cluster.succeeding("forget", "flash-3").lines())
                .containsExactly("server flash-3 is no part of the cluster any more");
        assertThat(cluster.succeeding("forget", "flash-3", "-o", "json")
                        .json()
                        .path("forgotten")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void forget_thatIsAwaited_saysOnceWhatItWaitsFor() {
        List<String> reasons = new ArrayList<>(List.of("it is registered", "2 objects are degraded"));
        cluster.answer(MessageType.FORGET_SERVER, request -> {
            if (!reasons.isEmpty()) {
                throw new ChameleonError(ErrorCode.INVALID_REQUEST, reasons.removeFirst());
            }
            return Empty.getDefaultInstance();
        });
        assertThat(cluster.succeeding("forget", "flash-3", "--wait").lines())
                .containsExactly(
                        "waiting: it is registered",
                        "waiting: 2 objects are degraded",
                        "server flash-3 is no part of the cluster any more");
    }

    @Test
    void repairStatus_isATableOfWhatWaits_andOneOfServers_andALine() {
        statuses(new RepairStatus(
                NOW,
                List.of(new Backlog(-1, 1, 1 << 20), new Backlog(0, 2, 2 << 20), new Backlog(1, 30, 5L << 30)),
                4,
                NOW - 90_000,
                "no place for flash-9",
                new RepairStatus.Run(NOW - 10_000, NOW, 10, 1L << 30),
                List.of(drain("flash-3", 40, 10, 0))));
        assertThat(cluster.succeeding("repair", "status").lines())
                .containsExactly(
                        "CAN STILL LOSE  OBJECTS  TO WRITE",
                        "unreadable            1   1.0 MiB",
                        "0 fragments           2   2.0 MiB",
                        "1 fragments          30   5.0 GiB",
                        "SERVER   WHY    OBJECTS  LEFT IT  STATE",
                        "flash-3  drain       40       10  moving",
                        "33 degraded objects, 5.0 GiB to write; 4 wait: no place for flash-9; 30.0 MiB to drain;"
                                + " 10 done, 1.0 GiB; about 50s left",
                        "note: objects with too few fragments to be read: 1; what they have on a server that is drained stays"
                                + " there until other servers come back");
        JsonNode json = cluster.succeeding("repair", "status", "-o", "json").json();
        assertThat(json.properties().stream().map(field -> field.getKey()))
                .containsExactly(
                        "objects",
                        "bytes",
                        "postponed",
                        "problem",
                        "oldest_seconds",
                        "eta_seconds",
                        "queue",
                        "run",
                        "servers",
                        "reconciliation_halts",
                        "notes");
        assertThat(json.path("oldest_seconds").asInt()).isEqualTo(90);
        assertThat(json.path("eta_seconds").asInt()).isEqualTo(50);
        assertThat(json.path("queue").get(0).path("margin").asInt()).isEqualTo(-1);
    }

    @Test
    void repairStatus_saysWhatIsInTheWayOfADrain_alsoToWhoeverWatches_andToScripts() {
        cluster.server(1).status(ServerInfo.Status.READ_ONLY);
        cluster.server(2).status(ServerInfo.Status.DOWN);
        RepairStatus stuck = new RepairStatus(
                NOW,
                List.of(new Backlog(1, 1, 0)),
                1,
                NOW,
                "nowhere to go",
                RepairStatus.Run.NONE,
                List.of(drain("flash-3", 40, 10, 0)));
        String tooFew = "note: 4 other servers take fragments (flash-1 is READ_ONLY, flash-2 is DOWN), EC(4+2) needs 6:"
                + " what is coded so has nowhere to go";
        String degraded = "note: a degraded object leaves a server that is drained only once it is repaired";
        statuses(stuck);
        assertThat(cluster.succeeding("repair", "status").lines()).endsWith(tooFew, degraded);
        JsonNode json = cluster.succeeding("repair", "status", "-o", "json").json();
        assertThat(json.path("notes").get(0).asText()).isEqualTo(tooFew);

        statuses(stuck, status(drain("flash-3", 40, 40, NOW)));
        assertThat(cluster.succeeding("repair", "status", "--watch").lines()).startsWith(tooFew, degraded);

        statuses(status(drain("flash-3", 40, 40, NOW)));
        assertThat(cluster.succeeding("repair", "status").out()).doesNotContain("note:");
    }

    @Test
    void repairStatus_ofADrainThatStandsStill_saysHowFullTheOthersAre() {
        IntStream.range(0, 6).forEach(number -> cluster.server(number).fill(0.97 - number / 1_000.0));
        cluster.server(5).status(ServerInfo.Status.READ_ONLY);
        cluster.server(2).fail(MessageType.WEAR_REPORT, ErrorCode.UNAVAILABLE);
        cluster.server(6).fill(0.1);
        Evacuation drain = drain("flash-6", 40, 10, 0);
        RepairStatus.Run then = new RepairStatus.Run(NOW - 120_000, NOW - 50_000, 10, 1 << 20);
        RepairStatus.Run now = new RepairStatus.Run(NOW - 120_000, NOW, 10, 1 << 20);
        String full = "note: of 5 other servers that take fragments, flash-4 is the emptiest: 96.6 % full. A drain"
                + " leaves balancer.headroom free on each (5 % by default)";
        statuses(new RepairStatus(NOW, List.of(), 0, 0, "", then, List.of(drain)));
        assertThat(cluster.succeeding("repair", "status").lines()).last().isEqualTo(full);
        JsonNode json = cluster.succeeding("repair", "status", "-o", "json").json();
        assertThat(json.path("notes").get(1).asText()).isEqualTo(full);

        statuses(new RepairStatus(NOW, List.of(), 0, 0, "", now, List.of(drain)));
        assertThat(cluster.succeeding("repair", "status").out()).doesNotContain("emptiest");
    }

    @Test
    void repairStatus_ofADrain_countsWhatCannotBeRead() {
        statuses(new RepairStatus(
                NOW,
                List.of(new Backlog(-1, 2, 1 << 20), new Backlog(1, 30, 5L << 30)),
                4,
                NOW,
                "",
                RepairStatus.Run.NONE,
                List.of(drain("flash-3", 40, 10, 0))));
        assertThat(cluster.succeeding("repair", "status").lines())
                .last()
                .isEqualTo(
                        "note: objects with too few fragments to be read: 2; what they have on a server that is drained"
                                + " stays there until other servers come back");
    }

    @Test
    void repair_thatIsWatched_saysWhatChanges_untilNothingIsLeft() {
        RepairStatus one =
                new RepairStatus(NOW, List.of(new Backlog(1, 1, 0)), 0, NOW, "", RepairStatus.Run.NONE, List.of());
        statuses(one, one, status());
        assertThat(cluster.succeeding("repair", "status", "--watch").lines())
                .containsExactly("1 degraded object, 0 B to write", "no object is degraded");
        statuses(one, status());
        assertThat(cluster.succeeding("repair", "status", "--watch", "-o", "json")
                        .lines())
                .as("one line, for a program")
                .hasSize(1);
    }

    @Test
    void halts_areATable_andWhatAnOperatorConfirmedIsInIt() {
        halts(
                new ReconciliationHalt(new ServerId("flash-1"), NOW, 1_200, 4_000, 0),
                new ReconciliationHalt(new ServerId("flash-2"), NOW, 7, 10, 7));
        assertThat(cluster.succeeding("reconcile").lines())
                .containsExactly(
                        "SERVER   HALTED SINCE          FRAGMENTS  NOBODY REFERS TO  CONFIRMED",
                        "flash-1  2030-01-01T00:00:00Z       4000              1200  no",
                        "flash-2  2030-01-01T00:00:00Z         10                 7  7");
        assertThat(cluster.succeeding("reconcile", "-o", "json")
                        .json()
                        .path("halts")
                        .get(1))
                .hasToString("{\"server\":\"flash-2\",\"since_millis\":" + NOW
                        + ",\"found\":7,\"held\":10,\"confirmed\":7}");
        assertThat(cluster.succeeding("repair", "status").lines())
                .containsExactly(
                        "no object is degraded",
                        "reconciliation has halted on flash-1: nothing refers to 1200 of its 4000 fragments;"
                                + " see 'chameleon reconcile'",
                        "reconciliation has halted on flash-2: nothing refers to 7 of its 10 fragments;"
                                + " confirmed, the next pass goes on");
    }

    @Test
    void confirmation_isOfTheServerThatIsNamed_orOfAll() {
        cluster.answer(MessageType.CONFIRM_HALT, request -> {
            String server = request.header(ConfirmHaltRequest.class).getServer();
            told.add("confirm " + server);
            return ConfirmHaltResponse.newBuilder()
                    .setFound(!server.equals("flash-6"))
                    .build();
        });
        halts(
                new ReconciliationHalt(new ServerId("flash-1"), NOW, 1, 4, 0),
                new ReconciliationHalt(new ServerId("flash-2"), NOW, 1, 4, 0));
        cluster.succeeding("reconcile", "--confirm", "flash-2");
        assertThat(told).containsExactly("confirm flash-2");
        cluster.succeeding("reconcile", "--confirm-all");
        assertThat(told).containsExactly("confirm flash-2", "confirm flash-1", "confirm flash-2");
        CommandLineRun none = cluster.run("reconcile", "--confirm", "flash-6");
        assertThat(none.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(none.stderr().lines())
                .containsExactly("chameleon reconcile: reconciliation has not halted on server flash-6:"
                        + " there is nothing to confirm");
        CommandLineRun both = cluster.run("reconcile", "--confirm", "flash-2", "--confirm-all");
        assertThat(both.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(both.stderr()).contains("mutually exclusive");
    }

    private static ScrubStatusResponse scrubbed(long rate, long began, long last, long damaged) {
        return ScrubStatusResponse.newBuilder()
                .setBytesPerSecond(rate)
                .setPassBeganMillis(began)
                .setLastPassMillis(last)
                .setFragments(began == 0 ? 0 : 250)
                .setFragmentsTotal(1_000)
                .setDamaged(damaged)
                .build();
    }

    @Test
    void scrubbing_isShownServerByServer_whetherItIsOffOrHasJustBegunOrTheServerIsMute() {
        IntStream.range(4, 7).forEach(number -> cluster.server(number).status(ServerInfo.Status.DOWN));
        cluster.answer(0, MessageType.SCRUB_STATUS, request -> scrubbed(8 << 20, NOW, NOW - 1_000, 3));
        cluster.answer(1, MessageType.SCRUB_STATUS, request -> scrubbed(8 << 20, NOW, 0, 0));
        cluster.answer(2, MessageType.SCRUB_STATUS, request -> scrubbed(0, 0, 0, 0));
        assertThat(cluster.succeeding("scrub", "status").lines())
                .containsExactly(
                        "SERVER   RATE       THIS PASS              LAST PASS ENDED       DAMAGED",
                        "flash-0  8.0 MiB/s  250 of 1000 fragments  2029-12-31T23:59:59Z        3",
                        "flash-1  8.0 MiB/s  250 of 1000 fragments                              0",
                        "flash-2  off                                                           0",
                        "flash-3             does not answer",
                        "flash-4             does not answer",
                        "flash-5             does not answer",
                        "flash-6             does not answer");
        JsonNode json = cluster.succeeding("scrub", "status", "-o", "json").json();
        assertThat(json.get(0).path("fragments_total").asInt()).isEqualTo(1_000);
        assertThat(json.get(0).path("answers").asBoolean()).isTrue();
        assertThat(json.get(4)).hasToString("{\"server\":\"flash-4\",\"answers\":false}");
    }

    private void clock(int server, Duration ahead) {
        cluster.answer(
                server,
                MessageType.SCRUB_STATUS,
                request -> ScrubStatusResponse.newBuilder()
                        .setNowMillis(System.currentTimeMillis() + ahead.toMillis())
                        .build());
    }

    @Test
    void wear_namesTheProcessesWhoseClockIsWrong_byTheDatabases() {
        cluster.answer(
                MessageType.REPAIR_STATUS,
                request -> RepairStatusResponse.newBuilder()
                        .setNowMillis(System.currentTimeMillis())
                        .build());
        clock(0, Duration.ZERO);
        assertThat(cluster.succeeding("wear").out()).doesNotContain("clock");

        clock(1, Duration.ofDays(2));
        clock(2, Duration.ofDays(-3).minusHours(12));
        assertThat(cluster.succeeding("wear").lines())
                .last()
                .asString()
                .matches("note: clocks disagree with the database's: flash-1 is (2d|1d23h).* ahead, flash-2 is 3d1.*"
                        + " behind; a server whose clock is wrong takes no fragments of users");
        JsonNode json = cluster.succeeding("wear", "-o", "json").json();
        assertThat(json.path("servers").get(1).path("clock_ahead_seconds").asDouble())
                .isBetween(1.9 * 86_400, 2.1 * 86_400);
        assertThat(json.path("servers").get(2).path("clock_ahead_seconds").asDouble())
                .isNegative();
        assertThat(json.path("servers").get(3).has("clock_ahead_seconds")).isFalse();
        assertThat(json.path("metadata_problems")).isEmpty();

        cluster.answer(MessageType.REPAIR_STATUS, request -> {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE, "the clock of this metadata process is 6m40s ahead of the database's");
        });
        String refused = cluster.address() + ": the clock of this metadata process is 6m40s ahead of the database's";
        assertThat(cluster.succeeding("wear").lines()).last().isEqualTo("note: metadata " + refused);
        assertThat(cluster.succeeding("wear", "-o", "json")
                        .json()
                        .path("metadata_problems")
                        .get(0)
                        .asText())
                .isEqualTo(refused);
    }

    private void leader(String holder) {
        cluster.answer(MessageType.BALANCER_EPOCH, request -> RemapWire.pack(new BalancerEpoch(3, 12, holder, NOW)));
    }

    private static Remap swap(int number) {
        return new Remap(
                new ObjectId("photos", "cat-" + number),
                1,
                RedundancyEvent.SWAP,
                new Placement(
                        RedundancyScheme.REP_3,
                        List.of(new ServerId("flash-1"), new ServerId("flash-2"), new ServerId("flash-3"))),
                12,
                "hot");
    }

    private void plan(int remaps) {
        leader(cluster.address());
        cluster.answer(MessageType.BALANCE, request -> {
            boolean dryRun = request.header(BalanceRequest.class).getDryRun();
            told.add("dry run " + dryRun);
            BalanceResponse.Builder plan = BalanceResponse.newBuilder()
                    .setEpoch(12)
                    .setPolicy("predictive")
                    .addAllRemaps(IntStream.range(0, remaps)
                            .mapToObj(number -> RemapWire.pack(swap(number)))
                            .toList())
                    .setMigrations(2)
                    .setSigmaBefore(12.345)
                    .setSigmaAfter(1.5)
                    .setMeanBefore(100.04)
                    .setMeanAfter(101)
                    .addNotes("flash-6 did not report");
            return dryRun
                    ? plan.build()
                    : plan.putOutcomes(RemapWire.code(Remap.Outcome.APPLIED), 2)
                            .putOutcomes(RemapWire.code(Remap.Outcome.GONE), 1)
                            .setMigrated(1)
                            .build();
        });
    }

    @Test
    void plan_isShownWithItsReasons_andNothingIsChangedByADryRun() {
        plan(1);
        assertThat(cluster.succeeding("balance", "--dry-run").lines())
                .containsExactly(
                        "OBJECT        EVENT  DESTINATION              REASON",
                        "photos/cat-0  SWAP   flash-1 flash-2 flash-3  hot",
                        "note: flash-6 did not report",
                        "epoch 12, policy predictive: 1 remaps and 2 bulk migrations planned",
                        "forecast: σ 12.35 -> 1.50 erases, mean 100.0 -> 101.0",
                        "nothing was changed; --now does it");
        assertThat(cluster.succeeding("balance", "--now").lines())
                .last()
                .isEqualTo("done: {APPLIED=2, GONE=1}, 1 objects copied in bulk");
        assertThat(told).containsExactly("dry run true", "dry run false");
    }

    @Test
    void longPlan_isCut_andJsonHasAll() {
        plan(43);
        List<String> lines = cluster.succeeding("balance", "--dry-run").lines();
        assertThat(lines).hasSize(1 + 40 + 1 + 4);
        assertThat(lines.get(41)).isEqualTo("... and 3 more; --output json has all");
        JsonNode json = cluster.succeeding("balance", "--now", "-o", "json").json();
        assertThat(json.path("remaps")).hasSize(43);
        assertThat(json.path("remaps").get(42))
                .hasToString("{\"object\":\"photos/cat-42\",\"event\":\"SWAP\","
                        + "\"destination\":[\"flash-1\",\"flash-2\",\"flash-3\"],\"reason\":\"hot\"}");
        assertThat(json.path("outcomes")).hasToString("{\"APPLIED\":2,\"GONE\":1}");
        assertThat(json.path("dry_run").asBoolean()).isFalse();
    }

    @Test
    void newDevices_haveNoForecastOfTheirMean() {
        leader(cluster.address());
        cluster.answer(
                MessageType.BALANCE,
                request -> BalanceResponse.newBuilder()
                        .setPolicy("none")
                        .setMeanBefore(-1)
                        .build());
        assertThat(cluster.succeeding("balance", "--dry-run").lines())
                .contains("forecast: σ 0.00 -> 0.00 erases; the devices are so new that they will not have erased a"
                        + " block by then");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''          | no balancer has led this cluster yet; start one with 'chameleon balancer'",
                "nowhere     | the last leader calls itself 'nowhere', which is no address to ask",
                "127.0.0.1:1 | the balancer that led last, 127.0.0.1:1, does not lead: no connection to 127.0.0.1:1"
            })
    void balancer_thatCannotBeAsked_isNamed_withWhatToDo(String holder, String message) {
        leader(holder);
        CommandLineRun run = cluster.run("balance", "--now");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr()).startsWith("chameleon balance: " + message);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void balancer_thatRefuses_isQuoted() {
        leader(cluster.address());
        cluster.answer(MessageType.BALANCE, request -> {
            throw new ChameleonError(ErrorCode.FENCED, "another balancer leads since epoch 11");
        });
        CommandLineRun run = cluster.run("balance", "--now");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr().lines())
                .containsExactly("chameleon balance: another balancer leads since epoch 11 [FENCED]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"repair", "scrub"})
    void groupOfCommands_aloneSaysWhichThereAre(String group) {
        CommandLineRun run = cluster.run(group);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr().lines())
                .containsExactly("chameleon " + group + ": no command given; there is: status; see 'chameleon " + group
                        + " --help'");
    }
}
