package org.latencyprobes.demo.fix.engine.quickfixj;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.Parser;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.Stage;

/** The engine QuickFIX/J in its fastest configuration: no log, sequence numbers in memory, messages not kept, no delay in TCP. */
public final class QuickFixEngine implements Engine {

    private final boolean validating;
    private final Duration silenceTimeout;

    private QuickFixEngine(boolean validating, Duration silenceTimeout) {
        this.validating = validating;
        this.silenceTimeout = silenceTimeout;
    }

    /** All configurations of this engine. */
    public static List<Engine> all(Duration silenceTimeout) {
        return List.of(new QuickFixEngine(false, silenceTimeout), new QuickFixEngine(true, silenceTimeout));
    }

    @Override
    public Category category() {
        return Category.QUICKFIX;
    }

    @Override
    public boolean keepsItsCpu() {
        return false;
    }

    @Override
    public String name() {
        return validating ? "quickfixj-validating" : "quickfixj";
    }

    @Override
    public String title() {
        return validating ? "QuickFIX/J, validation" : "QuickFIX/J, no validation";
    }

    @Override
    public List<Stage> stages() {
        return QuickFixStages.of(validating);
    }

    @Override
    public Acceptor accept(InetSocketAddress at, Path scratch) throws IOException {
        return QuickFixAcceptor.start(QuickFixSettings.acceptor(at, validating), at);
    }

    @Override
    public Initiator connect(InetSocketAddress server, ReportListener reports, Path scratch) throws IOException {
        return QuickFixInitiator.connect(
                server, QuickFixSettings.initiator(server, validating), reports, silenceTimeout);
    }

    @Override
    public Optional<Parser> parser() {
        return Optional.of(new QuickFixParser(validating));
    }
}
