// What `skein run` was asked to do, read from its options before anything is started.
import type { Script } from '@skein/agents';
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { CommandCall } from '../command.ts';
import { problemError, usageError } from '../command-error.ts';
import { requireDefinition } from '../read-definition.ts';
import { parseAnswer, type GivenAnswer } from './parse-answer.ts';
import { readInput } from './read-input.ts';
import { readScript } from './read-script.ts';

export interface RunRequest {
  readonly definition: Json;
  readonly input?: Json;
  readonly start?: string;
  readonly script?: Script;
  readonly answers: readonly GivenAnswer[];
  readonly timeoutMs?: number;
  /** Nodes to explain afterwards. */
  readonly explain: readonly string[];
}

export async function readRunRequest(call: CommandCall): Promise<RunRequest> {
  const { arguments: given } = call;
  const [file = '-'] = given.positionals;
  const answers = given.all('answer').map(parseAnswer);
  const timeoutMs = readTimeout(given.one('timeout'));
  const definition = await requireDefinition(file);
  const explain = given.all('explain');
  for (const node of explain) checkNode(definition, node);
  const written = given.one('input');
  const input = written === undefined ? undefined : await readInput(written, call.terminal);
  const scriptFile = given.one('script');
  const script = scriptFile === undefined ? undefined : await readScript(scriptFile);
  const start = given.one('start');
  return {
    definition,
    answers,
    explain,
    ...(input === undefined ? {} : { input }),
    ...(script === undefined ? {} : { script }),
    ...(start === undefined ? {} : { start }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

/** The longest that Node's timers can wait. */
const timeoutMsMax = 2 ** 31 - 1;

function readTimeout(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const milliseconds = Number(written) * 1000;
  const isTime = written.trim() !== '' && milliseconds > 0 && milliseconds <= timeoutMsMax;
  if (isTime) return milliseconds;
  throw usageError(
    `--timeout cannot be "${written}".`,
    `Give seconds, more than 0 and at most ${Math.floor(timeoutMsMax / 1000)}.`,
  );
}

/** Asked before the run, which may take long. */
function checkNode(definition: Json, node: string): void {
  const nodes = isObject(definition) ? ownValue(definition, 'nodes') : undefined;
  if (!Array.isArray(nodes)) return;
  const known = nodes.flatMap((each: Json) => {
    const id = isObject(each) ? ownValue(each, 'id') : undefined;
    return typeof id === 'string' ? [id] : [];
  });
  if (!known.includes(node)) throw problemError('NODE_NOT_FOUND', { node, known });
}
