package io.chameleon.cli.object;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.FakeCluster;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMove.Phase;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import io.chameleon.transport.protocol.BucketMoveWire;
import io.chameleon.transport.protocol.BucketWire;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.QuotaWire;
import io.chameleon.transport.wire.BucketMovesRequest;
import io.chameleon.transport.wire.BucketMovesResponse;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.MoveBucketRequest;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.QuotasResponse;
import io.chameleon.transport.wire.SetQuotaRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Moves, quotas and grants of buckets, as operators see them. */
class BucketCommandsTest {
    private static final long BEGAN = Instant.parse("2030-01-01T00:00:00Z").toEpochMilli();
    private static final long CHANGED = Instant.parse("2030-01-01T00:01:00Z").toEpochMilli();

    private final List<MoveBucketRequest> asked = new ArrayList<>();
    private final Map<QuotaScope, QuotaStatus> quotas = new TreeMap<>();
    private final List<QuotaScope> recounted = new ArrayList<>();
    private FakeCluster cluster;

    @BeforeEach
    void start() {
        cluster = new FakeCluster(6);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static BucketMove move(Phase phase, long objects, String problem) {
        return new BucketMove(5, "photos", 0, 2, phase, BEGAN, CHANGED, objects, problem);
    }

    /** The first answer is that to the request itself, the others what is seen later. */
    private void moves(BucketMove... states) {
        List<BucketMove> left = new ArrayList<>(Arrays.asList(states));
        cluster.answer(MessageType.MOVE_BUCKET, request -> {
            asked.add(request.header(MoveBucketRequest.class));
            return BucketMoveWire.pack(left.removeFirst());
        });
        cluster.answer(MessageType.BUCKET_MOVES, request -> {
            BucketMovesResponse.Builder answer =
                    BucketMovesResponse.newBuilder().setDatabase(2);
            if (!left.isEmpty()) {
                answer.addMoves(BucketMoveWire.pack(left.size() == 1 ? left.getFirst() : left.removeFirst()));
            }
            return answer.build();
        });
    }

    @Test
    void moveThatBegins_saysFromWhereToWhere_andWhereToLookLater() {
        moves(move(Phase.COPYING, 0, ""));
        assertThat(cluster.succeeding("bucket", "move", "photos", "--to", "2").lines())
                .containsExactly(
                        "bucket photos moves from database 0 to 2; 'chameleon bucket move' shows how far it is");
        assertThat(asked).singleElement().satisfies(request -> {
            assertThat(request.getBucket()).isEqualTo("photos");
            assertThat(request.getDatabase()).isEqualTo(2);
            assertThat(request.getCancel()).isFalse();
        });
    }

    @Test
    void moveThatIsAwaited_tellsEachPhaseOnce_andWhyItTriesAgain() {
        moves(
                move(Phase.COPYING, 0, ""),
                move(Phase.COPYING, 0, ""),
                move(Phase.COPYING, 0, "database 2 does not answer"),
                move(Phase.SWITCHING, 10, ""),
                move(Phase.DONE, 10, ""));
        assertThat(cluster.succeeding("bucket", "move", "photos", "--to", "2", "--wait")
                        .lines())
                .containsExactly(
                        "bucket photos: copying",
                        "bucket photos: copying, again after: database 2 does not answer",
                        "bucket photos: switching",
                        "bucket photos is in database 2");
    }

    @Test
    void moveThatIsAwaited_butCancelledByAnother_fails_andSaysWhy() {
        moves(move(Phase.COPYING, 0, ""), move(Phase.CANCELLED, 0, "database 2 is full"));
        CommandLineRun run = cluster.run("bucket", "move", "photos", "--to", "2", "--wait", "-o", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.out()).isEmpty();
        assertThat(run.stderr().lines())
                .containsExactly("chameleon bucket move: bucket photos stays in database 0: its move was cancelled,"
                        + " database 2 is full");
    }

    @Test
    void cancellation_endsWithTheBucketWhereItWas() {
        moves(move(Phase.CANCELLING, 0, ""), move(Phase.CANCELLED, 0, ""));
        assertThat(cluster.succeeding("bucket", "move", "photos", "--cancel", "--wait")
                        .lines())
                .containsExactly("bucket photos: cancelling", "bucket photos stays in database 0");
        assertThat(asked)
                .singleElement()
                .satisfies(request -> assertThat(request.getCancel()).isTrue());
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void everyPhase_hasALineAndALabel(Phase phase) {
        moves(move(phase, 7, ""));
        String label = phase.name().toLowerCase(Locale.ROOT);
        assertThat(cluster.succeeding("bucket", "move", "photos", "--to", "2").lines())
                .singleElement()
                .asString()
                .startsWith("bucket photos ");
        moves(move(phase, 7, ""));
        JsonNode json = cluster.succeeding("bucket", "move", "-o", "json")
                .json()
                .path("moves")
                .path(0);
        assertThat(json)
                .hasToString("{\"bucket\":\"photos\",\"source\":0,\"target\":2,\"phase\":\"" + label
                        + "\",\"began\":\"2030-01-01T00:00:00Z\",\"changed\":\"2030-01-01T00:01:00Z\",\"objects\":7,"
                        + "\"problem\":\"\"}");
    }

    @Test
    void moves_areListed_withADashWhereThereIsNoProblem() {
        moves(move(Phase.DONE, 1_000_000, ""));
        assertThat(cluster.succeeding("bucket", "move").lines())
                .containsExactly(
                        "BUCKET  FROM  TO  BEGAN                 PHASE  OBJECTS  PROBLEM",
                        "photos     0   2  2030-01-01T00:00:00Z  done   1000000        -");
        assertThat(cluster.succeeding("bucket", "move", "photos").lines())
                .containsExactly("bucket photos is in database 2");
        assertThat(cluster.succeeding("bucket", "move", "photos", "-o", "json")
                        .json()
                        .path("database")
                        .asInt())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "--to 1                  | Missing required parameter: 'BUCKET'; see 'chameleon bucket move --help'",
                "--cancel                | Missing required parameter: 'BUCKET'",
                "photos --to 1 --cancel  | '--to' and '--cancel' given, expected one of them",
                "--slice 5               | Missing required parameter: 'BUCKET'",
                "photos --slice 16       | slice: '16' given, expected 0 to 15",
                "photos --slice -1       | slice: '-1' given, expected 0 to 15",
                "photos --slice 0-7      | Invalid value for option '--slice': '0-7' is not an int",
                "photos --to -1          | --to: '-1' given, expected the number of a database, 0 or more",
                "photos --to one         | Invalid value for option '--to': 'one' is not an int",
                "photos --to 99999999999 | Invalid value for option '--to': '99999999999' is not an int",
                "photos/cat --to 1       | BUCKET: 'photos/cat' given, expected a bucket without a key"
            })
    void move_thatMakesNoSense_isAUsageError_andNobodyIsAsked(String arguments, String message) {
        moves();
        CommandLineRun run = cluster.run(("bucket move " + arguments).split(" +"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).startsWith("chameleon bucket move: " + message);
        assertThat(asked).isEmpty();
    }

    /** A slice is in the database of its number, modulo 3. */
    private void moveSlices() {
        cluster.succeeding("bucket", "create", "photos", "--sliced");
        cluster.answer(MessageType.MOVE_BUCKET, request -> {
            MoveBucketRequest header = request.header(MoveBucketRequest.class);
            asked.add(header);
            return BucketMoveWire.pack(
                    new BucketMove(6, header.getBucket(), 2, header.getDatabase(), Phase.DONE, BEGAN, CHANGED, 7, ""));
        });
        cluster.answer(MessageType.BUCKET_MOVES, request -> {
            String bucket = request.header(BucketMovesRequest.class).getBucket();
            return BucketMovesResponse.newBuilder()
                    .setDatabase(Integer.parseInt(bucket.substring("photos~".length())) % 3)
                    .build();
        });
    }

    @Test
    void bucketThatIsSliced_saysSo_whenItIsMade_andInTheList() {
        assertThat(cluster.succeeding("bucket", "create", "photos", "--sliced", "--ec", "EC(2+2)")
                        .lines())
                .containsExactly(
                        "bucket photos is made",
                        "objects of photos are in 16 slices",
                        "objects of photos are stored as REP(3) or EC(2+2), those there are from their next write on");
        cluster.succeeding("bucket", "create", "plain");
        JsonNode buckets =
                cluster.succeeding("bucket", "ls", "-o", "json").json().path("buckets");
        assertThat(buckets.findValuesAsText("sliced")).containsExactly("true", "false");
        assertThat(cluster.table().buckets().find("photos"))
                .extracting(BucketInfo::settings)
                .isEqualTo(Map.of("slices", "16", "scheme.ec", "EC(2+2)"));
    }

    /** It stays so when it is deleted and made again. */
    @Test
    void bucketWhoseNameIsSliced_isMadeByOneRequest_andSaysThatItIs() {
        cluster.answer(
                MessageType.CREATE_BUCKET,
                request -> BucketWire.answer(BucketInfo.created("photos", "", BEGAN, BucketInfo.SLICED)));
        assertThat(cluster.succeeding("bucket", "create", "photos").lines())
                .containsExactly("bucket photos is made", "objects of photos are in 16 slices");
        assertThat(cluster.metadata().received(MessageType.CONFIGURE_BUCKET)).isZero();
    }

    @Test
    void slice_movesByItself_andIsCalledByItsName() {
        moveSlices();
        assertThat(cluster.succeeding("bucket", "move", "photos", "--slice", "5", "--to", "1", "--wait")
                        .lines())
                .containsExactly("bucket photos~05 is in database 1");
        assertThat(cluster.succeeding("bucket", "move", "photos", "--slice", "15", "--cancel", "-o", "json")
                        .json()
                        .path("bucket")
                        .asText())
                .isEqualTo("photos~15");
        assertThat(asked).extracting(MoveBucketRequest::getBucket).containsExactly("photos~05", "photos~15");
        assertThat(asked).extracting(MoveBucketRequest::getCancel).containsExactly(false, true);
    }

    @Test
    void slices_areShownWithTheirDatabases_oneOrAll() {
        moveSlices();
        assertThat(cluster.succeeding("bucket", "move", "photos", "--slice", "5")
                        .lines())
                .containsExactly("bucket photos~05 is in database 2");
        assertThat(cluster.succeeding("bucket", "move", "photos").lines())
                .hasSize(1 + 16)
                .startsWith("BUCKET     DATABASE", "photos~00         0", "photos~01         1")
                .endsWith("photos~15         0");
        JsonNode json =
                cluster.succeeding("bucket", "move", "photos", "-o", "json").json();
        assertThat(json.path("bucket").asText()).isEqualTo("photos");
        assertThat(json.path("slices")).hasSize(16);
        assertThat(json.path("slices").path(14).path("bucket").asText()).isEqualTo("photos~14");
        assertThat(json.path("slices").path(14).path("database").asInt()).isEqualTo(2);
        assertThat(asked).isEmpty();
    }

    @Test
    void slice_isTold_evenIfTheDatabaseOfItsBucketDoesNotAnswer() {
        moveSlices();
        cluster.answer(MessageType.GET_BUCKET, request -> {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "database 1 does not answer");
        });
        assertThat(cluster.succeeding("bucket", "move", "photos", "--slice", "4")
                        .lines())
                .containsExactly("bucket photos~04 is in database 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "photos --to 1           | bucket photos is sliced: say with --slice NUMBER, 0 to 15, which slice moves",
                "plain --slice 5 --to 1  | bucket plain is not sliced: leave out --slice",
                "plain --slice 5         | bucket plain is not sliced: leave out --slice",
                "nobody --slice 5 --to 1 | bucket nobody is not sliced: leave out --slice"
            })
    void move_thatNamesASliceOrNone_ofABucketOfTheOtherKind_isRefused_andNobodyIsAsked(
            String arguments, String message) {
        moveSlices();
        cluster.succeeding("bucket", "create", "plain");
        CommandLineRun run = cluster.run(("bucket move " + arguments).split(" +"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr().lines()).containsExactly("chameleon bucket move: " + message);
        assertThat(asked).isEmpty();
    }

    private void serveQuotas() {
        cluster.answer(MessageType.QUOTAS, request -> {
            QuotasRequest header = request.header(QuotasRequest.class);
            if (!header.hasOf()) {
                return QuotasResponse.newBuilder()
                        .addAllQuotas(
                                quotas.values().stream().map(QuotaWire::pack).toList())
                        .build();
            }
            QuotaScope of = QuotaWire.scope(header.getOf());
            if (header.getRecount()) {
                recounted.add(of);
            }
            return QuotasResponse.newBuilder()
                    .addQuotas(QuotaWire.pack(status(of)))
                    .build();
        });
        cluster.answer(MessageType.SET_QUOTA, request -> {
            SetQuotaRequest header = request.header(SetQuotaRequest.class);
            QuotaScope of = QuotaWire.scope(header.getQuota());
            quotas.put(
                    of,
                    new QuotaStatus(
                            of, QuotaWire.quota(header.getQuota()), status(of).used()));
            return Empty.getDefaultInstance();
        });
    }

    private QuotaStatus status(QuotaScope of) {
        return quotas.getOrDefault(of, new QuotaStatus(of, Quota.NONE, new Usage(1_536, 3)));
    }

    @Test
    void quota_isSetByParts_andTheOtherPartStays() {
        serveQuotas();
        QuotaScope photos = QuotaScope.bucket("photos");
        assertThat(cluster.succeeding("bucket", "quota", "photos", "--bytes", "1.5GiB")
                        .lines())
                .containsExactly(
                        "OF               BYTES  AT MOST  OBJECTS  AT MOST",
                        "bucket photos  1.5 KiB  1.5 GiB        3        -");
        cluster.succeeding("bucket", "quota", "photos", "--objects", "0");
        assertThat(status(photos).quota()).isEqualTo(new Quota(1_610_612_736, 0));
        cluster.succeeding("bucket", "quota", "photos", "--remove", "--objects", "7");
        assertThat(status(photos).quota()).isEqualTo(new Quota(Quota.UNBOUNDED, 7));
        cluster.succeeding("bucket", "quota", "photos", "--remove");
        assertThat(status(photos).quota()).isEqualTo(Quota.NONE);
    }

    @Test
    void quotas_ofUsersAndBuckets_areListed_andAnUnboundedPartIsNullForScripts() {
        serveQuotas();
        assertThat(cluster.succeeding("bucket", "quota").lines()).containsExactly("no quotas");
        cluster.succeeding("bucket", "quota", "--user", "ann@example.org", "--bytes", "0");
        cluster.succeeding("bucket", "quota", "photos", "--objects", "5");
        assertThat(cluster.succeeding("bucket", "quota").lines())
                .containsExactly(
                        "OF                      BYTES  AT MOST  OBJECTS  AT MOST",
                        "bucket photos         1.5 KiB        -        3        5",
                        "user ann@example.org  1.5 KiB      0 B        3        -");
        assertThat(cluster.succeeding("bucket", "quota", "-o", "json").lines())
                .containsExactly("{\"quotas\":[{\"bucket\":\"photos\",\"bytes\":1536,\"max_bytes\":null,\"objects\":3,"
                        + "\"max_objects\":5},{\"user\":\"ann@example.org\",\"bytes\":1536,\"max_bytes\":0,"
                        + "\"objects\":3,\"max_objects\":null}]}");
    }

    @Test
    void lookAtAQuota_changesNothing_andARecountIsAskedFor() {
        serveQuotas();
        cluster.succeeding("bucket", "quota", "photos");
        assertThat(quotas).isEmpty();
        assertThat(recounted).isEmpty();
        cluster.succeeding("bucket", "quota", "photos", "--recount");
        assertThat(recounted).containsExactly(QuotaScope.bucket("photos"));
        assertThat(quotas).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "--recount               | Missing required parameter: 'BUCKET' or '--user=USER'",
                "--remove                | Missing required parameter: 'BUCKET' or '--user=USER'",
                "--objects 5             | Missing required parameter: 'BUCKET' or '--user=USER'",
                "photos --bytes -1       | Invalid value for option '--bytes': size: '-1' given, expected bytes",
                "photos --bytes 9EiB     | Invalid value for option '--bytes': size: '9EiB' given, expected bytes",
                "photos --objects 1.5    | Invalid value for option '--objects': '1.5' is not a long",
                "photos --objects -1     | objects of a quota: '-1' given, expected >= 0",
                "photos/x --bytes 1      | BUCKET: 'photos/x' given, expected a bucket without a key",
                "photos --user ann       | 'BUCKET' and '--user' given, expected one of them"
            })
    void quota_thatMakesNoSense_isAUsageError_andSetsNothing(String arguments, String message) {
        serveQuotas();
        CommandLineRun run = cluster.run(("bucket quota " + arguments).split(" +"));
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).startsWith("chameleon bucket quota: " + message);
        assertThat(quotas).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b"})
    void quota_ofAUserWhomNobodyCanBe_isAUsageError_andNobodyIsAsked(String user) {
        serveQuotas();
        CommandLineRun run = cluster.run("bucket", "quota", "--user", user, "--objects", "5");
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr().lines())
                .containsExactly("chameleon bucket quota: --user: '" + user
                        + "' given, expected 1 to 128 letters, digits and . _ @ + -");
        assertThat(quotas).isEmpty();
    }

