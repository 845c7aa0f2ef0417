// What the body of a map uses of the runs above it: each value once, under a name that its reader recognises.
import { makeRef, type ValueRef } from '../refs/ref-data.ts';

interface Capture {
  readonly name: string;
  readonly value: ValueRef;
  readonly mayLack: boolean;
}

export class Captures {
  readonly #list: Capture[] = [];

  nameOf(value: ValueRef, mayLack: boolean): string {
    const known = this.#list.find((each) => each.mayLack === mayLack && isSame(each.value, value));
    if (known !== undefined) return known.name;
    const name = this.#freeName(plainName(value));
    this.#list.push({ name, value, mayLack });
    return name;
  }

  /** By name, as templates of the graph around; undefined if there are none. */
  templates(): { readonly [name: string]: unknown } | undefined {
    if (this.#list.length === 0) return undefined;
    return Object.fromEntries(
      this.#list.map(({ name, value, mayLack }) => {
        // A reference without a value would fail the map, and its readers can do without one.
        return [name, makeRef(mayLack ? { kind: 'else', of: value, other: null } : value)];
      }),
    );
  }

  #freeName(wanted: string): string {
    const taken = new Set(this.#list.map(({ name }) => name));
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}${n}`;
    return name;
  }
}

function plainName({ source, path }: ValueRef): string {
  const word = path.findLast((part) => typeof part === 'string');
  if (word !== undefined) return String(word);
  return typeof source === 'string' ? 'input' : source.node;
}

function isSame(left: ValueRef, right: ValueRef): boolean {
  const placeOf = ({ source, path }: ValueRef) => JSON.stringify([source, path]);
  return left.owner === right.owner && placeOf(left) === placeOf(right);
}
