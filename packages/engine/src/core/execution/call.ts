import type { ExecuteEffect, Json, JsonObject } from '@skein/kernel';
import type { NodeCall } from '@skein/ports';
import type { RunDriver } from '../driver/run-driver.ts';

/** What a function is told about its call. What few functions ask for is looked up when they do. */
export class Call implements NodeCall {
  readonly node: string;
  readonly nodeType: string;
  readonly activation: number;
  readonly attempt: number;
  readonly config: JsonObject;
  readonly inputs: JsonObject;
  readonly previous: Json | undefined;
  readonly context: string;
  readonly #driver: RunDriver;

  constructor(driver: RunDriver, effect: ExecuteEffect) {
    this.node = effect.node;
    this.nodeType = effect.nodeType;
    this.activation = effect.activation;
    this.attempt = effect.attempt;
    this.config = effect.config;
    this.inputs = effect.inputs;
    this.previous = effect.previous;
    this.context = effect.context;
    this.#driver = driver;
  }

  get run(): string {
    return this.#driver.id;
  }

  get root(): string {
    const { origin, id } = this.#driver;
    return origin.root ?? id;
  }

  get nodeName(): string {
    return this.#driver.graph.nodeById.get(this.node)?.name ?? this.node;
  }
}
