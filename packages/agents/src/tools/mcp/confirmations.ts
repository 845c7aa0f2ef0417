import type { ToolConfirmations } from '@skein/ports';

/** Remembers what was confirmed as long as the process lives. */
export function memoryConfirmations(): ToolConfirmations {
  const servers = new Map<string, ReadonlyMap<string, string>>();
  return {
    read: (server) => servers.get(server),
    write: (server, hashes) => void servers.set(server, new Map(hashes)),
  };
}