    @Test
    void grants_areGivenListedAndTakenAway() {
        cluster.succeeding("bucket", "create", "photos");
        assertThat(cluster.succeeding("bucket", "grants", "photos").lines()).containsExactly("no grants");
        assertThat(cluster.succeeding("bucket", "grant", "photos", "ann", "WRITE")
                        .lines())
                .containsExactly("user ann has write access to photos");
        assertThat(cluster.succeeding("bucket", "grant", "photos", "bob", "read", "-o", "json")
                        .json()
                        .path("access")
                        .asText())
                .isEqualTo("read");
        assertThat(cluster.succeeding("bucket", "grants", "photos").lines())
                .containsExactly("bucket  user  access", "photos  ann   write", "photos  bob   read");
        assertThat(cluster.succeeding("bucket", "grants", "photos", "-o", "json")
                        .json()
                        .path("grants")
                        .findValuesAsText("user"))
                .containsExactly("ann", "bob");
        assertThat(cluster.succeeding("bucket", "revoke", "photos", "ann").lines())
                .containsExactly("user ann has no access to photos");
        assertThat(cluster.succeeding("bucket", "revoke", "photos", "bob", "-o", "json")
                        .json()
                        .path("access")
                        .asText())
                .isEqualTo("none");
        assertThat(cluster.succeeding("bucket", "grants", "photos", "-o", "json")
                        .json()
                        .path("grants"))
                .isEmpty();
    }

