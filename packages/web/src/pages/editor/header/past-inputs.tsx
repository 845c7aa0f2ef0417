import type { Json } from '@skein/kernel';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { readRun, useRecentRuns } from '../../../data/runs.ts';
import { Button } from '../../../design/controls/button.tsx';
import { MenuButton } from '../../../design/controls/menu-button.tsx';
import { runStatusLook } from '../../../design/status/status.ts';
import { ageWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface PastInputsProps {
  readonly workflow: string;
  readonly onPick: (input: Json | undefined) => void;
}

/** The inputs of the last runs, to start another one with; nothing before the first. */
export function PastInputs({ workflow, onPick }: PastInputsProps): ReactNode {
  const recent = useRecentRuns(workflow).data?.items ?? [];
  const now = Date.now();
  if (recent.length === 0) return null;
  return (
    <MenuButton
      trigger={
        <Button size="sm" icon={History} className="justify-self-start">
          Inputs of the last runs
        </Button>
      }
      entries={recent.map(({ id, status, createdAt, details }, index) => ({
        label: `${index + 1}. ${runStatusLook(status).label}, ${ageWords(createdAt, now)}`,
        note: visibleText(details?.input ?? '') || 'Without an input',
        onSelect: () =>
          void readRun(id)
            .then(({ input }) => onPick(input))
            // It was deleted meanwhile: the form stays as it is.
            .catch(() => {}),
      }))}
    />
  );
}
