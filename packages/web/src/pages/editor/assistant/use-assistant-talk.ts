// A conversation about the workflow that is being edited
// D1. What is on the canvas is kept as a draft first, so that the assistant and the server mean the same.
// D2. A draft that the assistant saves is put on the canvas at once, and the steps of one answer are one step to undo.
import { isObject } from '@skein/kernel';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  stopAssistant,
  tellAssistant,
  type AssistantMessage,
  type ToldAssistant,
} from '../../../data/talking/assistant.ts';
import { newId } from '../../../data/new-id.ts';
import { problemOf } from '../../../data/problem.ts';
import { readVersion, type WorkflowDetail } from '../../../data/workflows.ts';
import { showToast } from '../../../design/feedback/toasts.ts';
import { addChunk, type Parts } from '../../../graph/chat/add-chunk.ts';
import { change, useEditorStore } from '../state/editor-store.ts';
import { useDraftVersion } from '../state/use-draft-version.ts';
import { draftIn } from './draft-in.ts';
import { versionToldIn } from './version-told-in.ts';

export interface AssistantTalk {
  readonly isBusy: boolean;
  /** What was just sent, and the answer as far as it has come. */
  readonly said: string | null;
  readonly live: Parts;
  readonly send: (text: string, id?: string) => void;
  readonly decide: (message: AssistantMessage, approvalId: string, approved: boolean) => void;
  readonly stop: () => void;
}

export function useAssistantTalk(
  workflow: WorkflowDetail,
  messages: readonly AssistantMessage[],
): AssistantTalk {
  const last = messages.at(-1);
  const begunWith = versionToldIn(messages);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [live, setLive] = useState<Parts>([]);
  const keep = useDraftVersion(workflow);
  const newest = useRef(keep);
  newest.current = keep;
  const show = useShowDraft(workflow.id);
  const tell = useCallback(
    async (prepare: () => Promise<ToldAssistant>, begun: Parts = []) => {
      setBusy(true);
      setLive(begun);
      const step = newId();
      let parts = begun;
      try {
        const told = await prepare();
        const from = told.to === 'messages' ? told.body.version : begunWith;
        await tellAssistant(workflow.id, told, {
          onRun: () => {},
          onChunk: (chunk) => {
            parts = addChunk(parts, chunk);
            setLive(parts);
            show(draftIn(parts, workflow.id), { step, from });
          },
        });
      } catch (error) {
        showToast({ tone: 'bad', text: problemOf(error).message });
      } finally {
        setLive([]);
        setSaid(null);
        setBusy(false);
      }
    },
    [workflow.id, begunWith, show],
  );
  const isUnanswered = last?.role === 'user';
  useEffect(() => {
    if (isUnanswered) void tell(async () => ({ to: 'stream' }));
  }, [isUnanswered, tell]);
  const send = useCallback(
    (text: string, id = newId()) => {
      setSaid(text);
      void tell(async () => {
        const version = await newest.current();
        return { to: 'messages', body: { id, text, version } };
      });
    },
    [tell],
  );
  return {
    isBusy,
    said,
    live,
    send,
    decide: (message, approvalId, approved) =>
      void tell(async () => ({ to: 'decisions', body: { approvalId, approved } }), message.parts),
    stop: () =>
      void stopAssistant(workflow.id).catch((error: unknown) =>
        showToast({ tone: 'bad', text: problemOf(error).message }),
      ),
  };
}

interface ShownDraft {
  readonly step: string;
  /** What it is a change of; null or undefined: of what is published. */
  readonly from: string | null | undefined;
}

/** Puts a draft on the canvas, once. */
function useShowDraft(workflow: string): (version: string | null, shown: ShownDraft) => void {
  const store = useEditorStore();
  const shown = useRef<string | null>(null);
  return useCallback(
    (version, { step, from }) => {
      if (version === null || version === shown.current) return;
      shown.current = version;
      const load = async () => {
        const { definition } = await readVersion(workflow, version);
        // A later draft may have come meanwhile.
        if (!isObject(definition) || shown.current !== version) return;
        const { proposal, history, version: published } = store.getState();
        const begun = proposal ?? { from: from ?? published, before: history.present };
        change(store, () => definition, `assistant ${step}`);
        store.setState({
          saved: definition,
          savedVersion: version,
          proposal: { ...begun, to: version },
        });
      };
      load().catch((error: unknown) => showToast({ tone: 'bad', text: problemOf(error).message }));
    },
    [workflow, store],
  );
}
