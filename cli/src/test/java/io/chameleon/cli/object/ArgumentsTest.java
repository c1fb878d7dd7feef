package io.chameleon.cli.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chameleon.core.ObjectId;
import io.chameleon.core.version.VersionId;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** What users write after a command: objects, buckets with prefixes, ranges, versions, schemes. */
class ArgumentsTest {
    @ParameterizedTest
    @CsvSource({
        "photos/cat, photos, cat",
        "photos/2030/cat, photos, 2030/cat",
        "photos//cat, photos, /cat",
        "photos//, photos, /",
        "photos/..//, photos, ..//",
        "photos/ä σ🐈, photos, ä σ🐈",
        "photos/a/b/, photos, a/b/",
        "a.b-3/x, a.b-3, x",
        "photos~05/a/b, photos, a/b"
    })
    void object_isTheBucketBeforeTheFirstSlash_andAllBehindItIsTheKey(String text, String bucket, String key) {
        assertThat(new ObjectPath().convert(text)).isEqualTo(new ObjectId(bucket, key));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##          | '' given, expected BUCKET/KEY",
                "photos      | 'photos' given, expected BUCKET/KEY",
                "photos/     | 'photos/' given, expected BUCKET/KEY",
                "/cat        | '/cat' given, expected BUCKET/KEY",
                "Photos/cat  | bucket: 'Photos' given, expected 3 to 63 lower-case letters",
                "ab/cat      | bucket: 'ab' given, expected 3 to 63",
                "pho_tos/cat | bucket: 'pho_tos' given",
                "phötos/cat  | bucket: 'phötos' given",
                "-photos/cat | bucket: '-photos' given",
                "photos+chunks/cat | bucket: 'photos+chunks' given",
                "photos+parts/cat  | bucket: 'photos+parts' given",
                "photos~05+parts/cat | bucket: 'photos+parts' given",
                "photos~16/cat     | slice: 'photos~16' given, expected BUCKET~00 to BUCKET~15",
                "photos~5/cat      | slice: 'photos~5' given"
            })
    void objectThatIsNone_isQuoted_withWhatWasExpected(String text, String message) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new ObjectPath().convert(text))
                .withMessageStartingWith(message);
    }

    @Test
    void keyThatIsTooLong_countsInBytes_andIsNotShownWhole() {
        String fits = "ä".repeat(ObjectId.MAX_KEY_BYTES / 2);
        assertThat(new ObjectPath().convert("photos/" + fits).key()).isEqualTo(fits);
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new ObjectPath().convert("photos/" + fits + "x"))
                .withMessageStartingWith("object key: 'ää")
                .withMessageEndingWith("...' given, expected 1 to 1024 bytes of UTF-8 without NUL");
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new ObjectPath().convert("photos/a\0b"))
                .withMessageStartingWith("object key: 'a?b' given");
    }

    @ParameterizedTest
    @CsvSource({"photos, photos, ''", "photos/, photos, ''", "photos/dir/c, photos, dir/c", "photos//, photos, /"})
    void prefix_isWhateverFollowsTheFirstSlash_andMayBeNothing(String text, String bucket, String prefix) {
        assertThat(new BucketPrefix.Converter().convert(text)).isEqualTo(new BucketPrefix(bucket, prefix));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/photos", "ab", "PHOTOS", "photos+chunks", "photos.", "a b"})
    void bucketThatIsNone_isQuoted(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new BucketPrefix.Converter().convert(text))
                .withMessageStartingWith("bucket: '");
    }

    @Test
    void commandForABucket_takesNoKeyBehindIt() {
        BucketPrefix.Converter converter = new BucketPrefix.Converter();
        assertThat(converter.convert("photos/").requireBucketAlone()).isEqualTo("photos");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.convert("photos/dir/").requireBucketAlone())
                .withMessage("BUCKET: 'photos/dir/' given, expected a bucket without a key");
    }

    @ParameterizedTest
    @CsvSource({"0-0, 0, 1", "0-99, 0, 100", "7-7, 7, 1", "1000000000000-1000000000001, 1000000000000, 2", "007-9, 7, 3"
    })
    void range_countsFromZero_andIncludesBothEnds(String text, long from, long length) {
        ByteSpan span = new ByteSpan.Converter().convert(text);
        assertThat(span.from()).isEqualTo(from);
        assertThat(span.length()).isEqualTo(length);
    }

    /** The length of a range that never ends must not overflow: it would come out negative. */
    @Test
    void rangeWithoutEnd_isToTheEnd_wherever() {
        assertThat(ByteSpan.ALL.length()).isEqualTo(Long.MAX_VALUE);
        for (String from : new String[] {"0", "5", "999999999999999999"}) {
            ByteSpan span = new ByteSpan.Converter().convert(from + "-");
            assertThat(span.length()).as(from).isPositive();
            assertThat(span.to()).isEqualTo(ByteSpan.ALL.to());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "-5", "5", "9-1", "a-b", "1-2-3", " 1-2", "1 - 2", "+1-2", "٣-٤", "9999999999999999999-"
            })
    void rangeThatIsNone_isQuoted_withAnExample(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new ByteSpan.Converter().convert(text))
                .withMessage("'" + text + "' given, expected FROM-TO or FROM-, such as 0-99");
    }

    @Test
    void version_isThirtyTwoDigits_orNull() {
        RmCommand.VersionText converter = new RmCommand.VersionText();
        String id = "0123456789abcdef0123456789abcdef";
        assertThat(converter.convert(id)).isEqualTo(new VersionId(id));
        assertThat(converter.convert("null")).isEqualTo(VersionId.NULL);
        for (String wrong : new String[] {"", "NULL", id.substring(1), id + "0", id.toUpperCase(Locale.ROOT)}) {
            assertThatExceptionOfType(TypeConversionException.class)
                    .as(wrong)
                    .isThrownBy(() -> converter.convert(wrong))
                    .withMessageStartingWith("version id: '" + wrong + "' given, expected 32 lower-case");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"REP(2)", "REP(5)", "cluster"})
    void schemeOfCopies_isTakenAsItIsWritten(String text) {
        assertThat(new SchemeOptions.Rep().convert(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC(4+2)", "EC(8+3)", "LRC(12+2+2)", "cluster"})
    void codingScheme_isTakenAsItIsWritten(String text) {
        assertThat(new SchemeOptions.Ec().convert(text)).isEqualTo(text);
    }

    /** One copy, or a stripe without parity, would be lost with its server. */
    @ParameterizedTest
    @ValueSource(strings = {"", "3", "REP", "REP(0)", "REP(1)", "REP(999)", "rep(3)", "EC(4+2)", "Cluster"})
    void schemeOfCopies_thatIsNone_isRefused(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new SchemeOptions.Rep().convert(text))
                .withMessageContaining("given, expected ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "4+2", "EC(4)", "EC(0+2)", "EC(4+0)", "EC(200+100)", "LRC(12+5+2)", "REP(3)", "EC(4+2) "})
    void codingScheme_thatIsNone_isRefused(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new SchemeOptions.Ec().convert(text))
                .withMessageContaining("given, expected ");
    }
}
