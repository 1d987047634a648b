package org.latencyprobes.demo.fix.engine.artio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.Parser;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.Stage;

/**
 * The engine Artio. Its threads yield between messages, and its codecs are generated from a dictionary of the messages that the demo sends.
 */
public final class ArtioEngine implements Engine {

    private static final List<String> OPENS = List.of(
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    private static final String NO_VALIDATION = "-Dfix.codecs.no_validation=true";

    private final ArtioVariant variant;
    private final Duration silenceTimeout;

    private ArtioEngine(ArtioVariant variant, Duration silenceTimeout) {
        this.variant = variant;
        this.silenceTimeout = silenceTimeout;
    }

    /** All configurations of this engine. */
    public static List<Engine> all(Duration silenceTimeout) {
        return Stream.of(
                        new ArtioVariant(false, false),
                        new ArtioVariant(true, false),
                        new ArtioVariant(false, true),
                        new ArtioVariant(true, true))
                .<Engine>map(variant -> new ArtioEngine(variant, silenceTimeout))
                .toList();
    }

    @Override
    public boolean keepsItsCpu() {
        return true;
    }

    @Override
    public String name() {
        return variant.name();
    }

    @Override
    public String title() {
        return variant.title();
    }

    /** Artio's codecs read only once in a JVM whether they have to keep what validation needs. */
    @Override
    public List<String> jvmFlags() {
        List<String> flags = new ArrayList<>(OPENS);
        if (!variant.validating()) {
            flags.add(NO_VALIDATION);
        }
        return flags;
    }

    @Override
    public List<Stage> stages() {
        return ArtioStages.of(variant);
    }

    @Override
    public Acceptor accept(InetSocketAddress at, Path scratch) throws IOException {
        return new ArtioAcceptor(variant, at, scratch);
    }

    @Override
    public Initiator connect(InetSocketAddress server, ReportListener reports, Path scratch) throws IOException {
        return new ArtioInitiator(variant, server, reports, scratch, silenceTimeout);
    }

    @Override
    public Optional<Parser> parser() {
        return Optional.of(new ArtioParser(variant.validating()));
    }
}
