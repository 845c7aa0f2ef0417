import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { failureCodes, nativeNodeTypes } from '@skein/agents';

const types = nativeNodeTypes({ functions: new Map() });

describe('native node types', () => {
  it('[A1] are all there', () => {
    expect([...types.keys()].toSorted()).toEqual([
      'agent',
      'approval',
      'code',
      'data',
      'delay',
      'emit',
      'end',
      'event',
      'fail',
      'function',
      'http',
      'if',
      'input',
      'join',
      'llm',
      'map',
      'partition',
      'respond',
      'set',
      'start',
      'stop',
      'store',
      'subworkflow',
      'switch',
      'tool',
      'transform',
    ]);
  });

  it.each([...types])('[A1] %s can be listed and shown as a form', (name, type) => {
    expect(type.kind.type).toBe(name);
    expect(type.description).toMatch(/^[A-Z].*\.$/);
    expect(type.configSchema).toMatchObject({ type: 'object', properties: {} });
    expect(JSON.parse(JSON.stringify(type.configSchema))).toEqual(type.configSchema);
    expect(type.configSchema).toBe(type.configSchema);
  });

  it('[A1] what executes has a function, what waits takes answers', () => {
    const having = (key: 'run' | 'accept') =>
      [...types].filter(([, type]) => type[key] !== undefined).map(([name]) => name);
    expect(having('run')).toEqual(['function', 'code', 'llm', 'agent', 'tool', 'http', 'store']);
    expect(having('accept')).toEqual(['code', 'agent', 'tool', 'approval', 'input', 'event']);
  });

  it('[A1] a key of a config says what it is for', () => {
    expect(types.get('approval')?.configSchema).toMatchObject({
      properties: { who: { description: expect.stringContaining('may answer') } },
    });
    expect(types.get('llm')?.configSchema).toMatchObject({ required: ['prompt'] });
  });

  it('[A1] neither loading nor showing them loads zod, and arguments of functions do', () => {
    const code = `
      import { registerHooks } from 'node:module';
      const asked = [];
      registerHooks({
        resolve(specifier, context, next) {
          asked.push(specifier);
          return next(specifier, context);
        },
      });
      const { nativeNodeTypes, scriptedModel, builtinFunctions } = await import(process.argv[1]);
      const types = nativeNodeTypes({ functions: builtinFunctions() });
      scriptedModel();
      const heavy = () => asked.filter((name) => /^zod/.test(name)).length;
      const call = { node: 'n', nodeType: 'llm', config: { temperature: 'hot' } };
      for (const { configSchema } of types.values()) JSON.stringify(configSchema);
      await types.get('llm').run(call, {}).catch(() => {});
      const before = heavy();
      const add = { ...call, config: { name: 'math.add', args: { a: 1, b: 2 } } };
      types.get('function').run(add, {});
      console.log(before, heavy());`;
    const index = import.meta.resolve('../src/index.ts');
    const options = { encoding: 'utf8' } as const;
    const output = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', code, index],
      options,
    );
    // The second number shows that the first one was measured.
    expect(output.trim()).toBe('0 1');
  });

  it('[A3] fail with these codes and no others', () => {
    expect(failureCodes).toEqual([
      'AGENT_TURNS_EXCEEDED',
      'BAD_CONFIG',
      'CASSETTE_MISS',
      'CODE_DIVERGED',
      'CODE_MEMORY',
      'CODE_NEVER_ENDS',
      'CODE_NOT_ALLOWED',
      'CODE_OUTPUT',
      'CODE_THREW',
      'CODE_TIMEOUT',
      'CONNECTION_FAILED',
      'CONNECTION_REFUSED',
      'CONTEXT_REWRITTEN',
      'FUNCTION_ARGS_INVALID',
      'FUNCTION_NOT_FOUND',
      'FUNCTION_PORT_UNKNOWN',
      'HTTP_FAILED',
      'HTTP_REFUSED',
      'HTTP_STATUS',
      'INTENT_UNMATCHED',
      'MCP_FAILED',
      'MODEL_CALL_FAILED',
      'MODEL_KEY_MISSING',
      'MODEL_NOT_FOUND',
      'MODEL_OUTPUT_INVALID',
      'MODEL_SCRIPT_EMPTY',
      'OPENAPI_INVALID',
      'PACKAGE_MISSING',
      'PACKAGE_VERSION',
      'ROUTE_UNKNOWN',
      'SCHEMA_TOO_COSTLY',
      'NODE_REPORTED_ERROR',
      'SECRET_REFUSED',
      'SIGN_IN_NEEDED',
      'TEST_FAILED',
      'TOOL_AMBIGUOUS',
      'TOOL_ARGS_INVALID',
      'TOOL_FAILED',
      'TOOL_NOT_FOUND',
      'TOOL_UNCONFIRMED',
    ]);
  });
});
