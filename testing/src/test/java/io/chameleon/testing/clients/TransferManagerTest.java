package io.chameleon.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.testing.ChameleonCluster;
import io.chameleon.testing.RunningCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.transfer.s3.S3TransferManager;
import software.amazon.awssdk.transfer.s3.model.FileUpload;
import software.amazon.awssdk.transfer.s3.model.ResumableFileUpload;

/** The AWS SDK's transfer manager: large files in parallel parts, and whole directories. */
@ChameleonCluster(s3 = true, mebibytesPerServer = 96, buckets = "transfers")
class TransferManagerTest {
    private static final String BUCKET = "transfers";
    private static final int LARGE = (32 << 20) + 5;
    /** More than the transfer manager has under way at a time, 100. */
    private static final int FILES = 120;

    @TempDir
    Path directory;

    private final S3AsyncClient s3;
    private final S3TransferManager transfers;

    TransferManagerTest(RunningCluster cluster) {
        s3 = Clients.async(cluster, true);
        transfers = S3TransferManager.builder().s3Client(s3).build();
    }

    @AfterEach
    void stop() {
        transfers.close();
        s3.close();
    }

    private Path large(long seed) throws IOException {
        return Files.write(directory.resolve("large"), Clients.bytes(LARGE, seed));
    }

    private FileUpload upload(Path file, String key) {
        return transfers.uploadFile(
                it -> it.source(file).putObjectRequest(put -> put.bucket(BUCKET).key(key)));
    }

    private Path download(String key) {
        Path copy = directory.resolve("copy");
        var unused = transfers
                .downloadFile(it -> it.destination(copy)
                        .getObjectRequest(get -> get.bucket(BUCKET).key(key)))
                .completionFuture()
                .join();
        return copy;
    }

    @Test
    void largeFile_goesUpAndDownInParallelParts() throws IOException {
        Path file = large(1);
        var unused = upload(file, "large").completionFuture().join();
        HeadObjectResponse head =
                s3.headObject(it -> it.bucket(BUCKET).key("large")).join();
        assertThat(head.contentLength()).isEqualTo(LARGE);
        assertThat(head.eTag()).endsWith("-5\"");
        assertThat(download("large")).hasSameBinaryContentAs(file);
    }

    @Test
    void pausedUpload_isResumed() throws IOException {
        Path file = large(2);
        FileUpload begun = upload(file, "paused");
        ResumableFileUpload paused = begun.pause();
        var unused = transfers.resumeUploadFile(paused).completionFuture().join();
        assertThat(download("paused")).hasSameBinaryContentAs(file);
    }

    @Test
    void directory_goesUpAndDown() throws IOException {
        Path source = directory.resolve("source");
        for (int i = 0; i < FILES; i++) {
            Path file = source.resolve("d%d/e %d/file%d.bin".formatted(i % 4, i % 7, i));
            Files.createDirectories(file.getParent());
            Files.write(file, Clients.bytes(i * 97, i));
        }
        assertThat(transfers
                        .uploadDirectory(it -> it.source(source).bucket(BUCKET).s3Prefix("tree"))
                        .completionFuture()
                        .join()
                        .failedTransfers())
                .isEmpty();
        Path copy = directory.resolve("copies");
        assertThat(transfers
                        .downloadDirectory(it -> it.destination(copy)
                                .bucket(BUCKET)
                                .listObjectsV2RequestTransformer(list -> list.prefix("tree/")))
                        .completionFuture()
                        .join()
                        .failedTransfers())
                .isEmpty();
        try (Stream<Path> files = Files.walk(source).filter(Files::isRegularFile)) {
            assertThat(files.toList())
                    .hasSize(FILES)
                    .allSatisfy(file ->
                            assertThat(copy.resolve(source.relativize(file))).hasSameBinaryContentAs(file));
        }
    }
}
