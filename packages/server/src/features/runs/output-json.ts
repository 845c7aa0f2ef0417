import { toMarkdown, toSummary, type AnswerOf, type OutputId, type PlainOr } from '@skein/api';
import type { Engine, RunOutput } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { isOwn, type Identity } from '../../identity/identity.ts';
import { isoTime } from '../../values/iso-time.ts';

/** An output, if it belongs to the caller; one of anybody else does not exist. */
export async function ownOutput(
  { outputs }: Pick<Engine, 'outputs'>,
  identity: Identity,
  id: PlainOr<OutputId>,
): Promise<RunOutput> {
  const output = await outputs.get(id);
  const isOfRun = identity.run === undefined || identity.run === output.run;
  if (isOwn(identity, output) && isOfRun) return output;
  throw new EngineError('NOT_FOUND', { what: 'output', id });
}

export function outputJson({
  id,
  run,
  node,
  activation,
  value,
  at,
}: RunOutput): AnswerOf<'getOutput'> {
  return {
    id,
    uuid: id,
    run,
    node,
    activation,
    raw_data: value,
    summary: toSummary(value),
    markdown_representation: toMarkdown(value),
    createdAt: isoTime(at),
  };
}
