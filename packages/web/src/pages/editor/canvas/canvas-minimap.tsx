// The whole graph in a corner of the canvas
// The library's own has a component with a listener for each node, and measures all nodes at every move: half of what a pan over
// thousands of nodes did. Here nodes are three paths, and a move only changes two attributes.
import { Panel, useReactFlow, useStoreApi, type ReactFlowState } from '@xyflow/react';
import { memo, useEffect, useMemo, useRef, type PointerEvent, type ReactNode } from 'react';
import {
  boundsOf,
  cornerRadius,
  leastBox,
  mapPaths,
  maskPath,
  pointOnMap,
  viewBoxAround,
  viewOnMap,
  type Box,
} from '../../../graph/layout/minimap.ts';
import { useMoving } from '../../../canvas/large/use-moving.ts';
import type { CanvasNode } from './use-cards.ts';

const size = { width: 132, height: 92 };
const wheelStep = 0.002;

interface CanvasMinimapProps {
  readonly nodes: readonly CanvasNode[];
}

export const CanvasMinimap = memo(function CanvasMinimap({ nodes }: CanvasMinimapProps): ReactNode {
  const svg = useRef<SVGSVGElement>(null);
  const cover = useRef<SVGSVGElement>(null);
  const mask = useRef<SVGPathElement>(null);
  const { still, moved } = useMoving(nodes);
  const stay = useBoxes(still);
  const move = useBoxes(moved);
  const bounds = useMemo(
    () => boundsOf([stay.bounds, move.bounds].filter((each) => each !== null)),
    [stay.bounds, move.bounds],
  );
  const least = leastBox(bounds, size);
  const stayPaths = usePaths(stay.boxes, least);
  const movePaths = usePaths(move.boxes, least);
  useFollowing(bounds, (viewBox, covered) => {
    // Written again, even the same one has all nodes drawn again.
    if (svg.current?.getAttribute('viewBox') !== viewBox)
      for (const { current } of [svg, cover]) current?.setAttribute('viewBox', viewBox);
    mask.current?.setAttribute('d', covered);
  });
  return (
    <Panel position="bottom-right" className="react-flow__minimap hidden! lg:block!">
      <svg
        {...size}
        ref={svg}
        preserveAspectRatio="none"
        role="img"
        aria-label="Mini Map"
        className="react-flow__minimap-svg"
        {...usePanning(svg)}
      >
        <g strokeWidth={cornerRadius * 2} strokeLinejoin="round">
          <MapPaths paths={stayPaths} />
          {moved.length > 0 && <MapPaths paths={movePaths} />}
        </g>
      </svg>
      <svg {...size} ref={cover} preserveAspectRatio="none" aria-hidden className="map-cover">
        <path ref={mask} className="react-flow__minimap-mask" fillRule="evenodd" />
      </svg>
    </Panel>
  );
});

const MapPaths = memo(function MapPaths({ paths }: { readonly paths: Paths }): ReactNode {
  return (
    <>
      <path d={paths.frames} fill="var(--line)" stroke="var(--line)" />
      <path d={paths.cards} fill="var(--control)" stroke="var(--control)" />
      <path d={paths.selected} fill="var(--accent)" stroke="var(--accent)" />
    </>
  );
});

type Paths = ReturnType<typeof mapPaths>;

function useBoxes(nodes: readonly CanvasNode[]) {
  return useMemo(() => {
    const boxes = nodes.map(toBox);
    return { boxes, bounds: boundsOf(boxes) };
  }, [nodes]);
}

function usePaths(boxes: readonly Box[], { width, height }: ReturnType<typeof leastBox>): Paths {
  return useMemo(() => mapPaths(boxes, { width, height }), [boxes, width, height]);
}

function toBox({ type, position, width, height, measured, selected }: CanvasNode): Box {
  return {
    ...position,
    width: measured?.width ?? width ?? 0,
    height: measured?.height ?? height ?? 0,
    look: type === 'frame' ? 'frames' : selected === true ? 'selected' : 'cards',
  };
}

/** Shows what is in view, without rendering anything. */
function useFollowing(
  bounds: ReturnType<typeof boundsOf>,
  show: (viewBox: string, covered: string) => void,
): void {
  const store = useStoreApi();
  const newest = useRef(show);
  newest.current = show;
  useEffect(() => {
    const follow = ({ transform: [x, y, zoom], width, height }: ReactFlowState) => {
      const view = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
      const shown = viewBoxAround(bounds, view, size);
      const covered = maskPath(shown, viewOnMap(view, shown, size));
      newest.current(`${shown.x} ${shown.y} ${shown.width} ${shown.height}`, covered);
    };
    follow(store.getState());
    return store.subscribe((state, before) => {
      const isSame =
        state.transform === before.transform &&
        state.width === before.width &&
        state.height === before.height;
      if (!isSame) follow(state);
    });
  }, [store, bounds]);
}

/** Pressing and dragging moves the view there, and the wheel zooms. */
function usePanning(svg: { readonly current: SVGSVGElement | null }) {
  const flow = useReactFlow();
  const go = (event: PointerEvent) => {
    if (svg.current === null || (event.buttons & 1) === 0) return;
    const [x = 0, y = 0, width = 0, height = 0] = (svg.current.getAttribute('viewBox') ?? '')
      .split(' ')
      .map(Number);
    const corner = svg.current.getBoundingClientRect();
    const at = { x: event.clientX - corner.x, y: event.clientY - corner.y };
    const point = pointOnMap(at, corner, { x, y, width, height });
    void flow.setCenter(point.x, point.y, { zoom: flow.getZoom() });
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      go(event);
    },
    onPointerMove: go,
    onWheel: (event: { readonly deltaY: number }) =>
      void flow.zoomTo(flow.getZoom() * 2 ** (-event.deltaY * wheelStep)),
  };
}
