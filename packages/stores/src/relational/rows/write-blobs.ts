import type { Flavour } from '../flavour.ts';
import { ask, type Script } from '../script.ts';
import type { BlobPart } from '../../values/stored-value.ts';

/**
 * Stores large parts, once each, and records who holds them. An existing part is overwritten with itself: that
 * locks it, so nobody deletes it before the reference is committed.
 */
export function* writeBlobs(
  flavour: Flavour,
  holder: string,
  parts: readonly BlobPart[],
): Script<void> {
  for (const { hash, body } of parts) {
    yield* ask(
      `insert into skein_blobs (hash, body) values (?, ?) ${flavour.onRepeat(['hash'], ['hash'])}`,
      hash,
      body,
    );
    yield* ask(
      `insert into skein_blob_uses (hash, holder) values (?, ?) ${flavour.onRepeat(['hash', 'holder'], ['holder'])}`,
      hash,
      holder,
    );
  }
}

/** From now on the holder has exactly these parts: what only an older snapshot had is deleted. */
export function* replaceBlobs(
  flavour: Flavour,
  holder: string,
  parts: readonly BlobPart[],
): Script<void> {
  const held = yield* ask('select hash from skein_blob_uses where holder = ?', holder);
  yield* writeBlobs(flavour, holder, parts);
  const kept = new Set<unknown>(parts.map(({ hash }) => hash));
  for (const { hash } of held) {
    if (!kept.has(hash)) yield* letGo(hash as string, holder);
  }
}

/** These holders hold nothing any more; parts without another holder are deleted. */
export function* releaseBlobs(holders: readonly string[]): Script<void> {
  for (const holder of holders) {
    const held = yield* ask('select hash from skein_blob_uses where holder = ?', holder);
    for (const { hash } of held) yield* letGo(hash as string, holder);
  }
}

function* letGo(hash: string, holder: string): Script<void> {
  yield* ask('delete from skein_blob_uses where hash = ? and holder = ?', hash, holder);
  yield* ask(
    'delete from skein_blobs where hash = ? and not exists (select 1 from skein_blob_uses u where u.hash = skein_blobs.hash)',
    hash,
  );
}
