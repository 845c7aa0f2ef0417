// Archives of many documents
// Reads the directory at the end of a ZIP file, and unpacks what it lists in memory. Nothing is written, so no name of an entry is ever a path.
//
// Z1. What is unpacked is bounded by what the entries say, and by what really comes out of them.
// Z2. An entry that lies, or that is packed in a way that is not known, is an error of that entry, not of the others.
import { inflateRawSync } from 'node:zlib';

const entriesMax = 10_000;
/** Bytes of one entry, unpacked. */
const entryMax = 50_000_000;
/** Bytes of all entries together, unpacked. */
const totalMax = 400_000_000;

export interface ZipEntry {
  readonly name: string;
  /** Its text, or why it cannot be read. */
  readonly read: () =>
    | { readonly ok: true; readonly text: string }
    | { readonly ok: false; readonly reason: string };
}

export type ReadZip =
  | { readonly ok: true; readonly entries: readonly ZipEntry[] }
  | { readonly ok: false; readonly reason: string };

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;

export function isZip(bytes: Buffer): boolean {
  return (
    bytes.length >= 4 &&
    (bytes.readUInt32LE(0) === localSignature || bytes.readUInt32LE(0) === endSignature)
  );
}

export function readZip(bytes: Buffer): ReadZip {
  const end = findEnd(bytes);
  if (end === -1)
    return { ok: false, reason: 'the directory of the archive is missing: the file is cut off.' };
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > entriesMax || at === 0xffffffff) {
    return { ok: false, reason: `the archive has more than ${entriesMax} entries.` };
  }
  const entries: ZipEntry[] = [];
  let total = 0;
  for (let place = 0; place < count; place += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entrySignature) {
      return { ok: false, reason: `entry ${place + 1} of ${count} of its directory is damaged.` };
    }
    const size = bytes.readUInt32LE(at + 24);
    const nameLength = bytes.readUInt16LE(at + 28);
    const next = at + 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    total += size;
    if (total > totalMax) {
      return {
        ok: false,
        reason: `its entries have more than ${totalMax} bytes together, unpacked.`,
      };
    }
    if (!name.endsWith('/')) entries.push(entryAt(bytes, at, name));
    at = next;
  }
  return { ok: true, entries };
}

/** The record at the end, which a comment may follow. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - 65_557);
  for (let at = bytes.length - 22; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  return -1;
}

function entryAt(bytes: Buffer, at: number, name: string): ZipEntry {
  const method = bytes.readUInt16LE(at + 10);
  const packed = bytes.readUInt32LE(at + 20);
  const size = bytes.readUInt32LE(at + 24);
  const local = bytes.readUInt32LE(at + 42);
  const isLocked = (bytes.readUInt16LE(at + 8) & 1) === 1;
  const fail = (reason: string) => ({ ok: false, reason }) as const;
  return {
    name,
    read: () => {
      if (isLocked) return fail('it is encrypted.');
      if (size > entryMax) return fail(`it has more than ${entryMax} bytes, unpacked.`);
      if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== localSignature)
        return fail('its data is not where the directory says.');
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const data = bytes.subarray(start, start + packed);
      if (method === 0) return { ok: true, text: data.toString('utf8') };
      if (method !== 8) return fail(`it is packed by method ${method}; only deflate is known.`);
      try {
        return {
          ok: true,
          text: inflateRawSync(data, { maxOutputLength: entryMax }).toString('utf8'),
        };
      } catch {
        return fail('it cannot be unpacked: it is damaged, or larger than it says.');
      }
    },
  };
}
