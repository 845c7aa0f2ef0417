import type { JsonObject } from '@skein/kernel';
import { ReactFlowProvider } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { createMarkStore, MarkContext, setMarks, type CardMark } from '../../canvas/card-marks.ts';
import { useHostTypes } from '../../data/catalogue.ts';
import type { WorkflowDetail } from '../../data/workflows.ts';
import { Button } from '../../design/controls/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Modal } from '../../design/dialogs/modal.tsx';
import { readPins } from '../../graph/edit/pins.ts';
import { findForm } from '../../graph/forms/find-form.ts';
import type { DocumentForm } from '../../graph/forms/document-form.ts';
import { readFrames } from '../../graph/frames/frame.ts';
import { readSketch } from '../../graph/read-sketch.ts';
import type { Sketch, SketchEdge } from '../../graph/sketch.ts';
import { AssistantPanel } from './assistant/assistant-panel.tsx';
import { useProposedNodes } from './assistant/use-proposed-nodes.ts';
import { EditorCanvas } from './canvas/editor-canvas.tsx';
import { Level, OfWhole, useOpenPath } from './inside/level.tsx';
import { LevelBar } from './inside/level-bar.tsx';
import { useEditor, useEditorStore, type Panel } from './state/editor-store.ts';
import { FrameDrawer } from './drawers/frame-drawer.tsx';
import { EdgeDrawer } from './drawers/edge-drawer.tsx';
import { MarkDrawer } from './drawers/mark-drawer.tsx';
import { NodeDrawer } from './drawers/node-drawer.tsx';
import { Palette } from './palette/palette.tsx';
import { ProblemsPanel } from './panels/problems-panel.tsx';
import { useAddFrame } from './canvas/use-add-frame.ts';
import { useAddNode } from './canvas/use-add-node.ts';
import type { Preflight } from '../../graph/preflight/check-definition.ts';
import { usePreflight } from './state/preflight.tsx';
import { useChangedNodes } from './state/use-changed-nodes.ts';
import { TodoPanel } from './panels/todo-panel.tsx';
import { TriggerPanel } from './panels/trigger-panel.tsx';
import { UsePanel } from './panels/use-panel.tsx';
import { VersionsPanel } from './panels/versions-panel.tsx';
import { WorkflowPanel } from './panels/workflow-panel.tsx';

