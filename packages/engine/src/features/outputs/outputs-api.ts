import { outputId, type OutputId, type PlainOr } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { RebuildRuntime } from '../../cluster/rebuild-run.ts';
import { readOutput, type RunOutput } from './read-output.ts';

export interface Outputs {
  /** The whole output with this id, of any run, including the input of a run. With a user: only theirs. */
  get(id: PlainOr<OutputId>, user?: string): Promise<RunOutput>;
}

export function outputsApi(runtime: RebuildRuntime): Outputs {
  return {
    async get(id, user) {
      const output = await readOutput(runtime, outputId(id), user);
      if (output === undefined) throw new EngineError('NOT_FOUND', { what: 'output', id });
      return output;
    },
  };
}
