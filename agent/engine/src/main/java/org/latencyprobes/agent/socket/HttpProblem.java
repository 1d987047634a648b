package org.latencyprobes.agent.socket;

import java.nio.charset.StandardCharsets;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.AnswerLines;
import org.latencyprobes.agent.protocol.ExitCode;

/** A request that is refused before the agent has looked at it. Its message says why. */
final class HttpProblem extends Exception {

    /** The field of every response that tells the agent's version. */
    static final String SERVER = "\r\nServer: latency-probes/" + Version.text();

    private static final long serialVersionUID = 1L;

    private final String status;

    HttpProblem(String status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    byte[] response() {
        Answer refused = Answer.failed(ExitCode.USAGE, getMessage());
        String body = AnswerLines.message(getMessage()) + AnswerLines.end(refused);
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: " + AnswerLines.MEDIA_TYPE + SERVER
                + "\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length
                + "\r\nConnection: close\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }
}
