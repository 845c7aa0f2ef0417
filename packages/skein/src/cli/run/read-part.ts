import { isObject, type JsonObject } from '@skein/kernel';
import type { CommandCall } from '../arguments/command.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { usageError } from '../errors/command-error.ts';
import { readInput } from '../inputs/read-input.ts';

/** What `--from` and `--to` ask for: a part of the workflow, tried by itself. */
export interface RunPart {
  readonly node: string;
  readonly reach: 'from' | 'to';
  /** What nodes that do not run have given. */
  readonly outputs: JsonObject;
}

export async function readPart({
  arguments: given,
  terminal,
}: Pick<CommandCall, 'arguments' | 'terminal'>): Promise<RunPart | undefined> {
  const [from, to, written] = [given.one('from'), given.one('to'), given.one('outputs')];
  const node = from ?? to;
  if (node === undefined) {
    if (written === undefined) return undefined;
    throw usageError(
      '--outputs is for --from and --to.',
      'Name the node to begin at, or to end with.',
    );
  }
  if (from !== undefined && to !== undefined)
    throw usageError('--from and --to exclude each other.', 'Give one of them.');
  refuseBeside(given, from === undefined ? '--to' : '--from');
  const outputs = written === undefined ? {} : await readInput(written, terminal);
  if (!isObject(outputs))
    throw usageError(
      '--outputs must be an object.',
      'Give the outputs by the ids of their nodes: {"draft": "a text"}; @FILE reads a file.',
    );
  return { node, reach: from === undefined ? 'to' : 'from', outputs };
}

function refuseBeside(given: ParsedArguments, option: string): void {
  const other = ['start', 'trigger', 'server', 'workflow'].find(
    (name) => given.one(name) !== undefined,
  );
  if (other === undefined) return;
  throw usageError(`${option} and --${other} exclude each other.`, `Leave --${other} out.`);
}
