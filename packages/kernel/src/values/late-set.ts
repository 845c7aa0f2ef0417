// A set that most often stays empty, for the reason that `LateMap` has.
export class LateSet<T> implements Iterable<T> {
  /** Null as long as nothing was ever added. Not private: what compares two sets has to see it. */
  itemsMade: Set<T> | null = null;

  get size(): number {
    return this.itemsMade === null ? 0 : this.itemsMade.size;
  }

  has(item: T): boolean {
    return this.itemsMade !== null && this.itemsMade.has(item);
  }

  add(item: T): this {
    if (this.itemsMade === null) this.itemsMade = new Set([item]);
    else this.itemsMade.add(item);
    return this;
  }

  delete(item: T): boolean {
    return this.itemsMade !== null && this.itemsMade.delete(item);
  }

  clear(): void {
    this.itemsMade?.clear();
  }

  [Symbol.iterator](): SetIterator<T> {
    // The shared one is never written to, so it has no item of any type.
    return (this.itemsMade ?? (NOTHING as Set<never>))[Symbol.iterator]();
  }
}

const NOTHING = new Set<never>();
