package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Exception;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The credential of a signature: {@code accessKey/date/region/s3/aws4_request}. Access keys may hold slashes. */
record Scope(String accessKey, String date, String region) {
    static final String SERVICE = "s3";
    static final String TERMINATOR = "aws4_request";

    private static final int PARTS = 5;

    /**
     * Parses and checks it.
     *
     * @param day of the request: keys of another day do not sign it
     * @param servedRegion null: any
     */
    static Scope parse(String credential, String day, @Nullable String servedRegion, Fault fault) {
        List<String> parts = Arrays.asList(credential.split("/", -1));
        int size = parts.size();
        if (size < PARTS) {
            throw fault.because("the Credential is mal-formed; expecting"
                    + " \"<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request\".");
        }
        Scope scope = new Scope(
                String.join("/", parts.subList(0, size - PARTS + 1)), parts.get(size - 4), parts.get(size - 3));
        if (!parts.get(size - 1).equals(TERMINATOR)) {
            throw fault.because(
                    "incorrect terminal \"" + parts.get(size - 1) + "\". This endpoint uses \"aws4_request\".");
        }
        if (!parts.get(size - 2).equals(SERVICE)) {
            throw fault.because("incorrect service \"" + parts.get(size - 2) + "\". This endpoint belongs to \"s3\".");
        }
        scope.check(day, servedRegion, fault);
        return scope;
    }

    private void check(String day, @Nullable String servedRegion, Fault fault) {
        if (!date.equals(day)) {
            throw fault.because(
                    "incorrect date \"" + date + "\". This date is not the same as X-Amz-Date: \"" + day + "\".");
        }
        if (region.isEmpty() || (servedRegion != null && !servedRegion.equals(region))) {
            S3Exception wrong = fault.because("the region '" + region + "' is wrong; expecting '"
                    + (servedRegion == null ? "us-east-1" : servedRegion) + "'");
            throw servedRegion == null ? wrong : wrong.with("Region", servedRegion);
        }
    }

    /** The scope without the access key, as it is signed. */
    String signed() {
        return date + "/" + region + "/" + SERVICE + "/" + TERMINATOR;
    }
}
