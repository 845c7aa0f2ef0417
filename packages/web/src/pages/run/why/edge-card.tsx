import { useMemo, type ReactNode } from 'react';
import { explainEdge } from '../../../graph/run/explain-edge.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { titlesOf, type RunSketch, type RunSketchEdge } from '../../../graph/run/sketch-graph.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { DecidedAt } from './decided-at.tsx';
import { WhyFrame } from './why-frame.tsx';

interface EdgeCardProps {
  readonly run: string;
  readonly replay: Replay;
  readonly sketch: RunSketch;
  readonly line: RunSketchEdge;
  readonly onClose: () => void;
}

/** Why an edge was taken, or not. */
export function EdgeCard({ run, replay, sketch, line, onClose }: EdgeCardProps): ReactNode {
  const { isTaken, words, decidedAt } = useMemo(
    () => explainEdge(replay, line, { ...sketch, titles: titlesOf(sketch) }),
    [replay, line, sketch],
  );
  return (
    <WhyFrame title={isTaken ? 'Why was this taken?' : 'Why was this not taken?'} onClose={onClose}>
      {words.map((sentence, index) => (
        <p key={index} className={index === 0 ? 'break-words' : 'font-mono text-xs break-words'}>
          {visibleText(sentence)}
        </p>
      ))}
      <DecidedAt run={run} seq={decidedAt} />
    </WhyFrame>
  );
}
