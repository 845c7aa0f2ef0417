// The look before a run
// A definition can be sound and yet fail at its first node: its model has no provider, the key is missing, a tool is not there. What
// nodes need of the host is looked up here, and whether they give what it requires; nothing is called.
// P1. Only warnings: the process that looks may not be the one that runs it, and the node may never be reached.
import { missingNames, type ScheduledInput } from '@skein/dialects';
import { pointer as pointerOf, type Diagnostic, type Json } from '@skein/kernel';
import type { LanguageModel, ModelProblem, Secret, Tool } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import {
  checkDefinition,
  type CheckElsewhere,
  type PlacedNeeds,
} from '../../state/definitions/checked-definition.ts';
import type { ReadingOptions } from '../../state/definitions/compiled-workflow.ts';

type Host = Ports<'nodeTypes' | 'models' | 'tools' | 'secretsFor'> & {
  /** The input schema of a stored workflow; undefined when it takes anything. */
  readonly inputSchemaOf: (workflow: string, user: string | undefined) => Promise<Json | undefined>;
};

export interface LookedInto {
  readonly written: unknown;
  /** With its references to the store resolved; the same object when it has none. */
  readonly whole: unknown;
}

export async function preflight(
  host: Host & Ports<'compile'>,
  { written, whole }: LookedInto,
  {
    check,
    user,
    ...reading
  }: ReadingOptions & {
    readonly check?: CheckElsewhere;
    readonly user?: string | undefined;
  },
): Promise<readonly Diagnostic[]> {
  const { diagnostics, needs, schedules, inputSchema } =
    (await check?.(whole, reading)) ?? checkDefinition(host, whole, reading);
  const found: Diagnostic[] = [];
  for (const needed of needs) {
    for (const problem of await lookAt(host, needed, user)) {
      if (isTold(problem, diagnostics)) continue;
      const isWritten = whole === written || hasPlace(written, problem.pointer);
      found.push(isWritten ? problem : { ...problem, pointer: needed.pointer });
    }
  }
  return [...diagnostics, ...found, ...missingInSchedules(schedules, inputSchema)];
}

/** What came from the store has no place in the definition but that of the node that names it. */
function hasPlace(definition: unknown, pointer: string): boolean {
  let value = definition;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = Reflect.get(value, key);
  }
  return true;
}

/** Dialects that list tools have looked for those that are registered already. */
function isTold({ code, pointer }: Diagnostic, diagnostics: readonly Diagnostic[]): boolean {
  return (
    code === 'TOOL_UNAVAILABLE' &&
    diagnostics.some((told) => told.code === 'TOOL_NOT_REGISTERED' && told.pointer === pointer)
  );
}

async function lookAt(
  host: Host,
  { node, model: asked, tools: named, secrets, call }: PlacedNeeds,
  user: string | undefined,
): Promise<readonly Diagnostic[]> {
  const { models, tools, secretsFor } = host;
  const found: Diagnostic[] = [];
  const warn = (code: string, pointer: string, { message, hint }: ModelProblem) => {
    const words = { message: `${message} (node "${node}")`, hint };
    found.push({ code, severity: 'warning', pointer, ...words });
  };
  const model = asked && (await tried(() => models.model(asked.name)));
  if (asked !== undefined && model !== undefined) {
    const problem = model.ok
      ? await tried(async () => model.value.findProblem?.())
      : { ok: true as const, value: model.problem };
    const told = problem.ok ? problem.value : problem.problem;
    if (told !== undefined) warn('MODEL_UNAVAILABLE', asked.pointer, told);
  }
  for (const { name, pointer } of named) {
    const tool = await tried(() => tools.find(name));
    const problem = tool.ok
      ? toolProblem(name, tool.value, model?.ok === true ? model.value : undefined)
      : tool.problem;
    if (problem !== undefined) warn('TOOL_UNAVAILABLE', pointer, problem);
  }
  if (call !== undefined) {
    for (const name of missingNames((await takenBy(host, call, user)) ?? {}, call.given))
      warn('ARGUMENT_MISSING', call.pointer + pointerOf(name), missingIn(call, name));
  }
  if (secretsFor === null) return found;
  for (const { name, pointer } of secrets) {
    const secret = await tried(() => secretsFor(user).find(name));
    const problem = secret.ok ? secretProblem(name, secret.value) : secret.problem;
    if (problem !== undefined) warn('SECRET_UNAVAILABLE', pointer, problem);
  }
  return found;
}

