package org.latencyprobes.launcher;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A maker of zip files. */
final class Zips {

    private Zips() {}

    static byte[] zip(Map<String, byte[]> files) throws IOException {
        return zip(files, ZipEntry.DEFLATED);
    }

    static byte[] stored(Map<String, byte[]> files) throws IOException {
        return zip(files, ZipEntry.STORED);
    }

    private static byte[] zip(Map<String, byte[]> files, int method) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(content)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(entry(file.getKey(), file.getValue(), method));
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        return content.toByteArray();
    }

    private static ZipEntry entry(String name, byte[] content, int method) {
        CRC32 crc = new CRC32();
        crc.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(method);
        entry.setSize(content.length);
        entry.setCrc(crc.getValue());
        entry.setExtra(new byte[] {0x55, 0x4c, 2, 0, 1, 2}); // a field that nobody knows
        entry.setComment("as some tools write");
        return entry;
    }
}
