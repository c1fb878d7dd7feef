package io.chameleon.s3.call;

import io.chameleon.client.ObjectSource;
import io.chameleon.s3.auth.Payload;
import io.chameleon.s3.body.BodyDecoder;
import io.chameleon.s3.body.BodyPlan;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.body.DecodedBody;
import io.chameleon.s3.body.SegmentMd5;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a request brings, without their framing. They end with an {@link io.chameleon.s3.error.S3Exception} in
 * place of the completion if they are not what the client announced or signed. A buffer is the subscriber's until
 * {@code onNext} returns. What is known only at the end may be asked for after the completion.
 */
public final class Incoming implements Flow.Publisher<ByteBuffer> {
    /** S3's bound of one PUT, and of one part. */
    public static final long MOST_OF_OBJECT = 5L << 30;

    private final Flow.Publisher<ByteBuffer> raw;
    private final BodyPlan plan;
    private final BodyDecoder decoder;
    private final @Nullable SegmentMd5 beside;
    private volatile @Nullable DecodedBody result;

    private Incoming(Flow.Publisher<ByteBuffer> raw, BodyPlan plan, BodyDecoder decoder) {
        this(raw, plan, decoder, null);
    }

    private Incoming(Flow.Publisher<ByteBuffer> raw, BodyPlan plan, BodyDecoder decoder, @Nullable SegmentMd5 beside) {
        this.raw = raw;
        this.plan = plan;
        this.decoder = decoder;
        this.beside = beside;
    }

    /** Bytes to store, at most 5 GiB. */
    public static Incoming object(Call call) {
        return object(call, null);
    }

    /** @param unannounced the checksum to compute if the client announces none; null for none */
    public static Incoming object(Call call, @Nullable ChecksumAlgorithm unannounced) {
        BodyPlan plan = BodyPlan.of(call.request().rawHeaders(), call.who().payload());
        SegmentMd5 beside = SegmentMd5.of(plan);
        BodyDecoder decoder = beside == null
                ? new BodyDecoder(plan, MOST_OF_OBJECT, true, unannounced)
                : new BodyDecoder(plan.withoutMd5(), MOST_OF_OBJECT, false, unannounced);
        return new Incoming(call.request().body(), plan, decoder, beside);
    }

    /** A document for the gateway. */
    static Incoming document(Call call, long most) {
        BodyPlan plan = BodyPlan.of(call.request().rawHeaders(), call.who().payload());
        return new Incoming(call.request().body(), plan, new BodyDecoder(plan, most, true, null));
    }

    /** A document whose request has checksum headers that are about something else. */
    static Incoming unrelated(Call call, long most) {
        BodyPlan plan =
                BodyPlan.withoutChecksum(call.request().rawHeaders(), call.who().payload());
        return new Incoming(call.request().body(), plan, new BodyDecoder(plan, most, false, null));
    }

    /** Bytes of another object: their hashes are taken on the way. */
    public static Incoming copied(Flow.Publisher<ByteBuffer> bytes, long length, @Nullable ChecksumAlgorithm wanted) {
        BodyPlan plan = new BodyPlan(Payload.UNSIGNED, length, null, null, null);
        return new Incoming(bytes, plan, new BodyDecoder(plan, Long.MAX_VALUE, true, wanted));
    }

    /** The file of a form with these fields. */
    public static Incoming file(Flow.Publisher<ByteBuffer> bytes, Map<String, String> fields, long most) {
        BodyPlan plan = BodyPlan.ofForm(fields);
        return new Incoming(bytes, plan, new BodyDecoder(plan, most, true, null));
    }

    /** Bytes; -1 if the client did not say. */
    public long length() {
        return plan.length();
    }

    /** All of it is there and as announced. */
    void ended(DecodedBody decoded) {
        result = decoded;
    }

    private DecodedBody result() {
        return Objects.requireNonNull(result, "the body has not come to its end");
    }

    /**
     * In hex. If it is computed beside the body, what was announced is compared only now.
     */
    public String md5() {
        return beside == null ? Objects.requireNonNull(result().md5()) : beside.hex();
    }

    /** The same bytes for the store. */
    public ObjectSource source() {
        ObjectSource bytes = length() >= 0 ? ObjectSource.of(this, length()) : ObjectSource.of(this);
        return beside == null ? bytes : bytes.inspectedBy(beside::add);
    }

    /** How many there were. */
    public long received() {
        return result().length();
    }

    /** What the client announced and was verified, or what stands in for it: base64 by algorithm in lower case. */
    public Map<String, String> checksums() {
        var checksum = result().checksum();
        return checksum == null
                ? Map.of()
                : Map.of(checksum.algorithm().name().toLowerCase(Locale.ROOT), checksum.value());
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        raw.subscribe(new DecodingSubscriber(subscriber, decoder, this));
    }
}
