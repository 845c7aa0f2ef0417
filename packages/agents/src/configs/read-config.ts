import { readRecord, type RecordShape } from '@skein/dialects';
import type { NodeCall } from '@skein/ports';
import { failureError } from '../failure-error.ts';

/** What is read of a call. */
export type ConfiguredCall = Pick<NodeCall, 'node' | 'nodeType' | 'config'>;

/** The resolved config, or the failure `BAD_CONFIG` with every invalid key. A key whose value is null counts as not given. */
export function readConfig<Config>(call: ConfiguredCall, shape: RecordShape<Config>): Config {
  const read = readRecord(shape, call.config);
  if (read.ok) return read.value;
  const known = [...shape.fields.keys()];
  const problems = read.findings
    .map(({ path, missing = [], message }) => {
      const [first, ...rest] = path.map(String);
      const keys = first === undefined ? missing : [first];
      const places = keys.map((key) => `"${[key, ...rest].join('.')}"`);
      return { keys, text: `${places.join(', ')}: ${message.replace(/\.$/, '')}` };
    })
    .sort((one, other) => known.indexOf(one.keys[0] ?? '') - known.indexOf(other.keys[0] ?? ''));
  const keys = new Set(problems.flatMap((problem) => problem.keys));
  throw badConfig(call, [...keys], problems.map(({ text }) => text).join('; '));
}

export function badConfig(call: ConfiguredCall, keys: readonly string[], problem: string): Error {
  return failureError({
    code: 'BAD_CONFIG',
    message: `The config of node "${call.node}" (${call.nodeType}) is invalid: ${problem}.`,
    retry: 'never',
    data: { node: call.node, keys },
  });
}
