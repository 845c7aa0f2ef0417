import { useMemo, type ReactNode } from 'react';
import { explainLine } from '../../../graph/run/explain-line.ts';
import type { Replay } from '../../../graph/run/replay-run.ts';
import type { RunSketchEdge } from '../../../graph/run/sketch-graph.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { DecidedAt } from './decided-at.tsx';
import { WhyFrame } from './why-frame.tsx';

interface LineCardProps {
  readonly run: string;
  readonly replay: Replay;
  readonly line: RunSketchEdge;
  readonly onClose: () => void;
}

/** Why a line was taken, or not. */
export function LineCard({ run, replay, line, onClose }: LineCardProps): ReactNode {
  const { isTaken, words, decidedAt } = useMemo(() => explainLine(replay, line), [replay, line]);
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
