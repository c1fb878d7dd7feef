package io.chameleon.testing.clients;

import io.chameleon.testing.RunningCluster;
import io.minio.MinioClient;
import java.net.URI;
import java.util.SplittableRandom;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.builder.SdkClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3BaseClientBuilder;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** Clients as their guides build them: nothing is set but address and keys. One try each, so that no fault hides. */
final class Clients {
    private Clients() {}

    private static StaticCredentialsProvider keys(RunningCluster cluster) {
        return StaticCredentialsProvider.create(
                AwsBasicCredentials.create(cluster.s3AccessKey(), cluster.s3SecretKey()));
    }

    private static <B extends S3BaseClientBuilder<B, ?> & SdkClientBuilder<B, ?>> B with(
            B builder, RunningCluster cluster) {
        return builder.endpointOverride(cluster.s3Endpoint())
                .credentialsProvider(keys(cluster))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .overrideConfiguration(override -> override.retryStrategy(retry -> retry.maxAttempts(1)));
    }

    static S3Client blocking(RunningCluster cluster) {
        return with(S3Client.builder(), cluster).build();
    }

    /** @param inParts whether large objects are cut into parts by the client */
    static S3AsyncClient async(RunningCluster cluster, boolean inParts) {
        return with(S3AsyncClient.builder(), cluster).multipartEnabled(inParts).build();
    }

    static S3Presigner presigner(RunningCluster cluster) {
        return S3Presigner.builder()
                .endpointOverride(cluster.s3Endpoint())
                .credentialsProvider(keys(cluster))
                .region(Region.US_EAST_1)
                .serviceConfiguration(
                        S3Configuration.builder().pathStyleAccessEnabled(true).build())
                .build();
    }

    static MinioClient minio(RunningCluster cluster) {
        URI endpoint = cluster.s3Endpoint();
        return MinioClient.builder()
                .endpoint(endpoint.toString())
                .credentials(cluster.s3AccessKey(), cluster.s3SecretKey())
                .build();
    }

    /** Bytes that no client takes for text. */
    static byte[] bytes(int count, long seed) {
        byte[] bytes = new byte[count];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }
}
