import process from 'node:process';
import {
  makeCassette,
  withoutSecrets,
  type Cassette,
  type CassetteFile,
  type Environment,
} from '@skein/agents';
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
  const files = await smallFiles(engine, run);
  const cassette = makeCassette(recorded, { run: about, files, secrets });
  return { cassette, unknown: recorded.unknown };
}

/** A cassette is a text that people keep with their sources. */
const fileBytesMax = 1_000_000;
const allBytesMax = 5_000_000;

async function smallFiles(
  { runs }: Pick<Engine, 'runs'>,
  run: string,
): Promise<readonly CassetteFile[]> {
  const kept: CassetteFile[] = [];
  let left = allBytesMax;
  for (const { id, name, type, size } of await runs.files(run)) {
    if (size > fileBytesMax || size > left) continue;
    left -= size;
    const parts: Uint8Array[] = [];
    for await (const part of (await runs.file(run, id)).bytes()) parts.push(part);
    kept.push({ id, name, type, base64: Buffer.concat(parts).toString('base64') });
  }
  return kept;
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
