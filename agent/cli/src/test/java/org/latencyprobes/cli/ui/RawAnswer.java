package org.latencyprobes.cli.ui;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** What a server answers to bytes as they are: clients of the JDK do not let a test choose the host or send half a request. */
record RawAnswer(int status, String head, String body) {

    static RawAnswer to(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(300_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int end = text.indexOf("\r\n\r\n");
            return new RawAnswer(Integer.parseInt(text.split(" ")[1]), text.substring(0, end), text.substring(end + 4));
        }
    }

    /** A request whose connection ends with the answer. */
    static String request(String method, String path, String host, String... headers) {
        StringBuilder text = new StringBuilder(method + ' ' + path + " HTTP/1.1\r\nConnection: close\r\n");
        if (!host.isEmpty()) {
            text.append("Host: ").append(host).append("\r\n");
        }
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return text + "\r\n";
    }
}
