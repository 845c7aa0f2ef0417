import {
  any,
  choice,
  integer,
  list,
  nonEmptyList,
  nonEmptyText,
  optional,
  record,
  required,
} from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import {
  approveSetting,
  callWhoSetting,
  jsonSchema,
  notifySetting,
} from '../settings/setting-shapes.ts';

export const codeNode = nativeNode({
  type: 'code',
  name: 'Code',
  summary: 'Compute in JavaScript or TypeScript',
  keywords: ['script', 'javascript', 'typescript', 'compute', 'function', 'sandbox', 'report'],
  description: 'Runs JavaScript or TypeScript in a sandbox.',
  family: 'function',
  palette: { group: 'Act', family: 'tool' },
  initialConfig: { code: 'return previous' },
  settings: {
    code: required(
      nonEmptyText,
      'the body of an async function over args, inputs, previous, trigger, state and tools; never a template',
    ),
    language: optional(
      choice('javascript', 'typescript', 'python'),
      'what it is written in; default javascript; python is experimental, and the host must allow it',
      { unset: 'javascript', affects: 'nothing' },
    ),
    args: optional(any, 'what the code gets as args; default: an empty object'),
    tools: optional(list(nonEmptyText), 'the tools that it may call: await tools.NAME(args)', {
      affects: 'nothing',
    }),
    ports: optional(
      nonEmptyList(nonEmptyText),
      'the ports that it may fire by returning { "$ports": { NAME: value } }; default: output',
      { affects: 'nothing' },
    ),
    schema: optional(jsonSchema, 'what the result must fit, as a JSON schema', {
      title: 'Result',
      affects: 'nothing',
    }),
    limits: optional(
      record('limits', {
        cpuMs: optional(integer(1), 'milliseconds of computing; default 1000'),
        memoryMb: optional(integer(1), 'megabytes of memory; default 64'),
      }),
      'how much it may compute',
      { isRare: true, affects: 'nothing' },
    ),
    approve: approveSetting,
    who: callWhoSetting,
    notify: notifySetting,
  },
});