type Call = NonNullable<PlacedNeeds['call']>;

/** What is called says so; what cannot be asked is told elsewhere. */
async function takenBy(
  { tools, nodeTypes, inputSchemaOf }: Host,
  { target, name, type, schema }: Call,
  user: string | undefined,
): Promise<Json | undefined> {
  if (schema !== undefined) return schema;
  const found = await tried(async () => {
    if (target === 'function') return nodeTypes.get(type)?.takes?.({ name });
    if (target === 'workflow') return inputSchemaOf(name, user);
    const tool = await tools.find(name);
    return tool?.unchecked === undefined ? tool?.parameters : undefined;
  });
  return found.ok ? found.value : undefined;
}

function missingIn({ target, name: called }: Call, name: string): ModelProblem {
  const what = called === '' ? `the ${target}` : `the ${target} "${called}"`;
  return {
    message: `"${name}" is empty, and ${what} requires it.`,
    hint: `Fill in "${name}", or take it from an earlier node.`,
  };
}

function missingInSchedules(
  schedules: readonly ScheduledInput[],
  inputSchema: Json | undefined,
): readonly Diagnostic[] {
  return schedules.flatMap(({ trigger, given, pointer, schema = inputSchema ?? {} }) =>
    missingNames(schema, given).map((name) => ({
      code: 'ARGUMENT_MISSING',
      severity: 'warning' as const,
      pointer: pointer + pointerOf(name),
      message: `The input of the trigger "${trigger}" lacks "${name}", which the workflow requires.`,
      hint: `Add "${name}" to the "input" of its "config"; until then no tick starts a run.`,
    })),
  );
}

function toolProblem(
  name: string,
  tool: Tool | undefined,
  model: LanguageModel | undefined,
): ModelProblem | undefined {
  if (tool === undefined) {
    return {
      message: `Tool not found: ${name}.`,
      hint: 'Register it, add its server to the configuration, or correct the name.',
    };
  }
  if (tool.builtIn === undefined || model?.hasWebSearch !== false) return undefined;
  return {
    message: `Nobody can run ${name}: ${model.provider}/${model.name} has no search of its own, and no tool of this name is registered. It is not offered.`,
    hint: `Use a model of OpenAI, Anthropic or Google, or register a tool "${name}".`,
  };
}

function secretProblem(name: string, secret: Secret | undefined): ModelProblem | undefined {
  if (secret === undefined)
    return { message: `There is no secret "${name}".`, hint: 'Set it, or correct the name.' };
  if (secret.hosts !== undefined) return undefined;
  return {
    message: `The secret "${name}" is bound to no hosts, so that workflows cannot send it anywhere.`,
    hint: 'Set its "hosts" to those that it is for.',
  };
}

type Tried<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ModelProblem };

/** What a call would fail with is what is wrong. */
async function tried<Value>(look: () => Value | Promise<Value>): Promise<Tried<Value>> {
  try {
    return { ok: true, value: await look() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: { message, hint: hintIn(error) } };
  }
}

function hintIn(error: unknown): string {
  const failure: unknown = error instanceof Error && 'failure' in error ? error.failure : null;
  const data: unknown =
    typeof failure === 'object' && failure !== null && 'data' in failure ? failure.data : null;
  const hint: unknown =
    typeof data === 'object' && data !== null && 'hint' in data ? data.hint : '';
  return typeof hint === 'string' ? hint : '';
}
