import type { Graph, Workflow } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import {
  compileDefinition,
  compileNative,
  drawMermaid,
  drawSvg,
  drawText,
} from '../../../src/index.ts';
import { describeCondition } from '../../../src/native/draw/describe-condition.ts';
import { hostile, triage } from './triage.ts';

function graphOf(workflow: Workflow): Graph {
  const { graph, diagnostics } = compileNative(workflow);
  if (graph === null) throw new Error(JSON.stringify(diagnostics));
  return graph;
}

describe('drawText', () => {
  it('[N27] lists nodes in reading order with ports, conditions, loops and what is inside', () => {
    expect(drawText(graphOf(triage))).toBe(`Support triage: 14 nodes, 18 edges

▶ start  [start]
    → classify
• classify  [llm]  "Classify the ticket"
    → route
• route  [switch]  "Which kind?"
    billing → invoices
    bug     → search
    default → draft
• invoices  [function]  "Look up invoices"
    → draft
• search  [map]  "Search each log"
    → draft.logs
    ┆ One log: 2 nodes, 1 edge
    ┆
    ┆ • grep  [function]
    ┆     → sum
    ┆ • sum  [transform]
• draft  [agent]  "Draft an answer"  (join: any)
    ⊸ helper
    → good
• helper  [agent]  "Knows the manual"
• good  [if]  "Good enough?"
    false → pause
    true  → review
• pause  [delay]
    ⇒ draft
• review  [approval]  "Review by a person"
    approved → send
    rejected ⇒ draft  when \${review.output.note} exists and not \${trigger.urgent}
    expired  → alarm
• send  [tool]  "Send the mail"
          → tell
    error → alarm
• tell  [emit]  "Tell the others"
    → done
• done  [end]
• alarm  [stop]  "Give up"
`);
  });

  it('[N27] draws a definition that does not compile, and leaves out what is derived', () => {
    const broken: Workflow = {
      skein: 1,
      nodes: [
        { id: 'a', type: 'nope' },
        { id: 'b', type: 'join' },
        { id: 'x', type: 'join', derived: true },
      ],
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
        { from: 'b', to: 'z' },
        { from: 'a', to: 'x' },
        { from: 'a', to: 'b', derived: true },
      ],
    };
    expect(drawText(broken)).toBe(
      'workflow: 2 nodes, 2 edges\n\n• a  [nope]\n    → b\n• b  [join]\n    ⇒ a\n',
    );
    expect(drawText({ skein: 1, nodes: [] })).toBe('workflow: 0 nodes, 0 edges\n\n');
  });

  it('[N27] draws the END that edges of an agent-graph lead to', () => {
    const edge = { sourceNodeId: 'a', conditionType: 'CONDITIONAL' };
    const { graph } = compileDefinition({
      id: 'talk',
      isConversational: true,
      entrypointNodeId: 'a',
      nodes: [{ id: 'a', nodeType: 'AGENT' }],
      edges: [{ ...edge, id: 'e', targetNodeId: null, conditionValue: 'END' }],
    });
    if (graph === null) throw new Error('It is sound.');
    expect(drawText(graph)).toBe(
      `talk: 2 nodes, 1 edge

▶ a  [agent-graph.agent]
    route → END  when \${previous.route} = "END"
• END  [end]
`,
    );
  });

  it('[N27] a hostile text stays on its line and sends nothing to the terminal', () => {
    const text = drawText(hostile);
    expect(text).not.toMatch(/[\u202e\p{Cs}]|(?!\n)\p{Cc}/u);
    expect(text.split('\n')).toHaveLength(10);
    expect(text).toContain(String.raw`• "\u001b[2J\u202e"  [join]`);
  });

  it('[N31] 100,000 nodes in a chain or side by side are drawn', () => {
    const nodes = Array.from({ length: 100_000 }, (_, i) => ({ id: `n${i}`, type: 'join' }));
    const chain = nodes.slice(1).map(({ id }, i) => ({ from: `n${i}`, to: id }));
    const fan = nodes.slice(1).map(({ id }) => ({ from: 'n0', to: id }));
    for (const edges of [chain, fan]) {
      expect(drawText({ skein: 1, nodes, edges }).split('\n')).toHaveLength(
        2 + 100_000 + 99_999 + 1,
      );
    }
  });
});

describe('describeCondition', () => {
  it.each([
    [{ left: '${a.output.x}', op: 'gte', right: 3 }, '${a.output.x} ≥ 3'],
    [{ left: '${a.output}', op: 'startsWith', right: 'x"y' }, '${a.output} starts with "x\\"y"'],
    [
      {
        any: [
          { left: '${a}', op: 'truthy' },
          {
            all: [
              { left: '${b}', op: 'falsy' },
              { left: 1, op: 'in', right: [1] },
            ],
          },
        ],
      },
      '${a} or (not ${b} and 1 in [1])',
    ],
    [{ not: { left: '${a}', op: 'empty' } }, 'not ${a} is empty'],
    ['${a.output.ok}', '${a.output.ok}'],
    [{ strange: true }, '{"strange":true}'],
    [null, 'null'],
  ])('[N27] %j', (condition, words) => {
    expect(describeCondition(condition)).toBe(words);
  });
});

