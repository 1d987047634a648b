package org.latencyprobes.agent.weave;

import java.util.Map;

/**
 * A woven class.
 *
 * @param classFile its bytes
 * @param codeBytes how many bytes of code its methods have, by name and descriptor; those that are no probes may be left out
 */
record WovenClass(byte[] classFile, Map<String, Integer> codeBytes) {}
