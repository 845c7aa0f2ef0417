import type { ExecuteEffect, Json, JsonObject, NodeId, RunId } from '@skein/kernel';
import type { NodeCall } from '@skein/ports';
import type { RunView } from '../run/driven-run.ts';

/** What a function is told about its call. What few functions ask for is looked up when they do. */
export class Call implements NodeCall {
  readonly node: NodeId;
  readonly nodeType: string;
  readonly activation: number;
  readonly attempt: number;
  readonly config: JsonObject;
  readonly inputs: JsonObject;
  readonly previous: Json | undefined;
  readonly context: string;
  readonly #run: RunView;

  constructor(run: RunView, effect: ExecuteEffect) {
    this.node = effect.node;
    this.nodeType = effect.nodeType;
    this.activation = effect.activation;
    this.attempt = effect.attempt;
    this.config = effect.config;
    this.inputs = effect.inputs;
    this.previous = effect.previous;
    this.context = effect.context;
    this.#run = run;
  }

  get run(): RunId {
    return this.#run.id;
  }

  get root(): RunId {
    const { origin, id } = this.#run;
    return origin.root ?? id;
  }

  get user(): string | undefined {
    return this.#run.origin.user;
  }

  get nodeName(): string {
    return this.#run.graph.nodeById.get(this.node)?.name ?? this.node;
  }
}
