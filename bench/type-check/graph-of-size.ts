/** The source of a graph with so many verbs: steps, model calls, branches, maps and loops that refer to each other. */
export function graphOfSize(verbs: number): string {
  const lines: string[] = [];
  for (let i = 0; lines.length < verbs; i++) lines.push(verb(lines.length, i % 10));
  return [
    `import { and, eq, graph, gt, lt, orElse, text } from 'skein';`,
    `import { z } from 'zod';`,
    `interface Order { id: number; total: number; note?: string; lines: { sku: string; price: number }[]; customer: { mail: string } | null }`,
    `declare const find: (id: number) => Promise<Order>;`,
    `export const large = graph('large', { input: z.object({ id: z.number(), note: z.string().optional() }) }, (g, input) => {`,
    `const n0 = g.step('n0', { id: input.id }, ({ id }) => find(id));`,
    ...lines.slice(1),
    `return { first: n0.output.total };`,
    `});`,
    `export { and, eq, gt, lt, orElse, text };`,
    '',
  ].join('\n');
}

function verb(n: number, kind: number): string {
  const name = `n${n}`;
  switch (kind) {
    case 3:
      return `const ${name} = g.llm('${name}', { prompt: text\`About \${n0.output.total} and \${orElse(input.note, 'none')}\`, output: z.object({ score: z.number() }) });`;
    case 5:
      return `const ${name} = g.if('${name}', and(gt(n0.output.total, ${n}), eq(n0.output.id, 1)), () => ({ a: n0.output.id }), () => ({ a: ${n} }));`;
    case 7:
      return `const ${name} = g.map('${name}', n0.output.lines, (line, index) => ({ sku: line.sku, index, order: n0.output.id }));`;
    case 9:
      return `const ${name} = g.loop('${name}', { i: 0, by: n0.output.total }, (state) => ({ next: { i: state.by, by: state.i }, again: lt(state.i, 3) }));`;
    default:
      return `const ${name} = g.step('${name}', { id: n0.output.id, note: orElse(n0.output.note, ''), mail: orElse(n0.output.customer.mail, 'none'), first: n0.output.lines[0] }, async ({ id, first }) => ({ id, at: new Date(), price: first.price * ${n} }), { retry: 3, timeout: '5s' });`;
  }
}
