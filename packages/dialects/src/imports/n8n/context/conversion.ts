// One conversion in flight
// Everything that is found out on the way and belongs to the whole workflow: losses, tools to bind, secrets, variables, and which nodes
// must remember their items because others read them later.
import type { Json, JsonObject } from '@skein/kernel';
import type { Binding, Imported, ImportLoss } from '../../importer.ts';
import type { N8nNode, N8nWorkflow } from '../read/n8n-workflow.ts';

export interface Conversion {
  readonly workflow: N8nWorkflow;
  /** Of the native node that has the items of each node. */
  readonly ids: ReadonlyMap<N8nNode, string>;
  /** Nodes that give one item at most. */
  readonly singles: ReadonlySet<N8nNode>;
  readonly takenIds: Set<string>;
  readonly losses: ImportLoss[];
  readonly bindings: Map<string, Binding>;
  readonly secrets: Set<string>;
  /** Names of credentials that are accounts, by their type. */
  readonly accounts: Map<string, readonly string[]>;
  /** Variables of the installation that expressions read. */
  readonly variables: Set<string>;
  /** Nodes whose items others read as the ancestors of theirs. */
  readonly remembered: Set<N8nNode>;
  readonly tools: Map<string, JsonObject>;
  /** Under which of them each node is called. */
  readonly toolNames: Map<N8nNode, string>;
  readonly state: Map<string, Json>;
  readonly subagents: Set<string>;
  /** Converts a workflow that a node contains; null: workflows are in each other too deep. */
  readonly convertWithin: ((source: Json, name: string) => Imported) | null;
  /** What became of the workflows that nodes contain; null: a loss says why there is none. */
  readonly within: Map<N8nNode, JsonObject | null>;
  /** Workflows that tools contain, which are called by their ids. */
  readonly called: JsonObject[];
}

export interface LossWords {
  readonly kind: string;
  readonly message: string;
  readonly hint: string;
}

/** Says once what is lost of a node. */
export function loseOf(
  { losses, ids }: Conversion,
  node: N8nNode,
  { kind, message, hint }: LossWords,
): void {
  const isKnown = losses.some((loss) => loss.pointer === node.pointer && loss.message === message);
  if (isKnown) return;
  losses.push({
    code: 'IMPORT_LOSS',
    severity: 'warning',
    node: node.name,
    kind,
    pointer: node.pointer,
    message,
    hint,
    native: ids.get(node) ?? null,
  });
}

/** What is lost of the workflow as a whole. */
export function loseOfWorkflow(
  { losses }: Conversion,
  place: string,
  { kind, message, hint }: LossWords,
): void {
  const loss = { code: 'IMPORT_LOSS', severity: 'warning', node: null, native: null } as const;
  losses.push({ ...loss, kind, pointer: place, message, hint });
}

/** An id that no other native node has. */
export function freeId({ takenIds }: Conversion, wanted: string): string {
  let id = wanted;
  for (let count = 2; takenIds.has(id); count++) id = `${wanted}_${count}`;
  takenIds.add(id);
  return id;
}

/** The name of a secret for a credential: `Header Auth account` is HEADER_AUTH_ACCOUNT. */
export function secretFor({ secrets }: Conversion, credential: string): string {
  const words = credential
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const name = words === '' ? 'CREDENTIAL' : words.replace(/^(?=\d)/, 'SECRET_');
  secrets.add(name);
  return name;
}
