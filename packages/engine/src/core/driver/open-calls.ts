// Open calls
// The functions and emissions in flight in one run, by activation. Most runs have few at a time: those are looked through,
// because a map that takes and loses one entry a step is rebuilt over and over.
import type { ActivationName, NodeId } from '@skein/kernel';
import type { OpenCall } from '../run/driven-run.ts';

const fewMax = 32;

export class OpenCalls {
  #few: OpenCall[] = [];
  /** Instead of the few, until none is left: by node. */
  #many: Map<string, OpenCall[]> | null = null;

  get isEmpty(): boolean {
    return this.#many === null && this.#few.length === 0;
  }

  get({ node, activation }: ActivationName): OpenCall | undefined {
    const calls = this.#many === null ? this.#few : (this.#many.get(node) ?? []);
    return calls[placeOf(calls, node, activation)];
  }

  /** In the place of one of the same activation. */
  add(call: OpenCall): void {
    this.remove(call.effect);
    if (this.#many === null && this.#few.length < fewMax) {
      this.#few.push(call);
      return;
    }
    if (this.#many === null) {
      this.#many = new Map();
      for (const each of this.#few.splice(0)) this.#addToMany(this.#many, each);
    }
    this.#addToMany(this.#many, call);
  }

  remove({ node, activation }: ActivationName): void {
    const many = this.#many;
    const calls = many === null ? this.#few : many.get(node);
    if (calls === undefined) return;
    const place = placeOf(calls, node, activation);
    if (place === -1) return;
    const last = calls.pop() as OpenCall;
    if (place < calls.length) calls[place] = last;
    if (many === null || calls.length > 0) return;
    many.delete(node);
    if (many.size === 0) this.#many = null;
  }

  values(): Iterable<OpenCall> {
    return this.#many === null ? this.#few : [...this.#many.values()].flat();
  }

  clear(): void {
    this.#many = null;
    this.#few = [];
  }

  #addToMany(many: Map<string, OpenCall[]>, call: OpenCall): void {
    const calls = many.get(call.effect.node);
    if (calls === undefined) many.set(call.effect.node, [call]);
    else calls.push(call);
  }
}

function placeOf(calls: readonly OpenCall[], node: NodeId, activation: number): number {
  for (let i = 0; i < calls.length; i++) {
    const { effect } = calls[i] as OpenCall;
    if (effect.activation === activation && effect.node === node) return i;
  }
  return -1;
}
