package org.latencyprobes.demo.fix.engine.quickfixj;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.Parser;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.Stage;

/** The engine QuickFIX/J: in its fastest configuration, in the published one, and in those between. */
public final class QuickFixEngine implements Engine {

    private static final String OLD_RELEASE = "1.6.2";

    private final QuickFixVariant variant;
    private final Duration silenceTimeout;

    private QuickFixEngine(QuickFixVariant variant, Duration silenceTimeout) {
        this.variant = variant;
        this.silenceTimeout = silenceTimeout;
    }

    /** All configurations of this engine. */
    public static List<Engine> all(Duration silenceTimeout) {
        return Stream.of(QuickFixVariant.values())
                .<Engine>map(variant -> new QuickFixEngine(variant, silenceTimeout))
                .toList();
    }

    @Override
    public boolean keepsItsCpu() {
        return false;
    }

    @Override
    public String name() {
        return variant.id();
    }

    @Override
    public String title() {
        return variant.title();
    }

    @Override
    public Optional<String> otherRelease() {
        return variant.isOldRelease() ? Optional.of("quickfixj-" + OLD_RELEASE) : Optional.empty();
    }

    @Override
    public List<Stage> stages() {
        return variant.isOldRelease() ? List.of() : QuickFixStages.of(variant.validates());
    }

    @Override
    public Acceptor accept(InetSocketAddress at, Path scratch) throws IOException {
        checkRelease();
        return QuickFixAcceptor.start(variant, at, scratch);
    }

    @Override
    public Initiator connect(InetSocketAddress server, ReportListener reports, Path scratch) throws IOException {
        checkRelease();
        return QuickFixInitiator.connect(variant, server, scratch, reports, silenceTimeout);
    }

    /** Only the configurations that are not steps on the way to the published one: the parser is theirs. */
    @Override
    public Optional<Parser> parser() {
        return variant == QuickFixVariant.NO_VALIDATION || variant == QuickFixVariant.VALIDATION
                ? Optional.of(new QuickFixParser(variant.validates()))
                : Optional.empty();
    }

    /** A JVM without the jars of the old release would measure the new one under its name. */
    private void checkRelease() throws IOException {
        String loaded = QuickFixSettings.release();
        if (variant.isOldRelease() != loaded.equals(OLD_RELEASE)) {
            throw new IOException("this JVM has QuickFIX/J " + loaded);
        }
    }
}
