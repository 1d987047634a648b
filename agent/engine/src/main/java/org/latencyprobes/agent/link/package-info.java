/** What a woven call site does: the class on the bootstrap loader, the linker behind it, the modes of each probe. */
package org.latencyprobes.agent.link;
