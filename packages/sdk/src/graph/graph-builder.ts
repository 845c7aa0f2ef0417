// The graph builder
// Takes nodes in the order in which a program writes them, and knows what each may refer to. Verbs use it; it knows no verb.
// B1. A node waits for what it refers to, and for nothing else.
// B2. Nodes of a flow are all run or none, so a node refers to its own flow and to those around it. What comes out of a flow is its value.
// B3. The body of a map is a run of its own: what it uses of runs above is handed to it as `trigger.with`.
import type { RegisteredFunction } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';
import { withoutUndefined, type NodeType } from '@skein/ports';
import type { Condition } from '../refs/condition.ts';
import type { Locate } from '../refs/locate.ts';
import { makeRef, type PathPart, type ValueRef } from '../refs/ref-data.ts';
import { writeCondition, writeTemplate } from '../refs/write-template.ts';
import type { Workflow } from '../workflow.ts';
import { Captures } from './captures.ts';
import { deriveEdges } from './derive-edges.ts';
import type { Draft, Exit, Flow } from './draft.ts';
import { makeNode, placeOf, type GraphNode, type OutputNode } from './node.ts';
import { nodeSettings, type NodeOptions } from './node-options.ts';

/** What a graph has beside its JSON: shared with the bodies of its maps. */
export interface GraphParts {
  readonly nodeTypes: Map<string, NodeType>;
  readonly functions: Map<string, RegisteredFunction>;
  readonly workflows: Workflow[];
}

/** Writes what a node is told, and notes what it refers to. */
export interface Writer {
  template(given: unknown): Json;
  condition(given: Condition): Json;
}

export interface NewNode {
  readonly id: string;
  readonly type: string;
  readonly config?: (write: Writer) => JsonObject;
  readonly options?: NodeOptions;
  /** Drafts that come first though nothing of them is read. */
  readonly needs?: readonly Draft[];
  readonly ports?: readonly string[];
  readonly join?: 'any';
  readonly from?: readonly Exit[];
}

export class GraphBuilder {
  readonly id: string;
  readonly parts: GraphParts;
  readonly captures = new Captures();
  readonly #outer: GraphBuilder | null;
  readonly #drafts = new Map<string, Draft>();
  readonly #root: Flow;
  #flow: Flow;

  constructor(given: {
    readonly id: string;
    readonly parts: GraphParts;
    readonly outer?: GraphBuilder;
    readonly schema?: JsonObject | undefined;
  }) {
    this.id = given.id;
    this.parts = given.parts;
    this.#outer = given.outer ?? null;
    const entry = { node: 'start', port: 'output' };
    this.#root = { outer: null, entry, gate: '', name: '', drafts: [], isOver: false };
    this.#flow = this.#root;
    const { schema } = given;
    const config = schema === undefined ? undefined : () => ({ schema });
    this.add({ id: 'start', type: 'start', from: [], ...withoutUndefined({ config }) });
  }

  /** The input of its runs, or a part of it. */
  input<T extends object>(...path: readonly PathPart[]): T {
    // The verbs say what it is.
    return makeRef({ kind: 'value', owner: this, source: 'trigger', path }) as unknown as T;
  }

  add({ id, type, config, options = {}, needs = [], ports = ['output'], ...more }: NewNode): Draft {
    const waitsFor = new Set(needs.map((draft) => draft.id));
    const locate = this.#locate(waitsFor, id);
    for (const node of listOf(options.after)) this.#follow(node, locate);
    const written = config?.({
      template: (given) => writeTemplate(given, locate),
      condition: (given) => writeCondition(given, locate),
    });
    const node = { id, type, config: written, join: more.join, ...nodeSettings(options) };
    const exits = ports.map((port) => ({ node: id, port }));
    return this.#place({ id, node: defined(node), needs: waitsFor, exits, from: more.from });
  }

  /** What comes behind `exits` comes behind this, without a node of its own. */
  stand(
    id: string,
    given: { readonly needs: readonly Draft[]; readonly exits: readonly Exit[] },
  ): Draft {
    const needs = new Set(given.needs.map((draft) => draft.id));
    return this.#place({ id, node: null, needs, exits: given.exits, from: undefined });
  }

  /** What reads this node; `after`: what has to be over first, if not the node itself. */
  node(id: string, read: string, after: string = read): OutputNode<unknown> {
    return makeNode({ owner: this, id, node: read, after });
  }

  /** Runs `build` with a flow of its own, in which it is given that flow. */
  within<T>(given: Pick<Flow, 'entry' | 'gate' | 'name'>, build: (flow: Flow) => T): T {
    const outer = this.#flow;
    const flow: Flow = { ...given, outer, drafts: [], isOver: false };
    this.#flow = flow;
    try {
      return build(flow);
    } finally {
      this.#flow = outer;
    }
  }

  /** Nothing more comes in the flow that is being written. */
  endFlow(): void {
    this.#flow.isOver = true;
  }

