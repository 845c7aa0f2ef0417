import process from 'node:process';
import { makeCassette, withoutSecrets, type Cassette, type Environment } from '@skein/agents';
import type { Engine } from '@skein/engine';
import type { UnknownCalls } from '@skein/ports';
import { isRemote } from '../remote/is-remote.ts';

export interface RecordOptions {
  /** Texts that must not be in it; default: what the environment calls a key, a token, a secret or a password. */
  readonly secrets?: readonly string[];
}

export interface Recording {
  readonly cassette: Cassette;
  /** Results whose requests can no longer be determined; they are not on it. */
  readonly unknown: readonly UnknownCalls[];
}

/** What a run asked models and tools, with the answers, as a document that answers other runs. */
export async function recordCassette(
  engine: Pick<Engine, 'runs'>,
  run: string,
  { secrets = environmentSecretValues(process.env) }: RecordOptions = {},
): Promise<Recording> {
  if (isRemote(engine)) {
    const { cassette, unknown } = await engine.recordCassette(run);
    // The server sends the cassette of its engine.
    return { cassette: withoutSecrets(cassette as unknown as Cassette, secrets), unknown };
  }
  const recorded = await engine.runs.recorded(run);
  const { id, workflow, status, createdAt, input, output } = await engine.runs.get(run);
  const about = {
    id,
    workflow: workflow.id,
    version: workflow.version,
    status,
    startedAt: createdAt,
    ...(input !== null && { input }),
    ...(output !== null && { output }),
  };
  return { cassette: makeCassette(recorded, { run: about, secrets }), unknown: recorded.unknown };
}

const secretName = /key|token|secret|password|passwd|credential/i;
/** Shorter ones would be found in ordinary words. */
const lengthMin = 8;

/** No recording should contain one of them; this makes sure. */
function environmentSecretValues(environment: Environment): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value.length >= lengthMin && secretName.test(name) ? [value] : [],
  );
}
