// A power cut, from a trace
// The writes and syncs of a process, as `strace` recorded them, played back up to a moment: what was synced is there; of what
// was written later anything may be missing, or torn. What the process had acknowledged by then must survive.
import type { Random } from '@skein/simulation';

export type DiskEvent =
  | { readonly type: 'write'; readonly file: string; readonly at: number; readonly data: Buffer }
  | { readonly type: 'truncate'; readonly file: string; readonly size: number }
  | { readonly type: 'sync'; readonly file: string }
  | { readonly type: 'unlink'; readonly file: string }
  /** Something was acknowledged: a line that the process printed. */
  | { readonly type: 'told'; readonly text: string };

/** The options for `strace -y -xx -e trace=…`. */
export const tracedCalls = 'pwrite64,write,fsync,fdatasync,ftruncate,unlink';

const line = /^(\w+)\(\d+<([^>]*)>(?:, (?:"([^"]*)"(?:, \d+(?:, (\d+))?)?|(\d+)))?\)\s+= \d+/;

const unlinked = /^unlink\("([^"]*)"\)\s+= 0/;

export function readTrace(trace: string, mark: string): readonly DiskEvent[] {
  const events: DiskEvent[] = [];
  for (const text of trace.split('\n')) {
    const gone = unlinked.exec(text)?.[1];
    if (gone !== undefined) events.push({ type: 'unlink', file: decode(gone).toString() });
    const [, call, place = '', bytes, at, size] = line.exec(text) ?? [];
    const file = decode(place).toString();
    if (call === 'pwrite64')
      events.push({ type: 'write', file, at: Number(at), data: decode(bytes ?? '') });
    else if (call === 'ftruncate') events.push({ type: 'truncate', file, size: Number(size) });
    else if (call === 'fsync' || call === 'fdatasync') events.push({ type: 'sync', file });
    else if (call === 'write') {
      const said = decode(bytes ?? '').toString();
      for (const each of said.split('\n'))
        if (each.startsWith(mark)) events.push({ type: 'told', text: each.slice(mark.length) });
    }
  }
  return events;
}

function decode(text: string): Buffer {
  if (!text.includes('\\x')) return Buffer.from(text);
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}

type Change = Exclude<DiskEvent, { type: 'sync' | 'told' | 'unlink' }>;

/** The files after a cut following `count` events, and what had been acknowledged by then. */
export function cutPower(
  events: readonly DiskEvent[],
  count: number,
  random: Random,
): { readonly files: ReadonlyMap<string, Buffer>; readonly told: readonly string[] } {
  const synced = new Map<string, Buffer>();
  let open: Change[] = [];
  const told: string[] = [];
  for (const event of events.slice(0, count)) {
    if (event.type === 'told') told.push(event.text);
    else if (event.type === 'unlink') {
      synced.delete(event.file);
      open = open.filter(({ file }) => file !== event.file);
    } else if (event.type !== 'sync') open.push(event);
    else {
      for (const change of open) if (change.file === event.file) apply(synced, change);
      open = open.filter(({ file }) => file !== event.file);
    }
  }
  for (const change of open) {
    if (random.chance(0.5)) continue;
    apply(synced, change.type === 'write' && random.chance(0.3) ? torn(change, random) : change);
  }
  return { files: synced, told };
}

const sectorBytes = 512;

function torn(change: Extract<Change, { type: 'write' }>, random: Random): Change {
  const sectors = Math.ceil(change.data.length / sectorBytes);
  return { ...change, data: change.data.subarray(0, random.below(sectors) * sectorBytes) };
}

function apply(files: Map<string, Buffer>, change: Change): void {
  const before = files.get(change.file) ?? Buffer.alloc(0);
  if (change.type === 'truncate') {
    const after = Buffer.alloc(change.size);
    before.copy(after, 0, 0, change.size);
    files.set(change.file, after);
    return;
  }
  const { at, data } = change;
  const after = Buffer.alloc(Math.max(before.length, at + data.length));
  before.copy(after);
  data.copy(after, at);
  files.set(change.file, after);
}
