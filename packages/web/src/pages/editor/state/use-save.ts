// Saving
// S1. What is saved is a draft: triggers and other programs stay with what is published. A definition with errors is saved too.
// S2. What is saved or published names what it is a change of. If the server has another draft or version, both are kept and the user decides.
// S3. A pipeline's steps are rows of the server, which have no draft: saving one publishes it.
import { showToast } from '../../../design/feedback/toasts.ts';
import { queryClient } from '../../../data/query-client.ts';
import { readOlderRuns } from '../../../data/runs.ts';
import { waitingWords } from '../../../versions/waiting-words.ts';
import { useSaveWorkflow, type WorkflowDetail } from '../../../data/workflows.ts';
import { change, useWholeStore, type AboutVersion } from './editor-store.ts';
import { useKeptDraft } from './use-draft-version.ts';
import { goOnFrom, useGuardedSave } from './use-guarded-save.ts';

export interface Saving {
  /** Keeps a draft. Rejects if nothing was saved; the failure has been reported. */
  readonly save: () => Promise<void>;
  /** Makes it the version that triggers and other programs use. Rejects like `save`. */
  readonly publish: (about?: AboutVersion) => Promise<void>;
  readonly isSaving: boolean;
  /** Does what was wanted over what somebody else saved; theirs stays in the versions. */
  readonly overwrite: () => Promise<void>;
  /** Continues with what somebody else saved; the user's own is one undo away. */
  readonly takeTheirs: () => void;
}

export function useSave(workflow: WorkflowDetail): Saving {
  const store = useWholeStore();
  const saving = useSaveWorkflow(workflow.id);
  const drafting = useKeptDraft(workflow);
  const guard = useGuardedSave(workflow.id);
  const keep = async () => {
    const { diagnostics } = await drafting.keep();
    showToast({ tone: 'ok', text: keptWords(hasErrorsIn(diagnostics)) });
  };
  const publish = async (about: AboutVersion = {}) => {
    const { diagnostics } = await guard({ kind: 'version', about }, async () => {
      const { history, dialect, version: from, savedVersion } = store.getState();
      const { present } = history;
      const seen = dialect === 'pipeline' ? undefined : savedVersion;
      const given = { definition: present, dialect, from, seen, ...about };
      const saved = await saving.mutateAsync(given);
      const { version } = saved;
      // The user may have typed on meanwhile: what was sent is what is saved.
      store.setState({ saved: present, savedVersion: version, published: present, version });
      return saved;
    });
    const text = publishedWords(workflow.dialect === 'pipeline', hasErrorsIn(diagnostics));
    showToast({ tone: 'ok', text });
    void tellOfOlder(workflow.id);
  };
  return {
    save: () => (workflow.dialect === 'pipeline' ? publish() : keep()),
    publish,
    isSaving: saving.isPending || drafting.isPending,
    overwrite: async () => {
      const { newer } = store.getState();
      if (newer === null) return;
      goOnFrom(store, newer);
      await (newer.wanted.kind === 'version' ? publish(newer.wanted.about) : keep());
    },
    takeTheirs: () => {
      const { newer } = store.getState();
      if (newer === null) return;
      change(store, () => newer.definition);
      goOnFrom(store, newer);
    },
  };
}

function hasErrorsIn(diagnostics: WorkflowDetail['diagnostics']): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** Runs that wait stay in their version: whoever publishes learns of them. Somebody who may not move them is not told. */
async function tellOfOlder(workflow: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['runs', 'older', workflow] });
  const report = await readOlderRuns(workflow).catch(() => null);
  const count = report?.runs.length ?? 0;
  if (count > 0)
    showToast({ tone: 'ok', text: `${waitingWords(count)}.`, detail: 'Move them under Versions.' });
}

/** A pipeline is saved, in the words of its only button. */
function publishedWords(isPipeline: boolean, hasErrors: boolean): string {
  if (isPipeline) return keptWords(hasErrors);
  return hasErrors ? 'Published with errors: it cannot run until they are fixed.' : 'Published.';
}

function keptWords(hasErrors: boolean): string {
  return hasErrors ? 'Saved as a draft. Fix its errors before you run it.' : 'Saved.';
}
