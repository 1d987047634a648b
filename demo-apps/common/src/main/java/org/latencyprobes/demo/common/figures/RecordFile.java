package org.latencyprobes.demo.common.figures;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Records in JSON files, to pass them from JVM to JVM. Java's serialisation is not used, because its compiled code may be what an experiment
 * measures.
 */
public final class RecordFile {

    private static final Gson GSON = new GsonBuilder()
            .serializeSpecialFloatingPointValues()
            .registerTypeAdapter(Distribution.class, new EncodedDistribution())
            .create();

    private RecordFile() {}

    /** Writes a record to a file. */
    public static void save(Record record, Path file) throws IOException {
        Files.writeString(file, GSON.toJson(record));
    }

    /** Reads the record from a file that {@link #save} wrote. */
    public static <R extends Record> R load(Class<R> type, Path file) throws IOException {
        return GSON.fromJson(Files.readString(file), type);
    }

    /** A distribution as one text. */
    private static final class EncodedDistribution extends TypeAdapter<Distribution> {

        @Override
        public void write(JsonWriter out, Distribution distribution) throws IOException {
            out.value(distribution.encoded());
        }

        @Override
        public Distribution read(JsonReader in) throws IOException {
            return Distribution.decoded(in.nextString());
        }
    }
}
