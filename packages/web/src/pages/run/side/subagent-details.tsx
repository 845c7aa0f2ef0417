import { useState, type ReactNode } from 'react';
import { FactsGrid } from '../../../design/layout/facts-grid.tsx';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { subagentCalls, type SubagentCall } from '../../../graph/run/subagents/subagent-calls.ts';
import { durationWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { ActivationStepper } from '../activation-stepper.tsx';
import { StepRequests } from '../request/step-requests.tsx';
import { StepMessages } from './step-messages.tsx';
import { StepValue } from './step-value.tsx';
import { usageRows } from './usage-rows.ts';

interface SubagentDetailsProps {
  readonly run: string;
  readonly replay: Replay;
  readonly node: string;
  readonly titles: ReadonlyMap<string, string>;
}

/** What an agent was asked by the one that called it, what it sent, and what it gave back. */
export function SubagentDetails({ run, replay, node, titles }: SubagentDetailsProps): ReactNode {
  const calls = subagentCalls(replay.moments, node);
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen ?? calls.length - 1;
  const call = calls[index];
  if (call === undefined) return null;
  return (
    <div className="grid content-start gap-4 p-4 text-sm">
      <ActivationStepper count={calls.length} place={index} onMove={setChosen} />
      <Figures call={call} titles={titles} />
      {call.error !== null && (
        <p className="rounded-lg bg-bad-soft p-3 break-words text-bad-text">
          {visibleText(call.error)}
        </p>
      )}
      <StepRequests
        run={run}
        replay={replay}
        node={call.node}
        activation={call.activation}
        titles={titles}
        subagent={{ node, callId: call.callId }}
      />
      <StepValue title="Input" value={call.input} />
      {call.output !== undefined && <StepValue title="Output" value={call.output} />}
      <StepMessages replay={replay} node={node} titles={titles} />
    </div>
  );
}

interface FiguresProps {
  readonly call: SubagentCall;
  readonly titles: ReadonlyMap<string, string>;
}

function Figures({ call, titles }: FiguresProps): ReactNode {
  const rows: readonly (readonly [string, string])[] = [
    ['Called by', titles.get(call.caller) ?? call.caller],
    ['Started', new Date(call.startedMs).toLocaleTimeString()],
    ['Duration', call.durationMs === null ? '–' : durationWords(call.durationMs)],
    ...usageRows(call.usage),
  ];
  return (
    <FactsGrid
      label="Call details"
      facts={rows.map(([name, value]) => ({ name, value: visibleText(value) }))}
    />
  );
}
