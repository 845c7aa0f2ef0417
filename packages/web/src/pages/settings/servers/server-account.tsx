import type { ReactNode } from 'react';
import { useConnections } from '../../../data/settings/connections.ts';
import { SelectField } from '../../../design/controls/select-field.tsx';

interface ServerAccountProps {
  /** The name of a connection; empty: none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Whose account it is used with; shown where there are connections at all. */
export function ServerAccount({ value, onChange }: ServerAccountProps): ReactNode {
  const known = useConnections().data?.items.map(({ name }) => name) ?? [];
  const names = value === '' || known.includes(value) ? known : [...known, value];
  if (names.length === 0) return null;
  return (
    <SelectField
      label="Account"
      value={value === '' ? noAccount : value}
      onChange={(next) => onChange(next === noAccount ? '' : next)}
      options={[
        { value: noAccount, label: 'None' },
        ...names.map((name) => ({ value: name, label: `Of whoever runs it, at ${name}` })),
      ]}
    />
  );
}

/** No connection has this name. */
const noAccount = '(none)';
