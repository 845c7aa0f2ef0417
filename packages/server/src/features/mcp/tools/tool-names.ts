// Names of tools
// Clients accept only letters, digits, `_` and `-`, at most 64 of them, and remember tools by name. So:
// N1. An id that is a valid name is the name.
// N2. For any other id the name is made of its valid characters and a hash of the whole id. It does not depend on other
//     workflows, so it never changes.
import { createHash } from 'node:crypto';

const nameMax = 64;
const shortHash = 8;

/** A name for each id, in their order. `reserved` are names of other tools. */
export function toolNames(
  ids: readonly string[],
  reserved: ReadonlySet<string> = new Set(),
): readonly string[] {
  const isName = (id: string) => /^[A-Za-z0-9_-]{1,64}$/.test(id) && !reserved.has(id);
  const taken = new Set(ids.filter(isName));
  return ids.map((id) => {
    if (isName(id)) return id;
    const hash = createHash('sha256').update(id).digest('hex');
    // A collision of the short hash takes an id that was made for it; then the full hash decides.
    const made = [shortHash, nameMax].map((digits) => madeName(id, hash.slice(0, digits)));
    const name = made.find((candidate) => !taken.has(candidate)) ?? hash;
    taken.add(name);
    return name;
  });
}

function madeName(id: string, hash: string): string {
  const words = id.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  const room = nameMax - hash.length - 1;
  return words === '' || room <= 0 ? hash : `${words.slice(0, room)}-${hash}`;
}
