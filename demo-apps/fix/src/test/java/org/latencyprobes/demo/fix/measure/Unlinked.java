package org.latencyprobes.demo.fix.measure;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.Parser;
import org.latencyprobes.demo.fix.engine.Reports;
import org.latencyprobes.demo.fix.engine.Stage;

/** An engine of which a part is missing at run time. */
record Unlinked(Engine engine) implements Engine {

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public String title() {
        return engine.title();
    }

    @Override
    public List<Stage> stages() {
        return engine.stages();
    }

    @Override
    public Acceptor accept(InetSocketAddress at, Path scratch) {
        throw new NoClassDefFoundError("some/Part");
    }

    @Override
    public Initiator connect(InetSocketAddress server, Reports reports, Path scratch) {
        throw new NoClassDefFoundError("some/Part");
    }

    @Override
    public Optional<Parser> parser() {
        return engine.parser();
    }
}
