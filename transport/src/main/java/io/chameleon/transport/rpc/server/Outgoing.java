package io.chameleon.transport.rpc.server;

import io.chameleon.transport.protocol.FileBytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import java.util.List;
import java.util.function.Consumer;

/**
 * A frame on its way out: bytes in memory and, after them, those that are sent from files. Sent or released once.
 *
 * @param files not yet written to the channel, so that nothing of them is to be released
 */
record Outgoing(ByteBuf head, List<FileBytes.Range> files) {
    static Outgoing of(ByteBuf frame) {
        return new Outgoing(frame, List.of());
    }

    /** Bytes that it holds in memory. */
    int held() {
        return head.readableBytes();
    }

    int length() {
        return held() + files.stream().mapToInt(FileBytes.Range::length).sum();
    }

    void release() {
        head.release();
    }

    /** On the event loop, which writes the parts one after the other; {@code done} learns whether all have left. */
    void send(Channel channel, Consumer<Boolean> done) {
        ChannelFuture last = channel.write(head);
        for (FileBytes.Range range : files) {
            last = channel.write(region(range));
        }
        ChannelFuture unused = last.addListener(sent -> done.accept(sent.isSuccess()));
        channel.flush();
    }

    private static FileRegion region(FileBytes.Range range) {
        return new DefaultFileRegion(range.file(), range.position(), range.length()) {
            /** The file belongs to whoever gave it. */
            @Override
            protected void deallocate() {}
        };
    }
}
