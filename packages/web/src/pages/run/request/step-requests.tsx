import { isObject } from '@skein/kernel';
import { useMemo, type ReactNode } from 'react';
import { useRunCalls, type RunCall } from '../../../data/debugging/run-calls.ts';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { askedBy } from '../../../graph/run/asked-by.ts';
import { textAt } from '../../../graph/own-keys.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { isWithin } from '../../../graph/run/subagents/subagent-calls.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { ErrorState } from '../../../viewers/error-state.tsx';
import { JsonView } from '../../../viewers/json/json-view.tsx';
import { CallCard } from './call-card.tsx';
import { ReferenceValues } from './reference-values.tsx';

interface StepRequestsProps {
  readonly run: string;
  readonly replay: Replay;
  readonly node: string;
  readonly activation: number;
  readonly titles: ReadonlyMap<string, string>;
  /** Only what was sent in this call of a subagent. */
  readonly subagent?: { readonly node: string; readonly callId: string };
}

/** What a step sent, with what came back; of one that sends nothing, the settings that it was given. */
export function StepRequests(props: StepRequestsProps): ReactNode {
  const { run, replay, node, activation, titles, subagent } = props;
  const rows = replay.moments.filter(({ event }) => 'node' in event && event.node === node).length;
  const { data, error } = useRunCalls(run, node, rows);
  const asked = useMemo(
    () => (subagent === undefined ? askedBy(replay, { node, activation }, titles) : null),
    // What it was given does not change any more.
    [replay.graph, replay.moments.length === 0, node, activation, titles, subagent === undefined],
  );
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Skeleton className="h-24" />;
  const calls = data.items.filter(
    (call) =>
      call.activation === activation &&
      (subagent === undefined || isWithin(call.key, subagent.callId)),
  );
  const unknown = data.unknown.find((each) => each.activation === activation);
  return (
    <>
      {asked !== null && asked.references.length > 0 && (
        <ReferenceValues references={asked.references} />
      )}
      {calls.map((call, index) => (
        <CallCard
          key={`${call.key} ${index}`}
          call={call}
          number={index + 1}
          by={subagentOf(call, subagent?.node ?? node, titles)}
        />
      ))}
      {unknown !== undefined && (
        <p className="text-xs text-text-3">
          What it sent can no longer be told: {visibleText(unknown.reason)}.
        </p>
      )}
      {calls.length === 0 && asked !== null && Object.keys(asked.settings).length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <h3 className="font-medium">Settings, as resolved</h3>
          <JsonView label="settings" value={asked.settings} className="max-h-64" />
        </div>
      )}
    </>
  );
}

/** The name of the subagent that made a call; undefined if the node itself did. */
function subagentOf(
  { request }: RunCall,
  node: string,
  titles: ReadonlyMap<string, string>,
): string | undefined {
  const asker = isObject(request) ? textAt(request, 'node') : '';
  return asker === '' || asker === node ? undefined : (titles.get(asker) ?? asker);
}
