import { useReactFlow, type ReactFlowProps } from '@xyflow/react';
import { showToast } from '../../../design/feedback/toasts.ts';
import { useStableCallback } from '../../../canvas/use-stable-callback.ts';
import { connect } from '../../../graph/edit/connect.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { checkConnection } from '../../../graph/preflight/check-connection.ts';
import type { Connection } from '../../../graph/sketch.ts';
import { change, useEditorStore, type EditorStore } from '../state/editor-store.ts';
import type { CanvasNode } from './use-cards.ts';

type Connecting = Required<Pick<ReactFlowProps<CanvasNode>, 'onConnect' | 'onConnectEnd'>>;

/** Edges drawn with the mouse: refused with the rule that they break; dropped on the canvas, they open the palette. */
export function useConnecting(form: DocumentForm): Connecting {
  const store = useEditorStore();
  const flow = useReactFlow();
  const onConnect = useStableCallback<Parameters<Connecting['onConnect']>>(
    ({ source, target, sourceHandle }) => {
      drawEdge(store, form, { from: source, out: sourceHandle ?? 'output', to: target });
    },
  );
  const onConnectEnd = useStableCallback<Parameters<Connecting['onConnectEnd']>>((event, state) => {
    if (state.toNode !== null || state.fromNode === null || state.fromHandle?.type !== 'source')
      return;
    const at = 'changedTouches' in event ? event.changedTouches[0] : event;
    if (at === undefined) return;
    const { x, y } = flow.screenToFlowPosition({ x: at.clientX, y: at.clientY });
    store.setState({
      adding: {
        position: { x: Math.round(x - 112), y: Math.round(y) },
        from: { node: state.fromNode.id, port: state.fromHandle.id ?? 'output' },
        on: { x: at.clientX, y: at.clientY },
      },
    });
  });
  return { onConnect, onConnectEnd };
}

/** Whether it was drawn; if not, a toast says why. */
export function drawEdge(store: EditorStore, form: DocumentForm, connection: Connection): boolean {
  const problem = checkConnection(form, store.getState().history.present, connection);
  if (problem === null) {
    change(store, (definition) => connect(form, definition, connection));
    return true;
  }
  const detail = `${problem.hint} (${problem.code})`;
  showToast({ tone: 'bad', text: `Cannot connect: ${problem.message}`, detail });
  return false;
}
