// A version of the workflow that a node runs
// Chosen by what people call it and when it was saved; left open, each run takes the newest. One that is no longer there stays as it
// is, and the field says so.
import type { WidgetProps } from '@rjsf/utils';
import { useContext, type ReactNode } from 'react';
import { useVersions, type VersionItem } from '../../data/workflows.ts';
import { shortVersion } from '../../text/short-version.ts';
import { ageWords } from '../../text/time-words.ts';
import { CalledWorkflow } from './called-workflow.ts';
import type { ListedChoice } from './choice-input.tsx';
import { RegisteredChoice } from './registered-choice.tsx';

const newest: ListedChoice = {
  value: '',
  label: 'The newest',
  note: 'Whichever that is when it runs',
};

export function VersionInput(field: WidgetProps): ReactNode {
  const workflow = useContext(CalledWorkflow);
  const { data, isLoadingError } = useVersions(workflow, workflow !== '');
  const written = typeof field.value === 'string' ? field.value : '';
  const known = data?.items ?? [];
  // Nothing is said of one that is still being asked for.
  const isUnknown = workflow === '' || data !== undefined || isLoadingError;
  return (
    <RegisteredChoice
      field={field}
      placeholder={newest.label}
      value={written}
      choices={[newest, ...known.map(toChoice)]}
      empty="It has no versions."
      absent={{
        label: shortVersion(written),
        note: isUnknown
          ? 'This workflow has no such version any more: the node fails until you choose another.'
          : '',
      }}
    />
  );
}

function toChoice({ version, label, note, isNewest, isDraft, savedAt }: VersionItem): ListedChoice {
  const kind = isDraft ? 'draft' : isNewest ? 'now the newest' : '';
  const about = [shortVersion(version), kind, ageWords(savedAt, Date.now()), note ?? ''];
  const [short = '', ...rest] = about.filter((each) => each !== '');
  return {
    value: version,
    label: label ?? short,
    note: (label === undefined ? rest : [short, ...rest]).join(' · '),
  };
}
