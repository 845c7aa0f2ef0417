// Goal: what the table of rounds does not show: the five joins, entries, and joins that wait for each other.
// Method: as in join-table.test.ts; an activation reads `j#1 {h:1} o#1 (b#1)`, a kept value in brackets.

import { describe, expect, it } from 'vitest';
import { droppedLoops } from '../../src/oracle/oracle-graph.ts';
import { drawnGraph, drawnRun } from './drawn-run.ts';

describe('joins', () => {
  it('each: every token is its own activation', () => {
    const run = drawnRun({ edges: 's→a s→b a→j b→j', joins: { j: 'each' } });
    run.complete('s#1', 'a', 'b');
    expect(run.complete('a#1', 'j')).toEqual(['j#1 {} a#1']);
    expect(run.complete('b#1', 'j')).toEqual(['j#2 {} b#1']);
  });

  it('once: a token is absorbed while the node is alive, also on a loop edge', () => {
    const run = drawnRun({ edges: 's→a s→b a→j b→j b⇒b', joins: { j: 'once', b: 'once' } });
    run.complete('s#1', 'a', 'b');
    run.complete('a#1', 'j');
    expect(run.complete('b#1', 'j', 'b')).toEqual(['b#2 {b:2} (s#1) b#1']);
    run.complete('j#1');
    expect(run.complete('b#2', 'j')).toEqual(['j#2 {b:2} b#2']);
  });

  it('any: a token is absorbed when an earlier activation carries all of its rounds', () => {
    const run = drawnRun({ edges: 's→a s→h h⇒h h→j a→j', joins: { j: 'any' } });
    run.complete('s#1', 'a', 'h');
    expect(run.complete('h#1', 'h', 'j')).toEqual(['h#2 {h:2} (s#1) h#1', 'j#1 {h:1} h#1']);
    expect(run.complete('a#1', 'j')).toEqual([]);
    expect(run.complete('h#2', 'j')).toEqual(['j#2 {h:2} h#2']);
  });

  it('n-of: n agreeing tokens run it, the rest is absorbed', () => {
    const run = drawnRun({ edges: 's→a s→b s→c a→j b→j c→j', joins: { j: '2-of' } });
    run.complete('s#1', 'a', 'b', 'c');
    expect(run.complete('c#1', 'j')).toEqual([]);
    expect(run.complete('a#1', 'j')).toEqual(['j#1 {} a#1 c#1']);
    expect(run.complete('b#1', 'j')).toEqual([]);
    expect(run.oracle.held()).toBe(0);
  });

  it('n-of: tokens are dropped when n is out of reach', () => {
    const run = drawnRun({ edges: 's→a s→b a→j b→j', joins: { j: '2-of' } });
    run.complete('s#1', 'a', 'b');
    run.complete('a#1', 'j');
    expect(run.oracle.held()).toBe(1);
    expect(run.complete('b#1')).toEqual([]);
    expect(run.oracle.held()).toBe(0);
  });

  it('an entry starts once without a token, whatever its join, and as round 1 when it is a head', () => {
    const run = drawnRun({ edges: 's→h h⇒h', entries: 's h', joins: { h: '2-of' } });
    expect(run.started).toEqual(['s#1 {}', 'h#1 {h:1}']);
  });

  it('two joins that wait only for each other are resolved, the first by number', () => {
    const run = drawnRun({ edges: 's→i s→j s→h h→i i→j j⇒h' });
    expect(run.complete('s#1', 'i', 'j')).toEqual(['i#1 {} s#1']);
    expect(run.complete('i#1', 'j')).toEqual(['j#1 {} s#1 i#1']);
  });

  it('a dump stays as it was when the run continues', () => {
    const run = drawnRun({ edges: 's→a s→b a→j b→j' });
    run.complete('s#1', 'a', 'b');
    const before = run.oracle.dump();
    const copy = structuredClone(before);
    run.complete('a#1', 'j');
    run.complete('b#1', 'j');
    expect(before).toEqual(copy);
  });

  it('the live rounds of a kept value are in the tag, others are not', () => {
    const edges = 's→g g⇒g g→w g→j s→p p→e s→q q→e s→r r→e e→j';
    const run = drawnRun({ edges, joins: { e: 'each' } });
    run.complete('s#1', 'g', 'p', 'q', 'r');
    run.complete('p#1', 'e');
    run.complete('e#1', 'j');
    expect(run.complete('g#1', 'w', 'j')).toEqual(['w#1 {g:1} g#1', 'j#1 {g:1} g#1 e#1']);
    run.complete('j#1');
    run.complete('q#1', 'e');
    expect(run.complete('e#2', 'j')).toEqual(['j#2 {g:1} (g#1) e#2']);
    run.complete('j#2');
    run.complete('w#1');
    run.complete('r#1', 'e');
    expect(run.complete('e#3', 'j')).toEqual(['j#3 {} (g#1) e#3']);
  });
});

describe('loops', () => {
  it('a loop edge drops its own loop and those inside it', () => {
    const graph = drawnGraph({ edges: 's→h h→i i→a a⇒i a→k k⇒h k→z z⇒z' });
    const named = (head: string): (string | undefined)[] =>
      droppedLoops(graph, numberOf(head)).map((node) => graph.nodes[node]?.name);
    const numberOf = (name: string): number => graph.nodes.findIndex((node) => node.name === name);
    expect({ h: named('h'), i: named('i'), z: named('z') }).toEqual({
      h: ['h', 'i'],
      i: ['i'],
      z: ['z'],
    });
  });
});
