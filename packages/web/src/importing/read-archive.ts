// The texts in a ZIP archive
// Read in the browser, entry by entry, from the directory at its end; names are only shown, and nothing is written anywhere. Files that
// are no documents are passed over.
import type { GivenFile } from './given-file.ts';

const endings = /\.(?:json|ya?ml|asl)$/i;
const entriesMax = 500;

/** Null: it is no archive that can be read. */
export async function readArchive(
  archive: Blob,
  charactersMax: number,
): Promise<readonly GivenFile[] | null> {
  const view = new DataView(await archive.arrayBuffer());
  const end = endOfDirectory(view);
  if (end === null) return null;
  const count = Math.min(view.getUint16(end + 10, true), entriesMax);
  const found: GivenFile[] = [];
  let place = view.getUint32(end + 16, true);
  for (let read = 0; read < count; read += 1) {
    if (place + 46 > view.byteLength || view.getUint32(place, true) !== 0x02014b50) return null;
    const entry = entryAt(view, place);
    place = entry.next;
    if (!endings.test(entry.name)) continue;
    const text = await unpack(archive, view, entry, charactersMax);
    found.push(
      text === null
        ? { name: entry.name, problem: 'unreadable' }
        : text.length > charactersMax
          ? { name: entry.name, problem: 'large' }
          : { name: entry.name, text },
    );
  }
  return found;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly local: number;
  readonly next: number;
}

/** Behind it is at most a comment of 65,535 bytes. */
function endOfDirectory(view: DataView): number | null {
  for (let place = view.byteLength - 22; place >= Math.max(0, view.byteLength - 65_557); place -= 1)
    if (view.getUint32(place, true) === 0x06054b50) return place;
  return null;
}

function entryAt(view: DataView, place: number): Entry {
  const length = view.getUint16(place + 28, true);
  const more = view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
  const start = view.byteOffset + place + 46;
  const end = Math.min(length, view.byteLength - start);
  return {
    name: new TextDecoder().decode(new Uint8Array(view.buffer, start, Math.max(0, end))),
    method: view.getUint16(place + 10, true),
    packed: view.getUint32(place + 20, true),
    local: view.getUint32(place + 42, true),
    next: place + 46 + length + more,
  };
}

/** Null: damaged, or packed in a way that is not known. Stops soon after the limit, whatever the archive claims. */
async function unpack(
  archive: Blob,
  view: DataView,
  { method, packed, local }: Entry,
  charactersMax: number,
): Promise<string | null> {
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== 0x04034b50) return null;
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const bytes = archive.slice(start, start + packed).stream();
  if (method !== 0 && method !== 8) return null;
  const plain = method === 0 ? bytes : bytes.pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = plain.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
      if (text.length <= charactersMax) continue;
      await reader.cancel();
      return text;
    }
  } catch {
    return null;
  }
}
