import type { Json } from '@skein/kernel';
import { useMemo, useState, type ReactNode } from 'react';
import { FactsGrid } from '../../../design/layout/facts-grid.tsx';
import { activationsOf, type ActivationFacts } from '../../../graph/run/activations-of.ts';
import type { RunSketch } from '../../../graph/run/sketch-graph.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { conversationOf } from '../../../graph/run/conversation.ts';
import { JsonView } from '../../../viewers/json/json-view.tsx';
import { durationWords, moneyWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Chat } from '../chat/chat.tsx';
import type { RunJson } from '../../../data/runs.ts';
import { FixLink } from '../fix-link.tsx';
import { FailureNote } from '../outcome/failure-note.tsx';
import { ActivationStepper } from '../activation-stepper.tsx';
import { StepRequests } from '../request/step-requests.tsx';

interface StepDetailsProps {
  readonly run: RunJson;
  readonly replay: Replay;
  readonly sketch: RunSketch;
  readonly node: string;
  readonly titles: ReadonlyMap<string, string>;
}

export function StepDetails({ run, replay, sketch, node, titles }: StepDetailsProps): ReactNode {
  const own = replay.graph.nodeById.get(node);
  const activations = activationsOf(replay.moments, node);
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen ?? activations.length - 1;
  const facts = activations[index];
  if (facts === undefined)
    return <p className="p-4 text-sm text-text-3">This node has not run. "Why?" explains it.</p>;
  return (
    <div className="grid content-start gap-4 p-4 text-sm">
      <ActivationStepper count={activations.length} place={index} onMove={setChosen} />
      <Figures
        facts={facts}
        ports={facts.ports.map((port) => (own === undefined ? port : sketch.portName(own, port)))}
      />
      {facts.error !== null && (
        <div className="grid gap-2">
          <FailureNote failure={facts.error} />
          <FixLink run={run} replay={replay} node={node} />
        </div>
      )}
      <StepRequests run={run.id} replay={replay} node={node} activation={facts.n} titles={titles} />
      <Value title="Input" value={facts.inputs} />
      {facts.output !== undefined && <Value title="Output" value={facts.output} />}
      <Messages replay={replay} node={node} titles={titles} />
    </div>
  );
}

const nothingStreams: ReadonlyMap<string, string> = new Map();

/** Messages of this node and its subagents. */
function Messages({ replay, node, titles }: Omit<StepDetailsProps, 'sketch' | 'run'>): ReactNode {
  const hasSaid = useMemo(
    () => conversationOf(replay.moments, node).length > 0,
    [replay.moments, node],
  );
  if (!hasSaid) return null;
  return (
    <div className="grid gap-1.5">
      <h3 className="font-medium">Messages</h3>
      <div className="max-h-96 overflow-auto rounded-lg border border-line">
        <Chat replay={replay} titles={titles} streaming={nothingStreams} node={node} />
      </div>
    </div>
  );
}

interface FiguresProps {
  readonly facts: ActivationFacts;
  /** What it ended through, as drawn. */
  readonly ports: readonly string[];
}

function Figures({ facts, ports }: FiguresProps): ReactNode {
  const { input, output, usd } = facts.usage;
  const rows: readonly (readonly [string, string])[] = [
    ['Started', facts.startedMs === null ? '–' : new Date(facts.startedMs).toLocaleTimeString()],
    ['Duration', facts.durationMs === null ? '–' : durationWords(facts.durationMs)],
    ['Attempts', String(facts.attempts)],
    ...(ports.length > 0 ? [['Ended through', ports.join(', ')] as const] : []),
    ...(input + output > 0
      ? [
          [
            'Tokens',
            `${input.toLocaleString('en')} in · ${output.toLocaleString('en')} out`,
          ] as const,
        ]
      : []),
    ...(input + output > 0 || usd > 0 ? [['Cost', moneyWords(usd)] as const] : []),
  ];
  return (
    <FactsGrid
      label="Activation details"
      facts={rows.map(([name, value]) => ({ name, value: visibleText(value) }))}
    />
  );
}

function Value({ title, value }: { readonly title: string; readonly value: Json }): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="font-medium">{title}</h3>
      <JsonView label={title.toLowerCase()} value={value} className="max-h-64" />
    </div>
  );
}
