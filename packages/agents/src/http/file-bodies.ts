// Files in requests and responses
// Bytes go between the network and the store, a piece at a time.
import type { NodeFiles } from '@skein/ports';
import type { HttpCall, ReplyHead, SentBytes } from './http-call.ts';
import type { Piece } from './multipart.ts';

/** Texts and files as one body. Files that the run may not read are refused before anything is sent. */
export async function openPieces(
  files: NodeFiles,
  pieces: readonly Piece[],
  shown: string,
): Promise<SentBytes> {
  const opened: { readonly length: number; bytes(): AsyncIterable<Uint8Array> }[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') opened.push(textBytes(piece));
    else {
      const file = await files.open(piece.file);
      opened.push({ length: file.size, bytes: () => file.bytes() });
    }
  }
  return {
    length: opened.reduce((sum, { length }) => sum + length, 0),
    async *open() {
      for (const each of opened) yield* each.bytes();
    },
    shown,
  };
}

function textBytes(text: string) {
  const bytes = Buffer.from(text);
  return {
    length: bytes.length,
    async *bytes() {
      yield bytes;
    },
  };
}

/** The body becomes a file of the run. */
export function takeFile(files: () => NodeFiles): NonNullable<HttpCall['take']> {
  return (head, bytes) => {
    const type = head.headers['content-type'] ?? 'application/octet-stream';
    return files().write({ name: nameOf(head), type }, bytes);
  };
}

const nameMax = 200;

/** As the server calls it, else the end of the address; never a path. */
function nameOf({ url, headers }: ReplyHead): string {
  const given = headers['content-disposition'] ?? '';
  const encoded = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(given)?.[1]?.trim();
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(given);
  const written = decoded(encoded) ?? (plain?.[1] ?? plain?.[2])?.trim() ?? decoded(url.pathname);
  const last = written?.split(/[/\\]/).at(-1) ?? '';
  // Characters that would break a line or a terminal.
  const name = last.replaceAll(/\p{Cc}/gu, '').slice(0, nameMax);
  return name === '' || /^\.+$/.test(name) ? 'download' : name;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