describe('drawMermaid', () => {
  it('[N28] is a flowchart with numbered nodes', () => {
    const lines = drawMermaid(graphOf(triage)).split('\n');
    expect(lines[0]).toBe('flowchart TD');
    expect(lines).toContain('  n2{"Which kind?<br/><small>switch</small>"}');
    expect(lines).toContain('  n4[["Search each log<br/><small>map · 2 nodes inside</small>"]]');
    expect(lines).toContain('  n2 -->|"billing"| n3');
    expect(lines).toContain('  n8 -.-> n5');
    expect(lines).toContain('  n5 -.-> n6');
    expect(lines).toContain('  class n1,n5,n6 modelNode');
  });

  it('[N28] hostile ids and names are inert', () => {
    const drawn = drawMermaid(hostile);
    const shape = /^ {2}n\d+(?:\["[^"<>`%;\p{Cc}]*"\]|\(\("[^"\p{Cc}]*"\)\))$/u;
    const withoutMarkup = drawn
      .replaceAll('<br/>', ' ')
      .replaceAll('<small>', '')
      .replaceAll('</small>', '')
      .replaceAll(/#\d+;/g, '_');
    const nodeLines = withoutMarkup.split('\n').filter((line) => /^ {2}n\d+[[(]/.test(line));
    expect(nodeLines).toHaveLength(4);
    for (const line of nodeLines) expect(line).toMatch(shape);
    expect(withoutMarkup).not.toMatch(/[<`%;&\u202e]|(?!\n)\p{Cc}/u);
    // Every line is a node, an edge or a class of ours.
    for (const line of withoutMarkup.trim().split('\n').slice(1)) {
      expect(line).toMatch(
        /^ {2}(?:n\d+[[(].*|n\d+ -->(?:\|"[^"]*"\|)? n\d+|classDef \w+ [\w:#,-]+|class [n\d,]+ \w+)$/u,
      );
    }
  });
});

describe('drawSvg', () => {
  it('[N29] is the picture that was looked at', async () => {
    const svg = drawSvg(graphOf(triage));
    expectWellFormed(svg);
    await expect(svg).toMatchFileSnapshot('__fixtures__/triage.svg');
  });

  it('[N29] needs nothing from elsewhere and follows the colour scheme', () => {
    const svg = drawSvg(triage);
    expect(svg).toContain('@media (prefers-color-scheme:dark)');
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|@import|<script|<image|<foreignObject|href=/i,
    );
    expect(
      svg
        .match(/url\([^)]*\)/g)
        ?.every((link) => /^url\(#(?:flow|loop|failure)-head\)$/.test(link)),
    ).toBe(true);
  });

  it('[N29] hostile texts are inert', () => {
    const svg = drawSvg(hostile);
    expectWellFormed(svg);
    expect(svg).not.toMatch(/<script|<img|[\u202e\p{Cs}]|(?!\n)\p{Cc}/u);
    expect(svg).toContain('&lt;img src=x');
  });

  it('[N29] loops are dashed, error ports stand out, entries are marked', () => {
    const svg = drawSvg({
      skein: 1,
      nodes: [
        { id: 'a', type: 'function' },
        { id: 'b', type: 'join' },
      ],
      edges: [
        { from: 'a', to: 'b', out: 'error' },
        { from: 'a', to: 'a', loop: true },
      ],
      entry: ['a'],
    });
    expect(svg).toContain('class="edge loop"');
    expect(svg).toContain('class="edge failure"');
    expect(svg).toContain('class="entry"');
  });

  it('[N29] a workflow without nodes has a picture too', () => {
    const svg = drawSvg({ skein: 1, nodes: [] });
    expectWellFormed(svg);
    expect(svg).toContain('This workflow has no nodes.');
  });

  it('[N31] 1,000 nodes are quick', () => {
    const nodes = Array.from({ length: 1000 }, (_, i) => ({
      id: `n${i}`,
      type: ['llm', 'if', 'tool'][i % 3] ?? 'join',
    }));
    const edges = nodes.flatMap(({ id }, i) => [
      ...(i === 0
        ? []
        : [{ from: `n${Math.floor((i * 7) / 10)}`, to: id, out: i % 2 === 0 ? 'true' : 'output' }]),
      ...(i % 5 === 0 ? [{ from: id, to: `n${(i * 13) % 1000}` }] : []),
    ]);
    const startedMs = cpuMs();
    const svg = drawSvg({ skein: 1, nodes, edges });
    // Usually a third of a second; the rest is for a machine that does other things.
    expect(cpuMs() - startedMs).toBeLessThan(5000);
    expect(svg.match(/<g class=/g)).toHaveLength(1000);
  });
});

/** Every tag is closed in its order, and no other character could be taken for markup. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  const tag =
    /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot|apos);[^"<&]*)*")*)(\/?)>/g;
  const text = svg.replaceAll(
    tag,
    (_, closing: string, name: string, _attributes: string, single: string) => {
      // What is closed out of order stays in the text and is found below.
      if (closing !== '' && open.pop() !== name) return '<';
      if (closing === '' && single === '') open.push(name);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, '')).not.toMatch(/[<&]/);
}
