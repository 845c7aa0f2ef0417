import { resolveCalledConfig, type ExecuteEffect, type GraphNode } from '@skein/kernel';
import type { ResolvedConfig, Subagent } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import { activationOf, type Standing } from '../run/activation-of.ts';
import { datesFor } from '../run/dates.ts';

/** A run at one moment, with the clock of its engine. */
export interface TimedStanding extends Standing {
  readonly runtime: Ports<'clock'>;
}

/** The agents that the activation's node may call, each with those that it may call itself. */
export function subagentsOf(driver: TimedStanding, caller: ExecuteEffect): readonly Subagent[] {
  const node = driver.graph.nodeById.get(caller.node);
  return node === undefined ? [] : below(driver, caller, node);
}

function below(driver: TimedStanding, caller: ExecuteEffect, node: GraphNode): readonly Subagent[] {
  return node.subagents.map(({ to, out }) => ({
    toolName: out === 'output' ? undefined : out,
    node: to.id,
    nodeName: to.name,
    nodeType: to.type,
    description: driver.graph.workflow.nodes[to.index]?.description,
    // Made when asked for: agents that share their subagents would otherwise be made again on every way to them.
    get subagents() {
      return below(driver, caller, to);
    },
    resolve: (input) => resolveFor(driver, caller, { node: to, input }),
  }));
}

function resolveFor(
  driver: TimedStanding,
  caller: ExecuteEffect,
  { node, input }: { readonly node: GraphNode; readonly input: string },
): ResolvedConfig {
  const { graph, state, runtime } = driver;
  const activation = activationOf(driver, caller);
  if (activation === undefined) return { ok: false, missing: [] };
  const at = runtime.clock.now();
  const event = { at, dates: datesFor(graph.zones, at) };
  return resolveCalledConfig({ graph, state, event }, { caller: activation, node, input });
}
