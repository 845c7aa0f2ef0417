// Sending a text
// Encoding megabytes at once keeps everybody else waiting: a long text goes out piece by piece, as fast as its receiver takes it.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

const pieceLength = 65_536;

/** The headers are written, with the length. */
export function sendText(outgoing: ServerResponse, text: string): void {
  if (text.length <= pieceLength) outgoing.end(text);
  // It fails with the connection only, and then nobody is there to hear of it.
  else sendInPieces(outgoing, text).catch(() => outgoing.destroy());
}

async function sendInPieces(outgoing: ServerResponse, text: string): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  for (let at = 0; at < text.length && !outgoing.destroyed;) {
    const end = endOfPiece(text, at);
    const isTaken = outgoing.write(text.slice(at, end));
    at = end;
    if (isTaken) await setImmediate();
    else await once(outgoing, 'drain', { signal: gone.signal });
  }
  outgoing.end();
}

/** Not between the two halves of a character. */
function endOfPiece(text: string, from: number): number {
  const end = Math.min(text.length, from + pieceLength);
  const last = text.charCodeAt(end - 1);
  const isHalf = last >= 0xd8_00 && last <= 0xdb_ff && end < text.length;
  return isHalf ? end - 1 : end;
}
