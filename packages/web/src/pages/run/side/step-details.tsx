import { useState, type ReactNode } from 'react';
import { FactsGrid } from '../../../design/layout/facts-grid.tsx';
import { activationsOf, type ActivationFacts } from '../../../graph/run/activations-of.ts';
import { answerToCaller } from '../../../graph/run/outcome-of.ts';
import type { RunSketch } from '../../../graph/run/sketch-graph.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { subagentCalls } from '../../../graph/run/subagents/subagent-calls.ts';
import { durationWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import type { RunJson } from '../../../data/runs.ts';
import { FixLink } from '../fix-link.tsx';
import { FailureNote } from '../outcome/failure-note.tsx';
import { ActivationStepper } from '../activation-stepper.tsx';
import { StepRequests } from '../request/step-requests.tsx';
import { ChangeResult } from '../what-if/change-result.tsx';
import { StepMessages } from './step-messages.tsx';
import { StepValue } from './step-value.tsx';
import { SubagentDetails } from './subagent-details.tsx';
import { usageRows } from './usage-rows.ts';

interface StepDetailsProps {
  readonly run: RunJson;
  readonly dialect: string;
  readonly replay: Replay;
  readonly sketch: RunSketch;
  readonly node: string;
  readonly titles: ReadonlyMap<string, string>;
}

export function StepDetails(props: StepDetailsProps): ReactNode {
  const { run, dialect, replay, sketch, node, titles } = props;
  const own = replay.graph.nodeById.get(node);
  const activations = activationsOf(replay.moments, node);
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen ?? activations.length - 1;
  const facts = activations[index];
  if (facts === undefined && subagentCalls(replay.moments, node).length > 0)
    return <SubagentDetails run={run.id} replay={replay} node={node} titles={titles} />;
  if (facts === undefined)
    return <p className="p-4 text-sm text-text-3">This node has not run. "Why?" explains it.</p>;
  const answer = answerToCaller(replay, { node, activation: facts.n });
  return (
    <div className="grid content-start gap-4 p-4 text-sm">
      <ActivationStepper count={activations.length} place={index} onMove={setChosen} />
      <Figures
        facts={facts}
        ports={facts.ports.map((port) => (own === undefined ? port : sketch.portName(own, port)))}
      />
      {facts.error !== null && (
        <div className="grid gap-2">
          <FailureNote failure={facts.error} titles={titles} />
          <FixLink run={run} replay={replay} node={node} />
        </div>
      )}
      <StepRequests run={run.id} replay={replay} node={node} activation={facts.n} titles={titles} />
      <StepValue title="Input" value={facts.inputs} />
      {answer !== undefined && <StepValue title="Answer to the caller" value={answer} />}
      {facts.output !== undefined && <StepValue title="Output" value={facts.output} />}
      {/* In other dialects, results come with changes of a conversation that nobody could see here. */}
      {dialect === 'native' && (
        <ChangeResult
          key={facts.n}
          run={run.id}
          replay={replay}
          sketch={sketch}
          title={titles.get(node) ?? node}
          node={node}
          activation={facts.n}
        />
      )}
      <StepMessages replay={replay} node={node} titles={titles} />
    </div>
  );
}

interface FiguresProps {
  readonly facts: ActivationFacts;
  /** What it ended through, as drawn. */
  readonly ports: readonly string[];
}

function Figures({ facts, ports }: FiguresProps): ReactNode {
  const rows: readonly (readonly [string, string])[] = [
    ['Started', facts.startedMs === null ? '–' : new Date(facts.startedMs).toLocaleTimeString()],
    ['Duration', facts.durationMs === null ? '–' : durationWords(facts.durationMs)],
    ['Attempts', String(facts.attempts)],
    ...(ports.length > 0 ? [['Ended through', ports.join(', ')] as const] : []),
    ...usageRows(facts.usage),
  ];
  return (
    <FactsGrid
      label="Activation details"
      facts={rows.map(([name, value]) => ({ name, value: visibleText(value) }))}
    />
  );
}
