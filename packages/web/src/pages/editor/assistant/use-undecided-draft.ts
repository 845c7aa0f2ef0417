// A draft of the assistant that this tab has not seen come
// Whoever reloads during a turn, or opens a second tab, finds what is being written, and is asked about it too.
// U1. Only the last draft is asked about, while it is the newest one of the workflow and nobody has decided about it in this browser.
import { equalJson, isObject } from '@skein/kernel';
import { useEffect } from 'react';
import { useAssistant, useAssistantMessages } from '../../../data/talking/assistant.ts';
import {
  lastSaved,
  readVersion,
  useVersions,
  type WorkflowDetail,
} from '../../../data/workflows.ts';
import { change, useEditorStore, type EditorStore } from '../state/editor-store.ts';
import { readDecision, watchDecisions } from './decided-draft.ts';
import { draftIn } from './draft-in.ts';
import { versionToldIn } from './version-told-in.ts';

export function useUndecidedDraft(workflow: WorkflowDetail): void {
  const { id, version: published } = workflow;
  const store = useEditorStore();
  const isAvailable = useAssistant().data?.isAvailable === true && workflow.dialect === 'native';
  const messages = useAssistantMessages(id, isAvailable).data?.messages;
  const last = messages?.at(-1);
  const from = versionToldIn(messages ?? []) ?? published;
  const { data: listed, refetch: listAgain } = useVersions(id, isAvailable);
  const versions = listed?.items;
  const isUnderWay = last?.role === 'user';
  const draft = last === undefined || isUnderWay ? null : draftIn(last.parts, id);
  const newest = lastSaved(versions ?? []);
  const isNewest = draft !== null && newest?.isDraft === true && newest.version === draft;
  const isUnlisted = draft !== null && versions?.every(({ version }) => version !== draft) === true;
  useEffect(() => {
    // The list may be older than the conversation.
    if (isUnlisted) void listAgain();
  }, [isUnlisted, draft, listAgain]);
  useEffect(() => {
    // The panel listens to the turn, and shows its draft.
    if (isUnderWay && store.getState().panel === null) store.setState({ panel: 'assistant' });
  }, [isUnderWay, store]);
  useEffect(() => {
    // A failure leaves the draft among the versions.
    if (isNewest) void ask(store, { id, from, to: draft }).catch(() => {});
  }, [isNewest, draft, id, from, store]);
  useEffect(
    () =>
      watchDecisions(id, ({ version, isUndone }) => {
        const { proposal } = store.getState();
        if (proposal?.to !== version) return;
        if (isUndone) change(store, () => proposal.before);
        store.setState({ proposal: null });
      }),
    [id, store],
  );
}

interface FoundDraft {
  readonly id: string;
  /** What the turn began with. */
  readonly from: string;
  readonly to: string;
}

async function ask(store: EditorStore, { id, from, to }: FoundDraft): Promise<void> {
  const isOpen = () => store.getState().proposal === null && readDecision(id)?.version !== to;
  if (!isOpen()) return;
  const [before, after] = await Promise.all([readVersion(id, from), readVersion(id, to)]);
  const { history, saved } = store.getState();
  // What somebody has changed since is theirs.
  if (!isOpen() || !isObject(before.definition) || !isObject(after.definition)) return;
  if (history.present !== saved) return;
  const { definition } = after;
  if (!equalJson(history.present, definition)) {
    change(store, () => definition);
    store.setState({ saved: definition, savedVersion: to });
  }
  store.setState({ proposal: { from, to, before: before.definition } });
}
