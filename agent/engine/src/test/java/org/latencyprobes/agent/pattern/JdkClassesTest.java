package org.latencyprobes.agent.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JdkClassesTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "select.md");

    private static String list(String... names) {
        return '`' + String.join("`, `", names) + "`.";
    }

    @Test
    void thePageHasTheLists() throws IOException {
        String page = Files.readString(PAGE).replaceAll("\\s+", " ");
        assertThat(page).contains(": " + list(JdkClasses.ALLOWED), ": " + list(JdkClasses.IN_USE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.io.FileInputStream",
                "java.net.Socket",
                "java.net.http.HttpClient",
                "java.net.URI$Parser",
                "java.nio.channels.spi.AbstractSelector",
                "java.security.MessageDigest",
                "java.security.cert.CertPath",
                "java.util.zip.Inflater",
                "jdk.internal.net.http.HttpClientImpl",
                "sun.nio.ch.SocketChannelImpl"
            })
    void classesFarFromLinkingAreAllowed(String className) {
        assertThat(JdkClasses.refusal(className)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.String",
                "java.lang.invoke.MethodHandle",
                "java.lang.ref.Reference",
                "java.util.HashMap",
                "java.util.concurrent.ConcurrentHashMap",
                "java.util.concurrent.atomic.AtomicLong",
                "jdk.internal.misc.Unsafe",
                "sun.invoke.util.Wrapper"
            })
    void classesThatLinkingMayUseAreRefused(String className) {
        assertThat(JdkClasses.refusal(className))
                .isEqualTo("it is of the JDK, in a package that linking or recording a probe may use");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"java.security.AccessController", "java.security.CodeSource", "java.security.AccessController$1"
            })
    void classesThatLinkingDoesUseAreRefused(String className) {
        assertThat(JdkClasses.refusal(className)).isEqualTo("it is of the JDK, and linking a probe uses it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.nio.ByteBuffer",
                "java.nio.charset.Charset",
                "java.io.sub.Imagined",
                "java.network.Imagined",
                "sun.nio.fs.UnixPath",
                "sun.instrument.TransformerManager",
                "com.acme.AppendedToTheBootClassPath",
                "NoPackage",
                "java"
            })
    void allOthersAreRefused(String className) {
        assertThat(JdkClasses.refusal(className)).startsWith("it is of the JDK, in a package that is not known");
    }
}
