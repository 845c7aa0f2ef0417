// A map between a node that goes on and one that takes its failure.
import { runView, type Json, type JsonObject, type WorkflowNode } from '@skein/kernel';
import { map } from './acts.ts';
import { edge, play, step, type Player } from './play.ts';

export const mapping = (config: JsonObject, more: Partial<WorkflowNode> = {}): Player =>
  play({
    nodes: [map('m', config, more), step('next'), step('broken')],
    edges: [edge('m -> next'), edge('m.error -> broken')],
  });

export const mapped = (config: JsonObject, more: Partial<WorkflowNode> = {}): Player =>
  mapping(config, more).start();

export const numbers = (count: number): Json[] =>
  Array.from({ length: count }, (_, index) => index);

export const waitsOf = (run: Player): Json =>
  (runView(run.graph, run.state).waits as { node: string }[]).map(({ node }) => node);
