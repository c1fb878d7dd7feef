package io.chameleon.s3.call;

import io.chameleon.s3.body.BodyDecoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Passes on the bytes of a body: one buffer for each that was asked for, however the framing cuts them. */
final class DecodingSubscriber implements Flow.Subscriber<ByteBuffer> {
    private final Flow.Subscriber<? super ByteBuffer> to;
    private final BodyDecoder decoder;
    private final Incoming body;
    private Flow.@Nullable Subscription subscription;
    private boolean over;

    /** @param body told what was decoded, before its end is passed on */
    DecodingSubscriber(Flow.Subscriber<? super ByteBuffer> to, BodyDecoder decoder, Incoming body) {
        this.to = to;
        this.decoder = decoder;
        this.body = body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        to.onSubscribe(given);
    }

    @Override
    public void onNext(ByteBuffer piece) {
        if (over) {
            return;
        }
        List<ByteBuffer> decoded = new ArrayList<>(1);
        try {
            decoder.decode(piece, part -> {
                if (part.hasRemaining()) {
                    decoded.add(part);
                }
            });
        } catch (RuntimeException refused) {
            fail(refused);
            return;
        }
        if (decoded.isEmpty()) {
            Objects.requireNonNull(subscription).request(1);
        } else {
            to.onNext(decoded.size() == 1 ? decoded.get(0) : joined(decoded));
        }
    }

    private static ByteBuffer joined(List<ByteBuffer> parts) {
        int all = parts.stream().mapToInt(ByteBuffer::remaining).sum();
        ByteBuffer one = ByteBuffer.allocate(all);
        parts.forEach(one::put);
        return one.flip();
    }

    private void fail(Throwable why) {
        over = true;
        if (subscription != null) {
            subscription.cancel();
        }
        to.onError(why);
    }

    @Override
    public void onError(Throwable thrown) {
        if (!over) {
            over = true;
            to.onError(thrown);
        }
    }

    @Override
    public void onComplete() {
        if (over) {
            return;
        }
        try {
            body.ended(decoder.finish());
        } catch (RuntimeException refused) {
            fail(refused);
            return;
        }
        over = true;
        to.onComplete();
    }
}
