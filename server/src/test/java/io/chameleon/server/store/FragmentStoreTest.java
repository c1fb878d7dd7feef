package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.manifest.Manifests;
import io.chameleon.server.manifest.MemoryManifests;
import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.FaultModel;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.device.FlashDevices;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class FragmentStoreTest {
    private static final int PAGE = 4096;
    private static final double HEADROOM = 0.02;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final TestDevice device = TestDevice.small();
    private FragmentStore store = mount();

    private FragmentStore mount() {
        return new FragmentStore(device, HEADROOM, threads);
    }

    private FragmentStore mount(LongSupplier ticker) {
        return new FragmentStore(device, new MemoryManifests(), HEADROOM, threads, MountProgress.NONE, ticker);
    }

    @AfterEach
    void close() {
        threads.close();
    }

    private void put(Bytes bytes) {
        store.put(bytes.fragment(), bytes.segment(), WriteHint.COLD).join();
    }

    private byte[] read(FragmentId id) {
        Fragment fragment = store.find(id);
        return read(fragment, 0, fragment.length());
    }

    private byte[] read(Fragment fragment, int offset, int length) {
        byte[] into = new byte[length];
        store.read(fragment, offset, MemorySegment.ofArray(into));
        return into;
    }

    private static void assertFails(ErrorCode code, ThrowingCallable action) {
        assertThatThrownBy(action).satisfies(thrown -> {
            Throwable cause = thrown instanceof ChameleonError ? thrown : thrown.getCause();
            assertThat(cause).isInstanceOfSatisfying(ChameleonError.class, e -> {
                assertThat(e.code()).isEqualTo(code);
                assertThat(e).hasMessageNotContaining("\n");
            });
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, PAGE - 1, PAGE, PAGE + 1, 16 * PAGE, 17 * PAGE + 1, 200 * PAGE})
    void fragment_ofAnyLength_isReadBackAlsoAfterARemount(int length) {
        Bytes bytes = Bytes.of(Bytes.id(1), length);
        put(bytes);
        assertThat(read(bytes.id())).isEqualTo(bytes.content());
        store = mount();
        assertThat(store.find(bytes.id())).isEqualTo(bytes.fragment());
        assertThat(read(bytes.id())).isEqualTo(bytes.content());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0, 4096", "1, 4095", "4095, 1", "4095, 2", "4096, 1", "5000, 90000", "99999, 1", "81920, 4096"
    })
    void range_acrossPageBorders_isThePartOfTheFragment(int offset, int length) {
        Bytes bytes = Bytes.of(Bytes.id(1), 100_000);
        put(bytes);
        assertThat(read(bytes.fragment(), offset, length))
                .isEqualTo(Arrays.copyOfRange(bytes.content(), offset, offset + length));
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 5001", "5000, 1", "2147483647, 2"})
    void range_outsideTheFragment_isAnInvalidRequest(int offset, int length) {
        Bytes bytes = Bytes.of(Bytes.id(1), 5000);
        put(bytes);
        assertFails(ErrorCode.INVALID_REQUEST, () -> read(bytes.fragment(), offset, length));
    }

    @Test
    void fragment_putAgain_isASuccessWithoutAnyWrite() {
        Bytes bytes = Bytes.of(Bytes.id(1), 5000);
        put(bytes);
        device.written.clear();
        put(bytes);
        assertThat(device.written).isEmpty();
    }

    @Test
    void fragment_putWithOtherContent_isRefusedAndTheOldOneStays() {
        Bytes bytes = Bytes.of(Bytes.id(1), 5000, 1);
        put(bytes);
        assertFails(ErrorCode.INVALID_REQUEST, () -> put(Bytes.of(Bytes.id(1), 5000, 2)));
        assertThat(read(bytes.id())).isEqualTo(bytes.content());
    }

    @Test
    void content_otherThanDescribed_isRefusedBeforeAnyWrite() {
        Bytes bytes = Bytes.of(Bytes.id(1), 5000, 1);
        MemorySegment other = Bytes.of(Bytes.id(1), 5000, 2).segment();
        assertFails(
                ErrorCode.INVALID_REQUEST,
                () -> store.put(bytes.fragment(), other, WriteHint.UNKNOWN).join());
        assertFails(
                ErrorCode.INVALID_REQUEST,
                () -> store.put(bytes.fragment(), bytes.segment().asSlice(0, 4999), WriteHint.UNKNOWN)
                        .join());
        assertThat(device.written).isEmpty();
    }

    @Test
    void fragment_neverPut_isNotFound() {
        assertFails(ErrorCode.FRAGMENT_NOT_FOUND, () -> store.find(Bytes.id(1)));
    }

    @Test
    void write_deleted_losesAllItsFragmentsAndTheirPages() {
        FragmentId other = new FragmentId(Bytes.write(2), 0, 0);
        put(Bytes.of(other, 3 * PAGE));
        for (int segment = 0; segment < 5; segment++) {
            put(Bytes.of(new FragmentId(Bytes.write(1), segment, 3), 2 * PAGE));
        }
        assertThat(store.deleteWrites(List.of(Bytes.write(1), Bytes.write(9)))).isEqualTo(5);
        assertThat(store.usage().usedPages()).isEqualTo(3);
        assertThat(device.mapped()).hasSize(3);
        assertFails(ErrorCode.FRAGMENT_NOT_FOUND, () -> store.find(new FragmentId(Bytes.write(1), 0, 3)));
        assertThat(read(other)).hasSize(3 * PAGE);
    }

    @Test
    void fullStore_refusesPuts_serves_andTakesPutsAgainAfterADelete() {
        int taken = 0;
        while (store.usage().usedPages() + 10 <= 870 - 18) {
            put(Bytes.of(Bytes.id(taken++), 10 * PAGE));
        }
        Bytes refused = Bytes.of(Bytes.id(1_000), 10 * PAGE);
        device.written.clear();
        assertFails(ErrorCode.DEVICE_FULL, () -> put(refused));
        assertThat(device.written).as("refused before the device was touched").isEmpty();
        assertThat(read(Bytes.id(0))).isEqualTo(Bytes.of(Bytes.id(0), 10 * PAGE).content());
        assertThat(store.deleteWrites(List.of(Bytes.write(0)))).isEqualTo(1);
        put(refused);
        assertThat(read(refused.id())).isEqualTo(refused.content());
    }

    @Test
    void concurrentPuts_neverOverfillTheDevice() throws Exception {
        List<Future<Boolean>> puts = IntStream.range(0, 200)
                .mapToObj(i -> threads.submit(() -> {
                    Bytes bytes = Bytes.of(Bytes.id(i), 7 * PAGE);
                    return store.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN)
                            .handle((_, failure) -> failure == null)
                            .get();
                }))
                .toList();
        int stored = 0;
        for (Future<Boolean> put : puts) {
            stored += put.get() ? 1 : 0;
        }
        // (870 - 18 pages of headroom) / 7 pages a fragment
        assertThat(stored).isEqualTo(121);
        assertThat(store.usage().fragments()).isEqualTo(121);
        assertThat(device.mapped()).hasSize(121 * 7);
    }

    @Test
    void puts_thatComeTogether_shareASync_andNoneIsAcknowledgedBeforeIt() {
        CountDownLatch release = new CountDownLatch(1);
        device.beforeSync = () -> awaitLatch(release);
        device.syncs.set(0);
        List<CompletableFuture<Void>> puts = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Bytes bytes = Bytes.of(Bytes.id(i), PAGE);
            puts.add(store.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN));
        }
        assertThat(device.written).hasSize(50);
        assertThat(puts).noneMatch(CompletableFuture::isDone);
        assertFails(ErrorCode.FRAGMENT_NOT_FOUND, () -> store.find(Bytes.id(0)));
        release.countDown();
        CompletableFuture.allOf(puts.toArray(CompletableFuture[]::new)).join();
        assertThat(device.syncs.get())
                .as("the first of them alone, the others together")
                .isLessThanOrEqualTo(2);
        assertThat(store.usage().fragments()).isEqualTo(50);
    }

    @Test
    void repeatedPut_whileTheFirstIsNotDurable_waitsWithIt() {
        CountDownLatch release = new CountDownLatch(1);
        device.beforeSync = () -> awaitLatch(release);
        Bytes bytes = Bytes.of(Bytes.id(1), 3 * PAGE);
        CompletableFuture<Void> first = store.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN);
        CompletableFuture<Void> second = store.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN);
        assertThat(second).isNotDone();
        Bytes other = Bytes.of(Bytes.id(1), 3 * PAGE, 99);
        assertFails(
                ErrorCode.INVALID_REQUEST,
                () -> store.put(other.fragment(), other.segment(), WriteHint.UNKNOWN)
                        .join());
        release.countDown();
        CompletableFuture.allOf(first, second).join();
        assertThat(device.written).hasSize(3);
    }

    @Test
    void failedWrite_takesItsPagesBack() {
        AtomicLong left = new AtomicLong(5);
        FlashDevice tiny = FlashDevices.inMemory(TestDevice.SMALL);
        device.beforeWrite = page -> {
            if (left.decrementAndGet() < 0) {
                tiny.read(0, MemorySegment.ofArray(new byte[1])); // any error of a device will do
            }
        };
        Bytes bytes = Bytes.of(Bytes.id(1), 8 * PAGE);
        assertThatThrownBy(() -> put(bytes)).hasCauseInstanceOf(ChameleonError.class);
        assertThat(device.mapped()).isEmpty();
        assertThat(store.usage().usedPages()).isZero();
        device.beforeWrite = _ -> {};
        put(bytes);
        assertThat(read(bytes.id())).isEqualTo(bytes.content());
    }

    @Test
    void read_ofAFragmentDeletedMeanwhile_isNotFoundAndNeverOtherBytes() {
        Bytes bytes = Bytes.of(Bytes.id(1), 100 * PAGE);
        put(bytes);
        AtomicLong reads = new AtomicLong();
        device.beforeRead = _ -> {
            if (reads.incrementAndGet() == 16) {
                store.deleteWrites(List.of(Bytes.write(1)));
                put(Bytes.of(Bytes.id(2), 800 * PAGE)); // takes its pages
            }
        };
        assertFails(ErrorCode.FRAGMENT_NOT_FOUND, () -> read(bytes.id()));
        assertThat(reads.get()).isGreaterThan(16);
    }

    @Test
    void read_whileOthersAreDeleted_succeeds() {
        Bytes bytes = Bytes.of(Bytes.id(1), 10 * PAGE);
        put(bytes);
        put(Bytes.of(Bytes.id(2), PAGE));
        AtomicLong reads = new AtomicLong();
        device.beforeRead = _ -> {
            if (reads.incrementAndGet() == 5) {
                store.deleteWrites(List.of(Bytes.write(2)));
            }
        };
        assertThat(read(bytes.id())).isEqualTo(bytes.content());
        assertThat(reads.get()).as("pages read").isEqualTo(10);
    }

    @Test
    void read_duringALongPut_waitsForNoneOfIt() {
        Bytes stored = Bytes.of(Bytes.id(1), PAGE);
        put(stored);
        AtomicLong writes = new AtomicLong();
        List<byte[]> readMeanwhile = new ArrayList<>();
        device.beforeWrite = _ -> {
            if (writes.incrementAndGet() == 20) {
                readMeanwhile.add(CompletableFuture.supplyAsync(() -> read(stored.id()), threads)
                        .join());
            }
        };
        put(Bytes.of(Bytes.id(2), 400 * PAGE));
        assertThat(readMeanwhile).containsExactly(stored.content());
    }

    @Test
    void listing_isInTheOrderOfIds_inPagesAndByAge() {
        List<FragmentId> ids = new ArrayList<>();
        for (long write = 1; write <= 4; write++) {
            for (int segment = 0; segment < 3; segment++) {
                ids.add(new FragmentId(Bytes.write(write), segment, 2));
            }
        }
        ids.reversed().forEach(id -> put(Bytes.of(id, 100)));
        FragmentListing first = store.list(Long.MAX_VALUE, null, 5);
        FragmentListing second = store.list(Long.MAX_VALUE, ids.get(4), 100);
        assertThat(first.fragments().stream().map(Fragment::id)).containsExactlyElementsOf(ids.subList(0, 5));
        assertThat(first.more()).isTrue();
        assertThat(second.fragments().stream().map(Fragment::id)).containsExactlyElementsOf(ids.subList(5, 12));
        assertThat(second.more()).isFalse();
        assertThat(store.list(3, null, 6).fragments().stream().map(Fragment::id))
                .containsExactlyElementsOf(ids.subList(0, 6));
        assertThat(store.list(3, null, 6).more()).as("the rest is too young").isFalse();
    }

    @Test
    void tornPut_atMount_isKeptInPart_untilItIsRepeatedOrDeleted() {
        Bytes whole = Bytes.of(Bytes.id(1), 3 * PAGE);
        put(whole);
        Bytes torn = Bytes.of(Bytes.id(2), 6 * PAGE);
        writePages(torn, 500, 0, 1, 2, 4, 5);
        assertThat(device.mapped()).hasSize(8);
        for (int mount = 0; mount < 2; mount++) {
            store = mount();
            assertThat(device.mapped()).hasSize(8);
            assertThat(store.usage()).isEqualTo(new StoreUsage(2, 870, 9, 18));
            assertThat(store.damaged()).containsExactly(torn.id());
            assertFails(ErrorCode.CORRUPT_FRAGMENT, () -> read(torn.id()));
        }
        assertThat(read(whole.id())).isEqualTo(whole.content());
        put(torn);
        assertThat(read(torn.id())).isEqualTo(torn.content());
        assertThat(store.damaged()).isEmpty();
        assertThat(device.mapped()).hasSize(9);
    }

    @Test
    void tornPuts_thatAreDeleted_giveTheirSpaceBack() {
        for (int write = 1; write <= 20; write++) {
            writePages(Bytes.of(Bytes.id(write), 6 * PAGE), 10 * write, 1, 4);
        }
        store = mount();
        assertThat(store.list(Long.MAX_VALUE, null, 100).fragments())
                .as("reconciliation asks for them")
                .hasSize(20);
        for (int write = 1; write <= 20; write++) {
            assertThat(store.deleteWrites(List.of(Bytes.write(write)))).isEqualTo(1);
        }
        assertThat(store.usage()).isEqualTo(new StoreUsage(0, 870, 0, 18));
        assertThat(store.damaged()).isEmpty();
        assertThat(device.mapped()).isEmpty();
    }

    @Test
    void tornPuts_onADeviceWithoutRoomForTheMissingPages_areDroppedAndToldOf() {
        int kept = 800;
        put(Bytes.of(Bytes.id(1), kept * PAGE));
        Bytes torn = Bytes.of(Bytes.id(2), 71 * PAGE);
        Set<Long> mapped = device.mapped();
        int free = (int) LongStream.range(0, 870)
                .filter(page -> !mapped.contains(page))
                .findFirst()
                .orElseThrow();
        writePages(torn, free - 3, 3);

        store = mount();

        assertThat(store.damaged()).containsExactly(torn.id());
        assertThat(store.usage().fragments()).isEqualTo(1);
        assertThat(device.mapped()).hasSize(kept);
    }

    @Test
    void fragmentWithARottenOutOfBandArea_isDamagedFromTheMountOn_alsoAfterTheNextMount(@TempDir Path directory)
            throws Exception {
        Path image = directory.resolve("flash.img");
        Bytes bytes = Bytes.of(Bytes.id(1), 3 * PAGE);
        Bytes other = Bytes.of(Bytes.id(2), 3 * PAGE);
        try (FragmentStore inFile = new FragmentStore(FlashDevices.open(image, TestDevice.SMALL), HEADROOM, threads)) {
            inFile.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN).join();
            inFile.put(other.fragment(), other.segment(), WriteHint.UNKNOWN).join();
        }
        byte[] owner = new byte[PageOwner.BYTES];
        new PageOwner(bytes.fragment(), 1).encode(MemorySegment.ofArray(owner));
        flipABitOf(image, owner);
        Files.delete(directory.resolve("flash.img.checkpoint")); // so that the mount looks at the area
        for (int mount = 0; mount < 2; mount++) {
            try (FragmentStore inFile =
                    new FragmentStore(FlashDevices.open(image, TestDevice.SMALL), HEADROOM, threads)) {
                assertThat(inFile.damaged()).containsExactly(bytes.id());
                byte[] into = new byte[3 * PAGE];
                assertFails(
                        ErrorCode.CORRUPT_FRAGMENT,
                        () -> inFile.read(bytes.fragment(), 0, MemorySegment.ofArray(into)));
                inFile.read(other.fragment(), 0, MemorySegment.ofArray(into));
                assertThat(into).isEqualTo(other.content());
            }
        }
        try (FragmentStore inFile = new FragmentStore(FlashDevices.open(image, TestDevice.SMALL), HEADROOM, threads)) {
            inFile.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN).join();
            assertThat(inFile.damaged()).isEmpty();
        }
        try (FragmentStore inFile = new FragmentStore(FlashDevices.open(image, TestDevice.SMALL), HEADROOM, threads)) {
            assertThat(inFile.damaged()).isEmpty();
            byte[] into = new byte[3 * PAGE];
            inFile.read(bytes.fragment(), 0, MemorySegment.ofArray(into));
            assertThat(into).isEqualTo(bytes.content());
        }
    }

    @Test
    void pagesOfATornPut_besideTheRepeatedOne_areDroppedAtMount() {
        Bytes bytes = Bytes.of(Bytes.id(1), 6 * PAGE);
        put(bytes);
        writePages(bytes, 500, 1, 2, 5);
        store = mount();
        assertThat(device.mapped()).hasSize(6);
        assertThat(read(bytes.id())).isEqualTo(bytes.content());
    }

    @Test
    void tornPutOfOtherContent_doesNotHideTheCompleteFragment() {
        Bytes complete = Bytes.of(Bytes.id(1), 6 * PAGE, 1);
        Bytes torn = Bytes.of(Bytes.id(1), 9 * PAGE, 2);
        // On both sides of it, since a scan may meet either first.
        writePages(torn, 10, 0, 1, 2);
        writePages(complete, 100, 0, 1, 2, 3, 4, 5);
        writePages(torn, 200, 3, 4);
        store = mount();
        assertThat(read(complete.id())).isEqualTo(complete.content());
        assertThat(device.mapped()).hasSize(6);
    }

    @Test
    void fragmentFoundAtMount_isSynced_sinceARepeatedPutOfItIsAcknowledgedAtOnce() {
        Bytes bytes = Bytes.of(Bytes.id(1), 2 * PAGE);
        writePages(bytes, 10, 0, 1);
        device.syncs.set(0);
        device.written.clear();
        store = mount();
        assertThat(device.syncs.get()).isEqualTo(1);
        put(bytes);
        assertThat(device.written).isEmpty();
    }

    @Test
    void pageOfAnotherFormat_stopsTheMountAndNothingIsTrimmed() {
        writePages(Bytes.of(Bytes.id(1), 6 * PAGE), 10, 0, 1);
        device.write(
                7, MemorySegment.ofArray(new byte[PAGE]), MemorySegment.ofArray(new byte[] {9, 9}), WriteHint.COLD);
        assertThatThrownBy(this::mount)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("logical page 7 is not a fragment's: fragment format version")
                .hasMessageContaining("nothing was changed");
        assertThat(device.mapped()).hasSize(3);
    }

    @Test
    void pageOverwrittenBehindTheStore_isACorruptFragment() {
        Bytes bytes = Bytes.of(Bytes.id(1), 3 * PAGE);
        put(bytes);
        long victim = device.mapped().iterator().next();
        device.write(
                victim, MemorySegment.ofArray(new byte[] {1}), MemorySegment.ofArray(new byte[40]), WriteHint.COLD);
        assertFails(ErrorCode.CORRUPT_FRAGMENT, () -> read(bytes.id()));
        device.trim(victim);
        assertFails(ErrorCode.CORRUPT_FRAGMENT, () -> read(bytes.id()));
    }

    @Test
    void damagedFragment_isRemembered_andReplacedByAPutOfTheSame() {
        Bytes bytes = Bytes.of(Bytes.id(1), 3 * PAGE);
        Bytes other = Bytes.of(Bytes.id(2), PAGE);
        put(bytes);
        put(other);
        long used = store.usage().usedPages();
        device.trim(device.mapped().iterator().next());
        assertThat(store.damaged()).as("nobody has looked").isEmpty();
        FragmentId damaged = assertThatDamaged(bytes, other);

        put(damaged.equals(bytes.id()) ? bytes : other);
        assertThat(store.damaged()).isEmpty();
        assertThat(store.usage().usedPages()).isEqualTo(used);
        for (int mounted = 0; mounted < 2; mounted++) {
            assertThat(read(bytes.id())).isEqualTo(bytes.content());
            assertThat(read(other.id())).isEqualTo(other.content());
            store = mount();
        }
    }

    private FragmentId assertThatDamaged(Bytes... candidates) {
        for (Bytes candidate : candidates) {
            try {
                read(candidate.id());
            } catch (ChameleonError e) {
                assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_FRAGMENT);
            }
        }
        assertThat(store.damaged()).hasSize(1);
        return store.damaged().getFirst();
    }

    @Test
    void deletion_repeatedAfterItsSyncFailed_succeedsNotBeforeTheTrimsAreDurable() {
        Bytes bytes = Bytes.of(Bytes.id(1), 3 * PAGE);
        put(bytes);
        device.beforeSync = () -> {
            throw new IllegalStateException("the sync fails");
        };
        List<WriteId> write = List.of(bytes.id().writeId());

        assertThatThrownBy(() -> store.deleteWrites(write)).hasMessage("the sync fails");
        assertThatThrownBy(() -> store.deleteWrites(write)).hasMessage("the sync fails");
        device.beforeSync = () -> {};
        device.syncs.set(0);
        assertThat(store.deleteWrites(write)).isZero();
        assertThat(device.syncs).hasValue(1);
        assertThat(store.deleteWrites(List.of())).isZero();
        assertThat(device.syncs).as("nothing asked for").hasValue(1);
    }

    @Test
    void deletionOfManyWrites_takesFewTurnsOfTheDevice() {
        List<WriteId> writes = new ArrayList<>();
        for (int i = 1; i <= 100; i++) {
            put(Bytes.of(Bytes.id(i), PAGE));
            writes.add(Bytes.write(i));
        }
        device.syncs.set(0);

        assertThat(store.deleteWrites(writes)).isEqualTo(100);
        assertThat(device.syncs).hasValue(1);
        assertThat(device.mapped()).isEmpty();
    }

    @Test
    void fragment_putAgainAfterItsPagesWereLost_isWritten() {
        Bytes bytes = Bytes.of(Bytes.id(1), 3 * PAGE);
        put(bytes);
        device.trim(device.mapped().iterator().next());

        put(bytes);

        assertThat(read(bytes.id())).isEqualTo(bytes.content());
    }

    @Test
    void damagedFragmentThatIsDeleted_isForgotten() {
        Bytes bytes = Bytes.of(Bytes.id(1), 3 * PAGE);
        put(bytes);
        device.trim(device.mapped().iterator().next());
        assertFails(ErrorCode.CORRUPT_FRAGMENT, () -> read(bytes.id()));
        store.deleteWrites(List.of(bytes.id().writeId()));
        assertThat(store.damaged()).isEmpty();
    }

    @Test
    void flippedBitInTheImage_isACorruptFragment_andOtherPagesStayReadable(@TempDir Path directory) throws Exception {
        Path image = directory.resolve("flash.img");
        Bytes bytes = Bytes.of(Bytes.id(1), 3 * PAGE);
        try (FragmentStore inFile = new FragmentStore(FlashDevices.open(image, TestDevice.SMALL), HEADROOM, threads)) {
            inFile.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN).join();
            flipABitOf(image, Arrays.copyOfRange(bytes.content(), PAGE + 100, PAGE + 132));
            byte[] into = new byte[3 * PAGE];
            assertFails(
                    ErrorCode.CORRUPT_FRAGMENT, () -> inFile.read(bytes.fragment(), 0, MemorySegment.ofArray(into)));
            assertFails(
                    ErrorCode.CORRUPT_FRAGMENT,
                    () -> inFile.read(bytes.fragment(), PAGE + 50, MemorySegment.ofArray(new byte[1])));
            byte[] last = new byte[PAGE];
            inFile.read(bytes.fragment(), 2 * PAGE, MemorySegment.ofArray(last));
            assertThat(last).isEqualTo(Arrays.copyOfRange(bytes.content(), 2 * PAGE, 3 * PAGE));
        }
    }

    private static void flipABitOf(Path image, byte[] known) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            byte[] all = new byte[Math.toIntExact(file.length())];
            file.readFully(all);
            int at = IntStream.range(0, all.length - known.length)
                    .filter(i -> Arrays.equals(all, i, i + known.length, known, 0, known.length))
                    .findFirst()
                    .orElseThrow();
            file.seek(at);
            file.write(all[at] ^ 1);
        }
    }

    /** It became read-only since the last write: nobody has been told yet. */
    @Test
    void close_onADiskThatFails_isTheFailureOfTheDevice_toldInOneLine() {
        IOException failure = new IOException("Read-only file system " + System.identityHashCode(this));
        device.beforeClose = () -> {
            throw new DeviceFailedException("cannot write image d/flash.img", failure);
        };
        assertThat(toldOf(failure, store::close))
                .contains("flash device failed: cannot write image d/flash.img: " + failure.getMessage());
        assertThat(store.readOnly()).isPresent();
    }

    @Test
    void close_onADiskThatFailed_closesTheDeviceAllTheSame_andSaysNothingMore() {
        IOException failure = new IOException("Read-only file system " + System.identityHashCode(this));
        FragmentStore failing = new FragmentStore(
                device, closingBadly(failure), HEADROOM, threads, MountProgress.NONE, System::nanoTime);
        AtomicBoolean closed = new AtomicBoolean();
        device.beforeClose = () -> {
            closed.set(true);
            throw new DeviceFailedException("cannot write image d/flash.img", failure);
        };
        assertThat(toldOf(failure, failing::close))
                .contains("manifests cannot be kept: cannot close manifests: " + failure.getMessage());
        assertThat(closed).isTrue();
    }

    /** The one line about it. */
    private static String toldOf(IOException failure, Runnable action) {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger log = (Logger) LoggerFactory.getLogger(DeviceFaults.class);
        log.addAppender(lines);
        try {
            action.run();
        } finally {
            log.detachAppender(lines);
        }
        synchronized (lines) {
            List<ILoggingEvent> told = lines.list.stream()
                    .filter(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
                    .filter(line -> line.getFormattedMessage().contains(failure.getMessage()))
                    .toList();
            assertThat(told)
                    .singleElement()
                    .satisfies(line -> assertThat(line.getThrowableProxy()).isNull());
            return told.getFirst().getFormattedMessage();
        }
    }

    private static Manifests closingBadly(IOException failure) {
        MemoryManifests manifests = new MemoryManifests();
        return (Manifests) Proxy.newProxyInstance(
                Manifests.class.getClassLoader(), new Class<?>[] {Manifests.class}, (_, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        throw new UncheckedIOException("cannot close manifests: " + failure.getMessage(), failure);
                    }
                    return method.invoke(manifests, arguments);
                });
    }

    @Test
    void readThatHangs_keepsPutsAway() throws Exception {
        AtomicLong ticker = new AtomicLong();
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        FragmentStore hanging = mount(ticker::get);
        Bytes stored = Bytes.of(Bytes.id(1), PAGE);
        hanging.put(stored.fragment(), stored.segment(), WriteHint.UNKNOWN).join();
        device.beforeRead = _ -> {
            hangs.countDown();
            await(goesOn);
        };
        CompletableFuture<Void> read = CompletableFuture.runAsync(
                () -> hanging.read(stored.fragment(), 0, MemorySegment.ofArray(new byte[PAGE])), threads);
        hangs.await();
        ticker.addAndGet(TimeUnit.SECONDS.toNanos(10));
        assertThat(hanging.readOnly()).isPresent();
        goesOn.countDown();
        read.join();
        assertThat(hanging.readOnly()).isEmpty();
    }

    /** A disk fails nothing for minutes while it hangs. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void deviceThatHangs_refusesPutsAtOnce_andGoesOnReading(boolean inSync) throws Exception {
        AtomicLong ticker = new AtomicLong();
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        FragmentStore hanging = mount(ticker::get);
        Bytes stored = Bytes.of(Bytes.id(1), PAGE);
        hanging.put(stored.fragment(), stored.segment(), WriteHint.UNKNOWN).join();
        Runnable hang = () -> {
            hangs.countDown();
            await(goesOn);
        };
        device.beforeSync = inSync ? hang : device.beforeSync;
        device.beforeWrite = inSync ? device.beforeWrite : _ -> hang.run();

        Bytes waiting = Bytes.of(Bytes.id(2), PAGE);
        CompletableFuture<Void> put = CompletableFuture.runAsync(
                () -> hanging.put(waiting.fragment(), waiting.segment(), WriteHint.UNKNOWN)
                        .join(),
                threads);
        hangs.await();
        assertThat(hanging.readOnly()).isEmpty();
        ticker.addAndGet(TimeUnit.SECONDS.toNanos(12));
        assertThat(hanging.stall()).hasSeconds(12);
        assertThat(hanging.readOnly()).hasValue("its device has been at one operation for 12 s");
        Bytes late = Bytes.of(Bytes.id(3), PAGE);
        assertFails(
                ErrorCode.UNAVAILABLE,
                () -> hanging.put(late.fragment(), late.segment(), WriteHint.UNKNOWN)
                        .join());
        byte[] into = new byte[PAGE];
        hanging.read(stored.fragment(), 0, MemorySegment.ofArray(into));
        assertThat(into).isEqualTo(stored.content());

        goesOn.countDown();
        put.join();
        assertThat(hanging.readOnly()).isEmpty();
        hanging.put(late.fragment(), late.segment(), WriteHint.UNKNOWN).join();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void wornOutDevice_refusesPutsAsFull_andGoesOnReadingAndDeleting() {
        FlashDevice worn = FlashDevices.builder(TestDevice.SMALL)
                .faults(FaultModel.NONE.withMaxErases(4))
                .inMemory();
        FragmentStore ageing = new FragmentStore(worn, HEADROOM, threads);
        Bytes kept = Bytes.of(Bytes.id(1), 40 * PAGE);
        ageing.put(kept.fragment(), kept.segment(), WriteHint.UNKNOWN).join();
        assertThat(ageing.readOnly()).isEmpty();
        assertFails(ErrorCode.DEVICE_FULL, () -> {
            for (long write = 2; write < 10_000; write++) {
                Bytes bytes = Bytes.of(Bytes.id(write), 20 * PAGE);
                ageing.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN).join();
                ageing.deleteWrites(List.of(bytes.id().writeId()));
            }
        });
        assertThat(worn.smart().readOnly()).isTrue();
        assertThat(ageing.readOnly()).hasValue("its device is worn out");
        byte[] into = new byte[40 * PAGE];
        ageing.read(kept.fragment(), 0, MemorySegment.ofArray(into));
        assertThat(into).isEqualTo(kept.content());
        assertThat(ageing.isWritable()).as("it need not be opened again").isTrue();
        assertThat(ageing.deleteWrites(List.of(kept.id().writeId()))).isEqualTo(1);
        assertThat(new FragmentStore(worn, HEADROOM, threads).readOnly())
                .as("mounted again, before any write")
                .isPresent();
    }

    @Test
    void timingOnlyDevice_takesPuts_butHasNothingToRead() {
        FragmentStore timing = new FragmentStore(
                FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofBlocks(64))), HEADROOM, threads);
        Bytes bytes = Bytes.of(Bytes.id(1), 3 * PAGE);
        timing.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN).join();
        assertThat(timing.wear().hostPageWrites()).isEqualTo(3);
        assertFails(
                ErrorCode.CORRUPT_FRAGMENT,
                () -> timing.read(bytes.fragment(), 0, MemorySegment.ofArray(new byte[3 * PAGE])));
    }

    /** Like a put that is cut short after these pages. */
    private void writePages(Bytes bytes, int firstLogicalPage, int... numbers) {
        for (int number : numbers) {
            MemorySegment spare = MemorySegment.ofArray(new byte[PageOwner.BYTES]);
            new PageOwner(bytes.fragment(), number).encode(spare);
            device.write(
                    firstLogicalPage + number,
                    bytes.segment().asSlice((long) number * PAGE, PAGE),
                    spare,
                    WriteHint.COLD);
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
