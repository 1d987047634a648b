/** Stand-ins for classes that are left out. */
package io.micrometer.shaded.io.netty.channel.unix;
