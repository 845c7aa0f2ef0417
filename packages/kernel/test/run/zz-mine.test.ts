import { appendFileSync, writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { createRun, isOver, transition, runView } from '@skein/kernel';
import { randomSource } from './random-source.ts';
import { randomWorkflow } from './random-workflow.ts';
import { randomHost } from './random-host.ts';
it('x', () => {
  const f = '/tmp/trace.txt'; writeFileSync(f, '');
  const random = randomSource(Number(process.env.SEED));
  const g = randomWorkflow(random);
  const host = randomHost(random);
  const {nodes, edges, policy} = g.workflow;
  appendFileSync(f, JSON.stringify(policy)+'\n'+nodes.map((n)=>JSON.stringify(n)).join('\n')+'\n'+edges!.map((e, i)=>'e'+i+' '+JSON.stringify(e)).join('\n') + '\n');
  let state = createRun(); let seq = 0;
  const send = (event: object) => {
    seq++;
    const id = `00000000-0000-7000-8000-${(seq * 0x10000 + random.between(0, 4000)).toString(16).padStart(12, '0')}`;
    const full = { at: 1000 + seq, ...event, seq, id } as never;
    appendFileSync(f, `\n#${seq} ${JSON.stringify(event)}\n`);
    const r = transition(g, state, full); state = r.state;
    for (const d of r.derived) appendFileSync(f, `   ${JSON.stringify(d)}\n`);
    for (const d of r.effects) appendFileSync(f, ` > ${JSON.stringify(d)}\n`);
    host.obey(r.effects);
  };
  send({ type: 'run.started', run: 'r', workflow: { id: 'w', version: 'v' }, rules: 1, input: 1 });
  while (!isOver(state) && seq < 600) {
    const event = host.next(seq, state.updatedAt);
    if (event === null) { appendFileSync(f, 'HANGS ' + state.status + JSON.stringify(runView(g, state))); break; }
    send(event);
  }
});
