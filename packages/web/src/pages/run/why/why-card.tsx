import type { ReactNode } from 'react';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import type { RunSketch } from '../../../graph/run/sketch-graph.ts';
import { Why } from './why.tsx';
import { WhyFrame } from './why-frame.tsx';

interface WhyCardProps {
  readonly run: string;
  readonly replay: Replay;
  readonly sketch: RunSketch;
  readonly node: string;
  readonly onClose: () => void;
}

/** Next to the graph, when a node that did not run is selected. */
export function WhyCard({ run, replay, sketch, node, onClose }: WhyCardProps): ReactNode {
  return (
    <WhyFrame title="Why did this not run?" onClose={onClose}>
      <Why run={run} replay={replay} sketch={sketch} node={node} />
    </WhyFrame>
  );
}
