package io.chameleon.core.upload;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * All that the row of a composed version says, and its extents: a small component of its own, written before the upload
 * is completed, from which the version comes back if the database is lost. The version's content id follows from it
 * ({@link #version}). docs/reference/formats.md has the layout.
 *
 * @param upload that it completes; of a copy an id of its own; of a version whose bytes are shared that version's
 * @param crc32c CRC-32C of the whole object
 */
public record ExtentList(
        ObjectId object,
        WriteId upload,
        int crc32c,
        String contentType,
        Map<String, String> userMetadata,
        List<Extent> extents) {
    /** User metadata of the component: the key of its object, which so is known even if the list cannot be read. */
    private static final String KEY = "key";

    private static final long MAGIC = 0x4348_414D_4558_5453L;
    private static final int HEADER_BYTES = Long.BYTES + 2 * Integer.BYTES;
    private static final int EXTENT_BYTES = WriteId.BYTES + 2 * Long.BYTES;

    public ExtentList {
        ObjectId.requireBucket(object.bucket());
        userMetadata = Map.copyOf(userMetadata);
        extents = List.copyOf(extents);
        Require.that(
                !extents.isEmpty() && extents.size() <= ObjectContent.MAX_EXTENTS,
                "extents of " + object,
                extents.size(),
                "1 to " + ObjectContent.MAX_EXTENTS);
        Require.that(size(extents) >= 0, "bytes of " + object, "more", "at most " + Long.MAX_VALUE);
    }

    /** Negative if there are too many. */
    private static long size(List<Extent> extents) {
        long size = 0;
        for (Extent extent : extents) {
            size += extent.length();
            if (size < 0) {
                return size;
            }
        }
        return size;
    }

    /**
     * The list of the version that a completion makes.
     *
     * @throws io.chameleon.core.error.ChameleonError INVALID_PART or INVALID_REQUEST, as the completion itself
     */
    public static ExtentList of(Completion completion, Upload upload, Map<Integer, UploadPart> parts) {
        List<UploadPart> chosen = completion.chosen(parts);
        ObjectContent content = completion.content(upload.id(), upload, chosen);
        return new ExtentList(
                upload.object(),
                upload.id(),
                content.crc32c(),
                content.contentType(),
                content.userMetadata(),
                Completion.extents(chosen));
    }

    /** The list of a version that is not composed, for when another version shares its bytes. */
    public static ExtentList ofShared(ObjectId object, ObjectContent content) {
        return new ExtentList(
                object,
                content.contentId(),
                content.crc32c(),
                content.contentType(),
                content.userMetadata(),
                Copy.extents(content));
    }

    /**
     * Content id of the version that it makes: a digest of its own name, or that of a version that was there before its
     * bytes were shared.
     *
     * @param list content id of the component that it is
     */
    public WriteId version(WriteId list) {
        boolean shared = extents.size() == 1 && extents.get(0).component().equals(Components.sharedBytes(upload));
        return shared ? upload : Components.versionOf(list);
    }

    /** User metadata of the component that it becomes. */
    public Map<String, String> label() {
        return Map.of(KEY, object.key());
    }

    /** The object of a list, by its component's row: "" if the row does not say. */
    public static String key(ObjectContent list) {
        return list.userMetadata().getOrDefault(KEY, "");
    }

    /** Content of the version. */
    public ObjectContent content(WriteId contentId) {
        return new ObjectContent(
                contentId,
                size(extents),
                ObjectContent.MAX_SEGMENT_BYTES,
                0,
                extents.size(),
                crc32c,
                contentType,
                userMetadata);
    }

    public byte[] bytes() {
        List<byte[]> texts = new ArrayList<>();
        texts.add(utf8(object.bucket()));
        texts.add(utf8(object.key()));
        texts.add(utf8(contentType));
        new TreeMap<>(userMetadata).forEach((name, value) -> {
            texts.add(utf8(name));
            texts.add(utf8(value));
        });
        int length = HEADER_BYTES
                + WriteId.BYTES
                + 3 * Integer.BYTES
                + texts.stream().mapToInt(text -> Integer.BYTES + text.length).sum()
                + extents.size() * EXTENT_BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(length);
        bytes.putLong(MAGIC).putInt(ExtentListFormat.CURRENT.number()).putInt(0);
        put(bytes, upload);
        bytes.putInt(crc32c).putInt(userMetadata.size());
        texts.forEach(text -> bytes.putInt(text.length).put(text));
        bytes.putInt(extents.size());
        extents.forEach(extent -> {
            put(bytes, extent.component());
            bytes.putLong(extent.offset()).putLong(extent.length());
        });
        bytes.putInt(HEADER_BYTES - Integer.BYTES, checksum(bytes.array()));
        return bytes.array();
    }

    /**
     * Reads what {@link #bytes} wrote.
     *
     * @throws io.chameleon.core.format.UnreadFormatException if it is of another version
     * @throws IllegalArgumentException in one line if it is damaged, or no list
     */
    public static ExtentList parse(byte[] given) {
        ByteBuffer bytes = ByteBuffer.wrap(given);
        try {
            Require.that(bytes.getLong() == MAGIC, "start of an extent list", "other bytes", "its magic");
            int version = bytes.getInt();
            Require.that(
                    bytes.getInt() == checksum(given), "checksum of an extent list", "another", "that of its bytes");
            ExtentListFormat.require(version);
            WriteId upload = writeId(bytes);
            int crc = bytes.getInt();
            int pairs = bytes.getInt();
            ObjectId object = new ObjectId(text(bytes), text(bytes));
            String type = text(bytes);
            Map<String, String> metadata = new HashMap<>();
            for (int i = 0; i < pairs; i++) {
                metadata.put(text(bytes), text(bytes));
            }
            int count = bytes.getInt();
            List<Extent> extents = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                extents.add(new Extent(writeId(bytes), bytes.getLong(), bytes.getLong()));
            }
            Require.that(!bytes.hasRemaining(), "bytes after an extent list", bytes.remaining(), "none");
            return new ExtentList(object, upload, crc, type, metadata, extents);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("an extent list ends after " + given.length + " bytes, too early", e);
        }
    }

    private static void put(ByteBuffer bytes, WriteId id) {
        bytes.putLong(id.high()).putLong(id.low());
    }

    private static WriteId writeId(ByteBuffer bytes) {
        return new WriteId(bytes.getLong(), bytes.getLong());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ByteBuffer bytes) {
        int length = bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] text = new byte[length];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Of all bytes but its own. */
    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, HEADER_BYTES - Integer.BYTES);
        crc.update(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES);
        return (int) crc.getValue();
    }
}