    @Test
    void buckets_ofSeveralPages_areAllListed_inATableForEach() {
        IntStream.range(0, 1_001).forEach(number -> {
            var unused = cluster.table().buckets().create(String.format("bucket-%04d", number), "", Map.of());
        });
        List<String> lines = cluster.succeeding("bucket", "ls").lines();
        assertThat(lines)
                .hasSize(1_001 + 2)
                .filteredOn(line -> line.startsWith("BUCKET"))
                .hasSize(2);
        assertThat(lines.getLast()).startsWith("bucket-1000");
        assertThat(cluster.succeeding("bucket", "ls", "-o", "json").lines()).hasSize(2);
        assertThat(cluster.succeeding("ls").lines()).hasSize(1_001);
    }

    @Test
    void buckets_ofAnOwnerWhoHasNone_areNone() {
        cluster.succeeding("bucket", "create", "photos", "--owner", "ann");
        assertThat(cluster.succeeding("bucket", "ls", "--owner", "bob").lines()).containsExactly("no buckets");
        assertThat(cluster.succeeding("bucket", "ls", "--owner", "bob", "-o", "json")
                        .lines())
                .containsExactly("{\"buckets\":[]}");
    }

    @Test
    void refusalOfTheService_isShownAsItIs_withItsCode() {
        cluster.answer(MessageType.MOVE_BUCKET, request -> {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, "database: '9' given, expected 0 to 2");
        });
        CommandLineRun run = cluster.run("bucket", "move", "photos", "--to", "9");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr().lines())
                .containsExactly("chameleon bucket move: database: '9' given, expected 0 to 2 [INVALID_REQUEST]");
    }

    @Test
    void policy_isSetTogetherWithSchemes_andBothAreTold() {
        cluster.succeeding("bucket", "create", "photos");
        assertThat(cluster.succeeding("bucket", "photos", "--policy", "rep", "--rep", "REP(2)", "--ec", "EC(2+2)")
                        .lines())
                .containsExactly(
                        "objects of photos are stored as REP(2) or EC(2+2), those there are from their next write on",
                        "new objects of photos start as REP(2)");
        assertThat(cluster.succeeding("bucket", "photos", "--rep", "cluster", "--ec", "cluster")
                        .lines())
                .containsExactly(
                        "objects of photos are stored as REP(3) or EC(4+2), those there are from their next write on");
    }

    @Test
    void bucketThatIsThere_isLeftAlone_ifOnlyMissingOnesAreToBeMade() {
        cluster.succeeding("bucket", "create", "photos", "--owner", "ann", "--ec", "EC(2+2)");
        assertThat(cluster.succeeding("bucket", "create", "photos", "--if-missing", "--ec", "EC(3+3)", "--owner", "bob")
                        .lines())
                .containsExactly(
                        "bucket photos is there already, and is ann's",
                        "objects of photos are stored as REP(3) or EC(2+2), those there are from their next write on");
        CommandLineRun again = cluster.run("bucket", "create", "photos");
        assertThat(again.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(again.stderr()).contains("[BUCKET_EXISTS]");
        assertThat(cluster.succeeding("bucket", "rm", "photos", "-o", "json").lines())
                .containsExactly("{\"deleted\":\"photos\"}");
    }
}
