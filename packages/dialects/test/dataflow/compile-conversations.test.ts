// Goal: conversations travel in native form where the dataflow says that they do.
import type { Json } from '@skein/kernel';
import { drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { compile, edgesOf, problems, workflowOf } from './compiling.ts';

describe('conversations', () => {
  const loops = (definition: unknown) =>
    edgesOf(definition)
      .filter(({ loop }) => loop === true)
      .map(({ from, to }) => `${from} ⇒ ${to}`);
  const entries = (definition: unknown) => compile(definition).graph?.entries.map(({ id }) => id);

  it('[DF6] u ⇄ c begins with u', () => {
    const definition = drawFlow('c:chat u:userInput', 'u>c c>u');
    expect(problems(definition)).toEqual([]);
    expect(loops(definition)).toEqual(['c ⇒ u']);
    expect(entries(definition)).toEqual(['u']);
  });

  it('[DF6] who asks is the head, also where it dominates nothing', () => {
    const definition = drawFlow('s:defaultContextStart c:chat u:userInput', 's>c c>u u>c');
    expect(loops(definition)).toEqual(['c ⇒ u']);
    expect(entries(definition)).toEqual(['s', 'u']);
  });

  it('[DF6] several ways back meet in a derived join, which carries the context', () => {
    const definition = drawFlow('u:userInput a:chat b:chat', 'u>a u>b a>u b.result>u.data');
    const { nodes, edges } = workflowOf(definition);
    expect(nodes.at(-1)).toEqual({ id: 'u again', type: 'join', derived: true });
    expect(edges?.slice(2)).toEqual([
      { id: 'e2', from: 'a', out: 'context', to: 'u again', in: 'context', carry: 'context' },
      { id: 'e3', from: 'b', out: 'result', to: 'u again', in: 'data' },
      { from: 'u again', to: 'u', in: 'context', loop: true, carry: 'context', derived: true },
    ]);
    expect(problems(definition)).toEqual([]);
  });

  it('[DF6] the derived join takes no name that someone has', () => {
    const definition = drawFlow('u:userInput a:chat b:chat', 'u>a u>b a>u b>u');
    const nodes = [...(definition['nodes'] as Json[]), { id: 'u again', nodeType: 'tools' }];
    expect(workflowOf({ ...definition, nodes }).nodes.at(-1)?.id).toBe('u again 2');
  });

  it('[DF6] a second question in the circle is asked within the round', () => {
    const definition = drawFlow('u:userInput a:chat v:userInput b:chat', 'u>a a>v v>b b>u');
    expect(loops(definition)).toEqual(['b ⇒ u']);
    expect(entries(definition)).toEqual(['u']);
  });

  it('[DF6] the one that is asked from outside comes first', () => {
    const definition = drawFlow(
      'u:userInput a:chat v:userInput b:chat s:defaultContextStart',
      'u>a a>v v>b b>u s>v',
    );
    expect(loops(definition)).toEqual(['a ⇒ v']);
    expect(entries(definition)).toEqual(['s']);
  });

  it('[DF6] conversations inside conversations', () => {
    const definition = drawFlow('u:userInput a:chat v:userInput b:chat', 'u>a a>v v>b b>v b>u');
    expect(loops(definition)).toEqual(['b ⇒ v', 'b ⇒ u']);
    expect(compile(definition).graph).not.toBeNull();
  });

  it('[DF6] over a thousand inside one another are refused', () => {
    const ids = Array.from({ length: 1100 }, (_, i) => `u${i}`);
    const nodes = ids.map((id) => ({ id, nodeType: 'userInput' }));
    const edges = ids.slice(1).flatMap((id, i) => [
      { source: ids[i] as string, target: id },
      { source: id, target: ids[i] as string },
    ]);
    expect(problems({ nodes, edges })).toContain('LOOPS_TOO_DEEP /edges');
  });
});

describe('contexts', () => {
  it('[DF10] main has the settings of the first start that says something', () => {
    const definition = drawFlow('a:defaultContextStart b:defaultContextStart', '', {
      configs: {
        a: { model: 'm', provider: '' },
        b: { model: 'n', provider: 'p', systemInstructions: 'Be brief.' },
      },
    });
    expect(workflowOf(definition).contexts).toEqual({
      main: { model: 'm', provider: 'p', systemInstructions: 'Be brief.' },
    });
    expect(workflowOf(drawFlow('a:chat')).contexts).toBeUndefined();
  });
});
