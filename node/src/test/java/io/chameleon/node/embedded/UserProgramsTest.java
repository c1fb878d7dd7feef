package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs in a directory that is for anybody: nobody runs what somebody else has put there. */
class UserProgramsTest {
    private static final String USER = System.getProperty("user.name");

    @TempDir
    Path temporary;

    @SuppressWarnings("NullAway.Init")
    private Path own;

    @SuppressWarnings("NullAway.Init")
    private Path otherwise;

    @BeforeEach
    void name() {
        own = temporary.resolve("own");
        otherwise = temporary.resolve("otherwise");
    }

    private Path found() {
        return UserPrograms.in(own, USER, UserPrograms::runFrom, otherwise);
    }

    @Test
    void missingDirectory_isMadeForItsUserAlone_andFoundAgain() throws IOException {
        assertThat(found()).isEqualTo(own);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rwx------");
        assertThat(found()).isEqualTo(own);
        assertThat(otherwise).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"rwxrwx---, false", "rwx---rwx, false", "rwx----w-, false", "rwxr-xr-x, true"})
    void directoryThatOthersMayWriteTo_isNotTaken(String permissions, boolean taken) throws IOException {
        Files.createDirectory(own);
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString(permissions));
        assertThat(found()).isEqualTo(taken ? own : otherwise);
    }

    @Test
    void directoryOfAnotherUser_isNotTaken() throws IOException {
        if (USER.equals("root")) {
            Files.createDirectory(own);
            Files.setAttribute(own, "unix:uid", 12_345);
        } else {
            own = Path.of("/usr");
        }
        assertThat(found()).isEqualTo(otherwise);
    }

    /** Many systems mount temporary files so. */
    @Test
    void directoryThatNoProgramRunsFrom_isNotTaken() {
        assertThat(UserPrograms.in(own, USER, directory -> !directory.equals(own), otherwise))
                .isEqualTo(otherwise);
        assertThat(UserPrograms.runFrom(temporary)).isTrue();
        assertThat(UserPrograms.runFrom(Path.of("/proc"))).isFalse();
    }

    @Test
    void linkAndFile_areNotTaken() throws IOException {
        Files.createSymbolicLink(own, Files.createDirectory(temporary.resolve("elsewhere")));
        assertThat(found()).isEqualTo(otherwise);
        Files.delete(own);
        Files.createFile(own);
        assertThat(found()).isEqualTo(otherwise);
    }

    @Test
    void userThatTheSystemDoesNotKnow_andDirectoryThatCannotBeMade_takeTheOther() {
        assertThat(UserPrograms.in(own, "?", UserPrograms::runFrom, otherwise)).isEqualTo(otherwise);
        assertThat(UserPrograms.in(temporary.resolve("missing/own"), USER, UserPrograms::runFrom, otherwise))
                .isEqualTo(otherwise);
    }
}
