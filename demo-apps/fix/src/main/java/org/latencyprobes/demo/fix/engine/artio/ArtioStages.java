package org.latencyprobes.demo.fix.engine.artio;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.demo.fix.codecs.builder.ExecutionReportEncoder;
import org.latencyprobes.demo.fix.codecs.builder.NewOrderSingleEncoder;
import org.latencyprobes.demo.fix.codecs.decoder.ExecutionReportDecoder;
import org.latencyprobes.demo.fix.codecs.decoder.NewOrderSingleDecoder;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import org.latencyprobes.demo.fix.engine.Stage;

/**
 * The stages of Artio. Library and engine run on two threads. What is sent is encoded by the library and written by the engine. What is
 * received is indexed by the engine, if messages are stored, and parsed by the library.
 */
final class ArtioStages {

    private static final String ARTIO = "uk.co.real_logic.artio.";

    private ArtioStages() {}

    static List<Stage> of(ArtioVariant variant) {
        List<Stage> stages = new ArrayList<>();
        stages.addAll(side(Stage.CLIENT, variant, NewOrderSingleEncoder.class, ExecutionReportDecoder.class));
        stages.addAll(side(Stage.SERVER, variant, ExecutionReportEncoder.class, NewOrderSingleDecoder.class));
        stages.add(new Stage("application", Stage.SERVER, OrderDesk.class.getName() + "#execute", "receive", 1));
        return stages;
    }

    private static List<Stage> side(String side, ArtioVariant variant, Class<?> encoder, Class<?> decoder) {
        String sendWithin = side.equals(Stage.SERVER) ? "receive" : Stage.TOP;
        List<Stage> stages = new ArrayList<>(List.of(
                new Stage("send", side, ARTIO + "session.Session#trySend(Encoder)", sendWithin, 1),
                new Stage("encode", side, encoder.getName() + "#encode", "send", 1),
                new Stage("write", side, ARTIO + "engine.framer.FixSenderEndPoint#writeBuffer", Stage.TOP, 1),
                new Stage("receive", side, ARTIO + "library.SessionSubscriber#onMessage", Stage.TOP, 1),
                new Stage("session", side, ARTIO + "session.SessionParser#onMessage(DirectBuffer,..)", "receive", 1),
                new Stage("parse", side, decoder.getName() + "#decode", "receive", 1)));
        if (variant.validating()) {
            stages.add(new Stage("validate", side, decoder.getName() + "#validate", "receive", 1));
        }
        if (variant.storing()) {
            stages.add(new Stage("index", side, ARTIO + "engine.logger.ReplayIndex#onFixMessage", Stage.TOP, 2));
            stages.add(new Stage("store", side, "io.aeron.archive.RecordingWriter#onBlock", Stage.TOP, Stage.BATCHED));
        }
        return stages;
    }
}
