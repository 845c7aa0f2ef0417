// A map that most often stays empty
// An empty `Map` has a table for its first entries, about 250 bytes, and a run has more than a dozen that most runs never use: they
// were half of what a paused run keeps in memory. This one makes its table with the first entry.
export class LateMap<K, V> implements Map<K, V> {
  /** Null as long as nothing was ever added. Not private: what compares two maps has to see it. */
  entriesMade: Map<K, V> | null = null;

  get size(): number {
    return this.entriesMade === null ? 0 : this.entriesMade.size;
  }

  get(key: K): V | undefined {
    return this.entriesMade === null ? undefined : this.entriesMade.get(key);
  }

  has(key: K): boolean {
    return this.entriesMade !== null && this.entriesMade.has(key);
  }

  set(key: K, value: V): this {
    if (this.entriesMade === null) this.entriesMade = new Map([[key, value]]);
    else this.entriesMade.set(key, value);
    return this;
  }

  delete(key: K): boolean {
    return this.entriesMade !== null && this.entriesMade.delete(key);
  }

  clear(): void {
    this.entriesMade?.clear();
  }

  forEach(take: (value: V, key: K, map: Map<K, V>) => void): void {
    for (const [key, value] of this) take(value, key, this);
  }

  keys(): MapIterator<K> {
    return made(this).keys();
  }

  values(): MapIterator<V> {
    return made(this).values();
  }

  entries(): MapIterator<[K, V]> {
    return made(this).entries();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return made(this)[Symbol.iterator]();
  }

  get [Symbol.toStringTag](): string {
    return 'LateMap';
  }
}

/** Not a private method: each map would keep a mark for it, and a paused run has twenty of them. */
function made<K, V>({ entriesMade }: LateMap<K, V>): Map<K, V> {
  // The shared one is never written to, so it has no entry of any type.
  return entriesMade ?? (NOTHING as Map<never, never>);
}

const NOTHING = new Map<never, never>();
