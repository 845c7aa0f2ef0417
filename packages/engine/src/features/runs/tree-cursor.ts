// The cursor of a tree's stream
// How far a reader has got in each run that is not wholly delivered: the root, and those below it whose parents have not been told of their
// end. It grows with what is open at a time, not with the tree.
import { runId, type RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';

export function writeCursor(read: ReadonlyMap<RunId, number>): string {
  return Buffer.from(JSON.stringify([...read])).toString('base64url');
}

export function readCursor(text: string): ReadonlyMap<RunId, number> {
  const read = new Map<RunId, number>();
  for (const entry of entriesOf(text)) {
    const pair: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const [id, seq] = pair;
    if (typeof id !== 'string' || typeof seq !== 'number' || !Number.isSafeInteger(seq))
      throw notOurs();
    read.set(runId(id), seq);
  }
  return read;
}

function entriesOf(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parsed)) return parsed;
  } catch {
    throw notOurs();
  }
  throw notOurs();
}

function notOurs(): EngineError {
  const complaint = 'It is not the cursor of an update of a tree.';
  return new EngineError('BAD_VALUE', { what: 'after', complaint });
}
