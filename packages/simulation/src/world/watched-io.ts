import type { Json } from '@skein/kernel';
import { overIo, type NodeIo, type StepOptions } from '@skein/ports';

/** The same io, with the steps observed: reports the key of each step whose effect is really executed. */
export function watchedIo(io: NodeIo, onMade: (key: string) => void): NodeIo {
  return overIo(io, {
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
  });
}
