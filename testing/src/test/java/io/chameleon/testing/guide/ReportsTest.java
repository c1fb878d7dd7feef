package io.chameleon.testing.guide;

// example: s3
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.testing.ChameleonCluster;
import io.chameleon.testing.RunningCluster;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

@ChameleonCluster(s3 = true, buckets = "reports")
class ReportsTest {
    @Test
    void report_isReadAsItWasStored(RunningCluster cluster) {
        var keys = AwsBasicCredentials.create(cluster.s3AccessKey(), cluster.s3SecretKey());
        try (S3Client s3 = S3Client.builder()
                .endpointOverride(cluster.s3Endpoint())
                .credentialsProvider(StaticCredentialsProvider.create(keys))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .build()) {
            s3.putObject(put -> put.bucket("reports").key("2026/cats"), RequestBody.fromString("They purr."));
            var report = s3.getObjectAsBytes(get -> get.bucket("reports").key("2026/cats"));
            assertThat(report.asUtf8String()).isEqualTo("They purr.");
        }
    }
}
// end
