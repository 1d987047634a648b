package org.latencyprobes.agent.weave.code;

import java.util.Map;

/**
 * A woven class.
 *
 * @param classFile its bytes
 * @param codeBytes how many bytes of code its methods have, by name and descriptor; methods without a probe may be missing
 */
public record WovenClass(byte[] classFile, Map<String, Integer> codeBytes) {}
