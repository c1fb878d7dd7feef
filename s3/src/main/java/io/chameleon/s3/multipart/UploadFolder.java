package io.chameleon.s3.multipart;

import io.chameleon.client.UploadInfo;
import java.util.ArrayList;
import java.util.List;

/** A page of uploads in the making: folds keys by a delimiter, and stops when it is full. */
final class UploadFolder {
    private final String prefix;
    private final String delimiter;
    private final String afterKey;
    private final int most;
    private final List<UploadInfo> uploads = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    private String lastKey = "";
    private String lastId = "";
    private boolean truncated;

    UploadFolder(String prefix, String delimiter, String afterKey, int most) {
        this.prefix = prefix;
        this.delimiter = delimiter;
        this.afterKey = afterKey;
        this.most = most;
    }

    /** The next upload in order; false if there is no room for it. */
    boolean take(UploadInfo upload) {
        String folded = folded(upload.key());
        if (!folded.isEmpty() && (folded.equals(lastPrefix()) || afterKey.startsWith(folded))) {
            return true;
        }
        if (uploads.size() + prefixes.size() == most) {
            truncated = most > 0;
            return false;
        }
        if (folded.isEmpty()) {
            uploads.add(upload);
            lastKey = upload.key();
            lastId = upload.id();
        } else {
            prefixes.add(folded);
            lastKey = folded;
            lastId = "";
        }
        return true;
    }

    private String folded(String key) {
        int at = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
        return at < 0 ? "" : key.substring(0, at + delimiter.length());
    }

    private String lastPrefix() {
        return prefixes.isEmpty() ? "" : prefixes.get(prefixes.size() - 1);
    }

    int most() {
        return most;
    }

    boolean isTruncated() {
        return truncated;
    }

    String lastKey() {
        return lastKey;
    }

    String lastId() {
        return lastId;
    }

    List<UploadInfo> uploads() {
        return uploads;
    }

    List<String> prefixes() {
        return prefixes;
    }
}
