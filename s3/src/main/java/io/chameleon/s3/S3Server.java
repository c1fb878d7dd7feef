package io.chameleon.s3;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.s3.access.AccessControl;
import io.chameleon.s3.access.BucketCache;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.auth.Authenticator;
import io.chameleon.s3.auth.Credentials;
import io.chameleon.s3.bucket.Cors;
import io.chameleon.s3.http.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.time.InstantSource;

/** A gateway that serves S3 from a cluster. Stateless: any number may serve the same cluster. */
public final class S3Server implements AutoCloseable {
    private final HttpServer server;

    private S3Server(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts to listen. The caller closes the client after the server.
     *
     * @param credentials of the users
     * @param clock judges signatures' times, and tells when objects expire that are being written
     * @throws IllegalStateException in one line if the address cannot be bound
     */
    public static S3Server start(
            S3Config config,
            AsyncChameleonClient client,
            Credentials credentials,
            MeterRegistry registry,
            InstantSource clock) {
        BucketCache buckets = new BucketCache(client, config.bucketLifetime(), System::nanoTime);
        AccessControl access =
                new AccessControl(client, config.bucketLifetime(), System::nanoTime, config.openUnowned(), clock);
        Cors cors = new Cors(buckets);
        Authenticator authenticator = new Authenticator(credentials, null, clock);
        Gateway gateway = new Gateway(
                config.domains(),
                authenticator,
                buckets,
                access,
                cors,
                Handlers.of(
                        config,
                        client,
                        buckets,
                        access,
                        new AclRequests(credentials::isUser),
                        cors,
                        authenticator,
                        clock));
        return new S3Server(new HttpServer(
                new InetSocketAddress(config.host(), config.port()),
                config.tls(),
                config.limits(),
                config.trustedProxies(),
                gateway,
                registry,
                clock));
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** Takes no more requests, answers those in flight, then closes. */
    @Override
    public void close() {
        server.close();
    }
}
