// What every store promises about the files of runs.
import { runId } from '@skein/kernel';
import type { FileAbout, FileStore, Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { recorded, type Begun } from './fixtures.ts';

/** Every byte, in an order in which no two that follow each other are related. */
const bytesOf = (size: number, seed: number) =>
  Uint8Array.from({ length: size }, (_, i) => (i * 167 + (i >> 8) * 13 + seed) % 256);

const about = (run: string, id: string, size: number): FileAbout => ({
  run: runId(run),
  id,
  name: 'ü "\u0000\r\n\ud83e.bin',
  type: 'application/octet-stream',
  size,
  sha256: 'ab',
});

export function files(store: () => Store, begin: Begun): void {
  const port = (): FileStore => {
    const { files: given } = store();
    if (given === undefined) throw new Error('Every store that is opened by its address has it.');
    return given;
  };

  it('[S780] bytes come back as they were, in parts, once the file is finished', async () => {
    await begin('r');
    const file = about('r', 'f1', 600_000);
    const parts = [bytesOf(524_288, 1), bytesOf(75_712, 2)];
    for (const [number, bytes] of parts.entries()) await port().put(file, number, bytes);
    expect([await port().about(file), await port().list(file.run)]).toEqual([undefined, []]);
    await port().finish(file);
    expect(await port().about(file)).toEqual(file);
    expect(await port().list(file.run)).toEqual([file]);
    for (const [number, bytes] of parts.entries()) {
      const read = await port().part(file, number);
      expect(Buffer.compare(read ?? new Uint8Array(), bytes)).toBe(0);
    }
    expect(await port().part(file, 2)).toBeUndefined();
    // Another attempt replaces a part.
    await port().put(file, 0, bytesOf(3, 3));
    expect([...((await port().part(file, 0)) ?? [])]).toEqual([...bytesOf(3, 3)]);
    const piece = bytesOf(100, 4).subarray(10, 20);
    await port().put(file, 1, piece);
    expect([...((await port().part(file, 1)) ?? [])]).toEqual([...piece]);
    await port().drop(file, 1);
    expect([await port().part(file, 0), (await port().part(file, 1))?.length]).toEqual([
      undefined,
      10,
    ]);
  });

  it('[S780] a file is found by its run alone, and is deleted with it', async () => {
    const ended = { status: 'completed', begun: true } as const;
    for (const run of ['r1', 'r2', 'r3']) {
      await begin(run);
      const file = about(run, 'same', 3);
      await port().put(file, 0, bytesOf(3, run.length));
      await port().finish(file);
      if (run !== 'r3') await store().runs.append(runId(run), 1, [recorded(2)], ended);
    }
    const found = async () =>
      Promise.all(
        ['r1', 'r2', 'r3', 'r4'].map(async (run) => {
          const file = about(run, 'same', 3);
          const here = [await port().about(file), await port().part(file, 0)];
          return here.filter((each) => each !== undefined).length;
        }),
      );
    expect(await found()).toEqual([2, 2, 2, 0]);
    await store().runs.delete(runId('r1'));
    expect(await found()).toEqual([0, 2, 2, 0]);
    expect(await store().runs.prune({ endedBefore: 9_999_999, limit: 10 })).toEqual(['r2']);
    expect(await found()).toEqual([0, 0, 2, 0]);
  });
}
