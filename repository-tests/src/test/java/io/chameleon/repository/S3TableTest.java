package io.chameleon.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of the S3 guide says what the lists of {@code integration-tests/s3} say. */
class S3TableTest {
    private static final Path PAGE = Repository.HOME.resolve("docs/guide/s3.md");
    private static final Path LISTS = Repository.HOME.resolve("integration-tests/s3");
    private static final String BEGIN = "<!-- from integration-tests/s3: S3TableTest -->\n";
    private static final String END = "<!-- end of the table -->\n";
    private static final String RENEW =
            "mvn -B -pl repository-tests -am test -Dtest=S3TableTest -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dchameleon.docs.update=true";

    /** Areas and the names of their functions. The first that matches counts. */
    private static final Map<String, Pattern> AREAS = new LinkedHashMap<>();

    static {
        area("access logging", "_logging");
        area("object lock", "object_lock");
        area("encryption", "_enc_|_enc$|encrypted_|encryption|_sse_|_kms");
        area("lifecycle", "lifecycle|restore_|read_through|delete_marker");
        area("versioning", "version|_current_object|object_current|objects_current");
        area("policies, public access", "policy|public_block|block_public|ignore_public|ownership");
        area("CORS", "cors");
        area("POST forms", "post_object");
        area("tags", "tagging|_tags|_tag_|_tag$");
        area("checksums, attributes", "checksum|cksum|attributes");
        area("multipart uploads", "multipart|_part_|_part$");
        area("copies", "copy");
        area("listings", "_list|unordered");
        area("ACLs", "_acl|grant|access_bucket");
        area("conditions", "match|modified");
        area("ranges", "ranged_");
        area("signatures, anonymous requests", "_raw_|_anon|authenticated|100_continue");
        area("other of buckets", "bucket");
        area("other of objects", "");
    }

    private static void area(String name, String functions) {
        AREAS.put(name, Pattern.compile(functions));
    }

    /** Functions of a list, each with what stands beside it. */
    private static Map<String, String> list(String name) {
        return Repository.text(LISTS.resolve(name))
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .collect(Collectors.toMap(
                        line -> line.split(" ", 2)[0],
                        line -> line.contains(" ") ? line.split(" +", 2)[1] : "",
                        (first, second) -> {
                            throw new AssertionError("twice in " + name);
                        },
                        TreeMap::new));
    }

    private static long in(String area, Map<String, String> functions) {
        return functions.keySet().stream()
                .filter(function -> AREAS.entrySet().stream()
                        .filter(each -> each.getValue().matcher(function).find())
                        .findFirst()
                        .map(each -> each.getKey().equals(area))
                        .orElse(false))
                .count();
    }

    private static String table() {
        Map<String, String> pass = list("implemented");
        Map<String, String> open = list("unimplemented");
        Map<String, String> out = list("excluded");
        StringBuilder text = new StringBuilder("| functions of ceph/s3-tests | pass | not yet | do not run |\n");
        text.append("| --- | --- | --- | --- |\n");
        AREAS.keySet()
                .forEach(area -> text.append(
                        "| %s | %d | %d | %d |\n".formatted(area, in(area, pass), in(area, open), in(area, out))));
        text.append("| all | %d | %d | %d |\n".formatted(pass.size(), open.size(), out.size()));
        text.append("\n| why some do not run | functions |\n| --- | --- |\n");
        out.values().stream()
                .collect(Collectors.groupingBy(reason -> reason, Collectors.counting()))
                .entrySet()
                .stream()
                .sorted(Comparator.comparing(Map.Entry<String, Long>::getValue)
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .forEach(reason -> text.append("| %s | %d |\n".formatted(reason.getKey(), reason.getValue())));
        return text.toString();
    }

    @Test
    void guide_hasTheTableOfTheLists() throws IOException {
        String page = Repository.text(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        assertThat(to).as("marks in %s", PAGE).isGreaterThan(from);
        if (Boolean.getBoolean("chameleon.docs.update")) {
            Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
        }
        String current = Repository.text(PAGE);
        assertThat(current.substring(current.indexOf(BEGIN) + BEGIN.length(), current.indexOf(END)))
                .as("The lists have changed: run '%s'", RENEW)
                .isEqualTo(table());
    }

    @Test
    void lists_haveEachFunctionOnce_andAReasonForEachThatDoesNotRun() {
        Map<String, String> out = list("excluded");
        List<String> all = new ArrayList<>(list("implemented").keySet());
        all.addAll(list("unimplemented").keySet());
        all.addAll(out.keySet());
        assertThat(all).doesNotHaveDuplicates();
        assertThat(out.values()).noneMatch(String::isBlank);
    }
}
