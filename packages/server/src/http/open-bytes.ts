// Bodies of strangers
// What people without a key have sent of bodies that are not complete yet, all together, has a bound: a thousand slow senders
// must not fill the memory.
// O1. The first bytes of each body are free, so that somebody can still sign in while others fill the rest.
import { EngineError } from '@skein/ports';

const freeBytes = 4096;

export interface OpenBytes {
  /** One body; called with what has arrived of it so far. Throws SERVER_BUSY when there is no room for it. */
  readonly begin: () => { readonly grow: (bytes: number) => void; readonly end: () => void };
}

export function openBytes(limitBytes: number): OpenBytes {
  let held = 0;
  return {
    begin() {
      let own = 0;
      return {
        grow(bytes) {
          const more = Math.max(0, bytes - freeBytes) - own;
          if (held + more > limitBytes) {
            const limit = `${limitBytes} bytes of bodies without a key are on their way`;
            throw new EngineError('SERVER_BUSY', { what: 'this body', limit });
          }
          own += more;
          held += more;
        },
        end() {
          held -= own;
          own = 0;
        },
      };
    },
  };
}
