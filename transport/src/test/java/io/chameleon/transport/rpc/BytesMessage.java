package io.chameleon.transport.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.io.OutputStream;

/** A control header of any bytes, which need not be a message at all. */
record BytesMessage(byte[] bytes) implements MessageLite {
    @Override
    public byte[] toByteArray() {
        return bytes;
    }

    @Override
    public ByteString toByteString() {
        return ByteString.copyFrom(bytes);
    }

    @Override
    public int getSerializedSize() {
        return bytes.length;
    }

    @Override
    public void writeTo(CodedOutputStream output) throws IOException {
        output.writeRawBytes(bytes);
    }

    @Override
    public void writeTo(OutputStream output) throws IOException {
        output.write(bytes);
    }

    @Override
    public void writeDelimitedTo(OutputStream output) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Parser<? extends MessageLite> getParserForType() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Builder newBuilderForType() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Builder toBuilder() {
        throw new UnsupportedOperationException();
    }

    @Override
    public MessageLite getDefaultInstanceForType() {
        return this;
    }

    @Override
    public boolean isInitialized() {
        return true;
    }
}
