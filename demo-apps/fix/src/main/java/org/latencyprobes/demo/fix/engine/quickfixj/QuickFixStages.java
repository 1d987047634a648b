package org.latencyprobes.demo.fix.engine.quickfixj;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.demo.fix.engine.Stage;

/** The stages of QuickFIX/J. */
final class QuickFixStages {

    private QuickFixStages() {}

    static List<Stage> of(boolean validating) {
        List<Stage> stages = new ArrayList<>();
        for (String side : List.of(Stage.CLIENT, Stage.SERVER)) {
            stages.add(new Stage("send", side, "quickfix.Session#send(Message)", Stage.TOP));
            stages.add(new Stage("encode", side, "quickfix.Message#toString()", "send"));
            stages.add(new Stage("store", side, "quickfix.Session#persist", "send"));
            stages.add(new Stage(HandoffProbes.TO_WRITER, side, Stage.PROGRAMMATIC, Stage.TOP));
            stages.add(new Stage(
                    "write", side, "org.apache.mina.transport.socket.nio.NioProcessor#write", HandoffProbes.TO_WRITER));
            stages.add(new Stage(HandoffProbes.TO_APPLICATION, side, Stage.PROGRAMMATIC, Stage.TOP));
            stages.add(new Stage(
                    "receive", side, "quickfix.mina.AbstractIoHandler#messageReceived", HandoffProbes.TO_APPLICATION));
            stages.add(new Stage("parse", side, "quickfix.MessageUtils#parse(Session,String)", "receive"));
            if (validating) {
                stages.add(new Stage(
                        "validate",
                        side,
                        "quickfix.DataDictionary#validate(Message,DataDictionary,DataDictionary)",
                        HandoffProbes.TO_APPLICATION));
            }
        }
        stages.add(Stage.application(Stage.TOP));
        return stages;
    }
}
