// Goal: the paragraph about running. Method: single cases by hand, then random canvases, played step by step beside a model
// that knows nothing but the gate and its queue; and whatever the order of connections and of completions, the same runs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawCanvas, type Draft } from './draw-canvas.ts';
import { gateModel, type Choices, type GateModel } from './gate-model.ts';
import { playCanvas, type CanvasPlayer } from './play-canvas.ts';

describe('by hand', () => {
  it('[CV7] a node reached by two branches runs twice, and branches run at the same time', () => {
    const run = playCanvas(
      drawCanvas('start > agent, start > agent2, agent > agent3, agent2 > agent3'),
    );
    expect(run.running()).toEqual(['agent', 'agent2']);
    run.complete('agent').complete('agent2');
    expect(run.running()).toEqual(['agent3', 'agent3']);
  });

  it('[CV8] what runs finishes and is stored, what would follow is queued, an approval too', () => {
    const run = playCanvas(
      drawCanvas(
        'start > approval, start > agent, agent > agent2, agent > approval2, approval:approve > agent3',
      ),
    );
    run.complete('agent', 'done');
    expect([run.open(), run.running(), run.queued()]).toEqual([['approval'], [], 2]);
    expect(run.view()).toMatchObject({ status: 'paused', state: { agent: 'done' } });
  });

  it('[CV8] after the answer the answered branch goes first, then the queue until another approval pauses it', () => {
    const run = playCanvas(
      drawCanvas(
        'start > approval, start > agent, agent > agent2, agent > approval2, agent > agent3, approval:approve > agent4',
      ),
    );
    run.complete('agent').answer('approval');
    expect([run.running(), run.open(), run.queued()]).toEqual([
      ['agent4', 'agent2'],
      ['approval2'],
      1,
    ]);
    run.answer('approval2');
    expect(run.running()).toEqual(['agent4', 'agent2', 'agent3']);
  });

  it('[CV8] one fan-out opens several approvals; each is answered by its node', () => {
    const run = playCanvas(
      drawCanvas(
        'start > approval, start > agent, start > approval2, approval:approve > agent2, approval2:reject > agent3',
      ),
    );
    expect([run.open(), run.running()]).toEqual([['approval', 'approval2'], ['agent']]);
    run.answer('approval2', 'reject');
    expect([run.open(), run.running(), run.view().currentNodeId]).toEqual([
      ['approval'],
      ['agent', 'agent3'],
      'approval',
    ]);
    expect(run.answer('approval').running()).toEqual(['agent', 'agent3', 'agent2']);
  });

  it('[CV7] loops are allowed, up to maxSteps', () => {
    const definition = {
      ...drawCanvas('start > agent, agent > if, if:false > agent', {
        if: { conditions: [{ operator: 'contains', value: 'done' }] },
      }),
      policy: { maxSteps: 6 },
    };
    const run = playCanvas(definition);
    run.complete('agent', 'again').complete('agent', 'done');
    expect(run.state.status).toBe('completed');
    const endless = playCanvas(definition);
    endless.complete('agent').complete('agent').complete('agent');
    expect(endless.view().status).toBe('failed');
    expect(endless.logs().at(-1)).toContain('maxSteps');
  });
});

const choices = (rejecting: ReadonlySet<string>): Choices => ({
  says: (node, value) => `${node}<${value}>`,
  decides: (approval) => (rejecting.has(approval) ? 'reject' : 'approve'),
  goes: (_, value) => (value.includes('agent1<') ? 'condition-0' : 'false'),
});

const data = { conditions: [{ operator: 'contains', value: 'AGENT1<' }] };

/** No way leads back, so that every run ends. */
const drafts: fc.Arbitrary<Draft> = fc
  .array(fc.constantFrom('agent', 'agent', 'approval', 'if'), { minLength: 2, maxLength: 8 })
  .chain((types) => {
    const ids = ['start', ...types.map((type, index) => `${type}${index}`)];
    const connection = fc
      .tuple(fc.nat(ids.length - 2), fc.nat(20), fc.boolean())
      .map(([from, step, isFirst]) => {
        const target = from + 1 + (step % (ids.length - 1 - from));
        const source = ids[from] ?? '';
        const handle = source.startsWith('approval')
          ? { sourceHandle: isFirst ? 'approve' : 'reject' }
          : source.startsWith('if')
            ? { sourceHandle: isFirst ? 'condition-0' : 'false' }
            : {};
        return { source, target: ids[target] ?? '', ...handle };
      });
    return fc.array(connection, { minLength: 2, maxLength: 12 }).map((connections) => ({
      nodes: ids.map((id) => ({
        id,
        type: id.replace(/\d+$/, ''),
        ...(id.startsWith('if') ? { data } : {}),
      })),
      connections: [{ source: 'start', target: ids[1] ?? '' }, ...connections],
    }));
  });

/** Slots are another matter. */
const policy = { concurrency: 1000 };

const order = fc.infiniteStream(fc.nat(1000));

/** Both take the same step; null when nothing is left to do. */
function act(run: CanvasPlayer, model: GateModel, chosen: number, by: Choices): boolean {
  const things = [...model.running, ...model.open];
  const thing = things[chosen % Math.max(1, things.length)];
  if (thing === undefined) return false;
  if (thing.node.startsWith('agent')) {
    const value = model.running.find(({ node }) => node === thing.node)?.value ?? '';
    run.complete(thing.node, by.says(thing.node, value));
    model.complete(thing.node);
  } else {
    run.answer(thing.node, by.decides(thing.node));
    model.answer(thing.node);
  }
  return true;
}

describe('random canvases', () => {
  it('[CV8] run as the gate and its queue say, step by step, and lose nothing', () => {
    fc.assert(
      fc.property(
        drafts,
        order,
        fc.subarray([1, 2, 3, 4, 5, 6, 7].map((number) => `approval${number}`)),
        (draft, chosen, rejecting) => {
          const by = choices(new Set(rejecting));
          const run = playCanvas({ ...draft, policy }, 'in');
          const model = gateModel(draft, 'in', by);
          do {
            expect(run.running()).toEqual(model.running.map(({ node }) => node));
            expect(run.open()).toEqual(model.open.map(({ node }) => node));
            expect(run.queued()).toBe(model.queue.length);
          } while (act(run, model, chosen.next().value ?? 0, by));
          expect(run.state.status).toBe('completed');
          const started = run.view().logs.filter(({ type }) => type === 'step_start');
          expect(started.length).toBe(model.ran.length + 1);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('[CV8] run the same nodes on the same values, whatever the order of connections and of completions', () => {
    fc.assert(
      fc.property(drafts, order, order, fc.func(fc.nat()), (draft, first, second, shuffle) => {
        const by = choices(new Set());
        const shuffled = draft.connections.toSorted(
          (left, right) => shuffle(left) - shuffle(right),
        );
        const sets = [
          [draft, first],
          [{ ...draft, connections: shuffled }, second],
        ] as const;
        const [one, other] = sets.map(([definition, chosen]) => {
          const run = playCanvas({ ...definition, policy }, 'in');
          const model = gateModel(definition, 'in', by);
          while (act(run, model, chosen.next().value ?? 0, by));
          expect(run.state.status).toBe('completed');
          return [...model.ran].toSorted();
        });
        expect(other).toEqual(one);
      }),
      { numRuns: 100 },
    );
  });
});
