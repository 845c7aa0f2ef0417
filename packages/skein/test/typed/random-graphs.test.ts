// Goal: whatever is written with the verbs, the graph is valid, has no superfluous edge, and gives what the program says. Method: random
// programs are built as graphs and run, and computed in plain JavaScript beside it.
import { createEngine, graph, type JsonObject } from 'skein';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { arbitraryProgram, buildProgram, computeProgram } from './random-program.ts';

const input = z.object({ a: z.number(), b: z.number() });

it('[SD223] random programs are valid graphs with the fewest edges, and give what plain JavaScript gives', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(arbitraryProgram, fc.nat(30), fc.nat(30), async (program, a, b) => {
      const made = graph('random', { input }, (g, given) =>
        buildProgram(g, program, [given.a, given.b]),
      );
      for (const definition of definitionsIn(made.definition)) {
        expect(superfluousEdges(definition)).toEqual([]);
        for (const { type } of nodesOf(definition)) seen.set(type, (seen.get(type) ?? 0) + 1);
      }
      await using engine = await createEngine({ workflows: [made] });
      expect(engine.workflows.validate(made.definition)).toEqual([]);
      const { output } = await engine.run(made, { a, b });
      expect(output).toBe(computeProgram(program, [a, b]));
    }),
    { numRuns: 150 },
  );
  // The programs were not all trivial.
  const rare = ['function', 'if', 'switch', 'map', 'join'].filter(
    (type) => (seen.get(type) ?? 0) <= 20,
  );
  expect(rare).toEqual([]);
});

/** The definition, and those of the bodies of its maps. */
function definitionsIn(definition: JsonObject): readonly JsonObject[] {
  const inner = nodesOf(definition).flatMap(({ config }) => {
    const { workflow } = (config ?? {}) as JsonObject;
    return typeof workflow === 'object' ? definitionsIn(workflow as JsonObject) : [];
  });
  return [definition, ...inner];
}

/** Edges whose target is reached on another path too, loops aside. */
function superfluousEdges(definition: JsonObject): readonly string[] {
  const edges = edgesOf(definition).filter(({ loop }) => loop !== true);
  const targets = Map.groupBy(edges, ({ from }) => from);
  const isReached = (from: string, to: string, without: Edge): boolean =>
    (targets.get(from) ?? []).some((edge) => {
      if (edge === without) return false;
      return edge.to === to || isReached(edge.to, to, without);
    });
  return edges
    .filter((edge) => isReached(edge.from, edge.to, edge))
    .map(({ from, to }) => `${from} -> ${to}`);
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly loop?: boolean;
}

// What a graph writes has this shape.
const edgesOf = ({ edges }: JsonObject) => edges as unknown as readonly Edge[];
// And this one.
const nodesOf = ({ nodes }: JsonObject) =>
  nodes as unknown as readonly { readonly type: string; readonly config?: JsonObject }[];
