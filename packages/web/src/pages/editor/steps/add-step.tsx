import type { DescribedStep } from '@skein/kernel';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { MenuButton } from '../../../design/controls/menu-button.tsx';

interface AddStepProps {
  readonly entries: readonly DescribedStep[];
  readonly onAdd: (entry: DescribedStep) => void;
}

/** The table of steps as a menu: what each is called, what it does, and an example. */
export function AddStep({ entries, onAdd }: AddStepProps): ReactNode {
  return (
    <MenuButton
      trigger={
        <Button size="sm" icon={Plus} className="justify-self-start">
          Add step
        </Button>
      }
      entries={entries.map((entry) => ({
        label: entry.title,
        note: entry.description.replaceAll('`', '').replace(/(?<=\.) .*$/s, ''),
        example: `${JSON.stringify(entry.example.rows)} → ${JSON.stringify(entry.example.result)}`,
        onSelect: () => onAdd(entry),
      }))}
    />
  );
}
