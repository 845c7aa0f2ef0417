import type { JsonObject } from '@skein/kernel';
import { rule, type BrokenDefinition, type Rule } from './broken-definition.ts';

function session(
  given: Rule,
  steps: readonly JsonObject[],
  paths: readonly JsonObject[] = [],
): BrokenDefinition {
  return { ...given, dialect: 'session-graph', definition: { name: given.code, steps, paths } };
}

const root = { id: 'root' };
const reply = (id: string, message: string): JsonObject => ({
  id,
  function: 'utils.reply.reply',
  input: { message },
});

export const sessionRules: readonly BrokenDefinition[] = [
  session(rule('error', 'NO_ENTRY', 'a step called root', 'workflow'), [{ id: 'a' }]),
  session(
    rule('error', 'EDGE_END_MISSING', 'a path leads to a step', { node: 'root' }),
    [root],
    [{ from: 'root', to: 'gone' }],
  ),
  session(
    rule('warning', 'UNKNOWN_REFERENCE', 'a reference names a step', { node: 'say' }),
    [root, reply('say', '@{SESSION_ID}.gone.x')],
    [{ from: 'root', to: 'say' }],
  ),
  session(
    rule('warning', 'UNKNOWN_REFERENCE', 'a reference to another session', { node: 'say' }),
    [root, reply('say', '@{abc}.root.x')],
    [{ from: 'root', to: 'say' }],
  ),
  {
    ...session(
      rule('warning', 'FUNCTION_NOT_REGISTERED', 'functions are known', { node: 'run' }),
      [root, { id: 'run', function: 'utils.nobody.knows' }],
      [{ from: 'root', to: 'run' }],
    ),
    isServers: true,
  },
  session(
    rule('warning', 'ALWAYS_TRUTHY', 'a default that reads as false', { line: 'root say' }),
    [root, reply('say', 'x')],
    [{ from: 'root', to: 'say', conditions: '@{SESSION_ID}.root.x|false' }],
  ),
  session(
    rule('error', 'BAD_CONDITION', 'conditions parse', { line: 'root say' }),
    [root, reply('say', 'x')],
    [{ from: 'root', to: 'say', conditions: { nonsense: 1 } }],
  ),
  session(rule('error', 'DUPLICATE_ID', 'ids are used once', 'workflow'), [root, root]),
];
