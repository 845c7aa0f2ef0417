import { operatorWords, toldInNames } from '@skein/dialects';
import { explain, isOver, versionsLeft, type ExplainedEdge, type Json } from '@skein/kernel';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useExplanation } from '../../../data/runs.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { DecidedAt } from './decided-at.tsx';
import { decidedAt, explainSubagent } from '../../../graph/run/explain-edge.ts';
import { titlesOf, type RunSketch } from '../../../graph/run/sketch-graph.ts';
import { inTimes, ranTimes, whyWords, type RanTime } from '../../../graph/run/why-words.ts';
import { countWords } from '../../../text/time-words.ts';
import { JsonView } from '../../../viewers/json/json-view.tsx';
import { visibleText } from '../../../text/visible-text.ts';

interface WhyProps {
  readonly run: string;
  readonly replay: Replay;
  readonly sketch: RunSketch;
  readonly node: string;
}

/** Why a node ran or did not: the kernel's explanation, with the compared values. */
export function Why({ run, replay, sketch, node }: WhyProps): ReactNode {
  const titles = useMemo(() => titlesOf(sketch), [sketch]);
  const calls = useMemo(() => explainSubagent(replay, node, titles), [replay, node, titles]);
  const { portName } = sketch;
  // Only the server has the versions that the run was in before.
  const isMoved = versionsLeft(replay.moments.map(({ event }) => event)).length > 0;
  const asked = useExplanation(run, node, isMoved);
  const explainNode = useCallback(
    (each: string) =>
      explain(
        replay.graph,
        replay.moments.map(({ event }) => event),
        each,
        { portName, nodeName: (id) => titles.get(id) ?? id, namesEdges: false },
      ),
    [replay, portName, titles],
  );
  const computed = useMemo(() => explainNode(node), [explainNode, node]);
  // The server names nodes by their ids.
  const explanation =
    asked === null
      ? computed
      : { ...asked, words: asked.words.map((each) => toldInNames(each, titles)) };
  if (calls !== null)
    return (
      <div className="grid gap-2.5 text-sm">
        {calls.words.map((words) => (
          <p key={words} className="break-words">
            {visibleText(words)}
          </p>
        ))}
        {calls.decidedAt !== null && <DecidedAt run={run} seq={calls.decidedAt} />}
      </div>
    );
  if (explanation === null) return <p className="text-text-3">No explanation is available.</p>;
  const edges = explanation.notRun?.edges ?? [];
  const times = ranTimes(explanation, titles, replay.graph.workflow);
  const why = whyWords(replay, { node, edges }, { sketch, titles, explainNode });
  // The status and the reason come first, then the sentences about edges, whose facts are shown instead. All of them say less than ours.
  const told = why === null ? toldTimes(times.length) : 2;
  const sentences = explanation.words.toSpliced(2, edges.length).slice(told);
  const isSaid = why !== null || times.length > 0;
  const seq = decidedAt(replay, node);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 text-sm">
      {why !== null && <p className="font-medium break-words">{visibleText(why)}</p>}
      <RanTimes times={times} />
      {sentences.map((words, index) => (
        <p
          key={index}
          className={index === 0 && !isSaid ? 'font-medium' : 'break-words text-text-2'}
        >
          {visibleText(inTimes(words, times.length))}
        </p>
      ))}
      {/* Our sentence says of every edge what became of it, and what was compared. */}
      {why === null &&
        edges.map((edge) => (
          <EdgeFacts
            key={edge.edge}
            edge={edge}
            why={toldInNames(edge.why, titles)}
            from={titles.get(edge.from) ?? edge.from}
          />
        ))}
      {(seq !== null || !isOver(replay.state)) && <DecidedAt run={run} seq={seq} />}
    </div>
  );
}

/** How many sentences of the kernel say the same: the status, and one for each time, of which it tells the first 20. */
function toldTimes(count: number): number {
  return count === 0 ? 0 : 1 + Math.min(count, shownMax) + (count > shownMax ? 1 : 0);
}

const shownMax = 20;

/** Why it ran each time, with what it got. */
function RanTimes({ times }: { readonly times: readonly RanTime[] }): ReactNode {
  const more = times.length - shownMax;
  return (
    <>
      {times.slice(0, shownMax).map(({ words, inputs }, index) => (
        <div key={index} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <p className="font-medium break-words">{visibleText(words)}</p>
          {Object.keys(inputs).length > 0 && (
            <details open={times.length === 1}>
              <summary className="cursor-pointer rounded-sm text-text-2 hover:text-text">
                What it got
              </summary>
              <JsonView label="what it got" value={inputs} className="mt-1.5 max-h-64" />
            </details>
          )}
        </div>
      ))}
      {more > 0 && <p className="text-text-2">… and {countWords(more, 'more time')}.</p>}
    </>
  );
}

interface EdgeFactsProps {
  readonly edge: ExplainedEdge;
  /** What people call the node that it leaves. */
  readonly from: string;
  readonly why: string;
}

function EdgeFacts({ edge, from, why }: EdgeFactsProps): ReactNode {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-md bg-sunken p-2.5 font-mono text-xs">
      <dt className="text-text-2">from</dt>
      <dd className="truncate">
        {visibleText(from)} · {edge.port}
      </dd>
      {edge.tried.map((tried, index) => (
        <TriedFacts key={index} tried={tried} />
      ))}
      <dt className="text-text-2">result</dt>
      <dd className="break-words">{visibleText(why)}</dd>
    </dl>
  );
}

function TriedFacts({ tried }: { readonly tried: ExplainedEdge['tried'][number] }): ReactNode {
  const { left, op, right, result } = tried;
  const sides = [left, ...(right === undefined ? [] : [right])].map((side) => valueWords(side));
  return (
    <>
      <dt className="text-text-2">condition</dt>
      <dd className="break-words">
        {[sides[0], operatorWords[op].words, ...sides.slice(1)].join(' ')}{' '}
        <span className={result ? 'text-ok-text' : 'text-bad-text'}>→ {String(result)}</span>
      </dd>
    </>
  );
}

const valueMax = 200;

function valueWords(value: Json | undefined): string {
  return visibleText(
    (value === undefined ? '(missing)' : JSON.stringify(value)).slice(0, valueMax),
  );
}
