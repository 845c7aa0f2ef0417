// Goal: the oracle does what the table of the kernel's section on rounds says, row by row.
// Method: each row is drawn and told completion by completion; an activation reads `j#1 {h:1} o#1 (b#1)`.

import { describe, expect, it } from 'vitest';
import { drawnRun, type DrawnRun } from './drawn-run.ts';

/** All activations of a node, in their order. */
function of(run: DrawnRun, name: string): string[] {
  return run.started.filter((text) => text.startsWith(`${name}#`));
}

function expectOver({ oracle }: DrawnRun): void {
  expect({ live: oracle.live(), held: oracle.held() }).toEqual({ live: [], held: 0 });
}

describe('joins that always settle', () => {
  it('[K30] a join behind a branch not taken runs once, as soon as the taken one is done', () => {
    const run = drawnRun({ edges: 's→a s→b a→j b→j' });
    expect(run.complete('s#1', 'a')).toEqual(['a#1 {} s#1']);
    expect(run.complete('a#1', 'j')).toEqual(['j#1 {} a#1']);
    run.complete('j#1');
    expectOver(run);
  });

  it.each([
    { wait: 'leads nowhere', edges: 's→h h→i h→w i→c i→d c→j d→j j⇒h' },
    { wait: 'is in the loop too', edges: 's→h h→i h→w w⇒h i→c i→d c→j d→j j⇒h' },
  ])('[K31] a join runs in each round at once; a wait that $wait holds nothing up', ({ edges }) => {
    const run = drawnRun({ edges });
    run.complete('s#1', 'h');
    run.complete('h#1', 'i', 'w');
    run.complete('i#1', 'c');
    expect(run.complete('c#1', 'j')).toEqual(['j#1 {h:1} c#1']);
    expect(run.complete('j#1', 'h')).toEqual(['h#2 {h:2} (s#1) j#1']);
    run.complete('h#2', 'i', 'w');
    run.complete('i#2', 'd');
    expect(run.complete('d#1', 'j')).toEqual(['j#2 {h:2} d#1']);
    run.complete('j#2');
    run.complete('w#1');
    run.complete('w#2');
    expectOver(run);
  });

  const loopBesideBranch = 's→o o→j s→h h→b b⇒h b→x x→j';

  it('[K32] a join with a loop on one side runs once, when the loop has left, never earlier', () => {
    const run = drawnRun({ edges: loopBesideBranch });
    run.complete('s#1', 'o', 'h');
    expect(run.complete('o#1', 'j')).toEqual([]);
    for (const round of [1, 2]) {
      run.complete(`h#${round}`, 'b');
      run.complete(`b#${round}`, 'h');
    }
    run.complete('h#3', 'b');
    run.complete('b#3', 'x');
    expect(of(run, 'j')).toEqual([]);
    expect(run.complete('x#1', 'j')).toEqual(['j#1 {h:3} o#1 x#1']);
    run.complete('j#1');
    expectOver(run);
  });

  it('[K32] the same when the branch outside is slower than the loop', () => {
    const run = drawnRun({ edges: loopBesideBranch });
    run.complete('s#1', 'o', 'h');
    run.complete('h#1', 'b');
    run.complete('b#1', 'x');
    expect(run.complete('x#1', 'j')).toEqual([]);
    expect(run.complete('o#1', 'j')).toEqual(['j#1 {h:1} o#1 x#1']);
  });

  it('[K33] a loop that ends on no edge lets the join run once with the rest, at once', () => {
    const run = drawnRun({ edges: loopBesideBranch });
    run.complete('s#1', 'o', 'h');
    run.complete('o#1', 'j');
    run.complete('h#1', 'b');
    run.complete('b#1', 'h');
    run.complete('h#2', 'b');
    expect(of(run, 'j')).toEqual([]);
    expect(run.complete('b#2')).toEqual(['j#1 {} o#1']);
    run.complete('j#1');
    expectOver(run);
  });

  it('[K34] a conversation joins values of the same round, whatever their order', () => {
    const run = drawnRun({ edges: 'u→c c⇒u c→k1 c→k2 k1→j k2→j', entries: 'u' });
    for (const round of [1, 2, 3]) {
      run.complete(`u#${round}`, 'c');
      run.complete(`c#${round}`, 'u', 'k1', 'k2');
    }
    expect(run.complete('k2#3', 'j')).toEqual([]);
    expect(run.complete('k1#1', 'j')).toEqual([]);
    expect(run.complete('k1#3', 'j')).toEqual(['j#1 {u:3} k1#3 k2#3']);
    expect(run.complete('k2#1', 'j')).toEqual(['j#2 {u:1} k1#1 k2#1']);
    expect(run.complete('k1#2', 'j')).toEqual([]);
    expect(run.complete('k2#2', 'j')).toEqual(['j#3 {u:2} k1#2 k2#2']);
  });

  it('[K35] a slow part of round 1 keeps no other round waiting and gets its own partners', () => {
    const run = drawnRun({ edges: 's→o o→j s→h h→b b⇒h b→j b→k k→j' });
    run.complete('s#1', 'o', 'h');
    run.complete('o#1', 'j');
    run.complete('h#1', 'b');
    run.complete('b#1', 'h', 'j', 'k');
    run.complete('h#2', 'b');
    run.complete('b#2', 'j', 'k');
    expect(of(run, 'j')).toEqual([]);
    expect(run.complete('k#2', 'j')).toEqual(['j#1 {h:2} o#1 b#2 k#2']);
    expect(run.complete('k#1', 'j')).toEqual(['j#2 {h:1} (o#1) b#1 k#1']);
    run.complete('j#1');
    run.complete('j#2');
    expectOver(run);
  });

  it('[K36] a node of the loop gets the one value from outside in each round', () => {
    const run = drawnRun({ edges: 's→x x→b s→h h→b b⇒h' });
    run.complete('s#1', 'x', 'h');
    expect(run.complete('h#1', 'b')).toEqual([]);
    expect(run.complete('x#1', 'b')).toEqual(['b#1 {h:1} x#1 h#1']);
    run.complete('b#1', 'h');
    expect(run.complete('h#2', 'b')).toEqual(['b#2 {h:2} (x#1) h#2']);
    run.complete('b#2');
    expectOver(run);
  });

  it('[K37] two loops side by side meet once, when both have left', () => {
    const run = drawnRun({ edges: 's→g g→a a⇒g a→j s→h h→b b⇒h b→j' });
    run.complete('s#1', 'g', 'h');
    run.complete('g#1', 'a');
    expect(run.complete('a#1', 'j')).toEqual([]);
    run.complete('h#1', 'b');
    run.complete('b#1', 'h');
    run.complete('h#2', 'b');
    expect(of(run, 'j')).toEqual([]);
    expect(run.complete('b#2', 'j')).toEqual(['j#1 {g:1 h:2} a#1 b#2']);
    run.complete('j#1');
    expectOver(run);
  });

  it('[K38] joins of an inner loop start empty in each round of the outer one', () => {
    const run = drawnRun({ edges: 's→h h→i i→a i→b a→j b→j j⇒i j→k k⇒h' });
    run.complete('s#1', 'h');
    run.complete('h#1', 'i');
    run.complete('i#1', 'a', 'b');
    run.complete('a#1', 'j');
    expect(run.complete('b#1', 'j')).toEqual(['j#1 {h:1 i:1} a#1 b#1']);
    expect(run.complete('j#1', 'i')).toEqual(['i#2 {h:1 i:2} (h#1) j#1']);
    run.complete('i#2', 'a', 'b');
    run.complete('a#2', 'j');
    expect(run.complete('b#2', 'j')).toEqual(['j#2 {h:1 i:2} a#2 b#2']);
    run.complete('j#2', 'k');
    expect(run.complete('k#1', 'h')).toEqual(['h#2 {h:2} (s#1) k#1']);
    run.complete('h#2', 'i');
    run.complete('i#3', 'a', 'b');
    expect(run.complete('a#3', 'j')).toEqual([]);
    expect(run.complete('b#3')).toEqual(['j#3 {h:2 i:3} a#3']);
  });
});
