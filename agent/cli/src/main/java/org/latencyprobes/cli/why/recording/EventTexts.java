package org.latencyprobes.cli.why.recording;

import jdk.jfr.consumer.RecordedEvent;

/** Texts of events. A recording may lack some, such as those of its last moments. Stateless. */
public final class EventTexts {

    private EventTexts() {}

    /**
     * The text of a field.
     *
     * @param event has the field or not
     * @param field its name
     * @return an empty text where the event has no such field, or the recording lacks its text
     */
    public static String of(RecordedEvent event, String field) {
        String text = event.hasField(field) ? event.getString(field) : null;
        return text == null ? "" : text;
    }
}
