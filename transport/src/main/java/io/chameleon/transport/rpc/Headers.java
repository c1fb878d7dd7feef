package io.chameleon.transport.rpc;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import java.io.IOException;

/** Parses control headers from untrusted peers. */
public final class Headers {
    /**
     * An empty element of a repeated field takes two bytes on the wire and a hundred in memory. Real elements are
     * longer, so this limit keeps a header of 16 MiB from becoming a gigabyte of empty objects, and no honest header
     * reaches it.
     */
    static final int MAX_FIELDS = 1 << 18;

    /** A write and its key for each. The handler refuses more anyway, and any user may send this message. */
    static final int MAX_FIELDS_OF_DELETION = 2 * Wire.MOST_DELETED;

    private static final int HARMLESS_BYTES = 64 << 10;

    private Headers() {}

    public static MessageLite parse(MessageType type, Parser<? extends MessageLite> parser, byte[] header) {
        try {
            if (header.length > HARMLESS_BYTES) {
                requireFewFields(type, header);
            }
            return parser.parseFrom(header);
        } catch (InvalidProtocolBufferException e) {
            throw new ChameleonError(ErrorCode.PROTOCOL_ERROR, "header of " + type + ": cannot be read", e);
        }
    }

    private static void requireFewFields(MessageType type, byte[] header) throws InvalidProtocolBufferException {
        CodedInputStream in = CodedInputStream.newInstance(header);
        int most = type == MessageType.DELETE_FRAGMENTS ? MAX_FIELDS_OF_DELETION : MAX_FIELDS;
        int fields = 0;
        try {
            for (int tag = in.readTag(); tag != 0 && fields <= most; tag = in.readTag()) {
                fields++;
                if (!in.skipField(tag)) {
                    break;
                }
            }
        } catch (InvalidProtocolBufferException e) {
            throw e;
        } catch (IOException e) {
            throw new InvalidProtocolBufferException(e);
        }
        if (fields > most) {
            throw new ChameleonError(
                    ErrorCode.PROTOCOL_ERROR,
                    "header of " + type + ": 'more than " + most + " fields' given, expected at most as many");
        }
    }
}
