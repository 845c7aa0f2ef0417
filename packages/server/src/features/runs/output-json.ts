import { toMarkdown, toSummary, type AnswerOf } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { isoTime } from '../../values/iso-time.ts';
import { isOwn, type Identity } from '../../identity/identity.ts';

/** An output by its id, whole, when it belongs to whoever asks. */
export async function outputJson(
  { engine }: { readonly engine: Pick<Engine, 'outputs'> },
  identity: Identity,
  id: string,
): Promise<AnswerOf<'getOutput'>> {
  const output = await engine.outputs.get(id);
  if (!isOwn(identity, output)) throw new EngineError('NOT_FOUND', { what: 'output', id });
  const { run, node, activation, value, at } = output;
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
