package io.chameleon.transport.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Where a channel reads to: the body of the arriving frame if it is long, otherwise buffers of adaptive size. So a long
 * payload is read in few large pieces, straight to its final place.
 */
final class BodyReads implements RecvByteBufAllocator {
    private final FrameDecoder decoder;
    private final AdaptiveRecvByteBufAllocator adaptive = new AdaptiveRecvByteBufAllocator();

    BodyReads(FrameDecoder decoder) {
        this.decoder = decoder;
    }

    @Override
    public Handle newHandle() {
        return new LendingHandle(adaptive.newHandle());
    }

    private final class LendingHandle extends DelegatingHandle implements ExtendedHandle {
        private final ExtendedHandle delegate;

        LendingHandle(Handle delegate) {
            super(delegate);
            this.delegate = (ExtendedHandle) delegate;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            ByteBuf lent = decoder.lend();
            return lent != null ? lent : super.allocate(allocator);
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMoreDataSupplier) {
            return delegate.continueReading(maybeMoreDataSupplier);
        }
    }
}
