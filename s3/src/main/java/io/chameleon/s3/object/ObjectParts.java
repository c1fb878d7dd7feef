package io.chameleon.s3.object;

import io.chameleon.client.ObjectInfo;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts that an object was uploaded in. Their sizes ride in its metadata, equal ones together:
 * {@code 8388608*12,77}. A list that is longer than 2 KiB is not kept: then the object has no parts to ask for.
 *
 * <p>So do their checksums, one after the other in Base64. At most 3 KiB of them are kept: those of 576 parts for
 * CRC32, of 72 for SHA-256. Of an object with more, the whole's alone is known.
 */
public final class ObjectParts {
    /** Names the upload, so that a repeated completion is recognised. */
    public static final String UPLOAD = StoredObject.OWN + "upload";

    static final String SIZES = StoredObject.OWN + "parts";

    static final String CHECKSUMS = StoredObject.OWN + "part-checksums";

    private static final int MOST = 10_000;
    private static final int MOST_BYTES = 2 << 10;
    private static final int MOST_CHECKSUM_CHARACTERS = 3 << 10;

    private ObjectParts() {}

    /**
     * One part.
     *
     * @param checksum in Base64; null if it is not known
     * @param count of all parts; 0 if the object was not uploaded in parts: then it is its own only part
     */
    record Part(ByteSpan span, @Nullable String checksum, int count) {}

    /** Adds what there is to know of the parts. */
    public static void describe(List<Long> sizes, Map<String, String> pairs) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sizes.size(); ) {
            int same = i;
            while (same < sizes.size() && sizes.get(same).equals(sizes.get(i))) {
                same++;
            }
            text.append(text.isEmpty() ? "" : ",").append(sizes.get(i));
            if (same - i > 1) {
                text.append('*').append(same - i);
            }
            i = same;
        }
        if (text.length() <= MOST_BYTES) {
            pairs.put(SIZES, text.toString());
        }
    }

    /**
     * Adds the parts' checksums, if they fit beside what else the object says of itself.
     *
     * @param values in Base64, all of one algorithm
     * @param others pairs that the object will have, too
     */
    public static void describeChecksums(List<String> values, Map<String, String> pairs, Map<String, String> others) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        values.forEach(value -> all.writeBytes(Base64.getDecoder().decode(value)));
        String text = Base64.getEncoder().encodeToString(all.toByteArray());
        if (text.length() > MOST_CHECKSUM_CHARACTERS) {
            return;
        }
        Map<String, String> together = new HashMap<>(others);
        together.putAll(pairs);
        together.put(CHECKSUMS, text);
        try {
            ObjectContent.requireUserMetadata(together);
            pairs.put(CHECKSUMS, text);
        } catch (IllegalArgumentException e) {
            // What the user says of the object comes first.
        }
    }

    /** The checksum of the part of that number, in Base64; null if it is not known. */
    static @Nullable String checksum(ObjectInfo info, int number, int count) {
        String text = info.userMetadata().get(CHECKSUMS);
        if (text == null) {
            return null;
        }
        byte[] all = Base64.getDecoder().decode(text);
        int bytes = all.length / count;
        return Base64.getEncoder().encodeToString(Arrays.copyOfRange(all, (number - 1) * bytes, number * bytes));
    }

    /** Of each part; none if the object was not uploaded in parts. */
    static List<Long> sizes(ObjectInfo info) {
        String text = info.userMetadata().get(SIZES);
        List<Long> sizes = new ArrayList<>();
        if (text != null) {
            for (String run : text.split(",")) {
                String[] sizeAndCount = run.split("\\*");
                int count = sizeAndCount.length > 1 ? Integer.parseInt(sizeAndCount[1]) : 1;
                for (int i = 0; i < count; i++) {
                    sizes.add(Long.parseLong(sizeAndCount[0]));
                }
            }
        }
        return sizes;
    }

    /** The part of that number. */
    static Part find(ObjectInfo info, String text) {
        int number = number(text);
        List<Long> sizes = sizes(info);
        if (number > Math.max(1, sizes.size())) {
            throw new S3Exception(S3Error.INVALID_PART_NUMBER)
                    .with("ActualPartCount", Integer.toString(Math.max(1, sizes.size())))
                    .with("PartNumberRequested", text);
        }
        if (sizes.isEmpty()) {
            return new Part(new ByteSpan(0, info.size()), null, 0);
        }
        long offset =
                sizes.subList(0, number - 1).stream().mapToLong(Long::longValue).sum();
        return new Part(
                new ByteSpan(offset, sizes.get(number - 1)), checksum(info, number, sizes.size()), sizes.size());
    }

    private static int number(String text) {
        int number = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
        if (number < 1 || number > MOST) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT, "Part number must be an integer between 1 and 10000, inclusive")
                    .with("ArgumentName", "partNumber")
                    .with("ArgumentValue", text);
        }
        return number;
    }
}