  /** Those of the flow that nothing else of it waits for. */
  leaves(): readonly Draft[] {
    const { drafts } = this.#flow;
    const awaited = new Set(drafts.flatMap(({ needs }) => [...needs]));
    return drafts.filter(({ id, exits, from }) => {
      return !awaited.has(id) && exits.length > 0 && from?.length !== 0;
    });
  }

  /** Whether a value is all that this draft gives, in the flow that is being written. */
  draftOf(about: ValueRef): Draft | null {
    if (about.owner !== this || typeof about.source === 'string') return null;
    const draft = this.#drafts.get(about.source.after);
    return draft?.flow === this.#flow && about.path.length === 0 ? draft : null;
  }

  /** Nodes and edges, with an end that waits for everything. */
  finish(result: unknown): {
    readonly nodes: readonly JsonObject[];
    readonly edges: readonly JsonObject[];
  } {
    if (!this.#root.isOver) {
      const needs = this.leaves();
      const value = (write: Writer) => ({ value: write.template(result ?? null) });
      this.add({ id: 'end', type: 'end', config: value, needs, ports: [] });
    }
    const drafts = [...this.#drafts.values()];
    const nodes = drafts.flatMap(({ node }) => (node === null ? [] : [node]));
    return { nodes, edges: deriveEdges(drafts) };
  }

  #place({
    id,
    from,
    ...draft
  }: Omit<Draft, 'flow' | 'from'> & { from: readonly Exit[] | undefined }): Draft {
    if (this.#drafts.has(id)) throw new Error(this.#takenMessage(id));
    if (this.#flow.isOver)
      throw new Error(
        `"${id}" in ${this.#name()} comes after a stop, where nothing runs any more.`,
      );
    const placed: Draft = { id, ...draft, flow: this.#flow, ...withoutUndefined({ from }) };
    this.#drafts.set(id, placed);
    this.#flow.drafts.push(placed);
    return placed;
  }

  #takenMessage(id: string): string {
    if (id === 'start' || id === 'end')
      return `"${id}" is a node that every graph has: give the one in ${this.#name()} another id.`;
    return `${this.#name()} has two nodes with the id "${id}": each needs an id of its own.`;
  }

  #locate(waitsFor: Set<string>, reader: string): Locate {
    return (value, options) => {
      if (value.owner !== this) return this.#capture(value, options.mayLack);
      if (typeof value.source !== 'string') this.#wait(value.source.after, waitsFor, reader);
      return value;
    };
  }

  #capture(value: ValueRef, mayLack: boolean): ValueRef {
    if (this.#outer === null)
      throw new Error(
        `${this.#name()} refers to ${nameOf(value)} of another run. What is made in the body of a map is the output of the map; other graphs are run with g.run.`,
      );
    const name = this.captures.nameOf(value, mayLack);
    return { kind: 'value', owner: this, source: 'trigger', path: ['with', name] };
  }

  #follow(node: GraphNode, locate: Locate): void {
    const place = placeOf(node);
    if (place === null) throw new TypeError('"after" takes nodes of this graph.');
    if (place.owner !== this)
      throw new Error(
        `"${place.id}" belongs to another run than ${this.#name()}: nothing here can wait for it.`,
      );
    locate({ kind: 'value', owner: this, source: place, path: [] }, { mayLack: true });
  }

  /** The reader waits for the draft, or the gate of the flow that both are in does. */
  #wait(id: string, waitsFor: Set<string>, reader: string): void {
    const draft = this.#drafts.get(id);
    let flow = this.#flow;
    let gate: string | null = null;
    while (flow !== draft?.flow) {
      if (flow.outer === null || draft === undefined) throw this.#outOfReach(id, reader, draft);
      gate = flow.gate;
      flow = flow.outer;
    }
    if (gate === null) waitsFor.add(id);
    else if (gate !== id) this.#drafts.get(gate)?.needs.add(id);
  }

  #outOfReach(id: string, reader: string, draft: Draft | undefined): Error {
    const where = draft?.flow.name ?? this.#name();
    return new Error(
      `"${reader}" refers to "${id}", which belongs to ${where} and may not have run. Return it from there, and refer to what that gives.`,
    );
  }

  #name(): string {
    return `the graph "${this.id}"`;
  }
}

function listOf(after: NodeOptions['after']): readonly GraphNode[] {
  if (after === undefined) return [];
  return isList(after) ? after : [after];
}

function isList(after: GraphNode | readonly GraphNode[]): after is readonly GraphNode[] {
  return Array.isArray(after);
}

function nameOf({ source, path }: ValueRef): string {
  const base = typeof source === 'string' ? 'the input' : `"${source.node}"`;
  return path.length === 0 ? base : `${base} (${path.join('.')})`;
}

function defined(node: { readonly [key: string]: Json | undefined }): JsonObject {
  const entries = Object.entries(node).filter(([, value]) => value !== undefined);
  // None of them is undefined.
  return Object.fromEntries(entries) as JsonObject;
}
