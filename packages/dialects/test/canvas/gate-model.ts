// The gate of a canvas, as its rules say it
// A second, much simpler implementation: no kernel, no tags, only a queue. The tests compare the two after every step.
import type { Draft } from './draw-canvas.ts';

interface Token {
  readonly target: string;
  readonly value: string;
}

export interface GateModel {
  readonly running: { readonly node: string; readonly value: string }[];
  readonly open: { readonly node: string; readonly value: string }[];
  readonly queue: Token[];
  /** Everything that ran, as `node(value)`. */
  readonly ran: string[];
  complete(node: string): void;
  answer(node: string): void;
}

export interface Choices {
  /** What an agent says to a value. */
  readonly says: (node: string, value: string) => string;
  readonly decides: (approval: string) => 'approve' | 'reject';
  readonly goes: (choice: string, value: string) => string;
}

export function gateModel({ connections }: Draft, initial: string, choices: Choices): GateModel {
  let isClosed = false;
  const leaving = (node: string, handle: string | undefined, value: string): Token[] =>
    connections
      .filter(({ source, sourceHandle }) => source === node && sourceHandle === handle)
      .map(({ target }) => ({ target: target as string, value }));
  const deliver = (tokens: readonly Token[]): void => {
    if (isClosed) {
      model.queue.push(...tokens);
      return;
    }
    const following: (() => void)[] = [];
    let isAsked = false;
    for (const { target, value } of tokens) {
      model.ran.push(`${target}(${value})`);
      if (target.startsWith('approval')) {
        model.open.push({ node: target, value });
        isAsked = true;
      } else if (target.startsWith('agent')) {
        following.push(() => model.running.push({ node: target, value }));
      } else {
        following.push(() => deliver(leaving(target, choices.goes(target, value), value)));
      }
    }
    // Only now: the whole fan-out starts, whatever the order of its connections.
    if (isAsked) isClosed = true;
    for (const follow of following) follow();
  };
  const model: GateModel = {
    running: [],
    open: [],
    queue: [],
    ran: [],
    complete(node) {
      const value = take(model.running, node);
      deliver(leaving(node, undefined, choices.says(node, value)));
    },
    answer(node) {
      const value = take(model.open, node);
      isClosed = false;
      deliver(leaving(node, choices.decides(node), value));
      while (!isClosed) {
        const next = model.queue.shift();
        if (next === undefined) break;
        deliver([next]);
      }
    },
  };
  deliver(leaving('start', undefined, initial));
  return model;
}

function take(list: { node: string; value: string }[], node: string): string {
  const place = list.findIndex((one) => one.node === node);
  const [taken] = list.splice(place, 1);
  return taken?.value ?? '';
}
