package io.chameleon.s3.form;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The body of a form for one subscriber of its file: first its fields, then the file's bytes as they arrive. Reads
 * ahead what came in one piece with the fields, no more.
 */
final class FormBody implements Flow.Publisher<ByteBuffer>, Flow.Subscriber<ByteBuffer> {
    private final FormDecoder decoder;
    private final CompletableFuture<Form> form = new CompletableFuture<>();

    // All guarded by this.
    private final ByteArrayOutputStream ready = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription source;
    private Flow.@Nullable Subscriber<? super ByteBuffer> file;
    private @Nullable Throwable failure;
    private long demand;
    private boolean sourceEnded;
    private boolean over;
    private boolean draining;

    FormBody(FormDecoder decoder) {
        this.decoder = decoder;
    }

    /** Reads as far as the file; fails with what is wrong before it. */
    CompletableFuture<Form> open(Flow.Publisher<ByteBuffer> body) {
        body.subscribe(this);
        return form;
    }

    @Override
    public synchronized void onSubscribe(Flow.Subscription given) {
        source = given;
        given.request(1);
    }

    @Override
    public synchronized void onNext(ByteBuffer piece) {
        try {
            decoder.decode(piece, bytes -> {
                byte[] copy = new byte[bytes.remaining()];
                bytes.get(copy);
                ready.writeBytes(copy);
            });
        } catch (S3Exception wrong) {
            onError(wrong);
            return;
        }
        Form read = decoder.form();
        if (read != null) {
            form.complete(read);
            drain();
        } else if (source != null) {
            source.request(1);
        }
    }

    @Override
    public synchronized void onError(Throwable thrown) {
        failure = thrown;
        form.completeExceptionally(thrown);
        drain();
    }

    @Override
    public synchronized void onComplete() {
        sourceEnded = true;
        form.completeExceptionally(new S3Exception(S3Error.INCORRECT_NUMBER_OF_FILES_IN_POST_REQUEST));
        drain();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                synchronized (FormBody.this) {
                    demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
                    drain();
                }
            }

            @Override
            public void cancel() {
                synchronized (FormBody.this) {
                    over = true;
                    if (source != null) {
                        source.cancel();
                    }
                }
            }
        });
        synchronized (this) {
            file = subscriber;
            drain();
        }
    }

    /** In a loop: an answer within a request for more must not deepen the stack. */
    private void drain() {
        if (!draining) {
            draining = true;
            while (step()) {
                // the next buffer
            }
            draining = false;
        }
    }

    /** Gives what is there, ends, or asks for more; whether there may be more to do. */
    private boolean step() {
        Flow.Subscriber<? super ByteBuffer> to = file;
        if (over || to == null) {
            return false;
        }
        if (failure != null) {
            over = true;
            to.onError(failure);
            return false;
        }
        if (ready.size() > 0) {
            if (demand > 0) {
                demand--;
                ByteBuffer bytes = ByteBuffer.wrap(ready.toByteArray());
                ready.reset();
                to.onNext(bytes);
                return true;
            }
            return false;
        }
        if (sourceEnded) {
            end(to);
        } else if (demand > 0 && source != null) {
            source.request(1);
        }
        return false;
    }

    private void end(Flow.Subscriber<? super ByteBuffer> to) {
        over = true;
        try {
            Form whole = decoder.finish();
            assert whole != null;
        } catch (S3Exception wrong) {
            to.onError(wrong);
            return;
        }
        to.onComplete();
    }
}
