// What is open to other programs
// D1. Nothing is, unless the owner of a workflow says so in its definition: `"metadata": { "publish": ["openai"] }`. An agent of the host
//     says it as `agent({ publish: ['openai'] })`; a chat with it is a thread.
// D2. A workflow that is not open looks like one that does not exist, and so does one of another user.
import { doorNames, isObject, ownValue, type Json } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type NewestDefinition } from '@skein/ports';
import type { HostThreads } from '../../../host/threads.ts';
import { whose, type Identity } from '../../../identity/identity.ts';
import { everyItem } from '../../../values/every-item.ts';
import { orNull } from '../../../values/or-null.ts';
import type { AboutNode } from '../facts/fact-reader.ts';
import { nodeWords } from './node-words.ts';

export type Door = (typeof doorNames)[number];

export interface Published {
  /** As other programs call it. */
  readonly name: string;
  readonly workflow: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Json | undefined;
  readonly savedAt: number;
  readonly doors: readonly Door[];
  /** Whether runs are turns of a thread with an agent of the host. */
  readonly isAgent: boolean;
  /** Whether the engine finds in its runs that they are open: definitions of other dialects do not say it there. */
  readonly tellsTasks: boolean;
  readonly about: AboutNode;
}

export interface PublishedServices {
  readonly engine: Pick<Engine, 'workflows'>;
  readonly threads: Pick<HostThreads, 'agents'>;
}

const agentPrefix = 'thread:';

export async function findPublished(
  services: PublishedServices,
  identity: Identity,
  { name, door }: { readonly name: string; readonly door: Door },
): Promise<Published> {
  const { workflows } = services.engine;
  const { user } = whose(identity);
  const own = await orNull(() => workflows.newest(name, user));
  for (const found of [own, await turnsOf(services, name)]) {
    if (found === null || !isPublished(found, door)) continue;
    const about = await orNull(() => workflows.describe(found.id, user));
    if (about !== null) return toPublished(workflows, found, about);
  }
  throw new EngineError('NOT_FOUND', { what: 'published workflow', id: name });
}

/** A workflow of the owner, open or not; null when there is none that can be started. */
export async function describePublished(
  { workflows }: Pick<Engine, 'workflows'>,
  identity: Identity,
  workflow: string,
): Promise<Published | null> {
  const { user } = whose(identity);
  const found = await orNull(() => workflows.newest(workflow, user));
  const about = await orNull(() => workflows.describe(workflow, user));
  return found === null || about === null ? null : toPublished(workflows, found, about);
}

/** What the caller can reach: of their own, and of the agents of the host. */
export async function listPublished(
  services: PublishedServices,
  identity: Identity,
  door?: Door,
): Promise<readonly Published[]> {
  const { workflows } = services.engine;
  const { user } = whose(identity);
  const found: Published[] = [];
  const all = async function* () {
    for (const agent of services.threads.agents()) {
      const turns = await turnsOf(services, agent);
      if (turns !== null) yield turns;
    }
    yield* everyItem((page) => workflows.list({ ...page, user: identity.owner }));
  };
  const known = new Set<string>();
  for await (const each of all()) {
    if (known.has(each.id)) continue;
    known.add(each.id);
    const isWanted = door === undefined ? openDoors(each).length > 0 : isPublished(each, door);
    if (!isWanted) continue;
    const about = await orNull(() => workflows.describe(each.id, user));
    if (about !== null) found.push(toPublished(workflows, each, about));
  }
  return found;
}

/** The workflow of an agent of the host, which belongs to nobody and is there for everybody. */
async function turnsOf(
  { engine, threads }: PublishedServices,
  agent: string,
): Promise<NewestDefinition | null> {
  if (!threads.agents().includes(agent)) return null;
  return orNull(() => engine.workflows.newest(`${agentPrefix}${agent}`));
}

/** Of agents: the part behind the prefix. */
export function publicName(workflow: string): string {
  return workflow.startsWith(agentPrefix) ? workflow.slice(agentPrefix.length) : workflow;
}

function toPublished(
  workflows: Engine['workflows'],
  found: NewestDefinition,
  about: Awaited<ReturnType<Engine['workflows']['describe']>>,
): Published {
  const { id, savedAt } = found;
  const name = publicName(id);
  return {
    name,
    workflow: id,
    title: about.name ?? name,
    description: about.description ?? '',
    inputSchema: about.inputSchema,
    savedAt,
    doors: openDoors(found),
    isAgent: id.startsWith(agentPrefix),
    tellsTasks: found.dialect === 'native',
    about: nodeWords(workflows, found),
  };
}

function isPublished(found: NewestDefinition, door: Door): boolean {
  return openDoors(found).includes(door);
}

/** Through which doors a workflow can be reached. */
export function openDoors({
  definition,
  isActive,
}: Pick<NewestDefinition, 'definition' | 'isActive'>): readonly Door[] {
  const metadata = isObject(definition) ? ownValue(definition, 'metadata') : undefined;
  return isActive ? doorsIn(metadata) : [];
}

/** Those that the metadata of a definition open. */
export function doorsIn(metadata: Json | undefined): readonly Door[] {
  const open = isObject(metadata) ? ownValue(metadata, 'publish') : undefined;
  return Array.isArray(open) ? doorNames.filter((door) => open.includes(door)) : [];
}