export function GraphEditor({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const host = useHostTypes().data;
  const form = useMemo(() => findForm(workflow.dialect, host), [workflow.dialect, host]);
  // Whatever the format of the whole is, what stands inside it is native.
  const inner = useMemo(() => findForm('native', host), [host]);
  const path = useOpenPath();
  if (form === undefined || inner === undefined) return null;
  const isWhole = path.length === 0;
  return (
    <>
      {!isWhole && <LevelBar form={form} inner={inner} path={path} />}
      <Level path={path}>
        {/* Each level is another canvas. */}
        <ReactFlowProvider key={JSON.stringify(path)}>
          <GraphScreen form={isWhole ? form : inner} workflow={workflow} />
        </ReactFlowProvider>
      </Level>
    </>
  );
}

interface GraphScreenProps {
  readonly form: DocumentForm;
  readonly workflow: WorkflowDetail;
}

function GraphScreen({ form, workflow }: GraphScreenProps): ReactNode {
  const store = useEditorStore();
  const definition = useEditor(({ history }) => history.present);
  const adding = useEditor((state) => state.adding);
  const sketch = useMemo(() => readSketch(form, definition), [form, definition]);
  const preflight = usePreflight();
  const [marks] = useState(createMarkStore);
  const pins = readPins(definition);
  const changed = useChangedNodes(workflow.id);
  const proposed = useProposedNodes(workflow.id);
  useEffect(
    () => setMarks(marks, editMarks(preflight, pins, { changed, proposed })),
    [marks, preflight, pins, changed, proposed],
  );
  const add = useAddNode(form);
  // No edge leads to where a run starts.
  const fed = useMemo(() => form.palette.filter(({ family }) => family !== 'trigger'), [form]);
  const addFrame = useAddFrame();
  const isOpen = useEditor(({ open }) => sketch.nodes.some(({ id }) => id === open));
  return (
    <MarkContext value={marks}>
      <div className="flex min-h-0 flex-1">
        <aside
          aria-label="Palette"
          className="flex w-56 shrink-0 flex-col border-r border-line bg-surface max-lg:hidden"
        >
          <Palette
            dialect={form.dialect}
            entries={form.palette}
            onAdd={(type) => add(type)}
            onAddFrame={addFrame}
          />
        </aside>
        <div className={classNames('relative min-w-0 flex-1', isOpen && 'max-md:mb-[56dvh]')}>
          <EditorCanvas form={form} sketch={sketch} preflight={preflight} />
          <Button
            tone="primary"
            icon={Plus}
            data-over-canvas=""
            className="absolute! right-4 bottom-4 z-10 shadow-2 lg:hidden"
            onClick={() => store.setState({ adding: { position: null, from: null } })}
          >
            Add node
          </Button>
        </div>
        <Side form={form} sketch={sketch} workflow={workflow} />
      </div>
      <Modal
        isOpen={adding !== null}
        onOpenChange={() => store.setState({ adding: null })}
        title="Add a node"
        at={adding?.on}
        className="h-[70dvh]"
      >
        <Palette
          dialect={form.dialect}
          entries={adding === null || adding.from === null ? form.palette : fed}
          isFocused
          {...(adding?.from === null ? { onAddFrame: addFrame } : {})}
          onAdd={(type) => {
            add(type);
            store.setState({ adding: null });
          }}
        />
      </Modal>
    </MarkContext>
  );
}

interface SideProps extends GraphScreenProps {
  readonly sketch: Sketch;
}

/** The open panel, else the drawer of the selection. */
function Side({ form, sketch, workflow }: SideProps): ReactNode {
  const definition = useEditor(({ history }) => history.present);
  const panel = useEditor((state) => state.panel);
  const openFrame = useEditor((state) => state.openFrame);
  const open = useEditor((state) => state.open);
  const line = useSelectedEdge(sketch);
  if (panel !== null)
    return (
      <OfWhole>
        <SidePanel panel={panel} workflow={workflow} />
      </OfWhole>
    );
  const frame = readFrames(definition).find(({ id }) => id === openFrame);
  if (frame !== undefined) return <FrameDrawer key={frame.id} frame={frame} />;
  const node = sketch.nodes.find(({ id }) => id === open);
  if (node?.isMark === true) return <MarkDrawer form={form} node={node} />;
  if (node !== undefined)
    return <NodeDrawer key={node.id} form={form} node={node} sketch={sketch} workflow={workflow} />;
  if (line === undefined) return null;
  return (
    <EdgeDrawer key={line.key} form={form} line={line} sketch={sketch} workflow={workflow.id} />
  );
}

interface SidePanelProps {
  readonly panel: Panel;
  readonly workflow: WorkflowDetail;
}

/** About all of the workflow. */
function SidePanel({ panel, workflow }: SidePanelProps): ReactNode {
  const host = useHostTypes().data;
  const form = useMemo(() => findForm(workflow.dialect, host), [workflow.dialect, host]);
  const definition = useEditor(({ history }) => history.present);
  if (form === undefined) return null;
  switch (panel) {
    case 'problems':
      return <ProblemsPanel />;
    case 'versions':
      return <VersionsPanel workflow={workflow} />;
    case 'workflow':
      return <WorkflowPanel form={form} />;
    case 'trigger':
      return <TriggerPanel workflow={workflow} />;
    case 'todo':
      return <TodoPanel sketch={readSketch(form, definition)} />;
    case 'assistant':
      return <AssistantPanel workflow={workflow} />;
    case 'use':
      return <UsePanel workflow={workflow} />;
  }
}

/** The selected edge, if nothing else is selected. */
function useSelectedEdge(sketch: Sketch): SketchEdge | undefined {
  const key = useEditor(({ nodes, edges, frames, open, openFrame }) =>
    edges.size === 1 && nodes.size + frames.size === 0 && open === null && openFrame === null
      ? [...edges][0]
      : undefined,
  );
  return sketch.edges.find((edge) => edge.key === key);
}

function editMarks(
  { problems }: Preflight,
  pins: JsonObject,
  {
    changed,
    proposed,
  }: {
    /** Nodes that differ from the version that is compared. */
    readonly changed: ReadonlySet<string>;
    /** What the assistant has added and changed. */
    readonly proposed: ReadonlyMap<string, 'added' | 'changed'>;
  },
): ReadonlyMap<string, CardMark> {
  const marks = new Map<string, CardMark>(
    Object.keys(pins).map((node) => [node, { isPinned: true }]),
  );
  for (const node of changed) marks.set(node, { ...marks.get(node), isPointedAt: true });
  for (const [node, change] of proposed) marks.set(node, { ...marks.get(node), change });
  for (const { node, diagnostic } of problems) {
    if (node === null || marks.get(node)?.problem === 'error') continue;
    marks.set(node, { ...marks.get(node), problem: diagnostic.severity });
  }
  return marks;
}
