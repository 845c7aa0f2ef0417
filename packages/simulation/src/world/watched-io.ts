import type { Json } from '@skein/kernel';
import type { NodeIo, StepOptions } from '@skein/ports';

/** The same io, with the steps observed: reports the key of each step whose effect is really executed. */
export function watchedIo(io: NodeIo, onMade: (key: string) => void): NodeIo {
  return {
    get signal() {
      return io.signal;
    },
    get idempotencyKey() {
      return io.idempotencyKey;
    },
    step<T extends Json | undefined>(
      name: string,
      effect: (key: string) => T | Promise<T>,
      options?: StepOptions<T>,
    ): Promise<T> {
      const made = (key: string) => {
        onMade(key);
        return effect(key);
      };
      return io.step(name, made, options);
    },
    wait: (question, name) => io.wait(question, name),
    recordedKeys: () => io.recordedKeys(),
    hold: () => io.hold(),
    send: (event) => io.send(event),
    emit: (event) => io.emit(event),
    reserve: (cost) => io.reserve(cost),
    spend: (usage) => io.spend(usage),
    usage: () => io.usage(),
    now: () => io.now(),
    context: (id) => io.context(id),
    model: (name, own) => io.model(name, own),
    get files() {
      return io.files;
    },
    get memory() {
      return io.memory;
    },
    get tools() {
      return io.tools;
    },
    get subagents() {
      return io.subagents;
    },
    get toolCalls() {
      return io.toolCalls;
    },
    get attemptsLeft() {
      return io.attemptsLeft;
    },
  };
}
