// A draft of a native definition
// What an importer adds nodes and edges to while it walks a document of another product. Inner drafts, of maps and
// sub-workflows, share one report.
//
// R1. Ids are plain words, so that references and expressions can name them without quotes.
// R2. `origin` names the source of every node that stands for one; nodes without an entry are helpers.
import { given } from './given.ts';
import { setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { Binding, ImportLoss } from '../importer.ts';
import { freeId } from './free-id.ts';

/** What a person must be told about the whole document. */
export interface Report {
  readonly losses: ImportLoss[];
  readonly bindings: Map<string, Binding>;
  readonly secrets: Set<string>;
}

export interface Draft {
  readonly nodes: JsonObject[];
  readonly edges: JsonObject[];
  /** Names of the source by native id. */
  readonly origin: Map<string, readonly string[]>;
  readonly positions: Map<string, Position>;
  readonly notes: JsonObject[];
  readonly ids: Set<string>;
  readonly state: { [name: string]: Json };
  readonly report: Report;
}

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface DraftNode {
  readonly id: string;
  readonly type: string;
  readonly config?: JsonObject | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Further keys of the node: retry, join, timeoutMs. */
  readonly settings?: JsonObject;
  /** Names of the source; none for a helper. */
  readonly origin?: readonly string[];
  readonly position?: Position | null;
}

export interface DraftEdge {
  readonly from: string;
  readonly to: string;
  readonly out?: string | undefined;
  readonly in?: string | undefined;
  readonly loop?: boolean;
}

/** Words that references read in another way. */
const reserved = [
  'trigger',
  'inputs',
  'previous',
  'context',
  'now',
  'state',
  'run',
  'item',
  'index',
];

export function newReport(): Report {
  return { losses: [], bindings: new Map(), secrets: new Set() };
}

export function newDraft(report: Report): Draft {
  return {
    nodes: [],
    edges: [],
    origin: new Map(),
    positions: new Map(),
    notes: [],
    ids: new Set(reserved),
    state: {},
    report,
  };
}

/** An id that no node of the draft has, made of a wish. */
export function takeId(draft: Draft, wish: string): string {
  const id = freeId(wish, draft.ids);
  draft.ids.add(id);
  return id;
}

export function addNode(draft: Draft, node: DraftNode): void {
  const { id, type, config, name, description, settings = {}, origin, position } = node;
  const made: { [key: string]: Json } = { id, type };
  if (name !== undefined && name !== '' && name !== id) made['name'] = name;
  if (description !== undefined) made['description'] = description;
  if (config !== undefined) made['config'] = config;
  for (const [key, value] of Object.entries(settings)) setOwn(made, key, value);
  draft.nodes.push(made);
  if (origin !== undefined) draft.origin.set(id, origin);
  if (position) draft.positions.set(id, position);
}

export function addEdge(draft: Draft, { from, to, out, in: into, loop }: DraftEdge): void {
  const made: { [key: string]: Json } = { from };
  if (out !== undefined && out !== 'output') made['out'] = out;
  made['to'] = to;
  if (into !== undefined && into !== 'input') made['in'] = into;
  if (loop !== undefined) made['loop'] = loop;
  draft.edges.push(made);
}

export type LossWords = Omit<ImportLoss, 'code' | 'severity'>;

export function lose(report: Report, words: LossWords): void {
  report.losses.push({ code: 'IMPORT_LOSS', severity: 'warning', ...words });
}

/** A tool that must be offered under this name; the same name is one binding for all its nodes. */
export function bind(report: Report, { tool, title, nodes, parameters }: Binding): void {
  const known = report.bindings.get(tool);
  const all = [...new Set([...(known?.nodes ?? []), ...nodes])];
  report.bindings.set(tool, {
    tool,
    title,
    nodes: all,
    parameters: known?.parameters ?? parameters,
  });
}

export interface Heading {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly metadata?: JsonObject;
}

/** The draft as a definition; an inner one has no heading. */
export function toDefinition(draft: Draft, heading: Heading | null): JsonObject {
  const made: { [key: string]: Json } = {};
  if (heading !== null) {
    made['skein'] = 1;
    if (heading.id !== undefined) made['id'] = heading.id;
    if (heading.name !== undefined) made['name'] = heading.name;
    if (heading.description !== undefined && heading.description !== '') {
      made['description'] = heading.description;
    }
    if (heading.metadata !== undefined) made['metadata'] = heading.metadata;
  }
  if (Object.keys(draft.state).length > 0) made['state'] = draft.state;
  made['nodes'] = draft.nodes;
  made['edges'] = draft.edges;
  made['studio'] = studioOf(draft);
  return made;
}

function studioOf({ origin, positions, notes }: Draft): JsonObject {
  const named: { [id: string]: Json } = {};
  for (const [id, names] of origin)
    setOwn(named, id, names.length === 1 ? (names[0] ?? '') : names);
  const placed: { [id: string]: Json } = {};
  for (const [id, { x, y }] of positions) setOwn(placed, id, { x, y });
  return {
    origin: named,
    ...given({ positions: positions.size === 0 ? undefined : placed }),
    ...given({ notes: notes.length === 0 ? undefined : notes }),
  };
}
